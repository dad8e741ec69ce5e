"""50,000 memories: all can be reached, chosen and counted."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from assistant_app.memory.types import Entry, Snapshot
from assistant_app.ui.memories.index import Query, build_view
from assistant_app.ui.memories.model import MemoryModel
from tests.ui.memories.house import SnapshotMemory

NOW = datetime(2026, 6, 20, 10, 42, tzinfo=UTC)
COUNT = 50_000


@pytest.fixture(scope="module")
def snapshot() -> Snapshot:
    entries = tuple(
        Entry(f"m{number:05}", f"memory {number}", NOW - timedelta(minutes=COUNT - number), NOW)
        for number in range(COUNT)
    )
    return Snapshot(1, entries, {}, frozenset())


def test_every_row_can_be_reached_and_all_be_chosen(qtbot, open_home, snapshot):
    memory = SnapshotMemory(snapshot)
    home = open_home(memory, lambda: NOW)
    view = home.find("memoryList")
    qtbot.waitUntil(lambda: view.rows.rowCount() == COUNT)
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    qtbot.wait(10)
    last = view.indexAt(view.viewport().rect().center())
    assert last.row() > COUNT - 30
    view.set_selecting(selecting=True)
    view.selectAll()
    assert len(view.selected_ids()) == COUNT
    view.set_selecting(selecting=False)
    assert memory.opened == []


def test_the_model_is_asked_for_visible_rows_only(qtbot, open_home, snapshot, monkeypatch):
    asked = set()
    real = MemoryModel.entry

    def counted(self, index):
        asked.add(index.row())
        return real(self, index)

    monkeypatch.setattr(MemoryModel, "entry", counted)
    home = open_home(SnapshotMemory(snapshot), lambda: NOW)
    view = home.find("memoryList")
    qtbot.waitUntil(lambda: view.rows.rowCount() == COUNT)
    qtbot.wait(20)
    assert 0 < len(asked) < 60


def test_a_view_of_many_keeps_all_of_them(snapshot):
    view = build_view(snapshot, Query())
    assert len(view.ids) == COUNT
    assert view.ids[0] == f"m{COUNT - 1:05}"
