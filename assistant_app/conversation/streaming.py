"""An answer while it grows: what has arrived of it, and how it came to its end."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime

from assistant_app.base.errors import ErrorCode, UserError
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

    def enter(self, phase: TurnPhase, seconds: float | None = None) -> None:
        """Tell once that the turn went on to something else."""
        if phase is not self.phase or phase is TurnPhase.RETRYING:
            self.phase = phase
            self.emit(PhaseChanged(self.conversation, self.id, phase, seconds))

    def add(self, text: str, reasoning: str = "") -> None:
        """Take more of the answer."""
        self.enter(TurnPhase.WRITING)
        if text:
            self.text.append(text)
        if reasoning:
            self.reasoning.append(reasoning)
        self.emit(AnswerDelta(self.conversation, self.id, text, reasoning))

    def complete(self) -> None:
        """Mark the answer as whole.

        Raises:
            UserError: `bad_response`: it ended without a word.
        """
        if not "".join(self.text).strip():
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


async def collect(events: AsyncIterator[ChatEvent], answer: GrowingAnswer) -> None:
    """Read a stream to its end.

    Tool calls are passed over: none are offered, and a call is never kept, so that no later
    request holds a call without its result.

    Raises:
        UserError: What the model raises; `stream_broken`, `bad_response` or `provider_error`
            where the answer is not whole.
    """
    finished: Finished | None = None
    async with closing_stream(events):
        async for event in events:
            match event:
                case TextDelta(text=text):
                    answer.add(text)
                case ReasoningDelta(text=text):
                    answer.add("", text)
                case Waiting(reason=reason, seconds=seconds):
                    loading = reason is WaitReason.LOADING
                    answer.enter(TurnPhase.LOADING if loading else TurnPhase.RETRYING, seconds)
                case Finished():
                    finished = event
                case _:
                    pass
    if finished is None:
        raise UserError(ErrorCode.STREAM_BROKEN)
    answer.usage = finished.usage
    if finished.reason is FinishReason.CONTENT_FILTER:
        raise UserError(ErrorCode.PROVIDER_ERROR, reason="content_filter")
    answer.complete()
