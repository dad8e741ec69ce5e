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


class TaskFuture(Future[T]):
    """The outcome of a coroutine on another thread's loop.

    It ends when the coroutine has ended. `cancel` only asks: a stopped turn still records its
    partial answer, and whoever waits must not believe it over before that.
    """

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._asked = False
        self._task: asyncio.Task[T] | None = None

    def cancel(self) -> bool:
        """Ask the coroutine to stop; the future ends when it has."""
        with self._lock:
            self._asked = True
            task = self._task
        if task is not None and not task.get_loop().is_closed():
            task.get_loop().call_soon_threadsafe(task.cancel)
        return not self.done()

    def run_on(
        self, loop: asyncio.AbstractEventLoop, make: Callable[[], Coroutine[object, object, T]]
    ) -> None:
        """Start the coroutine; called on the thread of the loop."""
        with self._lock:
            if self._asked:
                self.end_cancelled()
                return
            self._task = loop.create_task(make())
            self._task.add_done_callback(self._take_over)

    def end_cancelled(self) -> None:
        """End as cancelled."""
        if super().cancel():
            self.set_running_or_notify_cancel()

    def _take_over(self, task: asyncio.Task[T]) -> None:
        if task.cancelled():
            self.end_cancelled()
            return
        error = task.exception()
        if error is not None:
            self.set_exception(error)
        else:
            self.set_result(task.result())


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

    def submit(self, make: Callable[[], Coroutine[object, object, T]]) -> TaskFuture[T]:
        """Start a coroutine on the loop, as soon as there is one.

        Args:
            make: Makes the coroutine; called on any thread, and not at all after `stop`.
        """
        outer: TaskFuture[T] = TaskFuture()

        def start() -> None:
            assert self._loop is not None
            self._loop.call_soon_threadsafe(outer.run_on, self._loop, make)

        with self._lock:
            if self._stopped:
                outer.end_cancelled()
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


def _cancel_all(loop: asyncio.AbstractEventLoop) -> None:
    import asyncio

    tasks = asyncio.all_tasks(loop)
    for task in tasks:
        task.cancel()
    if tasks:
        loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
    loop.run_until_complete(loop.shutdown_asyncgens())
