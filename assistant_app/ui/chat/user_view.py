"""The user's message: a bubble, what can be done with it, and what was remembered from it."""

from __future__ import annotations

import html
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QEnterEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from assistant_app.conversation.types import LearnedItem, Message
from assistant_app.ui.chat.code_block import CopyButton
from assistant_app.ui.chat.learned_lines import line_kind
from assistant_app.ui.chat.saved_line import SavedLine
from assistant_app.ui.chat.text_block import FlatBrowser
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.theme.paint import box, bubble_path
from assistant_app.ui.widgets.buttons import SMALL, Button, Kind
from assistant_app.ui.widgets.painted import Painted
from assistant_app.ui.words import speaker_word

BUBBLE_WIDTH = 520
LONGEST_SHOWN = 6_000
LONGEST_NAME = 4_000
"""Characters of a message that its accessible name holds."""


class Bubble(Painted):
    """The words of the user, as they are."""

    def __init__(
        self, look: ThemeController, text: str, *, temporary: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(look, parent)
        self._text = text
        self._shown = min(len(text), LONGEST_SHOWN)
        self._temporary = temporary
        self._view = FlatBrowser(look, self)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._view)
        self._more: Button | None = None
        if self._shown < len(text):
            self._more = Button(
                look, self.tr("Show more"), kind=Kind.LINK, height=SMALL, parent=self
            )
            self._more.clicked.connect(self._show_more)
            self._column.addWidget(self._more)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._most = look.px(BUBBLE_WIDTH)
        self._dress()

    def set_room(self, width: int) -> None:
        """Fit the bubble to the room that there is."""
        most = min(width, self.look.px(BUBBLE_WIDTH) + 2 * self.look.px(16))
        if most != self._most:
            self._most = most
            self._fit()

    def look_changed(self) -> None:
        """Measure anew."""
        super().look_changed()
        self._dress()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the bubble; dashes mean that it leaves no trace."""
        painter = QPainter(self)
        theme, px = self.look.theme, self.look.px
        rect = QRectF(self.rect())
        if self._temporary:
            box(painter, rect, px(18), fill=theme.temp_soft, line=theme.temp_line, dashed=True)
        else:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setBrush(QColor(theme.bubble))
            painter.setPen(QPen(QColor(theme.text)) if theme.high_contrast else Qt.PenStyle.NoPen)
            mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
            inner = rect.adjusted(0.5, 0.5, -0.5, -0.5) if theme.high_contrast else rect
            radius = min(float(px(18)), inner.height() / 2)
            painter.drawPath(bubble_path(inner, radius, px(6), mirrored=mirrored))
        painter.end()

    def _dress(self) -> None:
        px = self.look.px
        self._column.setContentsMargins(px(16), px(11), px(16), px(7))
        self._column.setSpacing(px(4))
        font = self.look.font(Type.READING)
        self._view.setFont(font)
        self._view.document().setDefaultFont(font)
        self._render()

    def _render(self) -> None:
        words = html.escape(self._text[: self._shown])
        height = self.look.line_height(reading=True)
        self._view.setHtml(
            f'<div style="white-space:pre-wrap; line-height:{height}%; '
            f'color:{self.look.theme.text}">{words}</div>'
        )
        self._fit()

    def _fit(self) -> None:
        px = self.look.px
        document = self._view.document()
        document.setTextWidth(-1)
        ideal = int(document.idealWidth()) + 2
        width = min(ideal + 2 * px(16), self._most)
        if self._more is not None:
            width = self._most
        width = max(width, px(44))
        self._view.setFixedWidth(width - 2 * px(16))
        document.setTextWidth(width - 2 * px(16))
        self._view.fit()
        self.setFixedWidth(width)

    def _show_more(self) -> None:
        self._shown = min(len(self._text), self._shown + 4 * LONGEST_SHOWN)
        if self._shown == len(self._text) and self._more is not None:
            self._more.hide()
            self._more = None
        self._render()


class _QuietCopy(CopyButton):
    """A copy button that is painted while its message is pointed at, or while it has the focus."""

    def __init__(self, look: ThemeController, parent: QWidget) -> None:
        super().__init__(look, icon_only=True, parent=parent)
        self._host = parent

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint only when it is wanted; the keyboard always finds it."""
        if self._host.underMouse() or self.hasFocus():
            super().paintEvent(event)


class UserView(QWidget):
    """Bubble and saved line at the trailing edge.

    Signals:
        undo_requested(str, tuple[int, ...]): Message id and change sets.
        edit_requested(str): Memory id.
        accept_requested(str, str), reject_requested(str, str), forget_requested(str, str):
            Message id and memory id.
    """

    undo_requested = Signal(str, object)
    edit_requested = Signal(str)
    accept_requested = Signal(str, str)
    reject_requested = Signal(str, str)
    forget_requested = Signal(str, str)

    def __init__(
        self,
        look: ThemeController,
        message: Message,
        *,
        temporary: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.look = look
        self.message_id = ""
        self.line: SavedLine | None = None
        self.setAccessibleName(f"{speaker_word(user=True)}: {message.text[:LONGEST_NAME]}")
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._row = QHBoxLayout()
        self.bubble = Bubble(look, message.text, temporary=temporary, parent=self)
        self._copy = _QuietCopy(look, self)
        self._copy.set_source(message.text)
        self._row.addStretch(1)
        self._row.addWidget(self._copy, 0, Qt.AlignmentFlag.AlignVCenter)
        self._row.addWidget(self.bubble)
        self._column.addLayout(self._row)
        look.changed.connect(self._measure)
        self._measure()
        self.set_message(message)

    def set_message(self, message: Message) -> None:
        """Take the id under which the message was saved, and what was learned from it."""
        self.message_id = message.id
        self.setObjectName(f"message:{message.id}")
        self.set_learned(message.learned)

    def set_learned(self, items: Sequence[LearnedItem]) -> None:
        """Say what was remembered from the message."""
        if self.line is not None:
            self._column.removeWidget(self.line)
            self.line.hide()
            self.line.deleteLater()
            self.line = None
        if line_kind(items) is None:
            return
        line = SavedLine(self.look, items, self)
        line.undo_requested.connect(lambda seqs: self.undo_requested.emit(self.message_id, seqs))
        line.edit_requested.connect(self.edit_requested)
        for asked, answer in (
            (line.accept_requested, self.accept_requested),
            (line.reject_requested, self.reject_requested),
            (line.forget_requested, self.forget_requested),
        ):
            asked.connect(lambda memory, told=answer: told.emit(self.message_id, memory))
        self.line = line
        self._column.addWidget(line)
        self._bound_line()

    def set_learning(self, words: str) -> None:
        """Say on demand how looking for something to remember went: in the tooltip."""
        self.bubble.setToolTip(words)
        self.setAccessibleDescription(words)

    def set_room(self, width: int) -> None:
        """Fit to the column."""
        self.bubble.set_room(width - self.look.px(40))
        self._bound_line()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show the copy button."""
        self._copy.update()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Hide the copy button."""
        self._copy.update()
        super().leaveEvent(event)

    def _bound_line(self) -> None:
        if self.line is not None:
            room = max(self.bubble.width() + self.look.px(120), self.look.px(440))
            self.line.set_most_width(min(self.width() or room, room))

    def _measure(self) -> None:
        self._row.setSpacing(self.look.px(6))
        self._column.setSpacing(self.look.px(8))
