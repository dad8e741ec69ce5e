"""The middle pane: title and count, Add, search, order, and the list or why it is empty."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStackedWidget, QVBoxLayout, QWidget

from assistant_app.ui.memories.action_bar import ActionBar
from assistant_app.ui.memories.empty_memories import NothingFound
from assistant_app.ui.memories.facet_pane import facet_word
from assistant_app.ui.memories.index import EVERYTHING, Facet, FacetKind, Sort, View
from assistant_app.ui.memories.memory_list import MemoryList
from assistant_app.ui.memories.note_field import NoteField
from assistant_app.ui.memories.sentences import number, sort_word
from assistant_app.ui.spaces import SpaceBook
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.buttons import SMALL, Button, Kind, icon_button
from assistant_app.ui.widgets.card import Ground
from assistant_app.ui.widgets.page_header import PageHeader
from assistant_app.ui.widgets.search_field import SearchField
from assistant_app.ui.widgets.text_label import ElidedLabel

_WORDS_FROM = 330


class ListPane(Ground):
    """A view only; what its parts do is the controller's.

    Attributes:
        list: The rows.
        search: The field to search in.
        note: The field to add in.
        acts: What can be done with several.
        spaces: Names of the spaces; set by the page.

    Signals:
        menu_requested(): The folded sidebar is wanted.
        sort_chosen(Sort): Another order.
        searched(str): What was typed, after a pause.
        back_requested(): Away from a facet that holds nothing.
        add_toggled(): The button Add was pressed.
        tidy_requested(): From the menu.
    """

    menu_requested = Signal()
    sort_chosen = Signal(object)
    searched = Signal(str)
    back_requested = Signal()
    add_toggled = Signal()
    tidy_requested = Signal()

    def __init__(
        self, look: ThemeController, clock: Callable[[], datetime], parent: QWidget | None = None
    ) -> None:
        super().__init__(look, "surface", parent)
        self._sort = Sort.NEWEST
        self.spaces: SpaceBook | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._stack = QStackedWidget(self)
        self.list = MemoryList(look, clock, self._stack)
        self._build_header()
        self._build_search()
        self._build_order()
        self._nothing = NothingFound(look, self._stack)
        self._nothing.back_requested.connect(self._go_back)
        self._stack.addWidget(self.list)
        self._stack.addWidget(self._nothing)
        self._column.addWidget(self._stack, 1)
        self.list.chosen.connect(self._chosen)
        self._facet = EVERYTHING
        self._measure()
        self.set_sort(Sort.NEWEST)

    # What is shown

    def show_view(self, view: View, facet: Facet, text: str) -> None:
        """Show a finished list.

        Args:
            view: The rows.
            facet: Which part they are.
            text: What was searched for; empty for no search.
        """
        self._facet = facet
        self._header.title.set_text(facet_word(facet, self.spaces))
        self._count.set_text(number(len(view.ids)))
        self._count.setAccessibleName(self.tr("%1 memories").replace("%1", str(len(view.ids))))
        self.list.set_view(view)
        self.acts.set_facet(facet)
        self._order.setEnabled(not text)
        self._order.setText(self.tr("Best match first") if text else sort_word(self._sort))
        self._select.setEnabled(bool(view.ids))
        if view.ids:
            self._stack.setCurrentWidget(self.list)
        else:
            self._say_nothing(text)
            self._stack.setCurrentWidget(self._nothing)

    def set_sort(self, sort: Sort) -> None:
        """Show another order as chosen."""
        self._sort = sort
        self._order.setText(sort_word(sort))

    def set_folded(self, *, folded: bool) -> None:
        """Show the menu button where the sidebar is folded away."""
        self._header.set_folded(folded=folded)

    def set_adding(self, *, adding: bool) -> None:
        """Show or hide the field for a new memory."""
        closing = self.note.isVisible() and not adding
        self.note.setVisible(adding)
        self.add.setChecked(adding)
        if adding:
            self.note.line.setFocus(Qt.FocusReason.OtherFocusReason)
        elif closing:
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def adding(self) -> bool:
        """Whether the field for a new memory is shown."""
        return self.note.isVisibleTo(self)

    def look_changed(self) -> None:
        """Measure anew."""
        self._measure()
        super().look_changed()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow pane the title needs the room more than the word on the button."""
        super().resizeEvent(event)
        roomy = self.width() >= self.look.px(_WORDS_FROM)
        self.add.setText(self.tr("Add") if roomy else "")
        self.add.setToolTip("" if roomy else self.add.accessibleName())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape ends the choosing of several, wherever in the pane the focus is."""
        if event.key() == Qt.Key.Key_Escape and self.list.selecting:
            self.list.set_selecting(selecting=False)
            return
        super().keyPressEvent(event)

    # Building

    def _build_header(self) -> None:
        look = self.look
        self._header = PageHeader(look, facet_word(EVERYTHING), parent=self)
        self._header.menu_requested.connect(self.menu_requested)
        self._count = ElidedLabel(look, "", role="text3", parent=self._header)
        self.add = Button(
            look,
            self.tr("Add"),
            kind=Kind.PRIMARY,
            icon="plus",
            height=SMALL,
            name=self.tr("Add a memory"),
            object_name="memoryAdd",
            parent=self._header,
        )
        self.add.setCheckable(True)
        self.add.clicked.connect(self._add_clicked)
        self.more = icon_button(look, "more", self.tr("More"), height=SMALL, parent=self._header)
        self.more.clicked.connect(self._open_more)
        row = self._header.row
        row.addWidget(self._count)
        row.addStretch(1)
        row.addWidget(self.add)
        row.addWidget(self.more)
        self._column.addWidget(self._header)

    def _build_search(self) -> None:
        self._tools = QVBoxLayout()
        self.note = NoteField(self.look, primary=False, parent=self)
        self.note.hide()
        self.note.cancelled.connect(self.add_toggled)
        self.search = SearchField(
            self.look, self.tr("Search your memories"), object_name="memorySearch", parent=self
        )
        self.search.searched.connect(self.searched)
        self.search.down_pressed.connect(self.list.enter)
        self._tools.addWidget(self.note)
        self._tools.addWidget(self.search)
        self._column.addLayout(self._tools)

    def _build_order(self) -> None:
        look = self.look
        self._bar_row = QHBoxLayout()
        self._order = Button(
            look,
            kind=Kind.GHOST,
            trailing="chevron-down",
            height=SMALL,
            type_=Type.SMALL,
            object_name="memorySort",
            parent=self,
        )
        self._order.setAccessibleDescription(self.tr("Order of the list"))
        self._order.clicked.connect(self._open_orders)
        self._select = Button(
            look,
            self.tr("Select"),
            kind=Kind.LINK,
            height=SMALL,
            type_=Type.SMALL,
            name=self.tr("Select several"),
            object_name="memorySelect",
            parent=self,
        )
        self._select.clicked.connect(lambda: self.list.set_selecting(selecting=True))
        self.acts = ActionBar(look, self)
        self.acts.hide()
        self.acts.ended.connect(lambda: self.list.set_selecting(selecting=False))
        self.acts.all_requested.connect(self.list.selectAll)
        self._bar_row.addWidget(self._order)
        self._bar_row.addStretch(1)
        self._bar_row.addWidget(self._select)
        self._column.addLayout(self._bar_row)
        self._column.addWidget(self.acts)

    def _measure(self) -> None:
        px = self.look.px
        self._tools.setContentsMargins(px(16), px(12), px(16), 0)
        self._tools.setSpacing(0)
        self._bar_row.setContentsMargins(px(10), px(4), px(12), px(2))
        self._header.row.setSpacing(px(9))

    # Acts

    def _chosen(self, ids: tuple[str, ...]) -> None:
        selecting = self.list.selecting
        self.acts.setVisible(selecting)
        self._order.setVisible(not selecting)
        self._select.setVisible(not selecting)
        self.acts.set_count(len(ids))

    def _add_clicked(self) -> None:
        # The controller decides; the button follows it.
        self.add.setChecked(self.adding)
        self.add_toggled.emit()

    def _open_orders(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for sort in Sort:
            action = QAction(sort_word(sort), menu)
            action.setCheckable(True)
            action.setChecked(sort is self._sort)
            action.triggered.connect(lambda _=False, sort=sort: self.sort_chosen.emit(sort))
            menu.addAction(action)
        self._order.show_menu(menu)

    def _open_more(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        select = menu.addAction(
            self.look.icon("check"),
            self.tr("Select several"),
            lambda: self.list.set_selecting(selecting=True),
        )
        select.setEnabled(self._select.isEnabled())
        menu.addAction(self.look.icon("merge"), self.tr("Tidy up…"), self.tidy_requested.emit)
        self.more.show_menu(menu)

    def _say_nothing(self, text: str) -> None:
        if text:
            sentence = self.tr("Nothing matches %1", "%1 is what was searched for")
            before, _, after = sentence.partition("%1")
            action = self.tr("Clear the search")
            self._nothing.say([(before, "", 0), (text, "text", 600), (after, "", 0)], action)
            return
        sentences = {
            FacetKind.ALL: self.tr("Nothing is kept here at the moment."),
            FacetKind.PINNED: self.tr(
                "Nothing is pinned. What you pin is given along with every question."
            ),
            FacetKind.ARCHIVED: self.tr(
                "Nothing is put away. What you put away is kept, but not used in answers."
            ),
            FacetKind.TRASH: self.tr("The trash is empty. What you forget stays here for 30 days."),
        }
        sentence = sentences.get(self._facet.kind) or self.tr("Nothing is kept here any more.")
        back = "" if self._facet == EVERYTHING else self.tr("Show all memories")
        self._nothing.say([(sentence, "", 0)], back)

    def _go_back(self) -> None:
        if self.search.text():
            self.search.clear()
            self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.back_requested.emit()
