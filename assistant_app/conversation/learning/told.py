"""One statement found in the user's words, before memory has been asked about it."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from assistant_app.conversation.learning.confidence import Doubt

_PLAIN_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?(?:[.,:;!?]*(?:\s|$)|[，。！？])")
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
        doubts: Why it is not certain; with any, it goes to the inbox.
        expires_at: When it ends by the user's own words.
        changed: The user said outright that something is no longer what it was.
    """

    text: str
    quote: str
    explicit: bool = False
    message: str | None = None
    category: str | None = None
    tags: tuple[str, ...] | None = None
    doubts: tuple[Doubt, ...] = ()
    expires_at: datetime | None = None
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """Words of the user that are read for facts, secrets removed.

    Attributes:
        text: The words.
        day: The user's local day when they were written.
        message: Id of the message; None for the newest one.
    """

    text: str
    day: date
    message: str | None = None


def folded(text: str) -> str:
    """Return the letters and digits of a text, without case, width, spaces and punctuation."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return "".join(c for c in plain if unicodedata.category(c)[0] in "LNM")


def capitalised(text: str) -> str:
    """Return a text that begins with a capital letter, where its script has them.

    Only a plain word gets one: a key, an address or a file name would be another one.
    """
    plain = _PLAIN_WORD.match(text) is not None
    return text[:1].upper() + text[1:] if plain else text
