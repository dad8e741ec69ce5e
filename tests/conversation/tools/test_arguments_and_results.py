"""What models write as arguments is read with patience; what goes back to them is short."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.conversation.tools.arguments import (
    Arguments,
    ArgumentsError,
    read_arguments,
)
from assistant_app.conversation.tools.results import encode, fitting, hit_result, memory_result
from assistant_app.conversation.tools.specs import MOST_RESULTS, SPECS, Tool, parameters
from assistant_app.memory.types import HitKind
from tests.conversation.fakes import NOON, entry, hit, past


@pytest.mark.parametrize(
    ("tool", "given_", "read"),
    [
        (Tool.SEARCH, {"query": "Anna", "limit": "5"}, Arguments(query="Anna", limit=5)),
        (Tool.SEARCH, {"0": "Anna", "1": 5.0}, Arguments(query="Anna", limit=5)),
        (Tool.SEARCH, {"q": " Anna\n b ", "k": 900}, Arguments(query="Anna b", limit=MOST_RESULTS)),
        (Tool.GET, {"memory_id": 12}, Arguments(id="12")),
        (
            Tool.ADD,
            {"text": "I ski", "tags": "A, b,a"},
            Arguments(content="I ski", tags=("a", "b")),
        ),
        (Tool.ADD, {"content": "I ski", "tags": [], "category": ""}, Arguments(content="I ski")),
        (Tool.LIST, {"tags": ["cat"]}, Arguments(tag="cat")),
        (Tool.LIST, {}, Arguments()),
        (Tool.UPDATE, {"id": "a1", "category": "people"}, Arguments(id="a1", category="people")),
    ],
)
def test_read_with_patience(tool: Tool, given_: dict[str, object], read: Arguments) -> None:
    assert read_arguments(tool, given_) == read


@pytest.mark.parametrize(
    ("tool", "given_"),
    [
        (Tool.STATS, {"0": "x"}),
        (Tool.STATS, {"12345": "x"}),
        (Tool.SEARCH, {"query": "a", "limit": True}),
        (Tool.SEARCH, {"query": "a", "limit": 0}),
        (Tool.ADD, {"content": "a", "tags": [1]}),
        (Tool.ADD, {"content": {"a": 1}}),
        (Tool.UPDATE, {"id": "x", "tags": []}),
    ],
)
def test_what_cannot_be_meant_is_told(tool: Tool, given_: dict[str, object]) -> None:
    with pytest.raises(ArgumentsError, match=r"use \w+\(|must be"):
        read_arguments(tool, given_)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)


@given(
    st.sampled_from(list(Tool)),
    st.dictionaries(
        st.sampled_from(["query", "content", "id", "tags", "limit", "0", "1"])
        | st.text(max_size=4),
        anything,
        max_size=4,
    ),
)
def test_nonsense_is_told_and_never_a_bug(tool: Tool, values: dict[str, object]) -> None:
    try:
        read = read_arguments(tool, values)
    except ArgumentsError:
        return
    assert read.limit is None or 1 <= read.limit <= MOST_RESULTS


def test_every_tool_says_what_it_takes() -> None:
    assert set(SPECS) == set(Tool)
    for tool, spec in SPECS.items():
        assert spec.name == tool.value
        required = spec.parameters["required"]
        assert isinstance(required, list)
        assert parameters(tool)[: len(required)] == tuple(required)
        assert json.dumps(spec.parameters)


def test_a_memory_is_shown_with_its_dates() -> None:
    made = entry("Anna\nlives here", pinned=True, expires_at=NOON + timedelta(days=2))
    shown = memory_result(made, UTC)
    assert (shown["text"], shown["until"], shown["pinned"]) == (
        "Anna lives here",
        "2026-12-01",
        True,
    )
    assert len(str(memory_result(replace(made, text="x" * 9_000), UTC)["text"])) < 1_300


def test_a_round_is_shown_with_its_day() -> None:
    assert hit_result(past("User: hi"), UTC)["on"] == "2026-11-29"
    assert "on" not in hit_result(replace(past("User: hi"), at=None), UTC)
    assert hit_result(hit("Anna", "m1", 0.123), UTC)["relevance"] == 0.12
    assert past("x").kind is HitKind.ROUND


@given(st.lists(st.text(max_size=50), max_size=8), st.integers(0, 200))
def test_results_fit_and_one_always_comes(texts: list[str], budget: int) -> None:
    items: list[dict[str, object]] = [{"text": text} for text in texts]
    kept = fitting(items, budget)
    assert kept == items[: len(kept)]
    assert bool(kept) == bool(items)
    assert len(encode(kept)) <= budget * 3.5 + 70 * (len(kept) + 1)
