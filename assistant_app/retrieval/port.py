"""Ports of this package: what an exchangeable vector index must offer."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    FloatArray = NDArray[np.float32]
    BoolArray = NDArray[np.bool_]

Allowed: TypeAlias = "Callable[[Hashable], bool] | BoolArray | None"
"""A filter: a predicate over labels (asked once per distinct label), or one bool per row."""


class VectorSearch(Protocol):
    """Something that can be asked which vectors are close; immutable, for any thread."""

    def search(
        self, query: FloatArray, k: int, allowed: Allowed = None
    ) -> tuple[list[str], FloatArray]:
        """Find the closest vectors.

        Args:
            query: `(d,) float32`; need not be normalised.
            k: At most so many.
            allowed: Which rows may be found.

        Returns:
            Keys and their cosines, the closest first, equal ones in the order of their keys.

        Raises:
            UserError: `dimension_mismatch`.
        """

    def vector_of(self, key: str) -> FloatArray | None:
        """Return the vector of a key, normalised (or zero), or None."""


class VectorIndex(VectorSearch, Protocol):
    """Vectors by key; one owner writes."""

    @property
    def dimension(self) -> int | None:
        """Length of a vector; None while the index has never held one."""

    def __len__(self) -> int:
        """How many keys have a vector."""

    def __contains__(self, key: object) -> bool:
        """Whether a key has a vector."""

    def put(self, key: str, vector: FloatArray, label: Hashable = None) -> None:
        """Add a vector, or replace the one under the same key.

        Raises:
            UserError: `dimension_mismatch`; `bad_response` for a number that is not finite.
        """

    def remove(self, key: str) -> bool:
        """Take a key out; returns whether it was there."""

    def clear_vectors(self) -> None:
        """Forget every vector and the dimension: another model is in use."""

    def snapshot(self) -> VectorSearch:
        """Return an immutable state that another thread may search meanwhile."""
