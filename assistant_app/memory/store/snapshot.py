"""The snapshot: all memories in one JSON file, one a line, for people to read and code to stream.

`{"schema": 1, "last_seq": N, "memories": [` stands on the first line and `]}` on the last. Files
that people or other programs laid out anew are read too, only slower.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.files import Replacement
from assistant_app.memory.store.codec import (
    BOM,
    BadRecord,
    entry_from_dict,
    entry_to_dict,
    loads,
    readable_json,
)
from assistant_app.memory.types import Entry

SCHEMA = 1
_KNOWN = frozenset({"schema", "last_seq", "memories"})
_WRITTEN_AT_ONCE = 64
_READ_AT_ONCE = 64


class SnapshotUnreadable(Exception):  # noqa: N818 - handled where the store is opened
    """The file is no snapshot. What could be read of it is in `salvaged`."""

    def __init__(self, reason: str, salvaged: Mapping[str, Entry] | None = None) -> None:
        super().__init__(reason)
        self.salvaged = dict(salvaged or {})


@dataclass(slots=True)
class Contents:
    """What a snapshot holds.

    Attributes:
        last_seq: The change set up to which it speaks.
        entries: By id, in the order of the file.
        bad: Bytes of records that could not be read.
        extra: Unknown fields of the file itself.
    """

    last_seq: int = 0
    entries: dict[str, Entry] = field(default_factory=dict)
    bad: list[bytes] = field(default_factory=list)
    extra: Mapping[str, object] = field(default_factory=dict)


def write_snapshot(
    path: Path, entries: Sequence[Entry], last_seq: int, extra: Mapping[str, object]
) -> Generator[None, None, None]:
    """Replace the snapshot in steps of a few milliseconds.

    Args:
        path: Of the snapshot.
        entries: What to write; must not change meanwhile.
        last_seq: The change set up to which they speak.
        extra: Unknown fields to keep.

    Raises:
        UserError: `disk_full` or `memory_save_failed`; the old file is as it was.
    """
    replacement = Replacement(path)
    try:
        head = readable_json({"schema": SCHEMA, "last_seq": last_seq, **extra, "memories": []})
        replacement.write(head.removesuffix(b"]}") + b"\n")
        for start in range(0, len(entries), _WRITTEN_AT_ONCE):
            some = entries[start : start + _WRITTEN_AT_ONCE]
            last = start + len(some) == len(entries)
            lines = b",\n".join(readable_json(entry_to_dict(entry)) for entry in some)
            replacement.write(lines + (b"\n" if last else b",\n"))
            yield
        replacement.write(b"]}\n")
        replacement.finish()
    finally:
        replacement.abandon()


def read_snapshot(open_file: Callable[[], IO[bytes]]) -> Contents:
    """Read a snapshot.

    Args:
        open_file: Opens it for reading; called again where the slower way is needed.

    Raises:
        FileNotFoundError: There is none.
        OSError: It cannot be opened.
        SnapshotUnreadable: It is damaged beyond single records.
        UserError: `store_newer`.
    """
    contents: Contents | None = None
    with contextlib.suppress(SnapshotUnreadable), open_file() as file:
        contents = read_stream(file)
    if contents is not None and not contents.bad:
        return contents
    # A record over several lines looks like bad ones; what is no JSON at all keeps its good lines.
    with open_file() as file:
        data = file.read()
    try:
        return _read_whole(data)
    except SnapshotUnreadable:
        if contents is None:
            raise
        return contents


def read_stream(lines: Iterable[bytes]) -> Contents | None:
    """Read a snapshot as this program lays it out, line by line.

    Returns:
        The contents; None when the lines are laid out otherwise, and need the slower way.

    Raises:
        SnapshotUnreadable: The file ends before its end; nothing but damage could do that.
        UserError: `store_newer`.
    """
    stream = iter(lines)
    head = next(stream, b"").removeprefix(BOM).rstrip()
    contents = _contents_of_head(head)
    if contents is None:
        return None
    for number, line in enumerate(stream):
        record = line.strip()
        if record.startswith(b"]"):
            return contents if record == b"]}" and _is_end(stream) else None
        _take(contents, record.rstrip(b","))
        if number % _READ_AT_ONCE == 0:
            time.sleep(0)  # gives the GIL away at once, rather than when the interpreter must
    raise SnapshotUnreadable("cut off", contents.entries)


def _contents_of_head(head: bytes) -> Contents | None:
    if not head.endswith(b"["):
        return None
    try:
        document = loads(head + b"]}")
    except BadRecord:
        return None
    return _contents_of(document)


def _contents_of(document: object) -> Contents:
    if not isinstance(document, dict):
        raise SnapshotUnreadable("not an object")
    schema, last_seq = document.get("schema", SCHEMA), document.get("last_seq", 0)
    if not isinstance(schema, int) or not isinstance(last_seq, int):
        raise SnapshotUnreadable("schema or last_seq")
    if schema > SCHEMA:
        raise UserError(ErrorCode.STORE_NEWER, found=schema, supported=SCHEMA)
    extra = {name: value for name, value in document.items() if name not in _KNOWN}
    return Contents(last_seq=last_seq, extra=extra)


def _take(contents: Contents, record: bytes) -> None:
    if not record:
        return
    try:
        entry = entry_from_dict(loads(record))
    except BadRecord:
        contents.bad.append(record)
    else:
        contents.entries[entry.id] = entry


def _is_end(rest: Iterator[bytes]) -> bool:
    return not any(line.strip() for line in rest)


def _read_whole(data: bytes) -> Contents:
    try:
        document = loads(data)
    except BadRecord as error:
        raise SnapshotUnreadable(str(error), _salvage(data)) from error
    contents = _contents_of(document)
    records = document.get("memories") if isinstance(document, dict) else None
    if not isinstance(records, list):
        raise SnapshotUnreadable("no memories")
    for record in records:
        try:
            entry = entry_from_dict(record)
        except BadRecord:
            contents.bad.append(readable_json(record))
        else:
            contents.entries[entry.id] = entry
    return contents


def _salvage(data: bytes) -> dict[str, Entry]:
    contents = Contents()
    for line in data.split(b"\n"):
        _take(contents, line.strip().rstrip(b","))
    return contents.entries
