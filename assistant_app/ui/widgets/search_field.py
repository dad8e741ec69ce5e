"""A field to search in: waits for a pause in typing, and never during an input method's preedit."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.focus_ring import RING

_PAUSE_MS = 100


class SearchField(QLineEdit):
    """A line with a magnifying glass; Escape empties it.

    Signals:
        searched(str): The text after a pause in typing; empty at once.
        down_pressed(): On to what was found.
    """

    searched = Signal(str)
    down_pressed = Signal()

    def __init__(
        self,
        look: ThemeController,
        hint: str,
        *,
        object_name: str = "",
        parent: QWidget | None = None,
    ) -> None:
        """Create the field; `hint` is shown while it is empty and said as its name."""
        super().__init__(parent)
        self.look = look
        self._composing = False
        self._told = ""
        self.setObjectName(object_name)
        self.setPlaceholderText(hint)
        self.setAccessibleName(hint)
        self.setProperty(RING, "none")
        self.setClearButtonEnabled(False)
        self._glass = QAction(self)
        self.addAction(self._glass, QLineEdit.ActionPosition.LeadingPosition)
        self._cross = QAction(self.tr("Clear the search"), self)
        self._cross.triggered.connect(self.clear)
        self.addAction(self._cross, QLineEdit.ActionPosition.TrailingPosition)
        self._cross.setVisible(False)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._tell)
        self.textChanged.connect(self._text_changed)
        look.changed.connect(self._look_changed)
        self._look_changed()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Remember whether an input method is composing."""
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)
        if not self._composing:
            self._text_changed(self.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape empties the field, Down goes on to what was found."""
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._tell()
        if event.key() == Qt.Key.Key_Down:
            self.down_pressed.emit()
        super().keyPressEvent(event)

    def _text_changed(self, text: str) -> None:
        self._cross.setVisible(bool(text))
        if self._composing:
            return
        if text:
            self._pause.start()
        else:
            self._tell()

    def _tell(self) -> None:
        self._pause.stop()
        if self.text() != self._told:
            self._told = self.text()
            self.searched.emit(self._told)

    def _look_changed(self) -> None:
        self.setFont(self.look.font())
        self._glass.setIcon(self.look.icon("search", "text3", 18))
        self._cross.setIcon(self.look.icon("close", "text3", 16))
