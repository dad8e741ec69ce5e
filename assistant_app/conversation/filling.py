"""Fills in the vectors that are missing, wherever the embedding model computes.

A model in this process works on the memory worker, in slices of the lowest lane; a server is asked
on a daemon thread, and only the finished vectors go to the worker.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from itertools import groupby
from typing import TYPE_CHECKING, TypeVar

from assistant_app.base.daemon import in_daemon
from assistant_app.base.lanes import Lane, LaneExecutor

if TYPE_CHECKING:
    from assistant_app.embeddings.port import Embedder
    from assistant_app.memory.memory import Memory
    from assistant_app.memory.vectorbook import Pending

T = TypeVar("T")
_A_REQUEST = 64


class VectorFiller:
    """Fills in missing vectors.

    Args:
        executor: The memory worker.
        memory: The façade; only ever touched on the worker.
    """

    def __init__(self, executor: LaneExecutor, memory: Memory) -> None:
        self._executor = executor
        self._memory = memory

    async def fill_in(self) -> None:
        """Work until nothing is missing.

        Raises:
            UserError: The model cannot be used now; what was filled in stays.
        """
        embedder = await self._on(lambda: self._memory.embedder)
        if embedder is None:
            return
        if embedder.is_remote_call:
            await self._from_server(embedder)
        else:
            while await self._on(self._memory.fill_in):
                pass

    async def check(self) -> None:
        """Ask the model for one vector.

        Raises:
            UserError: It cannot be used, and why.
        """
        embedder = await self._on(lambda: self._memory.embedder)
        if embedder is not None:
            await in_daemon(lambda: embedder.embed_query("Hello"))

    async def _from_server(self, embedder: Embedder) -> None:
        while True:
            wanted = await self._on(lambda: self._memory.pending(_A_REQUEST))
            taken = 0
            for _, group in groupby(wanted, key=lambda one: one.purpose):
                taken += await self._ask(embedder, list(group))
            if not taken:
                return

    async def _ask(self, embedder: Embedder, wanted: list[Pending]) -> int:
        texts = [one.text for one in wanted]
        purpose = wanted[0].purpose
        vectors = await in_daemon(lambda: embedder.embed_documents(texts, purpose=purpose))
        keys = [one.key for one in wanted]
        hashes = [one.hash for one in wanted]
        return await self._on(
            lambda: self._memory.accept_vectors(embedder.space, keys, hashes, vectors)
        )

    async def _on(self, job: Callable[[], T]) -> T:
        return await asyncio.wrap_future(self._executor.submit(job, Lane.BACKGROUND))
