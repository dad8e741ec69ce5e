"""What is searched for."""

from __future__ import annotations

import pytest

from assistant_app.conversation.recall_text import leans, recall_text
from assistant_app.llm.port import Role
from tests.conversation.fakes import message


@pytest.mark.parametrize(
    "text",
    [
        "What is the weather there?",
        "Does she eat fish on Fridays usually?",
        "And Anna?",
        "why",
        "那里的天气怎么样？",
        "她住在什么地方呢？",
        "为什么？",
        "Wie ist das Wetter dort im Moment?",
        "¿Qué tiempo hace allí ahora mismo?",
        "Quel temps fait-il là-bas en ce moment ?",
        "そこの天気はどうですか？",
        "彼女は何が好きですか？",
    ],
)
def test_what_leans_is_joined_with_the_message_before(text: str) -> None:
    before = [message("My sister lives in Porto"), message("Nice.", Role.ASSISTANT, "a")]
    assert leans(text)
    assert recall_text(text, before) == f"My sister lives in Porto\n{text}"


@pytest.mark.parametrize(
    "text",
    [
        "Where does my sister Anna live now?",
        "我妹妹安娜住在什么城市？",
        "Wo wohnt meine Schwester Anna?",
        "妹のアンナはどこに住んでいますか？",
    ],
)
def test_what_stands_by_itself_is_searched_alone(text: str) -> None:
    assert recall_text(text, [message("Something else entirely")]) == text


def test_a_chain_of_leaning_messages_reaches_what_they_lean_on() -> None:
    before = [
        message("My sister Anna lives in Porto since May."),
        message("What does she do there?", identity="u2"),
    ]
    assert recall_text("And the weather?", before).split("\n") == [
        "My sister Anna lives in Porto since May.",
        "What does she do there?",
        "And the weather?",
    ]


@pytest.mark.parametrize("text", ["", "   ", "。", "\u200b", "🙂", "?!"])
def test_nothing_is_looked_up_for_nothing(text: str) -> None:
    assert recall_text(text, [message("My sister lives in Porto")]) == ""


def test_answers_are_never_part_of_it() -> None:
    assert recall_text("And there?", [message("ANSWER", Role.ASSISTANT)]) == "And there?"


def test_long_texts_are_cut() -> None:
    assert len(recall_text("word " * 100_000)) <= 2_000
    assert len(recall_text("there", [message("word " * 1000)])) <= 310


def test_entities_join_a_message_that_leans_on_what_was_said() -> None:
    before = [message("We fly to Porto in May.")]
    found = recall_text("What is the weather there?", before, ("Porto", "Anna"))
    assert found.splitlines() == [
        "Porto, Anna",
        "We fly to Porto in May.",
        "What is the weather there?",
    ]
    alone = "How tall is the Eiffel Tower in Paris really?"
    assert recall_text(alone, before, ("Porto",)) == alone
