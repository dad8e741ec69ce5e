"""What a verdict, words of change and doubt make of a statement, in one change set each."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant_app.memory.types import (
    Draft,
    Origin,
    OriginKind,
    RememberStatus,
    State,
    Verdict,
    VerdictKind,
)
from tests.memory.builders import LEARNED, House

AUTOMATIC = Origin(OriginKind.AUTOMATIC, "c1", "m1", "words")


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def learn(house: House, text: str, **fields: object):  # type: ignore[no-untyped-def]
    draft = Draft(text, origin=AUTOMATIC, **fields)  # type: ignore[arg-type]
    (outcome,) = house.memory.remember([draft], cause=LEARNED)
    return outcome


def test_words_of_change_replace_the_old_value_in_one_change_set(house: House) -> None:
    old = learn(house, "My sister Anna lives in Porto. She can't eat nuts.").entry
    outcome = learn(house, "My sister Anna has moved to Lyon.", changed=True)
    assert (outcome.status, outcome.reason) == (RememberStatus.UPDATED, "changed")
    assert outcome.entry.text == "My sister Anna has moved to Lyon. She can't eat nuts."
    assert [entry.state for entry in outcome.changes.put] == [State.ACTIVE, State.SUPERSEDED]
    assert outcome.replaced.superseded_by == outcome.entry.id
    assert outcome.entry.supersedes == old.id
    house.memory.undo(outcome.changes.seq)
    assert [entry.id for entry in house.memory.list()] == [old.id]


def test_another_value_without_such_words_is_asked_about(house: House) -> None:
    learn(house, "I live in Porto.")
    outcome = learn(house, "I live in Lyon.")
    assert (outcome.status, outcome.reason) == (RememberStatus.PROPOSED, "conflict")
    assert [entry.text for entry in house.memory.list()] == ["I live in Porto."]


def test_after_a_change_of_name_no_memory_gives_the_old_one(house: House) -> None:
    learn(house, "I'm Alicia")
    learn(house, "My name is Alicia, by the way.")
    learn(house, "Please call me Robin from now on", changed=True)
    assert [entry.text for entry in house.memory.list()] == ["Please call me Robin from now on"]
    (now,) = house.memory.list()
    assert house.memory.get(str(now.supersedes)).state is State.SUPERSEDED


def test_what_is_no_longer_so_replaces_what_was(house: House) -> None:
    learn(house, "I work at Siemens.")
    outcome = learn(house, "I don't work at Siemens any more.", changed=True)
    assert outcome.status is RememberStatus.UPDATED
    assert len(house.memory.list()) == 1


def test_doubt_goes_to_the_inbox(house: House) -> None:
    outcome = learn(house, "The user likes jazz.", unsure=True)
    assert (outcome.status, outcome.reason) == (RememberStatus.PROPOSED, "low_confidence")
    assert not house.memory.list()


def test_a_doubtful_change_changes_nothing_yet(house: House) -> None:
    learn(house, "I live in Porto.")
    outcome = learn(house, "I moved to Lyon.", changed=True, unsure=True)
    assert (outcome.status, outcome.reason) == (RememberStatus.PROPOSED, "low_confidence")
    assert [entry.text for entry in house.memory.list()] == ["I live in Porto."]


def test_a_verdict_of_the_same_fact_confirms_it(house: House) -> None:
    old = learn(house, "My sister Anna is allergic to nuts.").entry
    verdict = Verdict(VerdictKind.SAME_FACT, old.id)
    outcome = learn(house, "Anna, the user's sister, can't have nuts.", verdict=verdict)
    assert (outcome.status, outcome.reason) == (RememberStatus.DUPLICATE, "same_fact")
    assert outcome.entry.confirmations == 1
    assert len(house.memory.list()) == 1


def test_a_verdict_of_an_update_replaces(house: House) -> None:
    old = learn(house, "I drink my coffee black.").entry
    verdict = Verdict(VerdictKind.UPDATE_OLD, old.id)
    outcome = learn(house, "I take milk in my coffee these days.", verdict=verdict)
    assert outcome.status is RememberStatus.UPDATED
    assert [entry.text for entry in house.memory.list()] == ["I take milk in my coffee these days."]


def test_a_verdict_of_a_conflict_is_asked_about(house: House) -> None:
    old = learn(house, "I never eat fish.").entry
    outcome = learn(house, "I love tuna.", verdict=Verdict(VerdictKind.CONFLICT, old.id))
    assert (outcome.status, outcome.reason) == (RememberStatus.PROPOSED, "conflict")
    assert outcome.replaced.id == old.id


def test_an_unrelated_verdict_does_not_overrule_the_rules(house: House) -> None:
    old = learn(house, "I live in Porto.").entry
    outcome = learn(house, "I live in Lyon.", verdict=Verdict(VerdictKind.UNRELATED, old.id))
    assert outcome.reason == "conflict"


@pytest.mark.parametrize("kind", list(VerdictKind))
def test_a_verdict_about_a_memory_that_is_gone_counts_for_nothing(
    house: House, kind: VerdictKind
) -> None:
    old = learn(house, "I like tea.").entry
    house.memory.forget([old.id])
    outcome = learn(house, "I collect stamps.", verdict=Verdict(kind, old.id))
    assert outcome.status is RememberStatus.SAVED


def test_a_value_that_came_back_is_no_twin_of_its_past(house: House) -> None:
    learn(house, "I live in Porto.")
    learn(house, "I moved to Lyon.", changed=True)
    learn(house, "I live in Porto.", changed=True)
    assert [entry.text for entry in house.memory.list()] == ["I live in Porto."]
