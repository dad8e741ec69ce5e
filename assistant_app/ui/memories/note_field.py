"""A field to write a memory down in: ribbon, words, and Keep."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QSizePolicy, QWidget

from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.focus_ring import RING
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.theme.paint import box, shadow
from assistant_app.ui.widgets.buttons import MEDIUM, Button, Kind
from assistant_app.ui.widgets.painted import Painted

_BLUR = 10


class _Line(QLineEdit):
    """Tells its frame where the focus is, and Escape to leave."""

    def __init__(self, frame: NoteField) -> None:
        super().__init__(frame)
        self._frame = frame

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leaves."""
        if event.key() == Qt.Key.Key_Escape:
            self._frame.cancelled.emit()
            return
        super().keyPressEvent(event)


class NoteField(Painted):
    """One line; Enter or Keep keeps it.

    Signals:
        kept(str): The words.
        cancelled(): Escape was pressed.
    """

    kept = Signal(str)
    cancelled = Signal()

    def __init__(
        self, look: ThemeController, *, primary: bool = True, parent: QWidget | None = None
    ) -> None:
        """Create the field; `primary` fills its button (at most one in sight is filled)."""
        super().__init__(look, parent)
        self._busy = False
        self._row = QHBoxLayout(self)
        self._icon = QLabel(self)
        self.line = _Line(self)
        self.line.setProperty("bare", "true")
        self.line.setProperty(RING, "none")
        self.line.setObjectName("memoryNote")
        self.line.setAccessibleName(self.tr("A new memory"))
        self.line.setPlaceholderText(self.tr("For example: Mum’s birthday is on 14 March"))
        self.button = Button(
            look,
            self.tr("Keep"),
            kind=Kind.PRIMARY if primary else Kind.SECONDARY,
            height=MEDIUM,
            object_name="memoryKeep",
            parent=self,
        )
        self._row.addWidget(self._icon)
        self._row.addWidget(self.line, 1)
        self._row.addWidget(self.button)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.line.textChanged.connect(self._follow)
        self.line.returnPressed.connect(self._keep)
        self.button.clicked.connect(self._keep)
        self._measure()
        self._follow()

    def set_busy(self, *, busy: bool) -> None:
        """Wait for the words to be kept; they stay in sight until then."""
        self._busy = busy
        self.line.setReadOnly(busy)
        self._follow()

    def clear(self) -> None:
        """Be ready for the next one."""
        self.line.clear()

    def sizeHint(self) -> QSize:
        """As high as field, line and shadow."""
        return QSize(self.look.px(300), self.look.px(50) + 2 * self.look.px(_BLUR))

    def look_changed(self) -> None:
        """Measure anew."""
        self._measure()
        super().look_changed()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the frame and its shadow."""
        painter = QPainter(self)
        theme, px = self.look.theme, self.look.px
        margin = px(_BLUR)
        rect = QRectF(self.rect()).adjusted(margin, margin, -margin, -margin)
        if theme.shadow_alpha:
            tint = self.look.color("shadow")
            tint.setAlphaF(theme.shadow_alpha / 4)
            shadow(painter, rect, px(12), tint, blur=margin, drop=2)
        focused = self.line.hasFocus()
        box(
            painter,
            rect,
            px(12),
            fill=theme.raised,
            line=theme.accent if focused else theme.line2,
            width=2 if focused else 1,
        )
        painter.end()

    def _keep(self) -> None:
        text = self.line.text().strip()
        if text and not self._busy:
            self.kept.emit(text)

    def _follow(self) -> None:
        self.button.setEnabled(bool(self.line.text().strip()) and not self._busy)

    def _measure(self) -> None:
        px = self.look.px
        margin = px(_BLUR)
        self._row.setContentsMargins(px(14) + margin, margin, px(8) + margin, margin)
        self._row.setSpacing(px(10))
        self._icon.setPixmap(self.look.pixmap("memory", "mem", 20))
        self.line.setFont(self.look.font(Type.READING))
        app_focus = self.line
        app_focus.setMinimumWidth(px(80))
