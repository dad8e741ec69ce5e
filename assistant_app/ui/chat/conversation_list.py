"""The list of conversations: a model over plain summaries, and how a row is painted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from assistant_app.conversation.types import ConversationSummary
from assistant_app.ui.days import group_by_day
from assistant_app.ui.spaces import SpaceBook
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.theme.paint import box, space_hue

ID_ROLE = int(Qt.ItemDataRole.UserRole)
COLOUR_ROLE = ID_ROLE + 1
"""Colour of the space of a conversation as `#rrggbb`; empty for none."""
_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class _Row:
    text: str
    summary: ConversationSummary | None = None


class ConversationModel(QAbstractListModel):
    """Headings and conversations in one list.

    Signals:
        renamed(str, str): The user gave a conversation (id) a title.
    """

    renamed = Signal(str, str)

    def __init__(self, clock: Callable[[], datetime], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self._rows: list[_Row] = []
        self._spaces = SpaceBook()

    def set_conversations(
        self, conversations: Sequence[ConversationSummary], *, grouped: bool = True
    ) -> None:
        """Show other conversations.

        Args:
            conversations: Newest or best first.
            grouped: Under headings by day; otherwise as they come (search).
        """
        rows: list[_Row] = []
        if grouped:
            for group in group_by_day(conversations, self._clock()):
                rows.append(_Row(group.title))
                rows.extend(_Row(_title(item), item) for item in group.items)
        else:
            rows = [_Row(_title(item), item) for item in conversations]
        if [(row.text, _id(row)) for row in rows] == [(row.text, _id(row)) for row in self._rows]:
            self._rows = rows
            self._spaces_changed()
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def use_spaces(self, spaces: SpaceBook) -> None:
        """Show names and colours of these spaces, and follow them."""
        self._spaces = spaces
        spaces.changed.connect(self._spaces_changed)
        self._spaces_changed()

    def summary(self, index: _Index) -> ConversationSummary | None:
        """Return the conversation of a row; None for a heading."""
        return self._rows[index.row()].summary if index.isValid() else None

    def index_of(self, conversation_id: str) -> QModelIndex:
        """Return the row of a conversation; invalid where it is not shown."""
        for number, row in enumerate(self._rows):
            if _id(row) == conversation_id:
                return self.index(number)
        return QModelIndex()

    def rowCount(self, parent: _Index | None = None) -> int:
        """Return the number of rows."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: _Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        """Return text, id or accessible text of a row."""
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        kind = Qt.ItemDataRole
        makers: dict[int, Callable[[], object]] = {
            kind.DisplayRole: lambda: row.text,
            kind.EditRole: lambda: row.text if row.summary else None,
            kind.AccessibleTextRole: lambda: self._spoken(row),
            kind.ToolTipRole: lambda: self._spoken(row) if row.summary else None,
            ID_ROLE: lambda: _id(row),
            COLOUR_ROLE: lambda: self._spaces.colour(row.summary.space) if row.summary else "",
        }
        maker = makers.get(role)
        return maker() if maker is not None else None

    def _spoken(self, row: _Row) -> str:
        space = self._spaces.find(row.summary.space) if row.summary else None
        return row.text if space is None else f"{row.text} · {space.name}"

    def _spaces_changed(self) -> None:
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    def setData(
        self, index: _Index, value: object, role: int = int(Qt.ItemDataRole.EditRole)
    ) -> bool:
        """Take a new title."""
        row = self._rows[index.row()]
        title = str(value).strip()
        if role != Qt.ItemDataRole.EditRole or row.summary is None or not title:
            return False
        self._rows[index.row()] = _Row(title, row.summary)
        self.dataChanged.emit(index, index)
        self.renamed.emit(row.summary.id, title)
        return True

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Headings cannot be chosen."""
        if not index.isValid() or self._rows[index.row()].summary is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable


class ConversationDelegate(QStyledItemDelegate):
    """Paints headings and rows of one height."""

    def __init__(self, look: ThemeController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._look = look

    def sizeHint(self, _option: QStyleOptionViewItem, _index: _Index) -> QSize:
        """All rows have one height."""
        return QSize(self._look.px(120), self._look.px(33))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint a heading or a conversation."""
        look = self._look
        rect: QRect = option.rect
        painter.save()
        heading = index.data(ID_ROLE) is None
        if heading:
            painter.setFont(look.font(Type.CAPTION, 600))
            painter.setPen(look.color("text3"))
        else:
            current = bool(option.state & QStyle.StateFlag.State_Selected)
            self._paint_state(painter, option, current=current)
            painter.setFont(look.font(Type.BODY, 500 if current else 400))
            painter.setPen(look.color("text" if current else "text2"))
        area = rect.adjusted(look.px(10), look.px(2) if heading else 0, -look.px(8), 0)
        colour = str(index.data(COLOUR_ROLE) or "")
        if colour:
            area = self._paint_space(painter, option, area, colour)
        text = painter.fontMetrics().elidedText(
            str(index.data()), Qt.TextElideMode.ElideRight, area.width()
        )
        painter.drawText(
            area, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading), text
        )
        painter.restore()

    def _paint_space(
        self, painter: QPainter, option: QStyleOptionViewItem, area: QRect, colour: str
    ) -> QRect:
        """Paint the dot of a space at the trailing edge; return what is left for the title."""
        side, gap = self._look.px(8), self._look.px(8)
        mirrored = option.direction == Qt.LayoutDirection.RightToLeft
        left = area.left() if mirrored else area.right() - side
        spot = QRectF(left, area.center().y() - side / 2 + 1, side, side)
        box(painter, spot, side / 2, fill=space_hue(self._look, colour))
        room = side + gap
        return area.adjusted(room, 0, 0, 0) if mirrored else area.adjusted(0, 0, -room, 0)

    def createEditor(
        self, parent: QWidget, _option: QStyleOptionViewItem, _index: _Index
    ) -> QWidget:
        """A field for the title."""
        editor = QLineEdit(parent)
        editor.setAccessibleName(self.tr("Title of the chat"))
        return editor

    def _paint_state(
        self, painter: QPainter, option: QStyleOptionViewItem, *, current: bool
    ) -> None:
        look, theme = self._look, self._look.theme
        ground = QRectF(option.rect).adjusted(0, 0.5, 0, -0.5)
        hover = bool(option.state & QStyle.StateFlag.State_MouseOver)
        radius = look.px(8)
        if theme.high_contrast:
            if current or hover:
                box(painter, ground, radius, line=theme.text, width=2 if current else 1)
        elif current or hover:
            box(painter, ground, radius, fill=theme.press if current else theme.hover)
        if option.state & QStyle.StateFlag.State_KeyboardFocusChange and (
            option.state & QStyle.StateFlag.State_HasFocus
        ):
            box(painter, ground, radius, line=theme.accent, width=2)


def _id(row: _Row) -> str | None:
    return row.summary.id if row.summary else None


def _title(summary: ConversationSummary) -> str:
    from PySide6.QtCore import QCoreApplication

    return summary.title or QCoreApplication.translate("ConversationModel", "New chat")
