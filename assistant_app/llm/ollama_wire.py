"""Ollama's own chat format on the wire, and the choice of the context window.

Ollama runs every model with a small window unless the request asks for another, and silently
drops the head of a prompt that does not fit: the system prompt and the recalled memories go
first. So each request says how large a window it needs. Nothing here opens a connection.
"""

from __future__ import annotations

import json
import secrets
from typing import TYPE_CHECKING, Any

from assistant_app.base.errors import ErrorCode
from assistant_app.base.text import clean_text
from assistant_app.base.tokens import MESSAGE_OVERHEAD, count_tokens
from assistant_app.llm.deltas import AnswerText
from assistant_app.llm.faults import Where, fault_of_object
from assistant_app.llm.port import (
    ChatEvent,
    ChatMessage,
    ChatRequest,
    Finished,
    FinishReason,
    Role,
    ToolCall,
    ToolCallRequested,
    Usage,
)
from assistant_app.llm.sse import JsonLineDecoder
from assistant_app.llm.toolcalls import make_call

if TYPE_CHECKING:
    from collections.abc import Sequence

SMALLEST_WINDOW = 4096
ANSWER_RESERVE = 2048
_MARGIN = 1.25


def tokens_of_request(messages: Sequence[ChatMessage], request: ChatRequest) -> int:
    """Estimate the tokens that a request takes, without its answer."""
    texts = [message.content for message in messages]
    texts += [json.dumps(call.arguments) for message in messages for call in message.tool_calls]
    texts += [
        f"{tool.name} {tool.description} {json.dumps(tool.parameters)}" for tool in request.tools
    ]
    return sum(count_tokens(text) + MESSAGE_OVERHEAD for text in texts)


def choose_window(
    needed: int, *, answer: int, limit: int | None, cap: int, present: int = 0
) -> int:
    """Choose `num_ctx` for a request.

    A change of the window makes Ollama load the model anew, so sizes grow in powers of two and
    never shrink below the present one.

    Args:
        needed: Estimated tokens of the request.
        answer: Tokens to keep free for the answer.
        limit: The largest window of the model; None where it is not known.
        cap: The largest window that is ever asked for, since memory grows with it.
        present: The window that the model runs with now; 0 where it is not known.

    Returns:
        Tokens: the smallest power of two, from 4096, that holds the request with a quarter to
        spare and its answer, within `limit` and `cap`.
    """
    most = min(cap, limit) if limit else cap
    wanted = int(needed * _MARGIN) + answer
    size = SMALLEST_WINDOW
    while size < wanted:
        size *= 2
    return min(max(size, present), most)


def build_payload(
    model: str,
    messages: Sequence[ChatMessage],
    request: ChatRequest,
    *,
    window: int,
    with_tools: bool = True,
    with_schema: bool = True,
) -> dict[str, object]:
    """Return the body of `/api/chat`.

    Args:
        model: Ollama's name of the model.
        messages: The repaired messages; those of `request` are not looked at.
        request: Everything else that is asked for.
        window: `num_ctx`.
        with_tools: False where the model has refused tools.
        with_schema: False where the server has refused a schema.
    """
    options: dict[str, object] = {"num_ctx": window}
    if request.temperature is not None:
        options["temperature"] = request.temperature
    if request.max_tokens is not None:
        options["num_predict"] = request.max_tokens
    payload: dict[str, object] = {
        "model": model,
        "messages": _messages(messages),
        "stream": True,
        "options": options,
        # Newer servers: an error instead of a prompt without its head. Older ones pass it over.
        "truncate": False,
    }
    if request.tools and with_tools:
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
    if request.response_schema is not None and with_schema:
        payload["format"] = request.response_schema
    return payload


def _messages(messages: Sequence[ChatMessage]) -> list[dict[str, object]]:
    names: dict[str, str] = {}
    found: list[dict[str, object]] = []
    for message in messages:
        body: dict[str, object] = {"role": message.role.value, "content": message.content}
        if message.tool_calls:
            names.update({call.id: call.name for call in message.tool_calls})
            body["tool_calls"] = [
                {"id": call.id, "function": {"name": call.name, "arguments": call.arguments}}
                for call in message.tool_calls
            ]
        if message.role is Role.TOOL and message.tool_call_id is not None:
            body["tool_name"] = names.get(message.tool_call_id, "")
            body["tool_call_id"] = message.tool_call_id
        found.append(body)
    return found


