"""From text to the terms that the word index counts, for every script, in linear time.

Text is folded (NFKC, case, accents), so that half-width kana find full-width kana and "sao" finds
"São". Scripts with spaces give words, English endings cut off lightly. Scripts without spaces give
single characters and pairs: measured on Chinese facts, pairs alone recall a third of what both do,
and a dictionary of words two thirds.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from assistant_app.retrieval.stopwords import STOP_WORDS

# Han, kana, Hangul (particles cling to its words), Thai, Lao, Burmese, Khmer.
_UNSPACED = (
    "\u0e01-\u0e5b\u0e81-\u0edf\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3021-\u3029"
    "\u3031-\u3035\u303b\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
_ELISION = re.compile(r"^(?:[cdjlmnst]|qu)['\u2019]", re.ASCII)
_POSSESSIVE = re.compile(r"['\u2019]s?$")
_LATIN_ACCENTS = re.compile("[\u0300-\u036f]")
_STROKES = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"})
_MAX_WORD = 64
"""Longer "words" are data (keys, base64); they are cut, which keeps the vocabulary sane."""


def fold(text: str) -> str:
    """Return text in the form in which it is compared: NFKC, casefold, no Latin accents."""
    if text.isascii():
        return text.casefold()
    folded = unicodedata.normalize("NFKC", text).casefold().translate(_STROKES)
    bare = _LATIN_ACCENTS.sub("", unicodedata.normalize("NFD", folded))
    return unicodedata.normalize("NFC", bare)


def terms(text: str) -> list[str]:
    """Return the terms of a text that is stored, in order, with repetitions and stop words."""
    return [term for piece in _pieces(fold(text)) for term in _terms_of(piece)]


def query_terms(text: str) -> list[str]:
    """Return the distinct terms that a question asks for, without stop words, in order."""
    found: dict[str, None] = {}
    for piece in _pieces(fold(text)):
        if _plain(piece) in STOP_WORDS:
            continue
        for term in _terms_of(piece):
            if term not in STOP_WORDS:
                found[term] = None
    return list(found)


def _pieces(folded: str) -> Iterator[str]:
    for match in _pattern().finditer(folded):
        yield match.group()


def _terms_of(piece: str) -> list[str]:
    if not piece.isascii() and _unspaced().match(piece):
        units = _clusters().findall(piece)
        return units + [left + right for left, right in pairwise(units)]
    return [stem(_plain(piece))[:_MAX_WORD]]


def _plain(word: str) -> str:
    """Cut possessive and elision, and drop apostrophes: user's -> user, l'eau -> eau."""
    if "'" in word or "\u2019" in word:
        word = _ELISION.sub("", _POSSESSIVE.sub("", word))
        word = word.replace("'", "").replace("\u2019", "")
    return word


@lru_cache(maxsize=16_384)
def stem(word: str) -> str:
    """Cut the commonest English endings, so that forms of one word meet.

    Stems need not be words: "hikes", "hiking" and "hike" become "hik". Other languages lose at
    most a plural or a final letter, which helps more often than it hurts.
    """
    if len(word) < 4 or not word.isascii() or not word.isalpha():
        return word
    word = _without_verb_ending(_without_plural(word))
    if word.endswith("y") and len(word) > 3:
        return word[:-1] + "i"
    if word.endswith("e") and len(word) > 3:
        return word[:-1]
    return word


def _without_plural(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _without_verb_ending(word: str) -> str:
    if word.endswith("ied") and len(word) > 4:
        return word[:-3] + "y"
    for ending in ("ing", "ed"):
        rest = word.removesuffix(ending)
        if rest != word and len(rest) >= 3 and any(letter in "aeiouy" for letter in rest):
            doubled = rest[-1] == rest[-2] and rest[-1] not in "lsz"
            return rest[:-1] if doubled else rest
    return word


@lru_cache(maxsize=1)
def _pattern() -> re.Pattern[str]:
    """Runs of an unspaced script, or words of letters, digits and marks of any other script."""
    inside = f"[^\\W_{_UNSPACED}]"
    word = f"{inside}(?:{inside}|{_marks()}|['\u2019](?={inside}))*"
    return re.compile(f"(?:[{_UNSPACED}]{_marks()}*)+|{word}")


@lru_cache(maxsize=1)
def _unspaced() -> re.Pattern[str]:
    return re.compile(f"[{_UNSPACED}]")


@lru_cache(maxsize=1)
def _clusters() -> re.Pattern[str]:
    """A character of an unspaced script with the vowel and tone signs that sit on it."""
    return re.compile(f".{_marks()}*", re.DOTALL)


@lru_cache(maxsize=1)
def _marks() -> str:
    """A class of all combining marks: Python counts none as a letter, which would cut Hindi."""
    low = range(0x300, 0x3100)
    high = range(0xA600, 0xAC00)
    marks = (chr(code) for span in (low, high) for code in span)
    return "[" + "".join(mark for mark in marks if unicodedata.category(mark)[0] == "M") + "]"
