"""One ring for the whole window that shows where the keyboard is.

A style sheet's outline stays a square box, so an overlay follows the focus. It shows only when
the keyboard brought the focus there. Whether it did is watched at the window's own handle: an
event filter on the application would run Python for every event of every widget.
"""

from __future__ import annotations

import shiboken6
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget

from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.paint import box

RING = "focusRing"
"""Dynamic property of a widget: `none` (it shows focus itself), `inside`, else outside."""
RING_RADIUS = "focusRingRadius"
"""Dynamic property: radius of the widget's own corners, in units of the look."""

_KEYS = {
    Qt.Key.Key_Tab,
    Qt.Key.Key_Backtab,
    Qt.Key.Key_Alt,
    Qt.Key.Key_F6,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
}
_GAP = 2
_MOVES = {
    QEvent.Type.Move,
    QEvent.Type.Resize,
    QEvent.Type.Hide,
    QEvent.Type.Show,
    QEvent.Type.LayoutRequest,
}


class FocusRing(QWidget):
    """The overlay; a child of the window, transparent for the mouse."""

    def __init__(self, look: ThemeController, window: QWidget) -> None:
        super().__init__(window)
        self._look = look
        self._window = window
        self._target: QWidget | None = None
        self._watched: list[QWidget] = []
        self._by_keyboard = False
        self._handle: QObject | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        window.installEventFilter(self)
        self._watch_handle()
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._focus_changed)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Note how the focus moves, and follow the widget that has it."""
        kind = event.type()
        if kind == QEvent.Type.Show and watched is self._window:
            self._watch_handle()
        elif kind == QEvent.Type.MouseButtonPress and watched is self._handle:
            self._by_keyboard = False
            self.hide()
        elif kind == QEvent.Type.KeyPress and watched is self._handle:
            if isinstance(event, QKeyEvent) and event.key() in _KEYS:
                self._by_keyboard = True
        elif kind in _MOVES and self._target is not None:
            self._place()
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the ring around the target."""
        if self._target is None:
            return
        painter = QPainter(self)
        radius = self._look.px(_number(self._target.property(RING_RADIUS), 8.0))
        inside = self._target.property(RING) == "inside"
        box(
            painter,
            QRectF(self.rect()),
            radius if inside else radius + self._look.px(3),
            line=self._look.theme.accent,
            width=2,
        )
        painter.end()

    def _watch_handle(self) -> None:
        handle: QObject | None = self._window.windowHandle()  # None before the window is shown
        if handle is not None and handle is not self._handle:
            self._handle = handle
            handle.installEventFilter(self)

    def _focus_changed(self, _old: QWidget | None, new: QWidget | None) -> None:
        if not shiboken6.isValid(self):
            return
        for watched in self._watched:
            if shiboken6.isValid(watched):
                watched.removeEventFilter(self)
        self._watched = []
        self._target = None
        wanted = (
            self._by_keyboard
            and new is not None
            and new.window() is self._window
            and new.property(RING) != "none"
        )
        if new is None or not wanted:
            self.hide()
            return
        self._target = new
        widget: QWidget | None = new
        while widget is not None and widget is not self._window:
            widget.installEventFilter(self)
            self._watched.append(widget)
            widget = widget.parentWidget()
        self._place()

    def _place(self) -> None:
        target = self._target
        if target is None or not shiboken6.isValid(target) or not target.isVisible():
            self.hide()
            return
        window = self._window
        rect = QRect(target.mapTo(window, QPoint(0, 0)), target.size())
        if target.property(RING) != "inside":
            reach = self._look.px(_GAP) + 2
            rect = rect.adjusted(-reach, -reach, reach, reach)
        visible = _seen_part(target, window)
        self.setGeometry(rect)
        if visible.intersects(rect):
            self.setMask(visible.translated(-rect.topLeft()).intersected(self.rect()))
            self.show()
            self.raise_()
            self.update()
        else:
            self.hide()


def _seen_part(widget: QWidget, window: QWidget) -> QRect:
    """Return the part of the window that scroll areas around a widget leave to it."""
    seen = window.rect()
    above = widget.parentWidget()
    while above is not None and above is not window:
        holder = above.parentWidget()
        if isinstance(holder, QAbstractScrollArea) and holder.viewport() is above:
            seen = seen.intersected(QRect(above.mapTo(window, QPoint(0, 0)), above.size()))
        above = holder
    return seen


def _number(value: object, fallback: float) -> float:
    return float(value) if isinstance(value, int | float) else fallback
