"""Lets facts keep their vectors in any index behind `port.VectorIndex`, row by row.

`FactIndex` thinks in rows that words and vectors share; another index knows keys only. This stands
between: every cosine is asked of the other index and put where its key's row is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from assistant_app.retrieval.port import VectorIndex, VectorSearch
from assistant_app.retrieval.rows import BoolArray, FloatArray, IntArray, Rows, RowsSnapshot
from assistant_app.retrieval.vectors import unit_vector


@dataclass(frozen=True, slots=True, eq=False)
class ForeignSnapshot:
    """The vectors of another index at one moment, by row.

    Attributes:
        rows: Keys and filters.
        ready: `(rows.count,) bool`: which rows are alive and have a vector.
        index: What is searched.
        row_of: Rows by key.
    """

    rows: RowsSnapshot
    ready: BoolArray
    index: VectorSearch
    row_of: Mapping[str, int]

    @property
    def empty(self) -> bool:
        """Whether no row has a vector."""
        return not self.row_of

    def cosines(self, query: FloatArray) -> FloatArray:
        """Return the cosine of every row, `(rows.count,) float32`; use `ready` to read it.

        Raises:
            UserError: `dimension_mismatch`.
        """
        found = np.zeros(self.rows.count, np.float32)
        if self.row_of:
            keys, values = self.index.search(query, len(self.row_of))
            known = [(self.row_of[key], at) for at, key in enumerate(keys) if key in self.row_of]
            for row, at in known:
                found[row] = values[at]
        return found

    def of_rows(self, rows: IntArray) -> FloatArray:
        """Return the vectors of rows that have one, `(n, d) float32`."""
        vectors = [self.index.vector_of(self.rows.keys[row]) for row in rows.tolist()]
        return np.stack([vector for vector in vectors if vector is not None])


class ForeignVectors:
    """The owner's side: writes go to the other index under the key of the row.

    Args:
        index: Another index, empty, used by nobody else.
        rows: Shared with words and other columns.
    """

    def __init__(self, index: VectorIndex, rows: Rows) -> None:
        self._index = index
        self._rows = rows
        self._snapshot: ForeignSnapshot | None = None
        rows.attach(self)

    @property
    def dimension(self) -> int | None:
        """Length of a vector; None while there has been none."""
        return self._index.dimension

    def checked(self, vector: FloatArray) -> FloatArray:
        """Return a vector normalised, ready to be written.

        Raises:
            UserError: `dimension_mismatch`, `bad_response`.
        """
        return unit_vector(vector, self._index.dimension)

    def write_unit(self, row: int, unit: FloatArray) -> None:
        """Give a row what `checked` returned."""
        self._index.put(self._rows.keys[row], unit)
        self._snapshot = None

    def vector_of(self, key: str) -> FloatArray | None:
        """Return the vector of a key, or None."""
        return self._index.vector_of(key)

    def drop(self, key: str) -> None:
        """Take the vector of a key out: its row is about to die."""
        self._index.remove(key)
        self._snapshot = None

    def clear_vectors(self) -> None:
        """Forget every vector and the dimension."""
        self._index.clear_vectors()
        self._snapshot = None

    def snapshot(self) -> ForeignSnapshot:
        """Return an immutable state; the same object until something changes."""
        rows = self._rows.snapshot()
        if self._snapshot is None or self._snapshot.rows is not rows:
            row_of = {
                key: row
                for row, key in enumerate(rows.keys[: rows.count])
                if rows.alive[row] and key in self._index
            }
            ready = np.zeros(rows.count, np.bool_)
            ready[list(row_of.values())] = True
            self._snapshot = ForeignSnapshot(rows, ready, self._index.snapshot(), row_of)
        return self._snapshot

    def keep(self, rows: IntArray, total: int) -> None:
        """Follow the rows when dead ones are dropped: keys stay what they are."""
        del rows, total
        self._snapshot = None
