"""A run of text of an answer: as high as its document, selectable, with safe links."""

from __future__ import annotations

import re

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QWidget

from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.focus_ring import RING
from assistant_app.ui.theme.fonts import FACTORS, Type

_SCHEMES = frozenset({"http", "https", "mailto"})
WRITING_MARK = "▍"
_HEADING_OPEN = re.compile(r"<h([1-6])>")
_HEADING_CLOSE = re.compile(r"</h[1-6]>")


class FlatBrowser(QTextBrowser):
    """A text browser without a frame or scroll bars, as high as its document."""

    def __init__(self, look: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.look = look
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setProperty(RING, "inside")
        self.setOpenLinks(False)
        self.document().setDocumentMargin(0)
        self.document().setUndoRedoEnabled(False)
        self.viewport().setAutoFillBackground(False)
        self.anchorClicked.connect(open_link)

    def loadResource(self, _type: int, _name: QUrl | str) -> object:
        """Load nothing, whatever the text says."""
        return None

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The transcript scrolls, not the text."""
        event.ignore()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The height follows the width."""
        super().resizeEvent(event)
        self.fit()

    def minimumSizeHint(self) -> QSize:
        """It can be narrow."""
        return QSize(self.look.px(40), self.look.px(16))

    def fit(self) -> None:
        """Take the height of the document."""
        height = int(self.document().size().height() + 0.99)
        if height != self.height():
            self.setFixedHeight(max(1, height))


class TextBlock(FlatBrowser):
    """Text as HTML in the reading size."""

    def __init__(
        self,
        look: ThemeController,
        *,
        role: str = "text",
        type_: Type = Type.READING,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(look, parent)
        self._html = ""
        self._role = role
        self._type = type_
        self._writing = False
        look.changed.connect(self._look_changed)
        self._dress()

    def set_html(self, markup: str, *, writing: bool = False) -> None:
        """Show other text.

        Args:
            markup: Our own HTML.
            writing: Whether the mark of writing stands at its end.
        """
        if markup == self._html and writing == self._writing:
            return
        self._html = markup
        self._writing = writing
        shown = _with_mark(markup, self.look.theme.accent) if writing else markup
        # Qt lets the size of h1 to h3 win over a sheet; h4 has no size of its own.
        shown = _HEADING_CLOSE.sub("</h4>", _HEADING_OPEN.sub(r'<h4 class="h\1">', shown))
        self.setHtml(shown)
        links = Qt.FocusPolicy.StrongFocus if "<a " in markup else Qt.FocusPolicy.ClickFocus
        self.setFocusPolicy(links)
        self.fit()

    @property
    def html(self) -> str:
        """The HTML that is shown."""
        return self._html

    def _look_changed(self) -> None:
        self._dress()
        markup, self._html = self._html, ""
        self.set_html(markup, writing=self._writing)

    def _dress(self) -> None:
        self.setFont(self.look.font(self._type))
        self.document().setDefaultFont(self.look.font(self._type))
        self.document().setIndentWidth(self.look.px(24))
        self.document().setDefaultStyleSheet(_sheet(self.look, self._role, self._type))


def open_link(url: QUrl) -> None:
    """Open a link that the user pressed, of the kinds that are safe to hand to the system."""
    if url.scheme().lower() in _SCHEMES:
        QDesktopServices.openUrl(url)


def _with_mark(markup: str, color: str) -> str:
    mark = f'<span style="color:{color}">{WRITING_MARK}</span>'
    for end in ("</p>\n</li>\n</ul>\n", "</p>\n</li>\n</ol>\n", "</li>\n</ul>\n", "</li>\n</ol>\n"):
        if markup.endswith(end):
            return markup[: -len(end)] + mark + end
    cut = markup.rfind("</")
    return markup[:cut] + mark + markup[cut:] if cut >= 0 else f"<p>{markup}{mark}</p>"


def _sheet(look: ThemeController, role: str, type_: Type) -> str:
    theme = look.theme
    height = look.line_height(reading=True)
    base = look.font(type_).pointSizeF() / FACTORS[type_]
    mono = look.monospace().family()
    gap = look.px(9)
    heavy = look.font(type_, 600).weight().value
    return f"""
    body, p, li, td {{ color:{theme.color(role)}; line-height:{height}%; }}
    p {{ margin-top:0; margin-bottom:{gap}px; }}
    ul, ol {{ margin-top:0; margin-bottom:{gap}px; }}
    li ul, li ol {{ margin-bottom:0; }}
    li {{ margin-bottom:{look.px(3)}px; }}
    h4 {{ font-size:{base * 1.07:.1f}pt; font-weight:{heavy}; margin-top:{look.px(8)}px;
      margin-bottom:{gap}px; }}
    h4.h1 {{ font-size:{base * 1.32:.1f}pt; }}
    h4.h2 {{ font-size:{base * 1.2:.1f}pt; }}
    a {{ color:{theme.accent_text}; }}
    strong {{ font-weight:{heavy}; }}
    code {{ font-family:'{mono}'; font-size:{base * FACTORS[Type.SMALL]:.1f}pt;
      background-color:{theme.sunken}; }}
    pre {{ font-family:'{mono}'; background-color:{theme.sunken}; }}
    blockquote {{ color:{theme.text2}; margin-left:{look.px(14)}px; }}
    """
