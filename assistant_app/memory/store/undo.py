"""Decisions of undo, without files: which change set goes back next, and what that puts."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Reversible
from dataclasses import fields, replace
from datetime import datetime

from assistant_app.memory.store.tombstones import is_tombstone
from assistant_app.memory.types import CauseKind, Changes, Entry, State

KEPT_ACTS = 100
"""How many acts can be taken back."""
MOST_KEPT = 1000
_NO_ACTS = frozenset({CauseKind.EXPIRY, CauseKind.MAINTENANCE, CauseKind.UNDO})
_FIELDS = tuple(
    item.name for item in fields(Entry) if item.name not in {"id", "revision", "updated_at"}
)


class RecentChanges:
    """The last change sets, as many as undo needs: 100 acts and what took them back."""

    def __init__(self) -> None:
        self._changes: deque[Changes] = deque()
        self._acts = 0

    def __len__(self) -> int:
        return len(self._changes)

    def __iter__(self) -> Iterator[Changes]:
        return iter(self._changes)

    def __reversed__(self) -> Iterator[Changes]:
        return reversed(self._changes)

    @property
    def full(self) -> bool:
        """Whether older change sets have no place."""
        return self._acts >= KEPT_ACTS or len(self._changes) >= MOST_KEPT

    @property
    def oldest_seq(self) -> int | None:
        """Number of the oldest one here; None where there is none."""
        return self._changes[0].seq if self._changes else None

    def append(self, changes: Changes) -> None:
        """Add the newest one."""
        self._changes.append(changes)
        self._acts += _is_act(changes)
        while self._acts > KEPT_ACTS or len(self._changes) > MOST_KEPT:
            self._acts -= _is_act(self._changes.popleft())

    def add_older(self, changes: Changes) -> None:
        """Add one from before the oldest, if there is a place for it."""
        if not self.full:
            self._changes.appendleft(changes)
            self._acts += _is_act(changes)


def undoable(recent: Reversible[Changes]) -> Iterator[Changes]:
    """Yield what the next undo may take back, the newest first.

    Args:
        recent: Change sets, the oldest first.

    Acts that were taken back are left out; an undo that was itself taken back counts for nothing.
    """
    taken_back: set[int] = set()
    for changes in reversed(recent):
        if changes.seq in taken_back:
            continue
        if changes.cause.kind is CauseKind.UNDO and changes.cause.undoes is not None:
            taken_back.add(changes.cause.undoes)
        elif _is_act(changes):
            yield changes


def is_taken_back(recent: Reversible[Changes], seq: int) -> bool:
    """Whether a change set was undone, and that undo not undone in turn."""
    taken_back: set[int] = set()
    for changes in reversed(recent):
        if changes.seq in taken_back or changes.cause.kind is not CauseKind.UNDO:
            continue
        if changes.cause.undoes is not None:
            taken_back.add(changes.cause.undoes)
    return seq in taken_back


def inverse(changes: Changes, entries: Mapping[str, Entry], now: datetime) -> list[Entry]:
    """Return what has to be put to take a change set back.

    Only the fields that it changed go back, so that a later edit of another field stays. An entry
    that it made goes to the trash. What was erased stays erased.

    Args:
        changes: What to take back.
        entries: Every entry as it is now.
        now: For entries that changed since.
    """
    puts: list[Entry] = []
    for put, before in zip(changes.put, changes.before, strict=True):
        current = entries.get(put.id)
        if current is None or is_tombstone(current):
            continue
        if before is None:
            back = _to_trash(current, now)
        elif is_tombstone(before) or is_tombstone(put):
            continue
        else:
            back = _fields_back(current, put, before, now)
        if back != current:
            puts.append(replace(back, revision=current.revision + 1))
    return puts


def _is_act(changes: Changes) -> bool:
    return changes.cause.kind not in _NO_ACTS


def _to_trash(current: Entry, now: datetime) -> Entry:
    if current.state is State.DELETED:
        return current
    return replace(current, state=State.DELETED, deleted_at=now)


def _fields_back(current: Entry, put: Entry, before: Entry, now: datetime) -> Entry:
    if current == put:
        return replace(before, revision=current.revision)
    changed = {
        name: getattr(before, name)
        for name in _FIELDS
        if getattr(before, name) != getattr(put, name)
        and getattr(current, name) != getattr(before, name)
    }
    return replace(current, **changed, updated_at=now) if changed else current
