"""What the window can do with conversations, and the turns that run in them.

A turn is a task on the network thread. Its events reach the window as queued signals; pieces of an
answer are joined first and handed over about thirty times a second (20,000 single signals froze a
window for 380 ms, joined ones 10 ms).
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from assistant_app.base.lanes import Lane
from assistant_app.conversation.types import (
    AnswerDelta,
    AnswerDone,
    Conversation,
    ConversationSummary,
    Learned,
    TurnEvent,
    TurnOptions,
    UserMessageSaved,
)
from assistant_app.memory.types import GLOBAL_SCOPE
from assistant_app.workers.delivery import Delivery, Done, Failed

if TYPE_CHECKING:
    from assistant_app.base.notices import Notice
    from assistant_app.workers.core import Core, CoreHandle
    from assistant_app.workers.memories import MemoryOperations
    from assistant_app.workers.threads import NetworkThread

T = TypeVar("T")
_PAINT_INTERVAL_MS = 33
_SESSION_MS = 10 * 60_000
"""A conversation in which nothing was said for so long is over for now."""


class ChatOperations(QObject):
    """Operations on conversations.

    Signals:
        list_changed(tuple[ConversationSummary, ...]): The list, newest first.
        turn_event(TurnEvent): Something happened in a turn; deltas are joined.
        running_changed(str, bool): A turn began or ended in the conversation of this id.
        notices(tuple[Notice, ...]): What the user should know about files that were read.
    """

    list_changed = Signal(object)
    turn_event = Signal(object)
    running_changed = Signal(str, bool)
    notices = Signal(object)
    _raw_event = Signal(object)

    def __init__(
        self,
        core: CoreHandle,
        network: NetworkThread,
        memories: MemoryOperations,
        delivery: Delivery,
        options: Callable[[str, bool], TurnOptions],
        parent: QObject | None = None,
    ) -> None:
        """Create the operations.

        Args:
            core: The memory worker.
            network: Where turns run.
            memories: Told about what a turn learned.
            delivery: Brings results back.
            options: Makes the options of a turn from the settings, given scope and temporary.
            parent: Qt parent.
        """
        super().__init__(parent)
        self._core = core
        self._network = network
        self._memories = memories
        self._delivery = delivery
        self._options = options
        self._running: dict[str, Future[None]] = {}
        self._answered: set[str] = set()
        self._partial: dict[str, AnswerDelta] = {}
        self._unpainted: dict[str, AnswerDelta] = {}
        self._raw_event.connect(self._take_event, Qt.ConnectionType.QueuedConnection)
        self._paint = QTimer(self)
        self._paint.setInterval(_PAINT_INTERVAL_MS)
        self._paint.timeout.connect(self._hand_over)
        self._last: tuple[str, TurnOptions] | None = None
        self._reading: dict[str, Future[None]] = {}
        self._idle = QTimer(self)
        self._idle.setSingleShot(True)
        self._idle.setInterval(_SESSION_MS)
        self._idle.timeout.connect(self.end_session)

    def refresh(self) -> None:
        """Fetch the list of conversations; arrives as `list_changed`."""
        self._ask(
            lambda core: core.conversations.list(archived=False), self, self.list_changed.emit
        )
        self._ask(lambda core: core.conversations.take_notices(), self, self._tell)

    def create(
        self,
        owner: QObject,
        done: Done[Conversation],
        failed: Failed | None = None,
        *,
        scope: str = GLOBAL_SCOPE,
        temporary: bool = False,
    ) -> None:
        """Start a conversation; nothing is written before its first message."""
        self._ask(
            lambda core: core.conversations.create(space=scope, temporary=temporary),
            owner,
            done,
            failed,
        )

    def open(
        self,
        conversation_id: str,
        owner: QObject,
        done: Done[Conversation],
        failed: Failed | None = None,
    ) -> None:
        """Read a conversation with its shown branch."""
        self._ask(lambda core: core.conversations.open(conversation_id), owner, done, failed)
        self._ask(lambda core: core.conversations.take_notices(), self, self._tell)

    def search(
        self, text: str, owner: QObject, done: Done[tuple[ConversationSummary, ...]]
    ) -> None:
        """Find conversations by their words, the newest first."""
        self._ask(lambda core: core.conversations.search(text), owner, done)

    def send(self, conversation: Conversation, text: str, *, reads: bool = False) -> None:
        """Send a message and run the turn. One turn at a time in each conversation.

        Args:
            conversation: Where to.
            text: The user's words.
            reads: Whether a temporary conversation may read memory; others always may.
        """
        self._start(conversation, text=text, reads=reads)

    def retry(self, conversation: Conversation, answer_id: str, *, reads: bool = False) -> None:
        """Answer the same message again; the broken answer becomes another branch."""
        self._start(conversation, again=answer_id, reads=reads)

    def stop(self, conversation_id: str) -> None:
        """Stop the turn of a conversation; what was written so far is kept, marked."""
        future = self._running.get(conversation_id)
        if future is not None:
            future.cancel()

    def is_answering(self, conversation_id: str) -> bool:
        """Whether a conversation waits for its answer; learning from it delays no next message."""
        return conversation_id in self._running and conversation_id not in self._answered

    def is_running(self, conversation_id: str) -> bool:
        """Whether a turn runs in a conversation, learning included."""
        return conversation_id in self._running

    def any_running(self) -> bool:
        """Whether any turn runs."""
        return bool(self._running)

    def partial(self, conversation_id: str) -> AnswerDelta | None:
        """All that has arrived of the answer that is being written, for a view that comes back.

        What follows as `turn_event` is what arrives from now on.
        """
        self._unpainted.pop(conversation_id, None)
        return self._partial.get(conversation_id)

    def rename(self, conversation_id: str, title: str) -> None:
        """Give a conversation a title."""
        self._edit(lambda core: core.conversations.rename(conversation_id, title))

    def pin(self, conversation_id: str, *, pinned: bool) -> None:
        """Keep a conversation at the top of the list."""
        self._edit(lambda core: core.conversations.pin(conversation_id, pinned=pinned))

    def delete(self, conversation_id: str, owner: QObject, done: Done[None] | None = None) -> None:
        """Delete a conversation; what was learned from it stays."""

        def remove(core: Core) -> None:
            core.conversations.delete(conversation_id)
            core.memory.forget_conversation(conversation_id)

        self.stop(conversation_id)
        self._delivery.deliver(
            self._core.submit(remove, Lane.SAVE), owner, lambda _: self._deleted(done)
        )

    def move(
        self,
        conversation_id: str,
        space: str,
        owner: QObject,
        done: Done[ConversationSummary] | None = None,
        failed: Failed | None = None,
    ) -> None:
        """Let a conversation go on in another space; what was learned stays where it is."""

        def moved(summary: ConversationSummary) -> None:
            self.refresh()
            if done is not None:
                done(summary)

        self._delivery.deliver(
            self._core.submit(
                lambda core: core.conversations.move(conversation_id, space), Lane.SAVE
            ),
            owner,
            moved,
            failed,
        )

    def keep(
        self,
        conversation_id: str,
        owner: QObject,
        done: Done[Conversation],
        failed: Failed | None = None,
    ) -> None:
        """Keep a temporary conversation: from now on it is like any other."""

        def kept(conversation: Conversation) -> None:
            self.refresh()
            done(conversation)

        keeping = self._core.submit(
            lambda core: core.conversations.keep(conversation_id), Lane.SAVE
        )
        self._delivery.deliver(keeping, owner, kept, failed)

    def mute(self, conversation_id: str, memory_id: str, *, muted: bool) -> None:
        """Keep a memory out of one conversation ("Not here"), or let it in again."""
        self._edit(lambda core: core.conversations.mute(conversation_id, memory_id, muted=muted))

    def stop_all(self) -> None:
        """Stop every turn (at the end of the program)."""
        self._last = None
        self._idle.stop()
        for reading in tuple(self._reading.values()):
            reading.cancel()
        for conversation_id in tuple(self._running):
            self.stop(conversation_id)

    @Slot()
    def end_session(self) -> None:
        """Have the conversation of the last turn read for what is worth keeping, in the background.

        It happens by itself when something is said elsewhere, and after ten quiet minutes. It is
        never waited for: what is not read now is read after the next message there.
        """
        last, self._last = self._last, None
        if last is None or last[0] in self._running or last[0] in self._reading:
            return
        conversation_id, options = last

        async def read() -> None:
            core = await self._core.opened()
            await core.turn.end_session(conversation_id, options, emit=self._raw_event.emit)

        future = self._network.submit(read)
        self._reading[conversation_id] = future
        future.add_done_callback(
            lambda _: self._reading.pop(conversation_id, None)  # atomic: any thread may do it
        )

    def _start(
        self,
        conversation: Conversation,
        *,
        text: str = "",
        again: str | None = None,
        reads: bool = False,
    ) -> None:
        conversation_id = conversation.summary.id
        if self.is_answering(conversation_id):
            return
        # What is not learned by now is read after the next message, or at the session's end.
        self.stop(conversation_id)
        self._answered.discard(conversation_id)
        options = self._options(conversation.summary.space, conversation.temporary)
        options = replace(options, temporary_reads=reads)
        self._begin(conversation_id, options)

        async def turn() -> None:
            core = await self._core.opened()
            await core.turn.run(
                conversation_id, text, options, emit=self._raw_event.emit, again=again
            )

        future = self._network.submit(turn)
        self._running[conversation_id] = future
        self.running_changed.emit(conversation_id, True)
        # A stopped turn ends as cancelled, which a delivery drops; so the end is told by event.
        future.add_done_callback(lambda ended: self._raw_event.emit((conversation_id, ended)))

    def _begin(self, conversation_id: str, options: TurnOptions) -> None:
        """Note that something is said here: a session elsewhere is over, one here goes on."""
        if self._last is not None and self._last[0] != conversation_id:
            self.end_session()
        self._last = (conversation_id, options)
        self._idle.stop()
        reading = self._reading.get(conversation_id)
        if reading is not None:
            reading.cancel()

    @Slot(object)
    def _take_event(self, event: TurnEvent | tuple[str, Future[None]]) -> None:
        if isinstance(event, tuple):
            self._turn_ended(*event)
        elif isinstance(event, AnswerDelta):
            _join(self._partial, event)
            _join(self._unpainted, event)
            if not self._paint.isActive():
                self._paint.start()
        else:
            self._hand_over()
            self._tell_memories(event)
            self.turn_event.emit(event)

    def _tell_memories(self, event: TurnEvent) -> None:
        if isinstance(event, AnswerDone):
            self._partial.pop(event.conversation, None)
            if event.conversation in self._running:
                self._answered.add(event.conversation)
            self._memories.refresh()
            self.refresh()
        elif isinstance(event, Learned):
            for outcome in event.outcomes:
                self._memories.announce(outcome.changes)
            for changes in event.changes:
                self._memories.announce(changes)
        elif isinstance(event, UserMessageSaved):
            self.refresh()  # a new chat is in the list, with its title, while its answer is awaited

    @Slot()
    def _hand_over(self) -> None:
        if not self._unpainted:
            self._paint.stop()
            return
        unpainted, self._unpainted = self._unpainted, {}
        for delta in unpainted.values():
            self.turn_event.emit(delta)

    def _turn_ended(self, conversation_id: str, future: Future[None]) -> None:
        if self._running.get(conversation_id) is not future:
            return
        del self._running[conversation_id]
        self._answered.discard(conversation_id)
        self._partial.pop(conversation_id, None)
        self.running_changed.emit(conversation_id, False)
        if self._last is not None:  # at the end of the program there is nothing to wait for
            self._idle.start()
        self._delivery.deliver(future, self)
        self.refresh()

    def _tell(self, notices: tuple[Notice, ...]) -> None:
        if notices:
            self.notices.emit(notices)

    def _deleted(self, done: Done[None] | None) -> None:
        self.refresh()
        if done is not None:
            done(None)

    def _edit(self, job: Callable[[Core], object]) -> None:
        self._delivery.deliver(self._core.submit(job, Lane.SAVE), self, lambda _: self.refresh())

    def _ask(
        self,
        job: Callable[[Core], T],
        owner: QObject,
        done: Done[T] | None,
        failed: Failed | None = None,
    ) -> None:
        self._delivery.deliver(self._core.submit(job), owner, done, failed)


def _join(store: dict[str, AnswerDelta], delta: AnswerDelta) -> None:
    before = store.get(delta.conversation)
    if before is not None and before.answer_id == delta.answer_id:
        delta = AnswerDelta(
            delta.conversation,
            delta.answer_id,
            before.text + delta.text,
            before.reasoning + delta.reasoning,
        )
    store[delta.conversation] = delta
