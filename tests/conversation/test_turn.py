"""One turn: what is saved, sent, told, counted and learned, and in which order."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.paths import DataFolder
from assistant_app.conversation.types import (
    AnswerDelta,
    AnswerDone,
    Completeness,
    Learned,
    LearningState,
    PhaseChanged,
    Recalled,
    TurnPhase,
    UserMessageSaved,
)
from assistant_app.llm.port import (
    ChatRequest,
    Finished,
    FinishReason,
    ReasoningDelta,
    Role,
    TextDelta,
    ToolCall,
    ToolCallRequested,
    Usage,
    Waiting,
    WaitReason,
)
from assistant_app.memory.types import CauseKind, OriginKind, Recall, RememberStatus
from tests.conversation.fakes import Bench, entry, hit, past
from tests.servers.fakes import FakeChatModel

NOTHING = '{"facts": []}'


@pytest.fixture
def bench(tmp_path: Path) -> Callable[..., Bench]:
    def make(*answers: Any, **how: Any) -> Bench:
        model = FakeChatModel(*answers, **how) if answers else None
        return Bench(DataFolder(tmp_path), model)

    return make


def run(coroutine: Any) -> None:
    asyncio.run(coroutine)


async def until(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110 - the fakes have no event to wait for
        await asyncio.sleep(0)


def requests(bench: Bench) -> list[ChatRequest]:
    assert isinstance(bench.model, FakeChatModel)
    return bench.model.requests


def done(bench: Bench) -> AnswerDone:
    (event,) = bench.of(AnswerDone)
    assert isinstance(event, AnswerDone)
    return event


def learned(bench: Bench) -> Learned:
    event = bench.of(Learned)[-1]
    assert isinstance(event, Learned)
    return event


def lines(bench: Bench, conversation: str) -> list[dict[str, Any]]:
    path = bench.folder.conversations / f"{conversation}.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


class TestOrder:
    def test_a_turn_tells_what_happens_in_order(self, bench: Callable[..., Bench]) -> None:
        b = bench("It is sunny.", NOTHING)
        run(b.say(b.new(), "How is the weather?"))
        kinds = [type(event) for event in b.events]
        assert kinds[0] is UserMessageSaved
        assert kinds.index(Recalled) < kinds.index(AnswerDelta) < kinds.index(AnswerDone)
        assert kinds[-1] is Learned

    def test_the_message_is_on_the_disk_before_the_model_is_asked(
        self, bench: Callable[..., Bench]
    ) -> None:
        b = bench("yes")
        c = b.new()
        seen: list[str] = []
        original = b.turn._models

        async def look(name: str) -> Any:
            seen.extend(event["type"] for event in lines(b, c))
            return await original(name)

        b.turn._models = look
        run(b.say(c, "Are you there?"))
        assert seen == ["header", "message", "meta"]

    def test_a_message_that_cannot_be_saved_is_not_sent(self, bench: Callable[..., Bench]) -> None:
        b = bench("yes")
        with pytest.raises(UserError, match="not_found"):
            run(b.say("nosuchconversation", "hello"))
        assert requests(b) == []
        assert b.events == []

    def test_the_answer_is_told_before_anything_is_learned(
        self, bench: Callable[..., Bench]
    ) -> None:
        b = bench("Noted.", NOTHING)
        seen: list[bool] = []
        remember = b.memory.remember

        async def watched(*args: Any, **kw: Any) -> Any:
            seen.append(bool(b.of(AnswerDone)))
            return await remember(*args, **kw)

        b.memory.remember = watched  # type: ignore[method-assign]
        run(b.say(b.new(), "Remember that my locker is number 214."))
        assert seen == [True]

    def test_waiting_is_told_with_its_reason(self, bench: Callable[..., Bench]) -> None:
        events = [
            Waiting(WaitReason.LOADING),
            Waiting(WaitReason.RETRY, 3.0),
            TextDelta("Hi"),
            Finished(FinishReason.STOP),
        ]
        b = bench(events, NOTHING)
        run(b.say(b.new(), "Hi"))
        phases = [e.phase for e in b.events if isinstance(e, PhaseChanged)]
        assert phases[:5] == [
            TurnPhase.RECALLING,
            TurnPhase.WAITING,
            TurnPhase.LOADING,
            TurnPhase.RETRYING,
            TurnPhase.WRITING,
        ]


class TestRecall:
    def test_what_is_used_is_sent_and_stored_with_the_answer(
        self, bench: Callable[..., Bench]
    ) -> None:
        b = bench("In Porto.", NOTHING)
        b.memory.found = Recall(
            used=(hit("Anna lives in Porto.", "m7", revision=3), past("User: hi", "r2")),
            profile=(entry("The user's name is Wei.", "p1", pinned=True),),
        )
        c = b.new()
        run(b.say(c, "Where does my sister live?"))
        sent = requests(b)[0].messages[-1].content
        assert sent.startswith("<recalled_memories>")
        assert "Anna lives in Porto." in sent
        stored = b.store.open(c).messages[-1].used
        assert [(u.id, u.revision, u.pinned) for u in stored] == [
            ("p1", 1, True),
            ("m7", 3, False),
            ("r2", 1, False),
        ]
        assert b.memory.uses == [(c, done(b).message.id, ["m7"])]

    def test_recalled_text_is_no_part_of_later_requests(self, bench: Callable[..., Bench]) -> None:
        b = bench("In Porto.", NOTHING, "Sunny.", NOTHING)
        c = b.new()
        b.memory.found = Recall(used=(hit("Anna lives in Porto (secret mark)."),))
        run(b.say(c, "Where does my sister live?"))
        b.memory.found = Recall()
        run(b.say(c, "What is the weather there?"))
        assert "secret mark" not in str(requests(b)[2])
        assert "secret mark" not in json.dumps(
            [event["text"] for event in lines(b, c) if "text" in event]
        )

    def test_late_recall_never_blocks_sending(self, bench: Callable[..., Bench]) -> None:
        b = bench("Hello.", NOTHING)
        b.memory.hangs = True
        run(b.say(b.new(), "Hello there, model", recall_deadline=0.01))
        assert done(b).message.text == "Hello."
        (event,) = b.of(Recalled)
        assert isinstance(event, Recalled)
        assert event.failure == "recall_late"

    @pytest.mark.parametrize(
        ("error", "code"),
        [
            (UserError(ErrorCode.STORE_UNREADABLE), "store_unreadable"),
            (ZeroDivisionError(), "recall_failed"),
        ],
    )
    def test_failed_recall_is_reported_and_costs_no_answer(
        self, bench: Callable[..., Bench], error: BaseException, code: str
    ) -> None:
        b = bench("Hello.", NOTHING)
        b.memory.error = error
        run(b.say(b.new(), "Hello there, model"))
        assert done(b).message.completeness is Completeness.COMPLETE
        assert [e.failure for e in b.events if isinstance(e, Recalled)] == [code]

    def test_an_empty_store_is_no_failure(self, bench: Callable[..., Bench]) -> None:
        b = bench("Hello.", NOTHING)
        run(b.say(b.new(), "Hello there, model"))
        assert [e.failure for e in b.events if isinstance(e, Recalled)] == [None]

    def test_facts_for_this_computer_never_reach_a_provider_beyond_it(
        self, bench: Callable[..., Bench]
    ) -> None:
        b = bench("Hm.", NOTHING, is_local=False)
        b.memory.found = Recall(
            used=(hit("PRIVATE-A", "a", local_only=True), hit("open fact", "b")),
            profile=(entry("PRIVATE-B", "c", local_only=True),),
        )
        run(b.say(b.new(), "What do you know about this?"))
        assert b.memory.queries[0].beyond_this_machine
        assert "PRIVATE" not in str(requests(b))
        assert [used.id for used in done(b).message.used] == ["b"]

    def test_a_memory_that_is_muted_here_does_not_come(self, bench: Callable[..., Bench]) -> None:
        b = bench("Hm.", NOTHING)
        c = b.new()
        b.store.mute(c, "p1", muted=True)
        b.memory.found = Recall(profile=(entry("Muted fact", "p1"),))
        run(b.say(c, "What do you know?"))
        assert b.memory.queries[0].exclude == {"p1"}
        assert "Muted fact" not in str(requests(b))

    def test_recall_can_be_switched_off(self, bench: Callable[..., Bench]) -> None:
        b = bench("Hm.", NOTHING)
        run(b.say(b.new(), "What do you know?", recall=False))
        assert b.memory.queries == []

    def test_a_question_that_leans_is_searched_with_the_one_before(
        self, bench: Callable[..., Bench]
    ) -> None:
        b = bench("ok")
        c = b.new()
        run(b.say(c, "My sister lives in Porto."))
        run(b.say(c, "What is the weather there?"))
        assert b.memory.queries[1].text == "My sister lives in Porto.\nWhat is the weather there?"
        assert b.memory.queries[1].exclude_conversation == c


class TestEnds:
    def test_a_broken_stream_keeps_its_text_and_is_an_error(
        self, bench: Callable[..., Bench]
    ) -> None:
        b = bench("Half an ans", break_after=UserError(ErrorCode.STREAM_BROKEN, host="h"))
        c = b.new()
        run(b.say(c, "My sister lives in Porto."))
        event = done(b)
        assert event.message.completeness is Completeness.BROKEN
        assert event.message.error == "stream_broken"
        assert event.error_params == {"host": "h"}
        kept = b.store.open(c).messages[-1]
        assert (kept.text, kept.error) == ("Half an ans", "stream_broken")
        assert b.memory.uses == []
        assert b.memory.remembered == []
        assert b.of(Learned) == []

    def test_a_stream_without_an_end_is_broken(self, bench: Callable[..., Bench]) -> None:
        class NoEnd(FakeChatModel):
            async def stream(self, request: ChatRequest) -> Any:  # type: ignore[override]
                yield TextDelta("cut clean")

        b = bench("x")
        b.model = NoEnd("x")
        run(b.say(b.new(), "Hi"))
        assert done(b).message.error == "stream_broken"

    @pytest.mark.parametrize(
        "events",
        [
            [Finished(FinishReason.STOP)],
            [TextDelta("  \n"), Finished(FinishReason.STOP)],
            [ReasoningDelta("hm"), Finished(FinishReason.STOP)],
            [ToolCallRequested(ToolCall("1", "x", {})), Finished(FinishReason.TOOL_CALLS)],
        ],
    )
    def test_an_answer_without_words_is_no_answer(
        self, bench: Callable[..., Bench], events: list[Any]
    ) -> None:
        b = bench(events)
        run(b.say(b.new(), "Hi"))
        assert done(b).message.error == "bad_response"

    def test_a_filtered_answer_is_no_whole_answer(self, bench: Callable[..., Bench]) -> None:
        b = bench([TextDelta("Half"), Finished(FinishReason.CONTENT_FILTER)])
        run(b.say(b.new(), "Hi"))
        assert (done(b).message.text, done(b).message.error) == ("Half", "provider_error")

    def test_a_provider_that_is_not_set_up_is_told_under_the_saved_message(
        self, bench: Callable[..., Bench]
    ) -> None:
        b = bench()
        b.model_error = UserError(ErrorCode.PROVIDER_NOT_SET_UP, provider="openai")
        c = b.new()
        run(b.say(c, "Hi"))
        assert done(b).message.error == "provider_not_set_up"
        assert [m.text for m in b.store.open(c).messages] == ["Hi", ""]

    def test_stop_keeps_the_partial_answer_marked(self, bench: Callable[..., Bench]) -> None:
        b = bench("A long answer that goes on")
        assert isinstance(b.model, FakeChatModel)
        c = b.new()

        async def scenario() -> None:
            assert isinstance(b.model, FakeChatModel)
            b.model.hold = asyncio.Event()
            task = asyncio.ensure_future(b.say(c, "My sister lives in Porto."))
            await until(lambda: bool(b.of(AnswerDelta)))
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

        run(scenario())
        kept = b.store.open(c).messages[-1]
        assert kept.completeness is Completeness.STOPPED
        assert kept.text
        assert kept.error is None
        assert done(b).message == kept
        assert b.memory.uses == []
        assert b.memory.remembered == []
        assert [event["type"] for event in lines(b, c)][-1] == "partial"

    def test_stop_while_memory_is_asked_sends_nothing(self, bench: Callable[..., Bench]) -> None:
        b = bench("x")
        b.memory.hangs = True
        c = b.new()

        async def scenario() -> None:
            task = asyncio.ensure_future(b.say(c, "Hello there, model", recall_deadline=60.0))
            await until(lambda: bool(b.memory.queries))
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

        run(scenario())
        assert requests(b) == []
        assert b.store.open(c).messages[-1].completeness is Completeness.STOPPED

    def test_a_bug_keeps_what_had_arrived_and_is_reported(
        self, bench: Callable[..., Bench]
    ) -> None:
        class Faulty(FakeChatModel):
            async def stream(self, request: ChatRequest) -> Any:  # type: ignore[override]
                yield TextDelta("so far")
                raise KeyError("bug")

        b = bench("x")
        b.model = Faulty("x")
        c = b.new()
        with pytest.raises(KeyError):
            run(b.say(c, "Hi"))
        assert b.store.open(c).messages[-1].text == "so far"

    def test_an_answer_that_cannot_be_saved_is_told_with_its_text(
        self, bench: Callable[..., Bench]
    ) -> None:
        b = bench("The answer.")
        b.conversations.save_error = UserError(ErrorCode.DISK_FULL, path="p")
        run(b.say(b.new(), "Remember that my locker is number 214."))
        assert (done(b).message.text, done(b).message.error) == ("The answer.", "disk_full")
        assert b.memory.remembered == []

    def test_the_next_request_after_a_broken_answer_is_well_formed(
        self, bench: Callable[..., Bench]
    ) -> None:
        b = bench(UserError(ErrorCode.PROVIDER_RATE_LIMITED), "Now.", NOTHING)
        c = b.new()
        run(b.say(c, "First question"))
        run(b.say(c, "Second question"))
        roles = [m.role for m in requests(b)[1].messages]
        assert roles == [Role.SYSTEM, Role.USER]
        assert all(not m.tool_calls and m.role is not Role.TOOL for m in requests(b)[1].messages)

    def test_again_answers_the_same_message_in_another_branch(
        self, bench: Callable[..., Bench]
    ) -> None:
        b = bench(UserError(ErrorCode.PROVIDER_TIMEOUT), "Second try.", NOTHING)
        c = b.new()
        run(b.say(c, "A question"))
        broken = done(b).message.id
        b.events.clear()
        run(b.say(c, "", again=broken))
        shown = b.store.open(c).messages
        assert [m.text for m in shown] == ["A question", "Second try."]
        assert b.store.siblings(c, broken) == (broken, shown[-1].id)
        assert [m.content for m in requests(b)[1].messages[1:]] == ["A question"]

    def test_a_message_that_no_context_can_hold_is_said_clearly(
        self, bench: Callable[..., Bench]
    ) -> None:
        b = bench("x")
        run(b.say(b.new(), "word " * 40_000))
        assert done(b).message.error == "context_too_long"
        assert requests(b) == []


class TestTemporary:
    def test_a_temporary_chat_neither_reads_nor_writes_nor_counts(
        self, bench: Callable[..., Bench]
    ) -> None:
        b = bench("Fine.")
        b.memory.found = Recall(used=(hit("x"),))
        c = b.new(temporary=True)
        run(b.say(c, "Remember that my locker is number 214."))
        assert b.memory.queries == []
        assert b.memory.remembered == []
        assert b.memory.uses == []
        assert b.memory.rounds == []
        assert learned(b).state is LearningState.OFF
        assert not b.folder.conversations.exists()
        assert len(requests(b)) == 1

    def test_a_temporary_chat_may_be_let_read(self, bench: Callable[..., Bench]) -> None:
        b = bench("Porto.")
        b.memory.found = Recall(used=(hit("Anna lives in Porto"),))
        run(b.say(b.new(temporary=True), "Where is she?", temporary_reads=True))
        assert "Anna lives in Porto" in str(requests(b))
        assert b.memory.uses == []


class TestConversations:
    def test_two_turns_at_once_answer_in_their_own_conversations(
        self, bench: Callable[..., Bench]
    ) -> None:
        class Echo(FakeChatModel):
            async def stream(self, request: ChatRequest) -> Any:  # type: ignore[override]
                words = request.messages[-1].content
                for piece in ("re: ", words):
                    await asyncio.sleep(0)
                    yield TextDelta(piece)
                yield Finished(FinishReason.STOP)

        b = bench("x")
        b.model = Echo("x")
        first, second = b.new(), b.new()

        async def both() -> None:
            await asyncio.gather(b.say(first, "alpha one"), b.say(second, "beta two"))

        run(both())
        assert b.store.open(first).messages[-1].text == "re: alpha one"
        assert b.store.open(second).messages[-1].text == "re: beta two"
        for event in b.of(AnswerDelta):
            assert isinstance(event, AnswerDelta)
            own = "alpha" if event.conversation == first else "beta"
            assert event.text == "re: " or own in event.text

    def test_thinking_stays_in_its_fold(self, bench: Callable[..., Bench]) -> None:
        events = [ReasoningDelta("SECRET-REASONING"), TextDelta("42"), Finished(FinishReason.STOP)]
        b = bench(events, NOTHING, "ok", NOTHING)
        c = b.new()
        run(b.say(c, "What is six times seven?"))
        run(b.say(c, "And half of that number then?"))
        answer = b.store.open(c).messages[1]
        assert answer.reasoning == "SECRET-REASONING"
        assert answer.text == "42"
        assert "SECRET-REASONING" not in str(requests(b))
        assert "SECRET-REASONING" not in b.store.open(c).summary.title
        assert "SECRET-REASONING" not in str(b.memory.rounds)

    def test_usage_and_model_are_kept(self, bench: Callable[..., Bench]) -> None:
        b = bench([TextDelta("x"), Finished(FinishReason.STOP, Usage(5, 7))], NOTHING)
        c = b.new()
        run(b.say(c, "Hi"))
        kept = b.store.open(c).messages[-1]
        assert (kept.usage, kept.model) == (Usage(5, 7), "fake:model")


class TestLearning:
    def test_without_a_model_statements_are_saved_as_they_stand(
        self, bench: Callable[..., Bench]
    ) -> None:
        b = bench()
        c = b.new()
        run(b.say(c, "My sister Anna lives in Porto. She can't eat nuts."))
        assert b.memory.texts == ["My sister Anna lives in Porto. She can't eat nuts."]
        draft, cause, ask = b.memory.remembered[0]
        user = b.store.open(c).messages[0]
        assert draft.origin.kind is OriginKind.AUTOMATIC
        assert (draft.origin.message, draft.origin.quote) == (user.id, user.text)
        assert (cause.kind, cause.message, ask) == (CauseKind.LEARNED, user.id, False)
        assert learned(b).state is LearningState.DONE
        assert user.learned == learned(b).items

    def test_with_a_model_its_facts_are_saved_with_the_quote(
        self, bench: Callable[..., Bench]
    ) -> None:
        fact = {
            "text": "Anna (the user's sister) lives in Porto.",
            "category": "People",
            "tags": ["Anna", "porto", "sister"],
            "quote": "my sister anna lives in porto",
        }
        b = bench("Nice!", json.dumps({"facts": [fact]}))
        run(b.say(b.new(), "My sister Anna lives in Porto."))
        draft = b.memory.remembered[0][0]
        assert b.memory.texts == [fact["text"]]
        assert (draft.category, draft.tags) == ("people", ("anna", "porto", "sister"))

    def test_what_is_asked_for_is_saved_once_with_a_model_too(
        self, bench: Callable[..., Bench]
    ) -> None:
        words = "Remember that my locker is number 214. I adopted a cat named Tom in spring."
        facts = [
            {"text": "The user's locker is number 214.", "quote": "my locker is number 214"},
            {"text": "The user has a cat named Tom.", "quote": "I adopted a cat named Tom"},
        ]
        b = bench("Sure.", json.dumps({"facts": facts}))
        run(b.say(b.new(), words))
        # The model's wording loses the spring, so the second is kept as it was said.
        assert b.memory.texts == [
            "My locker is number 214.",
            "I adopted a cat named Tom in spring.",
        ]
        assert b.memory.remembered[0][1].kind is CauseKind.USER
        early, late = (event for event in b.of(Learned))
        assert isinstance(early, Learned)
        assert isinstance(late, Learned)
        assert len(early.items) == 1
        assert len(late.items) == 2

    def test_a_plain_order_costs_no_second_request(self, bench: Callable[..., Bench]) -> None:
        b = bench("Sure.")
        run(b.say(b.new(), "Remember that my locker is number 214."))
        assert len(requests(b)) == 1

    def test_bare_remember_that_saves_the_turn_before(self, bench: Callable[..., Bench]) -> None:
        b = bench("ok", NOTHING, "ok")
        c = b.new()
        run(b.say(c, "Locker: number 214, second floor."))
        run(b.say(c, "remember that"))
        first = b.store.open(c).messages[0]
        assert b.memory.texts == ["Locker: number 214, second floor."]
        assert b.memory.remembered[0][0].origin.message == first.id

    def test_the_helper_requests_failure_leaves_the_answer_standing(
        self, bench: Callable[..., Bench]
    ) -> None:
        b = bench("Good answer.", UserError(ErrorCode.PROVIDER_RATE_LIMITED))
        run(b.say(b.new(), "My sister Anna lives in Porto."))
        assert done(b).message.completeness is Completeness.COMPLETE
        assert learned(b).state is LearningState.FAILED
        assert b.memory.texts == ["My sister Anna lives in Porto."]
        assert len(requests(b)) == 2

    def test_a_bare_question_costs_no_second_request(self, bench: Callable[..., Bench]) -> None:
        b = bench("Like this.")
        run(b.say(b.new(), "How do I boil an egg?"))
        assert len(requests(b)) == 1
        assert learned(b).state is LearningState.NOTHING

    def test_a_reading_that_is_cancelled_leaves_what_the_rules_found(
        self, bench: Callable[..., Bench]
    ) -> None:
        b = bench("Fine.", "never read")
        assert isinstance(b.model, FakeChatModel)
        model = b.model

        async def scenario() -> None:
            c = b.new()
            task = asyncio.ensure_future(b.say(c, "My sister Anna lives in Porto."))
            await until(lambda: bool(b.of(AnswerDone)))
            model.hold = asyncio.Event()
            await until(lambda: len(model.requests) == 2)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

        run(scenario())
        assert b.memory.texts == ["My sister Anna lives in Porto."]
        assert learned(b).state is LearningState.FAILED
        assert len(learned(b).items) == 1
        assert done(b).message.completeness is Completeness.COMPLETE

    def test_nothing_and_unreadable_are_told_apart(self, bench: Callable[..., Bench]) -> None:
        b = bench("ok", NOTHING)
        run(b.say(b.new(), "Tell me how tall Mont Blanc is."))
        assert learned(b).state is LearningState.NOTHING
        b = bench("ok", "I could not find any facts, sorry!")
        run(b.say(b.new(), "Tell me how tall Mont Blanc is."))
        assert learned(b).state is LearningState.UNREADABLE

    def test_an_invented_projects_figures_are_not_learned_even_if_the_model_offers_them(
        self, bench: Callable[..., Bench]
    ) -> None:
        words = (
            "For a made-up example project, let the success target be 35 % weekly retention. "
            "Just list A, B and C this time, no background."
        )
        bait = {"facts": [{"text": "The user's goal is 35 % retention.", "quote": words}]}
        b = bench("A, B, C", json.dumps(bait), "ok", NOTHING)
        c = b.new()
        run(b.say(c, words))
        assert b.memory.texts == []
        run(b.say(c, "From now on, no background first"))
        assert b.memory.texts == ["From now on, no background first"]

    def test_mode_off_still_saves_what_is_asked_for(self, bench: Callable[..., Bench]) -> None:
        b = bench("ok")
        run(b.say(b.new(), "Remember that I'm vegan. My sister is a nurse.", automatic=False))
        assert b.memory.texts == ["I'm vegan."]

    def test_mode_ask_puts_what_was_learned_into_the_inbox(
        self, bench: Callable[..., Bench]
    ) -> None:
        b = bench()
        run(b.say(b.new(), "My sister is a nurse.", ask_first=True))
        assert learned(b).items[0].status == RememberStatus.PROPOSED
        run(b.say(b.new(), "Remember that my brother is a nurse.", ask_first=True))
        assert learned(b).items[0].status == RememberStatus.SAVED

    def test_no_learning_means_nothing_at_all(self, bench: Callable[..., Bench]) -> None:
        b = bench("ok")
        run(b.say(b.new(), "Remember that I'm vegan.", learn=False))
        assert learned(b).state is LearningState.OFF
        assert b.memory.texts == []

    def test_only_the_users_own_words_are_shown_to_the_extraction(
        self, bench: Callable[..., Bench]
    ) -> None:
        b = bench("ANSWER-WORDS", NOTHING)
        b.memory.found = Recall(used=(hit("RECALLED-WORDS"),))
        run(b.say(b.new(), "I was in Rome in May.", system_prompt="SYSTEM-WORDS"))
        extraction = str(requests(b)[1])
        assert "I was in Rome in May." in extraction
        for foreign in ("ANSWER-WORDS", "RECALLED-WORDS", "SYSTEM-WORDS"):
            assert foreign not in extraction

    def test_a_save_that_fails_is_told_and_the_answer_stands(
        self, bench: Callable[..., Bench]
    ) -> None:
        b = bench()
        b.memory.save_error = UserError(ErrorCode.DISK_FULL)
        run(b.say(b.new(), "My sister is a nurse."))
        assert learned(b).state is LearningState.FAILED
        assert done(b).message.completeness is Completeness.COMPLETE

    def test_a_refused_statement_is_told_as_refused(self, bench: Callable[..., Bench]) -> None:
        b = bench()
        b.memory.status = RememberStatus.REFUSED
        run(b.say(b.new(), "My sister is a nurse."))
        (item,) = learned(b).items
        assert (item.id, item.status, item.reason) == (None, "refused", "secret")

    def test_a_huge_paste_is_not_learned_from(self, bench: Callable[..., Bench]) -> None:
        b = bench()
        run(b.say(b.new(), "My sister is a nurse.\n" * 60_000))
        assert b.memory.texts == []


class TestFromMemoryAlone:
    def test_it_answers_with_what_it_found_and_says_that_no_model_is_there(
        self, bench: Callable[..., Bench]
    ) -> None:
        b = bench()
        b.memory.found = Recall(used=(hit("My sister Anna lives in Porto."),), total=3)
        c = b.new()
        run(b.say(c, "Where does my sister live?"))
        answer = done(b).message
        assert "My sister Anna lives in Porto." in answer.text
        assert "No language model is connected" in answer.text
        assert [used.id for used in answer.used] == ["m1"]
        assert b.memory.uses == [(c, answer.id, ["m1"])]

    def test_pinned_memories_are_not_counted(self, bench: Callable[..., Bench]) -> None:
        b = bench()
        b.memory.found = Recall(used=(hit("Wei", pinned=True),), total=1)
        run(b.say(b.new(), "What is my name?"))
        assert b.memory.uses == []
