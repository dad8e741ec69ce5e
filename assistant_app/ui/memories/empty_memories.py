"""Nothing is kept yet, or a filter found nothing: what is shown in place of the list."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from assistant_app.ui.chat.empty_chat import CardsDrawing
from assistant_app.ui.memories.note_field import NoteField
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.buttons import Button, Kind
from assistant_app.ui.widgets.text_label import TextLabel


class EmptyMemories(QScrollArea):
    """Shown while nothing is kept: a drawing, two lines, and the field itself.

    Attributes:
        note: The field.

    Signals:
        chat_requested(): Start a chat instead.
    """

    chat_requested = Signal()

    def __init__(self, look: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.look = look
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        inner = QWidget(self)
        inner.setAutoFillBackground(False)
        self.setWidget(inner)
        centre = Qt.AlignmentFlag.AlignHCenter
        column = QVBoxLayout(inner)
        column.addStretch(3)
        column.addWidget(CardsDrawing(look, inner), 0, centre)
        title = TextLabel(look, type_=Type.DIALOG, weight=600, align=centre, parent=inner)
        title.set_text(self.tr("Nothing kept yet"))
        column.addWidget(title)
        self._more = TextLabel(
            look,
            self.tr(
                "Memories appear here by themselves while you chat. "
                "You can also write one down yourself."
            ),
            type_=Type.READING,
            role="text2",
            align=centre,
            spacing=1.5,
            parent=inner,
        )
        column.addLayout(_in_the_middle(self._more))
        self.note = NoteField(look, parent=inner)
        column.addLayout(_in_the_middle(self.note))
        chat = Button(look, self.tr("Start a chat"), kind=Kind.GHOST, icon="chat-new", parent=inner)
        chat.clicked.connect(self.chat_requested)
        column.addWidget(chat, 0, centre)
        column.addStretch(5)
        self._column = column
        look.changed.connect(self._measure)
        self._measure()

    def _measure(self) -> None:
        px = self.look.px
        self._column.setContentsMargins(px(24), px(16), px(24), px(16))
        self._column.setSpacing(px(14))
        self.note.setMaximumWidth(px(540))
        self._more.setMaximumWidth(px(500))


def _in_the_middle(widget: QWidget) -> QHBoxLayout:
    """Centre a widget of a greatest width; an alignment would take its height for width away."""
    row = QHBoxLayout()
    row.addStretch(1)
    row.addWidget(widget, 1000)
    row.addStretch(1)
    return row


class NothingFound(QWidget):
    """A filter or a search found nothing; no drawing, one way back.

    Signals:
        back_requested(): Take the search or the filter away.
    """

    back_requested = Signal()

    def __init__(self, look: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.look = look
        centre = Qt.AlignmentFlag.AlignHCenter
        self._column = QVBoxLayout(self)
        self._say = TextLabel(look, align=centre, role="text2", parent=self)
        self._back = Button(look, kind=Kind.LINK, object_name="clearSearch", parent=self)
        self._back.clicked.connect(self.back_requested)
        self._column.addWidget(self._say)
        self._column.addWidget(self._back, 0, centre)
        self._column.addStretch(1)
        look.changed.connect(self._measure)
        self._measure()

    def say(self, parts: list[tuple[str, str, int]], action: str) -> None:
        """Say what was not found.

        Args:
            parts: See `TextLabel.set_parts`.
            action: Verb of the way back; empty for none.
        """
        self._say.set_parts(parts)
        self._back.setText(action)
        self._back.setVisible(bool(action))

    def _measure(self) -> None:
        px = self.look.px
        self._column.setContentsMargins(px(24), px(32), px(24), px(24))
        self._column.setSpacing(px(10))
