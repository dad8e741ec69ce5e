"""Erasing for good: the text of some entries leaves every line that ever held it.

The tombstones are committed first; then the files are rewritten one by one, each of them whole or
not at all. A small file names the ids until that is done, so that a crash in between is made up
for at the next start.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import cast

from assistant_app.base.files import replace_file, save_error
from assistant_app.base.paths import DataFolder
from assistant_app.memory.store.codec import BadRecord, canonical_json, entry_to_dict, loads
from assistant_app.memory.store.journal import (
    decode_record,
    line_of,
    read_lines,
    remove_twins,
    rewrite,
    segments,
)
from assistant_app.memory.types import Entry

_MARKER = "erasing.json"


def mark(folder: DataFolder, ids: Collection[str]) -> None:
    """Note durably that the text of some entries is to go.

    Raises:
        UserError: `disk_full` or `memory_save_failed`.
    """
    replace_file(folder.root / _MARKER, [canonical_json({"schema": 1, "ids": sorted(ids)})])


def marked(folder: DataFolder) -> frozenset[str]:
    """Return the ids whose text is still to go."""
    path = folder.root / _MARKER
    if not path.exists():
        return frozenset()
    try:
        document = loads(path.read_bytes())
    except BadRecord:
        return frozenset()
    ids = document.get("ids") if isinstance(document, dict) else None
    return frozenset(item for item in ids if isinstance(item, str)) if ids else frozenset()


def unmark(folder: DataFolder) -> None:
    """Note that it is gone."""
    path = folder.root / _MARKER
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise save_error(error, path) from error


def rewrite_journal(folder: Path, tombstones: Mapping[str, Entry]) -> None:
    """Put tombstones in the place of entries in every segment that holds them.

    No segment may be open for writing. A damaged line that names one of them is left out.

    Raises:
        UserError: `disk_full` or `memory_save_failed`; each segment is whole, old or new.
    """
    remove_twins(folder)
    parts = segments(folder)
    names = re.compile(b"|".join(re.escape(entry_id.encode()) for entry_id in tombstones))
    records = {entry_id: entry_to_dict(entry) for entry_id, entry in tombstones.items()}
    for segment in parts:
        if any(names.search(line.data) for line in read_lines(segment)):
            rewrite(
                segment,
                (_erased(line.data, names, records) for line in read_lines(segment)),
            )


def _erased(
    data: bytes, names: re.Pattern[bytes], records: Mapping[str, dict[str, object]]
) -> bytes:
    if not names.search(data):
        return data + b"\n"
    try:
        record = decode_record(data)
    except BadRecord:
        return b""
    change = cast("dict[str, object]", record["change"])
    for side in ("put", "before"):
        items = change.get(side)
        if isinstance(items, list):
            change[side] = list(_swapped(items, records))
    return line_of(cast("int", record["seq"]), cast("str", record["at"]), canonical_json(change))


def _swapped(items: list[object], records: Mapping[str, dict[str, object]]) -> Iterator[object]:
    for item in items:
        entry_id = item.get("id") if isinstance(item, dict) else None
        yield records.get(entry_id, item) if isinstance(entry_id, str) else item
