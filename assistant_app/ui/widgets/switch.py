"""A switch: on or off, at once."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.focus_ring import RING_RADIUS
from assistant_app.ui.theme.paint import box
from assistant_app.ui.widgets.painted import PaintedButton


class Switch(PaintedButton):
    """A checkable button of 38 by 22; Space and Return turn it."""

    def __init__(
        self, look: ThemeController, name: str, *, on: bool = False, parent: QWidget | None = None
    ) -> None:
        """Create the switch; `name` says what it turns on and off."""
        super().__init__(look, parent=parent)
        self.setCheckable(True)
        self.setChecked(on)
        self.setAccessibleName(name)
        self.setProperty(RING_RADIUS, 11)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Its fixed size."""
        return QSize(self.look.px(38), self.look.px(22))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return turns it too."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
            return
        super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint track and knob."""
        painter = QPainter(self)
        theme = self.look.theme
        rect = QRectF(self.rect())
        on, live = self.isChecked(), self.isEnabled()
        margin = self.look.px(3 if on else 5)
        side = rect.height() - 2 * margin
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        at_end = on != mirrored
        left = rect.width() - margin - side if at_end else margin
        if on:
            box(painter, rect, rect.height() / 2, fill=theme.accent if live else theme.line2)
            knob = theme.on_accent if live else theme.surface
        else:
            line = theme.ctl if live else theme.line2
            box(painter, rect, rect.height() / 2, fill=theme.raised, line=line, width=1.5)
            knob = line
        box(painter, QRectF(left, margin, side, side), side / 2, fill=knob)
        painter.end()
