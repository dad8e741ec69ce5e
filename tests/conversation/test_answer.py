"""The answer from memory alone reads like a calm text, and claims nothing it does not know."""

from __future__ import annotations

from datetime import UTC

import pytest

from assistant_app.conversation.answer import MemoryAnswerer
from assistant_app.conversation.phrases import CHINESE, ENGLISH, phrases_for
from assistant_app.conversation.store.titles import make_title
from assistant_app.memory.types import Recall
from tests.conversation.fakes import entry, hit, past

ANSWERER = MemoryAnswerer(zone=UTC)
PORTO = hit("My sister Anna lives in Porto. She can't eat nuts.")


def test_a_question_that_is_answered_by_memory() -> None:
    made = ANSWERER.answer("Where does my sister live?", Recall(used=(PORTO,), total=3))
    assert made.text == (
        "This is what I remember:\n\n"
        "- My sister Anna lives in Porto. She can't eat nuts. *(noted on 29 November 2026)*\n\n"
        "No language model is connected, so I can only answer from memory. "
        "You can connect one in the settings, under “Answers and models”."
    )
    assert made.used == (PORTO,)


def test_a_chinese_question_is_answered_in_chinese() -> None:
    made = ANSWERER.answer("我要去看望妹妹，她住在哪里？", Recall(used=(PORTO,), total=3))
    assert made.text == (
        "我记得：\n\n"
        "- My sister Anna lives in Porto. She can't eat nuts.（记于2026年11月29日）\n\n"
        "目前没有连接语言模型，所以我只能凭记忆回答。你可以在设置的“回答与模型”里连接一个。"
    )


def test_nothing_found_is_said() -> None:
    text = ANSWERER.answer("What is my shoe size?", Recall(total=5)).text
    assert text.startswith("I have looked, and I remember nothing about that.")
    text = ANSWERER.answer("What is my shoe size?", Recall()).text
    assert text.startswith("I do not remember anything about you yet.")


def test_a_statement_is_thanked_for_without_claiming_that_it_was_saved() -> None:
    text = ANSWERER.answer("My sister Anna lives in Porto.", Recall(total=1)).text
    assert text.startswith("Thank you for telling me.")
    assert "saved" not in text
    assert "remember nothing" not in text
    text = ANSWERER.answer("记住我妹妹住在波尔图", Recall()).text
    assert text.startswith("谢谢你告诉我")


def test_a_statement_is_not_answered_with_other_memories() -> None:
    made = ANSWERER.answer("Remember that my locker is 214.", Recall(used=(PORTO,), total=1))
    assert made.used == ()
    assert "Porto" not in made.text


def test_what_is_far_off_is_offered_as_the_closest_only() -> None:
    far = hit("My locker is number 214.", relevance=0.18)
    made = ANSWERER.answer("What is my shoe size?", Recall(used=(far,), total=1))
    assert made.text.startswith("I remember nothing that clearly answers this.")
    assert made.used == (far,)


def test_all_that_is_known_may_be_shown_whole() -> None:
    recall = Recall(used=(PORTO,), total=1, everything=True)
    made = ANSWERER.answer("What do you know about me?", recall)
    assert made.text.startswith("This is all that I remember:")


def test_a_late_memory_is_no_empty_one() -> None:
    text = ANSWERER.answer("Where is Anna?", Recall(), failed=True).text
    assert "did not answer in time" in text
    assert "nothing" not in text


def test_all_that_is_known_comes_with_its_number() -> None:
    recall = Recall(
        used=(PORTO, hit("I like tea", "m2")),
        profile=(entry("My name is Wei", "p1"), entry("I like tea", "m2")),
        total=9,
        everything=True,
    )
    made = ANSWERER.answer("What do you know about me?", recall)
    assert made.text.startswith("I remember 9 things. Here are 3 of them:")
    assert [one.id for one in made.used] == ["p1", "m1", "m2"]


