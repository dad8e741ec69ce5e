"""What waits for the user: shown with what it would replace, decided alone or together."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.memory.types import (
    Cause,
    CauseKind,
    Draft,
    Origin,
    OriginKind,
    ProposalKind,
    RememberStatus,
    State,
)
from tests.memory.builders import LEARNED, House

TOOL = Cause(CauseKind.TOOL, "c1", "m1")


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def kinds(house: House) -> dict[str, ProposalKind]:
    return {one.entry.text: one.kind for one in house.memory.inbox()}


def active(house: House) -> list[str]:
    return sorted(entry.text for entry in house.memory.list())


def test_the_inbox_says_what_kind_of_question_each_is(house: House) -> None:
    house.say("My sister Anna lives in Porto", "I play chess", "My locker number is 12")
    house.learn("I keep bees", ask=True)
    house.learn("My sister Anna lives in Lyon")
    changed = Draft("My locker number is 14", origin=Origin(OriginKind.AUTOMATIC), changed=True)
    house.memory.remember([changed], cause=LEARNED, mode_ask=True)
    house.memory.propose_forget([house.id_of("I play chess")], cause=TOOL)
    assert kinds(house) == {
        "I keep bees": ProposalKind.NEW,
        "My sister Anna lives in Lyon": ProposalKind.CONFLICT,
        "My locker number is 14": ProposalKind.CHANGED,
        "I play chess": ProposalKind.DELETION,
    }
    replaced = {one.entry.text: one.would_replace for one in house.memory.inbox()}
    assert replaced["I keep bees"] is replaced["I play chess"] is None
    old = replaced["My sister Anna lives in Lyon"]
    assert old is not None
    assert old.text == "My sister Anna lives in Porto"


def test_what_waits_is_not_recalled_and_a_proposed_deletion_still_is(house: House) -> None:
    house.say("I play chess on Sundays")
    house.learn("I play chess with Tom", ask=True)
    house.memory.propose_forget([house.id_of("I play chess on Sundays")], cause=TOOL)
    assert house.found("chess") == ["I play chess on Sundays"]


def test_all_of_it_is_accepted_in_one_act_that_one_undo_takes_back(house: House) -> None:
    house.say("My sister Anna lives in Porto", "I play chess")
    house.learn("I keep bees", ask=True)
    house.learn("My sister Anna lives in Lyon")
    house.memory.propose_forget([house.id_of("I play chess")], cause=TOOL)
    waiting = house.memory.inbox()
    changes = house.memory.accept([one.entry.id for one in waiting])
    assert active(house) == ["I keep bees", "My sister Anna lives in Lyon"]
    assert house.memory.inbox() == ()
    house.memory.undo(changes.seq)
    assert active(house) == ["I play chess", "My sister Anna lives in Porto"]
    assert house.memory.inbox() == waiting or len(house.memory.inbox()) == len(waiting)


@pytest.mark.parametrize("decide", ["reject", "never"])
def test_all_of_it_is_turned_down_in_one_act(house: House, decide: str) -> None:
    house.say("I play chess")
    house.learn("I keep bees", "I own a kayak", ask=True)
    house.memory.propose_forget([house.id_of("I play chess")], cause=TOOL)
    getattr(house.memory, decide)([one.entry.id for one in house.memory.inbox()])
    assert house.memory.inbox() == ()
    assert active(house) == ["I play chess"]
    again = house.learn("I keep bees!", ask=True)[0]
    expected = RememberStatus.PROPOSED if decide == "reject" else RememberStatus.REFUSED
    assert again.status is expected


def test_a_rejected_proposal_may_return_also_after_the_trash_was_emptied(house: House) -> None:
    house.learn("I keep bees", "I own a kayak", ask=True)
    house.memory.reject(house.id_of("I keep bees"))
    house.memory.never(house.id_of("I own a kayak"))
    house.memory.erase([entry.id for entry in house.memory.list(state=State.DELETED)])
    assert house.learn("I keep bees", ask=True)[0].status is RememberStatus.PROPOSED
    assert house.learn("I own a kayak", ask=True)[0].reason == "forgotten_before"


def test_other_words_are_put_in_before_it_is_kept(house: House) -> None:
    house.say("My sister Anna lives in Porto")
    house.learn("My sister Anna lives in Lyon")
    proposal = house.memory.inbox()[0].entry.id
    house.memory.accept(proposal, text="My sister Anna lives in Lyon, France")
    (now,) = house.memory.list()
    assert (now.id, now.text) == (proposal, "My sister Anna lives in Lyon, France")
    assert house.memory.get(now.supersedes or "").state is State.SUPERSEDED
    history = [event.what for event in house.memory.history(proposal)]
    assert history == ["proposed", "accepted"]


def test_other_words_that_are_known_already_confirm_what_is_known(house: House) -> None:
    house.say("I keep bees")
    house.learn("I keep many bees", ask=True)
    house.memory.accept(house.memory.inbox()[0].entry.id, text="I keep bees.")
    (known,) = house.memory.list()
    assert (known.text, known.confirmations) == ("I keep bees", 1)
    assert house.memory.inbox() == ()


@pytest.mark.parametrize("text", ["", " 。", "my wifi password is hunter2"])
def test_words_that_cannot_be_kept_leave_it_waiting(house: House, text: str) -> None:
    house.learn("I keep bees", ask=True)
    with pytest.raises(UserError):
        house.memory.accept(house.memory.inbox()[0].entry.id, text=text)
    assert kinds(house) == {"I keep bees": ProposalKind.NEW}


def test_two_values_accepted_after_one_another_form_one_chain(house: House) -> None:
    house.say("My sister Anna lives in Porto")
    house.learn("My sister Anna lives in Lyon")
    house.learn("My sister Anna lives in Graz")
    for one in reversed(house.memory.inbox()):
        house.memory.accept(one.entry.id)
    assert active(house) == ["My sister Anna lives in Graz"]
    lyon = house.memory.get(house.id_of("My sister Anna lives in Lyon"))
    assert lyon.state is State.SUPERSEDED
    assert lyon.superseded_by == house.id_of("My sister Anna lives in Graz")


def test_only_what_waits_can_be_decided(house: House) -> None:
    house.say("I keep bees")
    for decide in (house.memory.accept, house.memory.reject, house.memory.never):
        with pytest.raises(UserError) as raised:
            decide(house.id_of("I keep bees"))  # type: ignore[operator]
        assert raised.value.code is ErrorCode.NOT_FOUND
    house.memory.forget([house.id_of("I keep bees")])
    with pytest.raises(UserError):
        house.memory.propose_forget(house.id_of("I keep bees"), cause=TOOL)


def test_the_life_of_a_memory_tells_of_a_proposed_deletion(house: House) -> None:
    house.say("I keep bees")
    bees = house.id_of("I keep bees")
    house.memory.propose_forget(bees, cause=TOOL)
    house.memory.propose_forget(bees, cause=TOOL)
    house.memory.reject(bees)
    house.memory.propose_forget(bees, cause=TOOL)
    house.memory.accept(bees)
    assert [event.what for event in house.memory.history(bees)] == [
        *("created", "deletion_proposed", "deletion_rejected", "deletion_proposed", "deleted"),
    ]
    house.memory.restore([bees])
    assert house.memory.inbox() == ()


TEXTS = st.sampled_from(
    [f"My sister Anna lives in {place}" for place in ("Porto", "Lyon", "Graz", "Bled")]
)
ACTS = st.lists(st.tuples(TEXTS, st.sampled_from(["learn", "accept", "reject", "all"])), max_size=8)


@settings(max_examples=30, deadline=None)
@given(acts=ACTS)
def test_whatever_is_decided_never_two_homes_hold_and_nothing_is_lost(
    tmp_path_factory: pytest.TempPathFactory, acts: list[tuple[str, str]]
) -> None:
    house = House(tmp_path_factory.mktemp("house"))
    seen: set[str] = set()
    for text, act in acts:
        waiting = [one.entry.id for one in house.memory.inbox()]
        if act == "learn":
            house.learn(text)
        elif act == "all" and waiting:
            house.memory.accept(waiting)
        elif act in {"accept", "reject"} and waiting:
            getattr(house.memory, act)(waiting[0])
        seen |= {entry.id for entry in house.memory.list(state=None)}
        assert len(house.memory.list()) <= 1
        assert {entry.id for entry in house.memory.list(state=None)} == seen
    house.memory.close()
