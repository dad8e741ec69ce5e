"""An embedder without a model, for tests: texts that share letters are close, and nothing else is.

Deterministic over processes and machines, instant, and of any dimension.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import numpy as np

from assistant_app.embeddings.checking import normalised
from assistant_app.embeddings.port import Purpose
from assistant_app.embeddings.prepare import prepared

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assistant_app.embeddings.port import FloatArray

_SIZES = (1, 2, 3, 4)


class HashingEmbedder:
    """Hashes character n-grams into a vector.

    Args:
        dimension: Length of a vector.
    """

    def __init__(self, dimension: int = 256) -> None:
        self._dimension = dimension

    @property
    def model_id(self) -> str:
        """See `Embedder.model_id`."""
        return f"test:hashing-{self._dimension}"

    @property
    def space(self) -> str:
        """See `Embedder.space`."""
        return f"hashing-{self._dimension}-1"

    @property
    def dimension(self) -> int | None:
        """The given one."""
        return self._dimension

    @property
    def is_local(self) -> bool:
        """Always true."""
        return True

    @property
    def is_remote_call(self) -> bool:
        """Always false."""
        return False

    def embed_documents(
        self,
        texts: Sequence[str],
        *,
        purpose: Purpose = Purpose.FACT,  # noqa: ARG002 - letters are letters
    ) -> FloatArray:
        """See `Embedder.embed_documents`."""
        vectors = np.zeros((len(texts), self._dimension), np.float32)
        for row, text in enumerate(texts):
            self._count(prepared(text).casefold(), vectors[row])
        return normalised(vectors)

    def embed_query(self, text: str) -> FloatArray:
        """See `Embedder.embed_query`."""
        vector: FloatArray = self.embed_documents([text])[0]
        return vector

    def close(self) -> None:
        """Nothing to release."""

    def _count(self, line: str, vector: FloatArray) -> None:
        if not line:
            return
        padded = f" {line} "
        for size in _SIZES:
            for begin in range(len(padded) - size + 1):
                code = zlib.crc32(padded[begin : begin + size].encode())
                vector[code % self._dimension] += size if code & 0x8000_0000 else -size
