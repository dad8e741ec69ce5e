"""What goes back to the model: results as JSON, short, without what must stay on this machine."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime, tzinfo

from assistant_app.base.text import one_line
from assistant_app.base.tokens import count_tokens
from assistant_app.memory.types import Entry, Hit, HitKind, Related

Json = dict[str, object]
_LONGEST_TEXT = 1_200
_TOP_TAGS = 10


def memory_result(entry: Entry, zone: tzinfo | None, **more: object) -> Json:
    """Return one memory as the model sees it."""
    shown: Json = {
        "id": entry.id,
        "text": _short(entry.text),
        "category": entry.category,
        "tags": list(entry.tags),
        "noted": _day(entry.updated_at, zone),
    }
    if entry.expires_at is not None:
        shown["until"] = _day(entry.expires_at, zone)
    if entry.pinned:
        shown["pinned"] = True
    return shown | more


def hit_result(hit: Hit, zone: tzinfo | None) -> Json:
    """Return one thing that was found."""
    if hit.entry is not None:
        return memory_result(hit.entry, zone, relevance=round(hit.relevance, 2))
    shown: Json = {"past_conversation": _short(hit.text), "relevance": round(hit.relevance, 2)}
    if hit.at is not None:
        shown["on"] = _day(hit.at, zone)
    return shown


def related_result(found: Related, zone: tzinfo | None) -> Json:
    """Return one neighbour, and why it is one."""
    return memory_result(found.entry, zone, because=sorted(found.reasons))


def figures(entries: Sequence[Entry]) -> Json:
    """Count the memories that the model may see."""
    tags = Counter(tag for entry in entries for tag in entry.tags)
    return {
        "total": len(entries),
        "by_category": dict(Counter(entry.category for entry in entries).most_common()),
        "top_tags": dict(sorted(tags.items(), key=lambda item: (-item[1], item[0]))[:_TOP_TAGS]),
        "pinned": sum(entry.pinned for entry in entries),
    }


def fitting(items: Iterable[Json], budget_tokens: int) -> list[Json]:
    """Return the first items that fit; at least one where there is any."""
    kept: list[Json] = []
    for item in items:
        budget_tokens -= count_tokens(encode(item))
        if kept and budget_tokens < 0:
            break
        kept.append(item)
    return kept


def encode(value: object) -> str:
    """Return a result as one line of JSON."""
    return json.dumps(value, ensure_ascii=False)


def used_hit(entry: Entry, relevance: float = 1.0) -> Hit:
    """Return a memory that a result showed as something that was used."""
    return Hit(HitKind.MEMORY, entry.id, entry.text, relevance, relevance, {}, entry=entry)


def _short(text: str) -> str:
    text = one_line(text)
    return text if len(text) <= _LONGEST_TEXT else text[:_LONGEST_TEXT] + "…"


def _day(moment: datetime, zone: tzinfo | None) -> str:
    return f"{moment.astimezone(zone):%Y-%m-%d}"
