"""Hands the statements of one turn to memory, and collects what became of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo

from assistant_app.conversation.learning.dates import date_words
from assistant_app.conversation.learning.expiry import expiry_of
from assistant_app.conversation.learning.signals import says_changed
from assistant_app.conversation.learning.told import Told
from assistant_app.conversation.port import MemoryAccess
from assistant_app.conversation.types import (
    Learned,
    LearnedItem,
    LearningState,
    Message,
    TalkState,
    TurnOptions,
)
from assistant_app.llm.port import ChatModel, Role
from assistant_app.memory.types import (
    Cause,
    CauseKind,
    Changes,
    Draft,
    Origin,
    OriginKind,
    Remembered,
    Verdict,
)

_LEAST_TAGS = 3


@dataclass(frozen=True, slots=True)
class FinishedTurn:
    """A turn that ended well, or the part of a conversation that is read for facts.

    Attributes:
        conversation: Its id.
        branch: The shown branch, ending with the user's message and its answer.
        options: Of the turn.
        temporary: Whether anything of it may be kept.
        model: Reads the message; None where there is no language model.
        talk: Where the conversation stood, and up to which message it was read.
        changed: What the model's tools have saved or changed in this turn, told already.
    """

    conversation: str
    branch: Sequence[Message]
    options: TurnOptions
    temporary: bool
    model: ChatModel | None
    talk: TalkState | None = None
    changed: tuple[LearnedItem, ...] = ()

    @property
    def user(self) -> Message:
        """The user's newest message."""
        return next(m for m in reversed(self.branch) if m.role is Role.USER)


class Saving:
    """Saves in one or two change sets and collects the outcomes of one turn.

    Args:
        turn: Where the statements come from.
        memory: Where they go.
        zone: The user's time zone; None for that of the system.
        redact: Removes secrets from what is told.
    """

    def __init__(
        self,
        turn: FinishedTurn,
        memory: MemoryAccess,
        zone: tzinfo | None,
        redact: Callable[[str], str],
    ) -> None:
        self._turn = turn
        self._memory = memory
        self._zone = zone
        self._redact = redact
        self.items: dict[str, list[LearnedItem]] = {}
        self.before: dict[str, tuple[LearnedItem, ...]] = {}
        self.outcomes: list[Remembered] = []
        self.changes: list[Changes] = []
        self.state = LearningState.NOTHING
        self.failed = False
        self.reason = ""

    async def save(
        self,
        facts: Sequence[Told],
        *,
        explicit: bool,
        verdicts: Mapping[int, Verdict] | None = None,
    ) -> None:
        """Hand statements to memory; what the user asked for is never asked about again.

        Args:
            facts: In order.
            explicit: Whether the user asked for them in so many words.
            verdicts: What each means for a memory, by its place.

        Raises:
            UserError: `disk_full`, `memory_save_failed`.
        """
        judged = verdicts or {}
        drafts = [self.draft(told, judged.get(place)) for place, told in enumerate(facts)]
        kind = CauseKind.USER if explicit else CauseKind.LEARNED
        cause = Cause(kind, self._turn.conversation, self._turn.user.id)
        ask = self._turn.options.ask_first and not explicit
        outcomes = await self._memory.remember(drafts, cause, ask=ask)
        self.outcomes += outcomes
        for draft, outcome in zip(drafts, outcomes, strict=True):
            self.add(self._item(draft, outcome), draft.origin.message)

    def add(self, item: LearnedItem, message: str | None = None) -> None:
        """Take in what became of one statement of a message; None for the newest one.

        What a tool of this turn was refused already is not told a second time.
        """
        if item.id is None and item in self._turn.changed:
            return
        self.items.setdefault(message or self._turn.user.id, []).append(item)

    def of(self, message: str) -> tuple[LearnedItem, ...]:
        """Return all that is known to have been learned from a message, now and before."""
        before = self.before.get(message, ())
        by_tools = self._turn.changed if message == self._turn.user.id else ()
        kept = [item for item in before if item not in by_tools]
        return (*kept, *by_tools, *self.items.get(message, ()))

    def event(self, talk: TalkState | None = None) -> Learned:
        """Return what is to be told."""
        learned = tuple(item for items in self.items.values() for item in items)
        items = (*self._turn.changed, *learned)
        state = self.state
        if self.failed:
            state = LearningState.FAILED
        elif items and state is LearningState.NOTHING:
            state = LearningState.DONE
        return Learned(
            self._turn.conversation,
            self._turn.user.id,
            state,
            items,
            tuple(self.outcomes),
            tuple(self.changes),
            talk,
            self.reason,
        )

    def draft(self, told: Told, verdict: Verdict | None = None) -> Draft:
        """Return a statement as memory takes it, its relative days dated."""
        said = self.said(told)
        day = local_day(said.at, self._zone)
        automatic = OriginKind.MANUAL if told.explicit else OriginKind.AUTOMATIC
        return Draft(
            text=date_words(told.text, day),
            category=told.category,
            tags=told.tags if told.tags and len(told.tags) >= _LEAST_TAGS else None,
            scope=self._turn.options.scope,
            origin=Origin(
                kind=automatic,
                conversation=self._turn.conversation,
                message=said.id,
                quote=told.quote,
            ),
            expires_at=told.expires_at or expiry_of(told.quote, day, self._zone),
            changed=told.changed or says_changed(told.quote),
            unsure=bool(told.doubts),
            verdict=verdict,
        )

    def said(self, told: Told) -> Message:
        """Return the message that a statement comes from."""
        return next((m for m in self._turn.branch if m.id == told.message), self._turn.user)

    def _item(self, draft: Draft, outcome: Remembered) -> LearnedItem:
        entry, replaced, changes = outcome.entry, outcome.replaced, outcome.changes
        return LearnedItem(
            id=entry.id if entry else None,
            text=entry.text if entry else self._redact(draft.text),
            status=outcome.status.value,
            reason=outcome.reason,
            replaced_text=replaced.text if replaced else None,
            seq=changes.seq if changes else 0,
        )


def local_day(moment: datetime, zone: tzinfo | None) -> date:
    """Return the user's local day of a moment."""
    return moment.astimezone(zone).date()
