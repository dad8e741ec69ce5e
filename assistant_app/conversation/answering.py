"""The answer to one question: from memory alone, or from a model with memory tools at hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import tzinfo

from assistant_app.base.clock import Clock
from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.conversation.answer import MemoryAnswerer
from assistant_app.conversation.overflow import SessionRounds, find_left_out
from assistant_app.conversation.port import ConversationAccess, MemoryAccess
from assistant_app.conversation.prompt import (
    PromptParts,
    build_prompt,
    left_out,
    prompt_tokens,
    window_room,
)
from assistant_app.conversation.streaming import GrowingAnswer, read_reply
from assistant_app.conversation.tools.context import RESULT_TOKENS, ToolContext
from assistant_app.conversation.tools.instructions import instructions
from assistant_app.conversation.tools.memory import ToolMemory
from assistant_app.conversation.tools.rounds import ToolRounds
from assistant_app.conversation.tools.session import ToolSession
from assistant_app.conversation.types import (
    Conversation,
    LearnedItem,
    Message,
    TurnOptions,
    TurnPhase,
    UsedMemory,
)
from assistant_app.conversation.window import TURNS, answer_limit, message_tokens, room_for_prompt
from assistant_app.llm.port import Capabilities, ChatModel, ChatRequest, Role
from assistant_app.memory.types import Entry, Hit, HitKind, Recall

_SHARE_OF_RESULTS = 8
"""One result of a tool takes at most this part of the context."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be answered, and under which conditions."""

    conversation: Conversation
    branch: tuple[Message, ...]
    options: TurnOptions
    temporary: bool

    @property
    def id(self) -> str:
        """Id of the conversation."""
        return self.conversation.summary.id

    @property
    def user(self) -> Message:
        """The message to be answered."""
        return self.branch[-1]


@dataclass(frozen=True, slots=True)
class Answered:
    """What an answer leaves behind beside its text.

    Attributes:
        hits: Memories that results of tools have put before the model.
        items: What tools changed.
        window_tokens: Room for messages in the request; None where no model was asked.
    """

    hits: tuple[Hit, ...] = ()
    items: tuple[LearnedItem, ...] = ()
    window_tokens: int | None = None


