"""Weeks, months, wordings and quotes: the pure parts of the pages."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from assistant_app.memory.types import (
    Access,
    Cause,
    CauseKind,
    Entry,
    HistoryEvent,
    Snapshot,
    State,
)
from assistant_app.ui.memories.figures import months_until, overview, weekly
from assistant_app.ui.memories.life import chain_of, wordings
from assistant_app.ui.memories.origin_box import quote_parts

NOW = datetime(2026, 6, 20, 10, 42, tzinfo=UTC)
USER = Cause(CauseKind.USER)


def days_ago(days: float) -> datetime:
    return NOW - timedelta(days=days)


def entry(name: str, text: str, days: float = 0, **more: object) -> Entry:
    return Entry(name, text, days_ago(days), days_ago(days), **more)


def event(days: float, what: str, text: str) -> HistoryEvent:
    return HistoryEvent(days_ago(days), what, text, USER)


def test_uses_fall_into_26_weeks_that_end_today():
    bars = weekly([NOW, days_ago(6), days_ago(7), days_ago(181), days_ago(182)], NOW)
    assert len(bars) == 26
    assert (bars[-1], bars[-2], bars[0]) == (2, 1, 1)
    assert sum(bars) == 4


def test_a_use_after_a_clock_was_set_back_is_not_lost():
    assert weekly([NOW + timedelta(days=3)], NOW)[-1] == 1


def test_months_end_with_this_one_and_cross_the_year():
    months = months_until(datetime(2026, 2, 15, 12, tzinfo=UTC), 4)
    assert [(day.year, day.month) for day in months] == [
        (2025, 11),
        (2025, 12),
        (2026, 1),
        (2026, 2),
    ]


def test_the_overview_counts_what_is_active():
    entries = (
        entry("a", "old", 400, category="home"),
        entry("b", "used", 40, category="people", pinned=True),
        entry("c", "new", 1, category="people"),
        entry("d", "away", state=State.ARCHIVED),
        entry("e", "gone", state=State.DELETED),
        entry("f", "asked", state=State.PROPOSED),
    )
    access = {"b": Access(3, days_ago(2)), "e": Access(99, NOW)}
    found = overview(Snapshot(1, entries, access, frozenset()), NOW)
    assert (found.kept, found.kept_this_month, found.uses, found.pinned) == (3, 1, 3, 1)
    assert (found.archived, found.forgotten, found.waiting) == (1, 1, 1)
    assert found.last_use == days_ago(2)
    assert found.categories == (("people", 2), ("home", 1))
    assert [item.id for item, _ in found.most_used] == ["b"]
    assert found.never_used == 2
    assert [item.id for item in found.unused] == ["a", "c"]
    assert sum(count for _, count in found.months) == 2


def test_an_edit_makes_two_wordings():
    now = entry("a", "lives in Porto")
    events = [
        event(9, "created", "lives in Lyon"),
        event(5, "pinned", "lives in Lyon"),
        event(2, "edited", "lives in Porto"),
    ]
    spans = wordings(now, events)
    assert [(span.text, span.until) for span in spans] == [
        ("lives in Porto", None),
        ("lives in Lyon", days_ago(2)),
    ]
    assert spans[0].since == days_ago(2)


def test_what_a_memory_took_the_place_of_is_its_past():
    old = entry("old", "lives in Lyon", 50, state=State.SUPERSEDED, superseded_by="new")
    new = entry("new", "lives in Porto", 3, supersedes="old")
    past = chain_of(new, {"old": old, "new": new})
    spans = wordings(new, [event(3, "created", "lives in Porto")], past)
    assert [span.text for span in spans] == ["lives in Porto", "lives in Lyon"]
    assert spans[1].until == days_ago(3)


def test_a_chain_that_bites_its_tail_ends():
    a, b = entry("a", "a", supersedes="b"), entry("b", "b", supersedes="a")
    assert chain_of(a, {"a": a, "b": b}) == (b,)


def test_words_that_history_does_not_know_yet_still_stand_first():
    assert wordings(entry("a", "new words"), [event(9, "created", "old words")])[0].text == (
        "new words"
    )
    assert wordings(entry("a", "only words"), [])[0].text == "only words"


@pytest.mark.parametrize(
    ("quote", "text", "bold"),
    [
        (
            "My sister Anna has moved to Porto. We would like to visit her.",
            "Sister Anna lives in Porto",
            "My sister Anna has moved to Porto.",
        ),
        (
            "… and Nina starts at Hill Road in September, so we need the shoes before then.",
            "Nina starts at Hill Road school in September",
            "Nina starts at Hill Road in September",
        ),
        (
            "我妹妹安娜搬到波尔图了。我们想带孩子去看她。",
            "妹妹安娜住在波尔图",
            "我妹妹安娜搬到波尔图了。",
        ),
        ("Yes.", "Something else entirely", "Yes."),
        ("The dentist is Dr. Ruiz. Good.", "The dentist is Dr. Ruiz", "The dentist is Dr. Ruiz."),
    ],
)
def test_the_words_that_say_the_memory_stand_out(quote, text, bold):
    parts = quote_parts(quote, text)
    assert [part for part, _, weight in parts if weight == 600] == [bold]
    assert quote in "".join(part for part, _, _ in parts)


def test_no_quote_has_no_parts():
    assert quote_parts("", "text") == []
