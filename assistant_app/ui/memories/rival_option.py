"""One of two memories that disagree, as a card to choose; its words wrap."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QRadioButton, QSizePolicy, QWidget

from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.focus_ring import RING_RADIUS
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.theme.paint import box
from assistant_app.ui.theme.style import draw_indicator
from assistant_app.ui.widgets.text_label import TextLabel

_LEAD, _EDGE, _RADIO = 42, 14, 18


class RivalOption(QRadioButton):
    """A radio button that is a card; cards with one parent exclude each other."""

    def __init__(
        self, look: ThemeController, text: str, line: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(text, parent)
        self.look = look
        self.setAccessibleName(text)
        self.setAccessibleDescription(line)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setProperty(RING_RADIUS, 10)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._text = TextLabel(look, text, weight=500, parent=self)
        self._line = TextLabel(look, line, type_=Type.SMALL, role="text2", parent=self)
        for label in (self._text, self._line):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        look.changed.connect(self.updateGeometry)

    def hitButton(self, _pos: QPoint) -> bool:
        """The whole card can be pressed."""
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right choose; up and down belong to the cards around."""
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.ignore()
            return
        super().keyPressEvent(event)

    def hasHeightForWidth(self) -> bool:
        """The words wrap."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height at a width."""
        room = self._room(width)
        edge = 2 * self.look.px(9)
        return self._text.heightForWidth(room) + self._line.heightForWidth(room) + edge

    def sizeHint(self) -> QSize:
        """Half of a card."""
        width = self.look.px(300)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Narrow windows squeeze it."""
        return QSize(self.look.px(120), self.look.px(48))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the words."""
        super().resizeEvent(event)
        px = self.look.px
        room = self._room(self.width())
        left = px(_EDGE) if self.isRightToLeft() else px(_LEAD)
        height = self._text.heightForWidth(room)
        below = self._line.heightForWidth(room)
        top = max(px(9), (self.height() - height - below) // 2)
        self._text.setGeometry(left, top, room, height)
        self._line.setGeometry(left, top + height, room, below)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint card and radio; the words are widgets."""
        painter = QPainter(self)
        theme, px = self.look.theme, self.look.px
        on = self.isChecked()
        rest = theme.raised_h if self.underMouse() else theme.surface
        line = theme.accent if on else theme.line2
        width = 2 if on and theme.high_contrast else 1
        fill = theme.accent_soft if on else rest
        box(painter, QRectF(self.rect()), px(10), fill=fill, line=line, width=width)
        side = px(_RADIO)
        left = self.width() - px(12) - side if self.isRightToLeft() else px(12)
        spot = QRectF(left, (self.height() - side) / 2, side, side)
        draw_indicator(painter, spot, theme, round_=True, on=on)
        painter.end()

    def _room(self, width: int) -> int:
        return max(1, width - self.look.px(_LEAD) - self.look.px(_EDGE))
