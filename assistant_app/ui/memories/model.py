"""The list of memories as Qt sees it: a thin model over a finished view."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import (
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QStringListModel,
    Qt,
)

from assistant_app.memory.types import Access, Entry
from assistant_app.ui.memories.index import View
from assistant_app.ui.memories.sentences import used_words
from assistant_app.ui.words import category_word, day_word

ID_ROLE = int(Qt.ItemDataRole.UserRole)
ENTRY_ROLE = ID_ROLE + 1
LINE_ROLE = ID_ROLE + 2
DAY_ROLE = ID_ROLE + 3
PENDING_ROLE = ID_ROLE + 4

_NEVER = Access()
_Index = QModelIndex | QPersistentModelIndex


class MemoryModel(QStringListModel):
    """Rows of a `View`.

    WORKAROUND: a list view asks `rowCount` twice for every row that it lays out. Answered in
    Python that is 155 ms at 50,000 rows (Qt 6.11, measured); a string list of as many empty
    strings answers in C++ in 8 ms, and `data` is asked in Python for the visible rows only.
    """

    def __init__(self, clock: Callable[[], datetime], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self._view = View()

    @property
    def view(self) -> View:
        """The rows."""
        return self._view

    def set_view(self, view: View, in_sight: tuple[int, int] | None = None) -> bool:
        """Show another view.

        Args:
            view: The rows.
            in_sight: First and last row that are seen: only they are told to have changed where
                the rows are the same, since the list view lays out all that it is told of.

        Returns:
            Whether the rows are others now; the same rows keep selection and place.
        """
        if view.ids == self._view.ids:
            self._view = view
            if view.ids:
                first, last = in_sight or (0, len(view.ids) - 1)
                self.dataChanged.emit(self.index(first, 0), self.index(last, 0))
            return False
        same_length = len(view.ids) == len(self._view.ids)
        self._view = view
        if same_length:
            self.beginResetModel()
            self.endResetModel()
        else:
            self.setStringList([""] * len(view.ids))
        return True

    def entry(self, index: _Index) -> Entry | None:
        """Return the memory of a row."""
        row = index.row()
        return self._view.entries[row] if 0 <= row < len(self._view.entries) else None

    def index_of(self, memory_id: str) -> QModelIndex:
        """Return the row of a memory; invalid where it is not shown."""
        row = self._view.places.get(memory_id)
        return QModelIndex() if row is None else self.index(row, 0)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Rows are chosen, not edited."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return (
            Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemNeverHasChildren
        )

    def setData(
        self, _index: _Index, _value: object, _role: int = int(Qt.ItemDataRole.EditRole)
    ) -> bool:
        """Nothing is written through the list."""
        return False

    def data(self, index: _Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        """Return what a row shows and says."""
        entry = self.entry(index) if index.isValid() else None
        if entry is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return entry.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(entry)
        if role >= ID_ROLE:
            return self._own(entry, role)
        return None

    def _own(self, entry: Entry, role: int) -> object:
        if role == ID_ROLE:
            return entry.id
        if role == ENTRY_ROLE:
            return entry
        if role == LINE_ROLE:
            return self.line(entry)
        if role == DAY_ROLE:
            return self.day(entry)
        if role == PENDING_ROLE:
            return self.waits(entry)
        return None

    def line(self, entry: Entry) -> str:
        """Return what stands below the words of a memory."""
        access = self._view.access.get(entry.id, _NEVER)
        return f"{category_word(entry.category)}  ·  {used_words(access.count)}"

    def day(self, entry: Entry) -> str:
        """Return the day of a memory, in words."""
        return day_word(entry.deleted_at or entry.created_at, self._clock())

    def waits(self, entry: Entry) -> bool:
        """Return whether the vector of a memory is still to come."""
        return entry.id in self._view.pending

    def _spoken(self, entry: Entry) -> str:
        access = self._view.access.get(entry.id, _NEVER)
        parts = [
            entry.text,
            category_word(entry.category),
            used_words(access.count),
            day_word(entry.created_at, self._clock()),
        ]
        if entry.pinned:
            parts.append(QCoreApplication.translate("Memories", "pinned"))
        if entry.id in self._view.pending:
            parts.append(pending_words())
        return ", ".join(parts)


def pending_words() -> str:
    """Return what the clock in a row means."""
    return QCoreApplication.translate("Memories", "will be found by meaning soon")
