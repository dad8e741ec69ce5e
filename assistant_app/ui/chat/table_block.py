"""A table of an answer: own frame, cells that wrap, sideways scrolling where it is too wide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QAction,
    QGuiApplication,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPalette,
    QRegion,
    QResizeEvent,
    QTextDocument,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QMenu, QScrollArea, QSizePolicy, QWidget

from assistant_app.ui.chat.markdown import Block, as_table_text
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.theme.paint import box
from assistant_app.ui.widgets.painted import Painted

_ALIGN = {
    "left": Qt.AlignmentFlag.AlignLeading,
    "center": Qt.AlignmentFlag.AlignHCenter,
    "right": Qt.AlignmentFlag.AlignTrailing,
}


def column_widths(ideal: Sequence[float], least: Sequence[float], room: float) -> list[float]:
    """Return the widths of the columns of a table.

    Columns that have room to spare share what is left by their ideal widths; a table that is too
    wide shrinks its wide columns first, never below the longest word.

    Args:
        ideal: Width of each column without wrapping.
        least: Width below which a column cannot go.
        room: Width of the table.
    """
    total = sum(ideal)
    if not ideal or total <= 0:
        return list(ideal)
    if total <= room:
        spare = room - total
        return [width + spare * width / total for width in ideal]
    widths = list(ideal)
    fixed: set[int] = set()
    while len(fixed) < len(ideal):  # what fits into an even share keeps its own width
        left = room - sum(widths[column] for column in fixed)
        open_ = [column for column in range(len(ideal)) if column not in fixed]
        share = max(0.0, left / len(open_))
        fitting = [column for column in open_ if ideal[column] <= share]
        for column in fitting or open_:
            widths[column] = ideal[column] if fitting else max(least[column], share)
        fixed.update(fitting or open_)
    return widths


@dataclass(frozen=True, slots=True)
class _Cell:
    """A cell and its measures, which are costly to take."""

    markup: str
    document: QTextDocument
    ideal: float
    least: float


class _Grid(Painted):
    """Paints the cells; a table that grows keeps the cells that it has."""

    def __init__(self, look: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._cells: list[list[_Cell]] = []
        self._widths: list[float] = []
        self._heights: list[int] = []

    def forget(self) -> None:
        """The look is another one: every cell is stale."""
        self._cells = []

    def set_block(self, block: Block) -> None:
        """Take the cells of a table."""
        before, self._cells = self._cells, []
        for number, row in enumerate(block.rows):
            old = before[number] if number < len(before) else []
            cells = []
            for column, markup in enumerate(row):
                if column < len(old) and old[column].markup == markup:
                    cells.append(old[column])
                    continue
                align = block.aligns[column] if column < len(block.aligns) else "left"
                cells.append(self._cell(markup, align, head=number == 0))
            self._cells.append(cells)

    def lay_out(self, room: int) -> int:
        """Place the cells for a width; return the height."""
        px = self.look.px
        side = 2 * px(14)
        columns = max((len(row) for row in self._cells), default=0)
        ideal, least = [0.0] * columns, [0.0] * columns
        for row in self._cells:
            for column, cell in enumerate(row):
                ideal[column] = max(ideal[column], cell.ideal + side + 1)
                least[column] = max(least[column], cell.least + side + 1)
        self._widths = column_widths(ideal, least, room)
        self._heights = []
        for row in self._cells:
            height = 0.0
            for column, cell in enumerate(row):
                width = self._widths[column] - side
                if cell.document.textWidth() != width:
                    cell.document.setTextWidth(width)
                height = max(height, cell.document.size().height())
            self._heights.append(round(height) + 2 * px(8))
        self.setFixedSize(round(max(room, sum(self._widths))), sum(self._heights))
        self.update()
        return self.height()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint head, lines and cells, of a long table only what can be seen."""
        seen = event.rect()
        painter = QPainter(self)
        look, theme, px = self.look, self.look.theme, self.look.px
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        y = 0
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        for number, row in enumerate(self._cells):
            height = self._heights[number]
            if y > seen.bottom() or y + height < seen.top():
                y += height
                continue
            if number == 0:
                painter.fillRect(0, 0, self.width(), height, look.color("sunken"))
            x = 0.0
            context = QAbstractTextDocumentLayout.PaintContext()
            role = "text2" if number == 0 else "text"
            context.palette.setColor(QPalette.ColorRole.Text, look.color(role))
            for column, cell in enumerate(row):
                width = self._widths[column]
                left = self.width() - x - width if mirrored else x
                painter.save()
                painter.translate(QPointF(left + px(14), y + px(8)))
                cell.document.documentLayout().draw(painter, context)
                painter.restore()
                x += width
            y += height
            if number < len(self._cells) - 1:
                painter.fillRect(0, y - 1, self.width(), 1, look.color("line"))
        if theme.high_contrast:
            painter.setPen(look.color("line"))
        painter.end()

    def _cell(self, markup: str, align: str, *, head: bool) -> _Cell:
        document = QTextDocument()
        document.setDocumentMargin(0)
        font = self.look.font(Type.SMALL if head else Type.BODY, 600 if head else 400)
        document.setDefaultFont(font)
        option = QTextOption(_ALIGN.get(align, Qt.AlignmentFlag.AlignLeading))
        option.setTextDirection(self.layoutDirection())
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        document.setDefaultTextOption(option)
        heavy = self.look.font(Type.BODY, 600).weight().value
        document.setDefaultStyleSheet(
            f"a {{ color:{self.look.theme.accent_text}; }} strong {{ font-weight:{heavy}; }}"
        )
        document.setHtml(markup)
        document.setTextWidth(-1)
        ideal = document.idealWidth()
        return _Cell(markup, document, ideal, min(ideal, _longest_word(document)))


