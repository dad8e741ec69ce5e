"""What the parts of the chat page mean: it turns acts into operations and events into views.

One conversation is shown at a time; turns go on in others, and their views come back whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from PySide6.QtCore import QObject, Signal

from assistant_app.base.errors import UserError
from assistant_app.conversation.types import Conversation, ConversationSummary, Message
from assistant_app.llm.port import Role
from assistant_app.memory.types import GLOBAL_SCOPE
from assistant_app.ui.chat.chat_page import ChatPage
from assistant_app.ui.chat.conversation_pane import ConversationPane, ask_delete, ask_title
from assistant_app.ui.chat.learned_now import messages_now
from assistant_app.ui.chat.memory_acts import MemoryActs
from assistant_app.ui.chat.space_acts import SpaceActs
from assistant_app.ui.chat.temporary_acts import TemporaryActs
from assistant_app.ui.chat.turn_view import TurnView
from assistant_app.ui.chat.used_panel import UsedPanel
from assistant_app.ui.errors import sentence_of
from assistant_app.ui.widgets.message_bar import MessageBar
from assistant_app.workers.chats import ChatOperations
from assistant_app.workers.memories import MemoryOperations

PENDING = "pending"


class ChatController(QObject):
    """Holds which conversation is open.

    Signals:
        title_changed(str): The title of the open chat.
        opened(): A chat was opened by the user: show the page.
    """

    title_changed = Signal(str)
    opened = Signal()

    def __init__(
        self,
        page: ChatPage,
        pane: ConversationPane,
        chats: ChatOperations,
        memories: MemoryOperations,
        bar: MessageBar,
        clock: Callable[[], datetime],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._pane = pane
        self._chats = chats
        self._memories = memories
        self._bar = bar
        self._clock = clock
        self._conversation: Conversation | None = None
        self._temporary = False
        self._begun = False
        self._unsaved = ""
        self._wanted = ""
        self._titles: dict[str, str] = {}
        self._drafts: dict[str, tuple[str, str]] = {}
        self._acts = MemoryActs(page, memories, chats, bar, lambda: self.conversation_id, self)
        self._used = UsedPanel(page, memories, self)
        self._temporaries = TemporaryActs(page, chats, bar, lambda: self.conversation_id, self)
        self._turns = TurnView(page, self._used, bar, lambda: self.conversation_id, self)
        self._moves = SpaceActs(page, chats, bar, lambda: self._conversation, self._set_space, self)
        self._connect()
        self.new_chat()

    # What the window asks

    @property
    def conversation_id(self) -> str:
        """Id of the open conversation; empty for one that has not begun."""
        return self._conversation.summary.id if self._conversation else ""

    def title_of(self, conversation_id: str) -> str:
        """Return the title of a conversation, empty where there is none."""
        return self._titles.get(conversation_id, "")

    def new_chat(self, *, temporary: bool = False) -> None:
        """Begin a chat; nothing is written before its first message."""
        self._leave()
        self._conversation = None
        self._temporary = temporary
        self._begun = False
        self._unsaved = ""
        self._wanted = ""
        self._page.transcript.set_messages((), temporary=temporary)
        self._take_draft("")
        self._page.show_panel(open_=False)
        self._tell_head()
        self.opened.emit()

    def open(self, conversation_id: str) -> None:
        """Open a conversation."""
        if conversation_id == self.conversation_id:
            self.opened.emit()
            return
        self._wanted = conversation_id
        self._chats.open(conversation_id, self, self._show, self._failed)

    # Wiring

    def _connect(self) -> None:
        page, pane, chats = self._page, self._pane, self._chats
        page.composer.sent.connect(self._send)
        page.composer.stopped.connect(lambda: chats.stop(self.conversation_id))
        page.empty.suggested.connect(self._suggest)
        page.rename_requested.connect(self._rename)
        page.delete_requested.connect(self._delete)
        page.temporary_closed.connect(self.new_chat)
        self._temporaries.kept.connect(self._kept)
        self._turns.saved.connect(self._saved)
        transcript = page.transcript
        transcript.again_requested.connect(self._again)
        transcript.go_on_requested.connect(lambda _: self._send(self.tr("Please go on.")))
        pane.opened.connect(self.open)
        pane.searched.connect(self._search)
        pane.rename_requested.connect(chats.rename)
        pane.pin_requested.connect(lambda name, on: chats.pin(name, pinned=on))
        pane.delete_requested.connect(self._delete_one)
        chats.list_changed.connect(self._list_changed)
        chats.turn_event.connect(self._turns.take)
        chats.running_changed.connect(self._running_changed)

    # Conversations

    def _show(self, conversation: Conversation) -> None:
        if conversation.summary.id != self._wanted:
            return  # the user went elsewhere meanwhile
        self._leave()
        self._conversation = conversation
        self._temporary = conversation.temporary
        self._begun = True
        self._unsaved = ""
        self._show_messages(conversation)
        self._take_up_answer(conversation.summary.id)
        self._take_draft(conversation.summary.id)
        self._page.composer.spaces.set_current(conversation.summary.space)
        self._tell_head()
        self._used.enter(conversation.messages, conversation.state)
        self.opened.emit()

    def _take_up_answer(self, conversation_id: str) -> None:
        """Show the answer that is awaited, or written, in a chat that is come back to."""
        if self._chats.is_answering(conversation_id):
            self._turns.take_up(conversation_id)
        partial = self._chats.partial(conversation_id)
        if partial is not None:
            self._page.transcript.append(partial.answer_id, partial.text, partial.reasoning)

    def _show_messages(self, conversation: Conversation) -> None:
        transcript = self._page.transcript
        transcript.set_messages(
            messages_now(conversation.messages, self._memories.snapshot),
            temporary=conversation.temporary,
        )
        transcript.set_summary(conversation.summary_text, conversation.summary_covers or "")

    def _kept(self, conversation: Conversation) -> None:
        """The temporary chat that is open is one like any other now."""
        if conversation.summary.id == self.conversation_id:
            self._temporary = False
            self._conversation = conversation
            self._wanted = conversation.summary.id
            self._show_messages(conversation)
            self._page.composer.spaces.set_current(conversation.summary.space)
            self._tell_head()

    def _leave(self) -> None:
        """Keep the draft; end a temporary chat."""
        draft = self._page.composer.draft
        if not self._temporary:
            self._drafts[self.conversation_id] = draft
        elif self._conversation is not None:
            self._chats.delete(self.conversation_id, self)
        self._temporaries.reads = False
        self._used.leave()

    def _take_draft(self, conversation_id: str) -> None:
        text, held = ("", "") if self._temporary else self._drafts.get(conversation_id, ("", ""))
        self._page.composer.set_draft(text, held)

    def _tell_head(self) -> None:
        title = ""
        if self._conversation is not None:
            summary = self._conversation.summary
            title = self._titles.get(summary.id) or summary.title
        self._page.set_chat(
            title, begun=self._begun, temporary=self._temporary, reads=self._temporaries.reads
        )
        name = self.conversation_id
        self._page.composer.set_running(running=bool(name) and self._chats.is_answering(name))
        self._pane.set_current(name)
        self.title_changed.emit(self.tr("Temporary chat") if self._temporary else title)

    def _list_changed(self, conversations: Sequence[ConversationSummary]) -> None:
        self._titles = {item.id: item.title for item in conversations}
        for item in conversations:  # a deleted space sends its chats elsewhere
            self._set_space(item.id, item.space)
        self._pane.set_conversations(conversations)
        if self.conversation_id in self._titles:
            self._tell_head()

    def _search(self, text: str) -> None:
        self._chats.search(text, self, self._pane.show_found)

    def _rename(self) -> None:
        if self._conversation is None:
            return
        name = self.conversation_id
        before = self._titles.get(name, "")
        ask_title(self._page, before, lambda title: self._chats.rename(name, title))

    def _delete(self) -> None:
        if self._conversation is not None:
            name = self.conversation_id
            ask_delete(self._page.window(), lambda: self._delete_one(name))

    def _delete_one(self, conversation_id: str) -> None:
        if conversation_id == self.conversation_id:
            self._conversation = None
            self.new_chat()
        self._drafts.pop(conversation_id, None)
        self._chats.delete(conversation_id, self)

    # Sending

    def _send(self, text: str) -> None:
        self._unsaved = text
        self._begun = True
        pending = Message(PENDING, Role.USER, text, self._clock())
        self._tell_head()
        self._page.transcript.add_user(pending)
        self._page.composer.set_running(running=True)
        if self._conversation is not None:
            self._chats.send(self._conversation, text, reads=self._temporaries.reads)
        else:  # another new chat may still be waiting for its own conversation
            scope = self._page.composer.spaces.current
            self._chats.create(
                self,
                lambda made: self._created(made, text),
                self._not_created,
                scope=GLOBAL_SCOPE if self._temporary else scope,
                temporary=self._temporary,
            )

    def _created(self, conversation: Conversation, text: str) -> None:
        if self._conversation is None and self._unsaved == text:
            self._drafts.pop("", None)
            self._conversation = conversation
            self._wanted = conversation.summary.id
        self._chats.send(conversation, text, reads=self._temporaries.reads)
        self._tell_head()

    def _set_space(self, conversation_id: str, space: str) -> None:
        conversation = self._conversation
        if conversation is not None and conversation.summary.id == conversation_id:
            summary = replace(conversation.summary, space=space)
            self._conversation = replace(conversation, summary=summary)
            self._page.composer.spaces.set_current(space)

    def _again(self, answer_id: str) -> None:
        if self._conversation is not None and not self._chats.is_answering(self.conversation_id):
            self._page.transcript.remove_from(answer_id)
            reads = self._temporaries.reads
            self._chats.retry(self._conversation, answer_id, reads=reads)

    def _suggest(self, text: str) -> None:
        self._page.composer.set_draft(text)
        self._page.entered()

    def _failed(self, error: UserError) -> None:
        self._bar.error(sentence_of(error))

    def _saved(self, message: Message) -> None:
        self._unsaved = ""
        self._page.transcript.confirm_user(PENDING, message)

    def _running_changed(self, conversation_id: str, running: bool) -> None:
        if conversation_id != self.conversation_id:
            return
        self._page.composer.set_running(running=running)
        if not running:
            self._give_back()

    def _not_created(self, error: UserError) -> None:
        self._failed(error)
        if self._conversation is None:
            self._page.composer.set_running(running=False)
            self._give_back()

    def _give_back(self) -> None:
        """Put a message that never reached the disk back into the field: nothing is lost."""
        text, self._unsaved = self._unsaved, ""
        if text:
            self._page.transcript.remove_from(PENDING)
            if not self._page.composer.draft[0]:
                self._page.composer.set_draft(text)
