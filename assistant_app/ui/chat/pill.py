"""A pill in honey, or in the colour of a warning, and the words in it that can be pressed."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.theme.paint import box
from assistant_app.ui.widgets.buttons import Button, Kind
from assistant_app.ui.widgets.painted import Painted


class Pill(Painted):
    """The ground of a line.

    Attributes:
        tone: `mem` or `warn`.
    """

    def __init__(self, look: ThemeController, parent: QWidget) -> None:
        super().__init__(look, parent)
        self.tone = "mem"
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint it."""
        painter = QPainter(self)
        theme = self.look.theme
        box(
            painter,
            QRectF(self.rect()),
            self.height() / 2,
            fill=theme.color(f"{self.tone}_soft"),
            line=theme.color(f"{self.tone}_line"),
        )
        painter.end()


class PillButton(Button):
    """A word in a pill, 24 high.

    Attributes:
        ink: Role of its colour: that of the pill.
    """

    def __init__(self, look: ThemeController, text: str, parent: QWidget) -> None:
        super().__init__(
            look, text, kind=Kind.MEMORY, height=24, type_=Type.SMALL, weight=500, parent=parent
        )
        self.ink = "mem_text"

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the word, on a ground while it is pointed at."""
        painter = QPainter(self)
        theme, px = self.look.theme, self.look.px
        if self.underMouse() or self.isDown():
            tone = "mem_line" if self.ink == "mem_text" else "warn_line"
            box(painter, QRectF(self.rect()), px(8), fill=theme.color(tone))
        painter.setPen(self.look.color(self.ink))
        painter.setFont(self.font())
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignCenter), self.text())
        painter.end()

    def _padding(self) -> int:
        return self.look.px(7)
