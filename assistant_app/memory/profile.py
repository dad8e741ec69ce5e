"""The stable block at the head of every prompt: who the user is, how to answer, what is pinned.

Its order depends on nothing but the memories themselves, so that the prompt caches of servers keep
working from turn to turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum

from assistant_app.memory.normal import normalise
from assistant_app.memory.types import Entry


class ProfilePart(IntEnum):
    """Parts of the block in their order."""

    NAME = 0
    ANSWERING = 1
    PINNED = 2


_NAME = re.compile(
    r"^(?:my|the users?|users?) (?:(?:first|last|full|nick)? ?name|nickname) (?:is|s)\b"
    r"|^(?:i am|im|i m|the user is|user is) (?:called|named)\b|^my names\b"
    r"|^(?:please )?call me\b|^(?:the )?user (?:wants|likes|prefers) to be called\b"
    r"|^(?:the )?user goes by\b|^i go by\b"
    r"|^(?:我|用户)(?:的名字|的姓名|的昵称)?(?:叫|是叫|名叫|的名字是|的姓名是|的昵称是)|^我的名字"
    r"|^(?:请|以后|从现在起)*(?:叫|称呼)我"
    r"|^ich heisse\b|^mein name ist\b|^nenn mich\b|^me llamo\b|^mi nombre es\b|^llámame\b"
    r"|^je m ?appelle\b|^mon (?:nom|prénom) est\b|^appelle moi\b"
    r"|^(?:私|僕|俺)の名前は|^meu nome é\b"
    r"|^mi chiamo\b|^меня зовут\b|^제 이름은"
)
_ANSWERING = re.compile(
    r"\b(?:answer|reply|respond|write)(?: to)? me (?:in|with|briefly|shortly|without|as|like)\b"
    r"|\b(?:always|please|never|from now on) (?:answer|reply|respond|explain|write)\b"
    r"|^(?:answer|reply|respond)\b"
    r"|\b(?:prefers?|wants?|likes?|loves?|hates?) (?:\w+ ){0,3}"
    r"(?:answers|replies|responses|explanations)\b"
    r"|\bfrom now on no\b|\bno background first\b"
    r"|(?:请|总是|一律|以后|希望你?|喜欢你?)(?:都|总是)?用?[^。]{0,12}(?:回答|回复|答复)"
    r"|回答(?:我)?(?:时|要|请|尽量)|(?:喜欢|偏好|想要)[^。]{0,8}(?:回答|答案|回复)"
    r"|\bantworte (?:mir )?(?:bitte |immer )?(?:auf|in|kurz|ohne)\b|\b(?:kurze|knappe) antworten\b"
    r"|\bresp[oó]nde(?:me)?\b|\brespuestas (?:cortas|breves)\b|\bréponds(?: moi)?\b"
    r"|\bréponses (?:courtes|brèves)\b|(?:短く|簡潔に|日本語で)(?:答え|回答)"
)
_ANSWERING_HINTS = (
    "answer", "repl", "respon", "explain", "explan", "write", "background", "from now on",
    "回答", "回复", "答", "antwort", "respuesta", "resp", "répon",
)  # fmt: skip
_LONGEST_IDENTITY = 160
_MOST_IDENTITY = 8


def profile_part(entry: Entry) -> ProfilePart | None:
    """Say where in the profile block a memory belongs; None when it does not."""
    if len(entry.text) <= _LONGEST_IDENTITY:
        form = normalise(entry.text)
        if _NAME.match(form):
            return ProfilePart.NAME
        # Substrings are looked for first: the pattern alone would double the time of a start.
        if any(hint in form for hint in _ANSWERING_HINTS) and _ANSWERING.search(form):
            return ProfilePart.ANSWERING
    return ProfilePart.PINNED if entry.pinned else None


def profile_block(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Choose and order the profile block: the name, how to answer, what is pinned.

    Args:
        entries: Active memories in reach.

    Returns:
        Every pinned memory and at most eight identity memories, by part, then by id.
    """
    parts = [(part, entry) for entry in entries if (part := profile_part(entry)) is not None]
    parts.sort(key=lambda item: (item[0], item[1].id))
    unpinned = [entry.id for _, entry in parts if not entry.pinned]
    dropped = frozenset(unpinned[_MOST_IDENTITY:])
    return tuple(entry for _, entry in parts if entry.id not in dropped)
