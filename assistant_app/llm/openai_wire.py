"""The OpenAI chat format on the wire: what is sent, and how to read what comes.

Nothing here opens a connection. The format is the one of `POST /v1/chat/completions` with the
dialects that servers in the wild have made of it.
"""

from __future__ import annotations

import json
import re
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.llm.deltas import AnswerText
from assistant_app.llm.faults import Where, error_in, fault_of_object
from assistant_app.llm.port import (
    ChatEvent,
    ChatMessage,
    ChatRequest,
    Finished,
    FinishReason,
    ToolCallRequested,
    Usage,
)
from assistant_app.llm.sse import MAX_EVENT_CHARACTERS, SseDecoder
from assistant_app.llm.toolcalls import ToolCallAssembler

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

_FINISH = {
    "stop": FinishReason.STOP,
    "length": FinishReason.LENGTH,
    "max_tokens": FinishReason.LENGTH,
    "model_length": FinishReason.LENGTH,
    "tool_calls": FinishReason.TOOL_CALLS,
    "function_call": FinishReason.TOOL_CALLS,
    "content_filter": FinishReason.CONTENT_FILTER,
    "safety": FinishReason.CONTENT_FILTER,
}
_REFUSING = frozenset({400, 404, 422, 500, 501})
_UNKNOWN = re.compile(
    r"support|require|unknown|unrecogni[sz]ed|unexpected|permitted|extra|unavailable|not allowed"
    r"|instead"
)
_BROKEN_FINISH = frozenset({"error", "network_error", "abort"})


class Option(StrEnum):
    """Parts of a request that a server may not know; each can be left out or said otherwise."""

    STREAM_USAGE = "stream_options"
    JSON_SCHEMA = "response_format"
    TOOLS = "tools"
    TEMPERATURE = "temperature"
    MAX_TOKENS = "max_tokens"


# The order in which the words of a refusal are searched; the vaguest last.
_NAMED = (
    (Option.STREAM_USAGE, ("stream_options", "include_usage")),
    (Option.MAX_TOKENS, ("max_tokens", "max_completion_tokens")),
    (Option.TEMPERATURE, ("temperature",)),
    (Option.JSON_SCHEMA, ("response_format", "json_schema", "response format")),
    (Option.TOOLS, ("tool", "function call")),
)


def build_payload(
    model: str, messages: Sequence[ChatMessage], request: ChatRequest, without: Collection[Option]
) -> dict[str, object]:
    """Return the body of a request.

    Args:
        model: The server's name of the model.
        messages: The repaired messages; those of `request` are not looked at.
        request: Everything else that is asked for.
        without: Options that the server has refused before.
    """
    payload: dict[str, object] = {
        "model": model,
        "messages": [_message(message) for message in messages],
        "stream": True,
    }
    if Option.STREAM_USAGE not in without:
        payload["stream_options"] = {"include_usage": True}
    if request.temperature is not None and Option.TEMPERATURE not in without:
        payload["temperature"] = request.temperature
    if request.max_tokens is not None:
        newer = Option.MAX_TOKENS in without
        payload["max_completion_tokens" if newer else "max_tokens"] = request.max_tokens
    if request.tools and Option.TOOLS not in without:
        payload["tools"] = [
            {
                "type": "function",
                "function": {
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": tool.parameters,
                },
            }
            for tool in request.tools
        ]
    if request.response_schema is not None and Option.JSON_SCHEMA not in without:
        schema = {"name": "answer", "schema": request.response_schema}
        payload["response_format"] = {"type": "json_schema", "json_schema": schema}
    return payload


def _message(message: ChatMessage) -> dict[str, object]:
    body: dict[str, object] = {"role": message.role.value, "content": message.content}
    if message.tool_calls:
        body["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {
                    "name": call.name,
                    "arguments": json.dumps(call.arguments, ensure_ascii=False),
                },
            }
            for call in message.tool_calls
        ]
    if message.tool_call_id is not None:
        body["tool_call_id"] = message.tool_call_id
    return body


def refused_option(
    status: int, text: str, payload: Mapping[str, object], without: Collection[Option]
) -> Option | None:
    """Find the option that a refusal names, so that it can be left out at the next attempt.

    Args:
        status: Status of the refusal.
        text: The server's words.
        payload: What was refused.
        without: What has been left out already.

    Returns:
        The option, or None when the words name none that was sent.
    """
    if status not in _REFUSING:
        return None
    lowered = text.lower()
    for option, words in _NAMED:
        sent = option.value in payload and option not in without
        if not sent or not any(word in lowered for word in words):
            continue
        if option is Option.STREAM_USAGE or _UNKNOWN.search(lowered):
            return option
    return None


