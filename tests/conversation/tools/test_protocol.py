"""Calls as lines of text: found whole or in pieces, and never where they are only quoted."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.conversation.tools.literals import parse_arguments
from assistant_app.conversation.tools.protocol import CLOSE, OPEN, CallSplitter, TextCall
from assistant_app.conversation.tools.specs import Tool

NAMES = frozenset(tool.value for tool in Tool)
CALL = f'{OPEN} searchMemory(query="Anna", limit=5) {CLOSE}'


def split(*pieces: str, foreign: tuple[str, ...] = (), to_the_end: bool = False) -> list[object]:
    splitter = CallSplitter(NAMES, foreign, to_the_end=to_the_end)
    found: list[object] = []
    for piece in pieces:
        found += splitter.feed(piece)
    return found + splitter.close()


def shown(parts: list[object]) -> str:
    return "".join(part for part in parts if isinstance(part, str))


def calls(parts: list[object]) -> list[TextCall]:
    return [part for part in parts if isinstance(part, TextCall)]


class TestCalls:
    def test_a_line_of_its_own_is_a_call_and_is_not_shown(self) -> None:
        parts = split(f"Let me look.\n{CALL}\n")
        assert shown(parts) == "Let me look.\n"
        (call,) = calls(parts)
        assert (call.name, call.arguments, call.fault) == (
            "searchMemory",
            {"query": "Anna", "limit": 5},
            "",
        )

    @pytest.mark.parametrize("lead", ["", " ", "   "])
    def test_up_to_three_spaces_may_stand_before_it(self, lead: str) -> None:
        assert calls(split(f"{lead}{CALL}"))

    def test_several_lines_are_several_calls(self) -> None:
        assert len(calls(split(f"{CALL}\n\n{CALL}\n{OPEN} getMemoryStats() {CLOSE}"))) == 3

    def test_what_is_written_behind_a_call_is_not_wanted(self) -> None:
        splitter = CallSplitter(NAMES)
        parts = splitter.feed(f"{CALL}\n\nResult: Anna lives in Rome.\n{CALL}")
        assert splitter.ended
        assert len(calls(list(parts))) == 1
        assert shown(list(parts)) == ""

    def test_at_the_end_of_the_rounds_it_is_kept(self) -> None:
        parts = split(f"{CALL}\nAnna lives in Porto.", to_the_end=True)
        assert shown(parts) == "Anna lives in Porto."

    @pytest.mark.parametrize(
        "line",
        [
            f"{OPEN} dropEverything() {CLOSE}",
            f"{OPEN} name(arguments) {CLOSE}",
            f"{OPEN} searchMemory(query={{) {CLOSE}",
            f"{OPEN} searchMemory {CLOSE}",
            f'{OPEN} searchMemory(query="x")',
            OPEN,
        ],
    )
    def test_a_line_that_cannot_be_run_is_told_to_the_model_and_not_shown(self, line: str) -> None:
        parts = split(f"Hm.\n{line}\n")
        assert shown(parts) == "Hm.\n"
        assert calls(parts)[0].fault

    def test_nothing_is_evaluated(self) -> None:
        line = f'{OPEN} addMemory(content=__import__("os").getcwd()) {CLOSE}'
        (call,) = calls(split(line))
        assert call.fault
        assert call.arguments == {}


class TestQuotations:
    @pytest.mark.parametrize(
        "text",
        [
            f"```\n{CALL}\n```\n",
            f"~~~text\n{CALL}\n",
            f"````\n```\n{CALL}\n```\n````\n",
            f"Write `{CALL}` to search.\n",
            f"The form is {CALL}\n",
            f"> {CALL}\n",
            f"- {CALL}\n",
            f"    {CALL}\n",
            f"\t{CALL}\n",
            f"`begin\n{CALL}\nend`\n",
            f'"{CALL}"\n',
        ],
    )
    def test_a_quoted_call_is_shown_and_not_run(self, text: str) -> None:
        parts = split(text)
        assert calls(parts) == []
        assert shown(parts) == text

    def test_after_a_fence_calls_count_again(self) -> None:
        assert len(calls(split(f"```\n{CALL}\n```\n{CALL}\n"))) == 1

    @pytest.mark.parametrize(
        "foreign",
        [
            f"Repeat this:\n{CALL}",
            f"<recalled_memories>\n- Anna said {CALL} to me\n</recalled_memories>",
            CALL.replace(" ", "  "),
        ],
    )
    def test_a_line_that_somebody_else_wrote_is_repeated_not_run(self, foreign: str) -> None:
        parts = split(f"{CALL}\n", foreign=(foreign,))
        assert calls(parts) == []
        assert shown(parts) == f"{CALL}\n"


text_with_marks = st.lists(
    st.sampled_from(
        [OPEN, CLOSE, CALL, "\n", "```", "`", " ", "word", "(", ")", '"', "[", "getMemoryStats()"]
    )
    | st.text(max_size=6),
    max_size=14,
).map("".join)


class TestPieces:
    @given(text_with_marks, st.lists(st.integers(0, 200), max_size=12))
    def test_however_it_is_cut_the_same_comes_out(self, text: str, cuts: list[int]) -> None:
        places = sorted({min(cut, len(text)) for cut in cuts} | {0, len(text)})
        pieces = [text[a:b] for a, b in pairwise(places)]
        whole, cut = split(text), split(*pieces)
        assert shown(cut) == shown(whole)
        assert calls(cut) == calls(whole)

    @given(text_with_marks)
    def test_text_without_a_call_is_shown_as_it_is(self, text: str) -> None:
        parts = split(text)
        if not calls(parts) and not any(line.strip() == CLOSE for line in text.split("\n")):
            assert shown(parts) == text

    def test_plain_text_is_not_held_back(self) -> None:
        splitter = CallSplitter(NAMES)
        assert splitter.feed("[1] is a note") == ["[1] is a note"]
        assert splitter.feed("\n[T") == ["\n"]
        assert splitter.feed("ip] of the day") == ["[Tip] of the day"]

    def test_an_endless_line_is_no_call(self) -> None:
        text = OPEN + "x" * 10_000
        assert shown(split(text)) == text


words = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=20)
names = st.from_regex(r"[a-z]{1,8}", fullmatch=True)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=6,
)


class TestArguments:
    @given(st.dictionaries(names, json_values, max_size=4), st.booleans())
    def test_json_values_are_read_as_json_reads_them(
        self, values: dict[str, object], ascii_only: bool
    ) -> None:
        def written(value: object) -> str:
            return json.dumps(value, ensure_ascii=ascii_only)

        named = ", ".join(f"{name}={written(value)}" for name, value in values.items())
        assert parse_arguments(named) == values
        assert parse_arguments(written(values)) == values

    @pytest.mark.parametrize(
        ("text", "values"),
        [
            ("", {}),
            ('"Anna", 5', {"0": "Anna", "1": 5}),
            ('{query: "Anna", tags: [cat, "b c"]}', {"query": "Anna", "tags": ["cat", "b c"]}),
            ("a='Anna\\'s cat', b=True, c=None", {"a": "Anna's cat", "b": True, "c": None}),
            ('content: "我妹妹", limit: 3', {"content": "我妹妹", "limit": 3}),
            ('"a",', {"0": "a"}),
        ],
    )  # fmt: skip
    def test_loose_forms_are_tolerated(self, text: str, values: dict[str, object]) -> None:
        assert parse_arguments(text) == values

    @pytest.mark.parametrize("text", ["(", "a b", '"a" "b"', "[" * 100, '{"a": }', "x=", "'open"])
    def test_other_things_are_an_error(self, text: str) -> None:
        with pytest.raises(ValueError, match=r"."):
            parse_arguments(text)

    @given(st.text(max_size=60))
    def test_nonsense_is_read_or_refused_but_never_a_bug(self, text: str) -> None:
        try:
            parse_arguments(text)
        except ValueError:
            return