class _Area(QScrollArea):
    """Scrolls a wide table sideways; its corners are cut round, whatever its size."""

    def __init__(self, look: ThemeController, parent: QWidget) -> None:
        super().__init__(parent)
        self._look = look

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut the corners anew."""
        super().resizeEvent(event)
        self.round_corners()

    def round_corners(self) -> None:
        """Cut the corners."""
        radius = self._look.px(10)
        path = QPainterPath()
        path.addRoundedRect(QRectF(self.rect()), radius, radius)
        self.setMask(QRegion(path.toFillPolygon().toPolygon()))


class TableBlock(Painted):
    """The frame around the grid.

    The area is placed by hand: a layout would lag behind the height, which follows the width.
    """

    def __init__(self, look: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._block: Block | None = None
        self._grid = _Grid(look)
        self._area = _Area(look, self)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(self._grid)
        self._area.viewport().setAutoFillBackground(False)
        self._grid.setAutoFillBackground(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._show_menu)

    def set_block(self, block: Block) -> None:
        """Show a table."""
        if block == self._block:
            return
        self._block = block
        self.setAccessibleName(as_table_text(block))
        self._grid.set_block(block)
        self._fit()

    def look_changed(self) -> None:
        """Make the cells anew."""
        self._grid.forget()
        if self._block is not None:
            self._grid.set_block(self._block)
            self._fit()
        self._area.round_corners()
        super().look_changed()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the cells for the new width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the ground and the frame."""
        painter = QPainter(self)
        theme = self.look.theme
        radius = self.look.px(10)
        box(painter, QRectF(self.rect()), radius, fill=theme.raised, line=theme.line)
        painter.end()

    def _fit(self) -> None:
        room = self.width() - 2
        if self._block is None or room <= 0:
            return
        height = self._grid.lay_out(room) + 2
        if self._grid.width() > room:
            height += self._area.horizontalScrollBar().sizeHint().height()
        if height != self.height():
            self.setFixedHeight(height)
        self._area.setGeometry(1, 1, self.width() - 2, self.height() - 2)

    def _show_menu(self, point: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        copy = QAction(self.look.icon("copy"), self.tr("Copy the table"), menu)
        copy.triggered.connect(self._copy)
        menu.addAction(copy)
        menu.popup(self.mapToGlobal(point))

    def _copy(self) -> None:
        if self._block is not None:
            QGuiApplication.clipboard().setText(as_table_text(self._block))


def _longest_word(document: QTextDocument) -> float:
    from PySide6.QtGui import QFontMetricsF

    metrics = QFontMetricsF(document.defaultFont())
    words = document.toPlainText().split()
    # A long address may break anywhere, so a word never asks for more than sixteen letters.
    return max((metrics.horizontalAdvance(word[:16]) for word in words), default=0.0)
