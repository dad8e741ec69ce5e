"""Answers are checked before anything believes them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.embeddings.checking import VectorGuard, normalised


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([[1.0, 2.0]], ErrorCode.BAD_RESPONSE),
        ([[1.0], [1.0], [1.0]], ErrorCode.BAD_RESPONSE),
        ([[1.0, 2.0], [1.0]], ErrorCode.BAD_RESPONSE),
        ([[1.0, None], [1.0, 2.0]], ErrorCode.BAD_RESPONSE),
        ([[1.0, "x"], [1.0, 2.0]], ErrorCode.BAD_RESPONSE),
        ([[1.0, float("nan")], [1.0, 2.0]], ErrorCode.BAD_RESPONSE),
        ([[1.0, float("inf")], [1.0, 2.0]], ErrorCode.BAD_RESPONSE),
        ([1.0, 2.0], ErrorCode.BAD_RESPONSE),
        ([[[1.0]], [[1.0]]], ErrorCode.BAD_RESPONSE),
        ([None, None], ErrorCode.BAD_RESPONSE),
        ([{}, {}], ErrorCode.BAD_RESPONSE),
        ([[], []], ErrorCode.NOT_AN_EMBEDDING_MODEL),
        ([[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]], ErrorCode.DIMENSION_MISMATCH),
    ],
)
def test_a_wrong_answer_is_refused(rows, code):
    guard = VectorGuard("m", 2)
    with pytest.raises(UserError) as caught:
        guard.accept(rows, 2)
    assert caught.value.code is code
    assert guard.dimension == 2


def test_the_first_answer_fixes_the_dimension():
    guard = VectorGuard("m")
    assert guard.dimension is None
    guard.accept([[1.0, 0.0]], 1)
    assert guard.dimension == 2
    with pytest.raises(UserError) as caught:
        guard.accept([[1.0, 0.0, 0.0]], 1)
    assert caught.value.params == {"model": "m", "expected": "2", "found": "3"}


def test_zero_stays_zero_and_the_rest_is_normalised():
    assert VectorGuard("m").accept([[0.0, 0.0], [3, 4]], 2).tolist() == [
        [0, 0],
        pytest.approx([0.6, 0.8]),
    ]


@given(st.lists(st.lists(st.floats(-1e30, 1e30), min_size=3, max_size=3), min_size=1, max_size=5))
def test_rows_are_one_or_zero_long_whatever_their_size(rows):
    lengths = np.linalg.norm(normalised(np.array(rows)), axis=1)
    assert all(abs(length - 1) < 1e-5 or length == 0 for length in lengths)
