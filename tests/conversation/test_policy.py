"""When something is written: each reason, in each language, and what is never written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.conversation.learning.policy import (
    Occasion,
    WriteOptions,
    WriteReason,
    plan_writing,
    should_write_memory,
)
from assistant_app.conversation.types import Completeness, Message
from assistant_app.llm.port import Role
from tests.conversation.fakes import NOON

ON = WriteOptions()


def talk(*said: str, ended: Completeness = Completeness.COMPLETE) -> list[Message]:
    """Return a branch in which every message was answered; the last answer ended as given."""
    messages: list[Message] = []
    for number, text in enumerate(said):
        last = number == len(said) - 1
        messages.append(Message(f"u{number}", Role.USER, text, NOON))
        messages.append(
            Message(
                f"a{number}",
                Role.ASSISTANT,
                "I see.",
                NOON,
                parent=f"u{number}",
                completeness=ended if last else Completeness.COMPLETE,
            )
        )
    return messages


@pytest.mark.parametrize(
    "text",
    [
        "I prefer short answers",
        "My project is about bees",
        "From now on, answer in French",
        "hello, my name is Wei",
        "Anna has moved to Lyon",
        "我的项目快结束了",
        "我偏好简短的回答",
        "以后用中文回答",
        "你好，我叫王伟",
        "Meine Schwester wohnt in Porto",
        "Ich bevorzuge kurze Antworten",
        "Mi hermana vive en Oporto",
        "Prefiero respuestas cortas",
        "Ma sœur habite à Porto",
        "Je préfère le thé",
        "妹はポルトに住んでいます",
        "私は肉を食べません",
        "Моя сестра живёт в Порту",
        "제 여동생은 포르투에 살아요",
        "Mia sorella vive a Porto",
        "Minha irmã mora no Porto",
    ],
)
def test_a_word_that_signals_something_is_enough(text: str) -> None:
    assert should_write_memory(talk(text), ON) == (True, WriteReason.SIGNAL)


@pytest.mark.parametrize(
    "text",
    [
        "Hello!",
        "hi there, how are you?",
        "Thanks a lot, that helped!",
        "ok",
        "谢谢你！",
        "早上好",
        "好的，明白了",
        "Vielen Dank, bis morgen!",
        "Guten Morgen",
        "Buenos días",
        "muchas gracias",
        "Merci beaucoup, à demain",
        "こんにちは",
        "ありがとうございます",
        "👍",
    ],
)
def test_small_talk_is_worth_nothing(text: str) -> None:
    write, reason = should_write_memory(talk(text), ON)
    assert not write
    assert reason in (WriteReason.SMALL_TALK, WriteReason.NOTHING_SAID)
    write, _ = should_write_memory(talk(*[text] * 9), ON)
    assert not write


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("How do I boil an egg?", WriteReason.ONLY_QUESTIONS),
        ("Translate into French: my dog is old", WriteReason.NOT_OWN_WORDS),
        ("word " * 700, WriteReason.NOT_OWN_WORDS),
        ("Berlin has many lakes.", WriteReason.NOT_YET),
        ("", WriteReason.NOTHING_SAID),
        ("...", WriteReason.NOTHING_SAID),
    ],
)
def test_other_reasons_not_to_write(text: str, reason: WriteReason) -> None:
    assert should_write_memory(talk(text), ON) == (False, reason)


def test_enough_messages_are_read_together() -> None:
    said = [f"Berlin has lake number {n}." for n in range(6)]
    assert should_write_memory(talk(*said[:5]), ON) == (False, WriteReason.NOT_YET)
    assert should_write_memory(talk(*said), ON) == (True, WriteReason.ENOUGH_MESSAGES)
    plan = plan_writing(talk(*said), ON, model=True)
    assert [message.text for message in plan.unread] == said


def test_what_was_read_is_not_read_again() -> None:
    branch = talk("My sister Anna lives in Porto.", "The lake is cold.")
    options = replace(ON, read_up_to="u0", occasion=Occasion.SESSION_END)
    plan = plan_writing(branch, options, model=True)
    assert [message.id for message in plan.unread] == ["u1"]
    assert [message.id for message in plan.earlier] == ["u0"]
    assert should_write_memory(branch, replace(options, read_up_to="u1")) == (
        False,
        WriteReason.ALREADY_READ,
    )


@pytest.mark.parametrize("occasion", [Occasion.SESSION_END, Occasion.COMPACTION])
def test_the_end_of_a_session_and_a_full_window_are_reasons(occasion: Occasion) -> None:
    options = replace(ON, occasion=occasion)
    expected = WriteReason(occasion.value)
    assert should_write_memory(talk("The lake is cold.", "ok"), options) == (True, expected)
    assert not should_write_memory(talk("hello", "ok"), options).write


def test_the_last_turn_of_a_session_leaves_nothing_unread() -> None:
    options = replace(ON, ends_session=True)
    branch = talk("The lake is cold.")
    assert should_write_memory(branch, options) == (True, WriteReason.SESSION_END)
    assert not should_write_memory(talk("How do I boil an egg?"), options).write


@pytest.mark.parametrize("ended", [Completeness.STOPPED, Completeness.BROKEN])
def test_a_turn_that_did_not_succeed_teaches_nothing(ended: Completeness) -> None:
    branch = talk("Remember that my dog is called Rex.", ended=ended)
    assert should_write_memory(branch, ON) == (False, WriteReason.UNFINISHED)


@pytest.mark.parametrize("occasion", [Occasion.SESSION_END, Occasion.COMPACTION])
def test_a_turn_that_did_not_succeed_is_not_read_later_either(occasion: Occasion) -> None:
    stopped = talk("My dog is called Rex.", ended=Completeness.STOPPED)
    good = [replace(one, id=f"{one.id}b", parent=None) for one in talk("My cat is called Tom.")]
    plan = plan_writing([*stopped, *good], replace(ON, occasion=occasion), model=True)
    assert [message.text for message in plan.unread] == ["My cat is called Tom."]


def test_an_order_counts_when_nothing_is_learned_by_itself() -> None:
    options = replace(ON, automatic=False)
    asked = talk("Remember that my locker is 214.")
    assert should_write_memory(asked, options) == (True, WriteReason.ASKED)
    assert should_write_memory(talk("My locker is 214."), options) == (False, WriteReason.OFF)
    assert should_write_memory(talk("Forget that I like jazz."), options).write


def test_a_request_to_forget_is_never_read_for_facts() -> None:
    options = replace(ON, occasion=Occasion.SESSION_END)
    assert not plan_writing(talk("Forget that I like jazz."), options, model=True).unread


def test_an_order_alone_is_not_read_by_the_model() -> None:
    assert not plan_writing(talk("Remember that my locker is 214."), ON, model=True).unread
    options = replace(ON, occasion=Occasion.SESSION_END)
    assert not plan_writing(talk("Remember that my locker is 214."), options, model=True).unread


WORDS = st.sampled_from(
    [
        "hello",
        "thanks",
        "my name is Wei",
        "Remember that my locker is 214.",
        "Forget that I like jazz",
        "记住我叫小明",
        "What time is it?",
        "from now on answer in French",
        "",
    ]
)
BRANCH = st.lists(WORDS, min_size=0, max_size=8)


@given(BRANCH, st.sampled_from(Occasion), st.booleans(), st.booleans(), st.booleans())
def test_nothing_of_a_temporary_chat_is_ever_written(
    said: Sequence[str], occasion: Occasion, learn: bool, automatic: bool, model: bool
) -> None:
    options = WriteOptions(True, learn, automatic, occasion)
    assert should_write_memory(talk(*said), options) == (False, WriteReason.TEMPORARY)
    plan = plan_writing(talk(*said), options, model=model)
    assert not plan.allowed
    assert (plan.explicit, plan.statements, plan.unread, plan.forget) == ((), (), (), None)


@given(BRANCH, st.sampled_from(Occasion))
def test_nothing_is_written_where_nothing_may_be_learned(
    said: Sequence[str], occasion: Occasion
) -> None:
    options = WriteOptions(learn=False, occasion=occasion)
    assert should_write_memory(talk(*said), options) == (False, WriteReason.OFF)


@given(BRANCH, st.sampled_from(Occasion), st.text(max_size=40))
def test_a_plan_reads_only_what_was_decided_to_be_read(
    said: Sequence[str], occasion: Occasion, text: str
) -> None:
    branch = talk(*said, text)
    plan = plan_writing(branch, WriteOptions(occasion=occasion), model=True)
    assert plan.decision == should_write_memory(branch, WriteOptions(occasion=occasion))
    assert plan.decision.write or not (plan.unread or plan.explicit or plan.forget)
    assert len(plan.unread) <= 6
    assert not set(plan.unread) & set(plan.earlier)
