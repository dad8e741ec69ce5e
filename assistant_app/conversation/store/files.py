"""Reading and writing the file of one conversation.

Reading is tolerant: a line that cannot be understood is copied to the quarantine, once, and the
rest is shown. A file in which nothing can be read is moved there whole. Nothing is written over.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from assistant_app.base.clock import Clock
from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.files import quarantine_bytes, quarantine_file, replace_file
from assistant_app.base.notices import Notice
from assistant_app.conversation.store.events import SCHEMA, Event, decode_line, encode_line
from assistant_app.conversation.store.replay import ConversationState

SUFFIX = ".jsonl"


@dataclass(slots=True)
class ReadFile:
    """What a file held: its state, or None where nothing could be read."""

    state: ConversationState | None
    events: list[Event] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)


def read_conversation(path: Path, quarantine: Path, clock: Clock) -> ReadFile:
    """Read a conversation's file.

    Args:
        path: `<id>.jsonl`; the name is the id, whatever a header says.
        quarantine: Where unreadable lines are copied and an unreadable file is moved.
        clock: Names the copies, and stands in for a lost time.

    Raises:
        UserError: `not_found`, `store_newer` (left untouched), `store_unreadable`.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise UserError(ErrorCode.NOT_FOUND, id=path.stem) from error
    except OSError as error:
        raise UserError(ErrorCode.STORE_UNREADABLE, path=path, reason=error.strerror) from error
    result = ReadFile(state=ConversationState(path.stem, clock()))
    bad: list[bytes] = []
    for line in data.split(b"\n"):
        if line.strip():
            _take(line, result, bad)
    if not result.events:
        quarantine_file(path, quarantine, clock)
        result.state = None
        result.notices.append(Notice("conversation_quarantined", {"file": path.name}))
        return result
    copied = sum(_keep_copy(line, path.stem, quarantine, clock) for line in bad)
    if copied:
        result.notices.append(Notice("line_quarantined", {"file": path.name, "count": str(copied)}))
    return result


def rewrite(path: Path, events: Iterable[Event]) -> None:
    """Replace a conversation's file, event by event.

    Raises:
        UserError: `disk_full` or `memory_save_failed`; the old file is as it was.
    """
    replace_file(path, (encode_line(event) for event in events))


def _take(line: bytes, result: ReadFile, bad: list[bytes]) -> None:
    state = result.state
    assert state is not None
    try:
        event = decode_line(line)
        schema = event.get("schema")
        if event["type"] == "header" and isinstance(schema, int) and schema > SCHEMA:
            raise UserError(ErrorCode.STORE_NEWER, found=schema, known=SCHEMA)
        state.apply(event)
    except (ValueError, RecursionError):
        bad.append(line)
    else:
        result.events.append(event)


def _keep_copy(line: bytes, name: str, quarantine: Path, clock: Clock) -> bool:
    """Copy a bad line unless an earlier reading already did; say whether it is a new one."""
    file_name = f"{name}-{zlib.crc32(line):08x}.txt"
    if quarantine.is_dir() and any(quarantine.glob(f"*-{file_name}")):
        return False
    quarantine_bytes(line, file_name, quarantine, clock)
    return True
