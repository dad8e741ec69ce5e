"""Tells a screen reader what happened without moving the focus."""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

LONGEST = 2_000
"""Characters that are read out at once."""


def announce(widget: QWidget, text: str) -> None:
    """Have a text read out after what is being read.

    Args:
        widget: Where it belongs.
        text: What happened; cut where it is very long.
    """
    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text[:LONGEST]))
