"""The eight memory tools, as they are offered to a model."""

from __future__ import annotations

from enum import StrEnum

from assistant_app.llm.port import ToolSpec


class Tool(StrEnum):
    """Names of the tools."""

    ADD = "addMemory"
    SEARCH = "searchMemory"
    LIST = "getAllMemories"
    GET = "getMemory"
    UPDATE = "updateMemory"
    DELETE = "deleteMemory"
    STATS = "getMemoryStats"
    RELATED = "getRelatedMemories"


READING = (Tool.SEARCH, Tool.LIST, Tool.GET, Tool.STATS, Tool.RELATED)
WRITING = (Tool.ADD, Tool.UPDATE, Tool.DELETE)

_TEXT: dict[str, object] = {
    "type": "string",
    "description": "One short statement in the user's language that names its subject.",
}
_CATEGORY: dict[str, object] = {
    "type": "string",
    "description": "One lower-case word, for example people, tastes, work, health.",
}
_TAGS: dict[str, object] = {
    "type": "array",
    "items": {"type": "string"},
    "description": "3 to 5 lower-case words.",
}
_ID: dict[str, object] = {"type": "string", "description": "Id of a memory, from a result."}


def _limit(default: int) -> dict[str, object]:
    return {
        "type": "integer",
        "minimum": 1,
        "maximum": MOST_RESULTS,
        "description": f"Most results; {default} when left out.",
    }


MOST_RESULTS = 50
DEFAULT_FOUND = 8
DEFAULT_LISTED = 20
DEFAULT_RELATED = 5


def _spec(tool: Tool, description: str, required: tuple[str, ...], **fields: object) -> ToolSpec:
    schema: dict[str, object] = {
        "type": "object",
        "properties": fields,
        "required": list(required),
        "additionalProperties": False,
    }
    return ToolSpec(tool.value, description, schema)


SPECS: dict[Tool, ToolSpec] = {
    Tool(spec.name): spec
    for spec in (
        _spec(
            Tool.ADD,
            "Keep one lasting fact about the user, only when the user asks for it. The program "
            "notices plain statements by itself.",
            ("content",),
            content=_TEXT,
            category=_CATEGORY,
            tags=_TAGS,
        ),
        _spec(
            Tool.SEARCH,
            "Look in long-term memory and past conversations for what the notes at hand leave out.",
            ("query",),
            query={"type": "string", "description": "What to look for, in plain words."},
            limit=_limit(DEFAULT_FOUND),
        ),
        _spec(
            Tool.LIST,
            "List memories, the newest first.",
            (),
            category=_CATEGORY,
            tag={"type": "string", "description": "Only memories with this tag."},
            limit=_limit(DEFAULT_LISTED),
        ),
        _spec(Tool.GET, "Show one memory with its dates.", ("id",), id=_ID),
        _spec(
            Tool.UPDATE,
            "Change what a memory says when the user corrects it; the old text stays in its "
            "history.",
            ("id",),
            id=_ID,
            content=_TEXT,
            category=_CATEGORY,
            tags=_TAGS,
        ),
        _spec(
            Tool.DELETE,
            "Forget a memory. Unless the user asked for it in the newest message, they are asked "
            "first.",
            ("id",),
            id=_ID,
        ),
        _spec(Tool.STATS, "Count memories by category and tag.", ()),
        _spec(
            Tool.RELATED,
            "Find memories that belong near one.",
            ("id",),
            id=_ID,
            limit=_limit(DEFAULT_RELATED),
        ),
    )
}


def parameters(tool: Tool) -> tuple[str, ...]:
    """Return the names of a tool's parameters, the needed ones first."""
    fields = SPECS[tool].parameters["properties"]
    return tuple(fields) if isinstance(fields, dict) else ()
