"""Which hits are relevant enough."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.retrieval.floors import WORDS_ALONE_FLOOR, WORDS_FLOOR, eligible

SHARE = st.floats(0.0, 1.0)


def one(relevance: float, coverage: float, floor: float, *, known: bool = True) -> bool:
    found = eligible(np.array([relevance]), np.array([coverage]), np.array([known]), floor)
    return bool(found[0])


@pytest.mark.parametrize(
    ("relevance", "coverage", "known", "expected"),
    [
        (0.5, 0.0, True, True),
        (0.49, 0.0, True, False),
        (0.49, WORDS_FLOOR, True, True),
        (0.19, 0.19, True, False),
        (WORDS_ALONE_FLOOR, WORDS_ALONE_FLOOR, False, True),
        (0.04, 0.04, False, False),
        (0.0, 0.0, True, False),
    ],
)
def test_a_hit_passes_by_relevance_or_by_words(
    relevance: float, coverage: float, known: bool, expected: bool
) -> None:
    assert one(relevance, coverage, 0.5, known=known) is expected


@given(SHARE, SHARE, st.floats(-1.0, 1.0), st.booleans())
def test_a_higher_floor_never_lets_more_through(
    cosine: float, coverage: float, floor: float, known: bool
) -> None:
    relevance = max(cosine, coverage)
    if one(relevance, coverage, floor, known=known):
        assert one(relevance, coverage, floor - 0.1, known=known)
    assert not one(0.0, 0.0, floor, known=known)
