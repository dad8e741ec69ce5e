"""A block of code, or a text to copy: its kind in words, Copy, and the content."""

from __future__ import annotations

import html

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QFontMetricsF, QGuiApplication, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QTextEdit, QWidget

from assistant_app.ui.chat.highlight import highlighted, is_prose, language_word
from assistant_app.ui.chat.markdown import Block
from assistant_app.ui.chat.text_block import FlatBrowser
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.buttons import SMALL, Button, Kind
from assistant_app.ui.widgets.card import Card
from assistant_app.ui.widgets.text_label import ElidedLabel

_COPIED_MS = 2_000


class CopyButton(Button):
    """Copies a text and says for a moment that it did."""

    def __init__(self, look: ThemeController, *, icon_only: bool, parent: QWidget) -> None:
        copy = self.tr("Copy")
        super().__init__(
            look,
            "" if icon_only else copy,
            kind=Kind.ICON if icon_only else Kind.GHOST,
            icon="copy",
            height=SMALL,
            name=copy,
            parent=parent,
        )
        self._source = ""
        self._back = QTimer(self)
        self._back.setSingleShot(True)
        self._back.setInterval(_COPIED_MS)
        self._back.timeout.connect(lambda: self.set_icon("copy", role=""))
        self.clicked.connect(self._copy)

    def set_source(self, text: str) -> None:
        """Set what is copied."""
        self._source = text

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._source)
        self.set_icon("check", role="ok")
        self._back.start()


class _CodeView(FlatBrowser):
    """The content; code scrolls sideways, a text wraps."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Sideways is ours, the rest is the transcript's."""
        sideways = abs(event.angleDelta().x()) > abs(event.angleDelta().y())
        if sideways or event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            super(FlatBrowser, self).wheelEvent(event)
        else:
            event.ignore()

    def fit(self) -> None:
        """Leave room for the scroll bar where there is one."""
        height = int(self.document().size().height() + 0.99)
        bar = self.horizontalScrollBar()
        if bar.maximum() > 0:
            height += bar.sizeHint().height()
        if height != self.height():
            self.setFixedHeight(max(1, height))


class CodeBlock(Card):
    """A block on sunken ground."""

    def __init__(self, look: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(
            look, fill="sunken", line="line", radius=10, padding=0, spacing=0, parent=parent
        )
        self._code = ""
        self._language = ""
        self._open = False
        self._head = QHBoxLayout()
        self._kind = ElidedLabel(look, type_=Type.CAPTION, role="text2", weight=500, parent=self)
        self._copy = CopyButton(look, icon_only=False, parent=self)
        self._head.addWidget(self._kind, 1)
        self._head.addWidget(self._copy)
        self._view = _CodeView(look, self)
        self.body.addLayout(self._head)
        self.body.addWidget(self._view)
        self._measure_parts()

    def set_block(self, block: Block, *, writing: bool = False) -> None:
        """Show a block; while it is written it has no colours yet.

        Args:
            block: The code.
            writing: Whether more of it comes.
        """
        if (block.code, block.language, writing) == (self._code, self._language, self._open):
            return
        grows = writing and self._open and block.code.startswith(self._code)
        delta = block.code[len(self._code) :] if grows else ""
        self._code, self._language, self._open = block.code, block.language, writing
        self._kind.set_text(language_word(block.language))
        self._copy.set_source(block.code)
        self.setAccessibleName(language_word(block.language))
        if grows:
            cursor = self._view.textCursor()
            cursor.movePosition(cursor.MoveOperation.End)
            cursor.insertText(delta)
            self._view.fit()
        else:
            self._render()

    def look_changed(self) -> None:
        """Measure and colour anew."""
        super().look_changed()
        self._measure_parts()
        self._render()

    def _render(self) -> None:
        look = self.look
        prose = is_prose(self._language)
        font = look.font(Type.READING) if prose else look.monospace()
        self._view.setFont(font)
        self._view.document().setDefaultFont(font)
        wrap = QTextEdit.LineWrapMode.WidgetWidth if prose else QTextEdit.LineWrapMode.NoWrap
        self._view.setLineWrapMode(wrap)
        self._view.setHorizontalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAlwaysOff if prose else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        )
        self._view.setTabStopDistance(QFontMetricsF(font).horizontalAdvance(" ") * 4)
        if self._open:
            self._view.setPlainText(self._code)
        else:
            content = highlighted(self._code, self._language, look.theme)
            height = look.line_height(reading=prose)
            space = "pre-wrap" if prose else "pre"
            self._view.setHtml(
                f'<div style="white-space:{space}; color:{look.theme.text}; '
                f'line-height:{height}%">{content or html.escape(self._code)}</div>'
            )
        self._view.fit()

    def _measure_parts(self) -> None:
        px = self.look.px
        self._head.setContentsMargins(px(14), px(4), px(6), 0)
        self.body.setContentsMargins(0, 0, 0, px(12))
        self._view.setContentsMargins(px(14), 0, px(14), 0)
        self._view.setViewportMargins(px(13), 0, px(13), 0)
