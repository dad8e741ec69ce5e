"""Lets any memory with `update` and `search` stand behind a turn in place of Keepsake's own.

Such a memory knows no ids, states or undo: what it finds is put into the prompt as it is, and what
a turn learns is told to it. It decides by itself what repeats or changes what it knows.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from typing import TypeVar

from assistant_app.base.clock import Clock
from assistant_app.base.lanes import Lane, LaneExecutor
from assistant_app.base.text import has_content
from assistant_app.conversation.port import Neighbours, RecallResult
from assistant_app.memory.contract import LongTermMemory
from assistant_app.memory.types import (
    Cause,
    Changes,
    Draft,
    Entry,
    Hit,
    HitKind,
    Recall,
    RecallQuery,
    Remembered,
    RememberStatus,
    Round,
)

T = TypeVar("T")
_BY_RANK = {"rank": 1.0}


class InjectedMemory:
    """A `MemoryAccess` over the two-method contract.

    Args:
        executor: Where the memory is called; its calls may block.
        memory: Any object with `update` and `search`.
        clock: Time of what is told.
    """

    def __init__(self, executor: LaneExecutor, memory: LongTermMemory, clock: Clock) -> None:
        self._executor = executor
        self._memory = memory
        self._clock = clock

    async def recall(self, query: RecallQuery, *, deadline: float) -> RecallResult:
        """Put what the memory finds into the prompt, in its order, as many as are wanted."""
        del deadline  # whoever asks stops waiting by itself
        if not has_content(query.text):
            return RecallResult(Recall())
        texts = await self._on(Lane.RECALL, lambda: self._memory.search(query.text))
        wanted = texts if query.limit is None else texts[: query.limit]
        hits = tuple(_hit(text, place) for place, text in enumerate(dict.fromkeys(wanted)))
        allowed = tuple(hit for hit in hits if hit.id not in query.exclude)
        return RecallResult(Recall(used=allowed, total=len(texts)))

    async def remember(
        self, drafts: Sequence[Draft], cause: Cause, *, ask: bool
    ) -> tuple[Remembered, ...]:
        """Tell the memory what was learned; without an inbox, `ask` keeps everything out."""
        del cause
        if ask:
            return tuple(Remembered(RememberStatus.REFUSED, None, "ask_first") for _ in drafts)

        def tell() -> tuple[Remembered, ...]:
            for draft in drafts:
                self._memory.update(draft.text)
            return tuple(self._told(draft) for draft in drafts)

        return await self._on(Lane.SAVE, tell)

    async def may_be_same(self, texts: Sequence[str], scope: str) -> tuple[Neighbours, ...]:
        """Know nothing of neighbours: the memory settles repeats and changes itself."""
        del scope
        return ((),) * len(texts)

    async def forget(self, ids: Sequence[str], cause: Cause) -> Changes:
        """Forget nothing: the contract has no word for it."""
        del ids
        return Changes(0, self._clock(), cause)

    async def note_use(self, conversation: str, message: str, hits: Sequence[Hit]) -> None:
        """Count nothing."""

    async def note_round(self, exchange: Round) -> None:
        """Keep no rounds: what is worth keeping was told already."""

    def _told(self, draft: Draft) -> Remembered:
        now = self._clock()
        entry = Entry(_id(draft.text), draft.text, now, now, scope=draft.scope, origin=draft.origin)
        return Remembered(RememberStatus.SAVED, entry, "new")

    async def _on(self, lane: Lane, job: Callable[[], T]) -> T:
        return await asyncio.wrap_future(self._executor.submit(job, lane))


def _hit(text: str, place: int) -> Hit:
    relevance = 1.0 / (place + 1)
    return Hit(HitKind.MEMORY, _id(text), text, relevance, relevance, _BY_RANK)


def _id(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:26]
