"""What the tools need of memory: a port of coroutines, and the same over the memory worker."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from assistant_app.base.lanes import Lane, LaneExecutor
from assistant_app.memory.types import Cause, Changes, Entry, Related

T = TypeVar("T")


class ToolMemory(Protocol):
    """Memory, as tools look at it and change it; finding and adding are the turn's own ways."""

    async def get(self, memory_id: str) -> Entry:
        """Return one memory.

        Raises:
            UserError: `not_found`.
        """

    async def list(self, *, category: str | None, tag: str | None) -> tuple[Entry, ...]:
        """Return the active memories of every scope, the newest first."""

    async def related(self, memory_id: str, k: int) -> tuple[Related, ...]:
        """Return memories that belong near one."""

    async def relabel(
        self,
        memory_id: str,
        *,
        category: str | None,
        tags: tuple[str, ...] | None,
        cause: Cause,
    ) -> Changes:
        """Change category and tags of a memory; what is None stays."""

    async def forget(self, ids: Sequence[str], cause: Cause) -> Changes:
        """Put memories into the trash."""

    async def propose_forget(self, ids: Sequence[str], cause: Cause) -> Changes:
        """Ask the user, in the inbox, whether memories shall go; until then they stay."""


class ToolFacade(Protocol):
    """The part of the façade that is used here; see `Memory`."""

    def get(self, memory_id: str) -> Entry:
        """See `Memory.get`."""

    def list(self, *, category: str | None = None, tag: str | None = None) -> tuple[Entry, ...]:
        """See `Memory.list`."""

    def related(self, memory_id: str, k: int | None = None) -> tuple[Related, ...]:
        """See `Memory.related`."""

    def revise(
        self,
        memory_id: str,
        *,
        category: str | None = None,
        tags: tuple[str, ...] | None = None,
        cause: Cause = ...,
    ) -> Changes:
        """See `Memory.revise`."""

    def forget(self, ids: Sequence[str], *, cause: Cause = ...) -> Changes:
        """See `Memory.forget`."""

    def propose_forget(self, ids: Sequence[str], *, cause: Cause) -> Changes:
        """See `Memory.propose_forget`."""


class LaneToolMemory:
    """The port over the memory worker.

    Args:
        executor: The memory worker.
        memory: The façade; only ever touched on the worker.
    """

    def __init__(self, executor: LaneExecutor, memory: ToolFacade) -> None:
        self._executor = executor
        self._memory = memory

    async def get(self, memory_id: str) -> Entry:
        """Return one memory."""
        return await self._on(Lane.RECALL, lambda: self._memory.get(memory_id))

    async def list(self, *, category: str | None, tag: str | None) -> tuple[Entry, ...]:
        """Return the active memories, the newest first."""
        return await self._on(Lane.RECALL, lambda: self._memory.list(category=category, tag=tag))

    async def related(self, memory_id: str, k: int) -> tuple[Related, ...]:
        """Return memories that belong near one."""
        return await self._on(Lane.RECALL, lambda: self._memory.related(memory_id, k))

    async def relabel(
        self,
        memory_id: str,
        *,
        category: str | None,
        tags: tuple[str, ...] | None,
        cause: Cause,
    ) -> Changes:
        """Change category and tags of a memory."""
        return await self._on(
            Lane.SAVE,
            lambda: self._memory.revise(memory_id, category=category, tags=tags, cause=cause),
        )

    async def forget(self, ids: Sequence[str], cause: Cause) -> Changes:
        """Put memories into the trash."""
        return await self._on(Lane.SAVE, lambda: self._memory.forget(ids, cause=cause))

    async def propose_forget(self, ids: Sequence[str], cause: Cause) -> Changes:
        """Ask the user whether memories shall go."""
        return await self._on(Lane.SAVE, lambda: self._memory.propose_forget(ids, cause=cause))

    async def _on(self, lane: Lane, job: Callable[[], T]) -> T:
        return await asyncio.wrap_future(self._executor.submit(job, lane))
