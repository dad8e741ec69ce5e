"""What a temporary chat is asked: whether it may read memory, and whether it shall be kept."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from assistant_app.conversation.types import Conversation
from assistant_app.ui.chat.chat_page import ChatPage
from assistant_app.ui.errors import sentence_of
from assistant_app.ui.widgets.message_bar import MessageBar
from assistant_app.ui.widgets.question import ask
from assistant_app.workers.chats import ChatOperations


class TemporaryActs(QObject):
    """The acts of the head of a temporary chat.

    Attributes:
        reads: Whether the open temporary chat may read memory.

    Signals:
        kept(Conversation): The chat is one like any other now.
    """

    kept = Signal(object)

    def __init__(
        self,
        page: ChatPage,
        chats: ChatOperations,
        bar: MessageBar,
        current: Callable[[], str],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.reads = False
        self._page = page
        self._chats = chats
        self._bar = bar
        self._current = current
        page.reads_toggled.connect(self._set_reads)
        page.keep_requested.connect(self._ask_keep)

    def _set_reads(self, reads: bool) -> None:
        self.reads = reads

    def _ask_keep(self) -> None:
        name = self._current()
        if not name or self._chats.is_running(name):
            self._bar.notice(self.tr("It can be kept once the answer is finished."))
            return
        ask(
            self._page.look,
            self._page.window(),
            title=self.tr("Keep this chat?"),
            text=self.tr(
                "It is listed with your other chats then. Nothing is remembered from what was "
                "said so far; from now on it is a chat like any other."
            ),
            yes=self.tr("Keep the chat"),
            no=self.tr("Leave it temporary"),
            agreed=lambda: self._keep(name),
        )

    def _keep(self, name: str) -> None:
        self._chats.keep(name, self, self._told, lambda error: self._bar.error(sentence_of(error)))

    def _told(self, conversation: Conversation) -> None:
        self.kept.emit(conversation)
        self._bar.notice(self.tr("This chat is kept now."))
