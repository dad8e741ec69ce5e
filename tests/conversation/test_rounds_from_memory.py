"""An answer built from memory alone only repeats memories: it is not recalled as a round."""

from __future__ import annotations

from datetime import UTC, datetime

from assistant_app.conversation.rounds import make_round
from assistant_app.conversation.types import Message
from assistant_app.llm.port import Role

_NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_an_answer_from_memory_alone_is_no_part_of_its_round() -> None:
    asked = Message("1", Role.USER, "Where does Anna live?", _NOON)
    from_memory = Message("2", Role.ASSISTANT, "I remember: Porto", _NOON, model="builtin:memory")
    from_model = Message("3", Role.ASSISTANT, "In Porto.", _NOON, model="ollama:x")
    assert make_round(asked, from_memory, "c", "global", str).assistant == ""
    assert make_round(asked, from_model, "c", "global", str).assistant == "In Porto."
