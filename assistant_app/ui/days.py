"""Conversations by local day: pure, with an explicit present."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from PySide6.QtCore import QCoreApplication, QDate, QLocale

from assistant_app.conversation.types import ConversationSummary


@dataclass(frozen=True, slots=True)
class Group:
    """A heading and the conversations below it."""

    title: str
    items: tuple[ConversationSummary, ...]


def group_by_day(conversations: Iterable[ConversationSummary], now: datetime) -> list[Group]:
    """Group conversations under headings: pinned, then by the local day of their last message.

    Args:
        conversations: Newest first; archived ones are left out.
        now: The present moment, with a time zone.
    """
    groups: dict[str, list[ConversationSummary]] = {}
    shown = [item for item in conversations if not item.archived]
    pinned = QCoreApplication.translate("Days", "Pinned")
    for item in shown:
        if item.pinned:
            groups.setdefault(pinned, []).append(item)
    today = now.astimezone().date()
    for item in shown:
        if not item.pinned:
            title = _title(item.updated_at.astimezone().date(), today)
            groups.setdefault(title, []).append(item)
    return [Group(title, tuple(items)) for title, items in groups.items()]


def _title(day: date, today: date) -> str:
    if day >= today:
        return QCoreApplication.translate("Days", "Today")
    if day == today - timedelta(days=1):
        return QCoreApplication.translate("Days", "Yesterday")
    monday = today - timedelta(days=today.weekday())
    if day >= monday:
        return QCoreApplication.translate("Days", "This week")
    if day >= monday - timedelta(days=7):
        return QCoreApplication.translate("Days", "Last week")
    if (day.year, day.month) == (today.year, today.month):
        return QCoreApplication.translate("Days", "This month")
    shape = QCoreApplication.translate("Days", "MMMM yyyy", "heading of a month, Qt format")
    return QLocale().toString(QDate(day.year, day.month, 1), shape)
