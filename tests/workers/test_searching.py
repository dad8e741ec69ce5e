"""Lists and searches over a snapshot, on their own thread."""

from __future__ import annotations

import threading
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QObject

from assistant_app.memory.types import Entry, Snapshot, State
from assistant_app.workers.delivery import Delivery
from assistant_app.workers.memories import MemoryOperations
from assistant_app.workers.searching import SearchThread

NOW = datetime(2026, 6, 20, tzinfo=UTC)
SNAPSHOT = Snapshot(
    1,
    (
        Entry("a", "Anna lives in Porto", NOW, NOW),
        Entry("b", "Anna is thrown away", NOW, NOW, state=State.DELETED),
    ),
    {},
    frozenset(),
)


@pytest.fixture
def search(qapp):
    thread = SearchThread()
    thread.start()
    yield thread
    thread.stop()
    assert thread.wait(5000)


@pytest.fixture
def operations(search) -> MemoryOperations:
    # Neither the core nor the network is asked here.
    made = MemoryOperations(None, None, search, Delivery())
    made._snapshot = SNAPSHOT
    return made


def test_the_trash_is_searched_only_when_asked(qtbot, operations):
    found = {}
    owner = QObject()
    operations.search("anna", owner, lambda ids: found.update(kept=ids))
    qtbot.waitUntil(lambda: "kept" in found)
    operations.search("anna", owner, lambda ids: found.update(trash=ids), trash=True)
    qtbot.waitUntil(lambda: "trash" in found)
    assert found == {"kept": ("a",), "trash": ("b",)}


def test_a_list_is_computed_beside_the_window_and_told_on_its_thread(qtbot, operations):
    seen = []
    owner = QObject()

    def job(snapshot):
        return threading.current_thread(), len(snapshot.entries)

    operations.derive(job, owner, lambda told: seen.append((told, threading.current_thread())))
    qtbot.waitUntil(lambda: bool(seen))
    ((worker, count), teller) = seen[0]
    assert count == 2
    assert teller is threading.main_thread()
    assert worker is not teller


def test_without_a_snapshot_nothing_is_computed(qtbot, operations):
    operations._snapshot = None
    seen = []
    operations.derive(len, QObject(), seen.append)
    operations.search("anna", QObject(), seen.append)
    qtbot.wait(20)
    assert seen == []