class OpenAiReader:
    """Reads one answer, streamed or (where a server does not stream) in one piece.

    Args:
        where: Whom the errors name.
    """

    def __init__(self, where: Where) -> None:
        self.opened = False
        self.begun = False
        self.complete = False
        self.ended = False
        self._where = where
        self._events = SseDecoder()
        self._whole: bytearray | None = None
        self._text = AnswerText()
        self._calls = ToolCallAssembler()
        self._usage = Usage()
        self._reason: FinishReason | None = None
        self._saw_choice = False

    def begin(self, content_type: str) -> None:
        """Take the content type.

        Raises:
            UserError: `bad_response` for a web page, which is what a login portal sends.
        """
        self.opened = True
        if "html" in content_type:
            raise self._where.error(ErrorCode.BAD_RESPONSE, detail="a web page")
        if "json" in content_type and "event-stream" not in content_type:
            self._whole = bytearray()

    def feed(self, chunk: bytes) -> list[ChatEvent]:
        """Take bytes and return the events that are now certain.

        Raises:
            UserError: The server tells an error, or what it sends cannot be read.
        """
        if self._whole is not None:
            self._whole += chunk
            if len(self._whole) > MAX_EVENT_CHARACTERS:
                raise self._where.error(ErrorCode.BAD_RESPONSE, detail="endless answer")
            return []
        found: list[ChatEvent] = []
        for data in self._events.feed(chunk):
            self._take(data, found)
        return found

    def close(self) -> list[ChatEvent]:
        """Return what was held back, the tool calls and `Finished`.

        Raises:
            UserError: `stream_broken` when neither a finish reason nor `[DONE]` came.
        """
        found: list[ChatEvent] = []
        self._read_rest(found)
        if not self.complete:
            if not self._saw_choice and self._events.saw_other_text:
                raise self._where.error(ErrorCode.BAD_RESPONSE, detail="no events")
            raise self._where.error(ErrorCode.STREAM_BROKEN)
        if not self._saw_choice:
            raise self._where.error(ErrorCode.BAD_RESPONSE, detail="no answer in it")
        found += self._text.close()
        calls = self._finished_calls()
        found += calls
        reason = self._reason or FinishReason.STOP
        if calls and reason is FinishReason.STOP:
            reason = FinishReason.TOOL_CALLS
        found.append(Finished(reason, self._usage))
        return found

    def _read_rest(self, found: list[ChatEvent]) -> None:
        if self._whole is not None:
            self._take(self._whole.decode("utf-8", errors="replace"), found)
            return
        for data in self._events.close():
            if self.complete:
                continue
            try:
                json.loads(data if data.strip() != "[DONE]" else "null")
            except (ValueError, RecursionError):
                raise self._where.error(ErrorCode.STREAM_BROKEN) from None
            self._take(data, found)

    def _finished_calls(self) -> list[ToolCallRequested]:
        cut = self._reason is FinishReason.LENGTH
        try:
            calls = self._calls.finish()
        except UserError as error:
            if cut:
                return []  # the limit of the answer fell into a call
            raise self._where.error(error.code, **error.params) from None
        return [] if cut and any(c.unreadable for c in calls) else [*map(ToolCallRequested, calls)]

    def _take(self, data: str, found: list[ChatEvent]) -> None:
        data = data.strip()
        if not data or self.ended:
            return
        if data == "[DONE]":
            self.complete = self.ended = True
            return
        try:
            chunk = json.loads(data)
        except (ValueError, RecursionError):
            raise self._where.error(ErrorCode.BAD_RESPONSE, detail="no JSON") from None
        if not isinstance(chunk, dict):
            raise self._where.error(ErrorCode.BAD_RESPONSE, detail="no object")
        error = error_in(chunk)
        if error is not None:
            raise fault_of_object(self._where, error)
        self._usage = _usage(chunk) or self._usage
        choices = chunk.get("choices")
        for choice in choices if isinstance(choices, list) else []:
            if isinstance(choice, dict) and choice.get("index") in {None, 0}:
                self._saw_choice = True
                self._take_choice(choice, found)

    def _take_choice(self, choice: dict[str, Any], found: list[ChatEvent]) -> None:
        delta = choice.get("delta") or choice.get("message")
        if isinstance(delta, dict):
            self._take_delta(delta, found)
        reason = choice.get("finish_reason")
        if isinstance(reason, str) and reason:
            if reason.lower() in _BROKEN_FINISH:
                raise fault_of_object(self._where, choice.get("error") or reason)
            self._reason = _FINISH.get(reason.lower(), FinishReason.STOP)
            self.complete = True

    def _take_delta(self, delta: dict[str, Any], found: list[ChatEvent]) -> None:
        thinking = _plain(delta.get("reasoning_content")) or _plain(delta.get("reasoning"))
        answer = ""
        for is_thinking, text in _parts(delta.get("content")):
            if is_thinking:
                thinking += text
            else:
                answer += text
        answer += _plain(delta.get("refusal"))
        events: list[ChatEvent] = []
        if thinking:
            events += self._text.reasoning(thinking)
        if answer:
            events += self._text.text(answer)
        self._calls.feed(delta.get("tool_calls"))
        self.begun = self.begun or bool(thinking or answer or self._calls)
        found += events


def _plain(value: object) -> str:
    return value if isinstance(value, str) else ""


def _parts(content: object) -> list[tuple[bool, str]]:
    """Return the texts of a content, which may be a list of typed parts, and which are thinking."""
    if isinstance(content, str):
        return [(False, content)]
    found: list[tuple[bool, str]] = []
    for part in content if isinstance(content, list) else []:
        if isinstance(part, dict):
            inner = part.get("thinking")
            if isinstance(inner, list):
                found += [(True, text) for _, text in _parts(inner)]
            elif isinstance(inner, str):
                found.append((True, inner))
            else:
                found.append((False, _plain(part.get("text"))))
    return found


def _usage(chunk: dict[str, Any]) -> Usage | None:
    extra = chunk.get("x_groq")
    usage = chunk.get("usage") or (extra.get("usage") if isinstance(extra, dict) else None)
    if not isinstance(usage, dict):
        return None
    prompt, completion = usage.get("prompt_tokens"), usage.get("completion_tokens")
    return Usage(
        prompt if isinstance(prompt, int) else None,
        completion if isinstance(completion, int) else None,
    )
