"""The conversations in the sidebar: list, search, and what can be done with one of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import QCoreApplication, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QFocusEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListView,
    QMenu,
    QMessageBox,
    QVBoxLayout,
    QWidget,
)

from assistant_app.conversation.types import ConversationSummary
from assistant_app.ui.chat.conversation_list import ConversationDelegate, ConversationModel
from assistant_app.ui.pages import Page
from assistant_app.ui.spaces import SpaceBook
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.focus_ring import RING
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.buttons import SMALL, icon_button
from assistant_app.ui.widgets.painted import Painted
from assistant_app.ui.widgets.search_field import SearchField
from assistant_app.ui.widgets.sheet import EditSheet
from assistant_app.ui.widgets.text_label import TextLabel


class _ChatList(QListView):
    """A list that shows where the keyboard is as soon as the keyboard gets there."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin at the first chat where none is open."""
        keys = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        if event.reason() in keys and not self.currentIndex().isValid():
            rows = (self.model().index(row, 0) for row in range(self.model().rowCount()))
            chats = (row for row in rows if row.flags() & Qt.ItemFlag.ItemIsSelectable)
            self.setCurrentIndex(next(chats, QModelIndex()))
        super().focusInEvent(event)


class ConversationPane(Painted):
    """Conversations by day.

    Signals:
        opened(str): The user chose a conversation.
        searched(str): The user searches; answer with `show_found`.
        rename_requested(str, str), pin_requested(str, bool), delete_requested(str):
            What the user wants done with a conversation.
    """

    opened = Signal(str)
    searched = Signal(str)
    rename_requested = Signal(str, str)
    pin_requested = Signal(str, bool)
    delete_requested = Signal(str)

    def __init__(
        self,
        look: ThemeController,
        clock: Callable[[], datetime],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(look, parent)
        self._conversations: Sequence[ConversationSummary] = ()
        self._current = ""
        self._model = ConversationModel(clock, self)
        self._model.renamed.connect(self.rename_requested)
        self._build()
        self._measure()

    def use_spaces(self, spaces: SpaceBook) -> None:
        """Show which space a conversation belongs to."""
        self._model.use_spaces(spaces)

    def set_conversations(self, conversations: Sequence[ConversationSummary]) -> None:
        """Show the list, newest first."""
        self._conversations = conversations
        if not self._search.text():
            self._show(conversations, grouped=True)

    def show_found(self, conversations: Sequence[ConversationSummary]) -> None:
        """Show what a search found."""
        if self._search.text():
            self._show(conversations, grouped=False)

    def set_current(self, conversation_id: str) -> None:
        """Mark the open conversation."""
        self._current = conversation_id
        index = self._model.index_of(conversation_id)
        if index.isValid():
            self._list.setCurrentIndex(index)
        else:
            self._list.clearSelection()
            self._list.setCurrentIndex(QModelIndex())

    def look_changed(self) -> None:
        """Measure anew."""
        self._measure()
        self._list.doItemsLayout()
        super().look_changed()

    def _build(self) -> None:
        look = self.look
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._search = SearchField(look, self.tr("Search your chats"), parent=self)
        self._search.searched.connect(self._search_changed)
        self._search.down_pressed.connect(self._into_list)
        self._search.hide()
        column.addWidget(self._search)
        self._empty = TextLabel(look, type_=Type.SMALL, role="text3", parent=self)
        self._empty_row = QHBoxLayout()
        self._empty_row.addWidget(self._empty)
        column.addLayout(self._empty_row)
        column.addWidget(self._build_list(), 1)
        self._toggle = icon_button(
            look, "search", self.tr("Search your chats"), height=SMALL, parent=self
        )
        self._toggle.clicked.connect(self._toggle_search)
        corner = QHBoxLayout(self._list)
        self._corner = corner
        corner.addStretch(1)
        corner.addWidget(self._toggle, 0, Qt.AlignmentFlag.AlignTop)
        self._list.verticalScrollBar().rangeChanged.connect(self._measure)
        self._show((), grouped=True)

    def _build_list(self) -> QListView:
        self._list = _ChatList(self)
        self._list.setObjectName("conversationList")
        self._list.setAccessibleName(self.tr("Chats"))
        self._list.setModel(self._model)
        self._list.setItemDelegate(ConversationDelegate(self.look, self._list))
        self._list.setUniformItemSizes(True)
        self._list.setMouseTracking(True)
        self._list.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._list.setProperty(RING, "none")
        self._list.customContextMenuRequested.connect(self._show_menu)
        self._list.clicked.connect(self._open)
        self._list.activated.connect(self._open)
        remove = QAction(self.tr("Delete the chat…"), self._list)
        remove.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
        remove.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        remove.triggered.connect(lambda: self._ask_delete(self._list.currentIndex()))
        self._list.addAction(remove)
        return self._list

    def _measure(self) -> None:
        gap = self.look.px(10)
        self._empty_row.setContentsMargins(gap, 0, gap, 0)
        scroll = self._list.verticalScrollBar()
        beside = scroll.sizeHint().width() if scroll.maximum() > 0 else 0
        self._corner.setContentsMargins(0, self.look.px(3), beside, 0)

    def _show(self, conversations: Sequence[ConversationSummary], *, grouped: bool) -> None:
        self._model.set_conversations(conversations, grouped=grouped)
        none = self._model.rowCount() == 0
        self._empty.setVisible(none)
        self._list.setVisible(not none)
        searching = bool(self._search.text())
        self._empty.set_text(
            self.tr("Nothing matches your search.")
            if searching
            else self.tr("Your chats will be listed here.")
        )
        self.set_current(self._current)

    def _open(self, index: QModelIndex) -> None:
        summary = self._model.summary(index)
        if summary is not None:
            self.opened.emit(summary.id)

    def _toggle_search(self) -> None:
        self._search.setVisible(not self._search.isVisible())
        if self._search.isVisible():
            self._search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self._search.clear()

    def _into_list(self) -> None:
        self._list.setFocus(Qt.FocusReason.TabFocusReason)

    def _search_changed(self, text: str) -> None:
        if text:
            self.searched.emit(text)
        else:
            self._show(self._conversations, grouped=True)

    def _show_menu(self, point: QPoint) -> None:
        index = self._list.indexAt(point)
        summary = self._model.summary(index)
        if summary is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        look = self.look
        menu.addAction(look.icon("edit"), self.tr("Rename"), lambda: self._list.edit(index))
        pin = self.tr("Unpin") if summary.pinned else self.tr("Pin to the top")
        menu.addAction(
            look.icon("pin"),
            pin,
            lambda: self.pin_requested.emit(summary.id, not summary.pinned),
        )
        menu.addSeparator()
        menu.addAction(
            look.icon("forget"), self.tr("Delete the chat…"), lambda: self._ask_delete(index)
        )
        menu.popup(self._list.viewport().mapToGlobal(point))

    def _ask_delete(self, index: QModelIndex) -> None:
        summary = self._model.summary(index)
        if summary is not None:
            ask_delete(self, lambda: self.delete_requested.emit(summary.id))


def ask_delete(parent: QWidget, agreed: Callable[[], None]) -> None:
    """Ask before a chat is deleted: this is one of the few acts without an undo."""
    translate = QCoreApplication.translate
    dialog = QMessageBox(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle("Keepsake")
    dialog.setText(translate("DeleteChat", "Delete this chat?"))
    dialog.setInformativeText(
        translate(
            "DeleteChat", "Its messages are gone for good. What was remembered from it stays."
        )
    )
    yes = dialog.addButton(
        translate("DeleteChat", "Delete the chat"), QMessageBox.ButtonRole.DestructiveRole
    )
    keep = dialog.addButton(translate("DeleteChat", "Keep it"), QMessageBox.ButtonRole.RejectRole)
    dialog.setDefaultButton(keep)
    yes.clicked.connect(agreed)
    dialog.open()


def ask_title(page: Page, title: str, save: Callable[[str], None]) -> None:
    """Open a field for the title of a chat."""
    words = QCoreApplication.translate("ConversationPane", "Title of the chat")
    EditSheet(page.look, words, title, save, page.window()).open()
