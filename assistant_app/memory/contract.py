"""The contract of two methods behind which any long-term memory can stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from assistant_app.memory.types import (
    GLOBAL_SCOPE,
    Cause,
    CauseKind,
    Draft,
    Origin,
    OriginKind,
    RecallQuery,
)

if TYPE_CHECKING:
    from assistant_app.memory.memory import Memory


_LEARNED = Cause(CauseKind.LEARNED)


@runtime_checkable
class LongTermMemory(Protocol):
    """Something that can be told things, and asked about them later."""

    def update(self, segment: str) -> None:
        """Take in a piece of text. Blank text, repeats and secrets change nothing."""

    def search(self, question: str) -> list[str]:
        """Return what is known about a question, the most relevant first; maybe nothing."""


class SimpleMemory:
    """Keepsake's own memory behind the contract.

    Args:
        memory: The façade.
        scope: The space that is told and asked.
        cause: In whose name things are taken in.
    """

    def __init__(
        self,
        memory: Memory,
        *,
        scope: str = GLOBAL_SCOPE,
        cause: Cause = _LEARNED,
    ) -> None:
        self._memory = memory
        self._scope = scope
        self._cause = cause

    def update(self, segment: str) -> None:
        """Remember the segment as one statement."""
        draft = Draft(segment, scope=self._scope, origin=Origin(OriginKind.AUTOMATIC))
        self._memory.remember((draft,), cause=self._cause)

    def search(self, question: str) -> list[str]:
        """Return what recall finds for the question, pinned memories too, each text once."""
        found = self._memory.recall(RecallQuery(question, scope=self._scope))
        hits = sorted((*found.profile_hits, *found.used), key=lambda hit: -hit.relevance)
        return list(dict.fromkeys(hit.text for hit in hits))


MakeMemory = Callable[[], LongTermMemory]
"""Makes an empty memory; whoever needs one takes this instead of a class."""
