"""How a store comes to life: snapshot, the lines after it, and what stands in for the damaged.

Nothing that could not be read is written over: files are moved aside, lines are copied, and each
finding becomes a notice. Where a snapshot is lost, the newest good archive and the journal, which
keeps every change set, stand in for it.
"""

from __future__ import annotations

import contextlib
import gzip
import logging
import time
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, cast

from assistant_app.base.clock import Clock
from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.files import quarantine_bytes, quarantine_file
from assistant_app.base.paths import DataFolder
from assistant_app.memory.store.codec import BadRecord
from assistant_app.memory.store.journal import (
    Line,
    Segment,
    decode_line,
    lines_of,
    looks_torn,
    read_changes,
    read_lines,
    segment_of,
    segments,
    seq_of,
)
from assistant_app.memory.store.snapshot import Contents, SnapshotUnreadable, read_snapshot
from assistant_app.memory.store.undo import RecentChanges
from assistant_app.memory.types import Changes, Entry, Notice

_GIVE_WAY_EVERY = 32

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class Loaded:
    """What the files hold.

    Attributes:
        entries: By id.
        snapshot_seq: The change set up to which the snapshot speaks.
        last_seq: The newest change set.
        lines: How many lines came after the snapshot.
        recent: The last of those change sets, the oldest first.
        extra: Unknown fields of the snapshot file.
        notices: What was odd.
        repaired: Something was mended, so a fresh snapshot is due.
        good_length: Of the newest segment, up to what is to be dropped; None for all of it.
    """

    entries: dict[str, Entry] = field(default_factory=dict)
    snapshot_seq: int = 0
    last_seq: int = 0
    lines: int = 0
    recent: RecentChanges = field(default_factory=RecentChanges)
    extra: Mapping[str, object] = field(default_factory=dict)
    notices: list[Notice] = field(default_factory=list)
    repaired: bool = False
    good_length: int | None = None


def load(folder: DataFolder, clock: Clock) -> Loaded:
    """Read a data folder.

    Raises:
        UserError: `store_newer`, `store_unreadable` (no right to read), or a code of saving when
            a damaged file could not be moved aside.
    """
    return _Loading(folder, clock).run()


