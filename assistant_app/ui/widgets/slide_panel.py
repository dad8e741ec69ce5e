"""A panel that slides over the content from one edge, with a veil behind it.

The drawer of the sidebar and the panel of used memories in narrow windows.
"""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QEasingCurve, QEvent, QObject, QPoint, QPropertyAnimation, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.widgets.painted import Painted

_SLIDE_MS = 180


class Edge(StrEnum):
    """Where a panel comes from."""

    LEADING = "leading"
    TRAILING = "trailing"


class SlidePanel(Painted):
    """The veil over the host and the panel on it; Escape or a press on the veil closes.

    Signals:
        closed(): It went away by the user's act.
    """

    closed = Signal()

    def __init__(self, look: ThemeController, host: QWidget, *, edge: Edge, width: int) -> None:
        """Create a closed panel.

        Args:
            look: The look.
            host: What it slides over.
            edge: Where it comes from.
            width: Of the panel, in units of the look.
        """
        super().__init__(look, host)
        self._host = host
        self._edge = edge
        self._panel_width = width
        self._content: QWidget | None = None
        self._slide: QPropertyAnimation | None = None
        host.installEventFilter(self)
        self.hide()

    @property
    def content(self) -> QWidget | None:
        """What lies in the panel."""
        return self._content

    def set_content(self, content: QWidget) -> None:
        """Take a widget into the panel."""
        self._content = content
        content.setParent(self)
        content.show()

    def release(self) -> QWidget | None:
        """Give the widget back, to stand beside the content again."""
        content, self._content = self._content, None
        self.hide()
        if content is not None:
            content.setParent(None)
        return content

    def open(self) -> None:
        """Slide in."""
        if self._content is None:
            return
        self.setGeometry(self._host.rect())
        self.show()
        self.raise_()
        self._place()
        if self.look.motion:
            self._animate()
        self._content.setFocus(Qt.FocusReason.OtherFocusReason)

    def close_panel(self) -> None:
        """Go away."""
        if self.isVisible():
            self.hide()
            self.closed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the host's size."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self.setGeometry(self._host.rect())
            self._place()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_panel()
            return
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press on the veil closes."""
        if self._content is None or not self._content.geometry().contains(
            event.position().toPoint()
        ):
            self.close_panel()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the veil."""
        painter = QPainter(self)
        veil = self.look.color("scrim")
        veil.setAlphaF(self.look.theme.scrim_alpha)
        painter.fillRect(self.rect(), veil)
        painter.end()

    def _at_left(self) -> bool:
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        return (self._edge == Edge.LEADING) != mirrored

    def _place(self) -> None:
        if self._content is None:
            return
        width = min(self.look.px(self._panel_width), self.width() - self.look.px(40))
        left = 0 if self._at_left() else self.width() - width
        self._content.setGeometry(left, 0, width, self.height())

    def _animate(self) -> None:
        assert self._content is not None
        end = self._content.pos()
        width = self._content.width()
        start = QPoint(-width if self._at_left() else self.width(), 0)
        slide = QPropertyAnimation(self._content, b"pos", self)
        slide.setDuration(_SLIDE_MS)
        slide.setStartValue(start)
        slide.setEndValue(end)
        slide.setEasingCurve(QEasingCurve.Type.OutCubic)
        slide.start(QPropertyAnimation.DeletionPolicy.DeleteWhenStopped)
