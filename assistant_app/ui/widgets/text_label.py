"""Text that wraps beside other things, and text on one line that is elided.

`QLabel` is slow with rich text and knows no height for a width inside nested layouts; these two
are small widgets over `QTextLayout` and `QFontMetrics`.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRect, QSize, Qt
from PySide6.QtGui import (
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.painted import Painted


class TextLabel(Painted):
    """Plain text that wraps; parts of it can be heavier or in another colour.

    Its accessible name is its text.
    """

    def __init__(
        self,
        look: ThemeController,
        text: str = "",
        *,
        type_: Type = Type.BODY,
        role: str = "text",
        weight: int = 400,
        align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeading,
        spacing: float = 1.4,
        parent: QWidget | None = None,
    ) -> None:
        """Create the label.

        Args:
            look: The look.
            text: What it says.
            type_: Size of type.
            role: Colour of the text.
            weight: 400, 500 or 600.
            align: Leading, or centred.
            spacing: Line height in sizes of type.
            parent: Qt parent.
        """
        super().__init__(look, parent)
        self._text = ""
        self._type = type_
        self._role = role
        self._weight = weight
        self._align = align
        self._spacing = spacing
        self._parts: list[tuple[str, str, int]] = []
        self._layout_width = -1
        self._height = 0
        self._layout = QTextLayout()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.set_text(text)

    def text(self) -> str:
        """Return what it says."""
        return self._text

    def set_text(self, text: str) -> None:
        """Say something else."""
        self.set_parts([(text, "", 0)])

    def set_parts(self, parts: list[tuple[str, str, int]]) -> None:
        """Say something in parts.

        Args:
            parts: Text, role (empty for the label's own) and weight (0 for the label's own).
        """
        self._parts = parts
        self._text = "".join(part[0] for part in parts)
        self.setAccessibleName(self._text)
        self._forget()

    def set_role(self, role: str) -> None:
        """Show the text in another colour."""
        self._role = role
        self._forget()

    def look_changed(self) -> None:
        """Lay out anew."""
        self._forget()

    def hasHeightForWidth(self) -> bool:
        """The height depends on the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the text at a width."""
        self._lay_out(width)
        return self._height

    def sizeHint(self) -> QSize:
        """One line where it fits into a comfortable width."""
        metrics = self.look.font(self._type, self._weight)
        self.setFont(metrics)
        longest = max(
            (self.fontMetrics().horizontalAdvance(line) for line in self._text.split("\n")),
            default=0,
        )
        # Heavier parts are a little wider than the label's own weight.
        width = min(longest + longest // 16 + 2, self.look.px(520))
        return QSize(width, self.heightForWidth(max(1, width)))

    def minimumSizeHint(self) -> QSize:
        """One line at least."""
        return QSize(self.look.px(40), self._line_height())

    def changeEvent(self, event: QEvent) -> None:
        """A new layout direction moves the text."""
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self._forget()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The height may have to follow."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the lines."""
        self._lay_out(self.width())
        painter = QPainter(self)
        painter.setPen(self.look.color(self._role if self.isEnabled() else "disabled"))
        self._layout.draw(painter, QPointF(0, 0))
        painter.end()

    def _forget(self) -> None:
        self._layout_width = -1
        self.updateGeometry()
        self.update()

    def _line_height(self) -> int:
        font = self.look.font(self._type, self._weight)
        self.setFont(font)
        size = font.pointSizeF() * self.logicalDpiY() / 72
        spacing = self._spacing * (0.95 if self.look.chinese else 1.0)
        return max(round(size * spacing), self.fontMetrics().height())

    def _lay_out(self, width: int) -> None:
        if width == self._layout_width:
            return
        self._layout_width = width
        step = self._line_height()
        layout = QTextLayout(self._text.replace("\n", "\u2028"), self.font())
        option = QTextOption(self._align)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setTextDirection(self.layoutDirection())
        layout.setTextOption(option)
        layout.setFormats(self._formats())
        layout.beginLayout()
        y = 0
        while True:
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(width)
            line.setPosition(QPointF(0, y + max(0.0, (step - line.height()) / 2)))
            y += step
        layout.endLayout()
        self._layout = layout
        self._height = max(y, step)

    def _formats(self) -> list[QTextLayout.FormatRange]:
        ranges = []
        start = 0
        for text, role, weight in self._parts:
            if role or weight:
                item = QTextLayout.FormatRange()
                item.start = start
                item.length = len(text.encode("utf-16-le")) // 2
                shape = QTextCharFormat()
                if role:
                    shape.setForeground(self.look.color(role))
                if weight:
                    shape.setFontWeight(self.look.font(self._type, weight).weight().value)
                item.format = shape
                ranges.append(item)
            start += len(text.encode("utf-16-le")) // 2
        return ranges


class ElidedLabel(Painted):
    """Text on one line; what does not fit is elided, and whole in the tooltip."""

    def __init__(
        self,
        look: ThemeController,
        text: str = "",
        *,
        type_: Type = Type.BODY,
        role: str = "text",
        weight: int = 400,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(look, parent)
        self._text = ""
        self._type = type_
        self._role = role
        self._weight = weight
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.look_changed()
        self.set_text(text)

    def text(self) -> str:
        """Return the whole text."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show another text."""
        self._text = text
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def set_role(self, role: str) -> None:
        """Show the text in another colour."""
        self._role = role
        self.update()

    def look_changed(self) -> None:
        """Take the font anew."""
        self.setFont(self.look.font(self._type, self._weight))
        super().look_changed()

    def sizeHint(self) -> QSize:
        """The whole text."""
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._text) + 2, metrics.height() + 2)

    def minimumSizeHint(self) -> QSize:
        """A few letters at least."""
        hint = self.sizeHint()
        return QSize(min(hint.width(), self.look.px(36)), hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the tooltip only where something is missing."""
        super().resizeEvent(event)
        cut = self.fontMetrics().horizontalAdvance(self._text) > self.width()
        self.setToolTip(self._text if cut else "")

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the text."""
        painter = QPainter(self)
        painter.setPen(self.look.color(self._role))
        shown = self.fontMetrics().elidedText(self._text, Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(
            QRect(0, 0, self.width(), self.height()),
            int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading),
            shown,
        )
        painter.end()
