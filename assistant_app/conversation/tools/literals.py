"""Arguments of a call in the text protocol: JSON values, read by hand. Nothing is evaluated.

    query="Anna", limit=5        names with "=" or ":"
    {"query": "Anna"}            an object
    "Anna", 5                    values alone, in the order of the tool's parameters

Names may stand without quotes, a word without quotes is taken as text, single quotes as double
ones, and `True`, `False`, `None` as JSON's. A value that is none of these is an error.
"""

from __future__ import annotations

import json
import re

from assistant_app.base.text import clean_text

_SPACE = re.compile(r"\s*")
_NAME = re.compile(r"""(?:"([A-Za-z_]\w*)"|'([A-Za-z_]\w*)'|([A-Za-z_]\w*))\s*[:=]\s*""")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])")
_WORD = re.compile(r"[^\s,\[\]{}()\"'=:]+")
_WORDS: dict[str, object] = {
    "true": True, "True": True, "false": False, "False": False,
    "null": None, "None": None, "none": None,
}  # fmt: skip
_DEEPEST = 20


def parse_arguments(text: str) -> dict[str, object]:
    """Read what stands between the brackets of a call.

    Values without a name are found under "0", "1" and so on.

    Raises:
        ValueError: It is no list of JSON values; says where.
    """
    reader = _Reader(text)
    arguments = reader.members(None, numbered=True)
    if not reader.at_end:
        raise reader.fault()
    only = arguments.get("0")
    if len(arguments) == 1 and isinstance(only, dict):
        return only
    return arguments


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._place = 0
        self._depth = 0

    @property
    def at_end(self) -> bool:
        self._skip()
        return self._place == len(self._text)

    def fault(self) -> ValueError:
        near = self._text[self._place : self._place + 20]
        return ValueError(f"unexpected {near!r}" if near else "it ends too early")

    def members(self, end: str | None, *, numbered: bool) -> dict[str, object]:
        """Read named values up to a closing mark, or to the end of the text."""
        found: dict[str, object] = {}
        while not self._ended(end):
            self._skip()
            name = _NAME.match(self._text, self._place)
            if name is None and not numbered:
                raise self.fault()
            if name is not None:
                self._place = name.end()
                found[name.group(1) or name.group(2) or name.group(3)] = self._value()
            else:
                found[str(sum(key.isdigit() for key in found))] = self._value()
            self._comma(end)
        return found

    def _items(self) -> list[object]:
        found: list[object] = []
        while not self._ended("]"):
            found.append(self._value())
            self._comma("]")
        return found

    def _value(self) -> object:
        self._skip()
        start = self._text[self._place : self._place + 1]
        if start in {"{", "["}:
            return self._nested(start)
        if start == '"':
            return self._json_string()
        if start == "'":
            return self._single_quoted()
        return self._bare()

    def _nested(self, start: str) -> object:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise ValueError("nested too deeply")
        self._place += 1
        value: object = self.members("}", numbered=False) if start == "{" else self._items()
        self._depth -= 1
        return value

    def _json_string(self) -> str:
        try:
            value, self._place = json.JSONDecoder(strict=False).raw_decode(self._text, self._place)
        except (ValueError, RecursionError):
            raise self.fault() from None
        return clean_text(str(value))

    def _single_quoted(self) -> str:
        """Read words in single quotes; a quote inside a word ("Anna's") does not end it."""
        place = self._place + 1
        while place < len(self._text):
            if self._text[place] == "\\":
                place += 2
                continue
            follows = self._text[place + 1 : place + 2]
            if self._text[place] == "'" and not follows.isalnum():
                inner = self._text[self._place + 1 : place]
                self._place = place + 1
                return clean_text(re.sub(r"\\(['\"\\])", r"\1", inner))
            place += 1
        raise self.fault()

    def _bare(self) -> object:
        number = _NUMBER.match(self._text, self._place)
        if number is not None:
            self._place = number.end()
            value: object = json.loads(number.group())
            return value
        word = _WORD.match(self._text, self._place)
        if word is None:
            raise self.fault()
        self._place = word.end()
        return _WORDS.get(word.group(), clean_text(word.group()))

    def _ended(self, end: str | None) -> bool:
        self._skip()
        if end is None:
            return self._place == len(self._text)
        if self._text.startswith(end, self._place):
            self._place += len(end)
            return True
        return False

    def _comma(self, end: str | None) -> None:
        self._skip()
        if self._text.startswith(",", self._place):
            self._place += 1
            return
        closed = (
            self._place == len(self._text)
            if end is None
            else self._text.startswith(end, self._place)
        )
        if not closed:
            raise self.fault()

    def _skip(self) -> None:
        match = _SPACE.match(self._text, self._place)
        if match is not None:
            self._place = match.end()
