"""Marks that memory sets in `Entry.extra`, where an older program keeps them without knowing."""

from __future__ import annotations

from dataclasses import replace

# Part of this module's names, beside the other marks.
from assistant_app.memory.types import CHANGED as CHANGED  # noqa: PLC0414 - a re-export
from assistant_app.memory.types import FORGET_ASKED as FORGET_ASKED  # noqa: PLC0414 - a re-export
from assistant_app.memory.types import NO_EXTRA, Entry
from assistant_app.memory.types import PROPOSAL as PROPOSAL  # noqa: PLC0414 - a re-export

MAY_RETURN = "may_return"
"""A proposal that was turned down, but may be made again."""
REFUSED = "refused"
"""A proposal that must not be made again."""
MERGED_FROM = "merged_from"
"""Ids of the memories that one statement took the place of when memory was tidied up."""


def marked(entry: Entry, mark: str, value: object = True) -> Entry:
    """Return the entry with a mark."""
    return replace(entry, extra={**entry.extra, mark: value})


def unmarked(entry: Entry, *marks: str) -> Entry:
    """Return the entry without some marks."""
    if not entry.extra.keys() & set(marks):
        return entry
    kept = {key: value for key, value in entry.extra.items() if key not in marks}
    return replace(entry, extra=kept or NO_EXTRA)
