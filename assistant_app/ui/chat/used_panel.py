"""Fills the panel beside the chat: which memories an answer used, and where the chat stands."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from assistant_app.conversation.types import Message, Recalled, TalkState
from assistant_app.llm.port import Role
from assistant_app.memory.types import Recall
from assistant_app.ui.chat.chat_page import ChatPage
from assistant_app.ui.chat.panel_items import content_of
from assistant_app.workers.memories import MemoryOperations

_MOST_RECALLS = 200


class UsedPanel(QObject):
    """Knows what was recalled for which answer, and which of them the panel shows."""

    def __init__(self, page: ChatPage, memories: MemoryOperations, parent: QObject) -> None:
        super().__init__(parent)
        self._page = page
        self._memories = memories
        self._recalls: dict[str, Recall] = {}
        self._answers: dict[str, Message] = {}
        self._last = ""
        self._shown = ""
        self._talk: TalkState | None = None
        page.panel_toggled.connect(self._toggled)
        page.transcript.used_requested.connect(self._used_pressed)
        memories.snapshot_changed.connect(lambda _: self.fill())

    def leave(self) -> None:
        """Forget the conversation that is left."""
        self._answers.clear()
        self._last = ""
        self._shown = ""
        self._talk = None

    def enter(self, messages: Sequence[Message], talk: TalkState | None) -> None:
        """Take over a conversation; an open panel shows its newest answer."""
        answers = [message for message in messages if message.role == Role.ASSISTANT]
        self._answers.update({message.id: message for message in answers})
        self._last = answers[-1].id if answers else ""
        self._talk = talk
        if self._page.panel_open:
            self.show(self._last)

    def keep_recall(self, event: Recalled) -> None:
        """Keep what was recalled, for any conversation."""
        self._recalls[event.answer_id] = event.recall
        while len(self._recalls) > _MOST_RECALLS:
            del self._recalls[next(iter(self._recalls))]

    def begins(self, answer_id: str) -> None:
        """An answer begins in the open conversation."""
        self._last = answer_id
        if self._page.panel_open:
            self.show(answer_id)

    def ends(self, message: Message) -> None:
        """An answer of the open conversation is recorded."""
        self._answers[message.id] = message
        self._last = message.id
        if self._shown == message.id:
            self.fill()

    def set_talk(self, talk: TalkState) -> None:
        """The conversation stands elsewhere now."""
        self._talk = talk
        self.fill()

    def show(self, answer_id: str) -> None:
        """Open the panel for an answer."""
        self._shown = answer_id
        self._page.show_panel(open_=True)
        self.fill()

    def fill(self) -> None:
        """Show what is known now."""
        page = self._page
        page.transcript.mark_panel(self._shown if page.panel_open else None)
        if page.panel_open:
            answer = self._shown
            page.panel.show_content(
                content_of(
                    self._answers.get(answer),
                    self._recalls.get(answer),
                    self._memories.snapshot,
                    self._talk,
                )
            )

    def _used_pressed(self, answer_id: str) -> None:
        """The line of an answer was pressed: open its panel, or close it again."""
        if self._page.panel_open and self._shown == answer_id:
            self._page.show_panel(open_=False)
        else:
            self.show(answer_id)

    def _toggled(self, open_: bool) -> None:
        if open_ and not self._shown:
            self._shown = self._last
        if not open_:
            self._shown = ""
        self.fill()
