"""How close a memory is: a bar with its word, never a bar alone."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.theme.paint import box
from assistant_app.ui.widgets.painted import Painted

VERY_CLOSE, CLOSE = 0.75, 0.5


def relevance_word(relevance: float) -> str:
    """Return the word for a relevance of 0 to 1."""
    if relevance >= VERY_CLOSE:
        return QCoreApplication.translate("Relevance", "Very close")
    if relevance >= CLOSE:
        return QCoreApplication.translate("Relevance", "Close")
    return QCoreApplication.translate("Relevance", "Loosely related")


class RelevanceBar(Painted):
    """A bar of 64 by 6 and the word beside it; the figure is in the tooltip."""

    def __init__(
        self,
        look: ThemeController,
        relevance: float,
        *,
        bar_width: int = 64,
        quiet: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """Create the bar.

        Args:
            look: The look.
            relevance: 0 to 1.
            bar_width: Of the bar alone.
            quiet: The word in grey (lists) and not in honey.
            parent: Qt parent.
        """
        super().__init__(look, parent)
        self._relevance = min(1.0, max(0.0, relevance))
        self._word = relevance_word(relevance)
        self._bar_width = bar_width
        self._quiet = quiet
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self._word)
        self.setToolTip(f"{self._relevance:.2f}")

    def sizeHint(self) -> QSize:
        """Bar, gap and word."""
        self.setFont(self.look.font(Type.CAPTION, 500))
        width = self.look.px(self._bar_width + 7)
        return QSize(width + self.fontMetrics().horizontalAdvance(self._word) + 3, self.look.px(18))

    def minimumSizeHint(self) -> QSize:
        """No smaller than it wants to be."""
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint track, bar and word."""
        painter = QPainter(self)
        theme, look = self.look.theme, self.look
        bar, height = look.px(self._bar_width), look.px(6)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        left = self.width() - bar if mirrored else 0
        track = QRectF(left, (self.height() - height) / 2, bar, height)
        if theme.high_contrast:
            box(painter, track, height / 2, line=theme.text)
        else:
            box(painter, track, height / 2, fill=theme.line)
        filled = QRectF(track)
        filled.setWidth(max(float(height), bar * self._relevance))
        if mirrored:
            filled.moveRight(track.right())
        box(painter, filled, height / 2, fill=theme.mem_fill)
        painter.setFont(look.font(Type.CAPTION, 400 if self._quiet else 500))
        painter.setPen(look.color("text2" if self._quiet else "mem_text"))
        gap = look.px(7)
        area = QRect(0 if mirrored else bar + gap, 0, self.width() - bar - gap, self.height())
        painter.drawText(
            area, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading), self._word
        )
        painter.end()
