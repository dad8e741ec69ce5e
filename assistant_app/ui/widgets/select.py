"""A field with a list to choose from; the arrow is an icon of ours."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QWidget

from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.focus_ring import RING


class Select(QComboBox):
    """A combo box whose wheel is left to the page while it has no focus."""

    def __init__(self, look: ThemeController, name: str, parent: QWidget | None = None) -> None:
        """Create the field; `name` says what is chosen."""
        super().__init__(parent)
        self.look = look
        self.setAccessibleName(name)
        self.view().setAccessibleName(name)
        self.setProperty(RING, "none")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        look.changed.connect(self.update)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scrolling the page must not change a setting."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the field, then the arrow."""
        super().paintEvent(event)
        painter = QPainter(self)
        side = self.look.px(16)
        left = self.width() - side - self.look.px(8)
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            left = self.look.px(8)
        role = "text2" if self.isEnabled() else "disabled"
        painter.drawPixmap(
            left, (self.height() - side) // 2, self.look.pixmap("chevron-down", role, 16)
        )
        painter.end()
