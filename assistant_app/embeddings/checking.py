"""Makes vectors trustworthy: right number, finite, of one length, normalised.

A server that changes its model behind the same name, or answers with fewer rows than it was sent,
would otherwise corrupt an index without a word.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import numpy as np

from assistant_app.base.errors import ErrorCode, UserError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from assistant_app.embeddings.port import FloatArray


def normalised(matrix: NDArray[np.floating]) -> FloatArray:
    """Scale rows to length one; a zero row stays zero.

    Args:
        matrix: `(n, d)`, finite.

    Returns:
        `(n, d) float32`.
    """
    wide = matrix.astype(np.float64)
    # Squares of very large values overflow and those of very small ones vanish: scale first.
    largest = np.abs(wide).max(axis=1, keepdims=True, initial=0)
    np.divide(wide, largest, out=wide, where=largest > 0)
    lengths = np.linalg.norm(wide, axis=1, keepdims=True)
    np.divide(wide, lengths, out=wide, where=lengths > 0)
    return wide.astype(np.float32)


class VectorGuard:
    """Checks every answer of one model against what was asked and what it answered before.

    Args:
        model: Named in errors.
        dimension: Length of a vector, if it is known from an earlier run.
    """

    def __init__(self, model: str, dimension: int | None = None) -> None:
        self._model = model
        self._dimension = dimension
        self._lock = threading.Lock()

    @property
    def dimension(self) -> int | None:
        """Length of a vector; None until the first answer."""
        return self._dimension

    def accept(self, rows: Sequence[object], count: int) -> FloatArray:
        """Turn the rows of an answer into vectors.

        Args:
            rows: One sequence of numbers for each text.
            count: Number of texts that were sent.

        Returns:
            `(count, d) float32`, rows L2-normalised or zero.

        Raises:
            UserError: `bad_response`, `not_an_embedding_model` when the rows are empty,
                `dimension_mismatch`.
        """
        if len(rows) != count:
            raise self._bad(f"{len(rows)} vectors for {count} texts")
        try:
            matrix = np.asarray(rows, np.float64)
        except (TypeError, ValueError) as error:  # text, null or rows of different length
            raise self._bad("vectors are not numbers of one length") from error
        if matrix.ndim != 2:
            raise self._bad("vectors are not rows of numbers")
        if matrix.shape[1] == 0:
            raise UserError(ErrorCode.NOT_AN_EMBEDDING_MODEL, model=self._model)
        if not np.isfinite(matrix).all():
            raise self._bad("vectors are not finite")
        self._hold(matrix.shape[1])
        return normalised(matrix)

    def _hold(self, dimension: int) -> None:
        with self._lock:
            if self._dimension is None:
                self._dimension = dimension
        if self._dimension != dimension:
            raise UserError(
                ErrorCode.DIMENSION_MISMATCH,
                model=self._model,
                expected=self._dimension,
                found=dimension,
            )

    def _bad(self, detail: str) -> UserError:
        return UserError(ErrorCode.BAD_RESPONSE, model=self._model, detail=detail)
