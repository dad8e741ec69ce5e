"""A one-thread executor with priorities: the owner of the store runs here.

The window gives it a QThread, the command line a plain thread; both call `run`. Work waits in
lanes: recall before saving, saving before filling in what is missing. A job runs to its end, so
long work is cut into slices by its author, each a job of its own.
"""

from __future__ import annotations

import heapq
import itertools
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, TypeVar

T = TypeVar("T")


class Lane(IntEnum):
    """How urgent a job is; a lower number runs first."""

    RECALL = 0
    SAVE = 1
    READ = 2
    BACKGROUND = 3


@dataclass(frozen=True, slots=True, order=True)
class _Job:
    lane: Lane
    order: int
    perform: Callable[[], None] = field(compare=False)
    future: Future[Any] = field(compare=False)


class LaneExecutor:
    """Runs jobs one at a time on the thread that calls `run`, the most urgent first."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._jobs: list[_Job] = []
        self._order = itertools.count()
        self._closed = False

    def submit(self, job: Callable[[], T], lane: Lane = Lane.READ) -> Future[T]:
        """Queue a job; the future carries its result or its exception.

        After `close` the future is cancelled at once.
        """
        future: Future[T] = Future()

        def perform() -> None:
            try:
                result = job()
            except BaseException as error:  # noqa: BLE001 - the boundary: it travels in the future
                future.set_exception(error)
            else:
                future.set_result(result)

        with self._condition:
            if self._closed:
                future.cancel()
                return future
            heapq.heappush(self._jobs, _Job(lane, next(self._order), perform, future))
            self._condition.notify()
        return future

    def run(self) -> None:
        """Work until `close` is called and every job of the saving lanes has been done."""
        while True:
            with self._condition:
                while not self._jobs and not self._closed:
                    self._condition.wait()
                if not self._jobs:
                    return
                job = heapq.heappop(self._jobs)
                refused = self._closed and job.lane > Lane.SAVE
            if refused:
                job.future.cancel()
            elif job.future.set_running_or_notify_cancel():
                job.perform()

    def close(self) -> None:
        """Refuse new work. Saves that wait are still done, everything else is cancelled."""
        with self._condition:
            self._closed = True
            self._condition.notify_all()


def start_thread(executor: LaneExecutor, name: str) -> threading.Thread:
    """Run an executor on a daemon thread of its own (the command line and tests)."""
    thread = threading.Thread(target=executor.run, name=name, daemon=True)
    thread.start()
    return thread
