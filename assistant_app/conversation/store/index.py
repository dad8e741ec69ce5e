"""`conversations/index.json`: a cache of the list, believed only where size and time agree.

One conversation a line, read and written line by line, so that thousands of them never stop the
window. A damaged or missing index costs a second reading of the files and nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from assistant_app.base.clock import format_utc
from assistant_app.base.files import replace_file
from assistant_app.conversation.store.events import read_text, read_time
from assistant_app.conversation.types import ConversationSummary
from assistant_app.memory.types import GLOBAL_SCOPE

_HEAD = b'{"schema": 1, "conversations": [\n'
_TAIL = b"\n]}\n"
_LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Stamp:
    """Size in bytes and time of the last change in nanoseconds of a file."""

    size: int
    changed: int


@dataclass(frozen=True, slots=True)
class IndexLine:
    """One conversation as the list shows it, and the file it was read from."""

    summary: ConversationSummary
    stamp: Stamp


def stamp_of(path: Path) -> Stamp:
    """Return the stamp of a file.

    Raises:
        OSError: It cannot be looked at.
    """
    status = path.stat()
    return Stamp(status.st_size, status.st_mtime_ns)


def read_index(path: Path) -> dict[str, IndexLine]:
    """Read the cache; whatever cannot be read is simply not in it."""
    try:
        data = path.read_bytes()
    except OSError:
        return {}
    found = {}
    for line in data.split(b"\n")[1:]:
        try:
            entry = json.loads(line.rstrip(b",").decode("utf-8"))
            read = _from_json(entry)
        except (ValueError, KeyError, TypeError, RecursionError):
            continue
        found[read.summary.id] = read
    return found


def write_index(path: Path, lines: Mapping[str, IndexLine]) -> None:
    """Write the cache.

    Raises:
        UserError: `disk_full` or `memory_save_failed`.
    """
    replace_file(path, _chunks(lines))


def _chunks(lines: Mapping[str, IndexLine]) -> Iterator[bytes]:
    yield _HEAD
    for number, line in enumerate(lines.values()):
        text = json.dumps(_to_json(line), ensure_ascii=False)
        yield (b",\n" if number else b"") + text.encode("utf-8")
    yield _TAIL


def _to_json(line: IndexLine) -> dict[str, object]:
    summary = line.summary
    return {
        "id": summary.id,
        "title": summary.title,
        "created": format_utc(summary.created_at),
        "updated": format_utc(summary.updated_at),
        "space": summary.space,
        "pinned": summary.pinned,
        "archived": summary.archived,
        "messages": summary.messages,
        "size": line.stamp.size,
        "changed": line.stamp.changed,
    }


def _from_json(entry: Mapping[str, object]) -> IndexLine:
    size, changed, messages = entry["size"], entry["changed"], entry["messages"]
    if not (isinstance(size, int) and isinstance(changed, int) and isinstance(messages, int)):
        raise TypeError("numbers expected")
    created = read_time(entry["created"], _LONG_AGO)
    return IndexLine(
        summary=ConversationSummary(
            id=str(entry["id"]),
            title=read_text(entry["title"]),
            created_at=created,
            updated_at=read_time(entry["updated"], created),
            space=read_text(entry["space"]) or GLOBAL_SCOPE,
            pinned=entry["pinned"] is True,
            archived=entry["archived"] is True,
            messages=messages,
        ),
        stamp=Stamp(size, changed),
    )
