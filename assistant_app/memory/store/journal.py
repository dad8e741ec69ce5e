"""The journal: one line a change set, checked by a CRC; the log, the history, the source of undo.

Segments are named after the first change set they may hold. The newest is appended to; older
ones are compressed after a snapshot and read for history and undo only.
"""

from __future__ import annotations

import contextlib
import gzip
import zlib
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from assistant_app.base.clock import format_utc, parse_utc
from assistant_app.base.files import AppendLog, Replacement, make_folder, save_error
from assistant_app.memory.store.codec import (
    BadRecord,
    canonical_json,
    cause_from_dict,
    cause_to_dict,
    entry_from_dict,
    entry_to_dict,
    loads,
)
from assistant_app.memory.types import Changes

_PLAIN = ".jsonl"
_COMPRESSED = ".jsonl.gz"
_NAME_DIGITS = 10
_SLICE_BYTES = 262_144
_GZIP_WBITS = 31
_LINE_START = b'{"seq":'
_CHANGE_MARK = b'"change":'


@dataclass(frozen=True, slots=True)
class Segment:
    """One file of the journal.

    Attributes:
        path: Where it lies.
        first_seq: No line in it has a lower number.
        compressed: Whether it is a `.jsonl.gz`.
    """

    path: Path
    first_seq: int
    compressed: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a segment as it lies in the file.

    Attributes:
        offset: Where it begins, in bytes of the uncompressed text.
        data: Its bytes without the line feed.
        complete: Whether a line feed ends it.
    """

    offset: int
    data: bytes
    complete: bool


def segments(folder: Path) -> list[Segment]:
    """Return the segments of a journal folder in order.

    Where a crash left a segment both plain and compressed, the plain one counts.
    """
    found: dict[int, Segment] = {}
    for path in sorted(folder.glob(f"*{_PLAIN}*")) if folder.is_dir() else ():
        segment = segment_of(path)
        if segment and (not segment.compressed or segment.first_seq not in found):
            found[segment.first_seq] = segment
    return [found[first] for first in sorted(found)]


def segment_of(path: Path) -> Segment | None:
    """Return what a file of the journal folder is by its name; None for anything else."""
    compressed = path.name.endswith(_COMPRESSED)
    stem = path.name.removesuffix(_COMPRESSED if compressed else _PLAIN)
    if not stem.isascii() or not stem.isdigit():
        return None
    return Segment(path, int(stem), compressed)


def segment_path(folder: Path, first_seq: int) -> Path:
    """Return where a new segment lies; the padding keeps folders sorted for people."""
    return folder / f"{first_seq:0{_NAME_DIGITS}d}{_PLAIN}"


def encode_line(changes: Changes) -> bytes:
    """Return the journal line of a change set, line feed included.

    The change is put together entry by entry: `canonical_json` of all of it, in short calls.
    """
    change = b"".join(
        (
            b'{"before":[',
            b",".join(
                b"null" if entry is None else canonical_json(entry_to_dict(entry))
                for entry in changes.before
            ),
            b'],"cause":',
            canonical_json(cause_to_dict(changes.cause)),
            b',"put":[',
            b",".join(canonical_json(entry_to_dict(entry)) for entry in changes.put),
            b"]}",
        )
    )
    return line_of(changes.seq, format_utc(changes.at), change)


def line_of(seq: int, at: str, change: bytes) -> bytes:
    """Frame the canonical JSON of a change as a journal line."""
    head = f'{{"seq":{seq},"at":"{at}","crc":"{zlib.crc32(change):08x}","change":'
    return b"".join((head.encode(), change, b"}\n"))


def decode_record(data: bytes) -> dict[str, object]:
    """Decode and check one line as plain JSON values.

    Raises:
        BadRecord: No JSON, no change set, or the checksum is wrong.
    """
    record = loads(data)
    if not isinstance(record, dict) or not isinstance(record.get("change"), dict):
        raise BadRecord("not a change set")
    # Lines that we wrote hold the canonical change as their tail; only others are encoded again.
    mark = data.find(_CHANGE_MARK)
    written = data[mark + len(_CHANGE_MARK) : -1]
    expected = record.get("crc")
    if f"{zlib.crc32(written):08x}" != expected:
        try:
            canonical = canonical_json(record["change"])
        except ValueError as error:
            raise BadRecord("change") from error
        if f"{zlib.crc32(canonical):08x}" != expected:
            raise BadRecord("checksum")
    return record


def decode_line(data: bytes) -> Changes:
    """Decode and check one line.

    Raises:
        BadRecord: It is damaged.
    """
    record = decode_record(data)
    change = cast("dict[str, object]", record["change"])
    seq, at = record.get("seq"), record.get("at")
    put, before = change.get("put"), change.get("before")
    if not isinstance(seq, int) or not isinstance(at, str):
        raise BadRecord("seq or at")
    if not isinstance(put, list) or not isinstance(before, list) or len(put) != len(before):
        raise BadRecord("put and before")
    try:
        moment = parse_utc(at)
    except ValueError as error:
        raise BadRecord("at") from error
    return Changes(
        seq=seq,
        at=moment,
        cause=cause_from_dict(change.get("cause")),
        put=tuple(entry_from_dict(item) for item in put),
        before=tuple(None if item is None else entry_from_dict(item) for item in before),
    )


def read_lines(segment: Segment) -> Iterator[Line]:
    """Stream the lines of a segment; a damaged compressed one ends early.

    Raises:
        OSError: The file cannot be opened.
    """
    with _open(segment) as file:
        yield from lines_of(file)


def lines_of(file: IO[bytes]) -> Iterator[Line]:
    """Stream the lines of an open segment; a damaged compressed one ends early."""
    offset = 0
    # A compressed file may be cut or damaged: what came before that point counts.
    with contextlib.suppress(EOFError, zlib.error, gzip.BadGzipFile):
        for data in file:
            yield Line(offset, data.rstrip(b"\n"), data.endswith(b"\n"))
            offset += len(data)


def read_changes(segment: Segment, *, containing: bytes = b"") -> Iterator[Changes]:
    """Stream the good change sets of a segment, those that hold some bytes only.

    Damaged lines are left out; whoever opens the store has told about them already.
    """
    for line in read_lines(segment):
        if not line.data or containing not in line.data:
            continue
        with contextlib.suppress(BadRecord):
            yield decode_line(line.data)


def seq_of(data: bytes) -> int | None:
    """Return the number of a line as we write it, without decoding the rest."""
    if not data.startswith(_LINE_START):
        return None
    digits = data[len(_LINE_START) : data.find(b",")]
    return int(digits) if digits.isdigit() else None


def looks_torn(line: Line) -> bool:
    """Whether a last line is the beginning of one that was never acknowledged."""
    beginning = line.data[: len(_LINE_START)]
    return not line.complete and _LINE_START.startswith(beginning) and b"\0" not in line.data


class JournalWriter:
    """Appends to the newest segment; opens it at the first line, so reading needs no right to.

    Args:
        folder: Of the journal.
        path: The segment to go on with.
        good_length: Its length up to the torn line that is to be dropped; None for all of it.
    """

    def __init__(self, folder: Path, path: Path, *, good_length: int | None = None) -> None:
        self._folder = folder
        self._path = path
        self._good_length = good_length
        self._log: AppendLog | None = None

    @property
    def path(self) -> Path:
        """The segment that the next line goes to."""
        return self._path

    def append(self, line: bytes) -> None:
        """Append a line; it is on the disk when this returns.

        Raises:
            UserError: `disk_full` or `memory_save_failed`; the journal is as it was.
        """
        self._open().append(line)

    def rotate(self, first_seq: int) -> None:
        """Go on in a new segment, which is there at once: its name says what the others hold.

        Raises:
            UserError: `disk_full` or `memory_save_failed`; the journal is as it was.
        """
        path = segment_path(self._folder, first_seq)
        if path != self._path and self._path.exists():
            self._drop_torn_line()
            self.close()
        self._path = path
        self._open()

    def close(self) -> None:
        """Close the file; the next append opens it again."""
        if self._log is not None:
            self._log.close()
            self._log = None

    def _open(self) -> AppendLog:
        if self._log is None:
            make_folder(self._folder)
            self._drop_torn_line()
            self._log = AppendLog(self._path)
        return self._log

    def _drop_torn_line(self) -> None:
        if self._good_length is None or not self._path.exists():
            return
        try:
            with self._path.open("r+b") as file:
                file.truncate(self._good_length)
        except OSError as error:
            raise save_error(error, self._path) from error
        self._good_length = None


def compress(path: Path) -> Generator[None, None, None]:
    """Compress a finished segment in steps; the plain file goes when the other one is durable.

    Raises:
        UserError: `disk_full` or `memory_save_failed`; the plain segment is as it was.
    """
    compressor = zlib.compressobj(wbits=_GZIP_WBITS)
    replacement = Replacement(path.with_name(path.name + ".gz"))
    try:
        with path.open("rb") as file:
            while data := file.read(_SLICE_BYTES):
                replacement.write(compressor.compress(data))
                yield
        replacement.write(compressor.flush())
        replacement.finish()
        _unlink(path)
    finally:
        replacement.abandon()


def rewrite(segment: Segment, lines: Iterable[bytes]) -> None:
    """Replace the lines of a segment, in its own form.

    Raises:
        UserError: `disk_full` or `memory_save_failed`; the segment is as it was.
    """
    compressor = zlib.compressobj(wbits=_GZIP_WBITS) if segment.compressed else None
    replacement = Replacement(segment.path)
    try:
        for line in lines:
            replacement.write(line if compressor is None else compressor.compress(line))
        if compressor is not None:
            replacement.write(compressor.flush())
        replacement.finish()
    finally:
        replacement.abandon()


def remove_twins(folder: Path) -> None:
    """Remove segments that a crash left beside their other form; strangers' files stay.

    Raises:
        UserError: `memory_save_failed`.
    """
    paths = {segment.path for segment in segments(folder)}
    for path in folder.glob(f"*{_PLAIN}*"):
        if path not in paths and segment_of(path) is not None:
            _unlink(path)


def _open(segment: Segment) -> IO[bytes]:
    if segment.compressed:
        return cast("IO[bytes]", gzip.open(segment.path, "rb"))
    return segment.path.open("rb")


def _unlink(path: Path) -> None:
    try:
        path.unlink()
    except OSError as error:
        raise save_error(error, path) from error
