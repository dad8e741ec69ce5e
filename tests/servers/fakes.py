"""Fakes of ports, for tests that need no server at all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence

from assistant_app.base.errors import UserError
from assistant_app.llm.port import (
    Capabilities,
    ChatEvent,
    ChatRequest,
    Finished,
    FinishReason,
    TextDelta,
    ToolCallRequested,
    Usage,
)

Answer = str | Sequence[ChatEvent] | UserError


class FakeChatModel:
    """A chat model that gives the answers a test has written, one after the other.

    Args:
        answers: A text (streamed word by word), events, or an error that is raised. Events
            without `Finished` get one. The last answer is given again when they run out.
        model_id: Name of the model.
        is_local: Whether it counts as running on this machine.
        capabilities: What it can do.
        break_after: Raise this error after the events of an answer, instead of finishing.
    """

    def __init__(
        self,
        *answers: Answer,
        model_id: str = "fake:model",
        is_local: bool = True,
        capabilities: Capabilities | None = None,
        break_after: UserError | None = None,
    ) -> None:
        self._answers = list(answers) or ["A fake answer."]
        self._model_id = model_id
        self._is_local = is_local
        self._capabilities = capabilities or Capabilities(
            tools=True, json_schema=True, context_tokens=8192
        )
        self._break_after = break_after
        self.requests: list[ChatRequest] = []
        self.closed = False
        self.hold: asyncio.Event | None = None
        """Set to an event to hold the answer after its first piece until the event is set."""
        self.cancelled = 0

    @property
    def model_id(self) -> str:
        return self._model_id

    @property
    def is_local(self) -> bool:
        return self._is_local

    async def capabilities(self) -> Capabilities:
        return self._capabilities

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ChatEvent, None]:
        self.requests.append(request)
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        if isinstance(answer, UserError):
            raise answer
        events = _events(answer)
        try:
            for number, event in enumerate(events):
                if self._break_after is not None and isinstance(event, Finished):
                    raise self._break_after
                yield event
                if number == 0 and self.hold is not None:
                    await self.hold.wait()
                await asyncio.sleep(0)
        except asyncio.CancelledError:
            self.cancelled += 1
            raise

    async def aclose(self) -> None:
        self.closed = True


def _events(answer: str | Sequence[ChatEvent]) -> list[ChatEvent]:
    if isinstance(answer, str):
        words = answer.split(" ")
        pieces = [f"{word} " for word in words[:-1]] + words[-1:]
        events: list[ChatEvent] = [TextDelta(piece) for piece in pieces if piece]
    else:
        events = list(answer)
    if not events or not isinstance(events[-1], Finished):
        calls = any(isinstance(event, ToolCallRequested) for event in events)
        reason = FinishReason.TOOL_CALLS if calls else FinishReason.STOP
        events.append(Finished(reason, Usage(11, 7)))
    return events
