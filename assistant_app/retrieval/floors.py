"""How relevant a hit must be to be given out at all.

The first two come from `python -m tests.benchmarks.retrieval_quality --facts PATH --locomo PATH`
with the built-in model: the relevance that keeps 95 % of the right ones. Short facts and questions
in other words and languages lie low; rounds repeat the words of a question and lie higher (they
were measured in English only). The floors of words were chosen so that an exact match is never
lost for what a vector says, while stray common words are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from assistant_app.retrieval.rows import BoolArray, FloatArray

FACT_FLOOR = 0.04
"""Keeps 95 % of right facts, and 21 % of wrong ones, which the ranking puts behind."""
ROUND_FLOOR = 0.25
"""Keeps 95 % of right rounds; a question about something else still gets 0.8 of 4 rounds."""
WORDS_FLOOR = 0.2
"""Coverage at which the words keep a hit, whatever its vector says."""
WORDS_ALONE_FLOOR = 0.05
"""The same where there is no vector to ask; any lower is a common word of a long question."""


def eligible(
    relevance: FloatArray, coverage: FloatArray, known: BoolArray, floor: float
) -> BoolArray:
    """Decide which rows are relevant enough, `(n,) bool`.

    Args:
        relevance: The greater of calibrated cosine and coverage.
        coverage: Share of the question's words that a row holds.
        known: Which rows were compared by vector too.
        floor: The least relevance; words are never asked for more than they are by default.
    """
    words = np.where(known, min(floor, WORDS_FLOOR), min(floor, WORDS_ALONE_FLOOR))
    result: BoolArray = (relevance > 0.0) & ((relevance >= floor) | (coverage >= words))
    return result
