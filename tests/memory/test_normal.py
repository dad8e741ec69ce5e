"""The normal form of a statement."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.memory.normal import normalise, shingles


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("My sister Anna lives in Porto.", "  my sister  ANNA lives in porto"),
        ("I can’t eat nuts!", "I can't eat nuts"),
        ("ｱﾝﾅ", "アンナ"),
        ("我 喜欢 茶。", "我喜欢茶"),
        ("Café", "Cafe\u0301"),
        ("tea\u200b", "tea"),
        ("STRASSE", "straße"),
    ],
)
def test_the_same_words_have_one_form(first: str, second: str) -> None:
    assert normalise(first) == normalise(second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I use C", "I use C++"),
        ("I use C", "I use C#"),
        ("It is 5 degrees", "It is -5 degrees"),
        ("at 10:30", "at 1030"),
        ("3.5 km", "35 km"),
        ("I like 🐈", "I like 🐕"),
        ("小白", "小黑"),
    ],
)
def test_what_carries_meaning_stays(first: str, second: str) -> None:
    assert normalise(first) != normalise(second)


@given(st.text(max_size=80))
def test_a_normal_form_is_its_own_normal_form(text: str) -> None:
    assert normalise(normalise(text)) == normalise(text)


@given(st.text(max_size=60))
def test_a_text_shares_all_shingles_with_itself_in_capitals(text: str) -> None:
    assert shingles(text) == shingles(normalise(text))


def test_shingles_of_a_rewording_overlap() -> None:
    first = shingles("My sister Anna lives in a small town near Porto")
    second = shingles("Anna lives in a small town near Porto")
    assert len(first & second) > len(first | second) / 2
    assert shingles("。") == frozenset()
