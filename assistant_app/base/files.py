"""The one way to write a user's file: nothing acknowledged is lost, nothing unread is overwritten.

A whole file is replaced: temporary file beside it, flush, fsync, `os.replace`, fsync of the
folder (the recipe of Electrum's wallet storage). A log is appended to and fsynced. What cannot be
read is moved or copied to the quarantine folder and never touched again.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import time
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from assistant_app.base.clock import Clock
from assistant_app.base.errors import ErrorCode, UserError

_FILE_MODE = 0o600
_FOLDER_MODE = 0o700
# Virus scanners and file synchronisers on Windows hold a file for a moment: 10 tries, 20 to 500 ms.
_REPLACE_DELAYS_S = (0.02, 0.04, 0.08, 0.16, 0.32, 0.5, 0.5, 0.5, 0.5)


def make_folder(folder: Path) -> None:
    """Create a folder that only the user can read, with its parents.

    Raises:
        UserError: `disk_full` or `memory_save_failed`.
    """
    if folder.is_dir():
        return
    try:
        # `mkdir` would make the parents readable for everyone.
        missing = [one for one in folder.parents if not one.exists()]
        for one in (*reversed(missing), folder):
            one.mkdir(mode=_FOLDER_MODE, exist_ok=True)
    except OSError as error:
        raise save_error(error, folder) from error


def replace_file(path: Path, chunks: Iterable[bytes]) -> None:
    """Write a whole file so that after a crash either the old or the new one is there.

    Args:
        path: The file to replace; its folder must exist.
        chunks: The contents in slices; a generator may give way between them.

    Raises:
        UserError: `disk_full` or `memory_save_failed`; the old file is as it was.
    """
    replacement = Replacement(path)
    try:
        for chunk in chunks:
            replacement.write(chunk)
        replacement.finish()
    finally:
        replacement.abandon()


class Replacement:
    """A file on its way to take another one's place, written in steps by its owner.

    The old file is untouched until `finish` has returned. `abandon` removes what was written; it
    does nothing after `finish`, so it belongs in a `finally`.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
        try:
            descriptor = os.open(
                self._temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY, _FILE_MODE
            )
        except OSError as error:
            raise save_error(error, path) from error
        self._file: BinaryIO | None = os.fdopen(descriptor, "wb")

    def write(self, data: bytes) -> None:
        """Add bytes.

        Raises:
            UserError: `disk_full` or `memory_save_failed`; the old file is as it was.
        """
        try:
            self._open_file().write(data)
        except OSError as error:
            self.abandon()
            raise save_error(error, self._path) from error

    def finish(self) -> None:
        """Make the bytes durable and put them in the old file's place.

        Raises:
            UserError: `disk_full` or `memory_save_failed`; the old file is as it was.
        """
        file = self._open_file()
        try:
            file.flush()
            os.fsync(file.fileno())
            file.close()
            _replace_with_patience(self._temporary, self._path)
            self._file = None
            sync_folder(self._path.parent)
        except OSError as error:
            self.abandon()
            raise save_error(error, self._path) from error

    def abandon(self) -> None:
        """Remove what was written, unless it has taken its place."""
        if self._file is None:
            return
        file, self._file = self._file, None
        with contextlib.suppress(OSError):
            file.close()  # flushes once more: on a full disk that fails again
        with contextlib.suppress(OSError):
            self._temporary.unlink()

    def _open_file(self) -> BinaryIO:
        if self._file is None:
            raise ValueError("the replacement is finished or abandoned")
        return self._file


class AppendLog:
    """A file that only grows. A line counts as written when `append` has returned.

    A failed append is taken back (the file is cut to its length before), so a later line never
    stands behind half of an earlier one.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        existed = path.exists()
        try:
            self._descriptor = os.open(path, os.O_RDWR | os.O_CREAT | _BINARY, _FILE_MODE)
            self._length = os.lseek(self._descriptor, 0, os.SEEK_END)
        except OSError as error:
            raise save_error(error, path) from error
        if not existed:
            sync_folder(path.parent)
        self._mend_missing_newline()

    @property
    def length(self) -> int:
        """Length of the file in bytes."""
        return self._length

    def append(self, data: bytes, *, durable: bool = True) -> None:
        """Append bytes; with `durable` they are on the disk when this returns.

        Raises:
            UserError: `disk_full` or `memory_save_failed`; the file is as it was.
        """
        try:
            os.lseek(self._descriptor, self._length, os.SEEK_SET)
            view = memoryview(data)
            while view:
                view = view[os.write(self._descriptor, view) :]
            if durable:
                os.fsync(self._descriptor)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, self._length)
            raise save_error(error, self.path) from error
        self._length += len(data)

    def close(self) -> None:
        """Close the file; a second call does nothing."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _mend_missing_newline(self) -> None:
        """End a torn last line, so that the next one does not join it."""
        if self._length == 0:
            return
        os.lseek(self._descriptor, self._length - 1, os.SEEK_SET)
        if os.read(self._descriptor, 1) != b"\n":
            self.append(b"\n")


_BINARY = getattr(os, "O_BINARY", 0)


def sync_folder(folder: Path) -> None:
    """Make a rename in a folder durable; where the system has no such call, do nothing."""
    if os.name == "nt":
        return  # Windows commits a rename with the file; a folder cannot be opened for fsync
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def quarantine_file(path: Path, quarantine: Path, clock: Clock) -> Path:
    """Move a file that could not be read out of the way and return where it lies now."""
    make_folder(quarantine)
    target = _free_name(quarantine, path.name, clock)
    path.replace(target)
    sync_folder(quarantine)
    return target


def quarantine_bytes(data: bytes, name: str, quarantine: Path, clock: Clock) -> Path:
    """Keep a copy of bytes that could not be read, for example one line of a log."""
    make_folder(quarantine)
    target = _free_name(quarantine, name, clock)
    replace_file(target, [data])
    return target


def save_error(error: OSError, path: Path) -> UserError:
    """Turn a failed write into the error that the user can act on."""
    full = error.errno in (errno.ENOSPC, errno.EDQUOT)
    code = ErrorCode.DISK_FULL if full else ErrorCode.MEMORY_SAVE_FAILED
    return UserError(code, path=path, reason=error.strerror or type(error).__name__)


def _replace_with_patience(temporary: Path, path: Path) -> None:
    for delay in _REPLACE_DELAYS_S:
        try:
            temporary.replace(path)
        except PermissionError:
            time.sleep(delay)
        else:
            return
    temporary.replace(path)


def _free_name(folder: Path, name: str, clock: Clock) -> Path:
    stamp = clock().strftime("%Y%m%dT%H%M%S%fZ")
    candidate = folder / f"{stamp}-{name}"
    number = 1
    while candidate.exists():
        candidate = folder / f"{stamp}-{number}-{name}"
        number += 1
    return candidate
