"""A conversation's title, cut from the first words of the user: no model, no waiting."""

from __future__ import annotations

import re

from assistant_app.base.text import has_content, one_line
from assistant_app.base.tokens import count_tokens

_CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_LINE_MARK = re.compile(r"(?m)^[ \t]*(?:#{1,6}\s+|>\s?|[-*+]\s+|\d+[.)]\s+)")
_INLINE_MARK = re.compile(r"[*_`~]{1,3}(?=\S)|(?<=\S)[*_`~]{1,3}")
_TAGS = re.compile(r"<think>.*?(?:</think>|\Z)|</?[a-zA-Z][^>]*>", re.DOTALL)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=\S)|(?<=[。！？])")
_MOST_TOKENS = 16
_LOOKED_AT = 2_000
"""Characters of the message that are looked at; a title needs no more."""


def make_title(text: str) -> str:
    """Return a short title without markup; empty when the message has no words.

    Args:
        text: The first message, secrets already removed.
    """
    head = text[:_LOOKED_AT]
    plain = _CODE.sub(" ", head)
    plain = _TAGS.sub(" ", plain)
    plain = _LINK.sub(r"\1", plain)
    plain = _LINE_MARK.sub("", plain)
    plain = _INLINE_MARK.sub("", plain)
    lines = [one_line(line) for line in plain.splitlines() if has_content(line)]
    if not lines:
        return ""
    first = _SENTENCE_END.split(lines[0], maxsplit=1)[0].strip()
    return _cut(first if has_content(first) else lines[0]).rstrip(" .。,，;；:：")


def _cut(text: str) -> str:
    if count_tokens(text) <= _MOST_TOKENS:
        return text
    low, high = 1, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if count_tokens(text[:middle]) <= _MOST_TOKENS - 1:
            low = middle
        else:
            high = middle - 1
    cut = text[:low]
    word_end = cut.rfind(" ")
    if word_end > low // 2:
        cut = cut[:word_end]
    return cut.rstrip(" ,，;；:：.。") + "…"
