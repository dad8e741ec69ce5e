"""Brings the result of work on another thread to a callback on the window's thread.

Results travel as queued signals only. A callback belongs to an owner (a widget); when the owner is
gone the result is dropped. Bugs reach `sys.excepthook`, which makes the report; the sentences for
a `UserError` are the caller's.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from typing import TypeVar

import shiboken6
from PySide6.QtCore import QObject, Qt, Signal, Slot

from assistant_app.base.errors import Cancelled, UserError

T = TypeVar("T")
Done = Callable[[T], None]
Failed = Callable[[UserError], None]


class Delivery(QObject):
    """Lives on the window's thread and calls back there.

    Signals:
        failed(UserError): A job failed and its caller gave no `failed` of its own.
    """

    failed = Signal(object)
    _arrived = Signal(object, object, object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._arrived.connect(self._call_back, Qt.ConnectionType.QueuedConnection)

    def deliver(
        self,
        future: Future[T],
        owner: QObject,
        done: Done[T] | None = None,
        failed: Failed | None = None,
    ) -> None:
        """Call `done(result)` or `failed(error)` on the window's thread when the future ends.

        Args:
            future: Work on any thread.
            owner: Whoever waits; when it has been deleted, nothing is called.
            done: Takes the result.
            failed: Takes a `UserError`; without it the signal `failed` tells the window.
        """
        future.add_done_callback(lambda ended: self._arrived.emit(ended, owner, done, failed))

    @Slot(object, object, object, object)
    def _call_back(
        self,
        future: Future[T],
        owner: QObject,
        done: Done[T] | None,
        failed: Failed | None,
    ) -> None:
        if future.cancelled() or not shiboken6.isValid(owner):
            return
        error = future.exception()
        if error is None:
            if done is not None:
                done(future.result())
        elif isinstance(error, UserError):
            (failed or self.failed.emit)(error)
        elif not isinstance(error, Cancelled | CancelledError):
            sys.excepthook(type(error), error, error.__traceback__)
