"""Learning from a finished turn: plan, read, judge, save, and tell what the store made of it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import tzinfo

from assistant_app.base.errors import UserError
from assistant_app.conversation.learning.asking import Reader
from assistant_app.conversation.learning.extraction import Extraction
from assistant_app.conversation.learning.forgetter import Forgetter
from assistant_app.conversation.learning.merging import (
    forgotten_by_tools,
    merged,
    not_known_here,
    not_settled_by_tools,
)
from assistant_app.conversation.learning.policy import (
    Occasion,
    WriteOptions,
    WritePlan,
    plan_writing,
)

# Part of this module's names: a turn makes one and hands it to the learner.
from assistant_app.conversation.learning.saving import (
    FinishedTurn as FinishedTurn,  # noqa: PLC0414 - an explicit re-export
)
from assistant_app.conversation.learning.saving import Saving
from assistant_app.conversation.learning.told import Told
from assistant_app.conversation.learning.verdicts import pairs_to_judge, plain_verdict, strongest
from assistant_app.conversation.port import ConversationAccess, MemoryAccess
from assistant_app.conversation.types import (
    Learned,
    LearningState,
    PhaseChanged,
    TalkState,
    TurnEvent,
    TurnPhase,
)
from assistant_app.memory.types import Verdict

Emit = Callable[[TurnEvent], object]
_log = logging.getLogger(__name__)


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
        self._reader = Reader(zone=zone, redact=redact)
        self._forgetter = Forgetter(memory)

    async def learn(
        self, turn: FinishedTurn, emit: Emit, *, occasion: Occasion = Occasion.TURN
    ) -> None:
        """Learn from a turn and tell by `Learned`.

        What was asked for in so many words is saved and told at once; where the model is asked
        for more, a second `Learned` follows that holds everything.

        Args:
            turn: What was said. At a session's end and before messages leave the window: all of
                the branch that may be read; what was read already is passed over.
            emit: Takes the events.
            occasion: Why it is done now; other than after a turn it is quiet about nothing.
        """
        options = WriteOptions(
            temporary=turn.temporary,
            learn=turn.options.learn,
            automatic=turn.options.automatic,
            occasion=occasion,
            read_up_to=turn.talk.message if turn.talk else None,
            ends_session=turn.options.ends_session,
        )
        plan = plan_writing(turn.branch, options, model=turn.model is not None)
        if not plan.allowed:
            if occasion is Occasion.TURN:
                off = Learned(turn.conversation, turn.user.id, LearningState.OFF)
                emit(replace(off, reason=plan.decision.reason.value))
            return
        saving = Saving(turn, self._memory, self._zone, self._redact)
        saving.reason = plan.decision.reason.value
        if plan.forget is not None and not forgotten_by_tools(turn):
            await self._forget(saving, turn, plan)
        explicit = not_settled_by_tools(plan.explicit, turn)
        await self._finish(saving, turn, explicit, explicit=True)
        talk = await self._read(saving, turn, plan, emit)
        if occasion is Occasion.TURN or saving.items:
            emit(saving.event(talk))

    async def _read(
        self, saving: Saving, turn: FinishedTurn, plan: WritePlan, emit: Emit
    ) -> TalkState | None:
        """Let the model read, where there is one and something to read; else take the rules'."""
        statements = not_known_here(plan.statements, turn, saving)
        if not plan.unread or turn.model is None:
            verdicts = await self._judge(statements, replace(turn, model=None), saving)
            await self._finish(saving, turn, statements, explicit=False, verdicts=verdicts)
            return None
        if saving.items:
            emit(saving.event())
        answer = turn.branch[-1].id
        emit(PhaseChanged(turn.conversation, answer, TurnPhase.LEARNING))
        facts: Sequence[Told] = statements
        verdicts = {}
        read = Extraction(LearningState.FAILED)
        try:
            read = await self._reader.read(turn.model, plan, turn)
            saving.state = read.state
            found = merged(read.facts, plan.statements, plan.explicit)
            facts = not_known_here(found, turn, saving)
            verdicts = await self._judge(facts, turn, saving)
        except asyncio.CancelledError:
            # Nobody waits for the model any more: what is known by now is kept all the same.
            saving.failed = True
            await asyncio.shield(self._finish(saving, turn, facts, explicit=False))
            emit(saving.event())
            raise
        await self._finish(saving, turn, facts, explicit=False, verdicts=verdicts)
        return await self._keep_talk(turn, plan, read)

    async def _forget(self, saving: Saving, turn: FinishedTurn, plan: WritePlan) -> None:
        if plan.forget is None:
            return
        try:
            items, changes = await self._forgetter.forget(plan.forget, turn)
        except UserError as error:
            _log.warning("Forgetting failed: %s", error.code.value)
            saving.failed = True
            return
        saving.changes += changes
        for item in items:
            saving.add(item)
        await self._record(saving, turn)

    async def _judge(
        self, facts: Sequence[Told], turn: FinishedTurn, saving: Saving
    ) -> Mapping[int, Verdict]:
        """Ask what the facts mean for what lies near them; where it is not said, rules decide."""
        if not facts:
            return {}
        drafts = [saving.draft(told) for told in facts]
        texts = [draft.text for draft in drafts]
        try:
            near = await self._memory.may_be_same(texts, turn.options.scope)
        except UserError as error:
            _log.info("Neighbours were not found: %s", error.code.value)
            return {}
        beyond = turn.model is not None and not turn.model.is_local
        pairs = pairs_to_judge(texts, near, beyond_this_machine=beyond)
        known = {pair.new for pair in pairs if plain_verdict(pair.text, pair.old.text)}
        asked = [pair for pair in pairs if pair.new not in known]
        verdicts = await self._reader.judge(turn.model, asked) if turn.model else {}
        found = {}
        for place, draft in enumerate(drafts):
            mine = [pair for pair in pairs if pair.new == place]
            verdict = strongest(draft.text, mine, verdicts, changed=draft.changed)
            if verdict is not None:
                found[place] = verdict
        return found

    async def _finish(
        self,
        saving: Saving,
        turn: FinishedTurn,
        facts: Sequence[Told],
        *,
        explicit: bool,
        verdicts: Mapping[int, Verdict] | None = None,
    ) -> None:
        """Save statements, and keep with each message what became of them."""
        if not facts:
            return
        try:
            await saving.save(facts, explicit=explicit, verdicts=verdicts)
        except UserError as error:
            _log.warning("Learning failed: %s", error.code.value)
            saving.failed = True
            return
        await self._record(saving, turn)

    async def _record(self, saving: Saving, turn: FinishedTurn) -> None:
        try:
            if not saving.before:
                opened = await self._conversations.open(turn.conversation)
                saving.before = {message.id: message.learned for message in opened.messages}
            for message in saving.items:
                await self._conversations.record_learned(
                    turn.conversation, message, saving.of(message)
                )
        except UserError as error:
            _log.warning("What was learned was not noted: %s", error.code.value)
            saving.failed = True

    async def _keep_talk(
        self, turn: FinishedTurn, plan: WritePlan, read: Extraction
    ) -> TalkState | None:
        """Note where the conversation stands and that so far it was read; a failure is retried."""
        if read.state not in (LearningState.DONE, LearningState.NOTHING):
            return None
        message = plan.unread[-1].id
        talk = read.talk or TalkState(message)
        if talk.says_nothing and turn.talk is not None:
            talk = turn.talk
        talk = replace(talk, message=message)
        try:
            await self._conversations.record_state(turn.conversation, talk)
        except UserError as error:
            _log.warning("State of the conversation not kept: %s", error.code.value)
        return talk
