"""The page "To review" over a real store: decisions, the keyboard, and the way back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from assistant_app.memory.types import State
from assistant_app.ui.memories.inbox_page import InboxPage
from assistant_app.ui.memories.review_card import ReviewCard
from tests.ui.memories.house import entry_of

FIRST = "Nina starts at Hill Road school in September"
SECOND = "Tom is vegetarian on weekdays"
THIRD = "The garden needs water in July"


@pytest.fixture
def home(house, open_home):
    for text in (THIRD, SECOND, FIRST):
        house.learn(text, ask=True)
    return open_home(house.memory, house.clock, "review", titles={"c1": "Family"})


def cards(home) -> tuple[ReviewCard, ...]:
    page = home.window.page("review")
    assert isinstance(page, InboxPage)
    return page.cards


def texts(home) -> list[str]:
    return [card.proposal.entry.text for card in cards(home)]


def button(card: ReviewCard, name: str) -> QWidget:
    (found,) = [item for item in card.findChildren(QWidget, name) if item.isVisible()]
    return found


def focused(home) -> str:
    widget = home.window.focusWidget()
    while widget is not None and not isinstance(widget, ReviewCard):
        widget = widget.parentWidget()
    return widget.proposal.entry.text if widget is not None else ""


def conflict(house) -> None:
    house.say("My sister Anna lives in Porto")
    house.learn("My sister Anna lives in Lyon")


def test_what_waits_is_shown_newest_first_and_the_first_card_has_the_keyboard(qtbot, home):
    assert texts(home) == [FIRST, SECOND, THIRD]
    assert focused(home) == FIRST
    assert home.find("memoryInbox").accessibleName()
    card = cards(home)[0]
    assert card.objectName() == f"memory:{entry_of(home, FIRST).id}"
    assert FIRST in card.accessibleName()


def test_enter_keeps_and_the_focus_goes_on(qtbot, home):
    qtbot.keyClick(cards(home)[0], Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: texts(home) == [SECOND, THIRD])
    assert entry_of(home, FIRST).state is State.ACTIVE
    assert focused(home) == SECOND


def test_delete_does_not_keep_and_control_z_brings_it_back(qtbot, home):
    qtbot.keyClick(cards(home)[1], Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: texts(home) == [FIRST, THIRD])
    assert entry_of(home, SECOND).state is State.DELETED
    qtbot.keyClick(cards(home)[0], Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: texts(home) == [FIRST, SECOND, THIRD])


def test_the_last_card_hands_the_focus_back_up(qtbot, home):
    cards(home)[2].setFocus()
    qtbot.keyClick(cards(home)[2], Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: texts(home) == [FIRST, SECOND])
    assert focused(home) == SECOND


def test_the_last_decision_is_undone_by_the_keyboard_too(qtbot, home):
    for left in ([SECOND, THIRD], [THIRD], []):
        qtbot.keyClick(cards(home)[0], Qt.Key.Key_Return)
        qtbot.waitUntil(lambda left=left: texts(home) == left)
    onward = home.window.focusWidget()
    assert home.window.page("review").isAncestorOf(onward)
    qtbot.keyClick(onward, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: texts(home) == [THIRD])


def test_a_scroll_bar_stands_only_where_there_is_something_to_scroll(qtbot, house, home):
    page = home.window.page("review")
    bar = page.findChild(QScrollArea).verticalScrollBar()
    places = []
    for height, scrolls in ((900, False), (520, True)):
        home.window.resize(1200, height)
        qtbot.waitUntil(lambda scrolls=scrolls: bar.isVisible() == scrolls)
        QApplication.processEvents()
        places.append((cards(home)[0].x(), cards(home)[0].width()))
    assert places[0] == places[1]


def test_arrows_walk_from_card_to_card(qtbot, home):
    qtbot.keyClick(cards(home)[0], Qt.Key.Key_Down)
    assert focused(home) == SECOND
    qtbot.keyClick(cards(home)[1], Qt.Key.Key_Up)
    assert focused(home) == FIRST


def test_e_edits_first_and_the_new_words_are_kept(qtbot, home):
    card = cards(home)[0]
    qtbot.keyClick(card, Qt.Key.Key_E)
    edit = button(card, "inboxText")
    assert home.window.focusWidget() is edit
    edit.selectAll()
    edit.insertPlainText("Nina starts school in September")
    qtbot.keyClick(edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: len(cards(home)) == 2)
    assert entry_of(home, "Nina starts school in September").state is State.ACTIVE
    home.window.page("review").undo_wanted.emit()
    qtbot.waitUntil(lambda: FIRST in texts(home))


def test_escape_leaves_the_words_as_they_were(qtbot, home):
    card = cards(home)[0]
    qtbot.mouseClick(button(card, "inboxEdit"), Qt.MouseButton.LeftButton)
    edit = button(card, "inboxText")
    edit.insertPlainText("never mind ")
    qtbot.keyClick(edit, Qt.Key.Key_Escape)
    assert not card.editing
    assert focused(home) == FIRST
    qtbot.keyClick(card, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(cards(home)) == 2)
    assert entry_of(home, FIRST).state is State.ACTIVE


def test_buttons_decide_too(qtbot, home):
    qtbot.mouseClick(button(cards(home)[0], "inboxAccept"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: texts(home) == [SECOND, THIRD])
    qtbot.wait(20)
    qtbot.mouseClick(button(cards(home)[0], "inboxReject"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: texts(home) == [THIRD])
    qtbot.wait(20)
    qtbot.mouseClick(button(cards(home)[0], "inboxNever"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: texts(home) == [])
    assert entry_of(home, SECOND).state is State.DELETED
    assert entry_of(home, THIRD).extra != entry_of(home, SECOND).extra


def test_what_is_never_wanted_again_is_not_proposed_again(qtbot, house, home):
    qtbot.mouseClick(button(cards(home)[0], "inboxNever"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(cards(home)) == 2)
    house.learn(FIRST, ask=True, message="m9")
    home.operations.refresh()
    qtbot.wait(30)
    assert FIRST not in texts(home)


def test_all_are_kept_at_once_and_undone_at_once(qtbot, home):
    qtbot.mouseClick(home.find("inboxAcceptAll"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: cards(home) == ())
    assert {entry_of(home, text).state for text in (FIRST, SECOND, THIRD)} == {State.ACTIVE}
    qtbot.mouseClick(home.find("undoButton"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(cards(home)) == 3)


def test_none_is_kept(qtbot, home):
    qtbot.mouseClick(home.find("inboxRejectAll"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: cards(home) == ())
    assert {entry_of(home, text).state for text in (FIRST, SECOND, THIRD)} == {State.DELETED}


def test_two_that_disagree_show_both_and_the_chosen_one_is_kept(qtbot, house, open_home):
    conflict(house)
    home = open_home(house.memory, house.clock, "review")
    (card,) = cards(home)
    assert card.proposal.rival is not None
    assert "Porto" in card.accessibleName()
    assert "Lyon" in card.accessibleName()
    qtbot.mouseClick(button(card, "inboxAccept"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: cards(home) == ())
    states = {entry.text[-5:]: entry.state for entry in house.memory.snapshot().entries}
    assert states == {"Porto": State.SUPERSEDED, " Lyon": State.ACTIVE}


def test_the_old_one_can_be_chosen(qtbot, house, open_home):
    conflict(house)
    home = open_home(house.memory, house.clock, "review")
    (card,) = cards(home)
    card._options[0].click()
    card.setFocus()
    qtbot.keyClick(card, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: cards(home) == ())
    states = {entry.text[-5:]: entry.state for entry in house.memory.snapshot().entries}
    assert states == {"Porto": State.ACTIVE, " Lyon": State.DELETED}


@pytest.mark.parametrize(
    ("name", "state"), [("inboxBoth", State.ACTIVE), ("inboxNeither", State.DELETED)]
)
def test_both_or_neither_and_one_undo_for_it(qtbot, house, open_home, name, state):
    conflict(house)
    home = open_home(house.memory, house.clock, "review")
    (card,) = cards(home)
    qtbot.mouseClick(button(card, name), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: cards(home) == ())
    assert {entry.state for entry in house.memory.snapshot().entries} == {state}
    qtbot.mouseClick(home.find("undoButton"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(cards(home)) == 1)
    states = {entry.text[-5:]: entry.state for entry in house.memory.snapshot().entries}
    assert states == {"Porto": State.ACTIVE, " Lyon": State.PROPOSED}


def test_many_come_in_portions(qtbot, house, open_home):
    words = ["apple", "bread", "chess", "dance", "eagle", "flute", "grape"]
    for number in range(35):
        text = f"{words[number % 7]} {words[number // 7]} matters to cousin number {number}"
        house.learn(text, ask=True, message=f"m{number}")
    waiting = len(house.memory.list(state=State.PROPOSED))
    home = open_home(house.memory, house.clock, "review")
    assert waiting > 30
    assert len(cards(home)) == 30
    home.window.page("review")._show_more()
    assert len(cards(home)) == waiting


def test_nothing_to_review_says_so(qtbot, house, open_home):
    home = open_home(house.memory, house.clock, "review")
    assert cards(home) == ()
    assert not home.window.findChild(QWidget, "inboxAcceptAll").isVisible()


def test_everything_that_takes_the_focus_has_a_name(qtbot, home):
    nameless = [
        widget
        for widget in home.find("memoryInbox").findChildren(QWidget)
        if widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        and widget.isVisible()
        and not (widget.accessibleName() or getattr(widget, "text", str)())
    ]
    assert not nameless
