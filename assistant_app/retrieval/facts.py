"""The index of facts: short statements, found by meaning and by words together.

`score = cosine - hubness + WORD_WEIGHT * coverage`, where hubness is what the fact has in common
with every question (`calibration.hubness`). Neither ranks nor min-max values are fused: a question
that shares no word with the right fact would lend its empty words full weight there (measured:
hit@1 falls from 0.82 to 0.54). Relevance is the greater of the calibrated cosine and the coverage,
so words that match exactly are never dropped for what the vector says.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np

from assistant_app.base.text import has_content
from assistant_app.retrieval.calibration import hubness
from assistant_app.retrieval.floors import FACT_FLOOR, eligible
from assistant_app.retrieval.foreign import ForeignSnapshot, ForeignVectors
from assistant_app.retrieval.port import Allowed, VectorIndex
from assistant_app.retrieval.rows import BoolArray, FloatArray, IntArray, Rows, RowsSnapshot, grown
from assistant_app.retrieval.types import Calibration, FactHit, Neighbour, Reason, ReasonKind
from assistant_app.retrieval.vectors import FlatVectorIndex, VectorSnapshot
from assistant_app.retrieval.words import WordIndex, WordSnapshot

WORD_WEIGHT = 0.5
"""Flat between 0.25 and 0.5 on the facts, and up to 2 on conversations."""
HUBNESS_WEIGHT = 0.5
"""As published. A small gain: with the built-in model one more of 64 right facts comes first (hit@1
0.875 to 0.891, MRR 0.908 to 0.918); two more with earlier vectors of it, one less with others."""
PART_COVERAGE = 0.35
"""Coverage of a text that only contains the typed letters; below any exact match of the words."""
_FIRST_CAPACITY = 64


@dataclass(frozen=True, slots=True, eq=False)
class FactSnapshot:
    """The facts at one moment; any thread may search it."""

    words: WordSnapshot
    vectors: VectorSnapshot | ForeignSnapshot
    hubness: FloatArray
    calibration: Calibration

    @property
    def rows(self) -> RowsSnapshot:
        """Keys and filters."""
        return self.words.rows

    def search(
        self,
        text: str,
        vector: FloatArray | None,
        k: int,
        allowed: Allowed = None,
        *,
        floor: float = FACT_FLOOR,
        partial: bool = False,
    ) -> list[FactHit]:
        """Find the facts that answer a question.

        Args:
            text: The question; one without letters and digits finds nothing.
            vector: The question embedded, `(d,) float32`; None searches by words alone.
            k: At most so many.
            allowed: Which rows may be found: a predicate over labels, or one bool per row.
            floor: The least relevance of a hit (see `floors` for hits by words).
            partial: Also find texts that merely contain the typed letters (a search box).

        Returns:
            Hits, the greatest score first, equal ones in the order of their keys.

        Raises:
            UserError: `dimension_mismatch`.
        """
        if not has_content(text) or not self.rows.count:
            return []
        mask = self.rows.mask(allowed)
        coverage = self.words.match(text).coverage
        part = self._parts(text, coverage) if partial else np.empty(0, np.int64)
        coverage[part] = PART_COVERAGE
        unrelated = np.float32(self.calibration.question_to_fact)
        cosines, known = self._cosines(vector, unrelated)
        spread = max(1e-6, 1.0 - float(unrelated))
        relevance = np.maximum(np.clip((cosines - unrelated) / spread, 0.0, 1.0), coverage)
        wanted = mask & eligible(relevance, coverage, known, floor)
        meaning = cosines - np.where(known, self.hubness, np.float32(0.0))
        scores = meaning + np.float32(WORD_WEIGHT) * coverage
        parts = set(part.tolist())
        return [
            FactHit(
                key=self.rows.keys[row],
                score=float(scores[row]),
                cosine=float(cosines[row]) if known[row] else None,
                coverage=float(coverage[row]),
                relevance=float(relevance[row]),
                reasons=_reasons(
                    float(meaning[row]) if known[row] else 0.0,
                    float(coverage[row]),
                    part=row in parts,
                ),
            )
            for row in self.rows.best(scores, k, wanted).tolist()
        ]

    def neighbours(
        self, of: str | FloatArray, k: int, allowed: Allowed = None, *, floor: float = 0.0
    ) -> list[Neighbour]:
        """Find facts close to another fact: for related ones and for duplicates.

        Args:
            of: The key of a fact (which is left out), or the vector of a fact.
            k: At most so many.
            allowed: Which rows may be found.
            floor: The least fact-to-fact cosine.

        Returns:
            Neighbours, the closest first; none when the key has no vector.

        Raises:
            UserError: `dimension_mismatch`.
        """
        mask = self.rows.mask(allowed) & self.vectors.ready
        if isinstance(of, str):
            row = self.rows.row_of(of)
            if row is None or not self.vectors.ready[row]:
                return []
            query = self.vectors.of_rows(np.array([row]))[0]
            mask = mask.copy()
            mask[row] = False
        else:
            query = of
        cosines = self.vectors.cosines(query)
        return [
            Neighbour(
                key=self.rows.keys[row],
                cosine=float(cosines[row]),
                relevance=self.calibration.fact(float(cosines[row])),
            )
            for row in self.rows.best(cosines, k, mask & (cosines >= floor)).tolist()
        ]

    def _parts(self, text: str, coverage: FloatArray) -> IntArray:
        containing = self.words.containing(text)
        return containing[coverage[containing] < PART_COVERAGE]

    def _cosines(
        self, vector: FloatArray | None, unrelated: np.float32
    ) -> tuple[FloatArray, BoolArray]:
        """Return a cosine for every row, and where it is a real one.

        A row whose vector is still to come stands where unrelated texts stand, so that its words
        decide alone.
        """
        if vector is None or self.vectors.empty:
            count = self.rows.count
            return np.full(count, unrelated, np.float32), np.zeros(count, np.bool_)
        ready = self.vectors.ready
        return np.where(ready, self.vectors.cosines(vector), unrelated), ready


class FactIndex:
    """The owner's side: facts by key, with words at once and a vector when it comes.

    Args:
        calibration: Where unrelated texts lie in the vector space in use.
        vectors: An empty index that keeps the vectors; None keeps them here, in one matrix.
    """

    def __init__(
        self, calibration: Calibration | None = None, vectors: VectorIndex | None = None
    ) -> None:
        self._rows = Rows()
        self._words = WordIndex(self._rows, keep_texts=True)
        self._vectors: FlatVectorIndex | ForeignVectors = (
            FlatVectorIndex(self._rows) if vectors is None else ForeignVectors(vectors, self._rows)
        )
        self._texts: dict[str, tuple[str, Hashable]] = {}
        self._snapshot: FactSnapshot | None = None
        self._calibration = calibration or Calibration()
        self._hubness = np.zeros(_FIRST_CAPACITY, np.float32)
        self._rows.attach(self)

    @property
    def calibration(self) -> Calibration:
        """Where unrelated texts lie; set it when the vector space changes."""
        return self._calibration

    @calibration.setter
    def calibration(self, calibration: Calibration) -> None:
        self._calibration = calibration
        vectors = self._vectors.snapshot()
        rows = np.flatnonzero(vectors.ready)
        if rows.size:
            self._hubness = grown(self._hubness, vectors.rows.count)
            self._hubness[rows] = self._excess_hubness(vectors.of_rows(rows))
        self._snapshot = None

    @property
    def dimension(self) -> int | None:
        """Length of a vector; None while there is none."""
        return self._vectors.dimension

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, key: object) -> bool:
        return key in self._rows

    def put(
        self, key: str, text: str, vector: FloatArray | None = None, label: Hashable = None
    ) -> None:
        """Add a fact, or replace the one under the same key.

        Args:
            key: Unique name.
            text: The fact.
            vector: Its vector, `(d,) float32`; None keeps the one it has when the text is
                unchanged, else it is pending and found by words.
            label: What filters look at; few distinct values.

        Raises:
            UserError: `dimension_mismatch`, `bad_response`; the index is then unchanged.
        """
        if vector is not None:
            vector = self._vectors.checked(vector)
        elif key in self._texts and self._texts[key][0] == text:
            vector = self._vectors.vector_of(key)
        self._vectors.drop(key)
        row = self._rows.append(key, label)
        self._words.write(row, text)
        if vector is not None:
            self._write_vector(row, vector)
        self._texts[key] = (text, label)

    def set_vector(self, key: str, vector: FloatArray) -> bool:
        """Fill in or replace the vector of a fact.

        Returns:
            False when the fact is gone meanwhile.

        Raises:
            UserError: `dimension_mismatch`, `bad_response`.
        """
        row = self._rows.row_of(key)
        if row is None:
            return False
        if self._vectors.vector_of(key) is None:
            self._write_vector(row, self._vectors.checked(vector))
        else:
            text, label = self._texts[key]
            self.put(key, text, vector, label)
        return True

    def remove(self, key: str) -> bool:
        """Take a fact out, words and vector; returns whether it was there."""
        self._texts.pop(key, None)
        self._vectors.drop(key)
        return self._rows.discard(key)

    def clear_vectors(self) -> None:
        """Forget all vectors and their dimension: another model is in use."""
        self._vectors.clear_vectors()
        self._hubness = np.zeros(_FIRST_CAPACITY, np.float32)

    def vector_of(self, key: str) -> FloatArray | None:
        """Return the vector of a fact, normalised, or None while it is pending."""
        return self._vectors.vector_of(key)

    def pending(self) -> list[str]:
        """Return the keys that have no vector yet, the oldest first."""
        return [key for key in self._rows.living_keys() if self._vectors.vector_of(key) is None]

    def search(
        self,
        text: str,
        vector: FloatArray | None,
        k: int,
        allowed: Allowed = None,
        *,
        floor: float = FACT_FLOOR,
        partial: bool = False,
    ) -> list[FactHit]:
        """Find the facts that answer a question; see `FactSnapshot.search`."""
        return self.snapshot().search(text, vector, k, allowed, floor=floor, partial=partial)

    def neighbours(
        self, of: str | FloatArray, k: int, allowed: Allowed = None, *, floor: float = 0.0
    ) -> list[Neighbour]:
        """Find facts close to another fact; see `FactSnapshot.neighbours`."""
        return self.snapshot().neighbours(of, k, allowed, floor=floor)

    def snapshot(self) -> FactSnapshot:
        """Return an immutable state that another thread may search meanwhile."""
        words, vectors = self._words.snapshot(), self._vectors.snapshot()
        last = self._snapshot
        if last is None or last.words is not words or last.vectors is not vectors:
            self._measure_hubness(vectors)
            last = self._snapshot = FactSnapshot(
                words, vectors, self._hubness[: words.rows.count], self._calibration
            )
        return last

    def keep(self, rows: IntArray, total: int) -> None:
        """Follow the rows when dead ones are dropped."""
        self._hubness = grown(grown(self._hubness, total)[rows], _FIRST_CAPACITY)
        self._snapshot = None

    def _write_vector(self, row: int, unit: FloatArray) -> None:
        self._vectors.write_unit(row, unit)
        self._hubness = grown(self._hubness, row + 1)
        # Measured for all new rows at once, when a search needs it.
        self._hubness[row] = np.nan

    def _measure_hubness(self, vectors: VectorSnapshot | ForeignSnapshot) -> None:
        self._hubness = grown(self._hubness, vectors.rows.count)
        missing = np.flatnonzero(np.isnan(self._hubness[: vectors.rows.count]))
        missing = missing[vectors.ready[missing]]
        if missing.size and not vectors.empty:
            self._hubness[missing] = self._excess_hubness(vectors.of_rows(missing))

    def _excess_hubness(self, vectors: FloatArray) -> FloatArray:
        """What is taken off the score of each fact; 0 for a fact as usual."""
        questions = self._calibration.questions
        if questions is None or questions.shape[1] != vectors.shape[1]:
            return np.zeros(len(vectors), np.float32)
        usual = np.float32(self._calibration.usual_hubness)
        return np.float32(HUBNESS_WEIGHT) * (hubness(vectors, questions) - usual)


def _reasons(meaning: float, coverage: float, *, part: bool) -> tuple[Reason, ...]:
    found = []
    if meaning > 0.0:
        found.append(Reason(ReasonKind.MEANING, meaning))
    if coverage > 0.0:
        kind = ReasonKind.PART if part else ReasonKind.WORDS
        found.append(Reason(kind, WORD_WEIGHT * coverage))
    return tuple(sorted(found, key=lambda reason: -reason.value))
