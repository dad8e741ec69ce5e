"""Whether a memory or a past round is what a filter asks for."""

from __future__ import annotations

from datetime import datetime

from assistant_app.memory.types import NO_FILTER, Entry, Filter, Round


def passes(entry: Entry, wanted: Filter) -> bool:
    """Whether a memory is what a filter asks for."""
    return (
        (wanted.category is None or entry.category == wanted.category.strip().casefold())
        and (wanted.tag is None or wanted.tag.strip().casefold().lstrip("#") in entry.tags)
        and (wanted.scope is None or entry.scope == wanted.scope)
        and (wanted.origin is None or entry.origin.kind is wanted.origin)
        and _within(entry.created_at, wanted)
    )


def round_passes(one: Round, wanted: Filter) -> bool:
    """Whether a round is: it has neither category, tags nor origin, so those let none through."""
    if wanted == NO_FILTER:
        return True
    about_memories = (wanted.category, wanted.tag, wanted.origin)
    return (
        about_memories == (None, None, None)
        and (wanted.scope is None or one.scope == wanted.scope)
        and _within(one.at, wanted)
    )


def _within(moment: datetime, wanted: Filter) -> bool:
    return (wanted.since is None or moment >= wanted.since) and (
        wanted.until is None or moment <= wanted.until
    )
