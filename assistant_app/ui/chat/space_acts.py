"""Lets the open chat go on in another space, with a way back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from assistant_app.base.errors import UserError
from assistant_app.conversation.types import Conversation, ConversationSummary
from assistant_app.ui.chat.chat_page import ChatPage
from assistant_app.ui.errors import sentence_of
from assistant_app.ui.widgets.message_bar import MessageBar
from assistant_app.workers.chats import ChatOperations


class SpaceActs(QObject):
    """Connects the choice of the space with the open conversation."""

    def __init__(
        self,
        page: ChatPage,
        chats: ChatOperations,
        bar: MessageBar,
        current: Callable[[], Conversation | None],
        use: Callable[[str, str], None],
        parent: QObject,
    ) -> None:
        """Create it.

        Args:
            page: Holds the choice.
            chats: The operations.
            bar: Says what was done.
            current: Returns the open conversation.
            use: Takes over that a conversation (id) is in another space (id).
            parent: Qt parent.
        """
        super().__init__(parent)
        self._page = page
        self._chats = chats
        self._bar = bar
        self._current = current
        self._use = use
        page.composer.spaces.chosen.connect(self._choose)

    def _choose(self, space: str) -> None:
        """Move the chat; one that has not begun just begins there."""
        conversation = self._current()
        if conversation is None or conversation.temporary:
            return
        before, name = conversation.summary.space, conversation.summary.id
        self._use(name, space)
        place = self._page.composer.spaces.text()
        words = self.tr("From now on this chat uses what is kept in: %1").replace("%1", place)

        def moved(_: ConversationSummary) -> None:
            self._bar.notice(words, undo=back)

        def back() -> None:
            self._use(name, before)
            self._chats.move(name, before, self, None, failed)

        def failed(error: UserError) -> None:
            self._use(name, before)
            self._bar.error(sentence_of(error))

        self._chats.move(name, space, self, moved, failed)
