"""Names of the steps in a memory's life."""

from __future__ import annotations

from dataclasses import replace

from assistant_app.memory.budget import cut, fit
from assistant_app.memory.events import what_happened
from assistant_app.memory.types import Entry, Hit, HitKind, State
from tests.memory.builders import START

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
