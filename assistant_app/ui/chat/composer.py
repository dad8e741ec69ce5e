"""The composer: the field, the space, the model, and Send or Stop."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from assistant_app.settings.types import SendKey
from assistant_app.ui.chat.composer_edit import ComposerEdit
from assistant_app.ui.chat.pickers import ModelPicker
from assistant_app.ui.chat.space_picker import SpacePicker
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.paint import box, shadow
from assistant_app.ui.widgets.buttons import Button, Kind
from assistant_app.ui.widgets.chips import Chip, ChipKind
from assistant_app.ui.widgets.painted import Painted

LONGEST_SENT = 400_000
"""Characters; more than any model reads at once."""
_SHADOW = 10


class Composer(Painted):
    """Where a message is written and sent.

    Attributes:
        edit: The field.
        spaces: The choice of the space.
        models: The choice of the model.

    Signals:
        sent(str): The user sends this text; the field is empty afterwards.
        stopped(): The user stops the answer.
        too_long(int): The text has more characters than can be sent; it stays.
        edited(): The draft changed.
    """

    sent = Signal(str)
    stopped = Signal()
    too_long = Signal(int)
    edited = Signal()

    def __init__(self, look: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._held = ""
        self._running = False
        self._temporary = False
        self._column = QVBoxLayout(self)
        self.edit = ComposerEdit(look, self)
        self.edit.submitted.connect(self._submit)
        self.edit.edited.connect(self._edited)
        self.edit.long_pasted.connect(self._hold)
        self.edit.focus_changed.connect(self.update)
        self._column.addWidget(self.edit)
        self._held_chip = Chip(look, "", icon="attach", removable=True, parent=self)
        self._held_chip.removed.connect(self._drop_held)
        self._held_chip.hide()
        self._column.addWidget(self._held_chip, 0, Qt.AlignmentFlag.AlignLeft)
        self._row = QHBoxLayout()
        self._column.addLayout(self._row)
        self._build_row()
        self._measure()
        self._edited()

    @property
    def draft(self) -> tuple[str, str]:
        """What is written, and what is held beside the field."""
        return self.edit.toPlainText(), self._held

    def set_draft(self, text: str, held: str = "") -> None:
        """Put a draft back."""
        self.edit.setPlainText(text)
        cursor = self.edit.textCursor()
        cursor.movePosition(cursor.MoveOperation.End)
        self.edit.setTextCursor(cursor)
        self._held = held
        self._show_held()

    def set_send_key(self, key: SendKey) -> None:
        """Choose the key that sends."""
        self.edit.send_key = key

    def set_running(self, *, running: bool) -> None:
        """Show Stop while an answer is written, Send otherwise."""
        self._running = running
        had_focus = self.send.hasFocus() or self.stop.hasFocus()
        self.send.setVisible(not running)
        self.stop.setVisible(running)
        if had_focus:
            (self.stop if running else self.edit).setFocus(Qt.FocusReason.OtherFocusReason)
        self._edited()

    def set_temporary(self, *, temporary: bool) -> None:
        """Show that nothing is kept."""
        self._temporary = temporary
        self.spaces.setVisible(not temporary)
        self._not_kept.setVisible(temporary)
        self.update()

    def look_changed(self) -> None:
        """Measure anew."""
        self._measure()
        super().look_changed()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press anywhere in the frame goes on writing."""
        self.edit.setFocus(Qt.FocusReason.MouseFocusReason)
        super().mousePressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint shadow and frame."""
        painter = QPainter(self)
        theme, px = self.look.theme, self.look.px
        margin = px(_SHADOW)
        rect = QRectF(self.rect()).adjusted(margin, margin, -margin, -margin)
        radius = px(16)
        if theme.shadow_alpha:
            color = self.look.color("shadow")
            color.setAlphaF(theme.shadow_alpha / 3)
            shadow(painter, rect, radius, color, blur=px(_SHADOW) - 2, drop=px(2))
        focus = self.edit.hasFocus()
        line = theme.accent if focus else theme.line2
        if self._temporary:
            line = theme.temp_line if not focus else theme.temp
        box(
            painter,
            rect,
            radius,
            fill=theme.raised,
            line=line,
            width=2 if focus else 1,
            dashed=self._temporary,
        )
        painter.end()

    def _build_row(self) -> None:
        look = self.look
        self.spaces = SpacePicker(look, self)
        self._not_kept = Chip(
            look,
            self.tr("Not remembered"),
            kind=ChipKind.TEMPORARY,
            icon="chat-temporary",
            parent=self,
        )
        self._not_kept.hide()
        self.models = ModelPicker(look, self)
        self.send = Button(
            look,
            kind=Kind.PRIMARY,
            icon="send",
            name=self.tr("Send"),
            object_name="sendButton",
            parent=self,
        )
        self.send.clicked.connect(self._submit)
        self.stop = Button(
            look,
            self.tr("Stop"),
            icon="stop",
            name=self.tr("Stop"),
            object_name="stopButton",
            parent=self,
        )
        self.stop.clicked.connect(self.stopped)
        self.stop.hide()
        self._row.addWidget(self.spaces)
        self._row.addWidget(self._not_kept)
        self._row.addStretch(1)
        self._row.addWidget(self.models, 0)
        self._row.addWidget(self.send)
        self._row.addWidget(self.stop)

    def _submit(self) -> None:
        text = self._whole()
        if self._running or self.edit.composing or not text.strip():
            return
        if len(text) > LONGEST_SENT:
            self.too_long.emit(len(text))
            return
        self.edit.clear()
        self._held = ""
        self._show_held()
        self.sent.emit(text)

    def _whole(self) -> str:
        typed = self.edit.toPlainText()
        return "\n\n".join(part for part in (typed, self._held) if part.strip())

    def _edited(self) -> None:
        empty = not self._held and not self.edit.toPlainText().strip()
        self.send.setEnabled(not empty and not self._running)
        self.edited.emit()

    def _hold(self, text: str) -> None:
        self._held = f"{self._held}\n\n{text}" if self._held else text
        self._show_held()

    def _drop_held(self) -> None:
        self._held = ""
        self._show_held()
        self.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_held(self) -> None:
        count = self.edit.locale().toString(len(self._held))
        self._held_chip.setText(self.tr("Pasted text, %1 characters").replace("%1", count))
        self._held_chip.setAccessibleName(self._held_chip.text())
        self._held_chip.setVisible(bool(self._held))
        self._edited()

    def _measure(self) -> None:
        px = self.look.px
        margin = px(_SHADOW)
        self._column.setContentsMargins(
            px(16) + margin, px(13) + margin, px(10) + margin, px(9) + margin
        )
        self._column.setSpacing(px(9))
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(px(8))
