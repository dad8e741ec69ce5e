"""Takes out of a vector what only says which language a text is in.

Vectors of multilingual-e5 lie together by language before they lie together by meaning: a Chinese
question finds no English fact. Subtracting the mean of all languages, and projecting out the
directions in which the means of the languages differ, brings translations together. The file is
made by `packaging/compute_language_directions.py` from text that has nothing to do with anybody's
memories.
"""

from __future__ import annotations

import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np

from assistant_app.embeddings.checking import normalised
from assistant_app.embeddings.e5.weights import WeightsError

if TYPE_CHECKING:
    from pathlib import Path

    from assistant_app.embeddings.port import FloatArray


@dataclass(frozen=True, slots=True)
class LanguageDirections:
    """What is removed: `mean (d,) float32` and `directions (k, d) float32`, orthonormal rows."""

    mean: FloatArray
    directions: FloatArray

    @classmethod
    def load(cls, path: Path, width: int) -> Self:
        """Read the file.

        Raises:
            OSError: It cannot be read.
            WeightsError: It does not hold directions of this width.
        """
        try:
            with np.load(path, allow_pickle=False) as arrays:
                mean = np.ascontiguousarray(arrays["mean"], np.float32)
                directions = np.ascontiguousarray(arrays["directions"], np.float32)
        except (KeyError, ValueError, EOFError, zipfile.BadZipFile) as error:
            raise WeightsError("damaged language directions") from error
        if mean.shape != (width,) or directions.ndim != 2 or directions.shape[1] != width:
            raise WeightsError("language directions of another model")
        return cls(mean, directions)

    def remove(self, vectors: FloatArray) -> FloatArray:
        """Remove the languages and normalise.

        Args:
            vectors: `(n, d) float32`, as the encoder gives them.

        Returns:
            `(n, d) float32`, rows L2-normalised or zero.
        """
        centred = normalised(vectors) - self.mean
        return normalised(centred - (centred @ self.directions.T) @ self.directions)
