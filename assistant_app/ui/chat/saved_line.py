"""The line under the user's message that says what was remembered, with Undo and Edit.

It is made from what the store answered, never from what a model said it did.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

from PySide6.QtCore import QCoreApplication, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from assistant_app.conversation.types import LearnedItem
from assistant_app.memory.types import RememberStatus
from assistant_app.ui.errors import refusal_sentence
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.theme.paint import box
from assistant_app.ui.widgets.announce import announce
from assistant_app.ui.widgets.buttons import Button, Kind
from assistant_app.ui.widgets.card import Card, Line
from assistant_app.ui.widgets.painted import Painted
from assistant_app.ui.widgets.text_label import ElidedLabel, TextLabel

UNDONE_MS = 10_000
_SAVED = {RememberStatus.SAVED, RememberStatus.UPDATED}
_QUIET = {RememberStatus.DUPLICATE}


class LineKind(StrEnum):
    """What a line says."""

    REMEMBERED = "remembered"
    CHANGED = "changed"
    SEVERAL = "several"
    REVIEW = "review"
    FAILED = "failed"


def line_kind(items: Sequence[LearnedItem]) -> LineKind | None:
    """Return what to say about what a turn learned; None for nothing worth saying."""
    told = [item for item in items if item.status not in _QUIET]
    if not told:
        return None
    if len(told) > 1:
        return LineKind.SEVERAL
    item = told[0]
    if item.status == RememberStatus.PROPOSED:
        return LineKind.REVIEW
    if item.status == RememberStatus.REFUSED:
        return LineKind.FAILED
    return LineKind.CHANGED if item.replaced_text else LineKind.REMEMBERED


class _Pill(Painted):
    """The ground of the line: honey, or the colour of a warning."""

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


class _PillButton(Button):
    """A word in a pill: the ink of the pill, 24 high."""

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


class SavedLine(QWidget):
    """One line, or a list that unfolds.

    Attributes:
        undone: What it says was taken back.

    Signals:
        undo_requested(int): Take the change set of this number back.
        edit_requested(str): Edit the memory of this id.
        accept_requested(str), reject_requested(str): Keep a proposed memory, or do not.
        again_requested(): Try to save again.
    """

    undo_requested = Signal(int)
    edit_requested = Signal(str)
    accept_requested = Signal(str)
    reject_requested = Signal(str)
    again_requested = Signal()

    def __init__(
        self, look: ThemeController, items: Sequence[LearnedItem], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.look = look
        self._items = [item for item in items if item.status not in _QUIET]
        self._list: QWidget | None = None
        self.undone = False
        self.setObjectName("rememberedLine")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look.px(6))
        self._column = column
        self._pill = _Pill(look, self)
        self._row = QHBoxLayout(self._pill)
        self._icon = QLabel(self._pill)
        self._word = ElidedLabel(look, type_=Type.SMALL, weight=600, parent=self._pill)
        self._word.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self._text = ElidedLabel(look, type_=Type.SMALL, parent=self._pill)
        self._row.addWidget(self._icon)
        self._row.addWidget(self._word)
        self._row.addWidget(self._text)
        self._rule = Line(look, vertical=True, role="mem_line", parent=self._pill)
        self._row.addWidget(self._rule)
        self._buttons: list[_PillButton] = []
        column.addWidget(self._pill, 0, Qt.AlignmentFlag.AlignRight)
        self._forget_undone = QTimer(self)
        self._forget_undone.setSingleShot(True)
        self._forget_undone.setInterval(UNDONE_MS)
        self._forget_undone.timeout.connect(self.hide)
        look.changed.connect(self._measure)
        self._tell()

    @property
    def seq(self) -> int:
        """The change set that Undo takes back; 0 for none."""
        return max((item.seq for item in self._items), default=0)

    def set_most_width(self, width: int) -> None:
        """Bound the width of the pill."""
        self._pill.setMaximumWidth(width)

    def set_memory_text(self, memory_id: str, text: str) -> None:
        """Show the new words of a memory that was edited."""
        if self.undone or all(item.id != memory_id for item in self._items):
            return
        self._items = [
            replace(item, text=text) if item.id == memory_id else item for item in self._items
        ]
        self._tell()

    def show_undone(self, seq: int) -> None:
        """Say that it was taken back.

        Args:
            seq: The change set of the undo; doing it again takes that one back.
        """
        self.undone = True
        self._clear_buttons()
        self._dress("mem", "undo")
        self._say(self.tr("Undone"), "")
        if seq:
            self._button(
                self.tr("Do it again"),
                "rememberedRedo",
                lambda: self.undo_requested.emit(seq),
            )
            self._forget_undone.start()
        self._announce()

    def show_restored(self, seq: int) -> None:
        """Say that what was taken back is remembered again."""
        self._forget_undone.stop()
        self.undone = False
        self._items = [replace(item, seq=seq) for item in self._items]
        self._tell()

    def show_decided(self, *, kept: bool) -> None:
        """Say what became of a proposed memory."""
        self._clear_buttons()
        self._say(self.tr("Kept:") if kept else self.tr("Not kept:"), self._items[0].text)
        self._announce()

    def _tell(self) -> None:
        self._clear_buttons()
        kind = line_kind(self._items)
        if kind is None:
            self.hide()
            return
        self.show()
        tellers = {
            LineKind.REMEMBERED: self._tell_remembered,
            LineKind.CHANGED: self._tell_changed,
            LineKind.SEVERAL: self._tell_several,
            LineKind.REVIEW: self._tell_review,
            LineKind.FAILED: self._tell_failed,
        }
        tellers[kind]()
        self._measure()

    def _tell_remembered(self) -> None:
        self._dress("mem", "memory")
        self._say(self.tr("Remembered:"), self._items[0].text)
        self._undo_and_edit()

    def _tell_changed(self) -> None:
        item = self._items[0]
        self._dress("mem", "memory")
        self._say(self.tr("Changed:"), f"{item.replaced_text} → {item.text}")
        self._undo_and_edit()

    def _tell_several(self) -> None:
        count = len(self._items)
        waiting = sum(item.status == RememberStatus.PROPOSED for item in self._items)
        self._dress("mem", "inbox" if waiting == count else "memory")
        words = (
            self.tr("To review: %1 things") if waiting == count else self.tr("Remembered %1 things")
        )
        self._say(words.replace("%1", str(count)), "")
        if self.seq:
            self._button(
                self.tr("Undo"), "rememberedUndo", lambda: self.undo_requested.emit(self.seq)
            )
        self._button(self.tr("Show"), "rememberedShow", self._toggle_list)

    def _tell_review(self) -> None:
        item = self._items[0]
        self._dress("mem", "inbox")
        self._say(self.tr("To review:"), item.text)
        if item.id is not None:
            memory = item.id
            self._button(
                self.tr("Keep"), "rememberedKeep", lambda: self.accept_requested.emit(memory)
            )
            self._button(self.tr("No"), "rememberedNo", lambda: self.reject_requested.emit(memory))

    def _tell_failed(self) -> None:
        item = self._items[0]
        self._dress("warn", "warning")
        self._say(self.tr("Not saved:"), refusal_sentence(item.reason))
        if item.reason == "save_failed":
            self._button(self.tr("Try again"), "rememberedAgain", self.again_requested.emit)

    def _undo_and_edit(self) -> None:
        item = self._items[0]
        if item.seq:
            self._button(
                self.tr("Undo"), "rememberedUndo", lambda: self.undo_requested.emit(item.seq)
            )
        if item.id is not None:
            memory = item.id
            self._button(
                self.tr("Edit"), "rememberedEdit", lambda: self.edit_requested.emit(memory)
            )

    def _say(self, word: str, text: str) -> None:
        self._word.set_text(word)
        self._text.set_text(text)
        self._text.setVisible(bool(text))
        self._rule.setVisible(bool(text) and self._pill.tone == "mem")
        self.setAccessibleName(f"{word} {text}".strip())

    def _dress(self, tone: str, icon: str) -> None:
        self._pill.tone = tone
        ink = "mem_text" if tone == "mem" else "warn"
        self._word.set_role(ink)
        self._icon_name = icon
        self._icon.setPixmap(self.look.pixmap(icon, ink, 16))
        self._pill.update()

    def _button(self, text: str, object_name: str, act: object) -> None:
        button = _PillButton(self.look, text, self._pill)
        button.setObjectName(object_name)
        button.ink = "mem_text" if self._pill.tone == "mem" else "warn"
        button.setAccessibleName(text)
        button.clicked.connect(act)
        self._row.addWidget(button)
        self._buttons.append(button)
        button.show()

    def _clear_buttons(self) -> None:
        for button in self._buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = []
        if self._list is not None:
            self._column.removeWidget(self._list)
            self._list.hide()
            self._list.deleteLater()
            self._list = None

    def _toggle_list(self) -> None:
        if self._list is None:
            card = Card(self.look, fill="mem_soft", line="mem_line", padding=12, parent=self)
            for item in self._items:
                card.body.addWidget(_item_row(self, item))
            self._list = card
            self._column.addWidget(card)
            card.show()
        else:
            self._list.setVisible(not self._list.isVisible())
        shown = self._list.isVisible()
        self._buttons[-1].setText(self.tr("Hide") if shown else self.tr("Show"))

    def _measure(self) -> None:
        px = self.look.px
        self._pill.setFixedHeight(px(30))
        self._rule.setFixedHeight(px(14))
        self._row.setContentsMargins(px(11), 0, px(6), 0)
        self._row.setSpacing(px(5))
        if hasattr(self, "_icon_name"):
            self._dress(self._pill.tone, self._icon_name)

    def _announce(self) -> None:
        announce(self, self.accessibleName())


def _item_row(line: SavedLine, item: LearnedItem) -> QWidget:
    word = QCoreApplication.translate("SavedLine", "Edit")
    row = QWidget(line)
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    text = item.text
    if item.replaced_text:
        text = f"{item.replaced_text} → {item.text}"
    elif item.status == RememberStatus.REFUSED:
        text = f"{item.text} ({refusal_sentence(item.reason)})"
    label = TextLabel(line.look, text, type_=Type.SMALL, parent=row)
    layout.addWidget(label, 1)
    if item.id is not None and item.status != RememberStatus.REFUSED:
        memory = item.id
        edit = _PillButton(line.look, word, row)
        edit.setAccessibleName(f"{word}: {item.text}")
        edit.clicked.connect(lambda: line.edit_requested.emit(memory))
        layout.addWidget(edit)
    return row
