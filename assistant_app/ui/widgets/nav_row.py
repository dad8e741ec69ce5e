"""A row of the sidebar: a page, a facet, or an act at its foot."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QTextOption
from PySide6.QtWidgets import QSizePolicy, QWidget

from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.focus_ring import RING, RING_RADIUS
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.theme.paint import box, space_hue
from assistant_app.ui.widgets.painted import PaintedButton


class NavRow(PaintedButton):
    """A row with an icon or a dot, a text, and a count or badge at the trailing edge.

    A checked row is the current page (`page=True`: pine, bar at its edge) or the current item.
    """

    def __init__(
        self,
        look: ThemeController,
        text: str,
        *,
        icon: str = "",
        dot: str = "",
        page: bool = False,
        height: int = 34,
        object_name: str = "",
        parent: QWidget | None = None,
    ) -> None:
        """Create the row.

        Args:
            look: The look.
            text: One or two words.
            icon: At the leading edge.
            dot: Category whose hue stands there instead.
            page: Whether a checked row is the current page.
            height: 34 for pages, 29 for facets.
            object_name: For tests and accessibility tools.
            parent: Qt parent.
        """
        super().__init__(look, text, type_=Type.BODY, parent=parent)
        self._icon_name = icon
        self._dot = dot
        self._hue = ""
        self._page = page
        self._height = height
        self._count = ""
        self._badge = False
        self.setObjectName(object_name)
        self.setCheckable(True)
        self.setProperty(RING, "inside")
        self.setProperty(RING_RADIUS, 8)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._name()

    def set_hue(self, hue: str) -> None:
        """Show a dot in a colour of the user's (`#rrggbb`) in place of the icon."""
        self._hue = hue
        self.update()

    def set_count(self, count: int | None, *, badge: bool = False) -> None:
        """Show a number: quiet, or as a badge in honey; None or a badge of 0 shows nothing."""
        shown = count is not None and not (badge and count == 0)
        self._count = QLocale().toString(count) if count is not None and shown else ""
        self._badge = badge
        self._name()
        self.update()

    def setText(self, text: str) -> None:
        """Set the text; the accessible name follows."""
        super().setText(text)
        if hasattr(self, "_count"):
            self._name()

    def sizeHint(self) -> QSize:
        """Height of the row; as wide as there is room."""
        return QSize(self.look.px(160), self.look.px(self._height))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return presses; arrows walk to the neighbours."""
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif key == Qt.Key.Key_Down:
            self.focusNextChild()
        elif key == Qt.Key.Key_Up:
            self.focusPreviousChild()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the state, then icon, text and count."""
        painter = QPainter(self)
        current_page = self._page and self.isChecked()
        self._paint_state(painter, current_page=current_page)
        ink = "text" if self.isEnabled() else "disabled"
        icon_role = "accent" if current_page else "text2" if self.isEnabled() else "disabled"
        x = self._paint_mark(painter, icon_role)
        tail = self._paint_count(painter)
        font = self.look.font(Type.BODY, 500 if self.isChecked() else 400)
        painter.setFont(font)
        painter.setPen(self.look.color(ink))
        room = self.width() - x - tail
        text = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        painter.drawText(
            self._area(x, room),
            int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading),
            text,
        )
        painter.end()

    def _paint_state(self, painter: QPainter, *, current_page: bool) -> None:
        theme, look = self.look.theme, self.look
        rect = QRectF(self.rect())
        radius = look.px(8)
        if theme.high_contrast:
            if self.isChecked():
                line = theme.accent if current_page else theme.text
                box(painter, rect, radius, line=line, width=2)
            elif self.hovered():
                box(painter, rect, radius, line=theme.text)
            return
        if current_page:
            box(painter, rect, radius, fill=theme.accent_soft)
            height = look.px(16)
            bar = QRectF(self._area(0, look.px(3)))
            bar.setTop((self.height() - height) / 2)
            bar.setHeight(height)
            box(painter, bar, bar.width() / 2, fill=theme.accent)
        elif self.isChecked() or self.isDown():
            box(painter, rect, radius, fill=theme.press)
        elif self.hovered():
            box(painter, rect, radius, fill=theme.hover)

    def _paint_mark(self, painter: QPainter, role: str) -> int:
        look = self.look
        x = look.px(10)
        if self._dot or self._hue:
            side = look.px(8)
            spot = QRectF(self._area(x + look.px(6), side))
            spot.setTop((self.height() - side) / 2)
            spot.setHeight(side)
            own = space_hue(look, self._hue)
            box(painter, spot, side / 2, fill=look.theme.category(self._dot) if self._dot else own)
            return look.px(40)
        if self._icon_name:
            side = look.px(20)
            left = self._area(x, side).x()
            painter.drawPixmap(
                QPoint(left, (self.height() - side) // 2), look.pixmap(self._icon_name, role, 20)
            )
            return look.px(40)
        return x

    def _paint_count(self, painter: QPainter) -> int:
        look, theme = self.look, self.look.theme
        if not self._count:
            return look.px(10)
        font = look.font(Type.CAPTION, 600 if self._badge else 400)
        painter.setFont(font)
        width = painter.fontMetrics().horizontalAdvance(self._count)
        if not self._badge:
            painter.setPen(look.color("text3"))
            area = self._area(self.width() - width - look.px(10), width + 1)
            painter.drawText(area, int(Qt.AlignmentFlag.AlignCenter), self._count)
            return width + look.px(16)
        side = look.px(20)
        width = max(side, width + look.px(10))
        pill = QRectF(self._area(self.width() - width - look.px(8), width))
        pill.setTop((self.height() - side) / 2)
        pill.setHeight(side)
        box(painter, pill, side / 2, fill=theme.mem_soft, line=theme.mem_line)
        painter.setPen(look.color("mem_text"))
        painter.drawText(pill, self._count, _centred())
        return width + look.px(14)

    def _area(self, left: int, width: int) -> QRect:
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            left = self.width() - left - width
        return QRect(left, 0, width, self.height())

    def _name(self) -> None:
        self.setAccessibleName(f"{self.text()}, {self._count}" if self._count else self.text())


def _centred() -> QTextOption:
    option = QTextOption(Qt.AlignmentFlag.AlignCenter)
    option.setWrapMode(QTextOption.WrapMode.NoWrap)
    return option
