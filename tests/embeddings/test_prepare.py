"""Text is cleaned the same way for every model."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.embeddings.prepare import MAX_CHARACTERS, prepared


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("dog\x00cat", "dog cat"),
        ("  dog \r\n\t cat ", "dog cat"),
        ("\ud83d\udc15 dog", "🐕 dog"),
        ("\ud800 dog", "\ufffd dog"),
        ("\ufeffdog", "dog"),
        ("dog\u2028cat", "dog cat"),
        ("🐕", "🐕"),
        ("???", ""),
        ("\u200b\u200d", ""),
        ("a " * MAX_CHARACTERS, ("a " * MAX_CHARACTERS)[: MAX_CHARACTERS - 1]),
    ],
)
def test_what_is_embedded_of_a_text(text, line):
    assert prepared(text) == line


@given(st.text(st.characters(), max_size=200))
def test_any_text_becomes_one_bounded_line_that_stays_as_it_is(text):
    line = prepared(text)
    line.encode()
    assert len(line) <= MAX_CHARACTERS
    assert line == line.strip()
    assert prepared(line) == line
