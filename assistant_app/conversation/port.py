"""What a turn needs of memory and of the conversations: two ports of coroutines.

The window and the command line give them over the memory worker's lanes (`access.py`); tests give
fakes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from assistant_app.conversation.types import Conversation, LearnedItem, Message, TalkState
from assistant_app.memory.types import (
    Cause,
    Changes,
    Draft,
    Hit,
    Recall,
    RecallQuery,
    Related,
    Remembered,
    Round,
)


@dataclass(frozen=True, slots=True)
class RecallResult:
    """What recall found, and the code of what it went without (the vector of a late server)."""

    recall: Recall
    failure: str | None = None


Neighbours = tuple[Related, ...]
"""What lies near one statement, the closest first."""


class MemoryAccess(Protocol):
    """Memory, as a turn uses it."""

    async def recall(self, query: RecallQuery, *, deadline: float) -> RecallResult:
        """Find memories and rounds.

        Args:
            query: What is looked for.
            deadline: Seconds after which the caller no longer waits; a vector that would come
                later is done without.

        Raises:
            UserError: Memory cannot be read.
        """

    async def remember(
        self, drafts: Sequence[Draft], cause: Cause, *, ask: bool
    ) -> tuple[Remembered, ...]:
        """Remember statements in one change set where possible.

        Args:
            drafts: In order; the outcomes have the same order.
            cause: The act behind it.
            ask: They go to the inbox.

        Raises:
            UserError: `disk_full`, `memory_save_failed`.
        """

    async def may_be_same(self, texts: Sequence[str], scope: str) -> tuple[Neighbours, ...]:
        """Find for each statement what may say the same in its scope, or an older value.

        Raises:
            UserError: Memory cannot be read.
        """

    async def forget(self, ids: Sequence[str], cause: Cause) -> Changes:
        """Put memories into the trash.

        Raises:
            UserError: `not_found`, `disk_full`, `memory_save_failed`.
        """

    async def note_use(self, conversation: str, message: str, hits: Sequence[Hit]) -> None:
        """Count what was used in the prompt of a finished answer."""

    async def note_round(self, exchange: Round) -> None:
        """Make an exchange recallable."""


class ConversationAccess(Protocol):
    """Conversations, as a turn uses them; see `ConversationStore`."""

    async def open(self, conversation: str) -> Conversation:
        """Return a conversation with its shown branch."""

    async def append_user(self, conversation: str, text: str) -> Message:
        """Append the user's message; it is on the disk when this returns."""

    async def append_answer(self, conversation: str, message: Message) -> Message:
        """Append an answer, whole or partial."""

    async def record_learned(
        self, conversation: str, message: str, items: tuple[LearnedItem, ...]
    ) -> None:
        """Keep with a message what was learned from it."""

    async def record_state(self, conversation: str, state: TalkState) -> None:
        """Keep where the conversation stands."""

    async def set_summary(self, conversation: str, text: str, *, covers_up_to: str) -> None:
        """Keep a summary of the messages up to one of them."""

    async def rewind_to(self, conversation: str, message: str) -> None:
        """Make a message the shown leaf."""
