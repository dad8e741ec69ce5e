"""How a memory changed: a filled dot now, hollow dots before, each with a way back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from assistant_app.ui.memories.life import Wording
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.theme.paint import box
from assistant_app.ui.widgets.buttons import SMALL, Button, Kind
from assistant_app.ui.widgets.painted import Painted
from assistant_app.ui.widgets.struck_label import StruckLabel
from assistant_app.ui.widgets.text_label import TextLabel
from assistant_app.ui.words import day_word

_FEW = 3


class HistoryView(QWidget):
    """The wordings of a memory, the newest first.

    Signals:
        bring_back(str): Make an earlier wording the present one.
    """

    bring_back = Signal(str)

    def __init__(self, look: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.look = look
        self.setObjectName("memoryHistory")
        self.setAccessibleName(self.tr("How it changed"))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._title = TextLabel(
            look, self.tr("How it changed"), type_=Type.SMALL, role="text2", weight=600, parent=self
        )
        self._column.addWidget(self._title)
        self._rows = QVBoxLayout()
        self._column.addLayout(self._rows)
        self._column.addStretch(1)
        self._shown: tuple[Wording, ...] = ()
        self._editable = True
        self._all = False
        self._now: datetime | None = None
        look.changed.connect(self._measure)
        self._measure()

    def show_wordings(self, wordings: Sequence[Wording], now: datetime, *, editable: bool) -> None:
        """Show other wordings.

        Args:
            wordings: The newest first; the first is what it says now.
            now: The present moment.
            editable: Whether one can be brought back.
        """
        if tuple(wordings) == self._shown and editable == self._editable:
            return
        if not self._shown or not wordings or self._shown[0].text != wordings[0].text:
            self._all = False
        self._shown, self._editable, self._now = tuple(wordings), editable, now
        self._rebuild()

    def _rebuild(self) -> None:
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        now = self._now
        if now is None:
            return
        shown = self._shown if self._all else self._shown[:_FEW]
        for number, wording in enumerate(shown):
            last = number == len(shown) - 1
            self._rows.addWidget(self._row(wording, now, first=number == 0, last=last))
        hidden = len(self._shown) - len(shown)
        if hidden:
            more = Button(
                self.look,
                self.tr("%1 earlier wordings").replace("%1", str(hidden)),
                kind=Kind.LINK,
                height=SMALL,
                type_=Type.SMALL,
                parent=self,
            )
            more.clicked.connect(self._show_all)
            self._rows.addWidget(more)

    def _show_all(self) -> None:
        self._all = True
        self._rebuild()

    def _row(self, wording: Wording, now: datetime, *, first: bool, last: bool) -> QWidget:
        row = _Row(self.look, first=first, last=last, parent=self)
        if first:
            text: QWidget = TextLabel(self.look, wording.text, weight=500, parent=row)
            day = day_word(wording.since, now, inside=True)
            words = self.tr("now, since %1", "day").replace("%1", day)
        else:
            text = StruckLabel(self.look, wording.text, role="text2", parent=row)
            text.setAccessibleName(self.tr("before: %1").replace("%1", wording.text))
            day = day_word(wording.until or wording.since, now, inside=True)
            words = self.tr("was, until %1", "day").replace("%1", day)
        row.body.addWidget(text)
        foot = QHBoxLayout()
        foot.setSpacing(0)
        say = TextLabel(self.look, words, type_=Type.SMALL, role="text2", parent=row)
        foot.addWidget(say, 0, Qt.AlignmentFlag.AlignVCenter)
        if not first and self._editable:
            back = Button(
                self.look,
                self.tr("Bring back"),
                kind=Kind.LINK,
                height=SMALL,
                type_=Type.SMALL,
                object_name="memoryBringBack",
                parent=row,
            )
            back.setAccessibleName(f"{back.text()}: {wording.text}")
            back.clicked.connect(lambda _=False, text=wording.text: self.bring_back.emit(text))
            foot.addWidget(back)
        foot.addStretch(1)
        row.body.addLayout(foot)
        return row

    def _measure(self) -> None:
        self._column.setSpacing(self.look.px(6))
        self._rows.setSpacing(0)
        self._rebuild()


class _Row(Painted):
    """One wording beside its dot and a piece of the line."""

    def __init__(self, look: ThemeController, *, first: bool, last: bool, parent: QWidget) -> None:
        super().__init__(look, parent)
        self._first, self._last = first, last
        self.body = QVBoxLayout(self)
        px = look.px
        self.body.setContentsMargins(px(24), 0, 0, px(6))
        self.body.setSpacing(0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint dot and line."""
        painter = QPainter(self)
        theme, px = self.look.theme, self.look.px
        side, top = px(10), px(5)
        left = self.width() - px(13) if self.isRightToLeft() else px(3)
        centre = left + side / 2
        start = 0 if not self._first else top + side
        if not self._last:
            painter.fillRect(
                QRectF(centre - 0.75, start, 1.5, self.height() - start), self.look.color("line2")
            )
        elif not self._first:
            painter.fillRect(QRectF(centre - 0.75, 0, 1.5, top), self.look.color("line2"))
        spot = QRectF(left, top, side, side)
        if self._first:
            box(painter, spot, side / 2, fill=theme.accent)
        else:
            box(painter, spot, side / 2, fill=theme.surface, line=theme.ctl, width=1.6)
        painter.end()
