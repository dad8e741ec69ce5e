"""Turns change sets into the events of one memory's life."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from assistant_app.memory.marks import FORGET_ASKED
from assistant_app.memory.types import Cause, CauseKind, Changes, Entry, HistoryEvent, State

if TYPE_CHECKING:
    from assistant_app.memory.store.uses import Use

_STATES = {
    State.ARCHIVED: "archived",
    State.SUPERSEDED: "superseded",
    State.DELETED: "deleted",
    State.PROPOSED: "proposed",
}


def events_of(change_sets: Iterable[Changes]) -> Iterator[HistoryEvent]:
    """Yield what happened to one memory.

    Args:
        change_sets: Those that touched it, oldest first, holding only it.
    """
    for changes in change_sets:
        for before, after in zip(changes.before, changes.put, strict=True):
            what = what_happened(before, after, changes.cause.kind)
            yield HistoryEvent(changes.at, what, after.text, changes.cause)


def used_events(uses: Iterable[Use], text: str) -> Iterator[HistoryEvent]:
    """Yield the uses of one memory: `used` in a prompt, `opened` by the user on purpose."""
    for use in uses:
        opened = use.message is None and use.conversation is None
        cause = Cause(CauseKind.USER, use.conversation, use.message)
        yield HistoryEvent(use.at, "opened" if opened else "used", text, cause)


def in_order(
    changes: Iterable[HistoryEvent], uses: Iterable[HistoryEvent]
) -> tuple[HistoryEvent, ...]:
    """Join changes and uses by time; a use has the words that the memory had then."""
    joined = sorted((*changes, *uses), key=lambda event: event.at)
    text: str | None = None
    found = []
    for event in joined:
        if event.what in {"used", "opened"}:
            found.append(replace(event, text=event.text if text is None else text))
        else:
            text = event.text
            found.append(event)
    return tuple(found)


def what_happened(before: Entry | None, after: Entry, cause: CauseKind = CauseKind.USER) -> str:
    """Name the step from one version of a memory to the next; the weightiest, if several."""
    if before is None:
        return "proposed" if after.state is State.PROPOSED else "created"
    if before.state is not after.state:
        if after.state is State.ACTIVE:
            return "accepted" if before.state is State.PROPOSED else "restored"
        if before.state is State.PROPOSED and after.state is State.DELETED:
            return "rejected"
        return _put_away(cause) if after.state is State.ARCHIVED else _STATES[after.state]
    return "edited" if before.text != after.text else _small_step(before, after)


def _put_away(cause: CauseKind) -> str:
    return {CauseKind.EXPIRY: "expired", CauseKind.CONSOLIDATION: "merged"}.get(cause, "archived")


def _small_step(before: Entry, after: Entry) -> str:
    asked = FORGET_ASKED in after.extra
    if asked is not (FORGET_ASKED in before.extra):
        return "deletion_proposed" if asked else "deletion_rejected"
    if before.scope != after.scope:
        return "moved"
    if before.pinned != after.pinned:
        return "pinned" if after.pinned else "unpinned"
    return "confirmed" if after.confirmations > before.confirmations else "edited"
