"""The words of a memory, changed in place: Ctrl+Enter saves, Escape cancels."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMimeData, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QTextOption
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.focus_ring import RING
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.theme.paint import box
from assistant_app.ui.widgets.buttons import SMALL, Button, Kind
from assistant_app.ui.widgets.painted import Painted
from assistant_app.ui.widgets.pasting import pasted_text
from assistant_app.ui.widgets.text_label import ElidedLabel

_MOST_LINES = 12
_MOST_PASTED = 20_000
"""Five times what a memory may hold: saving says so, and three megabytes would freeze the field."""


class GrowingEdit(QPlainTextEdit):
    """Plain text that is as high as its lines.

    Attributes:
        frame_room: Pixels above and below the lines together.

    Signals:
        save_wanted(), cancel_wanted(): By keyboard.
        focused(bool): The focus came or went.
    """

    save_wanted = Signal()
    cancel_wanted = Signal()
    focused = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.frame_room = 4
        self.setProperty("bare", "true")
        self.setProperty(RING, "none")
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)
        self.viewport().setAutoFillBackground(False)
        self.document().documentLayout().documentSizeChanged.connect(lambda _: self.fit())

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste plain text only."""
        self.insertPlainText(pasted_text(source, _MOST_PASTED))

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Only text."""
        return source.hasText() or source.hasHtml()

    def fit(self) -> None:
        """Take the height of the lines."""
        lines = max(1, round(self.document().size().height()))
        step = self.fontMetrics().lineSpacing()
        self.setFixedHeight(min(lines, _MOST_LINES) * step + self.frame_room)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Enter saves, Escape cancels."""
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.save_wanted.emit()
                return
        elif key == Qt.Key.Key_Escape:
            self.cancel_wanted.emit()
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The frame shows it."""
        super().focusInEvent(event)
        self.focused.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The frame shows it."""
        super().focusOutEvent(event)
        self.focused.emit(False)

    def sizeHint(self) -> QSize:
        """As high as its lines."""
        return QSize(self.fontMetrics().averageCharWidth() * 30, self.height())


class MemoryText(Painted):
    """The frame around the words, with what can be done while they are changed.

    Attributes:
        edit: The words.

    Signals:
        saved(str): Other words are wanted.
        changed(): The words in the field are others now, or the same as before again.
    """

    saved = Signal(str)
    changed = Signal()

    def __init__(self, look: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._before = ""
        self._note = ""
        self._column = QVBoxLayout(self)
        self.edit = GrowingEdit(self)
        self.edit.setObjectName("memoryText")
        self.edit.setAccessibleName(self.tr("What is remembered"))
        self._foot = QHBoxLayout()
        self._hint = ElidedLabel(look, type_=Type.SMALL, role="text2", parent=self)
        self.cancel = Button(
            look,
            self.tr("Cancel"),
            kind=Kind.GHOST,
            height=SMALL,
            object_name="memoryCancel",
            parent=self,
        )
        self.save = Button(
            look,
            self.tr("Save"),
            kind=Kind.PRIMARY,
            height=SMALL,
            object_name="memorySave",
            parent=self,
        )
        self._foot.addWidget(self._hint, 1)
        self._foot.addWidget(self.cancel)
        self._foot.addWidget(self.save)
        self._column.addWidget(self.edit)
        self._column.addLayout(self._foot)
        self._connect()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._measure()
        self._follow()

    def _connect(self) -> None:
        self.edit.textChanged.connect(self._follow)
        self.edit.focused.connect(lambda _: self._follow())
        self.edit.save_wanted.connect(self._save)
        self.edit.cancel_wanted.connect(self._cancel)
        self.save.clicked.connect(self._save)
        self.cancel.clicked.connect(self._cancel)
        self.edit.viewport().installEventFilter(self)

    @property
    def draft(self) -> str | None:
        """The words while they are changed; None while they are as they were."""
        text = self.edit.toPlainText()
        return text if text.strip() != self._before else None

    def show_text(self, text: str, note: str, *, draft: str | None = None) -> None:
        """Show a memory.

        Args:
            text: Its words.
            note: Said below them at rest.
            draft: What the user had begun to change them to.
        """
        self._before = text
        self._note = note
        shown = text if draft is None else draft
        if self.edit.toPlainText() != shown:
            self.edit.setPlainText(shown)
        self._follow()

    def set_editable(self, *, editable: bool) -> None:
        """Whether the words can be changed (not in the trash)."""
        self.edit.setReadOnly(not editable)
        self._follow()

    def begin(self) -> None:
        """Put the cursor at the end of the words."""
        self.edit.setFocus(Qt.FocusReason.OtherFocusReason)
        cursor = self.edit.textCursor()
        cursor.movePosition(cursor.MoveOperation.End)
        self.edit.setTextCursor(cursor)

    def look_changed(self) -> None:
        """Measure anew."""
        self._measure()
        super().look_changed()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the width: the lines wrap anew."""
        if event.type() == QEvent.Type.Resize:
            self.edit.fit()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the frame: pine while it has the focus."""
        painter = QPainter(self)
        theme = self.look.theme
        live = self._live()
        box(
            painter,
            QRectF(self.rect()),
            self.look.px(12),
            fill=theme.raised,
            line=theme.accent if live else theme.line,
            width=2 if live else 1,
        )
        painter.end()

    def _live(self) -> bool:
        return not self.edit.isReadOnly() and (self.edit.hasFocus() or self.draft is not None)

    def _follow(self) -> None:
        changed = self.draft is not None
        self.save.setVisible(changed)
        self.cancel.setVisible(changed)
        self.save.setEnabled(bool(self.edit.toPlainText().strip()))
        hint = self.tr("Ctrl+Enter saves · Esc cancels")
        self._hint.set_text(hint if self._live() else self._note)
        self.update()
        self.changed.emit()

    def _save(self) -> None:
        text = self.edit.toPlainText().strip()
        if text and self.draft is not None:
            self.saved.emit(text)

    def _cancel(self) -> None:
        self.edit.setPlainText(self._before)

    def _measure(self) -> None:
        px = self.look.px
        self.edit.setFont(self.look.font(Type.TITLE, 500))
        self._column.setContentsMargins(px(16), px(12), px(16), px(9))
        self._column.setSpacing(px(6))
        self._foot.setSpacing(px(8))
        # The row keeps its height, so that nothing jumps when its buttons come.
        self._hint.setMinimumHeight(px(SMALL))
        self.edit.fit()
