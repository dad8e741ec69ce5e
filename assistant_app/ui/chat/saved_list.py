"""The list that unfolds under a saved line: each change, and what can be done about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from assistant_app.conversation.types import LearnedItem
from assistant_app.ui.chat.learned_lines import LineKind, item_kind, item_text, kind_word
from assistant_app.ui.chat.pill import PillButton
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.card import Card
from assistant_app.ui.widgets.text_label import TextLabel

_WITHOUT_WORD = {LineKind.REMEMBERED, LineKind.CHANGED, LineKind.WHICH}


class SavedList(Card):
    """One row an item.

    Signals:
        edit_requested(str): Edit the memory of this id.
        accept_requested(str), reject_requested(str): Agree to what was proposed, or do not.
        forget_requested(str): This one is meant.
    """

    edit_requested = Signal(str)
    accept_requested = Signal(str)
    reject_requested = Signal(str)
    forget_requested = Signal(str)

    def __init__(
        self, look: ThemeController, items: Sequence[LearnedItem], parent: QWidget
    ) -> None:
        super().__init__(look, fill="mem_soft", line="mem_line", padding=12, parent=parent)
        self.setObjectName("rememberedList")
        for item in items:
            self.body.addWidget(self._row(item))

    def _row(self, item: LearnedItem) -> QWidget:
        row = QWidget(self)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(self.look.px(4))
        kind = item_kind(item)
        label = TextLabel(self.look, type_=Type.SMALL, parent=row)
        text = item_text(item)
        if kind is LineKind.FAILED:
            label.set_text(f"{item.text} ({text})")
        elif kind in _WITHOUT_WORD:
            label.set_text(text)
        else:
            label.set_parts([(kind_word(kind), "mem_text", 600), (f" {text}", "", 0)])
        layout.addWidget(label, 1)
        for word, act in self._acts(kind):
            self._add_button(layout, row, word, item, act)
        return row

    def _acts(self, kind: LineKind) -> list[tuple[str, Callable[[str], None]]]:
        translate = QCoreApplication.translate
        keep = translate("SavedLine", "Keep")
        forget = translate("SavedLine", "Forget")
        if kind in {LineKind.REMEMBERED, LineKind.CHANGED, LineKind.KEPT}:
            return [(translate("SavedLine", "Edit"), self.edit_requested.emit)]
        if kind is LineKind.REVIEW:
            no = (translate("SavedLine", "No"), self.reject_requested.emit)
            return [(keep, self.accept_requested.emit), no]
        if kind is LineKind.DELETION:
            return [(forget, self.accept_requested.emit), (keep, self.reject_requested.emit)]
        if kind is LineKind.WHICH:
            return [(forget, self.forget_requested.emit)]
        return []

    def _add_button(
        self,
        layout: QHBoxLayout,
        row: QWidget,
        word: str,
        item: LearnedItem,
        act: Callable[[str], None],
    ) -> None:
        if item.id is None:
            return
        memory = item.id
        button = PillButton(self.look, word, row)
        button.setAccessibleName(f"{word}: {item.text}")
        button.clicked.connect(lambda: act(memory))
        layout.addWidget(button)
