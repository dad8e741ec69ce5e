"""Memories that belong near one: rows with icon, bar and word that open by click or Enter."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from assistant_app.memory.types import Entry, Related
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.focus_ring import RING_RADIUS
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.theme.paint import box
from assistant_app.ui.theme.roles import category_icon
from assistant_app.ui.widgets.buttons import SMALL, Button, Kind
from assistant_app.ui.widgets.painted import PaintedButton
from assistant_app.ui.widgets.relevance import RelevanceBar
from assistant_app.ui.widgets.text_label import TextLabel

FEW, MANY = 3, 12


class RelatedRow(PaintedButton):
    """One row of 36."""

    def __init__(
        self, look: ThemeController, related: Related, parent: QWidget | None = None
    ) -> None:
        super().__init__(look, related.entry.text, parent=parent)
        self.entry = related.entry
        self.setObjectName(f"memory:{related.entry.id}")
        self.setProperty(RING_RADIUS, 10)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._row = QHBoxLayout(self)
        self._row.addStretch(1)
        self._bar = RelevanceBar(look, related.relevance, bar_width=40, quiet=True, parent=self)
        self._bar.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        # Bars stand under each other: the words have one width.
        self._row.addWidget(self._bar)
        self.setAccessibleName(f"{related.entry.text}, {self._bar.accessibleName()}")
        self.setToolTip(related.entry.text)
        self._measure()

    @property
    def bar_width(self) -> int:
        """Width that bar and word want."""
        return self._bar.sizeHint().width()

    def set_bar_width(self, width: int) -> None:
        """Give bar and word a width, so that bars stand under each other."""
        self._bar.setFixedWidth(width)

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(self.look.px(240), self.look.px(36))

    def look_changed(self) -> None:
        """Measure anew."""
        self._measure()
        super().look_changed()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return presses."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
            return
        super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint frame, icon, words and arrow; the bar is a widget."""
        painter = QPainter(self)
        theme, look, px = self.look.theme, self.look, self.look.px
        fill = theme.raised_p if self.isDown() else theme.raised_h if self.hovered() else None
        box(painter, QRectF(self.rect()), px(10), fill=fill or theme.raised, line=theme.line)
        mirrored = self.isRightToLeft()
        icon, top = px(18), (self.height() - px(18)) // 2
        left = self.width() - px(12) - icon if mirrored else px(12)
        hue = theme.category(self.entry.category)
        painter.drawPixmap(left, top, look.pixmap(category_icon(self.entry.category), hue, 18))
        arrow = px(16)
        left = px(12) if mirrored else self.width() - px(12) - arrow
        painter.drawPixmap(
            left, (self.height() - arrow) // 2, look.pixmap("chevron-right", "text2", 16)
        )
        bar = self._bar.geometry()
        area = QRect(px(40), 0, bar.left() - px(40) - px(12), self.height())
        if mirrored:
            left = bar.right() + px(12)
            area = QRect(left, 0, self.width() - left - px(40), self.height())
        painter.setFont(self.font())
        painter.setPen(look.color("text"))
        text = self.entry.text.replace("\n", " ")
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        align = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading
        painter.drawText(area, int(align), shown)
        painter.end()

    def _measure(self) -> None:
        px = self.look.px
        self._row.setContentsMargins(px(40), 0, px(40), 0)


class RelatedList(QWidget):
    """The rows; three first, the others on request.

    Signals:
        opened(str): A memory was chosen on purpose.
    """

    opened = Signal(str)

    def __init__(self, look: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.look = look
        self.setObjectName("memoryRelated")
        self.setAccessibleName(self.tr("Related"))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        head = QHBoxLayout()
        title = TextLabel(
            look, self.tr("Related"), type_=Type.SMALL, role="text2", weight=600, parent=self
        )
        self._more = Button(
            look,
            kind=Kind.LINK,
            height=SMALL,
            type_=Type.SMALL,
            weight=600,
            object_name="memoryRelatedAll",
            parent=self,
        )
        self._more.clicked.connect(self._toggle)
        head.addWidget(title, 1, Qt.AlignmentFlag.AlignVCenter)
        head.addWidget(self._more)
        self._column.addLayout(head)
        self._rows = QVBoxLayout()
        self._column.addLayout(self._rows)
        self._found: tuple[Related, ...] = ()
        self._all = False
        self._owner = ""
        look.changed.connect(self._measure)
        self._measure()

    def show_related(self, entry: Entry, found: Sequence[Related]) -> None:
        """Show what belongs near a memory."""
        if entry.id == self._owner and self._found == tuple(found):
            return
        if entry.id != self._owner:
            self._all = False
        self._owner, self._found = entry.id, tuple(found)
        self._rebuild()

    def _rebuild(self) -> None:
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.setObjectName("")
                widget.hide()
                widget.deleteLater()
        self.setVisible(bool(self._found))
        shown = self._found if self._all else self._found[:FEW]
        rows = [RelatedRow(self.look, related, self) for related in shown]
        width = max((row.bar_width for row in rows), default=0)
        for row in rows:
            row.set_bar_width(width)
            row.clicked.connect(lambda _=False, name=row.entry.id: self.opened.emit(name))
            self._rows.addWidget(row)
        more = self.tr("See all %1").replace("%1", str(len(self._found)))
        self._more.setText(self.tr("Fewer") if self._all else more)
        self._more.setVisible(len(self._found) > FEW)

    def _toggle(self) -> None:
        self._all = not self._all
        self._rebuild()

    def _measure(self) -> None:
        px = self.look.px
        self._column.setSpacing(px(4))
        self._rows.setSpacing(px(6))
        self._column.setContentsMargins(0, 0, 0, 0)
