"""Spaces in the settings and in the composer."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QRadioButton

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.memory.types import SPACE_COLOURS, Space
from assistant_app.ui.settings.space_row import SpaceRow, colour_word, memories_word
from assistant_app.ui.settings.spaces_page import SpacesSettings
from assistant_app.ui.spaces import SpaceBook
from assistant_app.ui.widgets.buttons import Button
from assistant_app.ui.widgets.question import Question
from assistant_app.ui.widgets.select import Select
from tests.ui.conftest import entry
from tests.ui.test_window import nameless


@pytest.fixture
def page(qtbot, look, runtime):
    held = [entry("w1", "The report is due", scope="s1"), entry("w2", "Falcon", scope="s1")]
    snapshot = runtime.memories.snapshot
    runtime.memories.snapshot = replace(snapshot, entries=(*snapshot.entries, *held))
    made = SpacesSettings(look, runtime.spaces, runtime.memories)
    qtbot.addWidget(made)
    made.show()
    return made


def rows(page) -> list[SpaceRow]:
    return [row for row in page.findChildren(SpaceRow) if row.isVisible()]


def question(page) -> Question:
    return page.window().findChild(Question)


def test_a_space_shows_its_name_and_how_much_it_holds(page) -> None:
    assert [row.name.text() for row in rows(page)] == ["Work", "Lisbon trip"]
    assert [row._count.text() for row in rows(page)] == ["2 memories", "0 memories"]


def test_a_space_is_made(page, runtime) -> None:
    page.field.setText("  Garden ")
    page.findChild(Button, "spaceAdd").click()
    assert runtime.spaces.calls == [("create", "Garden", None)]
    assert [row.name.text() for row in rows(page)][-1] == "Garden"
    assert page.field.text() == ""


def test_a_name_that_is_taken_is_said_beside_it(page, runtime) -> None:
    runtime.spaces.refuses = UserError(ErrorCode.SPACE_EXISTS)
    row = rows(page)[1]
    row.name.setText("Work")
    row.name.editingFinished.emit()
    assert row._error.isVisible()
    assert "of this name already" in row._error.text()
    assert row.name.property("wrong") == "true"
    row.name.setText("Lisbon trip")
    row.name.editingFinished.emit()
    assert row.name.property("wrong") == "false"


def test_a_space_is_renamed_and_recoloured(page, runtime) -> None:
    row = rows(page)[0]
    row.name.setText("Library")
    row.name.editingFinished.emit()
    rows(page)[0].recoloured.emit(SPACE_COLOURS[2])
    assert runtime.spaces.calls == [("rename", "s1", "Library"), ("recolour", "s1", "#5f9a5b")]


def test_a_space_with_memories_asks_where_they_go(page, runtime) -> None:
    rows(page)[0].delete_requested.emit()
    dialog = question(page)
    assert dialog.windowTitle() == "Delete the space Work?"
    target = dialog.findChild(Select, "spaceTarget")
    assert [target.itemText(n) for n in range(target.count())] == ["Everywhere", "Lisbon trip"]
    target.setCurrentIndex(1)
    dialog.accept()
    assert runtime.spaces.calls == [("delete", "s1", "s2")]
    page._take_back()
    assert runtime.memories.calls == [("undo", 40)]


def test_its_memories_can_go_to_the_trash(page, runtime) -> None:
    rows(page)[0].delete_requested.emit()
    dialog = question(page)
    dialog.findChild(QRadioButton, "spaceTrash").setChecked(True)
    dialog.accept()
    assert runtime.spaces.calls == [("delete", "s1", None)]


def test_the_question_can_be_named_and_painted(page) -> None:
    rows(page)[0].delete_requested.emit()
    dialog = question(page)
    assert nameless(dialog) == []
    assert not dialog.grab().isNull()
    dialog.reject()


def test_keeping_the_space_changes_nothing(page, runtime) -> None:
    rows(page)[0].delete_requested.emit()
    question(page).reject()
    assert runtime.spaces.calls == []


def test_an_empty_space_goes_at_once(page, runtime) -> None:
    rows(page)[1].delete_requested.emit()
    assert runtime.spaces.calls == [("delete", "s2", "global")]
    assert len(rows(page)) == 1


def test_a_failure_is_said(page, runtime) -> None:
    runtime.spaces.refuses = UserError(ErrorCode.DISK_FULL)
    page.field.setText("Garden")
    page.findChild(Button, "spaceAdd").click()
    assert "the disk is full" in page._words.text()


def test_without_spaces_that_is_said(qtbot, look, runtime) -> None:
    runtime.spaces.spaces = ()
    made = SpacesSettings(look, runtime.spaces, runtime.memories)
    qtbot.addWidget(made)
    made.show()
    assert made._empty.isVisible()


def test_names_of_scopes_and_colours() -> None:
    book = SpaceBook([Space("s1", "Work", "#4c8dae")])
    assert [book.name("global"), book.name("s1"), book.name("gone")] == [
        "Everywhere",
        "Work",
        "gone",
    ]
    assert book.colour("global") == ""
    assert book.colour("s1") == "#4c8dae"
    assert len({colour_word(colour) for colour in SPACE_COLOURS}) == len(SPACE_COLOURS)
    assert colour_word("#123456") == "#123456"
    assert memories_word(1) == "1 memory"


def test_a_chat_that_has_begun_can_go_on_in_another_space(window, runtime) -> None:
    window.controller.open("c1")
    window._chat.composer.spaces._choose("s1")
    assert runtime.chats.calls[-1] == ("move", "c1", "s1")
    assert window.main.bar.text == "From now on this chat uses what is kept in: Work"
    window.main.bar._press()
    assert runtime.chats.calls[-1] == ("move", "c1", "global")
    assert window._chat.composer.spaces.current == "global"


def test_the_picker_leads_to_the_spaces(window) -> None:
    menu = window._chat.composer.spaces.menu()
    names = [action.text() for action in menu.actions()]
    assert names == ["Everywhere", "Work", "Lisbon trip", "", "Spaces…"]
    menu.actions()[-1].trigger()
    from assistant_app.ui.settings.dialog import SettingsDialog

    dialog = window.main.findChild(SettingsDialog)
    assert isinstance(dialog._stack.currentWidget(), SpacesSettings)
    dialog.reject()
