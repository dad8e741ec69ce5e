"""What is no longer so is told only when the question is about what was."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant_app.memory.past_questions import asks_about_past
from assistant_app.memory.types import Draft, Origin, OriginKind, RecallQuery, Round
from tests.memory.builders import LEARNED, House


@pytest.mark.parametrize(
    "text",
    [
        "Where did I live before?",
        "What used to be my favourite tea?",
        "我以前住在哪里？",
        "Wo habe ich früher gewohnt?",
        "¿Dónde vivía antes?",
        "Où habitais-je avant ?",
        "以前はどこに住んでいましたか？",
    ],
)
def test_questions_about_the_past(text: str) -> None:
    assert asks_about_past(text)


@pytest.mark.parametrize(
    "text", ["Where do I live?", "我住在哪里？", "What should I cook before the guests come?", "Hi"]
)
def test_questions_about_the_present(text: str) -> None:
    assert not asks_about_past(text)


def test_the_old_value_comes_for_a_question_about_the_past_only(tmp_path: Path) -> None:
    house = House(tmp_path)
    told = Origin(OriginKind.AUTOMATIC, "conversation", "message", "I live in Ghent")
    old = house.memory.remember((Draft("I live in Ghent", origin=told),), cause=LEARNED)[0].entry
    assert old is not None
    house.memory.note_round(
        Round("message", "conversation", old.created_at, "I live in Ghent", "Nice.")
    )
    house.memory.supersede(old.id, Draft("I live in Bruges"))
    now = house.memory.recall(RecallQuery("Where do I live?"))
    before = house.memory.recall(RecallQuery("Where did I live before?"))
    assert [hit.text for hit in now.used] == ["I live in Bruges"]
    assert "I live in Ghent" in [hit.text for hit in before.used]
    house.memory.close()
