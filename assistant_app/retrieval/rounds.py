"""The index of past conversation rounds: dated, in order, found by meaning, words and place.

Each round has two word keys: what was said with its speaker, and the same with the date and the
round before, because an answer often leaves out what the question named. How rounds are searched
stands in `round_snapshot`, how scores are combined in `round_scores`.
"""

from __future__ import annotations

import bisect
from collections.abc import Hashable
from dataclasses import replace

import numpy as np

from assistant_app.retrieval.dates import date_words
from assistant_app.retrieval.floors import ROUND_FLOOR
from assistant_app.retrieval.port import Allowed
from assistant_app.retrieval.round_snapshot import PLACE_COLUMNS, RoundSnapshot
from assistant_app.retrieval.rows import FloatArray, IntArray, Rows, grown
from assistant_app.retrieval.types import Calibration, Round, RoundHit
from assistant_app.retrieval.vectors import FlatVectorIndex
from assistant_app.retrieval.words import WordIndex

_FIRST_CAPACITY = 64


class RoundIndex:
    """The owner's side: rounds by key, with words at once and a vector when it comes.

    Args:
        calibration: Where unrelated texts lie in the vector space in use.
    """

    def __init__(self, calibration: Calibration | None = None) -> None:
        self._rows = Rows()
        self._said = WordIndex(self._rows)
        self._context = WordIndex(self._rows)
        self._vectors = FlatVectorIndex(self._rows)
        self._by_row: list[Round] = []
        self._places = np.zeros((_FIRST_CAPACITY, PLACE_COLUMNS), np.int64)
        self._rounds: dict[str, Round] = {}
        self._sequence: dict[str, int] = {}
        self._next_sequence = 0
        self._sessions: dict[tuple[str, str], list[tuple[int, int, str]]] = {}
        self._session_ids: dict[tuple[str, str], int] = {}
        self._speaker_ids: dict[str, int] = {}
        self._calibration = calibration or Calibration()
        self._snapshot: RoundSnapshot | None = None
        self._rows.attach(self)

    @property
    def calibration(self) -> Calibration:
        """Where unrelated texts lie; set it when the vector space changes."""
        return self._calibration

    @calibration.setter
    def calibration(self, calibration: Calibration) -> None:
        self._calibration = calibration
        self._snapshot = None

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, key: object) -> bool:
        return key in self._rows

    def put(self, item: Round, vector: FloatArray | None = None) -> None:
        """Add a round, or replace the one under the same key.

        Args:
            item: The round. Its place among the rounds of its session follows from its time,
                and from the order of adding where times are equal.
            vector: `item.embedding_text` embedded as a passage; None keeps the one it has when
                that text is unchanged, else it is pending.

        Raises:
            UserError: `dimension_mismatch`, `bad_response`; the index is then unchanged.
        """
        if vector is not None:
            vector = self._vectors.checked(vector)
        elif self._unchanged(item):
            vector = self._vectors.vector_of(item.key)
        sequence = self._sequence.get(item.key, self._next_sequence)
        self._next_sequence = max(self._next_sequence, sequence + 1)
        if item.key in self._rounds:
            self._unlink(item.key)
        self._rounds[item.key] = item
        self._sequence[item.key] = sequence
        bisect.insort(self._sessions.setdefault(_session(item), []), self._position(item))
        self._write(item, vector)
        self._rewrite_follower(item)

    def set_vector(self, key: str, vector: FloatArray) -> bool:
        """Fill in or replace the vector of a round; returns False when it is gone meanwhile.

        Raises:
            UserError: `dimension_mismatch`, `bad_response`.
        """
        item, row = self._rounds.get(key), self._rows.row_of(key)
        if item is None or row is None:
            return False
        if self._vectors.vector_of(key) is None:
            self._vectors.write(row, vector)
        else:
            self._write(item, self._vectors.checked(vector))
        return True

    def remove(self, key: str) -> bool:
        """Take a round out, also from the context of the next one; returns whether it was there."""
        item = self._rounds.get(key)
        if item is None:
            return False
        self._unlink(key)
        del self._rounds[key], self._sequence[key]
        return self._rows.discard(key)

    def relabel(self, key: str, label: Hashable) -> bool:
        """Change what filters look at; returns whether the round is there."""
        item = self._rounds.get(key)
        if item is not None:
            self.put(replace(item, label=label))
        return item is not None

    def clear_vectors(self) -> None:
        """Forget all vectors and their dimension: another model is in use."""
        self._vectors.clear_vectors()

    def vector_of(self, key: str) -> FloatArray | None:
        """Return the vector of a round, normalised, or None while it is pending."""
        return self._vectors.vector_of(key)

    def pending(self) -> list[str]:
        """Return the keys that have no vector yet, the oldest first."""
        return [key for key in self._rounds if self._vectors.vector_of(key) is None]

    def search(
        self,
        text: str,
        vector: FloatArray | None,
        k: int,
        allowed: Allowed = None,
        *,
        floor: float = ROUND_FLOOR,
    ) -> list[RoundHit]:
        """Find the past rounds that answer a question; see `RoundSnapshot.search`."""
        return self.snapshot().search(text, vector, k, allowed, floor=floor)

    def snapshot(self) -> RoundSnapshot:
        """Return an immutable state that another thread may search meanwhile."""
        said, vectors = self._said.snapshot(), self._vectors.snapshot()
        last = self._snapshot
        if last is None or last.rows is not said.rows or last._vectors is not vectors:  # noqa: SLF001 - its own snapshot
            self._places = grown(self._places, said.rows.count)
            last = self._snapshot = RoundSnapshot(
                said=said,
                context=self._context.snapshot(),
                vectors=vectors,
                rounds=self._by_row,
                speakers=tuple(self._speaker_ids),
                places=self._places[: said.rows.count],
                calibration=self._calibration,
            )
        return last

    def keep(self, rows: IntArray, total: int) -> None:
        """Follow the rows when dead ones are dropped."""
        self._by_row = [self._by_row[row] for row in rows.tolist()]
        self._places = grown(grown(self._places, total)[rows], _FIRST_CAPACITY)
        self._snapshot = None

    def _unchanged(self, item: Round) -> bool:
        old = self._rounds.get(item.key)
        return old is not None and old.embedding_text == item.embedding_text

    def _position(self, item: Round) -> tuple[int, int, str]:
        return _microseconds(item), self._sequence[item.key], item.key

    def _write(self, item: Round, vector: FloatArray | None) -> None:
        row = self._rows.append(item.key, item.label)
        before = self._neighbour(item, -1)
        earlier = before.embedding_text if before else ""
        self._said.write(row, f"{item.speaker} {item.text}")
        self._context.write(row, f"{date_words(item.at)} {earlier} {item.speaker} {item.text}")
        self._by_row.append(item)
        session = self._session_ids.setdefault(_session(item), len(self._session_ids))
        self._places = grown(self._places, row + 1)
        self._places[row] = (
            session,
            _microseconds(item),
            self._sequence[item.key],
            self._speaker_ids.setdefault(item.speaker, len(self._speaker_ids)),
            item.at.year * 12 + item.at.month - 1,
        )
        if vector is not None:
            self._vectors.write_unit(row, vector)

    def _neighbour(self, item: Round, step: int) -> Round | None:
        line = self._sessions.get(_session(item), [])
        at = bisect.bisect_left(line, self._position(item)) + step
        return self._rounds[line[at][2]] if 0 <= at < len(line) else None

    def _rewrite_follower(self, item: Round) -> None:
        after = self._neighbour(item, 1)
        if after is not None:
            self._write(after, self._vectors.vector_of(after.key))

    def _unlink(self, key: str) -> None:
        """Take a round out of its session; its text leaves the context of the next one."""
        item = self._rounds[key]
        line = self._sessions[_session(item)]
        at = bisect.bisect_left(line, self._position(item))
        del line[at]
        if at < len(line):
            after = self._rounds[line[at][2]]
            self._write(after, self._vectors.vector_of(after.key))
        if not line:
            del self._sessions[_session(item)]


def _session(item: Round) -> tuple[str, str]:
    return item.conversation, item.session


def _microseconds(item: Round) -> int:
    return round(item.at.timestamp() * 1_000_000)
