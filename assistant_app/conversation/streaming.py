"""An answer while it grows: what has arrived of it, and how it came to its end."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.conversation.tools.protocol import TextCall
from assistant_app.conversation.types import (
    AnswerDelta,
    Completeness,
    Message,
    PhaseChanged,
    TurnEvent,
    TurnPhase,
    UsedMemory,
)
from assistant_app.llm.port import (
    ChatEvent,
    Finished,
    FinishReason,
    ReasoningDelta,
    Role,
    TextDelta,
    ToolCall,
    ToolCallRequested,
    Usage,
    Waiting,
    WaitReason,
)

Emit = Callable[[TurnEvent], object]


@dataclass(slots=True)
class GrowingAnswer:
    """Collects one answer; whatever happens, `message` is what has arrived so far.

    Attributes:
        conversation: Where it belongs, wherever the window has gone meanwhile.
        id: Its id from the start.
        emit: Takes the events.
    """

    conversation: str
    id: str
    emit: Emit
    text: list[str] = field(default_factory=list)
    reasoning: list[str] = field(default_factory=list)
    usage: Usage | None = None
    used: tuple[UsedMemory, ...] = ()
    completeness: Completeness = Completeness.BROKEN
    error: str | None = None
    error_params: Mapping[str, str] = field(default_factory=dict)
    phase: TurnPhase | None = None
    apart: bool = False
    """The next text begins a paragraph of its own."""

    def enter(self, phase: TurnPhase, seconds: float | None = None) -> None:
        """Tell once that the turn went on to something else."""
        if phase is not self.phase or phase is TurnPhase.RETRYING:
            self.phase = phase
            self.emit(PhaseChanged(self.conversation, self.id, phase, seconds))

    def add(self, text: str, reasoning: str = "") -> None:
        """Take more of the answer."""
        self.enter(TurnPhase.WRITING)
        if self.apart and text.strip():
            text, self.apart = f"\n\n{text.lstrip()}", False
        if text:
            self.text.append(text)
        if reasoning:
            self.reasoning.append(reasoning)
        self.emit(AnswerDelta(self.conversation, self.id, text, reasoning))

    @property
    def has_text(self) -> bool:
        """Whether anything was said."""
        return bool("".join(self.text).strip())

    def begin_part(self) -> None:
        """Set what comes apart from what was said before a tool was asked."""
        self.apart = self.has_text

    def use(self, used: Iterable[UsedMemory]) -> None:
        """Note what stands in a prompt of this answer; each memory once."""
        known = {(one.kind, one.id) for one in self.used}
        self.used += tuple(one for one in used if (one.kind, one.id) not in known)

    def count(self, usage: Usage) -> None:
        """Add what a reply has cost."""
        before = self.usage or Usage()
        self.usage = Usage(
            _sum(before.prompt_tokens, usage.prompt_tokens),
            _sum(before.completion_tokens, usage.completion_tokens),
        )

    def complete(self) -> None:
        """Mark the answer as whole.

        Raises:
            UserError: `bad_response`: it ended without a word.
        """
        if not self.has_text:
            raise UserError(ErrorCode.BAD_RESPONSE, reason="empty answer")
        self.completeness = Completeness.COMPLETE

    def stop(self) -> None:
        """Mark the answer as stopped by the user."""
        self.completeness = Completeness.STOPPED

    def break_off(self, error: UserError) -> None:
        """Mark the answer as broken off."""
        self.completeness = Completeness.BROKEN
        self.error = error.code.value
        self.error_params = error.params

    def message(self, *, parent: str, model: str, at: datetime) -> Message:
        """Return the answer as it is recorded."""
        return Message(
            id=self.id,
            role=Role.ASSISTANT,
            text="".join(self.text),
            at=at,
            parent=parent,
            model=model,
            usage=self.usage,
            used=self.used,
            completeness=self.completeness,
            error=self.error,
            reasoning="".join(self.reasoning),
        )


def _sum(one: int | None, other: int | None) -> int | None:
    return other if one is None else one if other is None else one + other


@asynccontextmanager
async def closing_stream(
    events: AsyncIterator[ChatEvent],
) -> AsyncIterator[AsyncIterator[ChatEvent]]:
    """End a request at once when its reader leaves early, not when the garbage is collected."""
    try:
        yield events
    finally:
        close = getattr(events, "aclose", None)
        if close is not None:
            await close()


class Splitter(Protocol):
    """Separates calls that a model writes as text from what it says."""

    @property
    def ended(self) -> bool:
        """Whether what comes now is not wanted any more."""

    def feed(self, piece: str) -> list[str | TextCall]:
        """Take a piece; return what is certain by now."""

    def close(self) -> list[str | TextCall]:
        """Return what was held back."""


@dataclass(frozen=True, slots=True)
class Reply:
    """One reply of a model, which may be one of several in a turn.

    Attributes:
        text: What it said, calls of the text protocol left out.
        calls: Tool calls of the server's own kind.
        lines: Calls that were written as text.
    """

    text: str
    calls: tuple[ToolCall, ...] = ()
    lines: tuple[TextCall, ...] = ()


async def read_reply(
    events: AsyncIterator[ChatEvent],
    answer: GrowingAnswer,
    splitter: Splitter | None = None,
) -> Reply:
    """Read a stream to its end, or to the first words behind a call of the text protocol.

    Args:
        events: The stream.
        answer: Takes what is said.
        splitter: Keeps calls that are written as text out of the answer.

    Raises:
        UserError: What the model raises; `stream_broken` or `provider_error` where the reply is
            not whole.
    """
    reader = _ReplyReader(answer, splitter)
    finished: Finished | None = None
    async with closing_stream(events):
        async for event in events:
            if isinstance(event, Finished):
                finished = event
            else:
                reader.take(event)
            if splitter is not None and splitter.ended:
                break  # what a model writes behind its call, it writes without the result
    reader.close()
    if finished is None and not (splitter is not None and splitter.ended):
        raise UserError(ErrorCode.STREAM_BROKEN)
    if finished is not None:
        answer.count(finished.usage)
        if finished.reason is FinishReason.CONTENT_FILTER:
            raise UserError(ErrorCode.PROVIDER_ERROR, reason="content_filter")
    return reader.reply()


class _ReplyReader:
    def __init__(self, answer: GrowingAnswer, splitter: Splitter | None) -> None:
        self._answer = answer
        self._splitter = splitter
        self._text: list[str] = []
        self._calls: list[ToolCall] = []
        self._lines: list[TextCall] = []

    def take(self, event: ChatEvent) -> None:
        match event:
            case TextDelta(text=text):
                self._sort(self._splitter.feed(text) if self._splitter else [text])
            case ReasoningDelta(text=text):
                self._answer.add("", text)
            case Waiting(reason=reason, seconds=seconds):
                loading = reason is WaitReason.LOADING
                self._answer.enter(TurnPhase.LOADING if loading else TurnPhase.RETRYING, seconds)
            case ToolCallRequested(call=call):
                self._calls.append(call)
            case _:
                pass

    def close(self) -> None:
        if self._splitter is not None:
            self._sort(self._splitter.close())

    def reply(self) -> Reply:
        return Reply("".join(self._text), tuple(self._calls), tuple(self._lines))

    def _sort(self, parts: Sequence[str | TextCall]) -> None:
        for part in parts:
            if isinstance(part, TextCall):
                self._lines.append(part)
            else:
                self._text.append(part)
                self._answer.add(part)
