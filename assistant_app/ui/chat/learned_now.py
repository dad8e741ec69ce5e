"""What a turn changed, as it stands now: a line must not claim what was taken back or decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant_app.conversation.types import DELETION, ForgetStatus, LearnedItem, Message
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
    answered = any(
        item.status == ForgetStatus.WHICH and not _holds(entries.get(item.id or ""))
        for item in items
    )
    now = []
    for item in items:
        if item.status == ForgetStatus.WHICH and answered:
            continue  # one of them went: the question is answered
        shown = _item_now(item, entries) if item.id is not None else item
        if shown is not None:
            now.append(shown)
    return now


def _item_now(item: LearnedItem, entries: dict[str, Entry]) -> LearnedItem | None:
    entry = entries.get(item.id or "")
    if item.status == ForgetStatus.FORGOTTEN:
        return None if _holds(entry) else item  # restored since
    if item.status == RememberStatus.PROPOSED:
        return _proposal_now(item, entry)
    if item.status not in _SAVED:
        return item
    if entry is None or entry.state is State.DELETED:
        return None  # undone or forgotten since
    return replace(item, text=entry.text)


def _proposal_now(item: LearnedItem, entry: Entry | None) -> LearnedItem | None:
    if item.reason == DELETION:
        if entry is not None and _holds(entry):
            return item if entry.asks is not None else None
        return replace(item, status=ForgetStatus.FORGOTTEN.value, reason="", seq=0)
    if entry is None or entry.state is State.DELETED:
        return None
    if entry.state is State.PROPOSED:
        return replace(item, text=entry.text)
    return replace(item, text=entry.text, status=RememberStatus.SAVED.value)


def _holds(entry: Entry | None) -> bool:
    return entry is not None and entry.state is not State.DELETED
