"""Wrapping text that is struck through: what a memory said before."""

from __future__ import annotations

from PySide6.QtGui import QTextLayout

from assistant_app.ui.widgets.text_label import TextLabel


class StruckLabel(TextLabel):
    """A `TextLabel` with a line through its words."""

    def _formats(self) -> list[QTextLayout.FormatRange]:
        ranges = super()._formats()
        item = QTextLayout.FormatRange()
        item.start = 0
        item.length = len(self.text().encode("utf-16-le")) // 2
        # PySide hands out a copy of the format: it has to be set as a whole.
        shape = item.format
        shape.setFontStrikeOut(True)
        item.format = shape
        return [*ranges, item]
