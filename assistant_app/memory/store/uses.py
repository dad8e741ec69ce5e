"""The log of uses: which memories went into which answer. Counts and last access come from it.

One line a turn, appended without fsync: a lost line costs a count, not a memory.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from assistant_app.base.clock import format_utc, parse_utc
from assistant_app.base.files import AppendLog, replace_file
from assistant_app.memory.store.codec import BadRecord, canonical_json, loads, readable_json
from assistant_app.memory.types import Access

_NEVER = Access()
_log = logging.getLogger(__name__)
_GIVE_WAY_EVERY = 256


@dataclass(frozen=True, slots=True)
class Use:
    """One use of a memory: in the prompt of a message's answer, or opened by the user (None)."""

    at: datetime
    conversation: str | None
    message: str | None


class UsesLog:
    """`uses.jsonl` and what follows from it.

    Args:
        path: Of the file; need not exist.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._log: AppendLog | None = None
        self._access: dict[str, Access] = {}

    @property
    def access(self) -> Mapping[str, Access]:
        """Count and last use by id."""
        return self._access

    def load(self) -> None:
        """Read the file; lines that cannot be read are passed over, and stay."""
        self._access.clear()
        for number, line in enumerate(self._lines()):
            read = _decode(line)
            if read is not None:
                self._count(*read)
            if number % _GIVE_WAY_EVERY == 0:
                time.sleep(0)

    def append(
        self,
        at: datetime,
        conversation: str | None,
        message: str | None,
        used: Sequence[tuple[str, float]],
    ) -> None:
        """Count memories as used.

        Raises:
            UserError: `disk_full` or `memory_save_failed`; nothing was counted.
        """
        if self._log is None:
            self._log = AppendLog(self._path)
        record = {
            "at": format_utc(at),
            "conversation": conversation,
            "message": message,
            "used": [[entry_id, round(relevance, 4)] for entry_id, relevance in used],
        }
        self._log.append(readable_json(record) + b"\n", durable=False)
        self._count(at, [entry_id for entry_id, _ in used])

    def uses(self, entry_id: str) -> Iterator[Use]:
        """Yield when and where a memory was used, in the order of the file."""
        needle = entry_id.encode()
        for line in self._lines():
            read = _decode(line) if needle in line else None
            if read is not None and entry_id in read[1]:
                yield Use(read[0], *_where(line))

    def drop(self, ids: Collection[str]) -> None:
        """Rewrite the file without some ids.

        Raises:
            UserError: `disk_full` or `memory_save_failed`; the file is as it was.
        """
        if self._path.exists():
            self.close()
            replace_file(self._path, (_without(line, ids) for line in self._lines()))
        for entry_id in ids:
            self._access.pop(entry_id, None)

    def close(self) -> None:
        """Close the file; the next append opens it again."""
        if self._log is not None:
            self._log.close()
            self._log = None

    def _lines(self) -> Iterator[bytes]:
        try:
            with self._path.open("rb") as file:
                yield from file
        except FileNotFoundError:
            return
        except OSError:
            # Counts are worth less than memories, which are opened without them.
            _log.warning("%s cannot be read", self._path.name, exc_info=True)

    def _count(self, at: datetime, ids: Sequence[str]) -> None:
        for entry_id in ids:
            known = self._access.get(entry_id, _NEVER)
            last = at if known.last is None else max(known.last, at)
            self._access[entry_id] = Access(known.count + 1, last)


def _decode(line: bytes) -> tuple[datetime, list[str]] | None:
    try:
        record = loads(line)
        if not isinstance(record, dict):
            return None
        at, used = record.get("at"), record.get("used")
        if not isinstance(at, str) or not isinstance(used, list):
            return None
        return parse_utc(at), [item[0] for item in used if _is_use(item)]
    except (BadRecord, ValueError):
        return None


def _where(line: bytes) -> tuple[str | None, str | None]:
    record = loads(line)
    assert isinstance(record, dict)
    conversation, message = record.get("conversation"), record.get("message")
    return (
        conversation if isinstance(conversation, str) else None,
        message if isinstance(message, str) else None,
    )


def _is_use(item: object) -> bool:
    return isinstance(item, list) and bool(item) and isinstance(item[0], str)


def _without(line: bytes, ids: Collection[str]) -> bytes:
    if not any(entry_id.encode() in line for entry_id in ids):
        return line if line.endswith(b"\n") else line + b"\n"
    try:
        record = loads(line)
    except BadRecord:
        return b""
    if isinstance(record, dict) and isinstance(record.get("used"), list):
        record["used"] = [item for item in record["used"] if not (_is_use(item) and item[0] in ids)]
    return canonical_json(record) + b"\n"
