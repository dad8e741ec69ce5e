"""What is sent is always a list of messages that a server takes."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from assistant_app.llm.port import ChatMessage, Role, ToolCall
from assistant_app.llm.repair import repair_messages, with_short_ids

SYSTEM, USER, ASSISTANT, TOOL = Role.SYSTEM, Role.USER, Role.ASSISTANT, Role.TOOL


def calls(*ids: str, text: str = "") -> ChatMessage:
    return ChatMessage(ASSISTANT, text, tuple(ToolCall(name, "look", {}) for name in ids))


def result(call_id: str | None, text: str = "found") -> ChatMessage:
    return ChatMessage(TOOL, text, tool_call_id=call_id)


def asked(text: str = "q") -> ChatMessage:
    return ChatMessage(USER, text)


def test_good_messages_stay_as_they_are() -> None:
    messages = (
        ChatMessage(SYSTEM, "s"),
        asked(),
        calls("a", "b"),
        result("a"),
        result("b"),
        ChatMessage(ASSISTANT, "done"),
        asked("next"),
    )
    assert repair_messages(messages) == messages


def test_a_call_that_was_stopped_before_its_result_goes() -> None:
    assert repair_messages((asked(), calls("a", text="I look"), asked("and?"))) == (
        asked(),
        ChatMessage(ASSISTANT, "I look"),
        asked("and?"),
    )
    assert repair_messages((asked(), calls("a"), asked("and?"))) == (asked("q\n\nand?"),)


def test_of_two_calls_the_answered_one_stays() -> None:
    repaired = repair_messages((asked(), calls("a", "b"), result("b")))
    assert repaired == (asked(), calls("b"), result("b"))


def test_results_without_a_call_go() -> None:
    assert repair_messages((asked(), result("a"), result(None))) == (asked(),)
    assert repair_messages((asked(), calls("a"), result("x"), result("a"), result("a"))) == (
        asked(),
        calls("a"),
        result("a"),
    )


def test_a_result_that_comes_after_another_message_is_not_the_result() -> None:
    assert repair_messages((calls("a"), asked(), result("a"))) == (asked(),)


def test_neighbours_of_one_role_are_joined() -> None:
    assert repair_messages((asked("a"), asked("b"))) == (asked("a\n\nb"),)
    joined = repair_messages((ChatMessage(ASSISTANT, "half"), calls("a"), result("a")))
    assert joined == (calls("a", text="half"), result("a"))


def test_lone_surrogates_never_reach_the_wire() -> None:
    assert repair_messages((asked("a\ud83c"),))[0].content == "a\ufffd"


_messages = st.lists(
    st.builds(
        ChatMessage,
        st.sampled_from(Role),
        st.sampled_from(["", "text"]),
        st.lists(
            st.builds(ToolCall, st.sampled_from("ab"), st.just("look"), st.just({})), max_size=2
        ).map(tuple),
        st.sampled_from([None, "a", "b"]),
    ),
    max_size=12,
)


@given(_messages)
def test_calls_and_results_always_pair_up(messages: list[ChatMessage]) -> None:
    repaired = repair_messages(messages)
    open_calls: list[str] = []
    for message in repaired:
        if message.role is TOOL:
            assert open_calls.pop(0) == message.tool_call_id
            assert not message.tool_calls
        else:
            assert open_calls == []
            open_calls = [call.id for call in message.tool_calls]
            assert message.tool_call_id is None
            assert message.role is ASSISTANT or not message.tool_calls
    assert open_calls == []
    for before, after in pairwise(repaired):
        if before.role is after.role:
            assert before.role is TOOL
    assert repair_messages(repaired) == repaired


@given(_messages)
def test_no_user_text_is_lost(messages: list[ChatMessage]) -> None:
    def said(found: tuple[ChatMessage, ...]) -> int:
        return sum(message.content.count("text") for message in found if message.role is USER)

    assert said(repair_messages(messages)) == said(tuple(messages))


def test_short_ids_are_nine_letters_and_still_pair_up() -> None:
    short = with_short_ids((calls("call_0123456789abcdef"), result("call_0123456789abcdef")))
    new = short[0].tool_calls[0].id
    assert len(new) == 9
    assert new.isalnum()
    assert short[1].tool_call_id == new
    assert with_short_ids(short) == short
    assert with_short_ids((asked(),)) == (asked(),)
