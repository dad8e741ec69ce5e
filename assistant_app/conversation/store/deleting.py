"""What a conversation's events are once a message, or its old words, are gone from them."""

from __future__ import annotations

from collections.abc import Sequence

from assistant_app.conversation.store.events import Event

_DERIVED = ("summary", "state")


def _is_derived(event: Event) -> bool:
    """Whether an event may repeat the words of a message, and can be made anew."""
    made_title = event["type"] == "meta" and event.get("made") is True
    return made_title or event["type"] in _DERIVED


def without_message(events: Sequence[Event], message: str) -> list[Event]:
    """Return the events without a message; what followed it follows the one before it."""
    parent = next(
        (event.get("parent") for event in events if _holds(event, message)),
        None,
    )
    kept = []
    for event in events:
        if _is_about(event, message) or _is_derived(event):
            continue
        kept.append({**event, "parent": parent} if event.get("parent") == message else event)
    return kept


def with_text_replaced(events: Sequence[Event], message: str, text: str) -> list[Event]:
    """Return the events with other words in a message, and its old words nowhere."""
    kept = []
    for event in events:
        if _holds(event, message):
            kept.append({**event, "text": text})
        elif not _is_about(event, message) and not _is_derived(event):
            kept.append(event)
    return kept


def _holds(event: Event, message: str) -> bool:
    return event["type"] in ("message", "partial") and event.get("id") == message


def _is_about(event: Event, message: str) -> bool:
    if event["type"] == "remembered":
        return event.get("message") == message
    return event["type"] in ("message", "partial", "edit", "delete") and event.get("id") == message
