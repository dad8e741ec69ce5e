"""The message bar: one sentence over the content; the newest wins."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from PySide6.QtCore import (
    QEasingCurve,
    QEvent,
    QObject,
    QPropertyAnimation,
    Qt,
    QTimer,
)
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGraphicsOpacityEffect, QHBoxLayout, QLabel, QWidget

from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.widgets.announce import announce
from assistant_app.ui.widgets.buttons import SMALL, Button, Kind, icon_button
from assistant_app.ui.widgets.card import Card
from assistant_app.ui.widgets.text_label import TextLabel

STAY_MS = 10_000
_FADE_MS = 160


class Tone(StrEnum):
    """How grave a message is."""

    NOTICE = "notice"
    WARNING = "warning"
    ERROR = "error"


_LOOKS = {
    Tone.NOTICE: ("accent_soft", "accent_line", "check", "accent_text"),
    Tone.WARNING: ("warn_soft", "warn_line", "warning", "warn"),
    Tone.ERROR: ("danger_soft", "danger_line", "error", "danger"),
}


class MessageBar(Card):
    """Lies over the upper edge of its parent, margins 16.

    A notice leaves after ten seconds unless it is hovered or focused; warnings and errors stay.
    """

    def __init__(self, look: ThemeController, parent: QWidget) -> None:
        super().__init__(look, radius=10, padding=0, parent=parent)
        self.setObjectName("messageBar")
        self._host = parent
        self._tone = Tone.NOTICE
        self._act: Callable[[], None] | None = None
        self._icon = QLabel(self)
        self._text = TextLabel(look, parent=self)
        self._action = Button(
            look, kind=Kind.LINK, height=SMALL, object_name="undoButton", parent=self
        )
        self._action.clicked.connect(self._press)
        self._close = icon_button(look, "close", self.tr("Close"), height=SMALL, parent=self)
        self._close.clicked.connect(self.leave)
        row = QHBoxLayout()
        row.addWidget(self._icon)
        row.addWidget(self._text, 1, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self._action)
        row.addWidget(self._close)
        self.body.addLayout(row)
        self._row = row
        self._below = False
        self._stay = QTimer(self)
        self._stay.setSingleShot(True)
        self._stay.setInterval(STAY_MS)
        self._stay.timeout.connect(self._leave_unless_used)
        parent.installEventFilter(self)
        self._measure_row()
        self.hide()

    @property
    def text(self) -> str:
        """What is said at the moment."""
        return self._text.text()

    def notice(
        self, text: str, *, undo: Callable[[], None] | None = None, action: str = ""
    ) -> None:
        """Say what was done.

        Args:
            text: One sentence.
            undo: Takes it back.
            action: Word on the button; Undo where it is empty.
        """
        self._show(Tone.NOTICE, text, action or self.tr("Undo"), undo)

    def offer(self, text: str, action: str, act: Callable[[], None]) -> None:
        """Offer something that is no undo; it stays until it is taken or closed."""
        self._show(Tone.NOTICE, text, action, act)
        self._action.setObjectName("messageAction")
        self._stay.stop()

    def warn(self, text: str, *, action: str = "", act: Callable[[], None] | None = None) -> None:
        """Say what does not work at the moment, and what happens to the user's data."""
        self._show(Tone.WARNING, text, action, act)

    def error(self, text: str, *, action: str = "", act: Callable[[], None] | None = None) -> None:
        """Say what failed, and the next step."""
        self._show(Tone.ERROR, text, action, act)

    def leave(self) -> None:
        """Go away."""
        self._stay.stop()
        self.hide()

    def look_changed(self) -> None:
        """Take measures and icon anew."""
        super().look_changed()
        self._measure_row()
        self._dress()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep to the width of the parent."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
            return
        super().keyPressEvent(event)

    def _show(self, tone: Tone, text: str, action: str, act: Callable[[], None] | None) -> None:
        self._tone = tone
        self._act = act
        self._text.set_text(text)
        self._action.setText(action)
        self._action.setVisible(bool(action) and act is not None)
        self._action.setObjectName("undoButton" if tone == Tone.NOTICE else "messageAction")
        self.setAccessibleName(text)
        self._dress()
        self.show()
        self.raise_()
        self._place()
        self._fade_in()
        announce(self, text)
        if tone == Tone.NOTICE:
            self._stay.start()
        else:
            self._stay.stop()

    def _press(self) -> None:
        act = self._act
        self.leave()
        if act is not None:
            act()

    def _leave_unless_used(self) -> None:
        focus: QWidget | None = self.window().focusWidget()
        if self.underMouse() or (focus is not None and self.isAncestorOf(focus)):
            self._stay.start()
        else:
            self.leave()

    def _dress(self) -> None:
        fill, line, icon, role = _LOOKS[self._tone]
        self.set_tones(fill=fill, line=line)
        self._icon.setPixmap(self.look.pixmap(icon, role, 18))
        self._action.set_kind(Kind.LINK if self._tone == Tone.NOTICE else Kind.GHOST)

    def _measure_row(self) -> None:
        px = self.look.px
        self._row.setContentsMargins(px(15), px(6), px(8), px(6))
        self._row.setSpacing(px(10))

    def set_below(self, *, below: bool) -> None:
        """Stand at the lower edge, where a page has what one works with at the upper one."""
        self._below = below
        self._place()

    def _place(self) -> None:
        margin = self.look.px(16)
        width = max(1, self._host.width() - 2 * margin)
        height = max(self.look.px(42), self.heightForWidth(width))
        top = self.look.px(56) + self.look.px(10)
        if self._below:
            top = max(top, self._host.height() - height - margin)
        self.setGeometry(margin, top, width, height)

    def _fade_in(self) -> None:
        if not self.look.motion:
            return
        effect = QGraphicsOpacityEffect(self)
        self.setGraphicsEffect(effect)
        fade = QPropertyAnimation(effect, b"opacity", self)
        fade.setDuration(_FADE_MS)
        fade.setStartValue(0.0)
        fade.setEndValue(1.0)
        fade.setEasingCurve(QEasingCurve.Type.OutCubic)
        fade.finished.connect(lambda: self.setGraphicsEffect(None))  # type: ignore[arg-type]  # Qt takes null
        fade.start(QPropertyAnimation.DeletionPolicy.DeleteWhenStopped)
