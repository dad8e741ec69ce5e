"""The arithmetic of rounds against plain loops."""

from __future__ import annotations

import statistics
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.retrieval.round_scores import Candidates, Weights, combine, standard
from assistant_app.retrieval.types import ReasonKind

ROWS = st.lists(
    st.tuples(
        st.integers(-9, 9),  # cosine, tenths
        st.booleans(),  # known
        st.integers(0, 4),  # said
        st.integers(0, 4),  # context
        st.integers(0, 3),  # session
        st.booleans(),  # speaker
        st.booleans(),  # month
    ),
    min_size=1,
    max_size=14,
).map(lambda rows: sorted(rows, key=lambda row: row[4]))


def candidates(rows: list[tuple[Any, ...]]) -> Candidates:
    columns = list(zip(*rows, strict=True))
    return Candidates(
        cosines=np.array(columns[0], "f4") / 10,
        known=np.array(columns[1], bool),
        said=np.array(columns[2], "f4"),
        context=np.array(columns[3], "f4"),
        sessions=np.array(columns[4], "i8"),
        named_speaker=np.array(columns[5], bool),
        named_month=np.array(columns[6], bool),
    )


def z(values: list[float]) -> list[float]:
    spread = statistics.pstdev(values)
    return [(v - statistics.fmean(values)) / spread if spread > 1e-7 else 0.0 for v in values]


def by_loops(rows: list[tuple[Any, ...]], weights: Weights) -> list[float]:
    known = [n for n, row in enumerate(rows) if row[1]]
    dense = weights.dense if known else 0.0
    meaning = [0.0] * len(rows)
    for n, value in zip(known, z([rows[n][0] / 10 for n in known]) if known else [], strict=True):
        meaning[n] = value
    pairs = zip(z([r[2] for r in rows]), z([r[3] for r in rows]), strict=True)
    words = z([said + context for said, context in pairs])
    base = [dense * m + (1 - dense) * w for m, w in zip(meaning, words, strict=True)]
    near = []
    for n, row in enumerate(rows):
        sides = [m for m in (n - 1, n + 1) if 0 <= m < len(rows) and rows[m][4] == row[4]]
        near.append(base[n] + weights.neighbour * max([0.0, *(base[m] for m in sides)]))
    scores = []
    for n, row in enumerate(rows):
        best = sorted((near[m] for m in range(len(rows)) if rows[m][4] == row[4]), reverse=True)
        total = near[n] + weights.session * statistics.fmean(best[:3])
        scores.append(total + weights.speaker * row[5] + weights.month * row[6])
    return scores


@given(ROWS)
def test_arrays_give_what_loops_give(rows: list[tuple[Any, ...]]) -> None:
    weights = Weights(dense=0.7, neighbour=0.2, session=0.4, speaker=0.5, month=0.3)
    found = combine(candidates(rows), weights).score
    assert found.tolist() == pytest.approx(by_loops(rows, weights), abs=1e-4)


@given(ROWS)
def test_the_parts_add_up_to_the_score(rows: list[tuple[Any, ...]]) -> None:
    found = combine(candidates(rows))
    total = sum(values for _, values in found.parts)
    assert found.score.tolist() == pytest.approx(np.asarray(total).tolist(), abs=1e-5)
    assert np.isfinite(found.score).all()
    for at in range(len(rows)):
        values = [reason.value for reason in found.reasons(at)]
        assert values == sorted(values, reverse=True)
        assert all(value > 0 for value in values)


def test_without_any_vector_the_words_have_all_the_weight() -> None:
    rows = [(5, False, 3, 1, 0, False, False), (9, False, 0, 0, 1, False, False)]
    found = combine(candidates(rows), Weights(session=0.0))
    assert found.score.tolist() == pytest.approx([1.0, -1.0])
    assert [reason.kind for reason in found.reasons(0)] == [ReasonKind.WORDS]


@pytest.mark.parametrize("equal", [0.1, 1 / 3, 1e6])
def test_equal_values_deviate_by_nothing(equal: float) -> None:
    values = np.full(7, equal, np.float32)
    assert standard(values, np.ones(7, bool)).tolist() == [0.0] * 7
