"""Writing a memory down by hand: what became of it, in words."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from assistant_app.base.errors import UserError
from assistant_app.memory.types import Draft, Origin, OriginKind, Remembered, RememberStatus
from assistant_app.ui.memories.acts import UndoableActs
from assistant_app.ui.memories.note_field import NoteField
from assistant_app.ui.memories.sentences import short
from assistant_app.ui.widgets.message_bar import MessageBar
from assistant_app.workers.memories import MemoryOperations


class Adding(QObject):
    """Connects fields with the operation.

    The words stay in the field until they are kept: nothing typed is lost by a failure.
    """

    def __init__(
        self,
        memories: MemoryOperations,
        acts: UndoableActs,
        bar: Callable[[], MessageBar],
        *,
        kept: Callable[[str], None],
        review: Callable[[], None],
        parent: QObject,
    ) -> None:
        """Create it.

        Args:
            memories: The operations.
            acts: Undo.
            bar: The message bar.
            kept: Takes the id of the memory that was kept or known.
            review: Opens the page of what waits for a decision.
            parent: Qt parent.
        """
        super().__init__(parent)
        self._memories = memories
        self._acts = acts
        self._bar = bar
        self._kept = kept
        self._review = review

    def watch(self, field: NoteField) -> None:
        """Keep what is written into a field."""
        field.kept.connect(lambda text: self._add(field, text))

    def _add(self, field: NoteField, text: str) -> None:
        field.set_busy(busy=True)

        def done(outcome: Remembered) -> None:
            field.set_busy(busy=False)
            if outcome.status is not RememberStatus.REFUSED:
                field.clear()
            self._tell(outcome, text)

        def failed(error: UserError) -> None:
            field.set_busy(busy=False)
            self._acts.tell(error)

        draft = Draft(text, origin=Origin(OriginKind.MANUAL))
        self._memories.add(draft, self, done, failed)

    def _tell(self, outcome: Remembered, text: str) -> None:
        entry = outcome.entry
        words = short(entry.text if entry is not None else text)
        if outcome.status is RememberStatus.REFUSED or entry is None:
            self._bar().warn(self._refusal(outcome.reason))
            return
        if outcome.status is RememberStatus.PROPOSED:
            sentence = self.tr("%1 disagrees with something that is kept. You decide.")
            self._bar().warn(
                sentence.replace("%1", words), action=self.tr("Decide"), act=self._review
            )
            return
        if outcome.status is RememberStatus.DUPLICATE:
            self._say(outcome, self.tr("This is kept already: %1").replace("%1", words))
        elif outcome.status is RememberStatus.UPDATED:
            self._say(outcome, self.tr("Changed to: %1").replace("%1", words))
        else:
            self._say(outcome, self.tr("Kept: %1").replace("%1", words))
        self._kept(entry.id)

    def _say(self, outcome: Remembered, sentence: str) -> None:
        seq = outcome.changes.seq if outcome.changes is not None else 0
        if not seq or outcome.status is RememberStatus.DUPLICATE:
            self._bar().notice(sentence)
            return
        self._acts.remember([seq])
        self._acts.say(sentence, (seq,))

    def _refusal(self, reason: str) -> str:
        sentences = {
            "secret": self.tr(
                "This looks like a password or a key, so it is not kept. "
                "Leave that part out, then try again."
            ),
            "too_long": self.tr("This is too long for one memory. Nothing was kept; shorten it."),
            "empty": self.tr("There are no words in it. Nothing was kept."),
        }
        return sentences.get(reason) or self.tr("This was not kept. Say it in other words.")
