"""What the user asks to be forgotten in so many words, in six languages, and which memory is meant.

"Forget it" and "don't forget that ..." ask for nothing of the kind, nor does "I forgot that ...".
One memory that is clearly meant is deleted at once, with Undo; else the user is asked. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from assistant_app.base.text import has_content
from assistant_app.conversation.learning.forget_words import (
    BARE,
    COMMANDS,
    EVERYTHING,
    IDIOM,
    LEADING,
    NOT_MEANT,
    TRAILING,
)
from assistant_app.conversation.learning.sentences import split_sentences
from assistant_app.conversation.learning.smalltalk import is_small_talk
from assistant_app.conversation.learning.told import MOST_CHARACTERS
from assistant_app.conversation.types import Message
from assistant_app.llm.port import Role
from assistant_app.memory.same import core
from assistant_app.memory.types import Hit, HitKind

MOST_OFFERED = 5
_LONGEST_MESSAGE = 1_000
_HELD = 0.75
"""Share of the content words of a request that the memory which is meant must hold."""
_AHEAD = 0.25
"""By how much it must hold more of them than any other memory."""
_MEANT = 0.55
"""Relevance from which meaning alone may name a memory, where it is this far above the next:"""
_MEANT_AHEAD = 0.2
_LEAST_OFFERED = 0.1
"""Below this relevance a memory that shares no word with the request is not offered."""
_LOOK_BACK = 3

_WORDS_OF_REQUEST = frozenset(
    ("about", "you", "know", "said", "told", "tell", "memory", "note", "fact", "über", "dir", "von")
)


@dataclass(frozen=True, slots=True)
class ForgetRequest:
    """What the user wants forgotten.

    Attributes:
        what: In the user's words; empty when what was said just before is meant.
        everything: No single memory is meant: the user is always asked.
    """

    what: str = ""
    everything: bool = False


def forget_request(text: str) -> ForgetRequest | None:
    """Return what a message asks to be forgotten; None when it asks for no such thing.

    Args:
        text: The newest message.
    """
    if len(text) > _LONGEST_MESSAGE:
        return None
    before = False
    for sentence in split_sentences(text):
        found = _in_sentence(sentence.own, question=sentence.question)
        if found is not None:
            # "My salary is 5,000. Forget that." means what the same message says, and nothing is
            # learned from such a message anyway.
            return None if before and not found.what else found
        before = before or not is_small_talk(sentence.text)
    return None


def _in_sentence(sentence: str, *, question: bool) -> ForgetRequest | None:
    bare = sentence.rstrip("?？ ")
    polite = re.match(r"(?i)^\W*(?:please )?(?:can|could|would|will) you\b", bare) is not None
    if (question and not polite) or IDIOM.search(bare) or NOT_MEANT.search(bare):
        return None
    if BARE.search(bare):
        return ForgetRequest()
    for pattern in COMMANDS:
        found = pattern.search(bare)
        if found is not None:
            what = LEADING.sub("", found["what"].strip(" .!。！,，")).strip()
            what = TRAILING.sub("", what)
            if EVERYTHING.search(what):
                return ForgetRequest(what, everything=True)
            fits = has_content(what) and len(what) <= MOST_CHARACTERS
            return ForgetRequest(what) if fits else None
    return None


def said_before(branch: Sequence[Message]) -> tuple[str, ...]:
    """Return the ids of what was learned last, which a bare "forget that" means.

    Args:
        branch: The shown branch; the request itself is its last message of the user.
    """
    said = [message for message in branch if message.role is Role.USER][:-1]
    for message in reversed(said[-_LOOK_BACK:]):
        kept = [item.id for item in message.learned if item.id and item.status in _KEPT]
        if kept:
            return tuple(dict.fromkeys(kept))
    return ()


_KEPT = ("saved", "updated", "proposed", "duplicate")


def clearly_meant(request: ForgetRequest, hits: Sequence[Hit]) -> Hit | None:
    """Return the one memory that a request means, or None when that is not clear.

    Args:
        request: In the user's words.
        hits: What was found for them, best first.
    """
    memories = [hit for hit in hits if hit.kind is HitKind.MEMORY]
    if request.everything or not memories:
        return None
    held = sorted(((_share(request.what, hit.text), hit) for hit in memories), key=_first)
    best, hit = held[0]
    next_best = held[1][0] if len(held) > 1 else 0.0
    if best >= _HELD and best - next_best >= _AHEAD:
        return hit
    if best >= _HELD:  # several hold the words: the order of recall does not decide between them
        return None
    first, second = memories[0], memories[1] if len(memories) > 1 else None
    ahead = second is None or first.relevance - second.relevance >= _MEANT_AHEAD
    return first if first.relevance >= _MEANT and ahead and best > 0 else None


def worth_offering(request: ForgetRequest, hits: Sequence[Hit]) -> list[Hit]:
    """Return the memories that a request may mean, the likeliest first.

    Args:
        request: In the user's words.
        hits: What was found for them.
    """
    memories = [hit for hit in hits if hit.kind is HitKind.MEMORY]
    best = max((hit.relevance for hit in memories), default=0.0)
    near = [
        hit
        for hit in memories
        if request.everything
        or _share(request.what, hit.text) > 0
        or hit.relevance >= max(_LEAST_OFFERED, best / 2)
    ]
    return sorted(near, key=lambda hit: (-_share(request.what, hit.text), -hit.relevance))[
        :MOST_OFFERED
    ]


def _first(pair: tuple[float, Hit]) -> float:
    return -pair[0]


def _share(what: str, text: str) -> float:
    """Return the share of the content words of a request that a memory holds."""
    wanted = {
        word[:5] for word in core(what) if word not in _WORDS_OF_REQUEST and word[0].isalnum()
    }
    held = {word[:5] for word in core(text)}
    return len(wanted & held) / len(wanted) if wanted else 0.0
