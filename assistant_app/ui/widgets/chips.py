"""Chips: tags, choices, adding and states; each is a button that says what it does."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.focus_ring import RING_RADIUS
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.theme.paint import box, space_hue
from assistant_app.ui.widgets.painted import PaintedButton


class ChipKind(StrEnum):
    """What a chip is for."""

    TAG = "tag"
    CHOICE = "choice"
    ADD = "add"
    STATE = "state"
    TEMPORARY = "temporary"


class Chip(PaintedButton):
    """A chip; a removable one has a cross with a target of its own (Delete by keyboard).

    Signals:
        removed(): The cross was pressed.
    """

    removed = Signal()

    def __init__(
        self,
        look: ThemeController,
        text: str,
        *,
        kind: ChipKind = ChipKind.TAG,
        icon: str = "",
        dot: str = "",
        removable: bool = False,
        height: int = 28,
        state_role: str = "accent",
        object_name: str = "",
        name: str = "",
        parent: QWidget | None = None,
    ) -> None:
        """Create the chip.

        Args:
            look: The look.
            text: One or two words.
            kind: What it is for; a choice has an arrow.
            icon: Before the text.
            dot: Category whose hue stands before the text as a dot.
            removable: It has a cross.
            height: 24 or 28.
            state_role: `accent`, `mem`, `warn`, `danger` or `ok`, for a state.
            object_name: For tests and accessibility tools.
            name: Accessible name where the text does not say it.
            parent: Qt parent.
        """
        super().__init__(look, text, type_=Type.SMALL, weight=500, parent=parent)
        self._kind = kind
        self._icon_name = icon
        self._dot = dot
        self._hue = ""
        self._removable = removable
        self._height = height
        self._state_role = state_role
        self._set_up(object_name, name)

    def _set_up(self, object_name: str, name: str) -> None:
        self.setObjectName(object_name)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setProperty(RING_RADIUS, self._height / 2)
        if name:
            self.setAccessibleName(name)
        if self._kind in (ChipKind.STATE, ChipKind.TEMPORARY):
            self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def set_icon(self, icon: str) -> None:
        """Show another icon."""
        self._icon_name = icon
        self.updateGeometry()
        self.update()

    def set_hue(self, hue: str) -> None:
        """Show a dot in a colour of the user's (`#rrggbb`); empty for none."""
        self._hue = hue
        self.updateGeometry()
        self.update()

    def set_state_role(self, role: str) -> None:
        """Show the state in another colour."""
        self._state_role = role
        self.update()

    def sizeHint(self) -> QSize:
        """All parts and paddings."""
        return QSize(self._width_of(self.text()), self.look.px(self._height))

    def minimumSizeHint(self) -> QSize:
        """A long text may be elided."""
        return QSize(min(self.sizeHint().width(), self.look.px(72)), self.look.px(self._height))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete takes a removable chip away; Return presses."""
        if self._removable and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A press on the cross removes."""
        if self._removable and self._cross_target().contains(event.position().toPoint()):
            self.setDown(False)
            self.removed.emit()
            return
        super().mouseReleaseEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint ground, parts and text."""
        painter = QPainter(self)
        look, theme = self.look, self.look.theme
        rect = QRectF(self.rect())
        radius = rect.height() / 2
        fill, line, ink, dashed = self._tones()
        box(painter, rect, radius, fill=fill, line=line, dashed=dashed)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        x = look.px(10)
        if self._has_dot():
            side = look.px(8)
            hue = QColor(theme.category(self._dot) if self._dot else theme.color(ink))
            if self._hue:
                hue = space_hue(look, self._hue)
            spot = QRectF(self._flip(x, side, mirrored), (self.height() - side) / 2, side, side)
            box(painter, spot, side / 2, fill=hue)
            x += side + look.px(7)
        if self._icon_name:
            side = look.px(16)
            painter.drawPixmap(
                QPoint(self._flip(x - 1, side, mirrored), (self.height() - side) // 2),
                look.pixmap(self._icon_name, ink, 16),
            )
            x += side + look.px(5)
        tail = self._tail()
        room = self.width() - x - tail - look.px(10)
        painter.setPen(look.color(ink))
        painter.setFont(self.font())
        painter.drawText(
            QRect(self._flip(x, room + 2, mirrored), 0, room + 2, self.height()),
            int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading),
            self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room + 2),
        )
        if tail:
            self._paint_tail(painter, mirrored)
        painter.end()

    def _paint_tail(self, painter: QPainter, mirrored: bool) -> None:
        side = self.look.px(14)
        left = self._flip(self.width() - side - self.look.px(9), side, mirrored)
        icon = "close" if self._removable else "chevron-down"
        painter.drawPixmap(left, (self.height() - side) // 2, self.look.pixmap(icon, "text3", 14))

    def _tones(self) -> tuple[str | None, str | None, str, bool]:
        theme = self.look.theme
        hover = theme.hover if self.hovered() or self.isDown() else None
        if self._kind == ChipKind.TEMPORARY:
            return theme.temp_soft, theme.temp_line, "temp", True
        if self._kind == ChipKind.STATE:
            line = theme.text if theme.high_contrast else None
            soft = theme.color(f"{self._state_role}_soft")
            text = self._state_role
            if text in ("accent", "mem"):
                text += "_text"
            return soft, line, text, False
        if self._kind == ChipKind.TAG:
            line = theme.line2 if theme.high_contrast else None
            return hover or theme.chip, line, "text2", False
        return hover, theme.line2, "text2", self._kind == ChipKind.ADD

    def _has_dot(self) -> bool:
        return bool(self._dot or self._hue) or (
            self._kind == ChipKind.STATE and not self._icon_name
        )

    def _tail(self) -> int:
        if self._removable or self._kind == ChipKind.CHOICE:
            return self.look.px(14) + self.look.px(6)
        return 0

    def _width_of(self, text: str) -> int:
        look = self.look
        width = 2 * look.px(10) + self.fontMetrics().horizontalAdvance(text) + 3 + self._tail()
        if self._has_dot():
            width += look.px(8) + look.px(7)
        if self._icon_name:
            width += look.px(16) + look.px(5)
        return width

    def _cross_target(self) -> QRect:
        side = self.look.px(24)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        left = self._flip(self.width() - side - self.look.px(4), side, mirrored)
        return QRect(left, (self.height() - side) // 2, side, side)

    def _flip(self, left: int, width: int, mirrored: bool) -> int:
        return self.width() - left - width if mirrored else left
