"""Makes a list of messages acceptable to every provider, just before it is sent.

A turn can be stopped between a tool call and its result, a program can be killed there, and a
conversation can go on with another provider. A call without its result, or a result without its
call, makes servers refuse every later request of that conversation. Several chat templates refuse
two messages of one role in a row as well.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace

from assistant_app.base.text import clean_text
from assistant_app.llm.port import ChatMessage, Role, ToolCall

_JOINABLE = frozenset({Role.SYSTEM, Role.USER, Role.ASSISTANT})


def repair_messages(messages: Sequence[ChatMessage]) -> tuple[ChatMessage, ...]:
    """Return messages in which calls and results pair up and roles take turns.

    Calls that have no result directly after them are dropped, results that belong to no call
    before them too, and the second result of a call. An assistant message that has nothing left
    goes; neighbours of one role are joined by a blank line. Text is made valid Unicode.
    Repairing twice changes nothing more.
    """
    return tuple(_joined(_paired([replace(m, content=clean_text(m.content)) for m in messages])))


def _paired(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    kept: list[ChatMessage] = []
    position = 0
    while position < len(messages):
        message = messages[position]
        position += 1
        if message.role is Role.TOOL:
            continue  # every result that has a call was taken together with it
        if message.role is not Role.ASSISTANT:
            kept.append(replace(message, tool_calls=(), tool_call_id=None))
            continue
        results: dict[str, ChatMessage] = {}
        while position < len(messages) and messages[position].role is Role.TOOL:
            result = messages[position]
            position += 1
            if result.tool_call_id is not None:
                results.setdefault(result.tool_call_id, replace(result, tool_calls=()))
        calls = _answered(message.tool_calls, results)
        if calls or message.content.strip():
            kept.append(replace(message, tool_calls=calls, tool_call_id=None))
            kept += [results[call.id] for call in calls]
    return kept


def _answered(calls: Iterable[ToolCall], results: dict[str, ChatMessage]) -> tuple[ToolCall, ...]:
    unique = {call.id: call for call in reversed(tuple(calls))}
    return tuple(call for call in reversed(unique.values()) if call.id in results)


def _joined(messages: Iterable[ChatMessage]) -> list[ChatMessage]:
    kept: list[ChatMessage] = []
    for message in messages:
        before = kept[-1] if kept else None
        if before is None or not _may_join(before, message):
            kept.append(message)
            continue
        texts = [text for text in (before.content, message.content) if text]
        kept[-1] = replace(before, content="\n\n".join(texts), tool_calls=message.tool_calls)
    return kept


def _may_join(before: ChatMessage, after: ChatMessage) -> bool:
    return before.role is after.role and after.role in _JOINABLE and not before.tool_calls


def with_short_ids(messages: Iterable[ChatMessage]) -> tuple[ChatMessage, ...]:
    """Return the messages with call ids of nine letters and digits.

    Mistral's API takes no other form, also for calls that another provider's model made. The new
    id depends on the old one alone, so that a repeated request stays the same.
    """
    return tuple(
        replace(
            message,
            tool_calls=tuple(replace(call, id=_short(call.id)) for call in message.tool_calls),
            tool_call_id=None if message.tool_call_id is None else _short(message.tool_call_id),
        )
        for message in messages
    )


def _short(call_id: str) -> str:
    if len(call_id) == 9 and call_id.isascii() and call_id.isalnum():
        return call_id
    return hashlib.sha256(call_id.encode()).hexdigest()[:9]
