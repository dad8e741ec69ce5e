"""Where a conversation stands, beside it: topic, what is still open, who and what it is about."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from assistant_app.conversation.types import TalkState
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.card import Line
from assistant_app.ui.widgets.chips import Chip
from assistant_app.ui.widgets.flow_layout import FlowLayout
from assistant_app.ui.widgets.text_label import TextLabel


class TalkSection(QWidget):
    """Calm rows of a word and what it says; only what is known is shown."""

    def __init__(self, look: ThemeController, talk: TalkState, parent: QWidget) -> None:
        super().__init__(parent)
        self._look = look
        self.setObjectName("talkState")
        self.setAccessibleName(self.tr("Where this chat stands"))
        px = look.px
        column = QVBoxLayout(self)
        column.setContentsMargins(0, px(6), 0, 0)
        column.setSpacing(px(8))
        column.addWidget(Line(look, parent=self))
        column.addLayout(self._head())
        self._rows = QGridLayout()
        self._rows.setHorizontalSpacing(px(12))
        self._rows.setVerticalSpacing(px(6))
        self._rows.setColumnStretch(1, 1)
        column.addLayout(self._rows)
        self._add_text(self.tr("Topic"), (talk.topic,))
        self._add_text(self.tr("You want"), (talk.intent,))
        self._add_text(self.tr("Still open"), talk.open_questions)
        self._add_entities(talk.entities)
        self._add_text(self.tr("Mood"), (talk.mood,))

    def _head(self) -> QHBoxLayout:
        look = self._look
        row = QHBoxLayout()
        row.setSpacing(look.px(8))
        icon = QLabel(self)
        icon.setPixmap(look.pixmap("chat", "text2", 16))
        row.addWidget(icon)
        title = TextLabel(look, self.tr("Where this chat stands"), weight=500, parent=self)
        title.setToolTip(self.tr("Read from your words. It belongs to this chat alone."))
        row.addWidget(title, 1)
        return row

    def _add(self, word: str, value: QWidget) -> None:
        place = self._rows.rowCount()
        label = TextLabel(self._look, word, type_=Type.SMALL, role="text3", parent=self)
        label.setFixedWidth(self._look.px(72))
        self._rows.addWidget(label, place, 0, Qt.AlignmentFlag.AlignTop)
        self._rows.addWidget(value, place, 1)

    def _add_text(self, word: str, texts: tuple[str, ...]) -> None:
        said = [text for text in texts if text]
        if not said:
            return
        holder = QWidget(self)
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(self._look.px(4))
        for text in said:
            column.addWidget(TextLabel(self._look, text, type_=Type.SMALL, parent=holder))
        self._add(word, holder)

    def _add_entities(self, names: tuple[str, ...]) -> None:
        if not names:
            return
        holder = QWidget(self)
        flow = FlowLayout(holder, spacing=self._look.px(5))
        for name in names:
            chip = Chip(self._look, name, height=24, parent=holder)
            chip.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            chip.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            flow.addWidget(chip)
        self._add(self.tr("About"), holder)
