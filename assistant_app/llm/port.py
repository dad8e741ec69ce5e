"""The port that every chat model implements, and the values that pass through it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol


class Role(StrEnum):
    """Who speaks."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool that the model asks to run.

    Attributes:
        id: Ties the result to the call.
        name: As the model wrote it.
        arguments: What it is called with.
        unreadable: The arguments as they came where they are no JSON object (`arguments` is empty
            then); the model is told, the user is not.
    """

    id: str
    name: str
    arguments: Mapping[str, object]
    unreadable: str = ""


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool that is offered to the model; `parameters` is a JSON schema of type object."""

    name: str
    description: str
    parameters: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of a request."""

    role: Role
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One request to a chat model."""

    messages: tuple[ChatMessage, ...]
    tools: tuple[ToolSpec, ...] = ()
    max_tokens: int | None = None
    temperature: float | None = None
    response_schema: Mapping[str, object] | None = None
    """JSON schema that the whole answer should follow, where the server has such a thing."""


@dataclass(frozen=True, slots=True)
class TextDelta:
    """More of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class ReasoningDelta:
    """More of the model's thinking; never part of the answer, the title or a memory."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolCallRequested:
    """A complete tool call."""

    call: ToolCall


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the server counted them; None where it did not say."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class WaitReason(StrEnum):
    """Why nothing arrives yet."""

    LOADING = "loading"
    RETRY = "retry"


@dataclass(frozen=True, slots=True)
class Waiting:
    """The answer has not begun; `seconds` is the pause before the next attempt, if one is known."""

    reason: WaitReason
    seconds: float | None = None


class FinishReason(StrEnum):
    """Why the answer ended."""

    STOP = "stop"
    LENGTH = "length"
    TOOL_CALLS = "tool_calls"
    CONTENT_FILTER = "content_filter"


@dataclass(frozen=True, slots=True)
class Finished:
    """The last event of a complete answer."""

    reason: FinishReason
    usage: Usage = field(default_factory=Usage)


ChatEvent = TextDelta | ReasoningDelta | ToolCallRequested | Waiting | Finished


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a model can do, as far as is known."""

    tools: bool = False
    json_schema: bool = False
    context_tokens: int | None = None


class ChatModel(Protocol):
    """Streams answers. Cancelling the task that iterates ends the request at once."""

    @property
    def model_id(self) -> str:
        """`provider:model`, as in the setting `chat.model`."""

    @property
    def is_local(self) -> bool:
        """Whether what is sent stays on this machine."""

    async def capabilities(self) -> Capabilities:
        """What the model can do; asks the server where that is needed and remembers it."""

    def stream(self, request: ChatRequest) -> AsyncIterator[ChatEvent]:
        """Answer a request.

        Yields:
            Events in order. A complete answer ends with exactly one `Finished`; an iterator that
            ends without it does not exist: it raises `stream_broken` instead.

        Raises:
            UserError: A provider's code; `stream_broken` when the text so far is incomplete.
        """

    async def aclose(self) -> None:
        """Close connections."""
