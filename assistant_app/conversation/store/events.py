"""The lines of a conversation's file: events to plain JSON and back, one damaged field at a time.

A line that cannot be understood raises `ValueError`; the reader keeps a copy of it and shows the
rest. What is merely missing or null gets a harmless value instead.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime

from assistant_app.base.clock import format_utc, parse_utc
from assistant_app.base.text import clean_text
from assistant_app.conversation.types import (
    Completeness,
    LearnedItem,
    Message,
    TalkState,
    UsedMemory,
)
from assistant_app.llm.port import Role, Usage
from assistant_app.memory.types import HitKind

SCHEMA = 1
Event = dict[str, object]


def encode_line(event: Mapping[str, object]) -> bytes:
    """Return one event as one line of UTF-8 JSON."""
    return (json.dumps(event, ensure_ascii=False, separators=(",", ":")) + "\n").encode("utf-8")


def decode_line(line: bytes) -> Event:
    """Read one line.

    Raises:
        ValueError: It is no JSON object with a type.
    """
    event = json.loads(line.decode("utf-8-sig"))
    if not isinstance(event, dict) or not isinstance(event.get("type"), str):
        raise ValueError("no event")  # noqa: TRY004 - the reader knows one kind of bad line
    return event


def header_event(conversation: str, space: str, created: datetime) -> Event:
    """Return the first line of a file."""
    return {
        "type": "header",
        "schema": SCHEMA,
        "id": conversation,
        "created": format_utc(created),
        "space": space,
    }


def message_event(message: Message) -> Event:
    """Return a message as an event: `message`, or `partial` for an answer that did not end."""
    partial = message.completeness is not Completeness.COMPLETE
    event: Event = {
        "type": "partial" if partial else "message",
        "id": message.id,
        "parent": message.parent,
        "role": message.role.value,
        "at": format_utc(message.at),
        "text": message.text,
    }
    if partial:
        event["completeness"] = message.completeness.value
        event["error"] = message.error
    if message.model is not None:
        event["model"] = message.model
    if message.usage is not None:
        event["usage"] = {
            "prompt_tokens": message.usage.prompt_tokens,
            "completion_tokens": message.usage.completion_tokens,
        }
    if message.used:
        event["used"] = [_used_to_json(used) for used in message.used]
    if message.reasoning:
        event["reasoning"] = message.reasoning
    return event


def remembered_event(message: str, items: tuple[LearnedItem, ...], at: datetime) -> Event:
    """Return what was learned from a message as an event."""
    return {
        "type": "remembered",
        "message": message,
        "at": format_utc(at),
        "items": [
            {
                "id": item.id,
                "text": item.text,
                "status": item.status,
                "reason": item.reason,
                "replaced_text": item.replaced_text,
                "seq": item.seq,
            }
            for item in items
        ],
    }


def state_event(state: TalkState, at: datetime) -> Event:
    """Return where a conversation stands as an event."""
    return {
        "type": "state",
        "message": state.message,
        "at": format_utc(at),
        "topic": state.topic,
        "intent": state.intent,
        "open_questions": list(state.open_questions),
        "entities": list(state.entities),
        "mood": state.mood,
    }


def read_state(event: Mapping[str, object]) -> TalkState | None:
    """Read a `state` event; None where it belongs to no message."""
    message = event.get("message")
    if not isinstance(message, str):
        return None
    return TalkState(
        message=message,
        topic=read_text(event.get("topic")),
        intent=read_text(event.get("intent")),
        open_questions=_read_texts(event.get("open_questions")),
        entities=_read_texts(event.get("entities")),
        mood=read_text(event.get("mood")),
    )


def _read_texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        return ()
    return tuple(text for text in map(read_text, value) if text)


def read_message(event: Mapping[str, object], *, fallback_time: datetime) -> Message:
    """Read a message; `parent` is taken as it stands and checked by the replay.

    Args:
        event: A `message` or `partial` event.
        fallback_time: Stands in where the time is missing or unreadable.

    Raises:
        ValueError: It has no id or no known role: nothing that could be shown.
    """
    identity = event.get("id")
    if not isinstance(identity, str) or not identity:
        raise ValueError("message without id")
    role = Role(str(event.get("role")))
    error = event.get("error")
    model = event.get("model")
    parent = event.get("parent")
    return Message(
        id=identity,
        role=role,
        text=read_text(event.get("text")),
        at=read_time(event.get("at"), fallback_time),
        parent=parent if isinstance(parent, str) else None,
        model=model if isinstance(model, str) else None,
        usage=_read_usage(event.get("usage")),
        used=_read_used(event.get("used")),
        completeness=_read_completeness(event),
        error=error if isinstance(error, str) else None,
        reasoning=read_text(event.get("reasoning")),
    )


def read_learned(event: Mapping[str, object]) -> tuple[LearnedItem, ...]:
    """Read the items of a `remembered` event; what is no item is left out."""
    items = event.get("items")
    if not isinstance(items, list):
        return ()
    return tuple(_read_item(item) for item in items if isinstance(item, dict))


def read_text(value: object) -> str:
    """Return a text that every file takes; anything but text is empty."""
    return clean_text(value) if isinstance(value, str) else ""


def read_time(value: object, fallback: datetime) -> datetime:
    """Read a moment, or return the fallback."""
    if not isinstance(value, str):
        return fallback
    try:
        return parse_utc(value)
    except ValueError:
        return fallback


def _used_to_json(used: UsedMemory) -> Event:
    return {
        "kind": used.kind.value,
        "id": used.id,
        "revision": used.revision,
        "text": used.text,
        "relevance": round(used.relevance, 4),
        "pinned": used.pinned,
    }


def _read_used(value: object) -> tuple[UsedMemory, ...]:
    if not isinstance(value, list):
        return ()
    found = []
    for item in value:
        if isinstance(item, dict) and isinstance(item.get("id"), str):
            revision = item.get("revision")
            relevance = item.get("relevance")
            found.append(
                UsedMemory(
                    kind=HitKind.ROUND if item.get("kind") == "round" else HitKind.MEMORY,
                    id=item["id"],
                    text=read_text(item.get("text")),
                    relevance=float(relevance) if isinstance(relevance, int | float) else 0.0,
                    revision=revision if isinstance(revision, int) else 1,
                    pinned=item.get("pinned") is True,
                )
            )
    return tuple(found)


def _read_usage(value: object) -> Usage | None:
    if not isinstance(value, dict):
        return None
    prompt = value.get("prompt_tokens")
    completion = value.get("completion_tokens")
    return Usage(
        prompt_tokens=prompt if isinstance(prompt, int) else None,
        completion_tokens=completion if isinstance(completion, int) else None,
    )


def _read_completeness(event: Mapping[str, object]) -> Completeness:
    if event.get("type") != "partial":
        return Completeness.COMPLETE
    stopped = event.get("completeness") == Completeness.STOPPED.value
    return Completeness.STOPPED if stopped else Completeness.BROKEN


def _read_item(item: Mapping[str, object]) -> LearnedItem:
    identity, replaced, seq = item.get("id"), item.get("replaced_text"), item.get("seq")
    return LearnedItem(
        id=identity if isinstance(identity, str) else None,
        text=read_text(item.get("text")),
        status=str(item.get("status") or ""),
        reason=str(item.get("reason") or ""),
        replaced_text=replaced if isinstance(replaced, str) else None,
        seq=seq if isinstance(seq, int) else 0,
    )
