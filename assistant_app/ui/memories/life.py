"""How a memory changed: from the events of its life to what it said, and until when. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from assistant_app.memory.types import Entry, HistoryEvent

_LONGEST_CHAIN = 20


@dataclass(frozen=True, slots=True)
class Wording:
    """What a memory said for a while.

    Attributes:
        text: Its words.
        since: When it began to say so.
        until: When it stopped; None for what it says now.
    """

    text: str
    since: datetime
    until: datetime | None = None


def wordings(
    entry: Entry, events: Iterable[HistoryEvent], past: Iterable[Entry] = ()
) -> tuple[Wording, ...]:
    """Return what a memory says now and what it said before, the newest first.

    Args:
        entry: As it is now.
        events: Its life, oldest first.
        past: The memories that it took the place of, newest first.
    """
    spans: list[Wording] = []
    for event in events:
        if not event.text:
            continue
        if spans and spans[-1].text == event.text:
            continue
        if spans:
            spans[-1] = Wording(spans[-1].text, spans[-1].since, event.at)
        spans.append(Wording(event.text, event.at))
    if not spans:
        spans = [Wording(entry.text, entry.created_at)]
    if spans[-1].text != entry.text:
        spans[-1] = Wording(spans[-1].text, spans[-1].since, entry.updated_at)
        spans.append(Wording(entry.text, entry.updated_at))
    result = list(reversed(spans))
    for old in past:
        result.append(Wording(old.text, old.created_at, result[-1].since))
    return tuple(result)


def chain_of(entry: Entry, by_id: Mapping[str, Entry]) -> tuple[Entry, ...]:
    """Return the memories that an entry took the place of, the newest first."""
    found: list[Entry] = []
    seen = {entry.id}
    name = entry.supersedes
    while name and name not in seen and len(found) < _LONGEST_CHAIN:
        seen.add(name)
        old = by_id.get(name)
        if old is None or not old.text:
            break
        found.append(old)
        name = old.supersedes
    return tuple(found)
