"""Tidying up suggests, is asked again at the end, and loses nothing."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.memory.marks import MERGED_FROM
from assistant_app.memory.options import MemoryOptions
from assistant_app.memory.rules import NeverRules
from assistant_app.memory.tidy import Merge, ambiguous_names, fault_of, names
from assistant_app.memory.types import CauseKind, Entry, Hit, HitKind, OriginKind, State
from tests.memory.builders import START, House

DAY = timedelta(days=1)
TEA = ("Anna (sister) likes green tea", "Anna (sister) likes black tea")
BOTH = "Anna (sister) likes green and black tea"


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def aged(house: House, *texts: str, days: int = 180, **fields: object) -> list[str]:
    house.say(*texts, **fields)
    house.clock.at += days * DAY
    return [house.id_of(text) for text in texts]


def clusters(house: House) -> list[set[str]]:
    return [{entry.text for entry in one.entries} for one in house.memory.tidy_plan().clusters]


def entries(*texts: str) -> list[Entry]:
    return [Entry(f"id{number}", text, START, START) for number, text in enumerate(texts)]


def test_old_memories_on_one_subject_are_suggested(house: House) -> None:
    aged(house, *TEA, "I play chess")
    assert clusters(house) == [set(TEA)]


def test_what_is_young_used_pinned_ending_or_in_another_scope_is_left_alone(house: House) -> None:
    old = aged(house, *TEA)
    for act in (
        lambda: house.memory.revise(old[0], pinned=True),
        lambda: house.memory.revise(old[0], local_only=True),
        lambda: house.memory.revise(old[0], expires_at=house.clock.at + 90 * DAY),
        lambda: house.memory.move([old[0]], "work"),
        lambda: house.memory.archive([old[0]]),
    ):
        house.clock.at += 60 * DAY
        assert clusters(house) == [set(TEA)]
        changes = act()
        house.clock.at += 60 * DAY
        assert clusters(house) == []
        house.memory.undo(changes.seq)
    house.clock.at += 60 * DAY
    house.memory.note_use("c1", "m1", [Hit(HitKind.MEMORY, old[0], "", 1.0, 1.0, {})])
    assert clusters(house) == []


def test_days_until_old_are_a_setting(tmp_path: Path) -> None:
    house = House(tmp_path)
    aged(house, *TEA, days=29)
    assert clusters(house) == []
    house.clock.at += 2 * DAY
    assert clusters(house) == [set(TEA)]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("My sister Anna lives in Porto", "My sister Anna lives in Lyon"),
        ("My locker number is 12", "My locker number is 14"),
        ("Anna (sister) likes green tea", "Anna (colleague) likes black tea"),
        ("My sister Anna likes green tea", "My boss Anna likes black tea"),
        ("Anna likes green tea", "Tom likes black tea"),
    ],
)
def test_what_cannot_both_hold_and_namesakes_are_never_together(
    house: House, first: str, second: str
) -> None:
    house.say(first)
    house.learn(second)  # beside it, whatever speaks against it
    for one in house.memory.inbox():
        house.memory.reject(one.entry.id)
        house.memory.restore([one.entry.id])
    house.clock.at += 180 * DAY
    assert len(house.memory.list()) == 2
    assert clusters(house) == []
    merge = Merge(tuple(entry.id for entry in house.memory.list()), f"{first} and {second}")
    assert house.memory.tidy([merge]).changes.seq == 0


def test_a_bare_name_is_nobodys_when_two_people_have_it(house: House) -> None:
    aged(house, "Anna likes green tea", "Anna likes black tea", "My sister Anna is tall")
    assert len(clusters(house)) == 1
    house.say("My boss Anna is strict")
    assert clusters(house) == []
    assert ambiguous_names(["My sister Anna sings", "Anna from work swims"]) == {"anna"}


def test_originals_are_archived_linked_and_one_undo_brings_them_back(house: House) -> None:
    ids = aged(house, *TEA, tags=("tea", "anna"), category="tastes")
    tidied = house.memory.tidy([Merge(tuple(ids), BOTH)])
    assert tidied.refused == ()
    (made,) = house.memory.list()
    assert (made.text, made.origin.kind) == (BOTH, OriginKind.CONSOLIDATED)
    assert (made.category, made.tags) == ("tastes", ("tea", "anna"))
    assert made.extra[MERGED_FROM] == ids
    assert tidied.changes.cause.kind is CauseKind.CONSOLIDATION
    for memory_id in ids:
        original = house.memory.get(memory_id)
        assert (original.state, original.superseded_by) == (State.ARCHIVED, made.id)
        assert house.memory.history(memory_id)[-1].what == "merged"
    assert house.found("Which tea does Anna like?") == [BOTH]
    house.reopen()
    assert house.memory.get(made.id).extra[MERGED_FROM] == ids
    house.memory.undo()
    assert {entry.text for entry in house.memory.list()} == set(TEA)
    assert house.memory.get(made.id).state is State.DELETED


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("", "empty"),
        ("everything", "empty"),
        ("My sister likes green and black tea", "names"),
        ("Anna (sister) likes 3 green and black teas", "invented"),
        ("Anna (sister) likes green and black tea, says Tom", "invented"),
        ("Anna (sister) likes green tea " * 9, "too_long"),
        ("Anna (sister) plays the cello on rainy Sundays", "lost"),
    ],
)
def test_a_statement_that_drops_or_invents_is_refused(
    house: House, statement: str, fault: str
) -> None:
    ids = aged(house, *TEA)
    tidied = house.memory.tidy([Merge(tuple(ids), statement)])
    assert tidied.changes.seq == 0
    assert [why for _, why in tidied.refused] in ([fault], ["invented"])
    assert {entry.text for entry in house.memory.list()} == set(TEA)


def test_numbers_must_all_be_there() -> None:
    old = entries("The cabin has 3 rooms", "The cabin costs 80 euros a night")
    assert fault_of("The cabin has 3 rooms and costs 80 euros a night", old) is None
    assert fault_of("The cabin has three rooms and costs 80 euros a night", old) is None
    assert fault_of("The cabin has rooms and costs 80 euros a night", old) == "numbers"
    assert fault_of("The cabin has 4 rooms and costs 80 euros a night", old) == "numbers"


def test_what_changed_since_the_preview_is_left_as_it_is(house: House) -> None:
    ids = aged(house, *TEA)
    house.memory.forget([ids[0]])
    assert house.memory.tidy([Merge(tuple(ids), BOTH)]).refused[0][1] == "changed"
    house.memory.restore([ids[0]])
    house.memory.revise(ids[0], text="Anna (sister) likes white tea with 2 sugars")
    assert house.memory.tidy([Merge(tuple(ids), BOTH)]).refused[0][1] == "numbers"
    twice = [Merge(tuple(ids), BOTH), Merge(tuple(ids), BOTH)]
    house.memory.revise(ids[0], text=TEA[0])
    assert [why for _, why in house.memory.tidy(twice).refused] == ["changed"]


def test_a_statement_is_asked_about_the_users_rules(tmp_path: Path) -> None:
    house = House(tmp_path)
    ids = aged(house, *TEA)
    house.memory.configure(MemoryOptions(never=NeverRules(words=("tea",))))
    assert house.memory.tidy([Merge(tuple(ids), BOTH)]).refused[0][1] == "never_word"


def test_never_used_in_a_year_is_suggested_and_nothing_more(house: House) -> None:
    (chess,) = aged(house, "I play chess", days=300)
    assert house.memory.tidy_plan().unused == ()
    house.clock.at += 70 * DAY
    house.say("I keep bees")
    assert [entry.id for entry in house.memory.tidy_plan().unused] == [chess]
    assert house.memory.get(chess).state is State.ACTIVE
    house.memory.note_opened(chess)
    house.clock.at += 400 * DAY
    assert chess not in [entry.id for entry in house.memory.tidy_plan().unused]


SUBJECTS = [f"subject{number:02}" for number in range(58)]


def test_hundreds_of_fading_memories_survive_a_model_that_wants_to_merge_everything(
    house: House,
) -> None:
    drafts = [
        f"The {subject} box holds {thing} for the fair"
        for subject in SUBJECTS
        for thing in ("ropes", "lamps", "plates", "flags", "tents")
    ]
    drafts += [f"My sister Anna {what}" for what in ("sings", "swims", "paints", "climbs", "sews")]
    drafts += [f"My boss Anna {what}" for what in ("golfs", "sails", "cooks", "skates", "rows")]
    ids = aged(house, *drafts)
    assert len(ids) == 300
    plan = house.memory.tidy_plan()
    assert len(house.memory.list()) == 300
    for cluster in plan.clusters:
        assert not any("Anna" in entry.text for entry in cluster.entries)
    merges = [Merge(tuple(ids), "everything")]
    merges += [Merge(tuple(e.id for e in one.entries), "everything") for one in plan.clusters]
    tidied = house.memory.tidy(merges)
    assert (tidied.changes.seq, len(tidied.refused)) == (0, len(merges))
    assert len(house.memory.list()) == 300


WORDS = ("Anna", "Tom", "tea", "3", "12", "likes", "lives", "Porto", "not", "my", "sister", "green")
SENTENCE = st.lists(st.sampled_from(WORDS), min_size=3, max_size=8).map(" ".join)


@given(st.lists(SENTENCE, min_size=2, max_size=4), SENTENCE)
def test_an_accepted_statement_has_every_number_and_name(
    originals: list[str], statement: str
) -> None:
    old = entries(*originals)
    if fault_of(statement, old) is None:
        said = statement.casefold().split()
        for text in originals:
            assert all(name in said for name in names(text))
            assert all(word in said for word in text.split() if word.isdigit())
