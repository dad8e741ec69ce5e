"""What the panel of used memories shows: plain values, made from a recall or a recorded answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from assistant_app.conversation.types import Message, TalkState, UsedMemory
from assistant_app.memory.types import Entry, Hit, HitKind, Recall, Snapshot, State

MEMORY_ONLY = "builtin:memory"
"""Name of the model that is none: answers are made from memory alone."""


@dataclass(frozen=True, slots=True)
class PanelItem:
    """One memory or past exchange.

    Attributes:
        kind: What it is.
        id: Of the memory or round.
        text: As it was given to the model.
        relevance: 0 to 1.
        pinned: Always given.
        entry: The memory as it is now; None where it is gone or a round.
    """

    kind: HitKind
    id: str
    text: str
    relevance: float
    pinned: bool = False
    entry: Entry | None = None

    @property
    def gone(self) -> bool:
        """The memory was forgotten since."""
        return self.kind == HitKind.MEMORY and (
            self.entry is None or self.entry.state == State.DELETED
        )


@dataclass(frozen=True, slots=True)
class PanelContent:
    """All that the panel shows for one answer.

    Attributes:
        used: Given to the model.
        looked_at: Found, and left out.
        total: Memories that were in reach; None where nobody knows any more.
        by_meaning: False when only words could be searched.
        model: There was a language model that memories were given to.
        withheld: Memories that were held back, because the model is not on this computer.
        talk: Where the conversation stands.
    """

    used: tuple[PanelItem, ...] = ()
    looked_at: tuple[PanelItem, ...] = ()
    total: int | None = None
    by_meaning: bool = True
    model: bool = True
    withheld: int = 0
    talk: TalkState | None = None


def content_of(
    message: Message | None,
    recall: Recall | None,
    snapshot: Snapshot | None,
    talk: TalkState | None = None,
) -> PanelContent:
    """Put together what is known about an answer.

    Args:
        message: The recorded answer; None while it is written.
        recall: Of the turn, while the program still holds it.
        snapshot: The store as it is now, to say what became of the memories.
        talk: Where the conversation stands.
    """
    model = message is None or message.model != MEMORY_ONLY
    entries = {entry.id: entry for entry in snapshot.entries} if snapshot else {}
    if message is not None:
        used = tuple(_of_used(item, entries.get(item.id)) for item in message.used)
    elif recall is not None:
        profile = tuple(
            PanelItem(HitKind.MEMORY, entry.id, entry.text, 1.0, True, entry)
            for entry in recall.profile
        )
        used = (*profile, *_of_hits(recall.used))
    else:
        used = ()
    if recall is None:
        total = len([e for e in entries.values() if e.state == State.ACTIVE]) if snapshot else None
        return PanelContent(used, (), total, model=model, talk=talk)
    looked_at = tuple(_of_hits(recall.looked_at))
    return PanelContent(
        used, looked_at, recall.total, recall.by_meaning, model, recall.withheld, talk
    )


def _of_hits(hits: Iterable[Hit]) -> Iterable[PanelItem]:
    for hit in hits:
        pinned = hit.entry.pinned if hit.entry else False
        yield PanelItem(hit.kind, hit.id, hit.text, hit.relevance, pinned, hit.entry)


def _of_used(used: UsedMemory, entry: Entry | None) -> PanelItem:
    return PanelItem(used.kind, used.id, used.text, used.relevance, used.pinned, entry)
