"""Spaces in the pages of memory: a part of the list for each, and moving from one to another."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget

from assistant_app.memory.types import GLOBAL_SCOPE, Space
from assistant_app.ui.widgets.nav_row import NavRow
from tests.ui.memories.house import entry_of

WORK = Space("s1", "Work", "#4c8dae")


@pytest.fixture
def home(house, open_home):
    house.say("My sister Anna lives in Porto")
    house.say("The report is due in May", scope="s1")
    opened = open_home(house.memory, house.clock)
    opened.spaces.set_spaces([WORK, Space("s2", "Garden", "#5f9a5b")])
    return opened


def row(home, scope: str) -> NavRow:
    return home.find(f"facet:scope:{scope}", NavRow)


def test_every_space_is_a_part_with_its_name_and_count(qtbot, home):
    assert [row(home, name).text() for name in (GLOBAL_SCOPE, "s1", "s2")] == [
        "Everywhere",
        "Work",
        "Garden",
    ]
    row(home, "s1").click()
    qtbot.waitUntil(lambda: home.window.page("memories").list._count.text() == "1")
    assert home.window.page("memories").list._header.title.text() == "Work"


def test_a_new_name_shows_at_once(home):
    home.spaces.set_spaces([Space("s1", "Library", "#4c8dae")])
    assert row(home, "s1").text() == "Library"


def test_a_memory_is_moved_from_its_chip(qtbot, home):
    page = home.window.page("memories")
    page.open_memory(entry_of(home, "The report is due in May").id)
    qtbot.waitUntil(lambda: page.detail.entry is not None)
    assert home.find("memorySpace", QWidget).text() == "Work"
    menu = page.detail.labels.scope_menu()
    assert [action.text() for action in menu.actions()] == ["Everywhere", "Work", "Garden"]
    menu.actions()[2].trigger()
    qtbot.waitUntil(lambda: entry_of(home, "The report is due in May").scope == "s2")
    qtbot.waitUntil(lambda: home.find("memorySpace", QWidget).text() == "Garden")
    home.find("undoButton").click()
    qtbot.waitUntil(lambda: entry_of(home, "The report is due in May").scope == "s1")


def test_the_way_to_the_spaces_is_below_them(home):
    asked = []
    home.spaces.manage = lambda: asked.append(1)
    home.find("facet:manage", NavRow).click()
    assert asked == [1]


def test_the_detail_says_from_whom_a_memory_is_held_back(qtbot, house, open_home):
    house.say("My diary lies under the bed", local_only=True)
    home = open_home(house.memory, house.clock)
    foot = home.window.page("memories").detail._foot
    qtbot.waitUntil(lambda: "only models on this computer" in foot.text())
    home.provider = "OpenAI"
    home.operations.snapshot_changed.emit(home.operations.snapshot)
    qtbot.waitUntil(lambda: "held back from OpenAI" in foot.text())
