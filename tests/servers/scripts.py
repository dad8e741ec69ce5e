"""What the test server's model says in each mode, as steps that know no wire format."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

RECALLED = re.compile(r"<recalled_memories>(.*?)</recalled_memories>", re.DOTALL)
NOTHING_KNOWN = "I have nothing in memory about that."


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that the server does while it answers."""

    kind: str
    value: Any = None


@dataclass(slots=True)
class Script:
    """What a test chooses about the answers.

    Attributes:
        text: The fixed answer.
        extract_json: Answer to requests that ask for JSON by a schema, or a function that makes it
            from the request; None makes the smallest value that the schema allows.
        tool: Name of the tool that is called; None calls the first one offered.
        tool_arguments: What it is called with.
        delay: Seconds between the pieces in mode `slow`.
        count: Number of pieces in mode `many-events`.
    """

    text: str = "Hello from the test model."
    extract_json: Any = None
    tool: str | None = None
    tool_arguments: dict[str, Any] = field(default_factory=dict)
    delay: float = 0.2
    count: int = 2000


def steps_of(mode: str, body: dict[str, Any], raw: str, script: Script) -> Iterator[Step]:
    """Return the steps of an answer."""
    maker = _MODES.get(mode)
    if maker is not None:
        yield from maker(body, raw, script)
        return
    yield from pieces(_plain_answer(mode, body, raw, script))
    yield Step("finish", "stop")


def _plain_answer(mode: str, body: dict[str, Any], raw: str, script: Script) -> str:
    if mode == "memory-echo":
        return raw
    schema = schema_of(body)
    if mode in {"extract", "from-memory"} and schema is not None:
        value = smallest(schema) if script.extract_json is None else script.extract_json
        value = value(body) if callable(value) else value
        return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return from_memory(body) if mode == "from-memory" else script.text


def _slow(body: dict[str, Any], raw: str, script: Script) -> Iterator[Step]:
    for step in pieces(script.text):
        yield Step("sleep", script.delay)
        yield step
    yield Step("finish", "stop")


def _many(body: dict[str, Any], raw: str, script: Script) -> Iterator[Step]:
    for number in range(script.count):
        yield Step("text", f"{number} ")
    yield Step("finish", "stop")


def _begun_then(*steps: Step) -> Any:
    def make(body: dict[str, Any], raw: str, script: Script) -> Iterator[Step]:
        yield Step("text", "The first ")
        yield Step("text", "words")
        yield from steps

    return make


def _hang(body: dict[str, Any], raw: str, script: Script) -> Iterator[Step]:
    yield Step("hang")


def _keep_alive(body: dict[str, Any], raw: str, script: Script) -> Iterator[Step]:
    while True:
        yield Step("sleep", 0.01)
        yield Step("comment")


def _tool_call(body: dict[str, Any], raw: str, script: Script) -> Iterator[Step]:
    yield from _call(body, script, script.tool_arguments)


def _tool_call_empty(body: dict[str, Any], raw: str, script: Script) -> Iterator[Step]:
    yield from _call(body, script, None)


def _call(body: dict[str, Any], script: Script, arguments: Any) -> Iterator[Step]:
    messages = body.get("messages") or [{}]
    offered = [tool["function"]["name"] for tool in body.get("tools") or []]
    if messages[-1].get("role") == "tool" or not (script.tool or offered):
        yield from pieces(f"The tool said: {messages[-1].get('content', '')}")
        yield Step("finish", "stop")
        return
    yield Step("call", (script.tool or offered[0], arguments))
    yield Step("finish", "tool_calls")


def _think_tags(body: dict[str, Any], raw: str, script: Script) -> Iterator[Step]:
    for piece in ("<th", "ink>SECRET-", "REASONING is here</thi", "nk>\n\n", *_words(script.text)):
        yield Step("text", piece)
    yield Step("finish", "stop")


def _reasoning(body: dict[str, Any], raw: str, script: Script) -> Iterator[Step]:
    yield Step("reasoning", "SECRET-REASONING ")
    yield Step("reasoning", "is here")
    yield from pieces(script.text)
    yield Step("finish", "stop")


def _surrogate(body: dict[str, Any], raw: str, script: Script) -> Iterator[Step]:
    for piece in ("broken \ud83c here, ", "whole \ud83d", "\ude00 here"):
        yield Step("text", piece)
    yield Step("finish", "stop")


_MODES: dict[str, Any] = {
    "slow": _slow,
    "many-events": _many,
    "cut-mid-event": _begun_then(Step("cut-mid-event")),
    "cut-clean": _begun_then(Step("end")),
    "error-in-stream": _begun_then(Step("error", "the engine has stopped")),
    "hang-after-first-token": _begun_then(Step("hang")),
    "hang": _hang,
    "keep-alive": _keep_alive,
    "tool-call": _tool_call,
    "tool-call-empty-args": _tool_call_empty,
    "think-tags": _think_tags,
    "reasoning": _reasoning,
    "surrogate": _surrogate,
}


def pieces(text: str) -> Iterator[Step]:
    """Cut a text into steps of about a word."""
    for word in _words(text):
        yield Step("text", word)


def _words(text: str) -> list[str]:
    return re.findall(r"\s*\S{1,40}|\s+$", text) or [text]


def schema_of(body: dict[str, Any]) -> dict[str, Any] | None:
    """The JSON schema that a request asks for, in either format."""
    wanted = (body.get("response_format") or {}).get("json_schema") or {}
    found = wanted.get("schema") or body.get("format")
    return found if isinstance(found, dict) else None


def smallest(schema: dict[str, Any]) -> Any:
    """The smallest value that a plain JSON schema allows."""
    if schema.get("enum"):
        return schema["enum"][0]
    kind = schema.get("type")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object":
        needed = schema.get("required", [])
        return {n: smallest(s) for n, s in schema.get("properties", {}).items() if n in needed}
    return {"array": [], "string": "", "integer": 0, "number": 0, "boolean": False}.get(str(kind))


def from_memory(body: dict[str, Any]) -> str:
    """Answer with the recalled memories that stand in the newest user message."""
    asked = [m for m in body.get("messages", []) if m.get("role") == "user"]
    found = RECALLED.search(str(asked[-1].get("content", ""))) if asked else None
    lines = [line.strip().lstrip("-*• ") for line in found.group(1).splitlines()] if found else []
    lines = [line for line in lines if line]
    return "I remember: " + " ".join(lines) if lines else NOTHING_KNOWN


def vector(text: str, dimension: int = 64) -> list[float]:
    """A deterministic unit vector in which texts that share letters are near each other."""
    row = [0.0] * dimension
    padded = f" {text.lower()} "
    for size in (2, 3):
        for start in range(len(padded) - size + 1):
            digest = hashlib.blake2b(padded[start : start + size].encode(), digest_size=4).digest()
            number = int.from_bytes(digest, "big")
            row[number % dimension] += 1.0 if number & (1 << 31) else -1.0
    length = math.sqrt(sum(x * x for x in row)) or 1.0
    return [x / length for x in row]