class _Loading:
    """The state of one reading."""

    def __init__(self, folder: DataFolder, clock: Clock) -> None:
        self._folder = folder
        self._clock = clock
        self._loaded = Loaded()
        self._bad_in_a_row = 0

    def run(self) -> Loaded:
        loaded = self._loaded
        parts = segments(self._folder.journal)
        salvaged = self._read_snapshot(parts)
        for number, segment in enumerate(parts):
            following = parts[number + 1].first_seq if number + 1 < len(parts) else None
            if following is None or following > loaded.snapshot_seq + 1:
                self._replay(segment, newest=following is None)
        if parts:  # a segment without good lines still stands for the numbers before it
            loaded.last_seq = max(loaded.last_seq, parts[-1].first_seq - 1)
        for entry_id, entry in salvaged.items():
            loaded.entries.setdefault(entry_id, entry)
        return loaded

    def _read_snapshot(self, parts: list[Segment]) -> dict[str, Entry]:
        """Fill in what the snapshot holds; return what may stand in for missing entries."""
        path = self._folder.memories
        try:
            contents = read_snapshot(lambda: path.open("rb"))
        except FileNotFoundError:
            if parts and (parts[0].first_seq > 1 or parts[0].compressed):
                self._stand_in()  # there was a snapshot once
            return {}
        except SnapshotUnreadable as error:
            self._move_aside(path)
            self._stand_in()
            return error.salvaged
        except OSError as error:
            raise _unreadable(path, error) from error
        self._take(contents)
        if not contents.bad:
            return {}
        for record in contents.bad:
            self._keep(record, f"{path.name}.record")
        return _newest_versions(parts, contents.last_seq)

    def _move_aside(self, path: Path) -> None:
        try:
            moved = quarantine_file(path, self._folder.quarantine, self._clock)
        except OSError as error:
            raise _unreadable(path, error) from error
        params = {"file": path.name, "moved_to": str(moved)}
        self._loaded.notices.append(Notice("snapshot_quarantined", params))

    def _stand_in(self) -> None:
        self._loaded.repaired = True
        for path in newest_archives(self._folder):
            contents = contents_of_archive(path)
            if contents is not None:
                self._take(contents)
                params = {"backup": path.name}
                self._loaded.notices.append(Notice("restored_from_backup", params))
                return

    def _take(self, contents: Contents) -> None:
        loaded = self._loaded
        loaded.entries = contents.entries
        loaded.snapshot_seq = loaded.last_seq = contents.last_seq
        loaded.extra = contents.extra

    def _replay(self, segment: Segment, *, newest: bool) -> None:
        try:
            for number, line in enumerate(read_lines(segment)):
                if line.data and not self._is_in_snapshot(line):
                    self._apply(segment, line, newest=newest)
                if number % _GIVE_WAY_EVERY == 0:
                    time.sleep(0)
        except OSError as error:
            raise _unreadable(segment.path, error) from error

    def _apply(self, segment: Segment, line: Line, *, newest: bool) -> None:
        try:
            changes = decode_line(line.data)
        except BadRecord:
            if not line.complete and newest:
                self._loaded.good_length = line.offset
            if not (newest and looks_torn(line)):
                self._bad_in_a_row += 1
                self._keep(line.data, f"{segment.path.name}.{line.offset}")
            return
        if changes.seq <= self._loaded.snapshot_seq:
            return
        self._check_sequence(changes.seq)
        loaded = self._loaded
        loaded.entries.update((entry.id, entry) for entry in changes.put)
        loaded.last_seq = max(loaded.last_seq, changes.seq)
        loaded.lines += 1
        loaded.recent.append(changes)

    def _is_in_snapshot(self, line: Line) -> bool:
        seq = seq_of(line.data)
        return line.complete and seq is not None and seq <= self._loaded.snapshot_seq

    def _check_sequence(self, seq: int) -> None:
        expected = self._loaded.last_seq + 1
        told_already = expected < seq <= expected + self._bad_in_a_row
        self._bad_in_a_row = 0
        if seq != expected and not told_already:
            params = {"expected": str(expected), "found": str(seq)}
            self._loaded.notices.append(Notice("sequence_gap", params))
            self._loaded.repaired = True

    def _keep(self, data: bytes, name: str) -> None:
        """Copy bytes to the quarantine, unless an earlier start has done so."""
        self._loaded.repaired = True
        quarantine = self._folder.quarantine
        known = quarantine.glob(f"*-{name}") if quarantine.is_dir() else ()
        if any(path.read_bytes() == data for path in known):
            return
        moved = quarantine_bytes(data, name, quarantine, self._clock)
        params = {"file": name, "moved_to": str(moved)}
        self._loaded.notices.append(Notice("line_quarantined", params))


def newest_archives(folder: DataFolder) -> list[Path]:
    """Return the archives of a data folder, the newest first."""
    if not folder.backups.is_dir():
        return []
    paths = folder.backups.glob("*.zip")
    return sorted(paths, key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)


def contents_of_archive(path: Path) -> Contents | None:
    """Read the memories in an archive, its journal included; None when it is damaged."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            contents = Contents()
            if "memories.json" in names:
                contents = read_snapshot(partial(archive.open, "memories.json"))
            for changes in _changes_in(archive, names):
                if changes.seq > contents.last_seq:
                    contents.entries.update((entry.id, entry) for entry in changes.put)
                    contents.last_seq = changes.seq
    except (OSError, EOFError, zipfile.BadZipFile, SnapshotUnreadable, UserError) as error:
        _log.warning("the archive %s cannot stand in: %s", path.name, type(error).__name__)
        return None
    return contents if contents.last_seq or contents.entries else None


def _changes_in(archive: zipfile.ZipFile, names: Iterable[str]) -> Iterator[Changes]:
    parts = [segment_of(Path(name)) for name in names if name.startswith("journal/")]
    for part in sorted(filter(None, parts), key=lambda part: part.first_seq):
        with archive.open(part.path.as_posix()) as member:
            plain = gzip.GzipFile(fileobj=member) if part.compressed else member
            for line in lines_of(cast("IO[bytes]", plain)):
                with contextlib.suppress(BadRecord):
                    yield decode_line(line.data)


def _newest_versions(parts: list[Segment], last_seq: int) -> dict[str, Entry]:
    """Return every entry as the journal last put it, up to a change set."""
    found: dict[str, Entry] = {}
    for segment in parts:
        for changes in read_changes(segment):
            if changes.seq <= last_seq:
                found.update((entry.id, entry) for entry in changes.put)
    return found


def _unreadable(path: Path, error: OSError) -> UserError:
    reason = error.strerror or type(error).__name__
    return UserError(ErrorCode.STORE_UNREADABLE, path=path, reason=reason)
