"""Searching past rounds: an immutable state of `rounds.RoundIndex` that any thread may ask."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from assistant_app.base.text import has_content
from assistant_app.retrieval.dates import months_named
from assistant_app.retrieval.floors import ROUND_FLOOR, eligible
from assistant_app.retrieval.port import Allowed
from assistant_app.retrieval.round_scores import Candidates, Parts, combine
from assistant_app.retrieval.rows import BoolArray, FloatArray, IntArray, RowsSnapshot
from assistant_app.retrieval.tokenize import terms
from assistant_app.retrieval.types import Calibration, Round, RoundHit
from assistant_app.retrieval.vectors import VectorSnapshot
from assistant_app.retrieval.words import WordSnapshot

# Columns of the table of places, `(n, 5) int64`.
PLACE_COLUMNS = 5
_SESSION, _MOMENT, _SEQUENCE, _SPEAKER, _MONTH = range(PLACE_COLUMNS)


class RoundSnapshot:
    """The rounds at one moment; any thread may search it."""

    def __init__(
        self,
        *,
        said: WordSnapshot,
        context: WordSnapshot,
        vectors: VectorSnapshot,
        rounds: list[Round],
        speakers: tuple[str, ...],
        places: IntArray,
        calibration: Calibration,
    ) -> None:
        self._said = said
        self._context = context
        self._vectors = vectors
        self._rounds = rounds
        self._speakers = speakers
        self._places = places
        self.calibration = calibration

    @property
    def rows(self) -> RowsSnapshot:
        """Keys and filters."""
        return self._said.rows

    def search(
        self,
        text: str,
        vector: FloatArray | None,
        k: int,
        allowed: Allowed = None,
        *,
        floor: float = ROUND_FLOOR,
    ) -> list[RoundHit]:
        """Find the past rounds that answer a question.

        Args:
            text: The question; one without letters and digits finds nothing.
            vector: The question embedded, `(d,) float32`; None searches by words alone.
            k: At most so many.
            allowed: Which rows may be found: a predicate over labels, or one bool per row.
            floor: The least relevance of a hit (see `floors` for hits by words).

        Returns:
            Hits, the greatest score first, equal ones in the order of their keys.

        Raises:
            UserError: `dimension_mismatch`.
        """
        if not has_content(text):
            return []
        order = self._order[self.rows.mask(allowed)[self._order]]
        if not order.size:
            return []
        candidates, coverage = self._candidates(text, vector, order)
        parts = combine(candidates)
        return self._hits(parts, order, candidates, coverage, k=k, floor=floor)

    def candidates(self, text: str, vector: FloatArray | None) -> tuple[list[str], Candidates]:
        """Return what `search` combines, with the keys (for measuring other weights)."""
        found, _ = self._candidates(text, vector, self._order)
        return [self.rows.keys[row] for row in self._order.tolist()], found

    def _candidates(
        self, text: str, vector: FloatArray | None, order: IntArray
    ) -> tuple[Candidates, FloatArray]:
        said, context = self._said.match(text), self._context.match(text)
        cosines, known = self._cosines(vector, order)
        found = Candidates(
            cosines=cosines,
            known=known,
            said=said.bm25[order],
            context=context.bm25[order],
            sessions=self._places[order, _SESSION],
            named_speaker=self._named_speakers(text, order),
            named_month=self._named_months(text, order),
        )
        return found, np.maximum(said.coverage[order], context.coverage[order])

    def _hits(
        self,
        parts: Parts,
        order: IntArray,
        candidates: Candidates,
        coverage: FloatArray,
        *,
        k: int,
        floor: float,
    ) -> list[RoundHit]:
        cosines, known = candidates.cosines, candidates.known
        unrelated = self.calibration.question_to_passage
        calibrated = (cosines - np.float32(unrelated)) / np.float32(max(1e-6, 1.0 - unrelated))
        relevance = np.maximum(np.where(known, calibrated, 0.0), coverage).clip(0.0, 1.0)
        place = np.full(self.rows.count, -1, np.int64)
        place[order] = np.arange(order.size)
        scores = np.zeros(self.rows.count, np.float32)
        scores[order] = parts.score
        wanted = np.zeros(self.rows.count, np.bool_)
        wanted[order] = eligible(relevance, coverage, known, floor)
        hits = []
        for row in self.rows.best(scores, k, wanted).tolist():
            at = int(place[row])
            hits.append(
                RoundHit(
                    key=self.rows.keys[row],
                    conversation=self._rounds[row].conversation,
                    score=float(parts.score[at]),
                    cosine=float(cosines[at]) if known[at] else None,
                    coverage=float(coverage[at]),
                    relevance=float(relevance[at]),
                    reasons=parts.reasons(at),
                )
            )
        return hits

    @cached_property
    def _order(self) -> IntArray:
        """The living rows by session and, inside one, as they were said."""
        living = np.flatnonzero(self.rows.alive)
        places = self._places[living]
        keys = (places[:, _SEQUENCE], places[:, _MOMENT], places[:, _SESSION])
        return living[np.lexsort(keys)]

    def _cosines(self, vector: FloatArray | None, order: IntArray) -> tuple[FloatArray, BoolArray]:
        if vector is None or self._vectors.matrix is None:
            return np.zeros(order.size, np.float32), np.zeros(order.size, np.bool_)
        return self._vectors.cosines(vector)[order], self._vectors.ready[order]

    def _named_speakers(self, text: str, order: IntArray) -> BoolArray:
        asked = frozenset(terms(text))
        words = [frozenset(terms(speaker)) for speaker in self._speakers]
        named = np.fromiter((bool(word) and word <= asked for word in words), np.bool_)
        result: BoolArray = named[self._places[order, _SPEAKER]]
        return result

    def _named_months(self, text: str, order: IntArray) -> BoolArray:
        months = self._places[order, _MONTH]
        found = np.zeros(order.size, np.bool_)
        for named in months_named(text):
            if named.year is None:
                found |= months % 12 == named.month - 1
            else:
                found |= months == named.year * 12 + named.month - 1
        return found