class Answering:
    """Makes answers.

    Args:
        memory: Finding and adding, for tools.
        tools: Looking and changing, for tools; None offers none.
        conversations: Where it is kept what tools changed.
        answerer: Answers from memory alone.
        clock: Today's date in prompts.
        zone: The user's time zone; None for that of the system.
        redact: Removes secrets from earlier messages.
        sessions: Finds what has left the window of a temporary chat; None finds nothing.
    """

    def __init__(
        self,
        *,
        memory: MemoryAccess,
        tools: ToolMemory | None,
        conversations: ConversationAccess,
        answerer: Callable[[], MemoryAnswerer],
        clock: Clock,
        zone: tzinfo | None,
        redact: Callable[[str], str],
        sessions: SessionRounds | None = None,
    ) -> None:
        self._memory = memory
        self._tools = tools
        self._conversations = conversations
        self._answerer = answerer
        self._clock = clock
        self._zone = zone
        self._redact = redact
        self._sessions = sessions
        self._without_tools: set[str] = set()
        """Models that have shown that they cannot use tools; for as long as the program runs."""

    def from_memory(
        self, question: Question, answer: GrowingAnswer, recall: Recall, *, failed: bool
    ) -> Answered:
        """Answer without a model, from what recall found."""
        made = self._answerer().answer(question.user.text, recall, failed=failed)
        answer.use(_used(hit) for hit in made.used)
        answer.add(made.text)
        answer.complete()
        return Answered()

    async def from_model(
        self, question: Question, answer: GrowingAnswer, model: ChatModel, recall: Recall
    ) -> Answered:
        """Let a model answer.

        Raises:
            UserError: What the model raises; `context_too_long` for a message that no context
                holds.
        """
        answer.enter(TurnPhase.WAITING)
        able = await model.capabilities()
        session = self._session(question, answer, model, able)
        parts = self._parts(question, recall, able, session)
        parts = await self._with_own_rounds(question, parts)
        request = self._request(question, parts, able, session, local=model.is_local)
        answer.use(_pinned(entry) for entry in recall.profile)
        answer.use(_used(hit) for hit in recall.used)
        if session is None:
            await read_reply(model.stream(request), answer)
            answer.complete()
            return Answered(window_tokens=window_room(parts))
        rounds = ToolRounds(
            model,
            answer,
            session,
            rounds=question.options.tool_rounds,
            text_protocol=not able.tools,
            shown=lambda: answer.use(_used(hit) for hit in session.hits),
        )
        bare = replace(parts, tools_text="")
        plain = self._request(question, bare, able, None, local=model.is_local)
        await rounds.run(request, plain)
        if rounds.wrote_json:
            self._without_tools.add(model.model_id)
        return Answered(session.hits, session.items, window_room(parts))

    async def _with_own_rounds(self, question: Question, parts: PromptParts) -> PromptParts:
        """Bring back what has left the window of a temporary chat, where it answers."""
        if not question.temporary or self._sessions is None:
            return parts
        hits = await find_left_out(
            self._sessions,
            question.id,
            [replace(one, text=self._redact(one.text)) for one in left_out(parts)],
            question.user.text,
            deadline=question.options.recall_deadline,
        )
        return replace(parts, recalled=(*parts.recalled, *hits))

    def _session(
        self, question: Question, answer: GrowingAnswer, model: ChatModel, able: Capabilities
    ) -> ToolSession | None:
        unused = question.options.tool_rounds == 0 or model.model_id in self._without_tools
        if self._tools is None or unused:
            return None
        session = ToolSession(
            self._context(question, model, able),
            memory=self._memory,
            tools=self._tools,
            conversations=self._conversations,
            emit=answer.emit,
            zone=self._zone,
            redact=self._redact,
        )
        return session if session.names else None

    def _context(self, question: Question, model: ChatModel, able: Capabilities) -> ToolContext:
        window = question.branch[-2 * TURNS :]
        answers = [message.text for message in window if message.role is Role.ASSISTANT]
        context = able.context_tokens
        return ToolContext(
            conversation=question.id,
            user=question.user,
            said=tuple(message.text for message in window if message.role is Role.USER),
            options=question.options,
            now=self._clock(),
            before=answers[-1] if answers else "",
            temporary=question.temporary,
            beyond_this_machine=not model.is_local,
            muted=question.conversation.muted,
            result_tokens=min(RESULT_TOKENS, context // _SHARE_OF_RESULTS)
            if context
            else RESULT_TOKENS // 2,
        )

    def _parts(
        self,
        question: Question,
        recall: Recall,
        able: Capabilities,
        session: ToolSession | None,
    ) -> PromptParts:
        conversation = question.conversation
        told = instructions(session.specs, text_protocol=not able.tools) if session else ""
        return PromptParts(
            branch=question.branch,
            now=self._clock(),
            zone=self._zone,
            system_prompt=question.options.system_prompt,
            profile=recall.profile,
            recalled=recall.used,
            summary_text=conversation.summary_text,
            summary_covers=conversation.summary_covers,
            state=conversation.state,
            tools_text=told,
            room_tokens=room_for_prompt(able.context_tokens, question.options.answer_tokens),
            redact=self._redact,
        )

    def _request(
        self,
        question: Question,
        parts: PromptParts,
        able: Capabilities,
        session: ToolSession | None,
        *,
        local: bool,
    ) -> ChatRequest:
        asked = message_tokens(question.user.text)
        if able.context_tokens is not None and asked > able.context_tokens:
            raise UserError(ErrorCode.CONTEXT_TOO_LONG, tokens=asked, context=able.context_tokens)
        request = ChatRequest(messages=build_prompt(parts))
        if session is not None and able.tools:
            request = replace(request, tools=session.specs)
        if local:
            # Providers limit answers by themselves, and refuse a limit above their own.
            limit = question.options.answer_tokens or answer_limit(
                able.context_tokens, prompt_tokens(request.messages)
            )
            request = replace(request, max_tokens=limit)
        return request


def _used(hit: Hit) -> UsedMemory:
    return UsedMemory(
        kind=hit.kind,
        id=hit.id,
        text=hit.text,
        relevance=hit.relevance,
        revision=hit.entry.revision if hit.entry else 1,
        pinned=hit.entry.pinned if hit.entry else False,
    )


def _pinned(entry: Entry) -> UsedMemory:
    return UsedMemory(HitKind.MEMORY, entry.id, entry.text, 1.0, entry.revision, pinned=True)
