from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QMessageBox

from assistant_app.memory.types import Space
from assistant_app.ui.chat.conversation_list import COLOUR_ROLE, ID_ROLE, ConversationModel
from assistant_app.ui.chat.conversation_pane import ConversationPane, ask_delete
from assistant_app.ui.days import group_by_day
from assistant_app.ui.spaces import SpaceBook
from tests.ui.conftest import LIST, NOW, summary


def test_conversations_stand_under_their_local_day() -> None:
    groups = group_by_day(
        [
            summary("a", "A"),
            summary("b", "B", 1),
            summary("c", "C", 3),
            summary("d", "D", 9),
            summary("e", "E", 40),
            summary("f", "F", 400),
            summary("p", "P", 50, pinned=True),
        ],
        NOW,
    )
    titles = [group.title for group in groups]
    assert titles[:4] == ["Pinned", "Today", "Yesterday", "This week"]
    assert [item.id for item in groups[0].items] == ["p"]
    assert len({item.id for group in groups for item in group.items}) == 7
    assert "2025" in titles[-1]


def test_a_chat_from_the_future_counts_as_today() -> None:
    groups = group_by_day([summary("a", "A", -3)], NOW)
    assert [group.title for group in groups] == ["Today"]


def test_the_model_keeps_the_rules_of_models(qapp) -> None:
    model = ConversationModel(lambda: NOW)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.set_conversations(LIST)
    assert model.rowCount() == 6
    assert model.summary(model.index(0)) is None
    assert not model.flags(model.index(0)) & Qt.ItemFlag.ItemIsEnabled
    assert model.index_of("c2").data(ID_ROLE) == "c2"
    assert not model.index_of("gone").isValid()
    model.set_conversations(LIST[:1], grouped=False)
    assert model.rowCount() == 1


def test_the_same_list_again_does_not_reset_the_view(qapp) -> None:
    model = ConversationModel(lambda: NOW)
    model.set_conversations(LIST)
    resets = []
    model.modelReset.connect(lambda: resets.append(1))
    model.set_conversations(LIST)
    assert not resets


def test_a_new_title_is_told_and_an_empty_one_is_not(qapp) -> None:
    model = ConversationModel(lambda: NOW)
    model.set_conversations(LIST)
    told = []
    model.renamed.connect(lambda *what: told.append(what))
    index = model.index_of("c1")
    assert model.setData(index, "  Lisbon ")
    assert not model.setData(index, " ")
    assert told == [("c1", "Lisbon")]
    assert index.data() == "Lisbon"


@pytest.fixture
def pane(qtbot, look):
    widget = ConversationPane(look, lambda: NOW)
    qtbot.addWidget(widget)
    widget.resize(240, 500)
    widget.show()
    return widget


def test_an_empty_list_says_so(pane) -> None:
    assert pane._empty.isVisible()
    pane.set_conversations(LIST)
    assert not pane._empty.isVisible()
    assert not pane.grab().isNull()


def test_a_press_opens_a_chat_and_a_heading_does_nothing(qtbot, pane) -> None:
    pane.set_conversations(LIST)
    opened = []
    pane.opened.connect(opened.append)
    for row in (0, 1):
        rect = pane._list.visualRect(pane._model.index(row))
        qtbot.mouseClick(pane._list.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert opened == ["c1"]


def test_the_open_chat_stays_marked_when_the_list_changes(pane) -> None:
    pane.set_conversations(LIST)
    pane.set_current("c2")
    pane.set_conversations((summary("c4", "New"), *LIST))
    assert pane._list.currentIndex().data(ID_ROLE) == "c2"
    pane.set_current("")
    assert pane._list.currentIndex() == QModelIndex()


def test_a_search_shows_what_it_found_and_goes_back(qtbot, pane) -> None:
    pane.set_conversations(LIST)
    pane._toggle_search()
    asked = []
    pane.searched.connect(asked.append)
    pane._search.setText("bread")
    qtbot.waitUntil(lambda: asked == ["bread"])
    pane.show_found((LIST[1],))
    assert pane._model.rowCount() == 1
    pane.show_found(())
    assert pane._empty.isVisible()
    pane._toggle_search()
    assert pane._model.rowCount() == 6


def test_the_keyboard_is_seen_in_the_list_although_no_chat_is_open(qtbot, pane) -> None:
    pane.set_conversations(LIST)
    pane.set_current("")
    pane._list.setFocus(Qt.FocusReason.TabFocusReason)
    assert pane._list.currentIndex().data(ID_ROLE)
    opened = []
    pane.opened.connect(opened.append)
    qtbot.keyClick(pane._list, Qt.Key.Key_Return)
    assert len(opened) == 1


def test_the_search_button_keeps_clear_of_the_scroll_bar(qtbot, pane) -> None:
    pane.resize(240, 300)
    pane.set_conversations([summary(f"c{n}", f"Chat {n}") for n in range(100)])
    bar = pane._list.verticalScrollBar()
    qtbot.waitUntil(bar.isVisible)
    QApplication.processEvents()
    button = pane._toggle
    right = button.mapTo(pane, button.rect().topRight()).x()
    assert right < bar.mapTo(pane, bar.rect().topLeft()).x()


def test_down_leads_from_the_search_to_the_chats(qtbot, pane) -> None:
    pane.set_conversations(LIST)
    pane._toggle_search()
    pane._search.setText("bread")
    pane.show_found((LIST[1],))
    qtbot.keyClick(pane._search, Qt.Key.Key_Down)
    assert pane._list.hasFocus()
    opened = []
    pane.opened.connect(opened.append)
    qtbot.keyClick(pane._list, Qt.Key.Key_Return)
    assert opened == [LIST[1].id]


def test_deleting_asks_and_keeping_is_the_default(qtbot, pane) -> None:
    done = []
    ask_delete(pane, lambda: done.append(1))
    box = pane.findChild(QMessageBox)
    assert box.defaultButton().text() == "Keep it"
    box.defaultButton().click()
    assert not done
    ask_delete(pane, lambda: done.append(1))
    box = next(found for found in pane.findChildren(QMessageBox) if found.isVisible())
    next(b for b in box.buttons() if b.text() == "Delete the chat").click()
    assert done == [1]


def test_days_are_counted_in_local_time() -> None:
    late = NOW.astimezone().replace(hour=23, minute=59)
    early = late + timedelta(minutes=2)
    groups = group_by_day([summary("a", "A", (NOW - late).total_seconds() / 86400)], early)
    assert groups[0].title == "Yesterday"


def test_a_chat_shows_its_space_and_follows_its_name(qapp) -> None:
    model = ConversationModel(lambda: NOW)
    checker = QAbstractItemModelTester(model)
    model.set_conversations([replace(summary("c1", "Report"), space="s1"), summary("c2", "Bread")])
    book = SpaceBook([Space("s1", "Work", "#4c8dae")])
    model.use_spaces(book)
    first, second = model.index_of("c1"), model.index_of("c2")
    assert first.data(COLOUR_ROLE) == "#4c8dae"
    assert first.data(int(Qt.ItemDataRole.AccessibleTextRole)) == "Report · Work"
    assert second.data(COLOUR_ROLE) == ""
    assert second.data(int(Qt.ItemDataRole.AccessibleTextRole)) == "Bread"
    told = []
    model.dataChanged.connect(lambda *_: told.append(1))
    book.set_spaces([Space("s1", "Library", "#5f9a5b")])
    assert told
    assert first.data(int(Qt.ItemDataRole.ToolTipRole)) == "Report · Library"
    checker.deleteLater()
