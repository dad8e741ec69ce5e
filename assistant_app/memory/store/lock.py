"""One program at a time works on a data folder; the system frees the lock when it dies."""

from __future__ import annotations

from types import TracebackType
from typing import Self

import filelock

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.files import make_folder, save_error
from assistant_app.base.paths import DataFolder

_MODE = 0o600


class StoreLock:
    """The lock of a data folder.

    Args:
        folder: The data folder; created when missing.
    """

    def __init__(self, folder: DataFolder) -> None:
        self._folder = folder
        # Not bound to a thread: the window takes it on one and gives it back on another.
        self._lock = filelock.FileLock(folder.lock, mode=_MODE, thread_local=False)

    @property
    def held(self) -> bool:
        """Whether this program has it."""
        return self._lock.is_locked

    def acquire(self) -> None:
        """Take the lock without waiting.

        Raises:
            UserError: `store_locked` when another program has it, `disk_full` or
                `memory_save_failed` when the file cannot be made.
        """
        make_folder(self._folder.root)
        try:
            self._lock.acquire(blocking=False)
        except filelock.Timeout as error:
            raise UserError(ErrorCode.STORE_LOCKED, path=self._folder.root) from error
        except OSError as error:
            raise save_error(error, self._folder.lock) from error

    def release(self) -> None:
        """Give it back; a second call does nothing."""
        self._lock.release()

    def __enter__(self) -> Self:
        self.acquire()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()
