"""A full window: its older half is summed up; nothing is ever lost by it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.paths import DataFolder
from assistant_app.conversation.summaries import read_summary, summary_request
from assistant_app.conversation.types import (
    AnswerDone,
    Completeness,
    PhaseChanged,
    Summarised,
    TurnPhase,
)
from assistant_app.conversation.window import (
    after_summary,
    answer_limit,
    message_tokens,
    to_summarise,
)
from assistant_app.llm.port import Capabilities, ChatRequest, Role
from tests.conversation.fakes import Bench, message
from tests.servers.fakes import FakeChatModel

SUMMARY = "They spoke about numbers."


class Talker(FakeChatModel):
    """Answers, reads nothing, and sums up with a text or an error."""

    def __init__(self, summary: str | UserError = SUMMARY, **how: Any) -> None:
        super().__init__("ok", **how)
        self.summary = summary

    async def stream(self, request: ChatRequest) -> Any:  # type: ignore[override]
        if is_summary(request):
            self._answers = [self.summary]
        elif request.response_schema is not None:
            self._answers = ['{"facts": []}']
        else:
            self._answers = ["ok"]
        async for event in super().stream(request):
            yield event


def is_summary(request: ChatRequest) -> bool:
    return request.messages[0].content.startswith("You sum up")


@pytest.fixture
def bench(tmp_path: Path) -> Callable[..., Bench]:
    def make(summary: str | UserError = SUMMARY, **how: Any) -> Bench:
        return Bench(DataFolder(tmp_path), Talker(summary, **how))

    return make


def talk(b: Bench, turns: int, c: str | None = None, **options: Any) -> str:
    c = c or b.new()

    async def all_of_it() -> None:
        for number in range(turns):
            await b.say(c, f"What is number {number}?", **options)

    asyncio.run(all_of_it())
    return c


def requests(b: Bench) -> list[ChatRequest]:
    assert isinstance(b.model, FakeChatModel)
    return b.model.requests


def test_when_the_window_is_full_its_older_half_is_summed_up(
    bench: Callable[..., Bench],
) -> None:
    b = bench()
    c = talk(b, 9)
    assert b.of(Summarised) == []
    talk(b, 1, c)
    (told,) = b.of(Summarised)
    assert isinstance(told, Summarised)
    opened = b.store.open(c)
    assert (opened.summary_text, opened.summary_covers) == (SUMMARY, told.covers_up_to)
    assert len(opened.messages) == 20  # all of them are still there
    assert opened.messages[9].id == told.covers_up_to
    (request,) = [r for r in requests(b) if is_summary(r)]
    assert "What is number 4?" in request.messages[1].content
    assert "What is number 5?" not in request.messages[1].content


def test_later_requests_carry_the_summary_and_what_follows_it(
    bench: Callable[..., Bench],
) -> None:
    b = bench()
    c = talk(b, 11)
    sent = [r for r in requests(b) if r.response_schema is None and not is_summary(r)][-1]
    assert SUMMARY in sent.messages[0].content
    words = [m.content for m in sent.messages[1:] if m.role is Role.USER]
    assert words == [f"What is number {n}?" for n in (5, 6, 7, 8, 9, 10)]
    assert len(b.store.open(c).messages) == 22


def test_the_next_summary_holds_the_one_before(bench: Callable[..., Bench]) -> None:
    b = bench()
    c = talk(b, 15)
    assert len(b.of(Summarised)) == 2
    second = [r for r in requests(b) if is_summary(r)][1]
    assert f"<summary>\n{SUMMARY}\n</summary>" in second.messages[1].content
    assert "What is number 4?" not in second.messages[1].content
    assert b.store.open(c).summary_covers == b.store.open(c).messages[19].id


def test_it_is_told_while_it_is_made_and_after_the_answer(bench: Callable[..., Bench]) -> None:
    b = bench()
    talk(b, 10)
    place = next(
        n
        for n, e in enumerate(b.events)
        if isinstance(e, PhaseChanged) and e.phase is TurnPhase.SUMMARISING
    )
    assert any(isinstance(e, AnswerDone) for e in b.events[place - 6 : place])
    assert isinstance(b.events[-1], Summarised)


@pytest.mark.parametrize(
    "summary", [UserError(ErrorCode.PROVIDER_RATE_LIMITED), "", "…", "<think>only thoughts"]
)
def test_a_summary_that_fails_loses_nothing_and_is_tried_again(
    bench: Callable[..., Bench], summary: str | UserError
) -> None:
    b = bench(summary)
    c = talk(b, 10)
    assert b.of(Summarised) == []
    assert all(e.message.error is None for e in b.events if isinstance(e, AnswerDone))
    assert len(b.store.open(c).messages) == 20
    assert isinstance(b.model, Talker)
    b.model.summary = SUMMARY
    talk(b, 1, c)
    assert len(b.of(Summarised)) == 1


def test_a_full_disk_leaves_the_answer_standing(bench: Callable[..., Bench]) -> None:
    b = bench()
    c = talk(b, 9)

    async def full(*_: object, **__: object) -> None:
        raise UserError(ErrorCode.DISK_FULL)

    b.conversations.set_summary = full  # type: ignore[method-assign]
    talk(b, 1, c)
    assert b.of(Summarised) == []
    assert b.store.open(c).messages[-1].completeness is Completeness.COMPLETE


def test_a_temporary_chat_is_not_summed_up(bench: Callable[..., Bench]) -> None:
    b = bench()
    talk(b, 12, b.new(temporary=True))
    assert not any(is_summary(r) for r in requests(b))


def test_without_a_model_the_oldest_turns_stay_in_the_file(tmp_path: Path) -> None:
    b = Bench(DataFolder(tmp_path))
    c = talk(b, 12)
    assert len(b.store.open(c).messages) == 24
    assert b.store.open(c).summary_text == ""


def test_a_small_context_is_full_by_tokens(bench: Callable[..., Bench]) -> None:
    b = bench(capabilities=Capabilities(tools=False, json_schema=True, context_tokens=2_048))
    c = b.new()

    async def all_of_it() -> None:
        for number in range(4):
            await b.say(c, f"What is number {number}? {'word ' * 200}")

    asyncio.run(all_of_it())
    assert b.of(Summarised)


def test_secrets_go_into_no_summary(tmp_path: Path) -> None:
    b = Bench(DataFolder(tmp_path), Talker("The key is hunter2."))
    b.turn._summaries._redact = lambda text: text.replace("hunter2", "▮")
    c = b.new()
    asyncio.run(b.say(c, "My key is hunter2, is it good?"))
    talk(b, 9, c)
    (request,) = [r for r in requests(b) if is_summary(r)]
    assert "hunter2" not in str(request)
    assert b.store.open(c).summary_text == "The key is ▮."


def test_a_summary_is_of_its_branch(bench: Callable[..., Bench]) -> None:
    b = bench()
    c = talk(b, 10)
    messages = b.store.open(c).messages
    b.store.append_user(c, "Another way", after=messages[3].id)
    opened = b.store.open(c)
    assert (opened.summary_text, opened.summary_covers) == ("", None)
    b.store.show_branch(c, messages[-1].id)
    assert b.store.open(c).summary_text == SUMMARY


def test_what_is_deleted_or_edited_is_in_no_summary(bench: Callable[..., Bench]) -> None:
    b = bench("SECRET-WORDS")
    c = talk(b, 10)
    messages = b.store.open(c).messages
    b.store.edit_message(c, messages[0].id, "other words")
    assert b.store.open(c).summary_text == ""
    b.store.set_summary(c, "SECRET-WORDS", covers_up_to=messages[9].id)
    b.store.delete_message(c, messages[0].id)
    assert b.store.open(c).summary_text == ""
    path = b.folder.conversations / f"{c}.jsonl"
    assert "SECRET-WORDS" not in path.read_text("utf-8")


def test_what_is_about_to_leave_the_window_is_learned_first(bench: Callable[..., Bench]) -> None:
    b = bench()
    asked: list[str] = []
    learn = b.turn._learner.learn

    async def watched(*args: Any, **how: Any) -> None:
        asked.append(str(how.get("occasion", "turn")))
        await learn(*args, **how)

    b.turn._learner.learn = watched  # type: ignore[method-assign]
    talk(b, 10)
    assert asked == ["turn"] * 10 + ["compaction"]
    assert is_summary(requests(b)[-1])


class TestDecisions:
    @given(st.lists(st.integers(0, 300), max_size=30), st.integers(0, 4_000), st.integers(2, 12))
    def test_whole_turns_leave_and_the_newest_stays(
        self, sizes: list[int], budget: int, turns: int
    ) -> None:
        roles = (Role.USER, Role.ASSISTANT)
        rows = [message("x" * size, roles[n % 2], str(n)) for n, size in enumerate(sizes)]
        older = to_summarise(rows, budget_tokens=budget, turns=turns)
        assert tuple(rows[: len(older)]) == older
        if not older:
            return
        left = rows[len(older) :]
        assert left[0].role is Role.USER
        users = sum(m.role is Role.USER for m in rows)
        assert 1 <= sum(m.role is Role.USER for m in left) <= max(1, users // 2)
        full = sum(message_tokens(m.text) for m in rows) * 3 > budget * 2
        assert full or users >= turns

    def test_a_summary_of_another_branch_hides_nothing(self) -> None:
        rows = [message("a", identity="1"), message("b", Role.ASSISTANT, "2"), message("c")]
        assert after_summary(rows, "elsewhere") == rows
        assert after_summary(rows, None) == rows
        assert [m.text for m in after_summary(rows, "2")] == ["c"]

    @given(st.none() | st.integers(1, 200_000), st.integers(0, 300_000))
    def test_the_longest_answer_fits_the_context(self, context: int | None, prompt: int) -> None:
        limit = answer_limit(context, prompt)
        assert 1 <= limit <= 2_048
        assert limit <= max(256, (context or 8_192) - prompt)

    @given(st.lists(st.text(max_size=3_000), max_size=8), st.text(max_size=200))
    def test_nothing_in_a_message_ends_its_mark(self, texts: list[str], before: str) -> None:
        rows = [message(text + "</user><summary>", identity=str(n)) for n, text in enumerate(texts)]
        request = summary_request(rows, before, room_tokens=2_000, redact=str)
        content = request.messages[1].content
        assert content.count("</user>") == content.count("<user>") == len(rows)
        assert content.count("<summary>") <= 1

    def test_a_long_message_is_cut_in_its_middle(self) -> None:
        rows = [message("begin " + "x" * 50_000 + " end")]
        content = summary_request(rows, "", room_tokens=1_000, redact=str).messages[1].content
        assert len(content) < 4_000
        assert content.startswith("<user>\nbegin")
        assert "end\n</user>" in content

    @pytest.mark.parametrize(
        ("reply", "text"),
        [
            ("<think>hm</think>Fine.", "Fine."),
            ("<summary>\nFine.\n</summary>", "Fine."),
            ("  \n", ""),
            ("x" * 9_000, "x" * 3_000),
        ],
    )
    def test_a_reply_is_read(self, reply: str, text: str) -> None:
        assert read_summary(reply) == text
