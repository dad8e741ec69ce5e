"""The field of the composer: plain text, one to eight lines, safe against huge pastes.

A line of three megabytes would freeze any text widget, so what is very long is held beside the
field, shown as a chip, and sent along.
"""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QInputMethodEvent, QKeyEvent, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QWidget

from assistant_app.settings.types import SendKey
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.focus_ring import RING
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.pasting import pasted_text

MOST_LINES = 8
LONGEST_TYPED = 20_000
"""Characters that the field itself takes from the clipboard."""
LONGEST_LINE = 4_000


class ComposerEdit(QPlainTextEdit):
    """Where a message is written.

    Signals:
        submitted(): The key that sends was pressed, outside an input method's preedit.
        long_pasted(str): A text too long for the field was pasted.
        edited(): The text changed (not the preedit of an input method).
        focus_changed(): It got or lost the focus.
    """

    submitted = Signal()
    long_pasted = Signal(str)
    edited = Signal()
    focus_changed = Signal()

    def __init__(self, look: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.look = look
        self.send_key = SendKey.ENTER
        self._composing = False
        self._last = ""
        self.setObjectName("composer")
        self.setPlaceholderText(self.tr("Write a message"))
        self.setAccessibleName(self.tr("Message"))
        self.setProperty("bare", "true")
        self.setProperty(RING, "none")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)
        self.viewport().setAutoFillBackground(False)
        self.textChanged.connect(self._text_changed)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        look.changed.connect(self._dress)
        self._dress()

    @property
    def composing(self) -> bool:
        """Whether an input method is composing."""
        return self._composing

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The key that sends; the other one starts a new line."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self._composing:
                return  # it belongs to the input method
            modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
            plain = modifiers == Qt.KeyboardModifier.NoModifier
            control = modifiers == Qt.KeyboardModifier.ControlModifier
            if (plain and self.send_key == SendKey.ENTER) or control:
                self.submitted.emit()
                return
            self.insertPlainText("\n")
            self.ensureCursorVisible()
            return
        super().keyPressEvent(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Remember whether an input method is composing; Enter belongs to it then."""
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)
        self._text_changed()

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Take plain text only; hand very long ones on."""
        text = pasted_text(source)
        if not text:
            return
        longest = max(map(len, text.split("\n", 2_000)), default=0)
        if len(text) > LONGEST_TYPED or longest > LONGEST_LINE:
            self.long_pasted.emit(text)
        else:
            self.insertPlainText(text.replace("\r\n", "\n"))
            self.ensureCursorVisible()

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Only text."""
        return source.hasText() or source.hasHtml()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell the frame."""
        super().focusInEvent(event)
        self.focus_changed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Tell the frame."""
        super().focusOutEvent(event)
        self.focus_changed.emit()

    def sizeHint(self) -> QSize:
        """As high as its lines."""
        return QSize(self.look.px(240), self.height())

    def minimumSizeHint(self) -> QSize:
        """One line."""
        return QSize(self.look.px(80), self._line())

    def _text_changed(self) -> None:
        # The signal also fires with unchanged text on every preedit of an input method.
        text = self.toPlainText()
        if text != self._last:
            self._last = text
            self.edited.emit()

    def _line(self) -> int:
        return round(self.fontMetrics().lineSpacing())

    def _fit(self) -> None:
        lines = min(MOST_LINES, max(1, round(self.document().size().height())))
        height = lines * self._line() + 2
        self.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAsNeeded
            if self.document().size().height() > MOST_LINES
            else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        )
        if height != self.height():
            self.setFixedHeight(height)

    def _dress(self) -> None:
        self.setFont(self.look.font(Type.READING))
        self._fit()
