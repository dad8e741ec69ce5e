"""Figures about memories over time: weeks of one memory, months of all. Pure, by local day."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from assistant_app.memory.types import Access, Entry, Snapshot, State

WEEKS, MONTHS = 26, 12
_MOST_USED, _NEVER_USED = 6, 4


def weekly(uses: Iterable[datetime], now: datetime) -> tuple[int, ...]:
    """Count uses in the last 26 weeks.

    Args:
        uses: Moments with a time zone.
        now: The present moment; its local day ends the last week.

    Returns:
        26 numbers, the oldest week first.
    """
    bars = [0] * WEEKS
    today = now.astimezone().date()
    for moment in uses:
        # A clock that was set back must not lose a use.
        days = max(0, (today - moment.astimezone().date()).days)
        if days < WEEKS * 7:
            bars[WEEKS - 1 - days // 7] += 1
    return tuple(bars)


def first_day(now: datetime) -> date:
    """Return the first local day that `weekly` counts."""
    return now.astimezone().date() - timedelta(days=WEEKS * 7 - 1)


def months_until(now: datetime, count: int = MONTHS) -> tuple[date, ...]:
    """Return the first days of the last months, the oldest first, this one last."""
    day = now.astimezone().date().replace(day=1)
    found = []
    for _ in range(count):
        found.append(day)
        day = (day - timedelta(days=1)).replace(day=1)
    return tuple(reversed(found))


@dataclass(frozen=True, slots=True)
class Overview:
    """What the overview shows.

    Attributes:
        kept: Active memories; `kept_this_month` of them are from this month.
        uses: All uses of active memories; `last_use` is the newest.
        pinned, archived, forgotten, waiting: How many.
        months: First day of a month and how many were kept in it, the oldest first.
        categories: Category and count, the largest first.
        most_used: Memory and count, the largest first.
        never_used: How many active ones were never used; `unused` are the oldest of them.
    """

    kept: int
    kept_this_month: int
    uses: int
    last_use: datetime | None
    pinned: int
    archived: int
    forgotten: int
    waiting: int
    months: tuple[tuple[date, int], ...]
    categories: tuple[tuple[str, int], ...]
    most_used: tuple[tuple[Entry, int], ...]
    never_used: int
    unused: tuple[Entry, ...]


def overview(snapshot: Snapshot, now: datetime) -> Overview:
    """Compute the overview of a snapshot."""
    active = [entry for entry in snapshot.entries if entry.state is State.ACTIVE]
    states = Counter(entry.state for entry in snapshot.entries)
    never = Access()
    access = {entry.id: snapshot.access.get(entry.id, never) for entry in active}
    used = [entry for entry in active if access[entry.id].count]
    unused = [entry for entry in active if not access[entry.id].count]
    used.sort(key=lambda entry: -access[entry.id].count)
    months = _by_month(active, months_until(now))
    lasts = [last for item in access.values() if (last := item.last) is not None]
    return Overview(
        kept=len(active),
        kept_this_month=months[-1][1],
        uses=sum(item.count for item in access.values()),
        last_use=max(lasts, default=None),
        pinned=sum(entry.pinned for entry in active),
        archived=states[State.ARCHIVED],
        forgotten=states[State.DELETED],
        waiting=states[State.PROPOSED],
        months=months,
        categories=tuple(Counter(entry.category for entry in active).most_common()),
        most_used=tuple((entry, access[entry.id].count) for entry in used[:_MOST_USED]),
        never_used=len(unused),
        unused=tuple(unused[:_NEVER_USED]),
    )


def _by_month(active: Iterable[Entry], months: Sequence[date]) -> tuple[tuple[date, int], ...]:
    # Local midnights are made once; making 50,000 local times takes 100 ms.
    edges = [datetime(month.year, month.month, 1).astimezone() for month in months]
    counts = [0] * (len(months) + 1)
    for entry in active:
        counts[bisect_right(edges, entry.created_at)] += 1
    return tuple(zip(months, counts[1:], strict=True))
