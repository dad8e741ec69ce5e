"""The system's keyring, asked on a thread of its own: whatever it does, the caller goes on.

A keyring can hang (a service that is not there, a prompt nobody answers), fail in as many ways as
it has back ends, or be no keyring at all (plain text in a file). All of this ends in
`KeyringFailure`. A late answer is not lost: `late` hands it over when it comes.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

SERVICE = "Keepsake"
_LEAST_PRIORITY = 1
_NO_VAULTS = ("keyring.backends.fail", "keyring.backends.null", "keyrings.alt")


class KeyringFailure(Exception):  # noqa: N818 - it describes a state, callers fall back
    """There is no usable keyring now.

    Attributes:
        reason: `timeout`, `none`, `unsafe`, or the name of the exception's type; never its text,
            which might hold what was to be kept.
    """

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class Backend(Protocol):
    """The part of a keyring back end that is used."""

    def get_password(self, service: str, username: str) -> str | None:
        """Return what is kept, or None."""

    def set_password(self, service: str, username: str, password: str) -> None:
        """Keep a secret."""

    def delete_password(self, service: str, username: str) -> None:
        """Forget a secret."""


@dataclass(frozen=True, slots=True)
class _Job:
    work: Callable[[Backend], object]
    answer: Future[Any]


def system_backend() -> Backend:
    """Return the best back end of this system that really protects what it keeps.

    Raises:
        KeyringFailure: `none` or `unsafe`.
    """
    import keyring
    import keyring.core

    chosen = keyring.get_keyring()
    # The chain may end in a file of plain text: take its best link instead of the whole.
    candidates: list[Any] = list(getattr(chosen, "backends", None) or [chosen])
    for backend in candidates:
        if _is_safe(backend):
            found: Backend = backend
            return found
    raise KeyringFailure("none" if _is_missing(candidates) else "unsafe")


def _is_missing(backends: list[Any]) -> bool:
    modules = [type(backend).__module__ for backend in backends]
    return all(
        name.startswith(("keyring.backends.fail", "keyring.backends.null")) for name in modules
    )


def _is_safe(backend: Any) -> bool:  # back ends share no useful type
    name = type(backend).__module__
    return not name.startswith(_NO_VAULTS) and backend.priority >= _LEAST_PRIORITY


class Vault:
    """One keyring behind a time limit.

    Args:
        find_backend: Called once, on the vault's thread.
        time_limit: Seconds that a caller waits.
    """

    def __init__(
        self, *, find_backend: Callable[[], Backend] = system_backend, time_limit: float = 5.0
    ) -> None:
        self._find_backend = find_backend
        self._time_limit = time_limit
        self._jobs: queue.SimpleQueue[_Job] = queue.SimpleQueue()
        self._start = threading.Lock()
        self._thread: threading.Thread | None = None
        self._overdue: Future[Any] | None = None

    def get(self, username: str, *, late: Callable[[str | None], None]) -> str | None:
        """Return a secret or None.

        Args:
            username: Under which it is kept.
            late: Called on another thread where the answer comes after the time limit.

        Raises:
            KeyringFailure: The keyring does not answer, or cannot be used.
        """
        return self._ask(lambda backend: backend.get_password(SERVICE, username), late)

    def set(self, username: str, secret: str) -> None:
        """Keep a secret, and make sure that it can be had again.

        Raises:
            KeyringFailure: It is not certain that it is kept.
        """

        def keep(backend: Backend) -> None:
            backend.set_password(SERVICE, username, secret)
            if backend.get_password(SERVICE, username) != secret:
                raise KeyringFailure("unsafe")

        self._ask(keep, None)

    def delete(self, username: str) -> None:
        """Forget a secret; where there is none, do nothing.

        Raises:
            KeyringFailure: It is not certain that it is gone.
        """

        def forget(backend: Backend) -> None:
            if backend.get_password(SERVICE, username) is not None:
                backend.delete_password(SERVICE, username)

        self._ask(forget, None)

    def name(self) -> str:
        """Return the name of the back end that is used.

        Raises:
            KeyringFailure: There is none.
        """
        return self._ask(lambda backend: type(backend).__module__, None)

    def _ask(self, work: Callable[[Backend], T], late: Callable[[T], None] | None) -> T:
        if self._overdue is not None:
            if not self._overdue.done():
                raise KeyringFailure("timeout")  # it hangs: nobody waits for it twice
            self._overdue = None
        self._start_thread()
        answer: Future[T] = Future()
        self._jobs.put(_Job(work, answer))
        try:
            return answer.result(self._time_limit)
        except TimeoutError as error:
            if not answer.done():
                self._give_up(answer, late)
                raise KeyringFailure("timeout") from error
            raise KeyringFailure("TimeoutError") from None
        except KeyringFailure:
            raise
        except Exception as error:  # noqa: BLE001 - the boundary: back ends raise what they like
            # `from None`: the cause may carry the secret into a traceback.
            raise KeyringFailure(type(error).__name__) from None

    def _give_up(self, answer: Future[T], late: Callable[[T], None] | None) -> None:
        if answer.cancel():
            return  # it had not begun
        self._overdue = answer
        if late is not None:

            def hand_over(done: Future[T]) -> None:
                if done.exception() is None:
                    late(done.result())

            answer.add_done_callback(hand_over)

    def _start_thread(self) -> None:
        with self._start:
            if self._thread is None:
                # A daemon: a keyring that hangs must not keep the program from ending.
                self._thread = threading.Thread(target=self._work, name="keyring", daemon=True)
                self._thread.start()

    def _work(self) -> None:
        backend: Backend | None = None
        while True:
            job = self._jobs.get()
            if not job.answer.set_running_or_notify_cancel():
                continue
            try:
                backend = backend or self._find_backend()
                result = job.work(backend)
            except BaseException as error:  # noqa: BLE001 - the boundary: it travels in the future
                job.answer.set_exception(error)
            else:
                job.answer.set_result(result)
