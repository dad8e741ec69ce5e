"""Category and tags of a memory: what the user typed, or what can be made up from the words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant_app.memory.categories import (
    category_by_meaning,
    category_by_words,
    clean_category,
)
from assistant_app.memory.options import MemoryOptions
from assistant_app.memory.rules import NeverCheck
from assistant_app.memory.tags import automatic_tags, clean_tags
from assistant_app.memory.types import DEFAULT_CATEGORY

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from assistant_app.memory.vectorbook import VectorBook

    FloatArray = NDArray[np.float32]


class Labels:
    """Makes up what nobody typed.

    Args:
        book: Holds the examples of the categories in the present space.
        options: The least closeness that decides.
        never: Says what may not be kept.
    """

    def __init__(self, book: VectorBook, options: MemoryOptions, never: NeverCheck) -> None:
        self._book = book
        self._options = options
        self._never = never

    def category(self, text: str, typed: str | None, vector: FloatArray | None) -> str:
        """Return the typed category, or one by words, or one by meaning.

        A typed one that may not be kept is as good as none.
        """
        if typed is not None and self._never.may_label(typed):
            return clean_category(typed)
        named = category_by_words(text)
        if named is not None:
            return named
        prototypes = self._book.prototypes
        if vector is None or not prototypes or len(vector) != len(next(iter(prototypes.values()))):
            return DEFAULT_CATEGORY
        near = category_by_meaning(
            vector, prototypes, self._book.cosine_of(self._options.category_floor)
        )
        return near or DEFAULT_CATEGORY

    def tags(self, text: str, typed: tuple[str, ...] | None) -> tuple[str, ...]:
        """Return the typed tags, or the significant words; never what may not be kept."""
        tags = automatic_tags(text) if typed is None else clean_tags(typed)
        return tuple(tag for tag in tags if self._never.may_label(tag))
