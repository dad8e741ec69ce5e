"""How the scores of a round are combined: pure arithmetic over arrays in the order of speaking.

Dense and word scores have no common scale, so each is expressed in standard deviations over the
candidates before they are added (measured on conversations: recall@5 0.58, against 0.53 by
reciprocal ranks). What stands near a good round is likelier to be good too.

    base  = DENSE * z(cosine) + (1 - DENSE) * z(z(said) + z(context))
    score = base + NEIGHBOUR * max(0, base of the round before, of the round after)
                 + SESSION * mean of the three best of its session
                 + SPEAKER where the question names who spoke + MONTH where it names when
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from assistant_app.retrieval.types import Reason, ReasonKind

FloatArray = NDArray[np.float32]
BoolArray = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each part counts; from `python -m tests.benchmarks.retrieval_quality --tune`."""

    dense: float = 0.6
    neighbour: float = 0.25
    session: float = 0.3
    speaker: float = 0.6
    month: float = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """What is known of each candidate; arrays `(n,)`, grouped by session, in order of speaking.

    Attributes:
        cosines: Cosine of question and round.
        known: Where the cosine is a real one.
        said: BM25 of what was said.
        context: BM25 of date, previous round and what was said.
        sessions: Number of the session.
        named_speaker: Whether the question names the speaker.
        named_month: Whether the question names the month.
    """

    cosines: FloatArray
    known: BoolArray
    said: FloatArray
    context: FloatArray
    sessions: NDArray[np.int64]
    named_speaker: BoolArray
    named_month: BoolArray


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """The score of each candidate, `(n,) float32`, and what it is made of."""

    score: FloatArray
    parts: tuple[tuple[ReasonKind, FloatArray], ...]

    def reasons(self, at: int) -> tuple[Reason, ...]:
        """Return what speaks for a candidate, the greatest first."""
        found = [Reason(kind, float(values[at])) for kind, values in self.parts]
        return tuple(sorted((r for r in found if r.value > 0.0), key=lambda r: -r.value))


def combine(candidates: Candidates, weights: Weights | None = None) -> Parts:
    """Score every candidate.

    Args:
        candidates: At least one.
        weights: How much each part counts; the measured ones when None.
    """
    chosen = weights or Weights()
    dense = 0.0 if not candidates.known.any() else chosen.dense
    meaning = np.float32(dense) * standard(candidates.cosines, candidates.known)
    everywhere = np.ones(candidates.said.size, np.bool_)
    both = standard(candidates.said, everywhere) + standard(candidates.context, everywhere)
    words = np.float32(1.0 - dense) * standard(both, everywhere)
    starts = np.flatnonzero(np.diff(candidates.sessions, prepend=candidates.sessions[0] - 1))
    near = np.float32(chosen.neighbour) * _best_neighbour(meaning + words, starts)
    session = np.float32(chosen.session) * _session_mean(meaning + words + near, starts)
    speaker = np.float32(chosen.speaker) * candidates.named_speaker.astype(np.float32)
    month = np.float32(chosen.month) * candidates.named_month.astype(np.float32)
    parts = (
        (ReasonKind.MEANING, meaning),
        (ReasonKind.WORDS, words),
        (ReasonKind.NEIGHBOUR, near),
        (ReasonKind.SESSION, session),
        (ReasonKind.SPEAKER, speaker),
        (ReasonKind.DATE, month),
    )
    return Parts(meaning + words + near + session + speaker + month, parts)


def standard(values: FloatArray, known: BoolArray) -> FloatArray:
    """Return values in standard deviations from their mean; 0 where they are not known or equal."""
    result = np.zeros(values.size, np.float32)
    if known.any():
        seen = values[known].astype(np.float64)
        spread = float(seen.std())
        # Rounding leaves a tiny spread between equal values; it means nothing.
        if spread > 1e-7:
            result[known] = ((seen - seen.mean()) / spread).astype(np.float32)
    return result


def _best_neighbour(base: FloatArray, starts: NDArray[np.int64]) -> FloatArray:
    before = np.zeros_like(base)
    before[1:] = base[:-1]
    before[starts] = 0.0
    after = np.zeros_like(base)
    after[:-1] = base[1:]
    after[starts[1:] - 1] = 0.0
    best: FloatArray = np.maximum(np.maximum(before, after), np.float32(0.0))
    return best


def _session_mean(scores: FloatArray, starts: NDArray[np.int64], top: int = 3) -> FloatArray:
    """Return the mean of the best of each session, spread over its rounds."""
    sizes = np.diff(np.append(starts, scores.size))
    owner = np.repeat(np.arange(starts.size), sizes)
    left = scores.astype(np.float64)
    total = np.zeros(starts.size)
    positions = np.arange(scores.size)
    for turn in range(top):
        best = np.maximum.reduceat(left, starts)
        total += np.where(sizes > turn, best, 0.0)
        # Take out one holder of the best, the first, so that equal ones count again.
        holders = np.where(left == best[owner], positions, scores.size)
        first = np.minimum.reduceat(holders, starts)
        left[first] = -np.inf
    mean = total / np.minimum(sizes, top)
    return mean[owner].astype(np.float32)
