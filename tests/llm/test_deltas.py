"""Pieces of text are cleaned and sorted as if they had come whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.base.text import clean_text
from assistant_app.llm.deltas import AnswerText, DeltaCleaner, ThinkSplitter
from assistant_app.llm.port import ReasoningDelta, TextDelta


def split(pieces: list[str]) -> tuple[str, str]:
    splitter = ThinkSplitter()
    found = [delta for piece in pieces for delta in splitter.feed(piece)] + splitter.close()
    text = "".join(delta.text for delta in found if isinstance(delta, TextDelta))
    return text, "".join(delta.text for delta in found if isinstance(delta, ReasoningDelta))


@pytest.mark.parametrize(
    ("whole", "text", "thinking"),
    [
        ("<think>hm</think>Porto.", "Porto.", "hm"),
        ("<think>\nhm\n</think>\n\nPorto.", "Porto.", "\nhm\n"),
        ("<think></think>\n\nPorto.", "Porto.", ""),
        ("Well. <think>hm</think> Porto.", "Well. Porto.", "hm"),
        ("<think>never ends", "", "never ends"),
        ("no tags, 1 < 2 and a <thi", "no tags, 1 < 2 and a <thi", ""),
        ("the template began it</think>Porto.", "the template began itPorto.", ""),
        ("write `<think>` so", "write `<think>` so", ""),
        ("```\n<think>x</think>\n```\nend", "```\n<think>x</think>\n```\nend", ""),
        ("<think>a `tick</think>b <think>c</think>d", "b d", "a `tickc"),
        ("<<think>x</think>y", "<y", "x"),
        (" \n<thinking>hm</think></thinking>\nPorto.", "Porto.", "hm</think>"),
        ("<think>a</think> <reasoning>b</reasoning> c", "c", "ab"),
        ("Use the <thought> tag.", "Use the <thought> tag.", ""),
        ("\n\n  Porto. ", "Porto. ", ""),
    ],
)
def test_thinking_in_tags_is_no_text_however_it_is_cut(
    whole: str, text: str, thinking: str
) -> None:
    assert split([whole]) == (text, thinking)
    assert split(list(whole)) == (text, thinking)
    for at in range(len(whole)):
        assert split([whole[:at], whole[at:]]) == (text, thinking)


def test_ordinary_text_is_not_held_back() -> None:
    assert ThinkSplitter().feed("Hello") == [TextDelta("Hello")]


@given(st.text(alphabet="a\r\n\ud83d\ude00\x00<", max_size=20), st.integers(0, 20))
def test_cleaning_in_pieces_is_cleaning_the_whole(text: str, at: int) -> None:
    cleaner = DeltaCleaner()
    pieces = cleaner.feed(text[:at]) + cleaner.feed(text[at:]) + cleaner.close()
    assert pieces == clean_text(text)


def test_a_surrogate_pair_in_two_pieces_becomes_its_character() -> None:
    answer = AnswerText()
    found = answer.text("a \ud83d") + answer.text("\ude00 b \ud83d") + answer.close()
    assert "".join(delta.text for delta in found) == "a 😀 b \ufffd"
    assert all(isinstance(delta, TextDelta) for delta in found)
