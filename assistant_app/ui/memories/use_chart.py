"""When a memory was used: 26 weekly bars, and a sentence that says it in words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QDate, QLocale, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from assistant_app.ui.memories.figures import WEEKS, first_day, weekly
from assistant_app.ui.memories.sentences import times_words
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.theme.paint import box
from assistant_app.ui.widgets.painted import Painted
from assistant_app.ui.widgets.text_label import TextLabel
from assistant_app.ui.words import day_word


class WeekBars(Painted):
    """The bars; a week without a use is a short dash."""

    def __init__(self, look: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._bars: tuple[int, ...] = (0,) * WEEKS
        self._first = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_bars(self, bars: tuple[int, ...], first: str) -> None:
        """Show other weeks; `first` names the month in which they begin."""
        self._bars, self._first = bars, first
        self.update()

    def sizeHint(self) -> QSize:
        """Bars and the line of words."""
        return QSize(self.look.px(272), self.look.px(56 + 20))

    def minimumSizeHint(self) -> QSize:
        """Narrow columns squeeze the gaps."""
        return QSize(self.look.px(160), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint bars, base line, and where they begin and end."""
        painter = QPainter(self)
        theme, px = self.look.theme, self.look.px
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        base, room = px(54), px(52)
        step = self.width() / WEEKS
        width = min(px(8), max(3.0, step - px(3)))
        most = max(*self._bars, 4)
        for week, count in enumerate(self._bars):
            left = (WEEKS - 1 - week) * step if mirrored else week * step
            if count:
                height = max(px(6), room * count / most)
                bar = QRectF(left, base - height, width, height)
                box(painter, bar, px(3), fill=theme.mem_fill)
            else:
                painter.fillRect(QRectF(left, base - 1.5, width, 1.5), self.look.color("line2"))
        painter.fillRect(QRectF(0, base, self.width(), 1), self.look.color("line"))
        painter.setFont(self.look.font(Type.CAPTION))
        painter.setPen(self.look.color("text2"))
        area = self.rect().adjusted(0, base + px(2), 0, 0)
        lead, trail = Qt.AlignmentFlag.AlignLeading, Qt.AlignmentFlag.AlignTrailing
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(area, int(lead | middle), self._first)
        painter.drawText(area, int(trail | middle), self.tr("now", "end of a time line"))
        painter.end()


class UseChart(QWidget):
    """Bars with a heading and a sentence."""

    def __init__(self, look: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.look = look
        self.setObjectName("memoryAccess")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._title = TextLabel(
            look, self.tr("Used"), type_=Type.SMALL, role="text2", weight=600, parent=self
        )
        self._bars = WeekBars(look, self)
        self._say = TextLabel(look, type_=Type.SMALL, role="text2", parent=self)
        self._column.addWidget(self._title)
        self._column.addWidget(self._bars)
        self._column.addWidget(self._say)
        self._column.addStretch(1)
        look.changed.connect(self._measure)
        self._measure()

    def show_uses(
        self, uses: Sequence[datetime], before: Sequence[datetime], now: datetime
    ) -> None:
        """Show when a memory was used.

        Args:
            uses: With the words that it has now.
            before: With earlier words.
            now: The present moment.
        """
        day = first_day(now)
        month = QLocale().standaloneMonthName(QDate(day.year, day.month, 1).month())
        self._bars.set_bars(weekly((*before, *uses), now), month)
        self._say.set_parts(self._sentence(uses, before, now))
        self.setAccessibleName(f"{self._title.text()}: {self._say.text()}")

    def _sentence(
        self, uses: Sequence[datetime], before: Sequence[datetime], now: datetime
    ) -> list[tuple[str, str, int]]:
        if not uses and not before:
            return [(self.tr("Not used yet."), "", 0)]
        if before:
            shape = self.tr("%1 in its new wording, %2 before")
            if not uses:
                shape = self.tr("Not yet in its new wording, %2 before")
        else:
            shape = self.tr("%1 in all, last %3", "times, day")
        last = day_word(max((*before, *uses)), now, inside=True)
        shape = shape.replace("%2", times_words(len(before))).replace("%3", last)
        head, mark, tail = shape.partition("%1")
        if not mark:
            return [(head, "", 0)]
        return [(head, "", 0), (times_words(len(uses)), "text", 600), (tail, "", 0)]

    def _measure(self) -> None:
        self._column.setSpacing(self.look.px(6))
