"""How much to embed in one go, so that a thread stays free for what is urgent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from assistant_app.embeddings.port import Embedder

_DEFAULT_TEXTS = 32


@runtime_checkable
class Sliced(Protocol):
    """An embedder that knows how long a text takes it."""

    def batches(self, texts: Sequence[str]) -> Iterator[slice]:
        """Cut work into pieces of at most about 100 ms each.

        A piece has at least one text; one long text may take longer. The generator measures as it
        goes: ask for the next piece after the last one has been embedded.

        Yields:
            Neighbouring slices of `texts` that cover all of it.
        """


def batches(embedder: Embedder, texts: Sequence[str]) -> Iterator[slice]:
    """Cut work into pieces for any embedder.

    Args:
        embedder: Who will embed.
        texts: What is to be embedded.

    Yields:
        Neighbouring slices of `texts` that cover all of it.
    """
    if isinstance(embedder, Sliced):
        yield from embedder.batches(texts)
        return
    for begin in range(0, len(texts), _DEFAULT_TEXTS):
        yield slice(begin, min(begin + _DEFAULT_TEXTS, len(texts)))
