"""Acts on memories with their way back: said in the message bar, undone from there or by Ctrl+Z."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject

from assistant_app.base.errors import UserError
from assistant_app.memory.types import Changes, Entry
from assistant_app.ui.errors import sentence_of
from assistant_app.ui.memories.sentences import number, short
from assistant_app.ui.widgets.message_bar import MessageBar
from assistant_app.workers.memories import MemoryOperations

Step = Callable[[Callable[[Changes], None], Callable[[UserError], None]], None]
"""One operation; it calls the first with its change set or the second with its error."""


class UndoableActs(QObject):
    """Runs operations, tells what was done, and takes it back."""

    def __init__(
        self, memories: MemoryOperations, bar: Callable[[], MessageBar], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._memories = memories
        self._bar = bar
        self._undoable: list[tuple[int, ...]] = []

    # Acts on one or several

    def forget(self, entries: Sequence[Entry], done: Callable[[], None] | None = None) -> None:
        """Put memories into the trash."""
        ids = [entry.id for entry in entries]
        if len(entries) == 1:
            said = self.tr("Forgotten: %1").replace("%1", short(entries[0].text))
        else:
            said = self.tr("%1 memories forgotten.").replace("%1", number(len(entries)))
        self.run([lambda ok, bad: self._memories.forget(ids, self, ok, bad)], said, done)

    def erase(self, entries: Sequence[Entry], done: Callable[[], None] | None = None) -> None:
        """Remove memories for good, and say so; there is no way back."""

        def erased(_: Changes) -> None:
            self._bar().notice(self.tr("Erased for good."))
            if done is not None:
                done()

        self._memories.erase([entry.id for entry in entries], self, erased, self.tell)

    def archive(self, entries: Sequence[Entry], done: Callable[[], None] | None = None) -> None:
        """Put memories away."""
        ids = [entry.id for entry in entries]
        if len(entries) == 1:
            said = self.tr("Put away: %1").replace("%1", short(entries[0].text))
        else:
            said = self.tr("%1 memories put away.").replace("%1", number(len(entries)))
        self.run([lambda ok, bad: self._memories.archive(ids, self, ok, bad)], said, done)

    def restore(self, entries: Sequence[Entry], done: Callable[[], None] | None = None) -> None:
        """Take memories back from the trash, from what was put away, or from the past."""
        ids = [entry.id for entry in entries]
        if len(entries) == 1:
            said = self.tr("In use again: %1").replace("%1", short(entries[0].text))
        else:
            said = self.tr("%1 memories are in use again.").replace("%1", number(len(entries)))
        self.run([lambda ok, bad: self._memories.restore(ids, self, ok, bad)], said, done)

    def bring_back(self, entry: Entry, text: str) -> None:
        """Make an earlier wording the present one."""
        said = self.tr("Changed back: %1").replace("%1", short(text))
        self.run([lambda ok, bad: self._memories.revise(entry.id, self, ok, bad, text=text)], said)

    def move(self, entry: Entry, scope: str) -> None:
        """Move a memory to another space."""
        said = self.tr("Moved: %1").replace("%1", short(entry.text))
        self.run([lambda ok, bad: self._memories.move([entry.id], scope, self, ok, bad)], said)

    # Running and undoing

    def run(self, steps: Sequence[Step], said: str, done: Callable[[], None] | None = None) -> None:
        """Run steps one after the other, then say what was done and offer to undo all of it.

        Args:
            steps: Operations; the first that fails ends the run, and what was done stays undoable.
            said: One sentence; empty to say nothing.
            done: Called when all is done.
        """
        seqs: list[int] = []

        def next_step(place: int) -> None:
            if place == len(steps):
                self.remember(seqs)
                if said and seqs:
                    self.say(said, tuple(seqs))
                if done is not None:
                    done()
                return
            steps[place](lambda changes: taken(changes, place), failed)

        def taken(changes: Changes, place: int) -> None:
            if changes.seq:
                seqs.append(changes.seq)
            next_step(place + 1)

        def failed(error: UserError) -> None:
            self.remember(seqs)
            self.tell(error)

        next_step(0)

    def say(self, sentence: str, seqs: tuple[int, ...]) -> None:
        """Say what was done, with Undo."""
        self._bar().notice(sentence, undo=lambda: self.undo(seqs))

    def remember(self, seqs: Sequence[int]) -> None:
        """Keep what Ctrl+Z takes back next."""
        if seqs:
            self._undoable.append(tuple(seqs))

    def undo(self, seqs: tuple[int, ...]) -> None:
        """Take change sets back, the newest first."""
        if seqs in self._undoable:
            self._undoable.remove(seqs)
        steps: list[Step] = [
            lambda ok, bad, seq=seq: self._memories.undo(self, ok, bad, seq=seq)  # type: ignore[misc]  # the default binds
            for seq in reversed(seqs)
        ]

        def next_step(place: int) -> None:
            if place < len(steps):
                steps[place](lambda _: next_step(place + 1), self.tell)

        next_step(0)

    def undo_last(self) -> bool:
        """Take the newest act of this page back; False where there is none."""
        if not self._undoable:
            return False
        self._bar().leave()
        self.undo(self._undoable[-1])
        return True

    def tell(self, error: UserError) -> None:
        """Say what failed."""
        self._bar().error(sentence_of(error))
