"""The browser over a real store: what is opened, changed, forgotten, found and brought back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QLineEdit, QMessageBox, QPushButton, QWidget

from assistant_app.memory.types import State
from assistant_app.ui.memories.index import Facet, FacetKind
from assistant_app.ui.memories.memory_list import MemoryList
from assistant_app.ui.memories.model import ID_ROLE, MemoryModel
from assistant_app.ui.widgets.chips import Chip
from tests.ui.memories.house import entry_of

TEXTS = (
    "My sister Anna lives in Porto",
    "I am allergic to shellfish",
    "I work at the town library",
    "I like short answers",
)


@pytest.fixture
def home(house, open_home):
    house.say(*TEXTS)
    return open_home(house.memory, house.clock)


def rows(home) -> list[str]:
    model = home.find("memoryList").rows
    return [entry.text for entry in model.view.entries]


def click_row(qtbot, home, text: str) -> None:
    view: MemoryList = home.find("memoryList")
    index = view.rows.index_of(entry_of(home, text).id)
    view.scrollTo(index)
    spot = view.visualRect(index).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=spot)


def uses(home, text: str) -> int:
    return home.memory.access(entry_of(home, text).id).count


def test_the_list_shows_the_newest_first_and_the_detail_the_first(qtbot, home):
    assert rows(home) == list(reversed(TEXTS))
    assert home.find("memoryText").toPlainText() == TEXTS[-1]
    for name in ("memoryBrowser", "memoryFacets", "memoryDetail", "memoryTags", "memoryCategory"):
        assert home.find(name).accessibleName()
    for name in ("memoryAccess", "memoryHistory", "memoryOrigin"):
        assert home.find(name).accessibleName()


def test_the_model_keeps_the_rules_of_qt(qtbot, home):
    model: MemoryModel = home.find("memoryList").rows
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    entry = entry_of(home, TEXTS[0])
    home.operations.forget([entry.id], home)
    qtbot.waitUntil(lambda: len(rows(home)) == 3)
    home.operations.revise(entry_of(home, TEXTS[1]).id, home, text="I am allergic to nuts")
    qtbot.waitUntil(lambda: "I am allergic to nuts" in rows(home))
    spoken = model.data(model.index(0, 0), int(Qt.ItemDataRole.AccessibleTextRole))
    assert TEXTS[3] in spoken
    assert "used" in spoken


def test_a_click_opens_a_memory_and_counts_once(qtbot, home):
    click_row(qtbot, home, TEXTS[0])
    qtbot.waitUntil(lambda: uses(home, TEXTS[0]) == 1)
    assert home.find("memoryText").toPlainText() == TEXTS[0]
    click_row(qtbot, home, TEXTS[0])
    qtbot.wait(30)
    assert uses(home, TEXTS[0]) == 1


def test_walking_with_arrows_shows_without_counting_and_enter_counts(qtbot, home):
    view = home.find("memoryList")
    qtbot.keyClick(view, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: home.find("memoryText").toPlainText() == TEXTS[2])
    assert uses(home, TEXTS[2]) == 0
    qtbot.keyClick(view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: uses(home, TEXTS[2]) == 1)


def test_typing_in_the_search_filters_and_never_counts(qtbot, home):
    field: QLineEdit = home.find("memorySearch")
    for letter in "anna":
        qtbot.keyClicks(field, letter)
    qtbot.waitUntil(lambda: rows(home) == [TEXTS[0]])
    assert all(uses(home, text) == 0 for text in TEXTS)
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: len(rows(home)) == 4)


def test_down_leads_from_the_search_to_what_it_found(qtbot, home):
    field: QLineEdit = home.find("memorySearch")
    field.setFocus()
    qtbot.keyClicks(field, "anna")
    qtbot.waitUntil(lambda: rows(home) == [TEXTS[0]])
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert home.find("memoryList").hasFocus()
    qtbot.waitUntil(lambda: home.find("memoryText").toPlainText() == TEXTS[0])


def test_a_search_without_a_hit_says_so_and_leads_back(qtbot, home):
    qtbot.keyClicks(home.find("memorySearch"), "zzz")
    qtbot.waitUntil(lambda: not rows_or_none(home))
    back: QPushButton = home.find("clearSearch")
    assert "zzz" in back.parent()._say.text()
    qtbot.mouseClick(back, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(rows(home)) == 4)


def rows_or_none(home) -> list[str]:
    (view,) = home.window.findChildren(MemoryList)
    return list(view.rows.view.ids)


def test_a_paste_of_megabytes_is_refused_in_words_and_freezes_nothing(qtbot, home):
    edit = home.find("memoryText")
    data = QMimeData()
    data.setText("word " * 600_000)
    edit.insertFromMimeData(data)
    assert len(edit.toPlainText()) < 25_000
    qtbot.keyClick(edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(home.window.bar.isVisible)
    assert rows(home)[0] == TEXTS[-1]


def test_words_are_changed_in_place_and_undone(qtbot, home):
    click_row(qtbot, home, TEXTS[0])
    edit = home.find("memoryText")
    edit.setFocus()
    assert not home.window.findChild(QWidget, "memorySave").isVisible()
    edit.selectAll()
    edit.insertPlainText("My sister Anna lives in Lyon")
    assert home.find("memorySave").isEnabled()
    qtbot.keyClick(edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: "My sister Anna lives in Lyon" in rows(home))
    assert not home.window.findChild(QWidget, "memorySave").isVisible()
    qtbot.waitUntil(home.window.bar.isVisible)
    qtbot.mouseClick(home.find("undoButton"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: TEXTS[0] in rows(home))
    qtbot.waitUntil(lambda: home.find("memoryText").toPlainText() == TEXTS[0])


def test_escape_gives_the_old_words_back(qtbot, home):
    edit = home.find("memoryText")
    edit.setFocus()
    edit.insertPlainText("never mind ")
    qtbot.keyClick(edit, Qt.Key.Key_Escape)
    assert edit.toPlainText() == TEXTS[3]
    assert TEXTS[3] in rows(home)


def test_words_that_were_begun_are_there_again_after_looking_elsewhere(qtbot, home):
    home.find("memoryText").insertPlainText("Really: ")
    click_row(qtbot, home, TEXTS[0])
    assert home.find("memoryText").toPlainText() == TEXTS[0]
    click_row(qtbot, home, TEXTS[3])
    assert home.find("memoryText").toPlainText() == f"Really: {TEXTS[3]}"
    assert home.find("memorySave").isVisible()


def test_a_change_elsewhere_does_not_take_away_what_is_being_typed(qtbot, home):
    home.find("memoryText").insertPlainText("Really: ")
    home.operations.revise(entry_of(home, TEXTS[3]).id, home, pinned=True)
    qtbot.waitUntil(lambda: entry_of(home, TEXTS[3]).pinned)
    qtbot.wait(30)
    assert home.find("memoryText").toPlainText() == f"Really: {TEXTS[3]}"


def test_forgetting_goes_on_to_the_next_and_can_be_undone(qtbot, home):
    click_row(qtbot, home, TEXTS[2])
    qtbot.mouseClick(home.find("memoryForget"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: TEXTS[2] not in rows(home))
    assert home.find("memoryText").toPlainText() == TEXTS[1]
    assert TEXTS[2] in home.window.bar.text
    qtbot.mouseClick(home.find("undoButton"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: TEXTS[2] in rows(home))


def test_erasing_asks_once_and_leaves_no_words(qtbot, home):
    click_row(qtbot, home, TEXTS[2])
    detail = home.find("memoryDetail")
    detail.erase_chosen.emit()
    question = home.window.findChild(QMessageBox)
    assert question.defaultButton().text() == "Keep it"
    erase = next(one for one in question.buttons() if one.text() == "Erase for good")
    qtbot.mouseClick(erase, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: TEXTS[2] not in rows(home))
    assert all(entry.text != TEXTS[2] for entry in home.operations.snapshot.entries)


def test_control_z_takes_the_newest_act_back(qtbot, home):
    view = home.find("memoryList")
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: len(rows(home)) == 3)
    home.window.page("memories").undo_wanted.emit()
    qtbot.waitUntil(lambda: len(rows(home)) == 4)


def test_the_trash_gives_back(qtbot, home):
    home.operations.forget([entry_of(home, TEXTS[0]).id], home)
    qtbot.waitUntil(lambda: len(rows(home)) == 3)
    qtbot.mouseClick(home.find("facet:trash"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: rows(home) == [TEXTS[0]])
    assert home.find("memoryText").isReadOnly()
    qtbot.mouseClick(home.find("memoryRestore"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: entry_of(home, TEXTS[0]).state is State.ACTIVE)
    qtbot.waitUntil(lambda: not rows_or_none(home))
    qtbot.mouseClick(home.find("clearSearch"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(rows(home)) == 4)


def test_the_trash_can_be_searched(qtbot, home):
    ids = [entry_of(home, text).id for text in TEXTS[:2]]
    home.operations.forget(ids, home)
    qtbot.mouseClick(home.find("facet:trash"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(rows(home)) == 2)
    qtbot.keyClicks(home.find("memorySearch"), "anna")
    qtbot.waitUntil(lambda: rows(home) == [TEXTS[0]])


def test_putting_away_and_bringing_back(qtbot, home):
    click_row(qtbot, home, TEXTS[1])
    qtbot.mouseClick(home.find("memoryArchive"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: entry_of(home, TEXTS[1]).state is State.ARCHIVED)
    qtbot.mouseClick(home.find("facet:archived"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: rows(home) == [TEXTS[1]])
    qtbot.mouseClick(home.find("memoryRestore"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: entry_of(home, TEXTS[1]).state is State.ACTIVE)


def test_pinning_shows_at_once_and_again_takes_the_pin_out(qtbot, home):
    pin = home.find("memoryPin")
    qtbot.mouseClick(pin, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: entry_of(home, TEXTS[3]).pinned)
    qtbot.waitUntil(pin.isChecked)
    qtbot.mouseClick(pin, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not entry_of(home, TEXTS[3]).pinned)


def test_a_category_that_became_empty_stays_while_it_is_chosen(qtbot, home):
    category = entry_of(home, TEXTS[1]).category
    page = home.window.page("memories")
    facet = Facet(FacetKind.CATEGORY, category)
    qtbot.mouseClick(home.find(f"facet:category:{category}"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: TEXTS[1] in rows(home) and len(rows(home)) < 4)
    qtbot.mouseClick(home.find("memoryForget"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not rows_or_none(home))
    row = page.facets.row(facet)
    assert row is not None
    assert row.isChecked()
    qtbot.mouseClick(home.find("clearSearch"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(rows(home)) == 3)
    assert page.facets.row(facet) is None


def test_category_and_tags_are_changed_by_chips(qtbot, home):
    labels = home.find("memoryTags")
    before = entry_of(home, TEXTS[3])
    menu = labels.category_menu()
    (travel,) = [action for action in menu.actions() if action.text() == "Travel"]
    travel.trigger()
    qtbot.waitUntil(lambda: entry_of(home, TEXTS[3]).category == "travel")
    qtbot.mouseClick(home.find("memoryTagAdd"), Qt.MouseButton.LeftButton)
    field = home.find("memoryTagField")
    qtbot.keyClicks(field, "style")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "style" in entry_of(home, TEXTS[3]).tags)
    qtbot.waitUntil(lambda: home.find("tag:style", Chip) is not None)
    chip = home.find("tag:style", Chip)
    chip.setFocus()
    qtbot.keyClick(chip, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: entry_of(home, TEXTS[3]).tags == before.tags)


def test_an_earlier_wording_is_brought_back(qtbot, home):
    entry = entry_of(home, TEXTS[3])
    home.operations.revise(entry.id, home, text="I like long answers")
    qtbot.waitUntil(lambda: home.find("memoryBringBack") is not None)
    qtbot.mouseClick(home.find("memoryBringBack"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: entry_of(home, TEXTS[3]).id == entry.id)


def test_several_are_chosen_and_forgotten_at_once(qtbot, home):
    view = home.find("memoryList")
    qtbot.mouseClick(home.find("memorySelect"), Qt.MouseButton.LeftButton)
    bar = home.find("memoryActions")
    for text in TEXTS[:2]:
        index = view.rows.index_of(entry_of(home, text).id)
        spot = view.visualRect(index).center()
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert set(view.selected_ids()) == {entry_of(home, text).id for text in TEXTS[:2]}
    assert all(uses(home, text) == 0 for text in TEXTS)
    bar.forget_requested.emit()
    qtbot.waitUntil(lambda: rows(home) == [TEXTS[3], TEXTS[2]])
    assert not bar.isVisible()
    qtbot.mouseClick(home.find("undoButton"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(rows(home)) == 4)


@pytest.mark.parametrize(
    ("key", "count"),
    [(Qt.KeyboardModifier.ControlModifier, 2), (Qt.KeyboardModifier.ShiftModifier, 3)],
)
def test_control_and_shift_choose_several(qtbot, home, key, count):
    view = home.find("memoryList")
    click_row(qtbot, home, TEXTS[3])
    spot = view.visualRect(view.rows.index(2, 0)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, key, spot)
    assert len(view.selected_ids()) == count
    assert home.find("memoryActions").isVisible()
    assert home.find("memoryText").toPlainText() == TEXTS[3]
    assert uses(home, TEXTS[1]) == 0


def test_a_memory_written_down_during_a_search_is_shown(qtbot, home):
    qtbot.keyClicks(home.find("memorySearch"), "anna")
    qtbot.waitUntil(lambda: len(rows(home)) == 1)
    qtbot.mouseClick(home.find("memoryAdd"), Qt.MouseButton.LeftButton)
    field = home.find("memoryNote")
    qtbot.keyClicks(field, "The boiler was serviced in October")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(rows(home)) == 5)
    assert home.find("memoryText").toPlainText() == "The boiler was serviced in October"
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert not field.isVisible()


def test_an_unsaved_change_belongs_to_its_memory_alone(qtbot, home):
    home.find("memoryText").insertPlainText("Really: ")
    click_row(qtbot, home, TEXTS[0])
    click_row(qtbot, home, TEXTS[1])
    click_row(qtbot, home, TEXTS[0])
    assert home.find("memoryText").toPlainText() == TEXTS[0]


def test_escape_ends_choosing_several(qtbot, home):
    view = home.find("memoryList")
    view.set_selecting(selecting=True)
    assert home.find("memoryActions").isVisible()
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert not view.selecting
    assert home.find("memorySelect").isVisible()


def test_a_memory_is_written_down_and_shown(qtbot, home):
    qtbot.mouseClick(home.find("memoryAdd"), Qt.MouseButton.LeftButton)
    field = home.find("memoryNote")
    assert field.hasFocus() or home.window.focusWidget() is field
    qtbot.keyClicks(field, "The boiler was serviced in October")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: rows(home)[0] == "The boiler was serviced in October")
    assert field.text() == ""
    assert home.find("memoryText").toPlainText() == "The boiler was serviced in October"
    assert uses(home, "The boiler was serviced in October") == 0
    qtbot.mouseClick(home.find("undoButton"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(rows(home)) == 4)


def test_what_cannot_be_kept_stays_in_the_field(qtbot, home):
    qtbot.mouseClick(home.find("memoryAdd"), Qt.MouseButton.LeftButton)
    field = home.find("memoryNote")
    secret = "my key is sk-proj-abcdefghijklmnopqrstuvwxyz0123456789"
    qtbot.keyClicks(field, secret)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(home.window.bar.isVisible)
    assert field.text() == secret
    assert len(rows(home)) == 4


def test_a_memory_known_already_is_shown_and_not_doubled(qtbot, home):
    qtbot.mouseClick(home.find("memoryAdd"), Qt.MouseButton.LeftButton)
    field = home.find("memoryNote")
    qtbot.keyClicks(field, TEXTS[0])
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: home.find("memoryText").toPlainText() == TEXTS[0])
    assert len(rows(home)) == 4


def test_the_page_can_be_asked_for_a_memory_from_elsewhere(qtbot, home):
    page = home.window.page("memories")
    home.operations.archive([entry_of(home, TEXTS[0]).id], home)
    qtbot.waitUntil(lambda: len(rows(home)) == 3)
    page.open_memory(entry_of(home, TEXTS[2]).id, edit=True)
    edit = home.find("memoryText")
    assert edit.toPlainText() == TEXTS[2]
    assert home.window.focusWidget() is edit
    page.open_memory("no such memory")
    assert home.find("memoryText").toPlainText() == TEXTS[2]


def test_the_quoted_words_lead_to_their_chat(qtbot, house, open_home):
    house.learn("My brother Tom lives in Leeds.", message="m7")
    home = open_home(house.memory, house.clock, titles={"c1": "Family"})
    assert "Family" in home.find("memoryOrigin").accessibleName()
    qtbot.mouseClick(home.find("memoryOpenChat"), Qt.MouseButton.LeftButton)
    assert home.chats == [("c1", "m7")]


def test_an_empty_store_offers_a_field_to_begin_with(qtbot, house, open_home):
    home = open_home(house.memory, house.clock)
    field = home.find("memoryNote")
    assert not home.find("memoryKeep").isEnabled()
    qtbot.keyClicks(field, "Mum has her birthday on 14 March")
    qtbot.mouseClick(home.find("memoryKeep"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: rows_or_none(home) != [])
    assert home.find("memoryList").isVisible()


def test_in_a_narrow_window_the_detail_comes_after_the_list(qtbot, house, open_home):
    house.say(*TEXTS)
    home = open_home(house.memory, house.clock, width=720)
    assert home.find("memoryList").isVisible()
    assert not home.window.findChild(QWidget, "memoryDetail").isVisible()
    click_row(qtbot, home, TEXTS[0])
    detail = home.find("memoryDetail")
    assert detail.isVisible()
    assert not home.window.findChild(QWidget, "memoryList").isVisible()
    qtbot.wait(20)  # until the head is laid out
    qtbot.mouseClick(home.find("memoryBack"), Qt.MouseButton.LeftButton)
    assert home.find("memoryList").isVisible()


@pytest.mark.parametrize("width", [420, 720, 800, 900, 1168, 1280])
def test_no_pane_is_wider_than_the_window(qtbot, house, open_home, width):
    house.say(*TEXTS)
    home = open_home(house.memory, house.clock, width=width)
    assert home.window.width() == max(width, home.window.minimumWidth())
    view = home.find("memoryList")
    edge = view.mapTo(home.window, QPoint(view.width(), 0)).x()
    assert edge <= home.window.width()


def test_everything_that_takes_the_focus_has_a_name(qtbot, home):
    focusable = [
        widget
        for widget in home.window.findChildren(QWidget)
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus and widget.isVisible()
    ]
    assert len(focusable) > 20
    nameless = [
        widget
        for widget in focusable
        if not (widget.accessibleName() or getattr(widget, "text", str)())
    ]
    assert not nameless


def test_rows_carry_their_ids(qtbot, home):
    model = home.find("memoryList").rows
    assert model.data(model.index(0, 0), ID_ROLE) == entry_of(home, TEXTS[3]).id


def test_the_message_bar_leaves_the_search_field_and_the_words_in_sight(qtbot, home):
    click_row(qtbot, home, TEXTS[2])
    qtbot.mouseClick(home.find("memoryForget"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(home.window.bar.isVisible)
    bar = home.window.bar
    for name in ("memorySearch", "memoryText"):
        field = home.find(name)
        corner = field.mapTo(home.window, QPoint(0, 0))
        bar_corner = bar.mapTo(home.window, QPoint(0, 0))
        assert bar_corner.y() > corner.y() + field.height()
