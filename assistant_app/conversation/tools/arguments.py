"""From what a model wrote to the arguments of a tool, or to words that tell it what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from assistant_app.base.text import clean_text, has_content, one_line
from assistant_app.conversation.tools.specs import MOST_RESULTS, SPECS, Tool, parameters

_OTHER_NAMES = {
    "text": "content", "memory": "content", "fact": "content", "statement": "content",
    "q": "query", "question": "query", "keyword": "query", "keywords": "query",
    "memory_id": "id", "memoryid": "id", "max": "limit", "k": "limit", "count": "limit",
    "tag": "tags", "tags": "tag",
}  # fmt: skip
"""Names that models use for a parameter that the tool calls otherwise."""
_MOST_TAGS = 5
_LONGEST_SHOWN = 60


class ArgumentsError(ValueError):
    """The model's own fault: the words go back to it as the result of the call."""


@dataclass(frozen=True, slots=True)
class Arguments:
    """Checked arguments; what was left out is None."""

    content: str | None = None
    query: str | None = None
    id: str | None = None
    category: str | None = None
    tag: str | None = None
    tags: tuple[str, ...] | None = None
    limit: int | None = None


def read_arguments(tool: Tool, given: Mapping[str, object]) -> Arguments:
    """Check the arguments of a call.

    Args:
        tool: The tool.
        given: By name; values without a name under "0", "1" and so on.

    Raises:
        ArgumentsError: Says in English what is missing or wrong.
    """
    named = _named(tool, given)
    checked = Arguments(
        content=_text(named, "content"),
        query=_text(named, "query"),
        id=_text(named, "id"),
        category=_text(named, "category"),
        tag=_text(named, "tag"),
        tags=_tags(named),
        limit=_limit(named),
    )
    required = SPECS[tool].parameters["required"]
    for name in required if isinstance(required, list) else []:
        value = getattr(checked, name)
        if value is None or not has_content(value):
            raise ArgumentsError(f"{name} is missing; {usage(tool)}")
    if tool is Tool.UPDATE and not (checked.content or checked.category or checked.tags):
        raise ArgumentsError(f"nothing to change; {usage(tool)}")
    return checked


def usage(tool: Tool) -> str:
    """Return how a tool is called."""
    return f"use {tool.value}({', '.join(parameters(tool))})"


def _named(tool: Tool, given: Mapping[str, object]) -> dict[str, object]:
    known = parameters(tool)
    named: dict[str, object] = {}
    for name, value in given.items():
        if name.isdigit():
            place = int(name) if len(name) < 3 else len(known)
            if place >= len(known):
                raise ArgumentsError(f"too many values; {usage(tool)}")
            named.setdefault(known[place], value)
            continue
        lowered = name.strip().lower()
        proper = lowered if lowered in known else _OTHER_NAMES.get(lowered, lowered)
        if proper not in known:
            raise ArgumentsError(f"unknown argument {_shown(name)}; {usage(tool)}")
        named[proper] = value
    return named


def _text(named: Mapping[str, object], name: str) -> str | None:
    value = named.get(name)
    if isinstance(value, list) and name == "tag" and len(value) == 1:
        value = value[0]
    if isinstance(value, bool | int | float) and name in {"id", "query"}:
        value = str(value)
    if value is None or (isinstance(value, str) and not value.strip() and name != "content"):
        return None
    if not isinstance(value, str):
        raise ArgumentsError(f"{name} must be text, not {_shown(value)}")
    return one_line(clean_text(value))


def _tags(named: Mapping[str, object]) -> tuple[str, ...] | None:
    value = named.get("tags")
    if value is None:
        return None
    if isinstance(value, str):
        value = value.replace("，", ",").split(",")
    if not isinstance(value, list) or not all(isinstance(tag, str) for tag in value):
        raise ArgumentsError(f"tags must be a list of words, not {_shown(value)}")
    tags = [one_line(clean_text(tag)).casefold() for tag in value]
    return tuple(dict.fromkeys(tag for tag in tags if tag))[:_MOST_TAGS] or None


def _limit(named: Mapping[str, object]) -> int | None:
    value = named.get("limit")
    if isinstance(value, str) and value.strip().isdecimal() and len(value) < 10:
        value = int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise ArgumentsError(f"limit must be a whole number from 1, not {_shown(value)}")
    return min(value, MOST_RESULTS)


def _shown(value: object) -> str:
    text = one_line(str(value))
    return repr(text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "…")
