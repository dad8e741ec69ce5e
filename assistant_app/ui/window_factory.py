"""Builds the whole window from the operations; the composition root calls it once.

Pages are made when they are first opened, and nothing here touches a file or the network: the
first questions to the core are sent after the window has been painted (the runtime tells).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QObject, SignalInstance

from assistant_app.base.clock import system_clock
from assistant_app.base.errors import UserError
from assistant_app.base.notices import Notice
from assistant_app.memory.types import Snapshot
from assistant_app.settings import declarations
from assistant_app.settings.values import Settings
from assistant_app.ui.chat.chat_page import ChatPage
from assistant_app.ui.chat.controller import ChatController
from assistant_app.ui.chat.conversation_pane import ConversationPane
from assistant_app.ui.chat.model_offer import ModelOffer
from assistant_app.ui.chat.pickers import remote_provider
from assistant_app.ui.errors import notice_sentence, sentence_of
from assistant_app.ui.main_window import MainWindow
from assistant_app.ui.pages import Page, PageContext, PageSpec
from assistant_app.ui.spaces import SpaceBook
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.warming import WarmUp
from assistant_app.workers.chats import ChatOperations
from assistant_app.workers.delivery import Delivery
from assistant_app.workers.memories import MemoryOperations
from assistant_app.workers.preferences import PreferenceOperations
from assistant_app.workers.spaces import SpaceOperations
from assistant_app.workers.tidying import TidyOperations

CHATS = "chats"


class Runtime(Protocol):
    """What runs beside the window; see `workers.runtime`."""

    @property
    def memories(self) -> MemoryOperations:
        """Operations on memories."""

    @property
    def spaces(self) -> SpaceOperations:
        """Operations on spaces."""

    @property
    def tidy(self) -> TidyOperations:
        """Operations of tidying up."""

    @property
    def chats(self) -> ChatOperations:
        """Operations on conversations."""

    @property
    def preferences(self) -> PreferenceOperations:
        """Operations on settings, keys and models."""

    @property
    def delivery(self) -> Delivery:
        """Tells about failures that nobody else took."""

    @property
    def opened(self) -> SignalInstance:
        """The store is open."""

    @property
    def failed_to_open(self) -> SignalInstance:
        """The store cannot be opened, with the error."""

    @property
    def notices(self) -> SignalInstance:
        """What the user should know."""


def build_window(look: ThemeController, runtime: Runtime) -> MainWindow:
    """Build the window over what runs beside it; nothing is asked of it before it is open.

    Args:
        look: The look.
        runtime: The operations, and what is told about their start.
    """
    return Window(look, runtime).main


class Window(QObject):
    """The built window and what keeps it together.

    Attributes:
        main: The window.
        controller: Which conversation is open.
        spaces: Names and colours of the spaces.
    """

    def __init__(
        self,
        look: ThemeController,
        runtime: Runtime,
        *,
        clock: Callable[[], datetime] = system_clock,
    ) -> None:
        """Build the window; show it with `main.show()`.

        Args:
            look: The look.
            runtime: What the window can do.
            clock: The present moment.
        """
        super().__init__()
        self._look = look
        self._runtime = runtime
        self._clock = clock
        preferences = runtime.preferences
        self.spaces = SpaceBook(
            runtime.spaces.spaces, manage=lambda: self.open_settings("spaces"), parent=self
        )
        runtime.spaces.changed.connect(self.spaces.set_spaces)
        self.pane = ConversationPane(look, clock)
        self.pane.use_spaces(self.spaces)
        self.main = MainWindow(
            look,
            self._specs(),
            state=preferences.settings.get(declarations.WINDOW_STATE),
            save_state=lambda state: preferences.set(declarations.WINDOW_STATE, state),
        )
        self._warm_up = WarmUp(parent=self)
        self._open_chats()
        self._connect()
        self._apply(preferences.settings)
        self.setParent(self.main)

    def _open_chats(self) -> None:
        runtime = self._runtime
        self.main.sidebar.set_section(CHATS, self.pane)
        chat = self.main.page(CHATS)
        assert isinstance(chat, ChatPage)
        self._chat = chat
        chat.composer.spaces.use(self.spaces)
        self.main.open_page(CHATS)
        self.controller = ChatController(
            chat,
            self.pane,
            runtime.chats,
            runtime.memories,
            self.main.bar,
            self._clock,
            self,
        )
        self._offer = ModelOffer(chat.composer.models, runtime.preferences, self.main.bar, self)

    def look_for_models(self) -> None:
        """Look for models, where the user has not switched that off."""
        if self._runtime.preferences.settings.get(declarations.DISCOVERY):
            self._runtime.preferences.find_models()

    def show_notices(self, notices: Sequence[Notice]) -> None:
        """Say what the user should know about opening; the last one stays in sight."""
        for notice in notices:
            self.main.bar.warn(notice_sentence(notice))

    def open_settings(self, page: str = "") -> None:
        """Open the settings, at a page where one is named (see `SettingsDialog.open_page`)."""
        from assistant_app.ui.settings.dialog import SettingsDialog

        runtime = self._runtime
        dialog = SettingsDialog(
            self._look,
            runtime.preferences,
            self.main,
            memories=runtime.memories,
            spaces=runtime.spaces,
        )
        if page:
            dialog.open_page(page)
        dialog.open()

    def _specs(self) -> list[PageSpec]:
        from assistant_app.ui.memories.pages import memory_pages

        translate = QCoreApplication.translate
        context = PageContext(
            look=self._look,
            memories=self._runtime.memories,
            clock=self._clock,
            bar=lambda: self.main.bar,
            open_page=self._open_page,
            open_chat=self._open_chat,
            title_of=self._title_of,
            spaces=self.spaces,
            tidy=self._runtime.tidy,
            provider=self._provider,
        )
        chats = PageSpec(
            CHATS, translate("Window", "Chats"), "chat", self._build_chat, shortcut="Ctrl+1"
        )
        return [chats, *memory_pages(context)]

    def _build_chat(self) -> Page:
        return ChatPage(self._look, self._clock, self._title_of)

    def _title_of(self, conversation_id: str) -> str:
        return self.controller.title_of(conversation_id)

    def _provider(self) -> str:
        preferences = self._runtime.preferences
        chosen = preferences.settings.get(declarations.CHAT_MODEL)
        return remote_provider(chosen, preferences.models)

    def _connect(self) -> None:
        runtime, main, sidebar = self._runtime, self.main, self.main.sidebar
        sidebar.new_chat_requested.connect(self.controller.new_chat)
        sidebar.temporary_chat_requested.connect(lambda: self.controller.new_chat(temporary=True))
        sidebar.settings_requested.connect(self.open_settings)
        self.controller.opened.connect(lambda: main.open_page(CHATS))
        self.controller.title_changed.connect(main.set_title)
        self._chat.composer.models.setup_requested.connect(lambda: self.open_settings("answers"))
        self._chat.empty.bring_requested.connect(lambda: self._open_page("memories"))
        runtime.memories.snapshot_changed.connect(self._count_waiting)
        runtime.preferences.changed.connect(self._apply)
        runtime.delivery.failed.connect(self._tell_failure)
        runtime.opened.connect(self.look_for_models)
        runtime.opened.connect(self._warm_up.start)
        runtime.failed_to_open.connect(self._tell_failure)
        runtime.notices.connect(self.show_notices)

    def _apply(self, settings: Settings) -> None:
        composer = self._chat.composer
        composer.models.set_current(settings.get(declarations.CHAT_MODEL))
        composer.set_send_key(settings.get(declarations.SEND_KEY))
        self._look.use(settings)

    def _count_waiting(self, snapshot: Snapshot) -> None:
        waiting = sum(entry.asks is not None for entry in snapshot.entries)
        self.main.sidebar.set_badge("review", waiting)

    def _tell_failure(self, error: UserError) -> None:
        self.main.bar.error(sentence_of(error))

    def open_memory(self, memory_id: str, *, edit: bool = False) -> None:
        """Show one memory on its page ("Fix", "Edit" from the chat).

        Args:
            memory_id: Its id; nothing is shown where it is gone.
            edit: Put the cursor into its words.
        """
        from assistant_app.ui.memories.browser_page import BrowserPage

        page = self._open_page("memories")
        if isinstance(page, BrowserPage):
            page.open_memory(memory_id, edit=edit)

    def _open_page(self, key: str) -> Page:
        self.main.open_page(key)
        return self.main.page(key)

    def _open_chat(self, conversation_id: str, _message_id: str | None) -> None:
        self.controller.open(conversation_id)
