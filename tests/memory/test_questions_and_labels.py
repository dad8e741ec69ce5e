"""Questions for everything, the profile block, categories and tags."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.memory.categories import (
    CATEGORIES,
    category_by_meaning,
    category_by_words,
    clean_category,
)
from assistant_app.memory.everything import asks_for_everything
from assistant_app.memory.profile import profile_block
from assistant_app.memory.tags import MOST_TAGS, automatic_tags, clean_tags
from assistant_app.memory.types import Entry
from tests.memory.builders import START


def entry(number: int, text: str, *, pinned: bool = False) -> Entry:
    return Entry(f"id{number}", text, START, START, pinned=pinned)


@pytest.mark.parametrize(
    "question",
    [
        "what do you know about me?",
        "What have you remembered about me so far?",
        "Tell me everything you know about me",
        "What do you remember?",
        "Show me my memories",
        "你知道我什么？",
        "你都记得我哪些事",
        "关于我你知道什么",
        "你对我了解多少？",
        "你記得我什麼",
        "Was weißt du über mich?",
        "¿Qué sabes de mí?",
        "Que sais-tu de moi ?",
        "Qu'est-ce que tu sais sur moi ?",
        "私について何を知っていますか？",
        "私のことをどれくらい知ってる？",
        "O que você sabe sobre mim?",
        "Cosa sai di me?",
        "Что ты знаешь обо мне?",
        "나에 대해 뭘 알아?",
        "Wat weet je over mij?",
    ],
)
def test_a_question_for_everything_is_recognised(question: str) -> None:
    assert asks_for_everything(question)


@pytest.mark.parametrize(
    "question",
    [
        "what do you know about my sister?",
        "What do you know about Porto?",
        "Do you remember my birthday?",
        "What did I tell you about me and Anna's trip?",
        "你知道我妹妹住在哪里吗",
        "你知道我住在哪吗",
        "你记得我的生日吗",
        "你知道什么是量子力学吗",
        "Was weißt du über Berlin?",
        "¿Qué sabes de mi hermana?",
    ],
)
def test_a_question_for_one_thing_is_not_one_for_everything(question: str) -> None:
    assert not asks_for_everything(question)


def test_the_profile_has_a_fixed_order_whatever_order_memories_come_in() -> None:
    entries = [
        entry(4, "I have a boat", pinned=True),
        entry(1, "My sister Anna lives in Porto"),
        entry(3, "Please answer me in short sentences"),
        entry(2, "My name is Robin"),
        entry(5, "I live near the sea", pinned=True),
    ]
    wanted = ["id2", "id3", "id4", "id5"]
    assert [one.id for one in profile_block(entries)] == wanted
    assert [one.id for one in profile_block(entries[::-1])] == wanted


@pytest.mark.parametrize(
    "text",
    [
        "我叫小明",
        "请叫我罗宾",
        "Ich heiße Robin",
        "The user prefers short answers without bullet points.",
        "用户喜欢简洁的回答，不要用表格。",
        "From now on, no background first",
        "The user's name is Robin",
    ],
)
def test_identity_and_ways_of_answering_belong_into_the_profile(text: str) -> None:
    assert profile_block([entry(1, text)])


@pytest.mark.parametrize(
    "text",
    ["My sister's name is Anna", "My name day is in May", "I name my plants", "我妹妹叫安娜"],
)
def test_the_name_of_another_does_not(text: str) -> None:
    assert not profile_block([entry(1, text)])


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("My sister Anna lives in Porto", "people"),
        ("I am allergic to nuts", "health"),
        ("我对海鲜过敏", "health"),
        ("I like jazz music", "tastes"),
        ("I fly to Iceland, the flight is booked", "travel"),
        ("My office is in the old factory", "work"),
        ("我在学习日语课程", "learning"),
        ("My birthday is on the third", "dates"),
        ("My flat has a balcony", "home"),
    ],
)
def test_words_name_the_category(text: str, category: str) -> None:
    assert category_by_words(text) == category
    assert category in CATEGORIES


def test_silent_words_leave_it_to_the_nearest_examples() -> None:
    assert category_by_words("Biscuit is golden") is None
    examples = {
        "home": np.array([1, 0], np.float32),
        "work": np.array([0, 1], np.float32),
    }
    near_home = np.array([0.9, 0.1], np.float32)
    assert category_by_meaning(near_home, examples, 0.5) == "home"
    assert category_by_meaning(near_home, examples, 0.95) is None
    assert category_by_meaning(near_home, {}, 0.0) is None


def test_a_typed_category_is_one_lower_case_word() -> None:
    assert clean_category("  Side Projects ") == "side-projects"
    assert clean_category("!") == "general"


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("My sister Anna lives in Porto. She can't eat nuts.", ("sister", "anna", "porto", "nuts")),
        ("我妹妹喜欢用老式相机", ("妹妹", "老式相机")),
        ("I like C++ and C#", ("c++", "c#")),
        ("用户的猫叫咪咪", ("猫", "咪咪")),
    ],
)
def test_significant_words_become_tags(text: str, tags: tuple[str, ...]) -> None:
    assert automatic_tags(text) == tags


@given(st.text(max_size=120))
def test_tags_are_few_lower_case_and_without_repeats(text: str) -> None:
    tags = automatic_tags(text)
    assert len(tags) <= MOST_TAGS
    assert len(set(tags)) == len(tags)
    assert all(tag == tag.casefold() and tag.strip() == tag and tag for tag in tags)


def test_typed_tags_are_cleaned_and_kept_in_their_order() -> None:
    assert clean_tags(["#Trip", " big  trip ", "trip", "", "ＡＢ"]) == ("trip", "big trip", "ab")
