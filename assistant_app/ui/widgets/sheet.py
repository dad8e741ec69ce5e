"""A small dialog in our look, for a few words to be changed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.buttons import Button, Kind
from assistant_app.ui.widgets.text_label import TextLabel


class EditSheet(QDialog):
    """One text to change; Ctrl+Enter saves, Escape cancels."""

    def __init__(
        self,
        look: ThemeController,
        title: str,
        text: str,
        saved: Callable[[str], None],
        parent: QWidget,
    ) -> None:
        """Create the dialog; show it with `open`.

        Args:
            look: The look.
            title: What is changed.
            text: As it is.
            saved: Takes the new text; not called where it is the same.
            parent: The window.
        """
        super().__init__(parent)
        self._saved = saved
        self._before = text
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setObjectName("editSheet")
        px = look.px
        column = QVBoxLayout(self)
        column.setContentsMargins(px(24), px(22), px(24), px(20))
        column.setSpacing(px(12))
        column.addWidget(TextLabel(look, title, type_=Type.TITLE, weight=600, parent=self))
        self.edit = QPlainTextEdit(text, self)
        self.edit.setAccessibleName(title)
        self.edit.setFont(look.font(Type.READING))
        self.edit.setTabChangesFocus(True)
        self.edit.setMinimumSize(px(440), px(90))
        column.addWidget(self.edit, 1)
        column.addLayout(self._buttons(look))
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self).activated.connect(self._save)
        self.edit.textChanged.connect(self._changed)
        self._changed()
        cursor = self.edit.textCursor()
        cursor.movePosition(cursor.MoveOperation.End)
        self.edit.setTextCursor(cursor)

    def _buttons(self, look: ThemeController) -> QHBoxLayout:
        row = QHBoxLayout()
        hint = self.tr("Ctrl+Enter saves · Esc cancels")
        row.addWidget(TextLabel(look, hint, type_=Type.CAPTION, role="text3", parent=self), 1)
        cancel = Button(look, self.tr("Cancel"), kind=Kind.GHOST, parent=self)
        cancel.clicked.connect(self.reject)
        self.save = Button(look, self.tr("Save"), kind=Kind.PRIMARY, parent=self)
        self.save.clicked.connect(self._save)
        row.addWidget(cancel)
        row.addWidget(self.save)
        return row

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape cancels."""
        if event.key() == Qt.Key.Key_Escape:
            self.reject()
            return
        super().keyPressEvent(event)

    def _changed(self) -> None:
        text = self.edit.toPlainText().strip()
        self.save.setEnabled(bool(text) and text != self._before)

    def _save(self) -> None:
        if self.save.isEnabled():
            self.accept()
            self._saved(self.edit.toPlainText().strip())
