"""Names of the steps in a memory's life."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from assistant_app.memory.budget import cut, fit
from assistant_app.memory.events import what_happened
from assistant_app.memory.types import Draft, Entry, Hit, HitKind, State
from tests.memory.builders import START, House

BEES = Entry("id1", "I keep bees", START, START)


def test_the_weightiest_step_is_named() -> None:
    assert what_happened(None, BEES) == "created"
    assert what_happened(None, replace(BEES, state=State.PROPOSED)) == "proposed"
    moved = replace(BEES, scope="work", pinned=True)
    assert what_happened(BEES, moved) == "moved"
    assert what_happened(BEES, replace(moved, text="I keep goats")) == "edited"
    assert what_happened(BEES, replace(BEES, category="farm")) == "edited"
    past = replace(BEES, state=State.SUPERSEDED)
    assert what_happened(BEES, past) == "superseded"
    assert what_happened(past, BEES) == "restored"


def test_a_shorter_text_takes_the_place_that_a_longer_one_leaves() -> None:
    hits = [
        Hit(HitKind.MEMORY, str(number), text, 1.0, 1.0, {})
        for number, text in enumerate(["short", "long " * 100, "also short"])
    ]
    taken, left_out, tokens = fit(hits, 20)
    assert [hit.id for hit in taken] == ["0", "2"]
    assert [hit.id for hit in left_out] == ["1"]
    assert 0 <= tokens < 20
    assert fit(hits, 0)[0] == ()
    assert cut("妹妹" * 100, 0) == ""


def test_a_life_tells_of_uses_with_the_words_of_that_time(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.say("I keep bees")
    bees = house.id_of("I keep bees")
    hit = Hit(HitKind.MEMORY, bees, "I keep bees", 1.0, 1.0, {})
    house.memory.note_use("c1", "m1", [hit])
    house.memory.note_opened(bees)
    house.say("i keep bees!")
    house.memory.revise(bees, text="I keep many bees")
    house.memory.note_use("c2", "m2", [hit])
    house.memory.revise(bees, pinned=True)
    house.memory.revise(bees, pinned=False)
    house.memory.move([bees], "work")
    house.memory.supersede(bees, Draft("I keep wasps"))
    life = [(event.what, event.text) for event in house.memory.history(bees)]
    assert life == [
        ("created", "I keep bees"),
        ("used", "I keep bees"),
        ("opened", "I keep bees"),
        ("confirmed", "I keep bees"),
        ("edited", "I keep many bees"),
        ("used", "I keep many bees"),
        ("pinned", "I keep many bees"),
        ("unpinned", "I keep many bees"),
        ("moved", "I keep many bees"),
        ("superseded", "I keep many bees"),
    ]
    uses = [event for event in house.memory.history(bees) if event.what == "used"]
    assert [(use.cause.conversation, use.cause.message) for use in uses] == [
        ("c1", "m1"),
        ("c2", "m2"),
    ]


def test_a_life_survives_a_restart_and_ends_of_its_own_are_told_apart(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.say("The fair is open", expires_at=house.clock.at + timedelta(hours=1))
    fair = house.id_of("The fair is open")
    house.clock.at += timedelta(hours=2)
    house.memory.expire_due()
    house.memory.restore([fair])
    house.memory.archive([fair])
    house.reopen()
    assert [event.what for event in house.memory.history(fair)] == [
        *("created", "expired", "restored", "archived"),
    ]
