"""The text protocol for models without tool calls, read while the answer streams. Pure.

    [TOOL] searchMemory(query="Anna's birthday", limit=5) [/TOOL]

A call is one line of its own outside code: at most three spaces, the opening mark, a name that was
offered in this request, arguments as JSON values, the closing mark. Nothing is evaluated. A line
that somebody else wrote before (the user, a memory, a result) is a quotation: it is shown and
never run. The marks of calls never reach the answer.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from assistant_app.base.text import clean_text, one_line
from assistant_app.conversation.tools.literals import parse_arguments

OPEN = "[TOOL]"
CLOSE = "[/TOOL]"
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})(.*)$")
_CALL = re.compile(r"^([A-Za-z_]\w*)\s*\((.*)\)$", re.DOTALL)
_TICKS = re.compile(r"`+")
_LONGEST_LINE = 8_000
"""Characters of a line that begins with the mark; a longer one is no call."""


@dataclass(frozen=True, slots=True)
class TextCall:
    """A line that is meant as a call.

    Attributes:
        line: As the model wrote it, in one line.
        name: The tool; empty where none could be read.
        arguments: By name. Values without a name stand under "0", "1" and so on.
        fault: Why it cannot be run, for the model; empty when it can.
    """

    line: str
    name: str
    arguments: dict[str, object]
    fault: str = ""


class _Place(Enum):
    LINE_START = auto()
    """Nothing but spaces so far: it is not known what the line is."""
    HELD = auto()
    """The line begins with the mark, or with what may become it: nothing is shown yet."""
    PLAIN = auto()


class CallSplitter:
    """Separates an answer, piece by piece, into what is shown and what is a call.

    Args:
        names: The tools that were offered.
        foreign: Texts of the request that the model has not written itself.
        to_the_end: Keep what follows a call: no result will come any more.
    """

    def __init__(
        self, names: Collection[str], foreign: Sequence[str] = (), *, to_the_end: bool = False
    ) -> None:
        self._to_the_end = to_the_end
        self._names = frozenset(names)
        self._foreign = frozenset(_marked_lines(foreign))
        self._line = ""
        self._shown = 0
        self._code = _CodeWatch()
        self._called = False
        self._ended = False

    @property
    def ended(self) -> bool:
        """Whether text followed a call: it was written without the result and is not wanted."""
        return self._ended

    def feed(self, piece: str) -> list[str | TextCall]:
        """Take more of the answer; return what is certain by now, in order."""
        found: list[str | TextCall] = []
        lines = piece.split("\n")
        for number, part in enumerate(lines):
            self._line += part
            if number < len(lines) - 1:
                self._end_line("\n", found)
        self._show_what_is_plain(found)
        return self._before_the_result(found)

    def close(self) -> list[str | TextCall]:
        """Return what was held back: the answer has ended."""
        found: list[str | TextCall] = []
        self._end_line("", found)
        return self._before_the_result(found)

    def _before_the_result(self, found: list[str | TextCall]) -> list[str | TextCall]:
        """Leave out what was written behind a call, as if its result were known."""
        kept: list[str | TextCall] = []
        for one in found:
            if isinstance(one, TextCall):
                self._called = not self._to_the_end
            elif self._called:
                self._ended = self._ended or bool(one.strip())
                continue
            if not self._ended:
                kept.append(one)
        return _joined(kept)

    def _end_line(self, end: str, found: list[str | TextCall]) -> None:
        line, self._line = self._line, ""
        shown, self._shown = self._shown, 0
        if not shown and self._place(line) is not _Place.PLAIN and not self._is_quoted(line):
            kept = line.strip()
            if kept.startswith(OPEN):
                found.append(self._read(kept))
                return
            if kept == CLOSE:
                return
        self._code.take(line)
        found.append(line[shown:] + end)

    def _show_what_is_plain(self, found: list[str | TextCall]) -> None:
        if self._place(self._line) is _Place.PLAIN and self._line[self._shown :]:
            found.append(self._line[self._shown :])
            self._shown = len(self._line)

    def _place(self, line: str) -> _Place:
        if self._shown or self._code.inside or len(line) > _LONGEST_LINE:
            return _Place.PLAIN
        bare = line.lstrip(" ")
        if not bare:
            return _Place.LINE_START if len(line) <= 3 else _Place.PLAIN
        if len(line) - len(bare) > 3:
            return _Place.PLAIN
        held = any(mark.startswith(bare) or bare.startswith(mark) for mark in (OPEN, CLOSE))
        return _Place.HELD if held else _Place.PLAIN

    def _is_quoted(self, line: str) -> bool:
        return _plain_line(line) in self._foreign

    def _read(self, line: str) -> TextCall:
        return read_call(line, self._names)


def read_call(line: str, names: Collection[str]) -> TextCall:
    """Read one line that begins with the opening mark.

    Args:
        line: Without spaces around it.
        names: The tools that were offered.
    """
    shown = one_line(clean_text(line))
    if not line.endswith(CLOSE):
        return TextCall(shown, "", {}, f"the line must end with {CLOSE}")
    match = _CALL.match(line[len(OPEN) : -len(CLOSE)].strip())
    if match is None:
        return TextCall(shown, "", {}, "write name(arguments) between the marks")
    name = match.group(1)
    if name not in names:
        return TextCall(shown, name, {}, f"there is no tool {name}")
    try:
        return TextCall(shown, name, parse_arguments(match.group(2)))
    except ValueError as error:
        return TextCall(shown, name, {}, f"the arguments cannot be read: {error}")


class _CodeWatch:
    """Knows whether the next line stands in a fence, or in inline code that is still open."""

    def __init__(self) -> None:
        self._fence = ""
        self._ticks = 0

    @property
    def inside(self) -> bool:
        return bool(self._fence) or self._ticks > 0

    def take(self, line: str) -> None:
        """Take a line that is no call."""
        fence = _FENCE.match(line)
        if self._fence:
            closes = fence is not None and not fence.group(2).strip()
            if closes and fence is not None and fence.group(1).startswith(self._fence):
                self._fence = ""
            return
        if fence is not None and not (fence.group(1)[0] == "`" and "`" in fence.group(2)):
            self._fence, self._ticks = fence.group(1), 0
            return
        if not line.strip():
            self._ticks = 0  # inline code ends with its paragraph
            return
        for run in _TICKS.findall(line):
            if not self._ticks:
                self._ticks = len(run)
            elif self._ticks == len(run):
                self._ticks = 0


def _marked_lines(texts: Sequence[str]) -> Iterator[str]:
    """Yield every stretch of a text that a model may repeat as a line of its own."""
    for text in texts:
        place = text.find(OPEN)
        while place >= 0:
            end = text.find(CLOSE, place)
            stop = len(text) if end < 0 else end + len(CLOSE)
            yield _plain_line(text[place:stop].split("\n", 1)[0])
            place = text.find(OPEN, place + len(OPEN))


def _plain_line(line: str) -> str:
    return "".join(line.split())


def _joined(found: list[str | TextCall]) -> list[str | TextCall]:
    joined: list[str | TextCall] = []
    for one in found:
        if isinstance(one, str) and joined and isinstance(joined[-1], str):
            joined[-1] += one
        elif one:
            joined.append(one)
    return joined
