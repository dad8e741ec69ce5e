"""What can be seen of memory: lists, neighbours, figures, one memory's life. Counts nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from assistant_app.base.clock import Clock
from assistant_app.memory.events import events_of, in_order, used_events
from assistant_app.memory.keeper import Keeper
from assistant_app.memory.options import MemoryOptions
from assistant_app.memory.types import (
    DEFAULT_CATEGORY,
    Access,
    Entry,
    HistoryEvent,
    OriginKind,
    Related,
    State,
    Stats,
)

_NEVER_USED = Access()
_TOP = 10
_MEANING_NEIGHBOURS = 64
TAG_POINTS = 1.0
CATEGORY_POINTS = 2.0


class Viewer:
    """Reads the store for people.

    Args:
        keeper: Store and indexes.
        clock: Decides what is over.
        options: How many related memories are shown.
    """

    def __init__(self, keeper: Keeper, clock: Clock, options: MemoryOptions) -> None:
        self._keeper = keeper
        self._clock = clock
        self._options = options

    def list(
        self,
        *,
        state: State | None = State.ACTIVE,
        category: str | None = None,
        tag: str | None = None,
        scope: str | None = None,
        origin: OriginKind | None = None,
    ) -> tuple[Entry, ...]:
        """Return memories that pass every filter that is given, the newest first.

        Args:
            state: None for all states; erased ones have no text and are never listed.
            category: Exactly this one.
            tag: One of the tags.
            scope: Exactly this one.
            origin: How it came to be.
        """
        wanted_category = None if category is None else category.casefold()
        wanted_tag = None if tag is None else tag.casefold().lstrip("#")
        return tuple(
            entry
            for entry in reversed(tuple(self._keeper.entries.values()))
            if entry.text
            and (state is None or entry.state is state)
            and (wanted_category is None or entry.category == wanted_category)
            and (wanted_tag is None or wanted_tag in entry.tags)
            and (scope is None or entry.scope == scope)
            and (origin is None or entry.origin.kind is origin)
        )

    def related(self, entry: Entry, k: int | None = None) -> tuple[Related, ...]:
        """Return the memories that belong near one, the nearest first.

        A shared tag counts 1, the same category 2 (`general` says nothing), and the calibrated
        closeness of meaning, 0 to 1, comes on top.
        """
        limit = self._options.related if k is None else k
        near = {
            neighbour.key: neighbour.relevance
            for neighbour in self._keeper.facts.neighbours(entry.id, _MEANING_NEIGHBOURS)
        }
        found = [
            related
            for other in self._keeper.in_reach(entry.scope, self._clock())
            if other.id != entry.id
            and (related := _relation(entry, other, near.get(other.id, 0.0))) is not None
        ]
        found.sort(key=lambda related: (-related.score, related.entry.id))
        return tuple(found[:limit])

    def history(self, entry: Entry) -> tuple[HistoryEvent, ...]:
        """Return the events in a memory's life, oldest first: changes, and uses between them."""
        store = self._keeper.store
        changes = events_of(store.history_of(entry.id))
        uses = used_events(store.uses_of(entry.id), entry.text)
        return in_order(changes, uses)

    def stats(self) -> Stats:
        """Return figures about the whole store."""
        entries = [entry for entry in self._keeper.entries.values() if entry.text]
        active = [entry for entry in entries if entry.state is State.ACTIVE]
        access = self._keeper.store.access
        tags = Counter(tag for entry in active for tag in entry.tags)
        used = [(entry, access[entry.id]) for entry in active if entry.id in access]
        used.sort(key=lambda item: (-item[1].count, item[0].id))
        return Stats(
            total=len(active),
            by_state=_counted(entry.state.value for entry in entries),
            by_category=_counted(entry.category for entry in active),
            top_tags=tuple(sorted(tags.items(), key=lambda item: (-item[1], item[0]))[:_TOP]),
            most_used=tuple(used[:_TOP]),
            never_used=len(active) - len(used),
            vectors=self._keeper.book.status_of_memories,
            bytes=self._keeper.store.bytes_on_disk,
        )

    def access(self, memory_id: str) -> Access:
        """Return how often a memory was used, and when last."""
        return self._keeper.store.access.get(memory_id, _NEVER_USED)


def _counted(names: Iterable[str]) -> Mapping[str, int]:
    return MappingProxyType(dict(sorted(Counter(names).items(), key=lambda item: -item[1])))


def _relation(entry: Entry, other: Entry, meaning: float) -> Related | None:
    shared = len(set(entry.tags) & set(other.tags))
    same = entry.category == other.category != DEFAULT_CATEGORY
    parts = {
        "tags": TAG_POINTS * shared,
        "category": CATEGORY_POINTS if same else 0.0,
        "meaning": meaning,
    }
    reasons = {name: points for name, points in parts.items() if points > 0.0}
    if not reasons:
        return None
    return Related(other, sum(reasons.values()), meaning, MappingProxyType(reasons))
