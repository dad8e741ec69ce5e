"""The line under the user's message that says what was remembered, with Undo and Edit.

It is made from what the store answered, never from what a model said it did.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from assistant_app.conversation.types import LearnedItem
from assistant_app.ui.chat.learned_lines import (
    LineKind,
    change_sets,
    decided,
    item_text,
    kind_word,
    line_kind,
    several_word,
    told,
)
from assistant_app.ui.chat.pill import Pill, PillButton
from assistant_app.ui.chat.saved_list import SavedList
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.announce import announce
from assistant_app.ui.widgets.card import Line
from assistant_app.ui.widgets.text_label import ElidedLabel

UNDONE_MS = 10_000
_ICONS = {
    LineKind.FORGOTTEN: "forget",
    LineKind.DELETION: "ask",
    LineKind.WHICH: "ask",
    LineKind.UNKNOWN: "memory-off",
    LineKind.REVIEW: "inbox",
    LineKind.FAILED: "warning",
    LineKind.NOT_KEPT: "memory-off",
}


class SavedLine(QWidget):
    """One line, or a list that unfolds.

    Attributes:
        undone: What it says was taken back.

    Signals:
        undo_requested(tuple[int, ...]): Take these change sets back, the newest first.
        edit_requested(str): Edit the memory of this id.
        accept_requested(str), reject_requested(str): Agree to what was proposed (to keep it, or
            to forget it), or do not.
        forget_requested(str): Of those that may be meant, this one shall be forgotten.
        again_requested(): Try to save again.
    """

    undo_requested = Signal(object)
    edit_requested = Signal(str)
    accept_requested = Signal(str)
    reject_requested = Signal(str)
    forget_requested = Signal(str)
    again_requested = Signal()

    def __init__(
        self, look: ThemeController, items: Sequence[LearnedItem], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.look = look
        self._items = told(items)
        self._list: SavedList | None = None
        self._icon_name = "memory"
        self._redone: tuple[int, ...] = ()
        self.undone = False
        self.setObjectName("rememberedLine")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look.px(6))
        self._column = column
        self._build_pill()
        self._forget_undone = QTimer(self)
        self._forget_undone.setSingleShot(True)
        self._forget_undone.setInterval(UNDONE_MS)
        self._forget_undone.timeout.connect(self.hide)
        look.changed.connect(self._measure)
        self._tell()

    def _build_pill(self) -> None:
        look = self.look
        self._pill = Pill(look, self)
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
        self._buttons: list[PillButton] = []
        self._column.addWidget(self._pill, 0, Qt.AlignmentFlag.AlignRight)

    @property
    def seqs(self) -> tuple[int, ...]:
        """The change sets that Undo takes back, the oldest first."""
        return self._redone or change_sets(self._items)

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

    def show_undone(self, seqs: Sequence[int]) -> None:
        """Say that it was taken back.

        Args:
            seqs: The change sets of the undo; doing it again takes those back.
        """
        self.undone = True
        self._clear_buttons()
        self._dress("mem", "undo")
        self._say(self.tr("Undone"), "")
        if seqs:
            again = tuple(seqs)
            self._button(
                self.tr("Do it again"),
                "rememberedRedo",
                lambda: self.undo_requested.emit(again),
            )
            self._forget_undone.start()
        self._announce()

    def show_restored(self, seqs: Sequence[int]) -> None:
        """Say that what was taken back is as it was.

        Args:
            seqs: Change sets that did it; taking those back undoes it once more.
        """
        self._forget_undone.stop()
        self.undone = False
        self._redone = tuple(sorted(seqs))
        self._tell()

    def show_decided(self, memory_id: str, *, agreed: bool, seq: int) -> None:
        """Say what became of something that was proposed, or of what was to be forgotten.

        Args:
            memory_id: What was decided about.
            agreed: Whether the user agreed.
            seq: The change set of the decision.
        """
        self._items = decided(self._items, memory_id, agreed=agreed, seq=seq)
        self._redone = ()
        unfolded = self._list is not None and len(self._items) > 1
        self._tell()
        if unfolded:
            self._unfold()
        self._announce()

    def _tell(self) -> None:
        self._clear_buttons()
        kind = line_kind(self._items)
        if kind is None:
            self.hide()
            return
        self.show()
        self._dress("warn" if kind is LineKind.FAILED else "mem", _ICONS.get(kind, "memory"))
        if kind is LineKind.SEVERAL:
            self._tell_several()
        elif kind is LineKind.WHICH:
            self._say(kind_word(kind), "")
            self._unfold()
        else:
            item = self._items[0]
            self._say(kind_word(kind), item_text(item))
            self._add_acts(kind, item)
        self._measure()

    def _tell_several(self) -> None:
        self._say(several_word(self._items), "")
        self._add_undo()
        self._button(self.tr("Show"), "rememberedShow", self._toggle_list)

    def _add_acts(self, kind: LineKind, item: LearnedItem) -> None:
        memory = item.id
        if kind is LineKind.FAILED and item.reason == "save_failed":
            self._button(self.tr("Try again"), "rememberedAgain", self.again_requested.emit)
        if memory is None:
            return
        if kind is LineKind.REVIEW:
            keep, no = self.tr("Keep"), self.tr("No")
            self._button(keep, "rememberedKeep", lambda: self.accept_requested.emit(memory))
            self._button(no, "rememberedNo", lambda: self.reject_requested.emit(memory))
        elif kind is LineKind.DELETION:
            forget, keep = self.tr("Forget"), self.tr("Keep")
            self._button(forget, "rememberedForget", lambda: self.accept_requested.emit(memory))
            self._button(keep, "rememberedStay", lambda: self.reject_requested.emit(memory))
        else:
            self._add_undo()
        if kind in {LineKind.REMEMBERED, LineKind.CHANGED, LineKind.KEPT}:
            edit = self.tr("Edit")
            self._button(edit, "rememberedEdit", lambda: self.edit_requested.emit(memory))

    def _add_undo(self) -> None:
        seqs = self.seqs
        if seqs:
            self._button(self.tr("Undo"), "rememberedUndo", lambda: self.undo_requested.emit(seqs))

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

    def _button(self, text: str, object_name: str, act: Callable[[], None]) -> None:
        button = PillButton(self.look, text, self._pill)
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

    def _unfold(self) -> None:
        unfolded = SavedList(self.look, self._items, self)
        unfolded.edit_requested.connect(self.edit_requested)
        unfolded.accept_requested.connect(self.accept_requested)
        unfolded.reject_requested.connect(self.reject_requested)
        unfolded.forget_requested.connect(self.forget_requested)
        self._list = unfolded
        self._column.addWidget(unfolded)
        unfolded.show()
        self._name_fold()

    def _toggle_list(self) -> None:
        if self._list is None:
            self._unfold()
            return
        self._list.setVisible(not self._list.isVisible())
        self._name_fold()

    def _name_fold(self) -> None:
        shown = self._list is not None and self._list.isVisibleTo(self)
        for button in self._buttons:
            if button.objectName() == "rememberedShow":
                button.setText(self.tr("Hide") if shown else self.tr("Show"))

    def _measure(self) -> None:
        px = self.look.px
        self._pill.setFixedHeight(px(30))
        self._rule.setFixedHeight(px(14))
        self._row.setContentsMargins(px(11), 0, px(6), 0)
        self._row.setSpacing(px(5))
        self._dress(self._pill.tone, self._icon_name)

    def _announce(self) -> None:
        announce(self, self.accessibleName())
