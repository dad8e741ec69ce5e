"""The list itself: rows that open by click or Enter, and several that are chosen at once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import (
    QEvent,
    QItemSelectionModel,
    QItemSelectionRange,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    Qt,
    Signal,
)
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QListView, QWidget

from assistant_app.ui.memories.delegate import MemoryDelegate
from assistant_app.ui.memories.index import View
from assistant_app.ui.memories.model import ID_ROLE, MemoryModel
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.focus_ring import RING

_ADDING = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
_Flag = QItemSelectionModel.SelectionFlag


class MemoryList(QListView):
    """Shows a `View`.

    Signals:
        looked_at(str): The keyboard came to a memory: show it; this does not count as a use.
        opened(str): The user opened a memory on purpose, by click or Enter.
        chosen(tuple[str, ...]): Several are chosen, or none any more.
        forget_requested(): Delete was pressed.
    """

    looked_at = Signal(str)
    opened = Signal(str)
    chosen = Signal(object)
    forget_requested = Signal()

    def __init__(
        self, look: ThemeController, clock: Callable[[], datetime], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.look = look
        self._selecting = False
        self._quiet = False
        self.setObjectName("memoryList")
        self.setAccessibleName(self.tr("Memories"))
        self.setProperty(RING, "none")
        self.rows = MemoryModel(clock, self)
        self.setModel(self.rows)
        self._delegate = MemoryDelegate(look, self)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.clicked.connect(self._clicked)
        self.selectionModel().selectionChanged.connect(self._selection_changed)
        look.changed.connect(self._measure)
        self._measure()

    # What is shown

    def set_view(self, view: View) -> None:
        """Show another view; what is chosen stays chosen where it is still shown."""
        kept = self.selected_ids()
        current = self.current_id()
        before = self.verticalScrollBar().value()
        self._quiet = True
        reset = self.rows.set_view(view, self._rows_in_sight())
        if reset:
            self._choose_again(kept, current)
            self.verticalScrollBar().setValue(before)
        self._quiet = False
        if reset and (self._selecting or len(kept) > 1):
            self.chosen.emit(self.selected_ids())

    def current_id(self) -> str:
        """Return the memory of the current row; empty for none."""
        return str(self.currentIndex().data(ID_ROLE) or "")

    def selected_ids(self) -> tuple[str, ...]:
        """Return what is chosen, in the order of the rows."""
        ids = self.rows.view.ids
        spans = sorted((span.top(), span.bottom()) for span in self._spans())
        return tuple(name for top, bottom in spans for name in ids[top : bottom + 1])

    def select_id(self, memory_id: str) -> None:
        """Make a memory the current one without opening it."""
        index = self.rows.index_of(memory_id)
        self._quiet = True
        if index.isValid():
            self.selectionModel().setCurrentIndex(index, _Flag.ClearAndSelect)
            self.scrollTo(index)
        else:
            self.selectionModel().clear()
        self._quiet = False
        self.viewport().update()

    def enter(self) -> None:
        """Take the keyboard, at the current row or else at the first."""
        if self.rows.rowCount() and not self.currentIndex().isValid():
            self.setCurrentIndex(self.rows.index(0, 0))
        self.setFocus(Qt.FocusReason.TabFocusReason)

    def neighbour_of(self, ids: tuple[str, ...]) -> str:
        """Return the memory that stands after the given ones, or before them at the end."""
        view = self.rows.view
        gone = set(ids)
        rows = [view.places[name] for name in ids if name in view.places]
        if not rows:
            return ""
        after = (name for name in view.ids[max(rows) + 1 :] if name not in gone)
        before = (name for name in reversed(view.ids[: max(rows)]) if name not in gone)
        return next(after, "") or next(before, "")

    # Several at once

    @property
    def selecting(self) -> bool:
        """Whether rows carry boxes."""
        return self._selecting

    def set_selecting(self, *, selecting: bool) -> None:
        """Choose several: rows carry boxes and a click ticks them."""
        if selecting == self._selecting:
            return
        self._selecting = selecting
        self._delegate.boxes = selecting
        mode = QListView.SelectionMode
        self.setSelectionMode(mode.MultiSelection if selecting else mode.ExtendedSelection)
        current = self.currentIndex()
        self._quiet = True
        self.clearSelection()
        if not selecting and current.isValid():
            self.selectionModel().select(current, _Flag.ClearAndSelect)
        self._quiet = False
        self.viewport().update()
        self.chosen.emit(self.selected_ids() if selecting else ())

    # Events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens, Delete forgets, Escape ends the choosing of several."""
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not self._selecting:
            if self.currentIndex().isValid():
                self.opened.emit(self.current_id())
            return
        if key == Qt.Key.Key_Delete:
            self.forget_requested.emit()
            return
        if key == Qt.Key.Key_Escape and self._selecting:
            self.set_selecting(selecting=False)
            return
        super().keyPressEvent(event)

    def currentChanged(
        self,
        current: QModelIndex | QPersistentModelIndex,
        previous: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Show where the keyboard is; the mouse opens by its click."""
        super().currentChanged(current, previous)
        # With Ctrl or Shift one chooses several, and does not look at one.
        adding = QGuiApplication.keyboardModifiers() & _ADDING
        if not (self._quiet or self._selecting or adding) and current.isValid():
            self.looked_at.emit(str(current.data(ID_ROLE)))

    def viewportEvent(self, event: QEvent) -> bool:
        """Repaint the row that the pointer leaves."""
        if event.type() == QEvent.Type.Leave:
            self.viewport().update()
        return super().viewportEvent(event)

    def _clicked(self, index: QModelIndex) -> None:
        if not self._selecting and self._chosen_count() <= 1:
            self.opened.emit(str(index.data(ID_ROLE)))

    def _selection_changed(self) -> None:
        if self._quiet:
            return
        several = self._chosen_count() > 1
        if several and not self._selecting:
            self._selecting = True
            self._delegate.boxes = True
            self.setSelectionMode(QListView.SelectionMode.MultiSelection)
            self.viewport().update()
        if self._selecting:
            self.chosen.emit(self.selected_ids())

    def _rows_in_sight(self) -> tuple[int, int]:
        first = self.indexAt(QPoint(1, 1)).row()
        last = self.indexAt(QPoint(1, self.viewport().height() - 1)).row()
        return max(0, first), last if last >= 0 else self.rows.rowCount() - 1

    def _spans(self) -> list[QItemSelectionRange]:
        # Spans, not single rows: all of 50,000 chosen rows are one span.
        selection = self.selectionModel().selection()
        return [selection.at(place) for place in range(selection.count())]

    def _chosen_count(self) -> int:
        return sum(span.height() for span in self._spans())

    def _choose_again(self, kept: tuple[str, ...], current: str) -> None:
        model = self.selectionModel()
        index = self.rows.index_of(current)
        if index.isValid():
            model.setCurrentIndex(index, _Flag.NoUpdate)
        for name in kept:
            place = self.rows.index_of(name)
            if place.isValid():
                model.select(place, _Flag.Select)

    def _measure(self) -> None:
        # A size hint that changed is asked for again only after a new layout.
        self.doItemsLayout()
