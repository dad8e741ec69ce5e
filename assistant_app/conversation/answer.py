"""The answer from memory alone (`builtin:memory`): what it found, quoted with dates, and no more.

It is no language model and says so. It claims nothing about saving: what was kept is shown under
the user's message, from the store's own outcome.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import tzinfo

from assistant_app.base.text import one_line
from assistant_app.conversation.learning.explicit import explicit_requests
from assistant_app.conversation.learning.forgetting import forget_request
from assistant_app.conversation.learning.statements import plain_statements
from assistant_app.conversation.phrases import ENGLISH, TABLES, Phrases, phrases_for
from assistant_app.memory.profile import ProfilePart, profile_part
from assistant_app.memory.types import Entry, Hit, HitKind, Recall, State

MODEL_NAME = "builtin:memory"
_MOST_SHOWN = 5
_LONGEST_ROUND = 400
_LONGEST_LOOKED_AT = 4_000
_GREETING = re.compile(
    r"(?i)^\W*(?:hi|hello|hey|hello there|good (?:morning|evening|afternoon)|你好|您好|嗨|哈喽"
    r"|早上好|晚上好"
    r"|hallo|guten tag|hola|bonjour|salut|こんにちは)\W*$"
)
_ASKS_NAME = re.compile(
    r"(?i)\b(?:what(?:['’]?s| is) my (?:first |full |last )?name|who am i|(?:do|should) you call me"
    r"|(?:do you|you) (?:know|remember) my name|wie hei(?:ß|ss)e ich|mein name\s*\?"
    r"|cómo me llamo|comment (?:je )?m['’]appell)"
    r"|我叫什么|我的名字(?:是|叫)什么|我是谁|[怎该]么?(?:称呼|叫)我|私の名前は(?:何|なん)"
)
_CLOSE, _CLOSE_AMONG_MANY = 0.2, 0.28
"""Relevance below which the best hit is offered as the closest, not as the answer. Among many
memories something always lies near: of 48 questions to 40 facts every wrong best hit was below 0.28
and 34 of 35 right ones above it."""
_MANY = 8
_FAR = 0.1
"""Relevance below which a hit has nothing to do with the question: a small store has no floor."""
_CLEARLY_LESS = 0.5
"""A hit with less than this part of the best one's relevance is not shown beside it."""


@dataclass(frozen=True, slots=True)
class MemoryAnswer:
    """An answer, and the hits that stand in it."""

    text: str
    used: tuple[Hit, ...] = ()


@dataclass(frozen=True, slots=True)
class MemoryAnswerer:
    """Makes answers from what recall found.

    Attributes:
        own: Phrases in the language of the window or terminal.
        tables: Phrases by language, for questions in another one.
        zone: The user's time zone; None for that of the system.
    """

    own: Phrases = ENGLISH
    tables: Mapping[str, Phrases] | None = None
    zone: tzinfo | None = None

    def answer(self, text: str, recall: Recall, *, failed: bool = False) -> MemoryAnswer:
        """Return the answer to one message, as Markdown.

        Args:
            text: The message.
            recall: What was found for it.
            failed: Memory could not be asked.
        """
        tables = TABLES if self.tables is None else self.tables
        phrases = phrases_for(text, own=self.own, tables=tables)
        text = text[:_LONGEST_LOOKED_AT]
        head, hits = _head_and_hits(text, recall, phrases, failed=failed)
        body = f"{head}\n\n{self._list(hits, phrases)}" if hits else head
        return MemoryAnswer(f"{body}\n\n{phrases.no_model}", tuple(hits))

    def _list(self, hits: list[Hit], phrases: Phrases) -> str:
        return "\n".join(f"- {self._line(hit, phrases)}" for hit in hits)

    def _line(self, hit: Hit, phrases: Phrases) -> str:
        moment = hit.entry.updated_at if hit.entry else hit.at
        text = one_line(hit.text)
        if moment is None:
            return text
        date = phrases.day(moment, self.zone)
        if hit.kind is HitKind.ROUND:
            short = text if len(text) <= _LONGEST_ROUND else text[:_LONGEST_ROUND].rstrip() + "…"
            return phrases.round.format(text=short, date=date)
        former = hit.entry is not None and hit.entry.state is State.SUPERSEDED
        return (phrases.former if former else phrases.memory).format(text=text, date=date)


def _head_and_hits(
    text: str, recall: Recall, phrases: Phrases, *, failed: bool
) -> tuple[str, list[Hit]]:
    """Return the first sentence of an answer, and what stands below it."""
    if _GREETING.search(text):
        return phrases.greeting, []
    if forget_request(text):
        return phrases.forgetting, []
    if explicit_requests(text) or plain_statements(text):
        return phrases.told, []
    if failed:
        return phrases.late, []
    hits = _everything_known(recall) if recall.everything else _worth_showing(text, recall)
    if not hits:
        return (phrases.nothing if recall.total else phrases.nothing_yet), []
    return _head(hits, recall, phrases), hits


def _head(hits: list[Hit], recall: Recall, phrases: Phrases) -> str:
    if recall.everything:
        part = phrases.everything.format(shown=len(hits), total=recall.total)
        return part if recall.total > len(hits) else phrases.everything_all
    close = _CLOSE_AMONG_MANY if recall.total > _MANY else _CLOSE
    if max(hit.relevance for hit in hits) < close:
        return phrases.closest
    return phrases.found_one if len(hits) == 1 else phrases.found_many


def _everything_known(recall: Recall) -> list[Hit]:
    shown = {hit.id for hit in recall.used}
    profile = [_as_hit(entry) for entry in recall.profile if entry.id not in shown]
    return [*profile, *(hit for hit in recall.used if hit.kind is HitKind.MEMORY)]


def _worth_showing(text: str, recall: Recall) -> list[Hit]:
    """Return the hits near the best one; a round only where no memory says it already.

    What stands in every prompt is no hit of recall, but may be the very answer; and "what is my
    name?" has no word in common with "call me Robin".
    """
    if _ASKS_NAME.search(text):
        names = [entry for entry in recall.profile if profile_part(entry) is ProfilePart.NAME]
        if names:
            return [_as_hit(entry) for entry in names[:_MOST_SHOWN]]
    found = (*recall.profile_hits, *(hit for hit in recall.used if hit.kind is HitKind.MEMORY))
    memories = sorted(found, key=lambda hit: hit.relevance, reverse=True)
    hits = memories or [hit for hit in recall.used if hit.kind is HitKind.ROUND]
    best = max((hit.relevance for hit in hits), default=0.0)
    least = max(best * _CLEARLY_LESS, _FAR)
    near = [hit for hit in hits if hit.relevance >= least]
    return near[:_MOST_SHOWN]


def _as_hit(entry: Entry) -> Hit:
    return Hit(HitKind.MEMORY, entry.id, entry.text, 1.0, 1.0, {}, entry=entry)
