"""An answer built from memory alone only repeats memories: it is not recalled as a round."""

from __future__ import annotations

from datetime import UTC, datetime

from assistant_app.conversation.store.rounds import make_round
from assistant_app.conversation.types import Message
from assistant_app.llm.port import Role

_NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_an_answer_from_memory_alone_is_no_part_of_its_round() -> None:
    asked = Message("1", Role.USER, "Where does Anna live?", _NOON)
    from_memory = Message("2", Role.ASSISTANT, "I remember: Porto", _NOON, model="builtin:memory")
    from_model = Message("3", Role.ASSISTANT, "In Porto.", _NOON, model="ollama:x")
    assert make_round(asked, from_memory, "c", "global", str).assistant == ""
    assert make_round(asked, from_model, "c", "global", str).assistant == "In Porto."


def test_a_huge_paste_is_known_by_its_two_ends_and_no_secret_is_cut_in_two() -> None:
    looked_at: list[int] = []

    def redact(text: str) -> str:
        looked_at.append(len(text))
        return text.replace("key-5521", "[…]")

    for at in range(5_990, 6_010):
        text = "The beginning. ".ljust(at, "x") + "key-5521" + "x" * 100_000 + " The end."
        made = make_round(Message("1", Role.USER, text, _NOON), None, "c", "global", redact)
        assert made.user.startswith("The beginning.")
        assert made.user.endswith("The end.")
        assert "key" not in made.user
        assert "5521" not in made.user
    assert max(looked_at) < 10_000
