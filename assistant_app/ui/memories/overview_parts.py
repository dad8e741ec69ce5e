"""What the overview is made of: figures, bars of months, bars of categories, rows of memories."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import QLocale, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from assistant_app.memory.types import Entry
from assistant_app.ui.memories.sentences import number
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.focus_ring import RING, RING_RADIUS
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.theme.paint import box
from assistant_app.ui.widgets.painted import Painted, PaintedButton
from assistant_app.ui.words import category_word

_LEAD = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading)
_TRAIL = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignTrailing)
_MOST_CATEGORIES = 12


class _Pressed(PaintedButton):
    """A button that Return presses too."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return presses."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
            return
        super().keyPressEvent(event)

    def flip(self, left: int, width: int) -> int:
        """Return where something stands in the reading direction."""
        return self.width() - left - width if self.isRightToLeft() else left


class FigureCard(_Pressed):
    """A large number, what it counts, and a line more."""

    def __init__(
        self, look: ThemeController, icon: str, *, object_name: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(look, parent=parent)
        self._icon_name = icon
        self._value = self._word = self._more = ""
        self._pressable = False
        self.setObjectName(object_name)
        self.setProperty(RING_RADIUS, 12)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_pressable(self) -> None:
        """A press leads to the memories that are counted."""
        self._pressable = True

    def set_figure(self, value: str, word: str, more: str) -> None:
        """Show another number."""
        self._value, self._word, self._more = value, word, more
        self.setAccessibleName(f"{value} {word}, {more}")
        self.update()

    def sizeHint(self) -> QSize:
        """As in the drawings."""
        return QSize(self.look.px(170), self.look.px(90))

    def minimumSizeHint(self) -> QSize:
        """Narrow windows squeeze it."""
        return QSize(self.look.px(130), self.look.px(90))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint card, number, words and icon."""
        painter = QPainter(self)
        theme, look, px = self.look.theme, self.look, self.look.px
        hover = self._pressable and self.hovered()
        fill = theme.raised_h if hover else theme.raised
        line = theme.line2 if hover else theme.line
        box(painter, QRectF(self.rect()), px(12), fill=fill, line=line)
        width = self.width() - px(32)
        painter.setFont(look.font(Type.DIALOG, 600))
        painter.setPen(look.color("text"))
        painter.drawText(QRect(px(16), px(11), width, px(32)), _LEAD, self._value)
        icon = px(20)
        left = self.flip(self.width() - px(14) - icon, icon)
        painter.drawPixmap(left, px(16), look.pixmap(self._icon_name, "text2", 20))
        painter.setFont(look.font(Type.SMALL))
        for top, text, role in ((44, self._word, "text"), (61, self._more, "text2")):
            painter.setPen(look.color(role))
            area = QRect(px(16), px(top), width, px(18))
            shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, width)
            painter.drawText(area, _LEAD, shown)
        painter.end()


class MonthBars(Painted):
    """Bars of the last months, each with its value above it."""

    def __init__(self, look: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._months: tuple[tuple[date, int], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_months(self, months: tuple[tuple[date, int], ...]) -> None:
        """Show other months, the oldest first."""
        self._months = months
        said = ", ".join(f"{_month(day)} {count}" for day, count in months)
        self.setAccessibleName(self.tr("Kept each month: %1").replace("%1", said))
        self.update()

    def sizeHint(self) -> QSize:
        """Values, bars, and names of months."""
        return QSize(self.look.px(320), self.look.px(190))

    def minimumSizeHint(self) -> QSize:
        """Narrow windows squeeze the bars."""
        return QSize(self.look.px(240), self.look.px(150))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint bars, values and months."""
        if not self._months:
            return
        painter = QPainter(self)
        theme, look, px = self.look.theme, self.look, self.look.px
        painter.setFont(look.font(Type.CAPTION))
        head, foot = px(20), px(24)
        base = self.height() - foot
        room = base - head
        step = self.width() / len(self._months)
        width = min(px(48), step - px(5))
        most = max(*(count for _, count in self._months), 1)
        names = self._fitting_names(painter, step)
        for place, (_day, count) in enumerate(self._months):
            slot = len(self._months) - 1 - place if self.isRightToLeft() else place
            left = slot * step + (step - width) / 2
            height = max(px(3), room * count / most) if count else 0
            last = place == len(self._months) - 1
            if count:
                bar = QRectF(left, base - height, width, height)
                box(painter, bar, px(4), fill=theme.mem_fill)
            painter.setFont(look.font(Type.CAPTION, 600 if last else 400))
            painter.setPen(look.color("text" if last else "text2"))
            value = QRectF(slot * step - px(8), base - height - head, step + px(16), head - px(2))
            centre = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom
            if count or last:
                painter.drawText(value, centre, number(count))
            if names[place]:
                painter.setFont(look.font(Type.CAPTION))
                painter.setPen(look.color("text2"))
                area = QRectF(slot * step - px(20), base + px(4), step + px(40), px(18))
                painter.drawText(area, Qt.AlignmentFlag.AlignCenter, names[place])
        painter.fillRect(QRectF(0, base, self.width(), 1), look.color("line"))
        painter.end()

    def _fitting_names(self, painter: QPainter, step: float) -> list[str]:
        names = [_month(day) for day, _ in self._months]
        widest = max(painter.fontMetrics().horizontalAdvance(name) for name in names)
        every = 1
        while step * every < widest + self.look.px(6) and every < len(names):
            every += 1
        last = len(names) - 1
        return [name if (last - place) % every == 0 else "" for place, name in enumerate(names)]


def _month(day: date) -> str:
    return QLocale().standaloneMonthName(day.month, QLocale.FormatType.ShortFormat)


class _CategoryBar(_Pressed):
    """Name, bar in the hue, count."""

    def __init__(
        self, look: ThemeController, category: str, count: int, share: float, parent: QWidget
    ) -> None:
        super().__init__(look, category_word(category), parent=parent)
        self._category, self._count, self._share = category, number(count), share
        self.setAccessibleName(f"{self.text()}, {self._count}")
        self.setProperty(RING, "inside")
        self.setProperty(RING_RADIUS, 6)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """A row of 28: a target for the pointer."""
        return QSize(self.look.px(240), self.look.px(28))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the row."""
        painter = QPainter(self)
        theme, look, px = self.look.theme, self.look, self.look.px
        if self.hovered():
            line = theme.text if theme.high_contrast else None
            fill = None if theme.high_contrast else theme.hover
            box(painter, QRectF(self.rect()), px(6), fill=fill, line=line)
        painter.setFont(look.font(Type.BODY))
        painter.setPen(look.color("text2"))
        names = px(124)
        area = QRect(self.flip(px(6), names), 0, names, self.height())
        text = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, names)
        painter.drawText(area, _LEAD, text)
        painter.setFont(look.font(Type.SMALL))
        value = painter.fontMetrics().horizontalAdvance(self._count) + px(10)
        room = self.width() - px(6) - names - px(6) - value
        width = max(px(8), round(room * self._share))
        left = px(6) + names
        top = (self.height() - px(10)) / 2
        hue = theme.category(self._category)
        box(painter, QRectF(self.flip(left, width), top, width, px(10)), px(4), fill=hue)
        painter.setPen(look.color("text2"))
        area = QRect(self.flip(left + width + px(8), value), 0, value, self.height())
        painter.drawText(area, _LEAD, self._count)
        painter.end()


class CategoryBars(QWidget):
    """A row for each category, the largest first.

    Signals:
        chosen(str): A row was pressed.
    """

    chosen = Signal(str)

    def __init__(self, look: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.look = look
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)

    def set_categories(self, categories: Sequence[tuple[str, int]]) -> None:
        """Show other counts."""
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        most = max((count for _, count in categories), default=1)
        for name, count in categories[:_MOST_CATEGORIES]:
            row = _CategoryBar(self.look, name, count, count / most, self)
            row.clicked.connect(lambda _=False, name=name: self.chosen.emit(name))
            self._column.addWidget(row)


class UsedRow(_Pressed):
    """A memory and a value at the end of the line."""

    def __init__(
        self, look: ThemeController, entry: Entry, value: str, spoken: str, parent: QWidget
    ) -> None:
        super().__init__(look, entry.text.replace("\n", " "), parent=parent)
        self.memory_id = entry.id
        self._value = value
        self.setAccessibleName(f"{entry.text}, {spoken}")
        self.setToolTip(entry.text)
        self.setProperty(RING, "inside")
        self.setProperty(RING_RADIUS, 6)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """A row of 28: a target for the pointer."""
        return QSize(self.look.px(200), self.look.px(28))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the row."""
        painter = QPainter(self)
        theme, look, px = self.look.theme, self.look, self.look.px
        if self.hovered():
            line = theme.text if theme.high_contrast else None
            fill = None if theme.high_contrast else theme.hover
            box(painter, QRectF(self.rect()), px(6), fill=fill, line=line)
        painter.setFont(look.font(Type.SMALL))
        painter.setPen(look.color("text2"))
        width = painter.fontMetrics().horizontalAdvance(self._value) + 2
        inner = self.rect().adjusted(px(6), 0, -px(6), 0)
        painter.drawText(inner, _TRAIL, self._value)
        painter.setFont(look.font(Type.BODY))
        painter.setPen(look.color("text"))
        room = inner.width() - width - px(12)
        area = QRect(self.flip(px(6), room), 0, room, self.height())
        text = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        painter.drawText(area, _LEAD, text)
        painter.end()
