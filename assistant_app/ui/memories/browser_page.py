"""The page of memories: facets in the sidebar, list and detail beside or after each other."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from assistant_app.ui.layout import Mode
from assistant_app.ui.memories.detail_pane import DetailPane
from assistant_app.ui.memories.empty_memories import EmptyMemories
from assistant_app.ui.memories.facet_pane import FacetPane, facet_word
from assistant_app.ui.memories.index import EVERYTHING
from assistant_app.ui.memories.list_pane import ListPane
from assistant_app.ui.pages import Page
from assistant_app.ui.spaces import SpaceBook
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.widgets.buttons import SMALL, Button, Kind
from assistant_app.ui.widgets.page_header import PageHeader
from assistant_app.ui.widgets.text_label import ElidedLabel

LIST, LIST_MIN, LIST_MAX, LIST_LEAST, DETAIL_MIN = 404, 320, 480, 264, 420


class BrowserPage(Page):
    """A view only; `BrowserController` gives it meaning.

    Attributes:
        facets: In the sidebar.
        list: The list with its head.
        detail: The chosen memory.
        empty: Shown while nothing is kept.

    Signals:
        was_entered(): The page was opened.
        memory_wanted(str, bool): Open the memory of this id; whether to put the cursor into it.
        facet_wanted(Facet): Show a part.
        undo_wanted(): Ctrl+Z outside a field.
    """

    was_entered = Signal()
    memory_wanted = Signal(str, bool)
    facet_wanted = Signal(object)
    undo_wanted = Signal()

    bar_below = True

    def __init__(
        self, look: ThemeController, clock: Callable[[], datetime], parent: QWidget | None = None
    ) -> None:
        super().__init__(look, parent)
        self.setObjectName("memoryBrowser")
        self.setAccessibleName(self.tr("Memories"))
        self._narrow = False
        self._mode: Mode | None = None
        self._detail_open = False
        self.facets = FacetPane(look)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self._stack = QStackedWidget(self)
        column.addWidget(self._stack)
        self._splitter = QSplitter(Qt.Orientation.Horizontal, self._stack)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        self.list = ListPane(look, clock, self._splitter)
        self.detail = DetailPane(look, clock, self._splitter)
        self._splitter.addWidget(self.list)
        self._splitter.addWidget(self.detail)
        self._splitter.setStretchFactor(0, 0)
        self._splitter.setStretchFactor(1, 1)
        self._splitter.splitterMoved.connect(self._splitter_moved)
        self._list_width = LIST
        self._stack.addWidget(self._splitter)
        self._stack.addWidget(self._build_empty())
        self.list.menu_requested.connect(self.menu_requested)
        self.detail.head.back_wanted.connect(self._back)
        self.detail.head.menu_requested.connect(self.menu_requested)
        keys = QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self)
        keys.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        keys.activated.connect(self.undo_wanted)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        find.activated.connect(self._find)
        self._arrange()

    # What others may ask

    def open_memory(self, memory_id: str, *, edit: bool = False) -> None:
        """Show a memory that the user wants to see, from wherever.

        Args:
            memory_id: Its id.
            edit: Put the cursor into its words ("Fix", "Edit").
        """
        self.memory_wanted.emit(memory_id, edit)

    def use_spaces(self, spaces: SpaceBook) -> None:
        """Show names and colours of these spaces."""
        self.facets.use_spaces(spaces)
        self.detail.labels.use_spaces(spaces)
        self.list.spaces = spaces

    def section(self) -> QWidget | None:
        """The facets."""
        return self.facets

    def set_mode(self, mode: Mode) -> None:
        """Lay out for a width of the window."""
        self._mode = mode
        self.list.set_folded(folded=mode.sidebar_folded)
        self._empty_header.set_folded(folded=mode.sidebar_folded)
        self._arrange()

    def entered(self) -> None:
        """The page was opened."""
        self.was_entered.emit()

    # What the controller asks

    @property
    def narrow(self) -> bool:
        """Whether list and detail are shown one after the other."""
        return self._narrow

    def show_detail(self, *, open_: bool) -> None:
        """In a narrow page: the detail, or the list again."""
        self._detail_open = open_
        self._arrange()

    def show_empty(self, *, empty: bool) -> None:
        """Show the field to begin with, or list and detail."""
        self._stack.setCurrentIndex(1 if empty else 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the measures of the panes."""
        super().resizeEvent(event)
        self._arrange()

    def look_changed(self) -> None:
        """Measure anew."""
        self._arrange()
        super().look_changed()

    def _build_empty(self) -> QWidget:
        holder = QWidget(self._stack)
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._empty_header = PageHeader(self.look, facet_word(EVERYTHING), parent=holder)
        self._empty_header.menu_requested.connect(self.menu_requested)
        count = ElidedLabel(self.look, "0", role="text3", parent=self._empty_header)
        add = Button(
            self.look,
            self.tr("Add"),
            kind=Kind.SECONDARY,
            icon="plus",
            height=SMALL,
            name=self.tr("Add a memory"),
            parent=self._empty_header,
        )
        self._empty_header.row.addWidget(count)
        self._empty_header.row.addStretch(1)
        self._empty_header.row.addWidget(add)
        self.empty = EmptyMemories(self.look, holder)
        focus = Qt.FocusReason.OtherFocusReason
        add.clicked.connect(lambda: self.empty.note.line.setFocus(focus))
        column.addWidget(self._empty_header)
        column.addWidget(self.empty, 1)
        return holder

    def _arrange(self) -> None:
        px = self.look.px
        narrow = self._mode is not None and self._mode.list_then_detail
        narrow = narrow or 0 < self.width() < px(LIST_LEAST + LIST_MIN)
        self._narrow = narrow
        self.list.setVisible(not narrow or not self._detail_open)
        self.detail.setVisible(not narrow or self._detail_open)
        self.detail.set_back(back=narrow)
        if narrow:
            self.list.setMinimumWidth(0)
            self.list.setMaximumWidth(16777215)
            return
        room = self.width() - px(DETAIL_MIN)
        least = max(px(LIST_LEAST), min(px(LIST_MIN), room))
        self.list.setMinimumWidth(least)
        self.list.setMaximumWidth(max(least, min(px(LIST_MAX), room)))
        wanted = max(least, min(px(self._list_width), room))
        self._splitter.setSizes([wanted, max(1, self.width() - wanted - 1)])

    def _splitter_moved(self, place: int, _index: int) -> None:
        self._list_width = round(place / self.look.unit)

    def _back(self) -> None:
        self.show_detail(open_=False)
        self.list.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def _find(self) -> None:
        self.show_detail(open_=False)
        self.list.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.list.search.selectAll()