def test_an_earlier_conversation_stands_in_where_no_memory_says_it() -> None:
    made = ANSWERER.answer("What about the flight?", Recall(used=(past("x " * 900),), total=1))
    assert "On 29 November 2026 we talked about this." in made.text
    assert "…" in made.text
    both = Recall(used=(PORTO, past("flight")), total=1)
    assert "flight" not in ANSWERER.answer("Where is Anna?", both).text


def test_weak_hits_beside_a_strong_one_are_left_out() -> None:
    recall = Recall(used=(PORTO, hit("Unrelated", "m2", relevance=0.1)), total=2)
    assert [one.id for one in ANSWERER.answer("Where is Anna?", recall).used] == ["m1"]


@pytest.mark.parametrize("text", ["Hello!", "hi", "你好", "Good morning"])
def test_a_greeting_is_greeted(text: str) -> None:
    made = ANSWERER.answer(text, Recall(used=(PORTO,), total=1))
    assert made.used == ()
    assert "nothing" not in made.text


@pytest.mark.parametrize(
    ("question", "table"),
    [
        ("Where is my sister?", ENGLISH),
        ("妹妹住在哪里", CHINESE),
        ("Wo wohnt meine Schwester?", CHINESE),
        ("妹はどこに住んでいますか", CHINESE),
        ("???", CHINESE),
    ],
)
def test_the_language_is_that_of_the_question_where_there_is_a_table(
    question: str, table: object
) -> None:
    assert phrases_for(question, own=CHINESE) is table


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("What is the weather in Porto?", "What is the weather in Porto?"),
        ("# Plan\n\nmy **trip** to [Porto](http://x.y)", "Plan"),
        ("> quoted\n- point one", "quoted"),
        ("```python\nprint(1)\n```\nWhy does this fail?", "Why does this fail?"),
        ("<think>SECRET</think>Hello there", "Hello there"),
        ("我要去看望妹妹，她住在哪里？", "我要去看望妹妹，她住在哪里？"),
        ("   \n\n", ""),
        ("😂", ""),
        ("First sentence. Second sentence.", "First sentence"),
    ],
)
def test_a_title_is_cut_from_the_first_words(text: str, title: str) -> None:
    assert make_title(text) == title


def test_a_long_title_ends_at_a_word() -> None:
    title = make_title("Please tell me everything there is to know about " + "elephants " * 999)
    assert title == "Please tell me everything there is to know about…"
    assert len(make_title("长" * 500)) <= 17


@pytest.mark.parametrize("text", ["Forget that my sister lives in Porto.", "忘掉我妹妹住在波尔图"])
def test_what_is_to_be_forgotten_is_not_quoted(text: str) -> None:
    made = ANSWERER.answer(text, Recall(used=(PORTO,), total=3))
    assert made.used == ()
    assert "Porto" not in made.text


@pytest.mark.parametrize(
    "question", ["What's my name?", "Who am I?", "Do you know my name?", "我叫什么名字？"]
)
def test_the_name_is_told_though_it_stands_in_every_prompt(question: str) -> None:
    robin = entry("Please call me Robin from now on.")
    recall = Recall(used=(PORTO,), profile=(robin, entry("My locker is 214.")), total=3)
    made = ANSWERER.answer(question, recall)
    assert "Robin" in made.text
    assert "Porto" not in made.text
    assert "214" not in made.text


def test_a_pinned_memory_that_answers_is_told() -> None:
    locker = hit("My locker is number 214.", relevance=0.7)
    assert locker.entry is not None
    recall = Recall(profile=(locker.entry,), profile_hits=(locker,), total=1)
    assert "214" in ANSWERER.answer("Which locker is mine?", recall).text


def test_what_has_nothing_to_do_with_the_question_is_not_offered_as_the_closest() -> None:
    far = Recall(used=(hit("I work at the town library.", relevance=0.07),), total=3)
    answer = MemoryAnswerer().answer("Write a limerick about cats.", far)
    assert "library" not in answer.text
    assert answer.used == ()
