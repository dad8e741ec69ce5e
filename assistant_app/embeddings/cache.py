"""Remembers vectors, so that the same text is not computed, or paid for, twice."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

import numpy as np

from assistant_app.embeddings.batching import batches
from assistant_app.embeddings.port import Purpose

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from assistant_app.embeddings.port import Embedder, FloatArray

CAPACITY = 10_000
_QUERY = "query"


class CachedEmbedder:
    """An embedder in front of another, with the vectors that were used last.

    Safe to use from several threads; the lock is never held while something is computed. Ten
    thousand vectors of the built-in model take 16 MB.

    Args:
        inner: Who computes; closed with the cache.
        capacity: Number of vectors that are kept.
    """

    def __init__(self, inner: Embedder, *, capacity: int = CAPACITY) -> None:
        self._inner = inner
        self._capacity = capacity
        self._lock = threading.Lock()
        self._vectors: OrderedDict[tuple[str, str, str], FloatArray] = OrderedDict()

    @property
    def model_id(self) -> str:
        """That of the inner embedder."""
        return self._inner.model_id

    @property
    def space(self) -> str:
        """That of the inner embedder."""
        return self._inner.space

    @property
    def dimension(self) -> int | None:
        """That of the inner embedder."""
        return self._inner.dimension

    @property
    def is_local(self) -> bool:
        """That of the inner embedder."""
        return self._inner.is_local

    @property
    def is_remote_call(self) -> bool:
        """That of the inner embedder."""
        return self._inner.is_remote_call

    def embed_documents(
        self, texts: Sequence[str], *, purpose: Purpose = Purpose.FACT
    ) -> FloatArray:
        """See `Embedder.embed_documents`; a text that occurs twice is computed once."""
        found = {text: self._look_up(purpose, text) for text in dict.fromkeys(texts)}
        missing = [text for text, vector in found.items() if vector is None]
        if missing or not texts:
            computed = self._inner.embed_documents(missing, purpose=purpose)
            if not texts:
                return computed
            for text, vector in zip(missing, computed, strict=True):
                found[text] = self._keep(purpose, text, vector)
        return np.array([found[text] for text in texts], np.float32)

    def embed_query(self, text: str) -> FloatArray:
        """See `Embedder.embed_query`."""
        vector = self._look_up(_QUERY, text)
        if vector is None:
            vector = self._keep(_QUERY, text, self._inner.embed_query(text))
        return vector.copy()

    def batches(self, texts: Sequence[str]) -> Iterator[slice]:
        """Those of the inner embedder (see `batching.Sliced`)."""
        return batches(self._inner, texts)

    def close(self) -> None:
        """Forget everything and close the inner embedder."""
        with self._lock:
            self._vectors.clear()
        self._inner.close()

    def _look_up(self, purpose: str, text: str) -> FloatArray | None:
        key = (self._inner.space, str(purpose), text)
        with self._lock:
            vector = self._vectors.get(key)
            if vector is not None:
                self._vectors.move_to_end(key)
            return vector

    def _keep(self, purpose: str, text: str, vector: FloatArray) -> FloatArray:
        kept = vector.copy()  # not a view, which would keep its whole batch alive
        if kept.size == 0:
            return kept  # a blank text before the dimension is known
        key = (self._inner.space, str(purpose), text)
        with self._lock:
            self._vectors[key] = kept
            while len(self._vectors) > self._capacity:
                self._vectors.popitem(last=False)
        return kept
