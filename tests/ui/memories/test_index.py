"""Facets, order and counts over a snapshot."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from assistant_app.memory.types import Access, Entry, Snapshot, State
from assistant_app.ui.memories.index import (
    EVERYTHING,
    Facet,
    FacetKind,
    Query,
    Sort,
    ViewBuilder,
    build_view,
)

NOW = datetime(2026, 6, 20, 10, 42, tzinfo=UTC)


def made(number: int, text: str = "", **more: object) -> Entry:
    at = NOW - timedelta(days=100 - number)
    return Entry(f"m{number:03}", text or f"text {number}", at, at, **more)


ENTRIES = (
    made(1, "Zebra", category="people", pinned=True),
    made(2, "apple", category="tastes"),
    made(3, "Mango", category="people", scope="work"),
    made(4, "away", state=State.ARCHIVED, category="home"),
    made(5, "gone first", state=State.DELETED, deleted_at=NOW),
    made(6, "gone before", state=State.DELETED, deleted_at=NOW - timedelta(days=3)),
    made(7, "maybe", state=State.PROPOSED),
    made(8, "past", state=State.SUPERSEDED),
)
SNAPSHOT = Snapshot(1, ENTRIES, {"m002": Access(5, NOW), "m001": Access(2, NOW)}, frozenset())


def texts(query: Query) -> list[str]:
    return [entry.text for entry in build_view(SNAPSHOT, query).entries]


def test_all_shows_what_is_active_the_newest_first():
    assert texts(Query()) == ["Mango", "apple", "Zebra"]


def test_facets_show_their_part():
    assert texts(Query(Facet(FacetKind.PINNED))) == ["Zebra"]
    assert texts(Query(Facet(FacetKind.ARCHIVED))) == ["away"]
    assert texts(Query(Facet(FacetKind.CATEGORY, "people"))) == ["Mango", "Zebra"]
    assert texts(Query(Facet(FacetKind.SCOPE, "work"))) == ["Mango"]


def test_the_trash_shows_what_was_thrown_away_last_first():
    assert texts(Query(Facet(FacetKind.TRASH))) == ["gone first", "gone before"]


def test_orders():
    assert texts(Query(sort=Sort.ALPHABET)) == ["apple", "Mango", "Zebra"]
    assert texts(Query(sort=Sort.MOST_USED)) == ["apple", "Zebra", "Mango"]


def test_a_search_keeps_its_own_order_inside_the_facet():
    found = ("m001", "m005", "m003", "m002", "unknown")
    assert texts(Query(found=found, sort=Sort.ALPHABET)) == ["Zebra", "Mango", "apple"]
    assert texts(Query(Facet(FacetKind.TRASH), found=found)) == ["gone first"]


def test_counts_of_every_facet():
    counts = build_view(SNAPSHOT, Query()).counts
    assert (counts.all, counts.pinned, counts.archived, counts.trash) == (3, 1, 1, 2)
    assert counts.of(Facet(FacetKind.CATEGORY, "people")) == 2
    assert counts.of(Facet(FacetKind.CATEGORY, "home")) == 0
    assert counts.of(Facet(FacetKind.SCOPE, "global")) == 2
    assert not counts.empty
    assert build_view(Snapshot(1, (), {}, frozenset()), Query()).counts.empty


def test_a_store_with_nothing_but_proposals_counts_as_empty():
    only = Snapshot(1, (ENTRIES[6],), {}, frozenset())
    assert build_view(only, Query()).counts.empty


def test_a_builder_follows_a_new_snapshot():
    builder = ViewBuilder()
    builder.build(SNAPSHOT, Query(sort=Sort.MOST_USED))
    used = replace(SNAPSHOT, version=2, access={"m003": Access(9, NOW)})
    assert builder.build(used, Query(sort=Sort.MOST_USED)).ids[0] == "m003"
    fewer = replace(SNAPSHOT, version=3, entries=ENTRIES[:2])
    assert builder.build(fewer, Query()).ids == ("m002", "m001")


@given(
    st.lists(st.tuples(st.text(max_size=4), st.integers(0, 3)), max_size=30), st.sampled_from(Sort)
)
def test_every_order_holds_each_active_memory_once(rows, sort):
    entries = tuple(made(number, text or "x") for number, (text, _) in enumerate(rows))
    access = {f"m{number:03}": Access(uses) for number, (_, uses) in enumerate(rows)}
    view = build_view(Snapshot(1, entries, access, frozenset()), Query(EVERYTHING, sort))
    assert sorted(view.ids) == sorted(entry.id for entry in entries)
    assert [view.ids[row] for row in view.places.values()] == list(view.places)
    keys = {
        Sort.NEWEST: lambda entry: -entry.created_at.timestamp(),
        Sort.MOST_USED: lambda entry: -access[entry.id].count,
        Sort.ALPHABET: lambda entry: entry.text.casefold(),
    }
    values = [keys[sort](entry) for entry in view.entries]
    assert values == sorted(values)


def test_sorting_in_pieces_is_sorting(monkeypatch):
    monkeypatch.setattr("assistant_app.ui.memories.index._PIECE", 3)
    entries = tuple(made(number, f"{number * 7 % 10}") for number in range(10))
    view = build_view(Snapshot(1, entries, {}, frozenset()), Query(sort=Sort.ALPHABET))
    assert [entry.text for entry in view.entries] == [str(number) for number in range(10)]
