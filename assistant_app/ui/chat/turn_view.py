"""Shows the events of turns in the transcript and in the panel of the open conversation."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from assistant_app.conversation.types import (
    AnswerDelta,
    AnswerDone,
    Learned,
    PhaseChanged,
    Recalled,
    Summarised,
    TurnEvent,
    UserMessageSaved,
)
from assistant_app.ui.chat.chat_page import ChatPage
from assistant_app.ui.chat.used_panel import UsedPanel
from assistant_app.ui.errors import error_sentence, learning_sentence
from assistant_app.ui.widgets.message_bar import MessageBar

_NOTHING_RECALLED = frozenset({"recall_late", "recall_failed"})


class TurnView(QObject):
    """Takes events of every conversation; those of others are shown when they are opened.

    Signals:
        saved(Message): The user's message is on the disk.
    """

    saved = Signal(object)

    def __init__(
        self,
        page: ChatPage,
        used: UsedPanel,
        bar: MessageBar,
        current: Callable[[], str],
        parent: QObject,
    ) -> None:
        """Create it.

        Args:
            page: Where messages are written and shown.
            used: The panel beside them.
            bar: Says what did not work.
            current: Returns the id of the open conversation.
            parent: Qt parent.
        """
        super().__init__(parent)
        self._page = page
        self._used = used
        self._bar = bar
        self._current = current
        self._told_failures: set[str] = set()
        self._growing: dict[str, Recalled] = {}
        page.composer.too_long.connect(self._too_long)
        page.composer.sent.connect(lambda _: self._sent())

    def _too_long(self, _count: int) -> None:
        self._bar.warn(self._too_long_words())

    def _sent(self) -> None:
        if self._bar.text == self._too_long_words():
            self._bar.leave()  # it was shortened

    def _too_long_words(self) -> str:
        return self.tr(
            "This is longer than any model can read at once. It was not sent; shorten it."
        )

    def take(self, event: TurnEvent) -> None:
        """Show what happened, where it belongs to the open conversation."""
        self._note(event)
        if event.conversation != self._current():
            return
        transcript = self._page.transcript
        if isinstance(event, UserMessageSaved):
            self.saved.emit(event.message)
        elif isinstance(event, Recalled):
            self._recalled(event)
        elif isinstance(event, PhaseChanged):
            transcript.set_phase(event.answer_id, event.phase, event.seconds)
        elif isinstance(event, AnswerDelta):
            transcript.append(event.answer_id, event.text, event.reasoning)
        elif isinstance(event, AnswerDone):
            self._answered(event)
        elif isinstance(event, Learned):
            self._learned(event)
        elif isinstance(event, Summarised):
            transcript.set_summary(event.text, event.covers_up_to)

    def _note(self, event: TurnEvent) -> None:
        """Keep what a conversation shows when it is opened again."""
        if isinstance(event, Recalled):
            self._used.keep_recall(event)
            self._growing[event.conversation] = event
        elif isinstance(event, AnswerDone):
            self._growing.pop(event.conversation, None)

    def _keep(self, event: TurnEvent) -> None:
        """Keep what a conversation needs when it is opened again."""
        if isinstance(event, Recalled):
            self._used.keep_recall(event)
            self._growing[event.conversation] = event
        elif isinstance(event, AnswerDone):
            self._growing.pop(event.conversation, None)

    def take_up(self, conversation_id: str) -> None:
        """Show the answer that a conversation, opened again, is waiting for."""
        growing = self._growing.get(conversation_id)
        if growing is not None:
            self._begin_answer(growing)

    def _learned(self, event: Learned) -> None:
        transcript = self._page.transcript
        transcript.set_learned(event.user_message_id, event.items)
        transcript.set_learning(event.user_message_id, learning_sentence(event.state))
        if event.talk is not None:
            self._used.set_talk(event.talk)

    def _recalled(self, event: Recalled) -> None:
        self._begin_answer(event)
        self._tell_recall_failure(event.failure)
        self._used.begins(event.answer_id)

    def _begin_answer(self, event: Recalled) -> None:
        view = self._page.transcript.begin_answer(event.answer_id)
        view.set_used(len(event.recall.used) + len(event.recall.profile))

    def _tell_recall_failure(self, failure: str | None) -> None:
        if failure in _NOTHING_RECALLED:
            self._bar.warn(
                self.tr(
                    "Your memories could not be searched in time, so this answer may lack some. "
                    "None is lost."
                )
            )
        elif failure and failure not in self._told_failures:
            # The answer is there all the same; saying it at every message would only disturb.
            self._told_failures.add(failure)
            self._bar.warn(error_sentence(failure))

    def _answered(self, event: AnswerDone) -> None:
        message = event.message
        error = error_sentence(message.error, event.error_params) if message.error else ""
        self._page.transcript.finish(message, error)
        self._page.composer.set_running(running=False)  # learning delays no next message
        self._used.ends(message)
