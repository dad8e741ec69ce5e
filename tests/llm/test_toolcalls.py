"""Tool calls are put together from every dialect of their pieces."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.llm.port import ToolCall
from assistant_app.llm.toolcalls import ToolCallAssembler, parse_arguments


def piece(
    index: int | None = None, call_id: str | None = None, name: str | None = None, args: Any = None
) -> dict[str, Any]:
    found: dict[str, Any] = {"function": {}}
    if index is not None:
        found["index"] = index
    if call_id is not None:
        found["id"] = call_id
    if name is not None:
        found["function"]["name"] = name
    if args is not None:
        found["function"]["arguments"] = args
    return found


def assemble(*chunks: list[dict[str, Any]]) -> list[ToolCall]:
    assembler = ToolCallAssembler()
    for chunk in chunks:
        assembler.feed(chunk)
    return assembler.finish()


def test_arguments_in_pieces_are_joined() -> None:
    calls = assemble(
        [piece(0, "c1", "add", "")], [piece(0, args='{"a"')], [piece(0, args=': "妹妹"}')]
    )
    assert calls == [ToolCall("c1", "add", {"a": "妹妹"})]


def test_parallel_calls_may_be_interleaved() -> None:
    calls = assemble(
        [piece(0, "c1", "add", '{"a":'), piece(1, "c2", "sub", "{")],
        [piece(1, args='"b": 2}'), piece(0, args=" 1}")],
    )
    assert calls == [ToolCall("c1", "add", {"a": 1}), ToolCall("c2", "sub", {"b": 2})]


def test_whole_calls_without_index_are_calls_of_their_own() -> None:
    calls = assemble([piece(None, "", "add", '{"a": 1}')], [piece(None, "", "add", '{"a": 2}')])
    assert [call.arguments for call in calls] == [{"a": 1}, {"a": 2}]
    assert len({call.id for call in calls}) == 2


def test_pieces_without_index_belong_to_the_last_call() -> None:
    calls = assemble(
        [piece(None, "c1", "add", '{"a":')],
        [piece(args=" 1}")],
        [piece(None, "c2", "sub", "{")],
        [piece(None, "c2", args="}")],
    )
    assert calls == [ToolCall("c1", "add", {"a": 1}), ToolCall("c2", "sub", {})]


def test_calls_that_all_carry_index_0_are_told_apart_by_their_ids() -> None:
    calls = assemble([piece(0, "c1", "add", "{}")], [piece(0, "c2", "sub", "{}")])
    assert [call.name for call in calls] == ["add", "sub"]


def test_calls_that_all_carry_index_0_without_ids_are_told_apart_by_their_names() -> None:
    calls = assemble([piece(0, name="add", args="{}")], [piece(0, name="add", args="{}")])
    assert len(calls) == 2


def test_a_name_that_is_repeated_or_cut_is_one_name() -> None:
    assert assemble([piece(0, "c1", "add")], [piece(0, "c1", "add", "{}")])[0].name == "add"
    assert assemble([piece(0, "c1", "ad")], [piece(0, name="d")])[0].name == "add"


@pytest.mark.parametrize("arguments", [None, "", "  ", "{}", "null", '""', '"{}"', {}])
def test_no_arguments_are_an_empty_object(arguments: Any) -> None:
    assert assemble([piece(0, "c1", "now", arguments)]) == [ToolCall("c1", "now", {})]


def test_arguments_sent_as_an_object_or_encoded_twice_are_read() -> None:
    assert assemble([piece(0, "c1", "add", {"a": 1})])[0].arguments == {"a": 1}
    assert assemble([piece(0, "c1", "add", json.dumps('{"a": 1}'))])[0].arguments == {"a": 1}


@pytest.mark.parametrize("arguments", ["{", "[1]", "7", "city=Porto", "[" * 100_000])
def test_arguments_that_are_no_object_are_an_error(arguments: str) -> None:
    with pytest.raises(UserError) as error:
        parse_arguments(arguments)
    assert error.value.code is ErrorCode.BAD_RESPONSE


def test_unreadable_arguments_stay_with_their_call() -> None:
    (call,) = assemble([piece(0, "c1", "add", "city=Porto")])
    assert call == ToolCall("c1", "add", {}, unreadable="city=Porto")


def test_a_call_without_a_name_is_an_error() -> None:
    with pytest.raises(UserError):
        assemble([piece(0, "c1", None, "{}")])


def test_lone_surrogates_in_arguments_are_replaced() -> None:
    assert parse_arguments('{"a": ["\\ud83c", {"b": "\\ud83d\\ude00"}]}') == {
        "a": ["\ufffd", {"b": "😀"}]
    }


@given(st.recursive(st.none() | st.integers() | st.text() | st.dictionaries(
    st.sampled_from(["index", "id", "function", "name", "arguments"]), st.text()),
    lambda inner: st.lists(inner) | st.dictionaries(
        st.sampled_from(["index", "id", "function", "name", "arguments"]), inner)))  # fmt: skip
def test_nonsense_is_passed_over_or_refused_but_never_a_bug(pieces: object) -> None:
    assembler = ToolCallAssembler()
    assembler.feed(pieces)
    with contextlib.suppress(UserError):
        assembler.finish()
