"""What is done in the background while the window is open: vectors, rounds, ends, compaction.

One task on the network thread hands short jobs to the memory worker in its lowest lane, so that
recall, saving and reading always come first.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from assistant_app.base.errors import UserError
from assistant_app.base.lanes import Lane

if TYPE_CHECKING:
    from assistant_app.memory.types import Changes
    from assistant_app.workers.core import Core, CoreHandle

T = TypeVar("T")
_ROUNDS_A_STEP = 50
_EVERY_S = 60.0
_log = logging.getLogger(__name__)


class Upkeep:
    """The background work of one data folder.

    Args:
        core: The memory worker.
        changed: Told about change sets (what ended by itself), on the network thread.
        refreshed: Told that vectors were filled in, on the network thread.
    """

    def __init__(
        self,
        core: CoreHandle,
        *,
        changed: Callable[[Changes], None],
        refreshed: Callable[[], None],
    ) -> None:
        self._core = core
        self._changed = changed
        self._refreshed = refreshed
        self._wake: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def run(self) -> None:
        """Work until cancelled."""
        self._wake = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        core = await self._core.opened()
        await self._load_rounds(core)
        while True:
            self._wake.clear()
            try:
                await core.vectors.fill_in()
                self._refreshed()
                await self._keep_house(core)
            except UserError as error:
                # A server that is down or a full disk: the same is tried again later, and
                # whatever the user does meanwhile reports for itself.
                _log.info("background work waits: %s", error.code)
            try:
                await asyncio.wait_for(self._wake.wait(), _EVERY_S)
            except TimeoutError:
                continue

    def wake(self) -> None:
        """Look for work now; may be called on any thread."""
        if self._loop is not None and self._wake is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake.set)

    async def _load_rounds(self, core: Core) -> None:
        """Make past conversations recallable, some at a time."""
        rounds = core.conversations.rounds()

        def step(core: Core) -> bool:
            some = tuple(islice(rounds, _ROUNDS_A_STEP))
            core.memory.load_rounds(some)
            return len(some) == _ROUNDS_A_STEP

        while await self._background(step):
            pass

    async def _keep_house(self, core: Core) -> None:
        steps = core.memory.housekeeping()

        def step(core: Core) -> tuple[bool, Changes | None]:
            del core
            for changes in steps:
                return True, changes
            return False, None

        more = True
        while more:
            more, changes = await self._background(step)
            if changes is not None:
                self._changed(changes)

    async def _background(self, job: Callable[[Core], T]) -> T:
        return await asyncio.wrap_future(self._core.submit(job, Lane.BACKGROUND))
