"""Learning over a real memory: changes of mind, verdicts, forgetting, state, and what never is."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.conversation.learning.learner import Learner
from assistant_app.conversation.learning.policy import Occasion
from assistant_app.conversation.learning.saving import FinishedTurn
from assistant_app.conversation.types import (
    ForgetStatus,
    Learned,
    LearnedItem,
    LearningState,
    Message,
    TurnEvent,
    TurnOptions,
)
from assistant_app.embeddings.hashing import HashingEmbedder
from assistant_app.llm.port import ReasoningDelta, Role, TextDelta
from assistant_app.memory.never import redact
from assistant_app.memory.types import Draft, RememberStatus, State
from tests.benchmarks.learning import DirectConversations, DirectMemory, World
from tests.conversation.fakes import FakeMemory
from tests.servers.fakes import Answer, FakeChatModel

NOTHING = '{"facts": [], "state": {}}'


def facts(*found: tuple[str, str], state: dict[str, object] | None = None) -> str:
    records = [{"text": text, "quote": quote, "tags": [], "sure": True} for text, quote in found]
    return json.dumps({"facts": records, "state": state or {}})


class Talk:
    """One conversation over a real memory."""

    def __init__(self, folder: Path, options: TurnOptions | None = None) -> None:
        self.world = World(folder, HashingEmbedder())
        self.options = options or TurnOptions("fake:model")
        self.id = self.world.conversations.create().summary.id
        self.events: list[TurnEvent] = []

    def say(
        self, text: str, *answers: Answer, occasion: Occasion = Occasion.TURN, **more: object
    ) -> Learned | None:
        """Say something, have it answered and learned from; the answers are those to learning."""
        user = self.world.conversations.append_user(self.id, text)
        answer = Message(self.world.ids(), Role.ASSISTANT, "I see.", self.world.clock(), user.id)
        self.world.conversations.append_answer(self.id, answer)
        return self.learn(*answers, occasion=occasion, **more)

    def learn(
        self, *answers: Answer, occasion: Occasion = Occasion.TURN, **more: object
    ) -> Learned | None:
        self.model = FakeChatModel(*answers) if answers else None
        opened = self.world.conversations.open(self.id)
        turn = FinishedTurn(self.id, opened.messages, self.options, False, self.model, opened.state)
        turn = replace(turn, **more)  # type: ignore[arg-type]  # a test's shorthand
        self.events.clear()
        asyncio.run(self.world.learner.learn(turn, self.events.append, occasion=occasion))
        while self.world.memory.fill_in(1.0):
            pass
        learned = [event for event in self.events if isinstance(event, Learned)]
        return learned[-1] if learned else None

    @property
    def known(self) -> list[str]:
        return [entry.text for entry in self.world.memory.list()]

    @property
    def inbox(self) -> list[str]:
        return [entry.text for entry in self.world.memory.list(state=State.PROPOSED)]


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Talk]:
    made = Talk(tmp_path)
    yield made
    made.world.close()


def statuses(learned: Learned | None) -> list[tuple[str, str]]:
    assert learned is not None
    return [(item.status, item.reason) for item in learned.items]


class TestChangesOfMind:
    def test_words_of_change_replace_what_was_known(self, talk: Talk) -> None:
        talk.say("My sister Anna lives in Porto.")
        learned = talk.say("My sister Anna has moved to Lyon.")
        assert statuses(learned) == [("updated", "changed")]
        assert learned is not None
        assert learned.items[0].replaced_text == "My sister Anna lives in Porto."
        assert talk.known == ["My sister Anna has moved to Lyon."]
        talk.world.memory.undo(learned.items[0].seq)
        assert talk.known == ["My sister Anna lives in Porto."]

    def test_another_value_without_them_is_asked_about(self, talk: Talk) -> None:
        talk.say("My sister Anna lives in Porto.")
        assert statuses(talk.say("My sister Anna lives in Lyon.")) == [("proposed", "conflict")]
        assert talk.known == ["My sister Anna lives in Porto."]

    def test_after_a_change_of_name_only_the_new_one_is_known(self, talk: Talk) -> None:
        talk.say("I'm Alicia")
        talk.say("Please call me Robin from now on")
        assert talk.known == ["Please call me Robin from now on"]
        (now,) = talk.world.memory.list()
        events = talk.world.memory.history(str(now.supersedes))
        assert [event.what for event in events] == ["created", "superseded"]

    def test_it_works_in_chinese(self, talk: Talk) -> None:
        talk.say("我住在上海。")
        assert statuses(talk.say("我搬到杭州了。")) == [("updated", "changed")]

    def test_said_again_it_is_confirmed(self, talk: Talk) -> None:
        talk.say("I'm allergic to nuts.")
        assert statuses(talk.say("I'm allergic to nuts!")) == [("duplicate", "same_text")]
        (entry,) = talk.world.memory.list()
        assert entry.confirmations == 1


class TestVerdicts:
    def test_the_model_is_asked_in_a_small_request_of_its_own(self, talk: Talk) -> None:
        talk.say("Remember that Anna my sister drinks black tea.")
        verdict = '{"verdicts": [{"new": 1, "old": "a", "verdict": "same_fact"}]}'
        said = "My sister Anna drinks tea black."
        learned = talk.say(said, facts((said, said)), verdict)
        assert len(talk.model.requests) == 2  # type: ignore[union-attr]
        assert "new 1: My sister Anna drinks tea black." in (
            talk.model.requests[1].messages[1].content  # type: ignore[union-attr]
        )
        assert statuses(learned)[0][0] == "duplicate"
        assert len(talk.known) == 1

    def test_an_update_needs_words_of_change(self, talk: Talk) -> None:
        talk.say("Remember that my sister Anna drinks black tea.")
        verdict = '{"verdicts": [{"new": 1, "old": "a", "verdict": "update_old"}]}'
        said = "My sister Anna drinks green tea."
        assert statuses(talk.say(said, facts((said, said)), verdict)) == [("proposed", "conflict")]
        said = "My sister Anna drinks white tea now."
        assert statuses(talk.say(said, facts((said, said)), verdict)) == [("updated", "changed")]

    def test_without_an_answer_the_rules_decide(self, talk: Talk) -> None:
        talk.say("I live in Porto.")
        said = "I live in Lyon."
        failure = UserError(ErrorCode.PROVIDER_TIMEOUT, host="x")
        learned = talk.say(said, facts((said, said)), failure)
        assert statuses(learned) == [("proposed", "conflict")]

    def test_nothing_near_costs_no_request(self, talk: Talk) -> None:
        said = "I collect old stamps."
        talk.say(said, facts((said, said)))
        assert len(talk.model.requests) == 1  # type: ignore[union-attr]

    def test_the_models_doubt_goes_to_the_inbox(self, talk: Talk) -> None:
        said = "Maybe my sister Anna moves to Spain."
        learned = talk.say(said, facts(("Anna (the user's sister) moves to Spain.", said)))
        assert statuses(learned) == [("proposed", "low_confidence")]
        assert talk.known == []


class TestReading:
    def test_what_waited_is_read_with_the_next_signal(self, talk: Talk) -> None:
        talk.say("The garden in Porto has lemon trees.", NOTHING)
        assert not talk.model.requests  # type: ignore[union-attr]
        talk.say("My sister planted them.", NOTHING)
        sent = talk.model.requests[0].messages[1].content  # type: ignore[union-attr]
        assert sent.count("<newest>") == 2
        assert "lemon trees" in sent

    def test_a_fact_belongs_to_the_message_that_held_its_words(self, talk: Talk) -> None:
        talk.say("Anna's garden is in Porto.", NOTHING)
        quoted = "Anna's garden is in Porto"
        talk.say("My cat loves it.", facts(("Anna's garden is in Porto.", quoted)))
        first, _, second, _ = talk.world.conversations.open(talk.id).messages
        (entry,) = talk.world.memory.list(state=None)
        assert entry.origin.message == first.id
        assert [item.text for item in first.learned] == [entry.text]
        assert second.learned == ()

    def test_what_was_read_is_not_read_again(self, talk: Talk) -> None:
        talk.say("My sister planted a tree.", NOTHING)
        talk.say("My cat sleeps in it.", NOTHING)
        sent = talk.model.requests[0].messages[1].content  # type: ignore[union-attr]
        assert sent.count("<newest>") == 1

    @pytest.mark.parametrize(
        "failure", ["I cannot read this.", UserError(ErrorCode.PROVIDER_RATE_LIMITED)]
    )
    def test_what_could_not_be_read_is_read_with_the_next(
        self, talk: Talk, failure: Answer
    ) -> None:
        learned = talk.say("My sister planted a tree.", failure)
        assert learned is not None
        assert learned.state in (LearningState.UNREADABLE, LearningState.FAILED)
        talk.say("My cat sleeps in it.", NOTHING)
        sent = talk.model.requests[0].messages[1].content  # type: ignore[union-attr]
        assert sent.count("<newest>") == 2

    @pytest.mark.parametrize("occasion", [Occasion.SESSION_END, Occasion.COMPACTION])
    def test_the_rest_is_read_at_the_end_and_before_it_leaves_the_window(
        self, talk: Talk, occasion: Occasion
    ) -> None:
        talk.say("The garden in Porto has lemon trees.", NOTHING)
        assert talk.learn(NOTHING, occasion=occasion) is None  # nothing found: nothing to tell
        assert len(talk.model.requests) == 1  # type: ignore[union-attr]
        talk.learn(NOTHING, occasion=occasion)
        assert not talk.model.requests  # type: ignore[union-attr]

    def test_what_a_tool_has_saved_is_not_learned_again(self, talk: Talk) -> None:
        said = "My sister Anna lives in Porto."
        by_tool = LearnedItem("m1", "The user's sister Anna lives in Porto.", "saved", seq=3)
        learned = talk.say(said, facts((said, said)), changed=(by_tool,))
        assert learned is not None
        assert learned.items == (by_tool,)
        assert talk.known == []

    def test_what_a_tool_was_refused_for_good_is_told_once(self, talk: Talk) -> None:
        by_tool = LearnedItem(None, "My password is […]", "refused", "secret")
        said = "Please remember that my password is Tulip-9931-xx"
        learned = talk.say(said, NOTHING, changed=(by_tool,))
        assert learned is not None
        assert learned.items == (by_tool,)

    def test_thinking_is_never_read(self, talk: Talk) -> None:
        thinking = [
            ReasoningDelta("SECRET-REASONING"),
            TextDelta("<think>SECRET-REASONING My sister lies</think>" + NOTHING),
        ]
        talk.say("My sister Anna lives in Porto.", thinking)
        assert "SECRET" not in talk.world.memory_files()
        assert "SECRET" not in str(talk.world.conversations.open(talk.id))

    def test_a_dated_statement_ends_by_itself(self, talk: Talk) -> None:
        talk.say("Remember that I'm in Berlin until May.")
        (entry,) = talk.world.memory.list()
        assert entry.expires_at == datetime(2027, 5, 31, 23, 59, 59, tzinfo=UTC)


STATE = {
    "topic": "a trip",
    "intent": "plan it",
    "open_questions": ["When?"],
    "entities": ["Porto", "Atlantis"],
    "mood": "glad",
}


class TestState:
    def test_where_the_conversation_stands_is_kept_and_told(self, talk: Talk) -> None:
        learned = talk.say("My trip to Porto is near.", facts(state=STATE))
        state = talk.world.conversations.open(talk.id).state
        assert state is not None
        assert (state.topic, state.intent, state.mood) == ("a trip", "plan it", "glad")
        assert state.open_questions == ("When?",)
        assert state.entities == ("Porto",)  # the other one the user never named
        assert learned is not None
        assert learned.talk == state

    def test_a_reading_without_state_keeps_the_last_one(self, talk: Talk) -> None:
        talk.say("My trip to Porto is near.", facts(state=STATE))
        talk.say("My cat stays at home.", '{"facts": []}')
        opened = talk.world.conversations.open(talk.id)
        assert opened.state is not None
        assert opened.state.topic == "a trip"
        assert opened.state.message == opened.messages[-2].id


class TestForgetting:
    def test_one_memory_that_is_clearly_meant_goes_with_undo(self, talk: Talk) -> None:
        talk.say("I love jazz.")
        talk.say("My brother Leo plays the violin.")
        learned = talk.say("Forget that I love jazz.")
        assert learned is not None
        (item,) = learned.items
        assert (item.status, item.text) == (ForgetStatus.FORGOTTEN, "I love jazz.")
        assert [changes.seq for changes in learned.changes] == [item.seq]
        assert talk.known == ["My brother Leo plays the violin."]
        talk.world.memory.undo(item.seq)
        assert len(talk.known) == 2

    def test_it_is_not_learned_again(self, talk: Talk) -> None:
        talk.say("I love jazz.")
        talk.say("Forget that I love jazz.")
        assert statuses(talk.say("I love jazz.")) == [("refused", "forgotten_before")]

    def test_where_several_may_be_meant_the_user_is_asked(self, talk: Talk) -> None:
        talk.say("My sister Anna lives in Porto.")
        talk.say("My sister Anna works as a nurse.")
        learned = talk.say("Forget what I said about my sister Anna.")
        assert {status for status, _ in statuses(learned)} == {ForgetStatus.WHICH}
        assert len(talk.known) == 2

    def test_everything_is_never_forgotten_at_once(self, talk: Talk) -> None:
        talk.say("I love jazz.")
        learned = talk.say("Forget everything you know about me.")
        assert talk.known == ["I love jazz."]
        assert ForgetStatus.FORGOTTEN not in [status for status, _ in statuses(learned)]

    def test_nothing_like_it_is_said_so(self, talk: Talk) -> None:
        learned = talk.say("Forget that I love chess.")
        assert statuses(learned) == [(ForgetStatus.NONE, "")]

    def test_a_bare_request_means_what_was_learned_last(self, talk: Talk) -> None:
        talk.say("I love jazz.")
        talk.say("My locker is number 214.")
        learned = talk.say("Forget that.")
        assert learned is not None
        assert [item.text for item in learned.items] == ["My locker is number 214."]
        assert talk.known == ["I love jazz."]

    def test_it_works_when_nothing_is_learned_by_itself(self, talk: Talk) -> None:
        talk.say("Remember that my locker is number 214.")
        talk.options = replace(talk.options, automatic=False)
        talk.say("Forget that my locker is number 214.")
        assert talk.known == []

    def test_the_request_itself_teaches_nothing(self, talk: Talk) -> None:
        talk.say("Forget that I love jazz.", facts(("I love jazz.", "I love jazz")))
        assert talk.known == talk.inbox == []
        assert not talk.model.requests  # type: ignore[union-attr]


EVERY_WAY = (
    "Remember that my locker is 214.",
    "My sister Anna lives in Porto.",
    "Forget that I love jazz.",
    "forget that",
    "From now on, no background first",
    "记住我叫小明",
)


class Spy(FakeMemory):
    """A memory in which every way of writing is noted."""

    async def remember(self, drafts, cause, *, ask):  # type: ignore[no-untyped-def]
        self.change_sets.append(["remember"])
        return await super().remember(drafts, cause, ask=ask)


@pytest.mark.parametrize("text", EVERY_WAY)
@pytest.mark.parametrize("occasion", list(Occasion))
@pytest.mark.parametrize("with_model", [True, False])
def test_no_writer_writes_from_a_temporary_chat(
    tmp_path: Path, text: str, occasion: Occasion, with_model: bool
) -> None:
    talk = Talk(tmp_path)
    spy = Spy()
    conversations = DirectConversations(talk.world.conversations)
    talk.world.learner = Learner(spy, conversations, zone=UTC, redact=redact)
    before = talk.world.conversations.open(talk.id).state
    answers = [facts((text, text), state=STATE)] if with_model else []
    talk.say(text, *answers, occasion=occasion, temporary=True)
    assert spy.change_sets == spy.forgotten == spy.uses == spy.rounds == []
    opened = talk.world.conversations.open(talk.id)
    assert opened.state == before
    assert all(message.learned == () for message in opened.messages)
    assert talk.model is None or not talk.model.requests
    talk.world.close()


@pytest.mark.parametrize("zone", ["Asia/Shanghai", "America/Los_Angeles"])
def test_yesterday_is_the_users_day(tmp_path: Path, zone: str) -> None:
    talk = Talk(tmp_path)
    local = datetime(2026, 11, 29, 23, 50, tzinfo=ZoneInfo(zone))
    talk.world.now = local.astimezone(UTC) - timedelta(seconds=5)
    memory = DirectMemory(talk.world.memory)
    conversations = DirectConversations(talk.world.conversations)
    talk.world.learner = Learner(memory, conversations, zone=ZoneInfo(zone), redact=redact)
    talk.say("Yesterday I adopted a cat")
    talk.say("The vet is tomorrow at 9")
    assert set(talk.known) == {
        "Yesterday (2026-11-28) I adopted a cat",
        "The vet is tomorrow (2026-11-30) at 9",
    }
    assert all(entry.created_at.tzinfo is UTC for entry in talk.world.memory.list())
    talk.world.close()


def test_memories_for_this_computer_are_not_shown_to_the_judge_beyond_it(talk: Talk) -> None:
    draft = Draft("My sister Anna drinks black tea.", local_only=True)
    talk.world.memory.remember([draft], cause=_user())
    said = "My sister Anna drinks green tea."

    async def learn(model: FakeChatModel) -> None:
        user = talk.world.conversations.append_user(talk.id, said)
        answer = Message(talk.world.ids(), Role.ASSISTANT, "I see.", user.at, user.id)
        talk.world.conversations.append_answer(talk.id, answer)
        messages = talk.world.conversations.open(talk.id).messages
        turn = FinishedTurn(talk.id, messages, talk.options, False, model)
        await talk.world.learner.learn(turn, talk.events.append)

    beyond = FakeChatModel(facts((said, said)), is_local=False)
    asyncio.run(learn(beyond))
    assert all("black" not in text for text in _sent(beyond))


def _sent(model: FakeChatModel) -> Sequence[str]:
    return [message.content for request in model.requests for message in request.messages]


def _user():  # type: ignore[no-untyped-def]
    from assistant_app.memory.types import Cause, CauseKind

    return Cause(CauseKind.USER)


def test_mode_ask_proposes_a_change_and_changes_nothing(talk: Talk) -> None:
    talk.say("I live in Porto.")
    talk.options = replace(talk.options, ask_first=True)
    assert statuses(talk.say("I moved to Lyon.")) == [(RememberStatus.PROPOSED, "ask_first")]
    assert talk.known == ["I live in Porto."]
    assert talk.inbox == ["I moved to Lyon."]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("hello", "small_talk"),
        ("How do I boil an egg?", "only_questions"),
        ("The lake is cold.", "not_yet"),
        ("My sister Anna lives in Porto.", "signal"),
        ("Remember that my locker is 214.", "asked"),
    ],
)
def test_the_reason_is_told(talk: Talk, text: str, reason: str) -> None:
    learned = talk.say(text, NOTHING)
    assert learned is not None
    assert learned.reason == reason
