"""A model's answer in rounds: it speaks, calls tools, sees the results, and speaks again.

The calls live in the requests of this turn only. What is kept of the turn is its text, so that no
later request, to whichever provider, holds a call without its result.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from assistant_app.conversation.streaming import GrowingAnswer, Reply, Splitter, read_reply
from assistant_app.conversation.tools.instructions import escape_result, results_message
from assistant_app.conversation.tools.protocol import CallSplitter
from assistant_app.conversation.tools.session import ToolSession
from assistant_app.conversation.tools.textual import JsonCallSplitter
from assistant_app.conversation.types import TurnPhase
from assistant_app.llm.port import ChatMessage, ChatModel, ChatRequest, Role

_MOST_CALLS = 8
"""Calls of one reply; further ones are told so."""
_MOST_IN_VAIN = 2
_FAULT = '{"error":'
_TOO_MANY = '{"error": "too many calls at once"}'


class ToolRounds:
    """Runs the rounds of one answer.

    Args:
        model: Answers.
        answer: Takes what is said.
        session: Runs the calls.
        rounds: The most times that results go back to the model.
        text_protocol: Whether calls are lines of text.
        shown: Called after each round, when results may have shown further memories.
    """

    def __init__(
        self,
        model: ChatModel,
        answer: GrowingAnswer,
        session: ToolSession,
        *,
        rounds: int,
        text_protocol: bool,
        shown: Callable[[], object],
    ) -> None:
        self._model = model
        self._answer = answer
        self._session = session
        self._rounds = rounds
        self._text_protocol = text_protocol
        self._shown = shown
        self._in_vain = 0
        """Rounds on end in which every call was a fault."""
        self.wrote_json = False
        """The model wrote calls as JSON into its answer: it is better off without tools."""

    async def run(self, request: ChatRequest, plain: ChatRequest) -> None:
        """Answer a request.

        Args:
            request: With tools, or with words about them.
            plain: The same without: the way out for a model that gets lost among them.

        Raises:
            UserError: What the model raises; `bad_response` for an answer without a word.
        """
        left = self._rounds
        reply = await self._ask(request, last=left == 0)
        while left and (reply.calls or reply.lines):
            request = await self._with_results(request, reply, last=left == 1)
            left = 0 if self.wrote_json else left - 1
            if self._is_lost:
                break
            reply = await self._ask(request, last=left == 0)
        if not self._answer.has_text and 0 < left < self._rounds and not self._is_lost:
            # Some models end without a word after their last call: this time none is offered.
            await self._ask(request, last=True)
        if not self._answer.has_text and left < self._rounds:
            self._answer.begin_part()
            await read_reply(self._model.stream(plain), self._answer)
        self._answer.complete()

    @property
    def _is_lost(self) -> bool:
        """Whether the model gets nowhere with tools."""
        return self._in_vain >= (1 if self.wrote_json else _MOST_IN_VAIN)

    async def _ask(self, request: ChatRequest, *, last: bool) -> Reply:
        self._answer.begin_part()
        foreign = [m.content for m in request.messages if m.role is Role.USER]
        if last or self._text_protocol:
            request = replace(request, tools=())
        splitter: Splitter
        if self._text_protocol:
            splitter = CallSplitter(self._session.names, foreign, to_the_end=last)
        else:
            splitter = JsonCallSplitter(self._session.names, foreign)
        reply = await read_reply(self._model.stream(request), self._answer, splitter)
        self.wrote_json = self.wrote_json or bool(reply.lines and not self._text_protocol)
        return reply

    async def _with_results(self, request: ChatRequest, reply: Reply, *, last: bool) -> ChatRequest:
        self._answer.enter(TurnPhase.TOOLS)
        try:
            if reply.lines:
                added = await self._run_lines(reply, last=last)
            else:
                added = await self._run_calls(reply)
        finally:
            self._shown()
        self._answer.enter(TurnPhase.WAITING)
        return replace(request, messages=(*request.messages, *added))

    async def _run_calls(self, reply: Reply) -> tuple[ChatMessage, ...]:
        results = []
        for number, call in enumerate(reply.calls):
            fault = (
                f"the arguments are no JSON object: {call.unreadable}" if call.unreadable else ""
            )
            result = (
                await self._session.run(call.name, call.arguments, fault)
                if number < _MOST_CALLS
                else _TOO_MANY
            )
            self._note(number, result)
            results.append(ChatMessage(Role.TOOL, escape_result(result), tool_call_id=call.id))
        return ChatMessage(Role.ASSISTANT, reply.text, tool_calls=reply.calls), *results

    def _note(self, number: int, result: str) -> None:
        """Count rounds that came to nothing; a call that went well begins anew."""
        if not result.startswith(_FAULT):
            self._in_vain = 0
        elif number == 0:
            self._in_vain += 1

    async def _run_lines(self, reply: Reply, *, last: bool) -> tuple[ChatMessage, ...]:
        results = []
        for number, line in enumerate(reply.lines):
            result = (
                await self._session.run(line.name, line.arguments, line.fault)
                if number < _MOST_CALLS
                else _TOO_MANY
            )
            self._note(number, result)
            results.append((line.name, result))
        said = "\n".join([reply.text.rstrip(), *(line.line for line in reply.lines)]).strip()
        return (
            ChatMessage(Role.ASSISTANT, said),
            ChatMessage(Role.USER, results_message(results, more=not last)),
        )
