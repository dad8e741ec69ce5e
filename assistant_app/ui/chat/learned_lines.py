"""What the line under a message says: which kind of line, in which words. Pure, over values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

from PySide6.QtCore import QCoreApplication

from assistant_app.conversation.types import DELETION, ForgetStatus, LearnedItem
from assistant_app.memory.types import RememberStatus
from assistant_app.ui.errors import refusal_sentence

KEPT, NOT_KEPT, STAYS = "kept", "not_kept", "stays"
"""Status of an item that the user decided in the line; never written anywhere."""
LABELS = "labels"
"""Reason of an item whose category or tags were changed, and not its words."""
_QUIET = {RememberStatus.DUPLICATE.value}


class LineKind(StrEnum):
    """What a line says."""

    REMEMBERED = "remembered"
    CHANGED = "changed"
    FORGOTTEN = "forgotten"
    REVIEW = "review"
    DELETION = "deletion"
    WHICH = "which"
    UNKNOWN = "unknown"
    FAILED = "failed"
    KEPT = "kept"
    NOT_KEPT = "not_kept"
    STAYS = "stays"
    SEVERAL = "several"


_KINDS = {
    RememberStatus.PROPOSED.value: LineKind.REVIEW,
    RememberStatus.REFUSED.value: LineKind.FAILED,
    ForgetStatus.FORGOTTEN.value: LineKind.FORGOTTEN,
    ForgetStatus.WHICH.value: LineKind.WHICH,
    ForgetStatus.NONE.value: LineKind.UNKNOWN,
    KEPT: LineKind.KEPT,
    NOT_KEPT: LineKind.NOT_KEPT,
    STAYS: LineKind.STAYS,
}


def told(items: Sequence[LearnedItem]) -> list[LearnedItem]:
    """Return the items that are worth saying."""
    return [item for item in items if item.status not in _QUIET]


def item_kind(item: LearnedItem) -> LineKind:
    """Return what to say about one item."""
    if item.status == RememberStatus.PROPOSED and item.reason == DELETION:
        return LineKind.DELETION
    changed = LineKind.CHANGED if item.replaced_text or item.reason == LABELS else None
    return _KINDS.get(item.status) or changed or LineKind.REMEMBERED


def line_kind(items: Sequence[LearnedItem]) -> LineKind | None:
    """Return what to say about what a turn changed; None for nothing worth saying."""
    kinds = [item_kind(item) for item in told(items)]
    if not kinds:
        return None
    if set(kinds) == {LineKind.WHICH}:
        return LineKind.WHICH
    return kinds[0] if len(kinds) == 1 else LineKind.SEVERAL


def change_sets(items: Sequence[LearnedItem]) -> tuple[int, ...]:
    """Return the change sets that Undo takes back, the oldest first."""
    undoable = (item.seq for item in items if item.seq and item_kind(item) not in _WAITING)
    return tuple(sorted(set(undoable)))


_WAITING = {LineKind.REVIEW, LineKind.DELETION, LineKind.WHICH, LineKind.FAILED, LineKind.STAYS}


def decided(
    items: Sequence[LearnedItem], memory_id: str, *, agreed: bool, seq: int
) -> list[LearnedItem]:
    """Return the items after the user's word about one of them.

    Args:
        items: As they were.
        memory_id: What was decided about.
        agreed: To keep it, or to the deletion.
        seq: The change set of the decision.
    """
    after = []
    for item in items:
        kind = item_kind(item)
        if item.id != memory_id:
            if kind is not LineKind.WHICH:  # one of them was meant, the others are not
                after.append(item)
            continue
        if kind in {LineKind.DELETION, LineKind.WHICH}:
            status = ForgetStatus.FORGOTTEN.value if agreed else STAYS
        else:
            status = KEPT if agreed else NOT_KEPT
        after.append(replace(item, status=status, reason="", seq=seq))
    return after


def kind_word(kind: LineKind) -> str:
    """Return the word before the text."""
    translate = QCoreApplication.translate
    words = {
        LineKind.REMEMBERED: translate("SavedLine", "Remembered:"),
        LineKind.CHANGED: translate("SavedLine", "Changed:"),
        LineKind.FORGOTTEN: translate("SavedLine", "Forgotten:"),
        LineKind.REVIEW: translate("SavedLine", "To review:"),
        LineKind.DELETION: translate("SavedLine", "Forget this?"),
        LineKind.WHICH: translate("SavedLine", "Which one shall be forgotten?"),
        LineKind.UNKNOWN: translate("SavedLine", "Nothing like this is remembered."),
        LineKind.FAILED: translate("SavedLine", "Not saved:"),
        LineKind.KEPT: translate("SavedLine", "Kept:"),
        LineKind.NOT_KEPT: translate("SavedLine", "Not kept:"),
        LineKind.STAYS: translate("SavedLine", "Stays:"),
    }
    return words[kind]


def item_text(item: LearnedItem) -> str:
    """Return what is said about one item after its word."""
    kind = item_kind(item)
    if kind is LineKind.FAILED:
        return refusal_sentence(item.reason)
    if kind is LineKind.CHANGED and item.replaced_text:
        return f"{item.replaced_text} → {item.text}"
    return item.text


def several_word(items: Sequence[LearnedItem]) -> str:
    """Return the sentence for several items."""
    translate = QCoreApplication.translate
    kinds = {item_kind(item) for item in items}
    if kinds <= {LineKind.REVIEW, LineKind.DELETION}:
        words = translate("SavedLine", "To review: %1 things")
    elif kinds == {LineKind.FORGOTTEN}:
        words = translate("SavedLine", "Forgotten: %1 things")
    elif kinds == {LineKind.FAILED}:
        words = translate("SavedLine", "Not saved: %1 things")
    elif kinds <= {LineKind.REMEMBERED, LineKind.CHANGED, LineKind.KEPT}:
        words = translate("SavedLine", "Remembered %1 things")
    else:
        words = translate("SavedLine", "%1 changes to your memories")
    return words.replace("%1", str(len(items)))
