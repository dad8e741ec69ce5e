"""How a memory looks in the list: tile, words, uses and date; a box while several are chosen."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
)

from assistant_app.memory.types import Entry
from assistant_app.ui.memories.model import (
    PENDING_ROLE,
    MemoryModel,
    pending_words,
)
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.theme.paint import box
from assistant_app.ui.theme.style import draw_indicator
from assistant_app.ui.widgets.dot import draw_category_tile

ROW_HEIGHT = 66
_MARGIN, _TILE, _TEXT, _TAIL = 8, 28, 52, 14
_Index = QModelIndex | QPersistentModelIndex


class MemoryDelegate(QStyledItemDelegate):
    """Paints rows of one height.

    Attributes:
        boxes: Whether several are being chosen: a box stands in place of the tile.
    """

    def __init__(self, look: ThemeController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.boxes = False

    def sizeHint(self, _option: QStyleOptionViewItem, _index: _Index) -> QSize:
        """All rows have one height."""
        return QSize(self._look.px(200), self._look.px(ROW_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint one memory."""
        # Asked directly: each role by `index.data` is a way through C++ and back.
        model = index.model()
        entry = model.entry(index) if isinstance(model, MemoryModel) else None
        if entry is None or not isinstance(model, MemoryModel):
            return
        px = self._look.px
        painter.save()
        rect = QRect(option.rect).adjusted(px(_MARGIN), 1, -px(_MARGIN), -1)
        mirrored = option.direction == Qt.LayoutDirection.RightToLeft
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        self._paint_state(painter, option, rect, chosen=chosen, mirrored=mirrored)
        mark = QRect(rect.x() + px(12), rect.y() + (rect.height() - px(_TILE)) // 2, 0, 0)
        mark.setSize(QSize(px(_TILE), px(_TILE)))
        self._paint_mark(painter, _flip(mark, rect, mirrored), entry, chosen=chosen)
        self._paint_words(painter, rect, model, entry, mirrored=mirrored)
        painter.restore()

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: _Index,
    ) -> bool:
        """Show the whole text; over the clock, what it means."""
        if event.type() == QHelpEvent.Type.ToolTip and index.data(PENDING_ROLE):
            edge = option.rect.right() - self._look.px(44)
            if event.pos().x() >= edge:
                QToolTip.showText(event.globalPos(), pending_words(), view)
                return True
        return super().helpEvent(event, view, option, index)

    def _paint_state(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        rect: QRect,
        *,
        chosen: bool,
        mirrored: bool,
    ) -> None:
        look, theme = self._look, self._look.theme
        area, radius = QRectF(rect), look.px(10)
        hover = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if theme.high_contrast:
            if chosen or hover:
                line = theme.accent if chosen else theme.text
                box(painter, area, radius, line=line, width=2 if chosen else 1)
        elif chosen:
            box(painter, area, radius, fill=theme.accent_soft)
        elif hover:
            tint = QColor(theme.hover)
            tint.setAlphaF(0.55)
            box(painter, area, radius, fill=tint)
        if chosen and not self.boxes:
            bar = QRect(rect.x(), rect.y() + (rect.height() - look.px(34)) // 2, 0, look.px(34))
            bar.setWidth(look.px(3))
            box(painter, QRectF(_flip(bar, rect, mirrored)), 2, fill=theme.accent)
        keyboard = option.state & QStyle.StateFlag.State_KeyboardFocusChange
        if keyboard and option.state & QStyle.StateFlag.State_HasFocus:
            box(painter, area, radius, line=theme.accent, width=2)

    def _paint_mark(self, painter: QPainter, mark: QRect, entry: Entry, *, chosen: bool) -> None:
        if not self.boxes:
            draw_category_tile(painter, mark, self._look, entry.category)
            return
        side = self._look.px(18)
        spot = QRectF(0, 0, side, side)
        spot.moveCenter(QRectF(mark).center())
        draw_indicator(painter, spot, self._look.theme, round_=False, on=chosen)

    def _paint_words(
        self, painter: QPainter, rect: QRect, model: MemoryModel, entry: Entry, *, mirrored: bool
    ) -> None:
        look, px = self._look, self._look.px
        left = rect.x() + px(_TEXT)
        width = rect.width() - px(_TEXT) - px(_TAIL)
        sign = "clock" if model.waits(entry) else "pin" if entry.pinned else ""
        room = width - (px(24) if sign else 0)
        painter.setFont(look.font(Type.BODY, 500))
        painter.setPen(look.color("text"))
        upper = QRect(left, rect.y() + px(10), room, px(22))
        text = painter.fontMetrics().elidedText(
            entry.text.replace("\n", " "), Qt.TextElideMode.ElideRight, room
        )
        painter.drawText(_flip(upper, rect, mirrored), _leading(), text)
        if sign:
            spot = QRect(left + width - px(16), rect.y() + px(13), px(16), px(16))
            painter.drawPixmap(_flip(spot, rect, mirrored), look.pixmap(sign, "text2", 16))
        painter.setFont(look.font(Type.SMALL))
        painter.setPen(look.color("text2"))
        day = model.day(entry)
        day_width = painter.fontMetrics().horizontalAdvance(day) + 2
        lower = QRect(left, rect.y() + px(32), width, px(22))
        trail = QRect(lower.right() - day_width + 1, lower.y(), day_width, lower.height())
        painter.drawText(_flip(trail, rect, mirrored), _leading(), day)
        lower.setWidth(width - day_width - px(12))
        line = painter.fontMetrics().elidedText(
            model.line(entry), Qt.TextElideMode.ElideRight, lower.width()
        )
        painter.drawText(_flip(lower, rect, mirrored), _leading(), line)


def _leading() -> int:
    return int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading)


def _flip(area: QRect, within: QRect, mirrored: bool) -> QRect:
    if not mirrored:
        return area
    left = within.x() + within.right() - area.right()
    return QRect(left, area.y(), area.width(), area.height())
