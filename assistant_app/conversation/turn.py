"""One turn, from the user's message to what was learned from it; see DESIGN, "One turn".

    save the message -> recall -> prompt -> stream -> record the answer -> learn

The message is on the disk before anything else happens. Recall may be late or fail and never
blocks sending. However the stream ends, what arrived is recorded, and marked. Learning comes after
the answer was told, only when it is whole, and never in a temporary chat. A turn has no state of
its own between calls, so turns of different conversations may run at the same time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import tzinfo

from assistant_app.base.clock import Clock, IdFactory
from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.conversation.answer import MODEL_NAME, MemoryAnswerer
from assistant_app.conversation.answering import Answered, Answering, Question
from assistant_app.conversation.learning.learner import FinishedTurn, Learner
from assistant_app.conversation.learning.policy import Occasion
from assistant_app.conversation.overflow import SessionRounds
from assistant_app.conversation.port import ConversationAccess, MemoryAccess, RecallResult
from assistant_app.conversation.recall_text import recall_text
from assistant_app.conversation.store.rounds import make_round
from assistant_app.conversation.streaming import Emit, GrowingAnswer
from assistant_app.conversation.summaries import Summaries
from assistant_app.conversation.tools.memory import ToolMemory
from assistant_app.conversation.types import (
    AnswerDone,
    Completeness,
    Conversation,
    Message,
    Recalled,
    TurnOptions,
    TurnPhase,
    UserMessageSaved,
)
from assistant_app.llm.port import ChatModel, Role
from assistant_app.memory.types import Entry, Hit, HitKind, Recall, RecallQuery

RECALL_LATE = "recall_late"
RECALL_FAILED = "recall_failed"
_RECENT_MESSAGES = 4
"""Messages before the question that tell which of two like memories fits."""
_log = logging.getLogger(__name__)


def _as_it_is(text: str) -> str:
    return text


class Turn:
    """Runs turns.

    Args:
        conversations: The files of the conversations.
        memory: Recall and remembering.
        models: Gives the chat model of a name; it belongs to whoever gives it, who closes it.
        answerer: Answers from memory alone, for `builtin:memory`; a function, because the
            language of the window may change.
        clock: Time of answers, and today's date in prompts.
        ids: Makes ids of answers.
        zone: The user's time zone; None for that of the system.
        redact: Removes secrets from earlier messages, rounds and what is read for facts.
        tools: Memory, as tools of the model use it; None offers none.
        sessions: Finds what has left the window of a temporary chat; None finds nothing.
    """

    def __init__(
        self,
        *,
        conversations: ConversationAccess,
        memory: MemoryAccess,
        models: Callable[[str], Awaitable[ChatModel]],
        answerer: Callable[[], MemoryAnswerer],
        clock: Clock,
        ids: IdFactory,
        zone: tzinfo | None = None,
        redact: Callable[[str], str] = _as_it_is,
        tools: ToolMemory | None = None,
        sessions: SessionRounds | None = None,
    ) -> None:
        self._conversations = conversations
        self._memory = memory
        self._models = models
        self._clock = clock
        self._ids = ids
        self._zone = zone
        self._redact = redact
        self._learner = Learner(memory, conversations, zone=zone, redact=redact)
        self._summaries = Summaries(conversations, self._learner, redact=redact)
        self._answering = Answering(
            memory=memory,
            tools=tools,
            conversations=conversations,
            answerer=answerer,
            clock=clock,
            zone=zone,
            redact=redact,
            sessions=sessions,
        )

    async def run(
        self,
        conversation: str,
        text: str,
        options: TurnOptions,
        *,
        emit: Emit,
        again: str | None = None,
    ) -> None:
        """Run one turn. Cancelling the task stops the answer and keeps what has arrived.

        Args:
            conversation: Id of the conversation; the answer belongs there, whatever is shown.
            text: The user's message.
            options: What the caller decides.
            emit: Takes the events, in order, on this thread.
            again: Id of an answer (or of the message it answers): the same message is answered
                once more, as another branch; `text` is not used.

        Raises:
            UserError: The message could not be saved; nothing was sent.
            asyncio.CancelledError: The turn was stopped; the partial answer is recorded.
        """
        question = await self._save_question(conversation, text, options, emit, again)
        answer = GrowingAnswer(conversation, self._ids(), emit)
        model: ChatModel | None = None
        found = RecallResult(Recall())
        answered = Answered()
        try:
            model = None if options.model == MODEL_NAME else await self._models(options.model)
            found = await self._recall(question, answer, model)
            answered = await self._answer(question, answer, model, found)
        except UserError as error:
            answer.break_off(error)
        except asyncio.CancelledError:
            answer.stop()
            await self._record(question, answer)
            raise
        except BaseException:  # a bug: what arrived is kept before it is reported
            answer.break_off(UserError(ErrorCode.STREAM_BROKEN))
            await self._record(question, answer)
            raise
        message = await self._record(question, answer)
        used = (*found.recall.used, *answered.hits)
        finished = FinishedTurn(
            conversation=conversation,
            branch=(*question.branch, message),
            options=options,
            temporary=question.temporary,
            model=model,
            talk=question.conversation.state,
            changed=answered.items,
        )
        await self._after(question, finished, used, found.recall.profile, emit)
        if model is not None and answered.window_tokens is not None:
            await self._summaries.after(
                question.conversation, finished, model, answered.window_tokens, emit
            )

    async def end_session(self, conversation: str, options: TurnOptions, *, emit: Emit) -> None:
        """Learn from what a conversation has not been read for yet; nobody waits for it.

        Args:
            conversation: Its id.
            options: Of its last turn.
            emit: Takes `Learned` where something came of it.

        Raises:
            UserError: The conversation cannot be read, or the model cannot be had.
            asyncio.CancelledError: It was stopped; it is read another time.
        """
        opened = await self._conversations.open(conversation)
        temporary = opened.temporary or options.temporary
        if options.model == MODEL_NAME or temporary or not opened.messages:
            return
        finished = FinishedTurn(
            conversation=conversation,
            branch=opened.messages,
            options=options,
            temporary=temporary,
            model=await self._models(options.model),
            talk=opened.state,
        )
        await self._learner.learn(finished, emit, occasion=Occasion.SESSION_END)

    async def _save_question(
        self,
        conversation: str,
        text: str,
        options: TurnOptions,
        emit: Emit,
        again: str | None,
    ) -> Question:
        if again is None:
            saved = await self._conversations.append_user(conversation, text)
            emit(UserMessageSaved(conversation, saved))
            asked = saved.id
        else:
            asked = _asked(await self._conversations.open(conversation), again)
            await self._conversations.rewind_to(conversation, asked)
        opened = await self._conversations.open(conversation)
        place = next((n for n, m in enumerate(opened.messages) if m.id == asked), None)
        if place is None:
            raise UserError(ErrorCode.NOT_FOUND, id=asked)
        return Question(
            conversation=opened,
            branch=opened.messages[: place + 1],
            options=options,
            temporary=opened.temporary or options.temporary,
        )

    async def _recall(
        self, question: Question, answer: GrowingAnswer, model: ChatModel | None
    ) -> RecallResult:
        """Ask memory; whatever goes wrong is reported and the answer is made without."""
        options = question.options
        found = RecallResult(Recall())
        may_read = options.temporary_reads or not question.temporary
        if options.recall and may_read:
            answer.enter(TurnPhase.RECALLING)
            query = RecallQuery(
                text=recall_text(question.user.text, question.branch[:-1], _entities(question)),
                scope=options.scope,
                beyond_this_machine=model is not None and not model.is_local,
                exclude=question.conversation.muted,
                exclude_conversation=question.id,
                recent="\n".join(one.text for one in question.branch[:-1][-_RECENT_MESSAGES:]),
            )
            found = await self._ask_memory(query, options.recall_deadline)
            found = _allowed(found, query)
        self._emit_recalled(answer, found)
        return found

    async def _ask_memory(self, query: RecallQuery, deadline: float) -> RecallResult:
        try:
            return await asyncio.wait_for(self._memory.recall(query, deadline=deadline), deadline)
        except TimeoutError:
            return RecallResult(Recall(), RECALL_LATE)
        except UserError as error:
            return RecallResult(Recall(), error.code.value)
        except Exception:  # noqa: BLE001 - the boundary of recall: its fault costs no answer
            _log.exception("Recall failed")
            return RecallResult(Recall(), RECALL_FAILED)

    def _emit_recalled(self, answer: GrowingAnswer, found: RecallResult) -> None:
        answer.emit(Recalled(answer.conversation, answer.id, found.recall, found.failure))

    async def _answer(
        self,
        question: Question,
        answer: GrowingAnswer,
        model: ChatModel | None,
        found: RecallResult,
    ) -> Answered:
        if model is None:
            failed = found.failure in (RECALL_LATE, RECALL_FAILED)
            return self._answering.from_memory(question, answer, found.recall, failed=failed)
        return await self._answering.from_model(question, answer, model, found.recall)

    async def _record(self, question: Question, answer: GrowingAnswer) -> Message:
        """Append the answer, whole or partial, and tell that it is there.

        Runs to its end even when the task is cancelled meanwhile.
        """
        message = answer.message(
            parent=question.user.id, model=question.options.model, at=self._clock()
        )
        saving = self._conversations.append_answer(question.id, message)
        try:
            message = await asyncio.shield(saving)
        except UserError as error:
            answer.break_off(error)
            message = answer.message(
                parent=question.user.id, model=question.options.model, at=message.at
            )
        answer.emit(AnswerDone(question.id, message, answer.error_params))
        return message

    async def _after(
        self,
        question: Question,
        finished: FinishedTurn,
        used: Sequence[Hit],
        profile: Sequence[Entry],
        emit: Emit,
    ) -> None:
        """What follows an answer that was told already."""
        message = finished.branch[-1]
        if not question.temporary and message.text.strip():
            await self._keep_round(question, message)
        if message.completeness is not Completeness.COMPLETE:
            return
        if not question.temporary:
            await self._count_use(question, message, used, profile)
        await self._learner.learn(finished, emit)

    async def _keep_round(self, question: Question, message: Message) -> None:
        exchange = make_round(
            question.user, message, question.id, question.options.scope, self._redact
        )
        try:
            await self._memory.note_round(exchange)
        except UserError as error:
            _log.warning("Exchange not made recallable: %s", error.code.value)

    async def _count_use(
        self,
        question: Question,
        message: Message,
        used: Sequence[Hit],
        profile: Sequence[Entry],
    ) -> None:
        known = {one.id for one in message.used if not one.pinned and one.kind is HitKind.MEMORY}
        pinned = {entry.id for entry in profile}
        hits = {
            hit.id: hit
            for hit in reversed(used)
            if hit.id in known and hit.id not in pinned and not (hit.entry and hit.entry.pinned)
        }
        if not hits:
            return
        try:
            await self._memory.note_use(question.id, message.id, tuple(reversed(hits.values())))
        except UserError as error:
            _log.warning("Use not counted: %s", error.code.value)


def _asked(conversation: Conversation, again: str) -> str:
    """Return the id of the user's message that an answer (or the message itself) stands for."""
    for message in conversation.messages:
        if message.id == again:
            answered = message.parent if message.role is Role.ASSISTANT else message.id
            if answered is not None:
                return answered
    raise UserError(ErrorCode.NOT_FOUND, id=again)


def _entities(question: Question) -> tuple[str, ...]:
    state = question.conversation.state
    return () if state is None else state.entities


def _allowed(found: RecallResult, query: RecallQuery) -> RecallResult:
    """Leave out what the user keeps out here, or on this computer: the last wall before sending."""
    recall = found.recall

    def may_go(entry: Entry | None) -> bool:
        if entry is None:
            return True
        withheld = query.beyond_this_machine and entry.local_only
        return not withheld and entry.id not in query.exclude

    allowed = Recall(
        used=tuple(hit for hit in recall.used if may_go(hit.entry)),
        looked_at=recall.looked_at,
        profile=tuple(entry for entry in recall.profile if may_go(entry)),
        total=recall.total,
        by_meaning=recall.by_meaning,
        everything=recall.everything,
    )
    return RecallResult(allowed, found.failure)
