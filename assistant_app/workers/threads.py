"""The two threads beside the window: the memory worker and the network.

The memory worker owns the store and the indexes and runs the jobs of a `LaneExecutor`. The network
thread runs one asyncio loop; every HTTP request is a task there, so that cancelling is immediate.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QThread

from assistant_app.base.lanes import LaneExecutor

if TYPE_CHECKING:
    import asyncio

T = TypeVar("T")


class MemoryThread(QThread):
    """Runs the executor of the memory worker until it is closed and its saves are done."""

    def __init__(self, executor: LaneExecutor, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("memory")
        self._executor = executor

    def run(self) -> None:
        """Work; called by Qt on the new thread."""
        self._executor.run()


class NetworkThread(QThread):
    """Runs an asyncio loop; asyncio is imported on this thread, after the window is painted."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("network")
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: list[Callable[[], None]] = []
        self._stopped = False

    def run(self) -> None:
        """Run the loop until `stop`; called by Qt on the new thread."""
        import asyncio

        loop = asyncio.new_event_loop()
        asyncio.set_event_loop(loop)
        with self._lock:
            self._loop = loop
            waiting, self._waiting = self._waiting, []
            stopped = self._stopped
        for start in waiting:
            start()
        try:
            if not stopped:
                loop.run_forever()
        finally:
            _cancel_all(loop)
            loop.close()

    def submit(self, make: Callable[[], Coroutine[object, object, T]]) -> Future[T]:
        """Start a coroutine on the loop, as soon as there is one.

        Args:
            make: Makes the coroutine; called on any thread, and not at all after `stop`.

        Returns:
            A future; cancelling it cancels the task.
        """
        outer: Future[T] = Future()

        def start() -> None:
            import asyncio

            assert self._loop is not None
            if outer.cancelled():
                return
            inner = asyncio.run_coroutine_threadsafe(make(), self._loop)
            inner.add_done_callback(lambda ended: _copy_result(ended, outer))
            outer.add_done_callback(lambda ended: inner.cancel() if ended.cancelled() else None)

        with self._lock:
            if self._stopped:
                outer.cancel()
                return outer
            if self._loop is None:
                self._waiting.append(start)
                return outer
        start()
        return outer

    def stop(self) -> None:
        """Cancel everything and end the loop."""
        with self._lock:
            self._stopped = True
            if self._loop is not None and not self._loop.is_closed():
                self._loop.call_soon_threadsafe(self._loop.stop)


def _copy_result(source: Future[T], target: Future[T]) -> None:
    """Hand a finished future's outcome on, unless the target was cancelled meanwhile."""
    if target.cancelled():
        return
    if source.cancelled():
        target.cancel()
        return
    error = source.exception()
    if error is not None:
        target.set_exception(error)
    else:
        target.set_result(source.result())


def _cancel_all(loop: asyncio.AbstractEventLoop) -> None:
    import asyncio

    tasks = asyncio.all_tasks(loop)
    for task in tasks:
        task.cancel()
    if tasks:
        loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
    loop.run_until_complete(loop.shutdown_asyncgens())
