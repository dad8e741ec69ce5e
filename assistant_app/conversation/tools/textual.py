"""Calls that a model writes as JSON into its answer although the server knows tool calls. Pure.

Small models, and servers that do not know a model's own notation, answer with

    {"name": "searchMemory", "arguments": {"query": "Anna"}}

and nothing else, sometimes with a bracket or the right name missing. Shown as an answer that would
be nonsense. Only a reply that consists of such a call alone counts; what somebody else wrote
before does not. Whoever really wanted to see such a thing gets it by the plain request that
follows a call that went wrong.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence

from assistant_app.base.text import one_line
from assistant_app.conversation.tools.protocol import TextCall

_LONGEST = 4_000
_NAMES = ("name", "tool", "tool_name", "function")
_ARGUMENTS = ("arguments", "parameters", "args", "input")
_KEYS = ("name", "tool", "tool_name", "function", "type", "arguments", "parameters", "id")
_WRAPPED = re.compile(
    r"^(?:```(?:json|tool_call|tool_code)?\s*|<tool_call>\s*|<\|python_tag\|>\s*)?"
    r"(\{.*\}|\[\s*\{.*\}\s*\])\s*(?:```|</tool_call>)?$",
    re.DOTALL,
)
_STARTS = ("```json", "```tool_call", "```tool_code", "```", "<tool_call>", "<|python_tag|>")
_NAME = re.compile(r'"(?:name|tool|tool_name|function)"\s*:\s*"(\w+)"')
_HAS_ARGUMENTS = re.compile(r'"(?:arguments|parameters|args|input)"\s*:\s*\{')
_FIRST_KEY = re.compile(r'^[\[{\s]*"([^"]*)("?)')


class JsonCallSplitter:
    """Holds a reply back while it may be nothing but a call.

    Args:
        names: The tools that were offered.
        foreign: Texts of the request that the model has not written itself.
    """

    def __init__(self, names: Collection[str], foreign: Sequence[str] = ()) -> None:
        self._names = frozenset(names)
        self._foreign = ["".join(text.split()) for text in foreign]
        self._held: str | None = ""

    @property
    def ended(self) -> bool:
        """Nothing follows a call that is all of a reply."""
        return False

    def feed(self, piece: str) -> list[str | TextCall]:
        """Take more of the reply; return what is certain by now."""
        if self._held is None:
            return [piece] if piece else []
        self._held += piece
        if may_become_call(self._held):
            return []
        held, self._held = self._held, None
        return [held] if held else []

    def close(self) -> list[str | TextCall]:
        """Return what was held back: a call, or text after all."""
        held, self._held = self._held, None
        if not held:
            return []
        calls = self._read(held)
        return [*calls] if calls else [held]

    def _read(self, text: str) -> list[TextCall]:
        text = text.strip()
        plain = "".join(text.split())
        if any(plain in foreign for foreign in self._foreign):
            return []
        match = _WRAPPED.match(text)
        try:
            value = json.loads(match.group(1) if match else text, strict=False)
        except (ValueError, RecursionError):
            return self._broken(text)
        found = [self._call(one) for one in (value if isinstance(value, list) else [value])]
        calls = [call for call in found if call is not None]
        return calls if len(calls) == len(found) else []

    def _call(self, value: object) -> TextCall | None:
        if not isinstance(value, dict):
            return None
        inner = value.get("function")
        body = inner if isinstance(inner, dict) else value
        name = next((body[key] for key in _NAMES if isinstance(body.get(key), str)), "")
        given = [body[key] for key in _ARGUMENTS if isinstance(body.get(key), dict)]
        if not name or not (given or name in self._names):
            return None
        arguments = {str(key): item for key, item in given[0].items()} if given else {}
        return TextCall(one_line(json.dumps(value, ensure_ascii=False)), name, arguments)

    def _broken(self, text: str) -> list[TextCall]:
        """Read the name of a call whose brackets do not match; it cannot be run."""
        name = _NAME.search(text)
        shaped = name is not None and _HAS_ARGUMENTS.search(text) is not None
        alone = text.endswith(("}", "]", "```", ">"))
        if name is None or not shaped or not alone:
            return []
        return [TextCall(one_line(text), name.group(1), {}, "the call is no JSON")]


def may_become_call(text: str) -> bool:
    """Whether a reply that begins so may turn out to be nothing but a call."""
    bare = text.lstrip()
    if len(bare) > _LONGEST:
        return False
    for start in _STARTS:
        if start.startswith(bare):
            return True
        if bare.startswith(start):
            bare = bare[len(start) :].lstrip()
            break
    return not bare or _begins_like_a_call(bare)


def _begins_like_a_call(text: str) -> bool:
    if text[0] not in "{[":
        return False
    key = _FIRST_KEY.match(text)
    if key is None:
        return not text.strip("[{ \n\t\r")
    if key.group(2):
        return key.group(1) in _KEYS
    return any(known.startswith(key.group(1)) for known in _KEYS)
