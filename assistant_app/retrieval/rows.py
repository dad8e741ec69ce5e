"""The rows that the indexes share: a key and a label for each, dead or alive.

Rows are only ever appended. Replacing a key kills its row and appends a new one, so arrays that
a snapshot looks at never change below it. When the dead outnumber the living, every column is
written anew without them; snapshots keep the old arrays.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from assistant_app.retrieval.port import Allowed

BoolArray = NDArray[np.bool_]
FloatArray = NDArray[np.float32]
IntArray = NDArray[np.int64]
Scalar = TypeVar("Scalar", bound=np.generic)
_FIRST_CAPACITY = 64
_MIN_DEAD = 256


class Column(Protocol):
    """Something with one entry per row."""

    def keep(self, rows: IntArray, total: int) -> None:
        """Drop all rows but these; they become 0, 1, 2, ... in this order.

        Args:
            rows: Ascending old row numbers that stay.
            total: How many rows there were.
        """


@dataclass(frozen=True, slots=True, eq=False)
class RowsSnapshot:
    """The rows at one moment.

    Attributes:
        keys: Keys by row; only the first `count` belong to this snapshot.
        count: Number of rows, dead ones included.
        alive: `(count,) bool`.
        label_ids: `(count,) int32`, indices into `labels`.
        labels: The distinct labels; may hold newer ones behind.
    """

    keys: list[str]
    count: int
    alive: BoolArray
    label_ids: NDArray[np.int32]
    labels: tuple[Hashable, ...]

    def row_of(self, key: str) -> int | None:
        """Return the living row of a key."""
        row = -1
        while True:
            try:
                row = self.keys.index(key, row + 1, self.count)
            except ValueError:
                return None
            if self.alive[row]:
                return row

    def mask(self, allowed: Allowed) -> BoolArray:
        """Return `(count,) bool`: living rows that pass a filter."""
        if allowed is None:
            return self.alive
        if callable(allowed):
            table = np.fromiter((allowed(label) for label in self.labels), np.bool_)
            passing: BoolArray = table[self.label_ids] if table.size else self.alive
            return passing & self.alive
        return np.asarray(allowed, np.bool_)[: self.count] & self.alive

    def best(self, scores: NDArray[np.floating[Any]], k: int, mask: BoolArray) -> IntArray:
        """Return up to k rows of a mask, the greatest score first, ties by key."""
        if k <= 0 or not scores.size:
            return np.empty(0, np.int64)
        # Only what may be found is partitioned: many equal fillers (-inf) would slow that down.
        chosen = np.flatnonzero(mask)
        values = scores[chosen]
        if k < values.size:
            least = np.partition(values, values.size - k)[values.size - k]
            chosen = chosen[values >= least]
        keys = self.keys
        ordered = sorted(chosen.tolist(), key=lambda row: (-scores[row], keys[row]))
        return np.array(ordered[:k], np.int64)


class Rows:
    """The owner's side of the rows."""

    def __init__(self) -> None:
        self.keys: list[str] = []
        self._row_of: dict[str, int] = {}
        self._alive = np.zeros(_FIRST_CAPACITY, np.bool_)
        self._label_ids = np.zeros(_FIRST_CAPACITY, np.int32)
        self._id_of_label: dict[Hashable, int] = {}
        self._columns: list[Column] = []
        self._snapshot: RowsSnapshot | None = None

    def attach(self, column: Column) -> None:
        """Have a column follow when dead rows are dropped."""
        self._columns.append(column)

    def __len__(self) -> int:
        return len(self._row_of)

    def __contains__(self, key: object) -> bool:
        return key in self._row_of

    def row_of(self, key: str) -> int | None:
        """Return the living row of a key."""
        return self._row_of.get(key)

    def living_keys(self) -> list[str]:
        """Return all keys, the oldest row first."""
        return list(self._row_of)

    def append(self, key: str, label: Hashable = None) -> int:
        """Give a key a new row; the one it had dies.

        Columns write their entry for the row before anything else is done to the rows.
        """
        self.discard(key)
        row = len(self.keys)
        self._alive = grown(self._alive, row + 1)
        self._label_ids = grown(self._label_ids, row + 1)
        self._label_ids[row] = self._id_of_label.setdefault(label, len(self._id_of_label))
        self._alive[row] = True
        self.keys.append(key)
        self._row_of[key] = row
        self._snapshot = None
        return row

    def discard(self, key: str) -> bool:
        """Kill the row of a key; returns whether there was one."""
        row = self._row_of.pop(key, None)
        if row is None:
            return False
        self._alive[row] = False
        self._snapshot = None
        dead = len(self.keys) - len(self._row_of)
        if dead > max(_MIN_DEAD, len(self._row_of)):
            self._drop_dead()
        return True

    def snapshot(self) -> RowsSnapshot:
        """Return the present state; the same object until something changes."""
        if self._snapshot is None:
            count = len(self.keys)
            self._snapshot = RowsSnapshot(
                keys=self.keys,
                count=count,
                alive=self._alive[:count].copy(),
                label_ids=self._label_ids[:count],
                labels=tuple(self._id_of_label),
            )
        return self._snapshot

    def _drop_dead(self) -> None:
        total = len(self.keys)
        rows = np.flatnonzero(self._alive[:total])
        self.keys = [self.keys[row] for row in rows.tolist()]
        self._row_of = {key: row for row, key in enumerate(self.keys)}
        self._label_ids = grown(self._label_ids[rows], _FIRST_CAPACITY)
        self._alive = grown(np.ones(rows.size, np.bool_), _FIRST_CAPACITY)
        for column in self._columns:
            column.keep(rows, total)


def grown(array: NDArray[Scalar], length: int) -> NDArray[Scalar]:
    """Return the array, or one at least twice as long with the same beginning and zeros behind."""
    if length <= len(array):
        return array
    shape: Sequence[int] = (max(length, 2 * len(array)), *array.shape[1:])
    larger = np.zeros(shape, array.dtype)
    larger[: len(array)] = array
    return larger
