"""Embeds the texts of an evaluation set, keeping the vectors in a folder between runs."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assistant_app.embeddings.port import Embedder, Purpose

FloatArray = NDArray[np.float32]
_BATCH = 32
_PROBE = "Which train goes to the sea?"


class CachedEmbedding:
    """The embedder under test, with a file of vectors per list of texts.

    Args:
        embedder: What computes the vectors.
        folder: Where they are kept; None computes them each time.
    """

    def __init__(self, embedder: Embedder, folder: Path | None) -> None:
        self.embedder = embedder
        self._folder = folder
        # A model under development changes without changing its name.
        self._print = embedder.embed_query(_PROBE).round(3).tobytes().hex()

    def documents(self, texts: Sequence[str], purpose: Purpose) -> FloatArray:
        """Embed stored texts, `(n, d)`."""

        def compute() -> FloatArray:
            batches = [texts[at : at + _BATCH] for at in range(0, len(texts), _BATCH)]
            return np.concatenate(
                [self.embedder.embed_documents(batch, purpose=purpose) for batch in batches]
            )

        return self._kept(purpose.value, texts, compute)

    def queries(self, texts: Sequence[str]) -> FloatArray:
        """Embed questions, `(n, d)`."""
        return self._kept(
            "query", texts, lambda: np.stack([self.embedder.embed_query(text) for text in texts])
        )

    def _kept(
        self, kind: str, texts: Sequence[str], compute: Callable[[], FloatArray]
    ) -> FloatArray:
        if self._folder is None:
            return compute()
        digest = hashlib.sha256(
            "\0".join((self.embedder.space, self._print, kind, *texts)).encode()
        )
        path = self._folder / f"{digest.hexdigest()[:24]}.npy"
        if path.exists():
            stored: FloatArray = np.load(path)
            return stored
        vectors = compute()
        self._folder.mkdir(parents=True, exist_ok=True)
        np.save(path, vectors)
        return vectors
