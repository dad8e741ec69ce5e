"""One normal form of a statement, so that the same words are known as the same.

Case, width, punctuation and white space are how a thing was typed; digits, symbols, `C++`, `-5`
and `10:30` are what was said. The former go, the latter stay.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_DROPPED = re.compile("['\u2018\u2019\u02bc`\u00ad\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]")
_MARK = re.compile(r"[^\w\s]|_")
_KEPT_MARKS = "#@%&"
_INSIDE_NUMBERS = ".,:/-"
DENSE = (
    "\u2e80-\u2fff\u3005-\u3007\u3021-\u3029\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
"""Character ranges of Chinese and Japanese, for use inside a regular expression's class."""

_SPACE_IN_DENSE = re.compile(f"(?<=[{DENSE}]) (?=[{DENSE}])")
_SHINGLE_WORDS = 3
_SHINGLE_CHARACTERS = 4


@lru_cache(maxsize=64)
def normalise(text: str) -> str:
    """Return the form in which two statements with the same words are equal.

    Unicode NFKC and case folding; punctuation becomes a space unless it carries meaning inside a
    number or a name; apostrophes go without a trace; white space is folded.
    """
    text = _MARK.sub(_keep, _fold(text))
    return _SPACE_IN_DENSE.sub("", " ".join(text.split()))


def shingles(text: str) -> frozenset[str]:
    """Return the overlapping pieces by which rewordings of a statement are recognised.

    Three words each; four characters where a script is written without spaces. A shorter text is
    one piece.
    """
    form = normalise(text)
    if not form:
        return frozenset()
    pieces: list[str] | str
    if re.search(f"[{DENSE}]", form):
        pieces, size, glue = form.replace(" ", ""), _SHINGLE_CHARACTERS, ""
    else:
        pieces, size, glue = form.split(), _SHINGLE_WORDS, " "
    count = max(1, len(pieces) - size + 1)
    return frozenset(glue.join(pieces[start : start + size]) for start in range(count))


def _fold(text: str) -> str:
    """Case-fold and compose until nothing changes; three rounds are enough for any character."""
    for _ in range(3):
        folded = unicodedata.normalize("NFKC", _DROPPED.sub("", text).casefold())
        if folded == text:
            break
        text = folded
    return text


def _keep(match: re.Match[str]) -> str:
    """Say what becomes of one character that is neither letter, digit nor space."""
    character, text, position = match.group(), match.string, match.start()
    kind = unicodedata.category(character)
    if kind[0] in "LNMS" or character in _KEPT_MARKS:
        return character
    if kind == "Cf":
        return ""
    if character in _INSIDE_NUMBERS:
        before = text[position - 1] if position else " "
        after = text[position + 1 : position + 2]
        if after.isdigit() and (before.isdigit() or (character == "-" and not before.isalnum())):
            return character
    return " "