class OllamaReader:
    """Reads one answer of `/api/chat`.

    Args:
        where: Whom the errors name.
    """

    def __init__(self, where: Where) -> None:
        self.opened = False
        self.begun = False
        self.complete = False
        self.ended = False
        self._where = where
        self._lines = JsonLineDecoder()
        self._text = AnswerText()
        self._calls: list[ToolCallRequested] = []
        self._reason = FinishReason.STOP
        self._usage = Usage()

    def begin(self, content_type: str) -> None:
        """Take the content type.

        Raises:
            UserError: `bad_response` for a web page.
        """
        self.opened = True
        if "html" in content_type:
            raise self._where.error(ErrorCode.BAD_RESPONSE, detail="a web page")

    def feed(self, chunk: bytes) -> list[ChatEvent]:
        """Take bytes and return the events that are now certain.

        Raises:
            UserError: The server tells an error, or what it sends cannot be read.
        """
        found: list[ChatEvent] = []
        for line in self._lines.feed(chunk):
            self._take(line, found)
        return found

    def close(self) -> list[ChatEvent]:
        """Return what was held back, the tool calls and `Finished`.

        Raises:
            UserError: `stream_broken` when no line said that the answer is done.
        """
        found: list[ChatEvent] = []
        for line in self._lines.close():
            try:
                json.loads(line)
            except (ValueError, RecursionError):
                raise self._where.error(ErrorCode.STREAM_BROKEN) from None
            self._take(line, found)
        if not self.complete:
            raise self._where.error(ErrorCode.STREAM_BROKEN)
        found += self._text.close()
        found += self._calls
        reason = self._reason
        if self._calls and reason is FinishReason.STOP:
            reason = FinishReason.TOOL_CALLS
        found.append(Finished(reason, self._usage))
        return found

    def _take(self, line: str, found: list[ChatEvent]) -> None:
        if self.ended:
            return
        try:
            chunk = json.loads(line)
        except (ValueError, RecursionError):
            raise self._where.error(ErrorCode.BAD_RESPONSE, detail="no JSON") from None
        if not isinstance(chunk, dict):
            raise self._where.error(ErrorCode.BAD_RESPONSE, detail="no object")
        if chunk.get("error"):
            raise fault_of_object(self._where, chunk["error"])
        message = chunk.get("message")
        if isinstance(message, dict):
            self._take_message(message, found)
        elif not chunk.get("done"):
            raise self._where.error(ErrorCode.BAD_RESPONSE, detail="no message")
        if chunk.get("done") is True:
            self._take_end(chunk)

    def _take_message(self, message: dict[str, Any], found: list[ChatEvent]) -> None:
        thinking, content = message.get("thinking"), message.get("content")
        if isinstance(thinking, str) and thinking:
            self.begun = True
            found += self._text.reasoning(thinking)
        if isinstance(content, str) and content:
            self.begun = True
            found += self._text.text(content)
        calls = message.get("tool_calls")
        for call in calls if isinstance(calls, list) else []:
            if isinstance(call, dict):
                self.begun = True
                self._calls.append(ToolCallRequested(self._call(call)))

    def _call(self, call: dict[str, Any]) -> ToolCall:
        function = call.get("function")
        function = function if isinstance(function, dict) else {}
        name, arguments, call_id = function.get("name"), function.get("arguments"), call.get("id")
        if not isinstance(name, str) or not name.strip():
            raise self._where.error(ErrorCode.BAD_RESPONSE, detail="a tool call without a name")
        text = arguments if isinstance(arguments, str) else json.dumps(arguments)
        made = call_id if isinstance(call_id, str) and call_id else f"call_{secrets.token_hex(8)}"
        return make_call(made, clean_text(name).strip(), text)

    def _take_end(self, chunk: dict[str, Any]) -> None:
        self.complete = self.ended = True
        if chunk.get("done_reason") == "length":
            self._reason = FinishReason.LENGTH
        prompt, answer = chunk.get("prompt_eval_count"), chunk.get("eval_count")
        self._usage = Usage(
            prompt if isinstance(prompt, int) else None,
            answer if isinstance(answer, int) else None,
        )
