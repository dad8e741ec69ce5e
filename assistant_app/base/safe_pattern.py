r"""Patterns that a user writes, searched in time linear in the text, whatever they wrote.

The usual engine goes back and tries again: `(a+)+b` keeps it busy for hours on thirty letters, and
a rule that is tried on every memory may not do that. Here all ways through the pattern are followed
at once (Thompson's construction), one step a character. What cannot be done that way (looking
around, back references) is refused when the pattern is written.

Understood: letters, `.`, `[a-z]`, `[^...]`, `\d \w \s` and their opposites, `\b \B`, `^ $`,
`(...)`, `(?:...)`, `|`, `* + ? {m,n}`. Case and width do not matter.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

_LONGEST = 500
_MOST_STATES = 600
_MOST_CACHED = 5000
_MOST_REPEATS = 200
_SPECIAL = frozenset("()[]{}|*+?.^$\\")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v"}

Test = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class _Node:
    """One state: takes a character that passes `test`, or goes on without one."""

    test: Test | None = None
    look: str = ""
    """`^`, `$`, `b` or `B`: passed only at such a place."""
    after: tuple[int, ...] = ()


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


_CLASSES: dict[str, Test] = {"d": str.isdecimal, "w": _is_word, "s": str.isspace}


@dataclass(slots=True)
class _Builder:
    """Reads a pattern from left to right into states; fragments are (start, open end)."""

    pattern: str
    at: int = 0
    nodes: list[_Node] = field(default_factory=list)

    def add(self, test: Test | None = None, look: str = "", after: tuple[int, ...] = ()) -> int:
        if len(self.nodes) >= _MOST_STATES:
            raise ValueError("too large")
        self.nodes.append(_Node(test, look, after))
        return len(self.nodes) - 1

    def link(self, node: int, target: int) -> None:
        old = self.nodes[node]
        self.nodes[node] = _Node(old.test, old.look, (*old.after, target))

    def peek(self) -> str:
        return self.pattern[self.at : self.at + 1]

    def take(self) -> str:
        character = self.peek()
        self.at += 1
        return character

    def either(self) -> tuple[int, int]:
        """Read alternatives up to a closing bracket or the end."""
        start, end = self.add(), self.add()
        while True:
            first, last = self.sequence()
            self.link(start, first)
            self.link(last, end)
            if self.peek() != "|":
                return start, end
            self.take()

    def sequence(self) -> tuple[int, int]:
        first = last = self.add()
        while self.peek() and self.peek() not in "|)":
            start, end = self.repeated()
            self.link(last, start)
            last = end
        return first, last

    def repeated(self) -> tuple[int, int]:
        begin = self.at
        part = self.atom()
        stop = self.at
        low, high = self.quantity()
        if (low, high) == (1, 1):
            return part
        first = last = self.add()
        # Each further copy is read from the pattern again: states are not shared.
        for _ in range(low):
            part = self.again(begin, stop)
            self.link(last, part[0])
            last = part[1]
        end = self.add()
        if high is None:
            part = self.again(begin, stop)
            self.link(last, part[0])
            self.link(part[1], part[0])
            self.link(part[1], end)
        for _ in range((high or low) - low):
            self.link(last, end)
            part = self.again(begin, stop)
            self.link(last, part[0])
            last = part[1]
        self.link(last, end)
        return first, end

    def again(self, begin: int, stop: int) -> tuple[int, int]:
        after, self.at = self.at, begin
        part = self.atom()
        assert self.at == stop
        self.at = after
        return part

    def quantity(self) -> tuple[int, int | None]:
        found: tuple[int, int | None] = (1, 1)
        sign = self.peek()
        if sign and sign in "*+?":
            self.take()
            found = {"*": (0, None), "+": (1, None), "?": (0, 1)}[sign]
        elif sign == "{":
            found = self.counted()
        else:
            return found
        if self.peek() == "?":  # "as few as possible": the same texts are found
            self.take()
        if self.peek() and self.peek() in "*+?{":
            raise ValueError("two repeats at one place")
        return found

    def counted(self) -> tuple[int, int | None]:
        inside, closed, _ = self.pattern[self.at + 1 :].partition("}")
        low, comma, high = inside.partition(",")
        if not closed or not low.isdecimal() or (high and not high.isdecimal()):
            raise ValueError("not a number of repeats")
        self.at += len(inside) + 2
        least = int(low)
        most = least if not comma else int(high) if high else None
        if least > _MOST_REPEATS or (most is not None and not least <= most <= _MOST_REPEATS):
            raise ValueError("too many repeats")
        return least, most

    def atom(self) -> tuple[int, int]:
        character = self.take()
        if character == "(":
            return self.group()
        if character in "^$":
            node = self.add(look=character)
        elif character == "\\":
            node = self.escaped()
        elif character == "[":
            node = self.add(self.one_of())
        elif character == ".":
            node = self.add(lambda seen: seen != "\n")
        elif character in _SPECIAL:
            raise ValueError("a sign out of place")
        else:
            return self.letter(character)
        return node, node

    def letter(self, character: str) -> tuple[int, int]:
        """Take one letter; some are several when case is folded (a sharp s is a double one)."""
        nodes = [self.add(_equal(one)) for one in fold(character)]
        for node, following in pairwise(nodes):
            self.link(node, following)
        return nodes[0], nodes[-1]

    def group(self) -> tuple[int, int]:
        if self.pattern.startswith("?:", self.at):
            self.at += 2
        elif self.peek() == "?":
            raise ValueError("not possible in linear time")
        part = self.either()
        if self.take() != ")":
            raise ValueError("a bracket is not closed")
        return part

    def escaped(self) -> int:
        character = self.take()
        if character and character in "bB":
            return self.add(look=character)
        return self.add(self.escape(character))

    def escape(self, character: str) -> Test:
        if character.lower() in _CLASSES and character:
            test = _CLASSES[character.lower()]
            return test if character.islower() else _not(test)
        if character in _ESCAPES:
            return _equal(_ESCAPES[character])
        if not character or character.isalnum():
            raise ValueError("an unknown escape")
        return _equal(character)

    def one_of(self) -> Test:
        opposite = self.peek() == "^"
        if opposite:
            self.take()
        tests: list[Test] = []
        while self.peek() != "]" or not tests:
            tests.append(self.member())
        self.take()
        found = _any(tests)
        return _not(found) if opposite else found

    def member(self) -> Test:
        character = self.take()
        if not character:
            raise ValueError("a bracket is not closed")
        if character == "\\":
            return self.escape(self.take())
        if self.peek() == "-" and self.pattern[self.at + 1 : self.at + 2] not in {"", "]"}:
            self.take()
            last = self.take()
            if last == "\\" or character > last:
                raise ValueError("not a range")
            return _between(character, last)
        return _equal(character)


def _equal(character: str) -> Test:
    wanted = fold(character)
    return lambda seen: seen == wanted


def _not(test: Test) -> Test:
    return lambda seen: not test(seen)


def _any(tests: list[Test]) -> Test:
    return lambda seen: any(test(seen) for test in tests)


def _between(first: str, last: str) -> Test:
    return lambda seen: first <= seen <= last or first <= seen.upper() <= last


def fold(text: str) -> str:
    """Return text as patterns see it: compatible forms joined, case folded."""
    return unicodedata.normalize("NFKC", text).casefold()


class SafePattern:
    """A pattern that can be looked for in a text.

    Args:
        pattern: As the user wrote it.

    Raises:
        ValueError: It is none, it is too large, it matches the empty text (and so everything), or
            it needs more than linear time.
    """

    def __init__(self, pattern: str) -> None:
        if not pattern.strip() or len(pattern) > _LONGEST:
            raise ValueError("empty or too long")
        builder = _Builder(unicodedata.normalize("NFKC", pattern))
        self._start, self._end = builder.either()
        if builder.at < len(builder.pattern):
            raise ValueError("a bracket too many")
        self._nodes = tuple(builder.nodes)
        self._closures: dict[tuple[frozenset[int], str, str], frozenset[int]] = {}
        self._steps: dict[tuple[frozenset[int], str], frozenset[int]] = {}
        if self.found_in(""):
            raise ValueError("it is in every text")

    def found_in(self, text: str) -> bool:
        """Whether the pattern stands anywhere in a text."""
        text = fold(text)
        kinds = ["edge", *("word" if _is_word(one) else "mark" for one in text), "edge"]
        states: frozenset[int] = frozenset()
        for at, character in enumerate(text):
            states = self._closed(states, kinds[at], kinds[at + 1])
            if self._end in states:
                return True
            states = self._step(states, character)
        return self._end in self._closed(states, kinds[len(text)], kinds[-1])

    def _closed(self, states: frozenset[int], before: str, after: str) -> frozenset[int]:
        """Add the start, and what is reached without a character at a place between two kinds."""
        key = (states, before, after)
        known = self._closures.get(key)
        if known is not None:
            return known
        seen = {*states, self._start}
        todo = list(seen)
        while todo:
            node = self._nodes[todo.pop()]
            if node.test is None and _passes(node.look, before, after):
                fresh = [target for target in node.after if target not in seen]
                seen.update(fresh)
                todo += fresh
        if len(self._closures) > _MOST_CACHED:
            self._closures.clear()
        found = self._closures[key] = frozenset(seen)
        return found

    def _step(self, states: frozenset[int], character: str) -> frozenset[int]:
        key = (states, character)
        known = self._steps.get(key)
        if known is not None:
            return known
        reached: set[int] = set()
        for state in states:
            node = self._nodes[state]
            if node.test is not None and node.test(character):
                reached.update(node.after)
        if len(self._steps) > _MOST_CACHED:
            self._steps.clear()
        found = self._steps[key] = frozenset(reached)
        return found


def _passes(look: str, before: str, after: str) -> bool:
    if not look:
        return True
    if look in "^$":
        return (before if look == "^" else after) == "edge"
    return ((before == "word") != (after == "word")) == (look == "b")
