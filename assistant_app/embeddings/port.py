"""The port that every embedding model implements."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    FloatArray = NDArray[np.float32]


class Purpose(StrEnum):
    """What a stored text is; a model may prepare the two kinds differently."""

    FACT = "fact"
    """A short statement, compared with questions and with other statements."""
    PASSAGE = "passage"
    """A longer text that holds an answer, for example a round of a conversation."""


class Embedder(Protocol):
    """Turns text into vectors whose cosine similarity is closeness of meaning.

    Implementations never return a silent wrong vector: whatever goes wrong raises. Calls block;
    a remote implementation is called from a thread that may wait.
    """

    @property
    def model_id(self) -> str:
        """`provider:model`, as in the setting `embedding.model`."""

    @property
    def space(self) -> str:
        """Name of the vector space: model and preparation; safe as a folder name.

        Vectors of different spaces are not comparable.
        """

    @property
    def dimension(self) -> int | None:
        """Length of a vector; None until a remote model has answered once."""

    @property
    def is_local(self) -> bool:
        """Whether text stays on this machine (computed here, or a server on loopback)."""

    @property
    def is_remote_call(self) -> bool:
        """Whether a call waits for a server; such calls never run on the memory worker."""

    def embed_documents(
        self, texts: Sequence[str], *, purpose: Purpose = Purpose.FACT
    ) -> FloatArray:
        """Embed texts that are stored.

        Args:
            texts: Any text; it is cleaned and cut. A text without content gives a zero row.
            purpose: What the texts are.

        Returns:
            `(n, d) float32`, rows L2-normalised (or zero).

        Raises:
            UserError: `embedding_unavailable`, `not_an_embedding_model`, `dimension_mismatch`,
                or a provider's code.
        """

    def embed_query(self, text: str) -> FloatArray:
        """Embed a question.

        Returns:
            `(d,) float32`, L2-normalised, or zero for a text without content.

        Raises:
            UserError: As `embed_documents`.
        """

    def close(self) -> None:
        """Release connections and memory; a later call may raise."""
