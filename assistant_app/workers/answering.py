"""The answers from memory alone in the language of the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from assistant_app.conversation.answer import MemoryAnswerer


def answerer_in(language: str) -> MemoryAnswerer:
    """Return what answers from memory alone.

    Args:
        language: Of the window, for example `zh_CN`; English where there is no table for it.
    """
    from assistant_app.conversation.answer import MemoryAnswerer
    from assistant_app.conversation.phrases import ENGLISH, TABLES

    return MemoryAnswerer(own=TABLES.get(language.partition("_")[0], ENGLISH))
