"""Sentences about memories that several parts say: uses, states, origins, readers."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QCoreApplication, QLocale

from assistant_app.memory.types import Entry, OriginKind, State
from assistant_app.ui.memories.index import Sort
from assistant_app.ui.words import day_word, quoted, time_word

_SHORT = 60


def number(value: int) -> str:
    """Return a number with the separators of the user's language."""
    return QLocale().toString(value)


def used_words(count: int) -> str:
    """Return how often a memory was used, inside a line."""
    if not count:
        return QCoreApplication.translate("Memories", "never used")
    if count == 1:
        return QCoreApplication.translate("Memories", "used once")
    return QCoreApplication.translate("Memories", "used %1 times").replace("%1", number(count))


def times_words(count: int) -> str:
    """Return a count of uses alone: "once", "2 times"."""
    if count == 1:
        return QCoreApplication.translate("Memories", "once")
    return QCoreApplication.translate("Memories", "%1 times").replace("%1", number(count))


def short(text: str) -> str:
    """Return a text in quotation marks, cut for a message."""
    line = " ".join(text.split())
    return quoted(line if len(line) <= _SHORT else line[: _SHORT - 1].rstrip() + "…")


def state_word(entry: Entry) -> str:
    """Return where a memory stands."""
    words = {
        State.PROPOSED: QCoreApplication.translate("Memories", "To review"),
        State.ACTIVE: QCoreApplication.translate("Memories", "Active"),
        State.ARCHIVED: QCoreApplication.translate("Memories", "Put away"),
        State.SUPERSEDED: QCoreApplication.translate("Memories", "Replaced"),
        State.DELETED: QCoreApplication.translate("Memories", "In the trash"),
    }
    return words[entry.state]


def state_role(entry: Entry) -> str:
    """Return the colour of a state."""
    if entry.state is State.DELETED:
        return "danger"
    if entry.state is State.ACTIVE:
        return "accent"
    return "mem" if entry.state is State.PROPOSED else "warn"


def moment_words(moment: datetime, now: datetime) -> str:
    """Return day and time inside a sentence: "today at 10:42", "3 May"."""
    day = day_word(moment, now, inside=True)
    if (now - moment).days > 6:
        return day
    shape = QCoreApplication.translate("Memories", "%1 at %2", "day, time of day")
    return shape.replace("%1", day).replace("%2", time_word(moment))


def came_words(entry: Entry) -> str:
    """Return how a memory came, for the foot."""
    words = {
        OriginKind.MANUAL: QCoreApplication.translate("Memories", "Written by you"),
        OriginKind.AUTOMATIC: QCoreApplication.translate("Memories", "Noticed in a chat"),
        OriginKind.TOOL: QCoreApplication.translate("Memories", "Kept by the model in a chat"),
        OriginKind.IMPORT: QCoreApplication.translate("Memories", "Brought in from elsewhere"),
        OriginKind.CONSOLIDATED: QCoreApplication.translate(
            "Memories", "Put together from several memories"
        ),
    }
    return words[entry.origin.kind]


def reader_words(entry: Entry, provider: str = "") -> str:
    """Return who may read a memory, for the foot.

    Args:
        entry: The memory.
        provider: Where answers come from, if that is not this computer.
    """
    if entry.state is not State.ACTIVE:
        return QCoreApplication.translate("Memories", "not used in answers now")
    if entry.local_only and provider:
        words = QCoreApplication.translate("Memories", "for this computer only: held back from %1")
        return words.replace("%1", provider)
    if entry.local_only:
        return QCoreApplication.translate("Memories", "only models on this computer may read it")
    return QCoreApplication.translate("Memories", "any model you use may read it")


def sort_word(sort: Sort) -> str:
    """Return the name of an order."""
    words = {
        Sort.NEWEST: QCoreApplication.translate("Memories", "Newest first"),
        Sort.MOST_USED: QCoreApplication.translate("Memories", "Most used first"),
        Sort.ALPHABET: QCoreApplication.translate("Memories", "By alphabet"),
    }
    return words[sort]
