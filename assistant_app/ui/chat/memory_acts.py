"""What can be done with memories from the chat: undo, edit, keep, forget, each with a way back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject

from assistant_app.base.errors import UserError
from assistant_app.memory.types import Changes, Entry
from assistant_app.ui.chat.chat_page import ChatPage
from assistant_app.ui.chat.saved_line import SavedLine
from assistant_app.ui.chat.user_view import UserView
from assistant_app.ui.errors import sentence_of
from assistant_app.ui.widgets.message_bar import MessageBar
from assistant_app.ui.widgets.sheet import EditSheet
from assistant_app.ui.words import quoted
from assistant_app.workers.chats import ChatOperations
from assistant_app.workers.memories import MemoryOperations


class MemoryActs(QObject):
    """Connects saved lines and the panel with the operations on memories."""

    def __init__(
        self,
        page: ChatPage,
        memories: MemoryOperations,
        chats: ChatOperations,
        bar: MessageBar,
        current: Callable[[], str],
        parent: QObject,
    ) -> None:
        """Create it.

        Args:
            page: The lines and the panel.
            memories: The operations on memories.
            chats: Keeps memories out of a conversation.
            bar: Says what was done.
            current: Returns the id of the open conversation.
            parent: Qt parent.
        """
        super().__init__(parent)
        self._page = page
        self._memories = memories
        self._chats = chats
        self._bar = bar
        self._current = current
        transcript = page.transcript
        transcript.undo_requested.connect(self._undo)
        transcript.edit_requested.connect(self._edit)
        transcript.accept_requested.connect(self._accept)
        transcript.reject_requested.connect(self._reject)
        transcript.forget_requested.connect(self._forget_meant)
        page.panel.fix_requested.connect(self._edit)
        page.panel.forget_requested.connect(self._forget)
        page.panel.mute_requested.connect(self._mute)

    def _line(self, message_id: str) -> SavedLine | None:
        view = self._page.transcript.view(message_id)
        return view.line if isinstance(view, UserView) else None

    def _undo(self, message_id: str, seqs: Sequence[int]) -> None:
        """Take change sets back one after the other, the newest first."""
        waiting = sorted(seqs)
        made: list[int] = []

        def next_one() -> None:
            if waiting:
                self._memories.undo(self, done, self._failed, seq=waiting.pop())
                return
            line = self._line(message_id)
            if line is not None and line.undone:
                line.show_restored(made)
            elif line is not None:
                line.show_undone(made)

        def done(changes: Changes) -> None:
            if changes.seq:
                made.append(changes.seq)
            next_one()

        next_one()

    def _edit(self, memory_id: str) -> None:
        entry = self._entry(memory_id)
        if entry is None:
            return
        sheet = EditSheet(
            self._page.look,
            self.tr("What is remembered"),
            entry.text,
            lambda text: self._revise(memory_id, text),
            self._page.window(),
        )
        sheet.open()

    def _revise(self, memory_id: str, text: str) -> None:
        def done(_changes: Changes) -> None:
            for view in self._page.transcript.views:
                if isinstance(view, UserView) and view.line is not None:
                    view.line.set_memory_text(memory_id, text)

        self._memories.revise(memory_id, self, done, self._failed, text=text)

    def _accept(self, message_id: str, memory_id: str) -> None:
        self._memories.accept(
            memory_id,
            self,
            lambda changes: self._decided(message_id, memory_id, changes, agreed=True),
            self._failed,
        )

    def _reject(self, message_id: str, memory_id: str) -> None:
        self._memories.reject(
            memory_id,
            self,
            lambda changes: self._decided(message_id, memory_id, changes, agreed=False),
            self._failed,
        )

    def _forget_meant(self, message_id: str, memory_id: str) -> None:
        self._memories.forget(
            [memory_id],
            self,
            lambda changes: self._decided(message_id, memory_id, changes, agreed=True),
            self._failed,
        )

    def _decided(self, message_id: str, memory_id: str, changes: Changes, *, agreed: bool) -> None:
        line = self._line(message_id)
        if line is not None:
            line.show_decided(memory_id, agreed=agreed, seq=changes.seq)

    def _forget(self, memory_id: str) -> None:
        entry = self._entry(memory_id)
        text = quoted(entry.text) if entry is not None else ""

        def done(changes: Changes) -> None:
            self._bar.notice(
                self.tr("Forgotten: %1").replace("%1", text),
                undo=lambda: self._memories.undo(self, None, self._failed, seq=changes.seq),
            )

        self._memories.forget([memory_id], self, done, self._failed)

    def _mute(self, memory_id: str) -> None:
        name = self._current()
        if not name:
            return
        self._chats.mute(name, memory_id, muted=True)
        self._bar.notice(
            self.tr("Left out of this chat from now on."),
            undo=lambda: self._chats.mute(name, memory_id, muted=False),
        )

    def _entry(self, memory_id: str) -> Entry | None:
        snapshot = self._memories.snapshot
        if snapshot is None:
            return None
        return next((entry for entry in snapshot.entries if entry.id == memory_id), None)

    def _failed(self, error: UserError) -> None:
        self._bar.error(sentence_of(error))
