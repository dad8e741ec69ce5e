"""Values of the core as the plain objects that `--json` prints."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from assistant_app.base.clock import format_utc
from assistant_app.base.errors import UserError
from assistant_app.base.log import redact
from assistant_app.base.notices import Notice
from assistant_app.cli.texts import hint_for, sentence_for
from assistant_app.memory.store.codec import entry_to_dict
from assistant_app.memory.types import (
    Access,
    Entry,
    HistoryEvent,
    Hit,
    Proposal,
    Related,
    Space,
    Stats,
)

Object = dict[str, Any]


def entry_object(entry: Entry, access: Access | None = None) -> Object:
    """A memory with the fields of the store, and its uses where they are known."""
    fields: Object = dict(entry_to_dict(entry))
    if access is not None:
        fields["access_count"] = access.count
        fields["accessed_at"] = format_utc(access.last) if access.last else None
    return fields


def proposal_object(proposal: Proposal) -> Object:
    """One thing that waits for the user's word."""
    replaced = proposal.would_replace
    return {
        **entry_object(proposal.entry),
        "kind": proposal.kind.value,
        "would_replace": None if replaced is None else {"id": replaced.id, "text": replaced.text},
        "quote": proposal.entry.origin.quote,
    }


def space_object(space: Space, memories: int) -> Object:
    """One space and how many memories are active in it."""
    return {"id": space.id, "name": space.name, "colour": space.colour, "memories": memories}


def hit_object(hit: Hit) -> Object:
    """One result of a search."""
    entry = hit.entry
    return {
        "kind": hit.kind.value,
        "id": hit.id,
        "text": hit.text,
        "relevance": round(hit.relevance, 4),
        "score": round(hit.score, 4),
        "reasons": {name: round(value, 4) for name, value in hit.reasons.items()},
        "category": entry.category if entry else None,
        "tags": list(entry.tags) if entry else [],
        "scope": entry.scope if entry else None,
        "at": format_utc(hit.at) if hit.at else None,
        "conversation": hit.conversation,
    }


def related_object(related: Related) -> Object:
    """One related memory."""
    return {
        "id": related.entry.id,
        "text": related.entry.text,
        "score": round(related.score, 4),
        "reasons": {name: round(value, 4) for name, value in related.reasons.items()},
    }


def history_object(event: HistoryEvent) -> Object:
    """One event in a memory's life."""
    return {
        "at": format_utc(event.at),
        "what": event.what,
        "text": event.text,
        "cause": {
            "kind": event.cause.kind.value,
            "conversation": event.cause.conversation,
            "message": event.cause.message,
        },
    }


def stats_object(stats: Stats) -> Object:
    """The figures of the store."""
    return {
        "total": stats.total,
        "by_state": dict(stats.by_state),
        "by_category": dict(stats.by_category),
        "top_tags": [list(pair) for pair in stats.top_tags],
        "most_used": [
            {"id": entry.id, "text": entry.text, "access_count": access.count}
            for entry, access in stats.most_used
        ],
        "never_used": stats.never_used,
        "vectors": {
            "space": stats.vectors.space,
            "ready": stats.vectors.ready,
            "pending": stats.vectors.pending,
        },
        "bytes": stats.bytes,
    }


def error_object(error: UserError) -> Object:
    """What `--json` prints for a user error."""
    return {
        "error": {
            "code": error.code.value,
            "message": redact(sentence_for(error.code.value, error.params)),
            "hint": redact(hint_for(error.code.value, error.params)),
        }
    }


def notice_objects(notices: Iterable[Notice]) -> list[Object]:
    """Notices with their sentences."""
    return [
        {
            "code": notice.code,
            "message": sentence_for(notice.code, notice.params),
            "params": dict(notice.params),
        }
        for notice in notices
    ]
