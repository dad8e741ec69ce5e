"""Cleaning and sorting of the text that arrives in pieces.

A piece may end between the two halves of a surrogate pair, between a carriage return and its
line feed, or inside a `<think>` tag. Whatever cannot be judged yet is held back until the next
piece.
"""

from __future__ import annotations

import re

from assistant_app.base.text import clean_text
from assistant_app.llm.port import ReasoningDelta, TextDelta

_OPEN = "<think>"
_CLOSE = "</think>"
_TAGS = {
    _OPEN: _CLOSE,
    "<thinking>": "</thinking>",
    "<thought>": "</thought>",
    "<reasoning>": "</reasoning>",
}


class DeltaCleaner:
    """Applies `clean_text` to a text that comes in pieces, as if it had come whole."""

    def __init__(self) -> None:
        self._held = ""

    def feed(self, piece: str) -> str:
        """Take a piece and return what is certain so far, cleaned."""
        text = self._held + piece
        self._held = ""
        if text and (text[-1] == "\r" or "\ud800" <= text[-1] <= "\udbff"):
            self._held, text = text[-1], text[:-1]
        return clean_text(text)

    def close(self) -> str:
        """Return what was held back."""
        held, self._held = self._held, ""
        return clean_text(held)


class ThinkSplitter:
    """Separates `<think>...</think>` in the answer's text from the answer.

    Models that think in tags would else show their thinking as the answer, and it would end up in
    titles and memories. `<think>` counts anywhere but inside Markdown code, where it is ordinary
    text; the rarer names count where an answer begins.
    """

    def __init__(self) -> None:
        self._held = ""
        self._close = ""
        """The tag that ends the present thinking; empty outside of it."""
        self._ticks = 0
        self._said = False
        # Blank lines before the answer, and between thinking and answer, belong to neither.
        self._trim = True

    def feed(self, piece: str) -> list[TextDelta | ReasoningDelta]:
        """Take a piece of the text and return what is certain so far."""
        text = self._held + piece
        self._held = ""
        found: list[TextDelta | ReasoningDelta] = []
        while text:
            at, tag = self._next_tag(text)
            if not tag:
                keep = _possible_tag_start(text, self._watched())
                self._emit(text[: len(text) - keep], found)
                self._held = text[len(text) - keep :]
                break
            self._emit(text[:at], found)
            text = text[at + len(tag) :]
            self._trim = self._trim or tag not in _TAGS
            self._close = _TAGS.get(tag, "")
        return found

    def close(self) -> list[TextDelta | ReasoningDelta]:
        """Return what was held back."""
        found: list[TextDelta | ReasoningDelta] = []
        held, self._held = self._held, ""
        self._emit(held, found)
        return found

    def _watched(self) -> tuple[str, ...]:
        if self._close:
            return (self._close,)
        # A closing tag alone: the chat template has put the opening one into the prompt.
        return (_OPEN, _CLOSE) if self._said else (*_TAGS, _CLOSE)

    def _next_tag(self, text: str) -> tuple[int, str]:
        for match in re.finditer("|".join(map(re.escape, self._watched())), text):
            at, tag = match.span()[0], match.group()
            if self._close:
                return at, tag
            in_code = (self._ticks + text.count("`", 0, at)) % 2 == 1
            too_late = tag in _TAGS and tag != _OPEN and bool(text[:at].strip())
            if not in_code and not too_late:
                return at, tag
        return -1, ""

    def _emit(self, text: str, found: list[TextDelta | ReasoningDelta]) -> None:
        if self._close:
            if text:
                found.append(ReasoningDelta(text))
            return
        if self._trim:
            text = text.lstrip()
        if text:
            self._trim = False
            self._said = True
            self._ticks += text.count("`")
            found.append(TextDelta(text))


def _possible_tag_start(text: str, tags: tuple[str, ...]) -> int:
    """Length of the longest end of `text` that may be the beginning of a tag."""
    longest = max(map(len, tags)) - 1
    for length in range(min(longest, len(text)), 0, -1):
        if any(tag.startswith(text[-length:]) for tag in tags):
            return length
    return 0


class AnswerText:
    """The whole way of a piece of text: cleaned, then split into answer and thinking."""

    def __init__(self) -> None:
        self._text = DeltaCleaner()
        self._reasoning = DeltaCleaner()
        self._split = ThinkSplitter()

    def text(self, piece: str) -> list[TextDelta | ReasoningDelta]:
        """Take a piece of the content."""
        return self._split.feed(self._text.feed(piece))

    def reasoning(self, piece: str) -> list[TextDelta | ReasoningDelta]:
        """Take a piece that the server itself marks as thinking."""
        cleaned = self._reasoning.feed(piece)
        return [ReasoningDelta(cleaned)] if cleaned else []

    def close(self) -> list[TextDelta | ReasoningDelta]:
        """Return everything that was held back."""
        rest = self._reasoning.close()
        found: list[TextDelta | ReasoningDelta] = [ReasoningDelta(rest)] if rest else []
        found += self._split.feed(self._text.close())
        found += self._split.close()
        return found
