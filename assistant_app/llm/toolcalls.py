"""Puts tool calls together from the pieces in which an OpenAI-compatible server sends them.

The format says that each piece carries the index of its call. Servers in the wild leave it out,
send 0 for every call, repeat the name, send the arguments as an object, or none at all.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.text import clean_text
from assistant_app.llm.port import ToolCall

_MOST_SHOWN = 500
"""Characters of unreadable arguments that are kept."""


@dataclass(slots=True)
class _Pending:
    index: int | None
    id: str = ""
    name: str = ""
    arguments: list[str] = field(default_factory=list)


class ToolCallAssembler:
    """Collects the pieces of all calls of one answer."""

    def __init__(self) -> None:
        self._calls: list[_Pending] = []

    def __bool__(self) -> bool:
        return bool(self._calls)

    def feed(self, pieces: object) -> None:
        """Take the `tool_calls` list of one chunk; what is no piece of a call is passed over."""
        for piece in pieces if isinstance(pieces, list) else []:
            if isinstance(piece, dict):
                self._take(piece)

    def finish(self) -> list[ToolCall]:
        """Return the complete calls, in the order in which they began.

        Arguments that are no JSON object stand in `ToolCall.unreadable`.

        Raises:
            UserError: `bad_response` when a call has no name.
        """
        return [_complete(call) for call in self._calls]

    def _take(self, piece: Mapping[str, object]) -> None:
        function = piece.get("function")
        function = function if isinstance(function, dict) else {}
        call_id, name = _text(piece.get("id")), _text(function.get("name"))
        index = piece.get("index")
        call = self._find(index if isinstance(index, int) else None, call_id, name)
        call.id = call.id or call_id
        if name and name != call.name:
            call.name += name
        arguments = function.get("arguments")
        if isinstance(arguments, str):
            call.arguments.append(arguments)
        elif isinstance(arguments, dict):
            call.arguments.append(json.dumps(arguments))

    def _find(self, index: int | None, call_id: str, name: str) -> _Pending:
        for call in reversed(self._calls):
            if call_id and call.id == call_id:
                return call
        for call in reversed(self._calls):
            if self._continues(call, index, call_id, name):
                return call
        call = _Pending(index)
        self._calls.append(call)
        return call

    def _continues(self, call: _Pending, index: int | None, call_id: str, name: str) -> bool:
        if index is not None and call.index != index:
            return False
        if index is None and call is not self._calls[-1]:
            return False
        if call_id and call.id:
            return False  # another id: another call, whatever the index says
        starts_anew = bool(name) and bool(call.name) and (index is None or bool(call.arguments))
        return not starts_anew


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _complete(call: _Pending) -> ToolCall:
    return make_call(
        call.id or f"call_{secrets.token_hex(8)}",
        clean_text(call.name).strip() or _unreadable("a tool call without a name"),
        "".join(call.arguments),
    )


def make_call(call_id: str, name: str, arguments: str) -> ToolCall:
    """Return a call; arguments that cannot be read are the model's fault and go back to it."""
    try:
        return ToolCall(call_id, name, parse_arguments(arguments))
    except UserError:
        return ToolCall(call_id, name, {}, unreadable=clean_text(arguments)[:_MOST_SHOWN])


def parse_arguments(text: str) -> dict[str, object]:
    """Read the arguments of a call; no text at all stands for no arguments.

    Raises:
        UserError: `bad_response` when they are no JSON object.
    """
    if not text.strip():
        return {}
    value = _loads(text)
    if isinstance(value, str):  # some servers encode twice
        value = _loads(value) if value.strip() else {}
    if value is None:
        return {}
    if not isinstance(value, dict):
        _unreadable("arguments of a tool call are no object")
    return {clean_text(str(name)): _cleaned(item) for name, item in value.items()}


def _loads(text: str) -> object:
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        _unreadable("arguments of a tool call are no JSON")


def _cleaned(value: object) -> object:
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, list):
        return [_cleaned(item) for item in value]
    if isinstance(value, dict):
        return {clean_text(str(name)): _cleaned(item) for name, item in value.items()}
    return value


def _unreadable(detail: str) -> NoReturn:
    raise UserError(ErrorCode.BAD_RESPONSE, detail=detail)
