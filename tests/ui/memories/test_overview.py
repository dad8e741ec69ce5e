"""The overview over a real store: figures, and the ways to the memories behind them."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QWidget

from assistant_app.ui.memories.overview_parts import UsedRow
from tests.ui.memories.house import entry_of


@pytest.fixture
def home(house, open_home):
    house.say("My sister Anna lives in Porto", "I work at the town library", pinned=True)
    house.say("I am allergic to shellfish")
    house.memory.note_opened(house.id_of("I am allergic to shellfish"))
    return open_home(house.memory, house.clock, "overview")


def figure(home, name: str) -> str:
    return home.find(f"figure:{name}").accessibleName()


def rows(home) -> list[str]:
    page = home.find("memoryStats")
    return [row.text() for row in page.findChildren(UsedRow) if row.isVisible()]


def test_four_figures_count_what_is_kept(qtbot, home):
    assert figure(home, "kept").startswith("3 ")
    assert figure(home, "uses").startswith("1 ")
    assert figure(home, "pinned").startswith("2 ")
    assert figure(home, "forgotten").startswith("0 ")
    assert home.find("memoryStats").accessibleName()


def test_figures_follow_a_change(qtbot, home):
    home.operations.forget([entry_of(home, "I work at the town library").id], home)
    qtbot.waitUntil(lambda: figure(home, "kept").startswith("2 "))
    assert figure(home, "forgotten").startswith("1 ")


def test_used_and_never_used_lead_to_the_memory(qtbot, home):
    assert rows(home)[0] == "I am allergic to shellfish"
    page = home.find("memoryStats")
    row = next(row for row in page.findChildren(UsedRow) if row.text().startswith("My sister"))
    row.click()
    qtbot.waitUntil(lambda: home.window.current_page == "memories")
    (edit,) = home.window.findChildren(QWidget, "memoryText")
    qtbot.waitUntil(edit.isVisible)
    qtbot.waitUntil(lambda: edit.toPlainText() == "My sister Anna lives in Porto")


def test_a_figure_leads_to_its_part(qtbot, home):
    home.find("figure:pinned").click()
    assert home.window.current_page == "memories"
    view = home.find("memoryList")
    qtbot.waitUntil(lambda: view.rows.rowCount() == 2)
    assert home.find("facet:pinned").isChecked()


def test_a_category_leads_to_its_memories(qtbot, home):
    page = home.find("memoryStats")
    category = entry_of(home, "I am allergic to shellfish").category
    bar = next(
        item
        for item in page.findChildren(QAbstractButton)
        if item.isVisible() and item.text() == category.capitalize()
    )
    qtbot.keyClick(bar, Qt.Key.Key_Return)
    view = home.find("memoryList")
    qtbot.waitUntil(lambda: view.rows.rowCount() == 1)


def test_an_empty_store_has_an_overview_too(qtbot, house, open_home):
    home = open_home(house.memory, house.clock, "overview")
    assert figure(home, "kept").startswith("0 ")
    assert rows(home) == []


def test_everything_that_takes_the_focus_has_a_name(qtbot, home):
    nameless = [
        widget
        for widget in home.find("memoryStats").findChildren(QWidget)
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        and widget.isVisible()
        and not widget.accessibleName()
    ]
    assert not nameless
