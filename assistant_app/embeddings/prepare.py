"""Cleans text before it is embedded, the same way for every model.

Whatever arrives here may have been pasted from anywhere. A model gets one line of valid Unicode
of bounded length, or nothing at all: a blank text is not sent, its vector is zero.
"""

from __future__ import annotations

import re
import unicodedata

from assistant_app.base.text import clean_text, one_line

MAX_CHARACTERS = 2_000
"""Longer texts are cut: the built-in model reads at most 512 tokens."""

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]")


def prepared(text: str) -> str:
    """Return what is embedded of a text.

    Args:
        text: Any string, however long or damaged.

    Returns:
        One line of at most `MAX_CHARACTERS`; empty when nothing in it has a meaning.
    """
    # Cut before cleaning, so that the work is bounded; the room is for runs of white space.
    start = text.lstrip()[: 4 * MAX_CHARACTERS]
    line = one_line(clean_text(_CONTROL.sub(" ", start)))[:MAX_CHARACTERS]
    return line.rstrip() if _says_something(line) else ""


def _says_something(line: str) -> bool:
    """Whether there is a letter, a digit or a symbol, such as an emoji, in a text."""
    return any(unicodedata.category(character)[0] in "LNS" for character in line)
