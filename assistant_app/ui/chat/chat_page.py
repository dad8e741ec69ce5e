"""The chat page: head, transcript, composer, and the panel of used memories beside or over it.

A view only: what its parts mean for conversations and memories is the controller's.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStackedWidget, QVBoxLayout, QWidget

from assistant_app.llm.port import Role
from assistant_app.ui.chat.composer import Composer
from assistant_app.ui.chat.empty_chat import EmptyChat
from assistant_app.ui.chat.recall_panel import RecallPanel, TitleOf
from assistant_app.ui.chat.temporary_header import TemporaryHeader
from assistant_app.ui.chat.transcript import Transcript
from assistant_app.ui.layout import COLUMN, PANEL, Mode
from assistant_app.ui.pages import Page
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.buttons import Button, Kind, icon_button
from assistant_app.ui.widgets.card import Line
from assistant_app.ui.widgets.page_header import PageHeader
from assistant_app.ui.widgets.slide_panel import Edge, SlidePanel
from assistant_app.ui.words import speaker_word


class ChatPage(Page):
    """Where one talks.

    Attributes:
        transcript, composer, panel, empty, temporary_head: The parts.

    Signals:
        rename_requested(), delete_requested(): From the menu of the chat.
        temporary_closed(): The temporary chat ends.
        keep_requested(), reads_toggled(bool): Of a temporary chat: keep it; read memory.
        panel_toggled(bool): The button in the head was pressed.
    """

    rename_requested = Signal()
    delete_requested = Signal()
    temporary_closed = Signal()
    keep_requested = Signal()
    reads_toggled = Signal(bool)
    panel_toggled = Signal(bool)

    def __init__(
        self,
        look: ThemeController,
        clock: Callable[[], datetime],
        title_of: TitleOf,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(look, parent)
        self._panel_over = False
        self._panel_open = False
        self.panel = RecallPanel(look, clock, title_of)
        self.panel.hide()
        self.panel.closed.connect(lambda: self.show_panel(open_=False))
        self._build()
        self._slide = SlidePanel(look, self, edge=Edge.TRAILING, width=PANEL)
        self._slide.closed.connect(lambda: self.show_panel(open_=False))
        self._measure()
        self.set_chat("", begun=False, temporary=False)

    def set_chat(self, title: str, *, begun: bool, temporary: bool, reads: bool = False) -> None:
        """Show the head of a chat.

        Args:
            title: Its title; empty for none yet.
            begun: Whether it has messages.
            temporary: Whether it leaves no trace.
            reads: Whether a temporary one may read memory.
        """
        self._header.title.set_text(title or self.tr("New chat"))
        self._heads.setCurrentWidget(self.temporary_head if temporary else self._header)
        self._menu_button.setVisible(begun)
        self._used.setVisible(begun)
        self._more.setVisible(begun)
        self._body.setCurrentWidget(self.transcript if begun else self.empty)
        self.empty.set_temporary(temporary=temporary)
        self.composer.set_temporary(temporary=temporary)
        self.temporary_head.set_chat(begun=begun, reads=reads)

    def show_panel(self, *, open_: bool) -> None:
        """Open or close the panel of used memories."""
        changed = open_ != self._panel_open
        self._panel_open = open_
        self._used.setChecked(open_)
        self._place_panel()
        if changed:
            self.panel_toggled.emit(open_)

    @property
    def panel_open(self) -> bool:
        """Whether the panel is open."""
        return self._panel_open

    def set_mode(self, mode: Mode) -> None:
        """Lay out for a width of the window."""
        self._header.set_folded(folded=mode.sidebar_folded)
        self.temporary_head.set_folded(folded=mode.sidebar_folded)
        if mode.panel_over != self._panel_over:
            self._panel_over = mode.panel_over
            self._place_panel()

    def entered(self) -> None:
        """Go on writing."""
        self.composer.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def look_changed(self) -> None:
        """Measure anew."""
        self._measure()
        super().look_changed()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Letters typed while the messages have the focus go to the message that is written."""
        letters = event.text()
        command = event.modifiers() & (
            Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
        )
        if not letters.strip() or not letters.isprintable() or command:
            super().keyPressEvent(event)
            return
        self.composer.edit.setFocus(Qt.FocusReason.OtherFocusReason)
        self.composer.edit.insertPlainText(letters)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The composer is as wide as the column of messages."""
        if watched is self._centre and event.type() == QEvent.Type.Resize:
            self._bound_composer()
        return super().eventFilter(watched, event)

    def _build(self) -> None:
        look = self.look
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self._row = row
        self._centre = QWidget(self)
        self._centre.installEventFilter(self)
        column = QVBoxLayout(self._centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._build_heads()
        column.addWidget(self._heads)
        self._body = QStackedWidget(self._centre)
        self.transcript = Transcript(look, self._body)
        self.empty = EmptyChat(look, self._body)
        self._body.addWidget(self.empty)
        self._body.addWidget(self.transcript)
        column.addWidget(self._body, 1)
        self.composer = Composer(look, self._centre)
        self._foot = QHBoxLayout()
        self._foot.addStretch(1)
        self._foot.addWidget(self.composer, 1000)
        self._foot.addStretch(1)
        column.addLayout(self._foot)
        self._edge = Line(look, vertical=True, parent=self)
        self._edge.hide()
        row.addWidget(self._centre, 1)
        row.addWidget(self._edge)

    def _build_heads(self) -> None:
        look = self.look
        self._heads = QStackedWidget(self._centre)
        self._header = PageHeader(look, type_=Type.READING, parent=self._heads)
        self._header.menu_requested.connect(self.menu_requested)
        self.temporary_head = TemporaryHeader(look, self._heads)
        self.temporary_head.menu_requested.connect(self.menu_requested)
        self.temporary_head.closed.connect(self.temporary_closed)
        self.temporary_head.keep_requested.connect(self.keep_requested)
        self.temporary_head.reads_toggled.connect(self.reads_toggled)
        self._menu_button = icon_button(
            look, "chevron-down", self.tr("This chat"), height=28, parent=self._header
        )
        self._menu_button.clicked.connect(self._open_menu)
        self._used = Button(
            look,
            self.tr("Memories used"),
            kind=Kind.GHOST,
            icon="memory",
            type_=Type.SMALL,
            object_name="panelButton",
            parent=self._header,
        )
        self._used.setCheckable(True)
        self._used.clicked.connect(lambda on: self.show_panel(open_=on))
        self._more = icon_button(look, "more", self.tr("More"), parent=self._header)
        self._more.clicked.connect(self._open_more)
        self._header.row.addWidget(self._menu_button)
        self._header.row.addStretch(1)
        self._header.row.addWidget(self._used)
        self._header.row.addWidget(self._more)
        self._heads.addWidget(self._header)
        self._heads.addWidget(self.temporary_head)

    def _measure(self) -> None:
        px = self.look.px
        self._heads.setFixedHeight(px(56) + 1)
        self._foot.setContentsMargins(px(14), 0, px(14), px(6))
        self._bound_composer()

    def _bound_composer(self) -> None:
        self.composer.setMaximumWidth(self.look.px(COLUMN) + 2 * self.look.px(10))

    def _place_panel(self) -> None:
        if self._panel_over:
            self._edge.hide()
            self._row.removeWidget(self.panel)
            if self._panel_open:
                self._slide.set_content(self.panel)
                self._slide.open()
            else:
                self._slide.hide()
            return
        if self._slide.content is not None:
            self._slide.release()
        if self._row.indexOf(self.panel) < 0:
            self._row.addWidget(self.panel)
        self.panel.setFixedWidth(self.look.px(PANEL))
        self.panel.setVisible(self._panel_open)
        self._edge.setVisible(self._panel_open)

    def _open_menu(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        look = self.look
        menu.addAction(look.icon("edit"), self.tr("Rename"), self.rename_requested.emit)
        menu.addSeparator()
        menu.addAction(look.icon("forget"), self.tr("Delete the chat…"), self.delete_requested.emit)
        self._menu_button.show_menu(menu)

    def _open_more(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(
            self.look.icon("copy"), self.tr("Copy the whole chat"), self._copy_conversation
        )
        self._more.show_menu(menu)

    def _copy_conversation(self) -> None:
        parts = [
            f"{speaker_word(user=message.role == Role.USER)}: {message.text}"
            for message in self.transcript.messages
        ]
        QGuiApplication.clipboard().setText("\n\n".join(parts))
