"""What every chat model keeps, whatever is behind it; each implementation subclasses this."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from assistant_app.llm.port import (
    ChatEvent,
    ChatMessage,
    ChatModel,
    ChatRequest,
    Finished,
    FinishReason,
    ReasoningDelta,
    Role,
    TextDelta,
    ToolCallRequested,
    ToolSpec,
)
from assistant_app.llm.timeouts import Timeouts

QUICK = Timeouts(retry_base=0.01, lookup=5)
WEATHER = ToolSpec("weather", "Tells the weather", {"type": "object", "properties": {}})


def user(text: str, **more: Any) -> ChatRequest:
    """A request with one message."""
    return ChatRequest((ChatMessage(Role.USER, text),), **more)


def text_of(events: list[ChatEvent]) -> str:
    """The answer."""
    return "".join(event.text for event in events if isinstance(event, TextDelta))


def reasoning_of(events: list[ChatEvent]) -> str:
    """The thinking."""
    return "".join(event.text for event in events if isinstance(event, ReasoningDelta))


async def collect(model: ChatModel, request: ChatRequest) -> list[ChatEvent]:
    """All events of an answer."""
    return [event async for event in model.stream(request)]


def run_with(model: ChatModel, work: Callable[[ChatModel], Awaitable[Any]]) -> Any:
    """Run work in a loop of its own and close the model."""

    async def whole() -> Any:
        try:
            return await work(model)
        finally:
            await model.aclose()

    return asyncio.run(whole())


def answer_of(model: ChatModel, request: ChatRequest) -> list[ChatEvent]:
    """All events of an answer, in a loop of its own."""
    found: list[ChatEvent] = run_with(model, lambda m: collect(m, request))
    return found


class ChatModelContract:
    """The promises of `ChatModel`."""

    @contextlib.contextmanager
    def model_that(self, behaviour: str) -> Iterator[ChatModel]:
        """Give a model that says "Hello there, Anna." in the way that a behaviour names."""
        raise NotImplementedError

    def test_a_complete_answer_ends_with_exactly_one_finished(self) -> None:
        with self.model_that("reply") as model:
            events = answer_of(model, user("Hi"))
        assert text_of(events) == "Hello there, Anna."
        assert [isinstance(event, Finished) for event in events].count(True) == 1
        assert isinstance(events[-1], Finished)
        assert events[-1].reason is FinishReason.STOP
        assert (events[-1].usage.prompt_tokens, events[-1].usage.completion_tokens) == (11, 7)

    def test_the_same_model_answers_again(self) -> None:
        async def twice(model: ChatModel) -> list[str]:
            return [text_of(await collect(model, user("Hi"))) for _ in range(2)]

        with self.model_that("reply") as model:
            assert run_with(model, twice) == ["Hello there, Anna."] * 2

    def test_thinking_is_never_text(self) -> None:
        with self.model_that("reasoning") as model:
            events = answer_of(model, user("Hi"))
        assert "SECRET-REASONING" in reasoning_of(events)
        assert text_of(events) == "Hello there, Anna."

    def test_a_tool_call_comes_complete_and_is_the_reason_of_the_end(self) -> None:
        with self.model_that("tool-call") as model:
            events = answer_of(model, user("Weather?", tools=(WEATHER,)))
        calls = [event.call for event in events if isinstance(event, ToolCallRequested)]
        assert [(call.name, call.arguments) for call in calls] == [("weather", {"city": "Porto"})]
        assert calls[0].id
        assert isinstance(events[-1], Finished)
        assert events[-1].reason is FinishReason.TOOL_CALLS

    def test_stop_ends_an_answer_that_stalls(self) -> None:
        with self.model_that("hang-after-first-token") as model:

            async def stopped(model: ChatModel) -> str:
                got: list[ChatEvent] = []
                begun = asyncio.Event()

                async def consume() -> None:
                    async for event in model.stream(user("Hi")):
                        got.append(event)
                        begun.set()

                task = asyncio.create_task(consume())
                await begun.wait()
                await asyncio.sleep(0)
                task.cancel()
                # The server never sends another byte: only the cancelling can end this.
                with pytest.raises(asyncio.CancelledError):
                    await asyncio.wait_for(task, timeout=30)
                return text_of(got)

            assert run_with(model, stopped)

    def test_it_says_what_it_is(self) -> None:
        with self.model_that("reply") as model:
            provider, colon, name = model.model_id.partition(":")
            assert (bool(provider), colon, bool(name)) == (True, ":", True)
            assert model.is_local is True
            able = run_with(model, lambda m: m.capabilities())
        assert able.tools
        assert able.context_tokens == 8192
