"""Calls that may hang, on a thread that neither a coroutine nor the program's end waits for."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import asyncio

T = TypeVar("T")
_log = logging.getLogger(__name__)


def in_daemon(
    call: Callable[[], T], *, ended: Callable[[], object] = lambda: None, name: str = "call"
) -> asyncio.Future[T]:
    """Make a call on a daemon thread; await the future, with a time limit if wanted.

    Args:
        call: May block as long as it likes; cancelling the future leaves it to itself.
        ended: Called on that thread when the call has come back, however late.
        name: Of the thread.
    """
    import asyncio

    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def settle(result: T | None, error: BaseException | None) -> None:
        if future.done():
            return  # nobody waits any more
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(result)  # type: ignore[arg-type]  # None only beside an error

    def perform() -> None:
        result, error = None, None
        try:
            result = call()
        except BaseException as caught:  # noqa: BLE001 - the boundary: it travels in the future
            error = caught
        finally:
            ended()
        try:
            loop.call_soon_threadsafe(settle, result, error)
        except RuntimeError:
            _log.debug("the loop ended before a late call did")

    threading.Thread(target=perform, name=name, daemon=True).start()
    return future
