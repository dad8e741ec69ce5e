"""Learning from a finished turn: plan, read, save, and tell what the store made of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo

from assistant_app.base.errors import UserError
from assistant_app.conversation.learning.dates import date_words
from assistant_app.conversation.learning.extraction import (
    Extraction,
    extraction_request,
    read_reply,
)
from assistant_app.conversation.learning.merging import merged
from assistant_app.conversation.learning.policy import WritePlan, should_write_memory
from assistant_app.conversation.learning.told import Told
from assistant_app.conversation.port import ConversationAccess, MemoryAccess
from assistant_app.conversation.streaming import closing_stream
from assistant_app.conversation.types import (
    Learned,
    LearnedItem,
    LearningState,
    Message,
    PhaseChanged,
    TurnEvent,
    TurnOptions,
    TurnPhase,
)
from assistant_app.llm.port import ChatModel, ChatRequest, Finished, Role, TextDelta
from assistant_app.memory.types import Cause, CauseKind, Draft, Origin, OriginKind, Remembered

EXTRACTION_LIMIT_S = 90.0
_EARLIER_SHOWN = 2
_LONGEST_REPLY = 20_000
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FinishedTurn:
    """A turn that ended well.

    Attributes:
        conversation: Its id.
        branch: The shown branch, ending with the user's message and its answer.
        options: Of the turn.
        temporary: Whether anything of it may be kept.
        model: Reads the message; None where there is no language model.
    """

    conversation: str
    branch: Sequence[Message]
    options: TurnOptions
    temporary: bool
    model: ChatModel | None

    @property
    def user(self) -> Message:
        """The user's message."""
        return next(m for m in reversed(self.branch) if m.role is Role.USER)


class Learner:
    """Learns from turns.

    Args:
        memory: Where statements go.
        conversations: Where it is kept what became of them.
        zone: The user's time zone; None for that of the system.
        redact: Removes secrets from what the model is shown and from what is told.
    """

    def __init__(
        self,
        memory: MemoryAccess,
        conversations: ConversationAccess,
        *,
        zone: tzinfo | None,
        redact: Callable[[str], str],
    ) -> None:
        self._memory = memory
        self._conversations = conversations
        self._zone = zone
        self._redact = redact

    async def learn(self, turn: FinishedTurn, emit: Callable[[TurnEvent], object]) -> None:
        """Learn from a turn and tell by `Learned`.

        What was asked for in so many words is saved and told at once; where the model is asked
        for more, a second `Learned` follows that holds everything.
        """
        plan = should_write_memory(
            turn.branch,
            temporary=turn.temporary,
            learn=turn.options.learn,
            automatic=turn.options.automatic,
            model=turn.model is not None,
        )
        if not plan.allowed:
            emit(Learned(turn.conversation, turn.user.id, LearningState.OFF))
            return
        session = _Session(turn, self._memory, self._zone, self._redact)
        await self._finish(session, turn, plan.explicit, explicit=True)
        facts = plan.statements
        if plan.extract and turn.model is not None:
            if session.items:
                emit(session.event())
            answer = turn.branch[-1].id
            emit(PhaseChanged(turn.conversation, answer, TurnPhase.LEARNING))
            try:
                extraction = await self._extract(turn, plan, turn.model)
            except asyncio.CancelledError:
                # Nobody waits for the model any more: what the rules found is kept all the same.
                session.failed = True
                await asyncio.shield(self._finish(session, turn, facts, explicit=False))
                emit(session.event())
                raise
            session.state = extraction.state
            facts = merged(extraction.facts, plan.statements, plan.explicit)
        await self._finish(session, turn, facts, explicit=False)
        emit(session.event())

    async def _finish(
        self, session: _Session, turn: FinishedTurn, facts: Sequence[Told], *, explicit: bool
    ) -> None:
        """Save statements, and keep with the message what became of them."""
        if not facts:
            return
        try:
            await session.save(facts, explicit=explicit)
            items = tuple(session.items)
            await self._conversations.record_learned(turn.conversation, turn.user.id, items)
        except UserError as error:
            _log.warning("Learning failed: %s", error.code.value)
            session.failed = True

    async def _extract(self, turn: FinishedTurn, plan: WritePlan, model: ChatModel) -> Extraction:
        words = self._redact(turn.user.text)
        earlier = [self._redact(one.text) for one in plan.earlier[-_EARLIER_SHOWN:]]
        today = local_day(turn.user.at, self._zone)
        try:
            async with asyncio.timeout(EXTRACTION_LIMIT_S):
                capabilities = await model.capabilities()
                request = extraction_request(
                    words, earlier, today=today, schema=capabilities.json_schema
                )
                reply = await _whole_reply(model, request)
        except TimeoutError:
            return Extraction(LearningState.FAILED)
        except UserError as error:
            # The helper request's failure never touches the answer, which stands already.
            _log.info("Facts were not read: %s", error.code.value)
            return Extraction(LearningState.FAILED)
        return read_reply(reply, words, today=today)


class _Session:
    """Saves in one or two change sets and collects the outcomes of one turn."""

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
        self.items: list[LearnedItem] = []
        self.outcomes: list[Remembered] = []
        self.state = LearningState.NOTHING
        self.failed = False

    async def save(self, facts: Sequence[Told], *, explicit: bool) -> None:
        """Hand statements to memory; what the user asked for is never asked about again."""
        drafts = [self._draft(told) for told in facts]
        kind = CauseKind.USER if explicit else CauseKind.LEARNED
        cause = Cause(kind, self._turn.conversation, self._turn.user.id)
        ask = self._turn.options.ask_first and not explicit
        outcomes = await self._memory.remember(drafts, cause, ask=ask)
        self.outcomes += outcomes
        self.items += [
            self._item(draft, outcome) for draft, outcome in zip(drafts, outcomes, strict=True)
        ]

    def event(self) -> Learned:
        """Return what is to be told."""
        state = self.state
        if self.failed:
            state = LearningState.FAILED
        elif self.items and state is LearningState.NOTHING:
            state = LearningState.DONE
        return Learned(
            self._turn.conversation,
            self._turn.user.id,
            state,
            tuple(self.items),
            tuple(self.outcomes),
        )

    def _draft(self, told: Told) -> Draft:
        said = next((m for m in self._turn.branch if m.id == told.message), self._turn.user)
        return Draft(
            text=date_words(told.text, local_day(said.at, self._zone)),
            category=told.category,
            tags=told.tags,
            scope=self._turn.options.scope,
            origin=Origin(
                kind=OriginKind.MANUAL if told.explicit else OriginKind.AUTOMATIC,
                conversation=self._turn.conversation,
                message=said.id,
                quote=told.quote,
            ),
        )

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


async def _whole_reply(model: ChatModel, request: ChatRequest) -> str:
    """Return the text of a reply; thinking is no part of it, and a runaway one is cut."""
    parts: list[str] = []
    async with closing_stream(model.stream(request)) as events:
        async for event in events:
            if isinstance(event, TextDelta):
                parts.append(event.text)
            if isinstance(event, Finished) or sum(map(len, parts)) > _LONGEST_REPLY:
                break
    return "".join(parts)
