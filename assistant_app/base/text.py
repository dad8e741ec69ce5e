"""Cleaning of text at the door: what comes in is valid Unicode without invisible trouble."""

from __future__ import annotations

import re
import unicodedata

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_PAIRED_SURROGATES = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def clean_text(text: str) -> str:
    r"""Return text that every file and every server takes.

    A surrogate pair written as two escapes becomes its character, a lone surrogate becomes
    U+FFFD, control characters other than tab and line feed go, line ends become `\\n`.
    """
    text = _PAIRED_SURROGATES.sub(
        lambda pair: pair.group().encode("utf-16", "surrogatepass").decode("utf-16"), text
    )
    text = _LONE_SURROGATE.sub("\ufffd", text)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _CONTROL.sub("", text)


def has_content(text: str) -> bool:
    """Whether a text holds at least one letter or digit of any script, or a symbol of meaning.

    Spaces, invisible characters and bare punctuation say nothing that could be looked up.
    """
    return any(unicodedata.category(character)[0] in "LN" for character in text)


def one_line(text: str) -> str:
    """Fold all white space to single spaces."""
    return " ".join(text.split())
