"""`settings.json`: versioned, readable by people, and never a place where something gets lost.

    {"schema": 1, "settings": {"chat.model": "ollama:qwen3:8b", ...}}

Keys that this program does not know, and values that it cannot use, stay in the file as they are.
A file that cannot be read is moved to the quarantine folder, never written over.
"""

from __future__ import annotations

import errno
import json
import threading
from typing import TYPE_CHECKING, TypeVar

from assistant_app.base.clock import system_clock
from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.files import make_folder, quarantine_file, replace_file, save_error
from assistant_app.base.notices import Notice
from assistant_app.settings.declarations import find, known
from assistant_app.settings.migrations import SCHEMA, STEPS, Document, Step, migrate
from assistant_app.settings.values import Settings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from assistant_app.base.clock import Clock
    from assistant_app.base.paths import DataFolder
    from assistant_app.settings.types import Setting

T = TypeVar("T")


class SettingsFile:
    """The settings of one data folder. Reading and writing wait for the disk, `current` does not.

    Args:
        folder: Where `settings.json` lies.
        clock: Stamps what is moved aside.
        schema, steps: The present schema and how to reach it.
    """

    def __init__(
        self,
        folder: DataFolder,
        *,
        clock: Clock = system_clock,
        schema: int = SCHEMA,
        steps: Mapping[int, Step] = STEPS,
    ) -> None:
        self._folder = folder
        self._clock = clock
        self._schema = schema
        self._steps = steps
        self._lock = threading.Lock()
        self._seen: bytes | None = None
        self._document: Document = {}
        self.current = Settings()
        """What was last read or written."""

    def load(self) -> tuple[Notice, ...]:
        """Read the file; where there is none, everything has its default.

        Returns:
            What could not be used: `settings_quarantined`, `settings_unreadable` (`path`,
            `reason`) or `setting_ignored` (`key`, `allowed`).

        Raises:
            UserError: `store_newer` where a newer program wrote it; or the backup before a change
                of schema could not be written. The file is as it was.
        """
        with self._lock:
            try:
                return self._read()
            except OSError as error:
                reason = error.strerror or type(error).__name__
                return (self._notice("settings_unreadable", reason),)

    def set(self, setting: Setting[T], value: T) -> Settings:
        """Set one value and write the file.

        Raises:
            UserError: `setting_invalid`, `disk_full` or `memory_save_failed`; nothing changed.
        """
        return self.set_values({setting.key: value})

    def set_values(self, values: Mapping[str, object]) -> Settings:
        """Set several values by their keys in one write: all of them or none.

        Raises:
            UserError: `setting_unknown`, `setting_invalid`, `disk_full` or `memory_save_failed`;
                nothing changed.
        """
        entries: dict[str, object] = {}
        for key, value in values.items():
            setting = find(key)
            entries[setting.key] = setting.kind.encode(setting.check(value))
        return self._change(entries)

    def set_text(self, key: str, text: str) -> Settings:
        """Set one value as the command line gives it.

        Raises:
            UserError: `setting_unknown`, `setting_invalid`, `disk_full` or `memory_save_failed`.
        """
        setting = find(key)
        return self.set(setting, setting.parse(text))

    def reset(self, setting: Setting[T]) -> Settings:
        """Take one value back to its default and write the file.

        Raises:
            UserError: `disk_full` or `memory_save_failed`; nothing changed.
        """
        return self._change({}, without=setting.key)

    def _change(self, entries: Mapping[str, object], *, without: str = "") -> Settings:
        with self._lock:
            self._read_again()
            values = {**_values_of(self._document), **entries}  # each keeps its place in the file
            values.pop(without, None)
            self._write({**self._document, "schema": self._schema, "settings": values})
            self.current, _ = _decode(values)
            return self.current

    def _read_again(self) -> None:
        """Take in what someone else wrote meanwhile, so that it is not written over."""
        try:
            self._read()
        except OSError as error:
            raise save_error(error, self._folder.settings) from error

    def _read(self) -> tuple[Notice, ...]:
        try:
            data = self._folder.settings.read_bytes()
        except FileNotFoundError:
            self._seen, self._document, self.current = None, {}, Settings()
            return ()
        if data == self._seen:
            return ()
        try:
            document, version = _parse(data)
        except (ValueError, RecursionError) as error:
            return self._put_aside(type(error).__name__)
        if version > self._schema:
            raise UserError(ErrorCode.STORE_NEWER, path=self._folder.settings)
        if version < self._schema:
            self._migrate(document, version, data)
        else:
            self._document, self._seen = document, data
        self.current, refused = _decode(_values_of(self._document))
        return refused

    def _put_aside(self, reason: str) -> tuple[Notice, ...]:
        try:
            quarantine_file(self._folder.settings, self._folder.quarantine, self._clock)
        except UserError as error:  # then it is like any file that cannot be read: left alone
            raise OSError(errno.EACCES, "it cannot be moved aside") from error
        self._seen, self._document, self.current = None, {}, Settings()
        return (self._notice("settings_quarantined", reason),)

    def _migrate(self, document: Document, version: int, data: bytes) -> None:
        """Keep the old file as a backup, then bring it to the present schema."""
        make_folder(self._folder.backups)
        stamp = self._clock().strftime("%Y%m%dT%H%M%SZ")
        replace_file(self._folder.backups / f"{stamp}-settings-{version}.json", [data])
        self._write(migrate(document, version, self._steps, self._schema))

    def _write(self, document: Document) -> None:
        data = _format(document)
        make_folder(self._folder.root)
        replace_file(self._folder.settings, [data])
        self._document, self._seen = document, data

    def _notice(self, code: str, reason: str) -> Notice:
        return Notice(code, {"path": str(self._folder.settings), "reason": reason})


def _parse(data: bytes) -> tuple[Document, int]:
    document = json.loads(data.decode("utf-8-sig"))
    if not isinstance(document, dict) or not isinstance(document.get("settings", {}), dict):
        raise ValueError("not a settings file")  # noqa: TRY004 - it is unreadable like the others
    version = document.get("schema", 1)  # who writes the file by hand may leave it out
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise ValueError("no schema number")
    return document, version


def _format(document: Document) -> bytes:
    try:
        return (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode()
    except UnicodeEncodeError:  # half a character in an unknown field: kept, as an escape
        return (json.dumps(document, indent=2) + "\n").encode()


def _values_of(document: Document) -> dict[str, object]:
    values = document.get("settings", {})
    return values if isinstance(values, dict) else {}


def _decode(values: Mapping[str, object]) -> tuple[Settings, tuple[Notice, ...]]:
    good: dict[str, object] = {}
    refused = []
    for key, value in values.items():
        setting = known(key)
        if setting is None:
            continue
        try:
            good[key] = setting.kind.decode(value)
        except (TypeError, ValueError):
            # The value itself is not told: it may be a secret in the wrong place.
            params = {"key": key, "allowed": setting.kind.allowed}
            refused.append(Notice("setting_ignored", params))
    return Settings(good), tuple(refused)
