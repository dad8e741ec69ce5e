"""The head of a temporary chat: says in words that nothing is kept, all the time."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.buttons import SMALL, Button, Kind, icon_button
from assistant_app.ui.widgets.painted import Painted
from assistant_app.ui.widgets.switch import Switch
from assistant_app.ui.widgets.text_label import ElidedLabel

_WORDS_FROM = 640


class TemporaryHeader(Painted):
    """In place of the page header.

    Signals:
        closed(): End the chat; it is gone then.
        reads_toggled(bool): Whether the chat may read memory.
        keep_requested(): Make it a chat like any other.
        menu_requested(): The folded sidebar is wanted.
    """

    closed = Signal()
    reads_toggled = Signal(bool)
    keep_requested = Signal()
    menu_requested = Signal()

    def __init__(self, look: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.setObjectName("temporaryHeader")
        title = self.tr("Temporary chat")
        text = self.tr("Nothing is remembered, and it is gone when you close it.")
        self.setAccessibleName(f"{title}. {text}")
        self._row = QHBoxLayout(self)
        self._menu = icon_button(look, "menu", self.tr("Show the sidebar"), parent=self)
        self._menu.clicked.connect(self.menu_requested)
        self._menu.hide()
        self._icon = QLabel(self)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addStretch(1)
        words.addWidget(
            ElidedLabel(look, title, type_=Type.READING, role="temp", weight=600, parent=self)
        )
        words.addWidget(ElidedLabel(look, text, type_=Type.SMALL, role="text2", parent=self))
        words.addStretch(1)
        self._row.addWidget(self._menu)
        self._row.addWidget(self._icon)
        self._row.addLayout(words, 1)
        self._add_controls()
        self._measure()

    def _add_controls(self) -> None:
        look = self.look
        name = self.tr("Use my memories")
        self._reads_word = ElidedLabel(look, name, type_=Type.SMALL, role="text2", parent=self)
        self._reads_word.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self.reads = Switch(look, name, parent=self)
        self.reads.setObjectName("temporaryReads")
        self.reads.setToolTip(
            self.tr("Memories are read for the answers. Still nothing is remembered from here.")
        )
        self.reads.setAccessibleDescription(self.reads.toolTip())
        self.reads.toggled.connect(self.reads_toggled)
        self.keep = Button(
            look,
            kind=Kind.TEMPORARY,
            icon="archive",
            height=SMALL,
            type_=Type.SMALL,
            name=self.tr("Keep this chat…"),
            object_name="temporaryKeep",
            parent=self,
        )
        self.keep.clicked.connect(self.keep_requested)
        self.keep.hide()
        close = icon_button(look, "close", self.tr("Close the temporary chat"), parent=self)
        close.clicked.connect(self.closed)
        for widget in (self._reads_word, self.reads, self.keep, close):
            self._row.addWidget(widget)

    def set_chat(self, *, begun: bool, reads: bool) -> None:
        """Show a chat: one that has begun can be kept."""
        self.keep.setVisible(begun)
        self.reads.blockSignals(True)
        self.reads.setChecked(reads)
        self.reads.blockSignals(False)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow head the controls keep their places, without their words."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        roomy = self.width() >= self.look.px(_WORDS_FROM)
        self._reads_word.setVisible(roomy)
        self.keep.setText(self.tr("Keep this chat…") if roomy else "")

    def set_folded(self, *, folded: bool) -> None:
        """Show the menu button where the sidebar is folded away."""
        self._menu.setVisible(folded)

    def look_changed(self) -> None:
        """Measure anew."""
        self._measure()
        super().look_changed()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the violet ground and the line below."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.look.color("temp_soft"))
        line = QRect(0, self.height() - 1, self.width(), 1)
        painter.fillRect(line, self.look.color("line"))
        painter.end()

    def _measure(self) -> None:
        px = self.look.px
        self.setFixedHeight(px(56) + 1)
        self._row.setContentsMargins(px(22), 0, px(11), 0)
        self._row.setSpacing(px(12))
        self._icon.setPixmap(self.look.pixmap("chat-temporary", "temp", 20))
        self._icon.setAlignment(Qt.AlignmentFlag.AlignCenter)
