"""One statement found in the user's words, before memory has been asked about it."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

MOST_CHARACTERS = 600
"""A memory is one short statement; longer things are no memory."""


@dataclass(frozen=True, slots=True)
class Told:
    """A statement in the user's words.

    Attributes:
        text: What would be remembered.
        quote: The very words it comes from.
        explicit: The user asked for it in so many words.
        message: Id of the message that held the words; None for the newest one.
        category, tags: As the model named them; None to have them made.
    """

    text: str
    quote: str
    explicit: bool = False
    message: str | None = None
    category: str | None = None
    tags: tuple[str, ...] | None = None


def folded(text: str) -> str:
    """Return the letters and digits of a text, without case, width, spaces and punctuation."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return "".join(c for c in plain if unicodedata.category(c)[0] in "LNM")


def capitalised(text: str) -> str:
    """Return a text that begins with a capital letter, where its script has them."""
    return text[:1].upper() + text[1:]
