"""What was learned from a message, as it stands now: a line must not claim what was taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant_app.conversation.types import LearnedItem, Message
from assistant_app.memory.types import Entry, RememberStatus, Snapshot, State

_SAVED = frozenset({RememberStatus.SAVED.value, RememberStatus.UPDATED.value})


def messages_now(messages: Sequence[Message], snapshot: Snapshot | None) -> list[Message]:
    """Return messages whose learned items agree with the store.

    Args:
        messages: As they were recorded.
        snapshot: The store as it is; None while nobody knows.
    """
    if snapshot is None:
        return list(messages)
    entries = {entry.id: entry for entry in snapshot.entries}
    return [
        replace(message, learned=tuple(_items_now(message.learned, entries)))
        if message.learned
        else message
        for message in messages
    ]


def _items_now(items: Sequence[LearnedItem], entries: dict[str, Entry]) -> list[LearnedItem]:
    now = []
    for item in items:
        known = item.status in _SAVED or item.status == RememberStatus.PROPOSED.value
        if item.id is None or not known:
            now.append(item)
            continue
        entry = entries.get(item.id)
        if entry is None or entry.state == State.DELETED:
            continue  # undone or forgotten since
        decided = item.status == RememberStatus.PROPOSED.value and entry.state != State.PROPOSED
        status = RememberStatus.SAVED.value if decided else item.status
        now.append(replace(item, text=entry.text, status=status))
    return now
