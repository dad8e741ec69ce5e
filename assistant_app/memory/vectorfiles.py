"""Which file keeps which vectors, behind a port: vectors on disk are a cache, never the truth."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from assistant_app.embeddings.port import Purpose
from assistant_app.memory.store.vectors import Part, VectorRows, drop_everywhere, sidecar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from assistant_app.base.paths import DataFolder

    FloatArray = NDArray[np.float32]


class VectorFile(Protocol):
    """Vectors of one space and purpose; see `store.vectors.VectorSidecar`."""

    @property
    def calibration(self) -> Mapping[str, float]:
        """Figures of the space; empty until they were measured."""

    def set_calibration(self, calibration: Mapping[str, float], *, dimension: int) -> None:
        """Keep the figures of the space."""

    def load(self, owners: Mapping[str, str]) -> VectorRows:
        """Read the rows whose content hash is still that of the owner's text."""

    def append(self, keys: Sequence[str], hashes: Sequence[str], rows: FloatArray) -> None:
        """Add or replace rows, `(n, d) float32`."""

    def compaction_due(self, owners: int) -> bool:
        """Whether most of the file belongs to nobody."""

    def compaction(self, owners: Mapping[str, str]) -> Iterator[None]:
        """Write the file anew in steps, without the rows that belong to nobody."""

    def clear(self) -> None:
        """Remove every row and the figures."""

    def close(self) -> None:
        """Close the file."""


class VectorFiles(Protocol):
    """Finds the file of a space."""

    def open(self, space: str, purpose: Purpose) -> VectorFile:
        """Return the vectors of a space for one purpose."""

    def erase(self, keys: Collection[str]) -> None:
        """Remove the rows of erased texts from every space."""


class FolderVectorFiles:
    """The files in a data folder.

    Args:
        folder: The data folder.
    """

    def __init__(self, folder: DataFolder) -> None:
        self._folder = folder

    def open(self, space: str, purpose: Purpose) -> VectorFile:
        """Return the vectors of a space for one purpose."""
        return sidecar(self._folder, space, _PARTS[purpose])

    def erase(self, keys: Collection[str]) -> None:
        """Remove the rows of erased texts from every space."""
        drop_everywhere(self._folder, keys)


_PARTS = {Purpose.FACT: Part.FACTS, Purpose.PASSAGE: Part.ROUNDS}
