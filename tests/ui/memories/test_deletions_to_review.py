"""A deletion that the model wants waits in the inbox; a change is shown as was and now."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from assistant_app.memory.types import Cause, CauseKind, Draft, Origin, OriginKind, State
from tests.ui.memories.house import entry_of
from tests.ui.memories.test_inbox import FIRST, button, cards

KEPT = "My sister Anna lives in Porto"
TOOL = Cause(CauseKind.TOOL)


@pytest.fixture
def home(house, open_home):
    (kept,) = house.say(KEPT)
    house.memory.propose_forget([kept.entry.id], cause=TOOL)
    return open_home(house.memory, house.clock, "review")


def test_a_deletion_asks_and_the_memory_holds_until_then(qtbot, home):
    (card,) = cards(home)
    assert card.accessibleName() == f"Forget this?: {KEPT}"
    assert entry_of(home, KEPT).state is State.ACTIVE
    button(card, "inboxAccept").click()
    qtbot.waitUntil(lambda: home.window.bar.text == f"Forgotten: “{KEPT}”")
    assert entry_of(home, KEPT).state is State.DELETED
    home.find("undoButton").click()
    qtbot.waitUntil(lambda: entry_of(home, KEPT).state is State.ACTIVE)


def test_it_can_stay(qtbot, home):
    (card,) = cards(home)
    qtbot.keyClick(card, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: not cards(home))
    entry = entry_of(home, KEPT)
    assert (entry.state, entry.asks) == (State.ACTIVE, None)
    qtbot.waitUntil(lambda: home.window.bar.text == f"Stays: “{KEPT}”")


def test_its_words_are_not_edited_here(qtbot, home):
    (card,) = cards(home)
    qtbot.keyClick(card, Qt.Key.Key_E)
    assert not card.editing


def test_keeping_all_decides_no_deletion(qtbot, house, open_home):
    (kept,) = house.say(KEPT)
    house.memory.propose_forget([kept.entry.id], cause=TOOL)
    house.learn(FIRST, ask=True)
    home = open_home(house.memory, house.clock, "review")
    home.find("inboxAcceptAll").click()
    qtbot.waitUntil(lambda: len(cards(home)) == 1)
    assert entry_of(home, FIRST).state is State.ACTIVE
    assert entry_of(home, KEPT).state is State.ACTIVE
    assert cards(home)[0].proposal.deletion
    assert not home.window.page("review").keep_all.isVisible()


def test_a_change_is_shown_as_was_and_now(qtbot, house, open_home):
    house.say(KEPT)
    automatic = Origin(OriginKind.AUTOMATIC)
    moved = Draft("My sister Anna lives in Lyon", origin=automatic, changed=True)
    house.memory.remember((moved,), cause=Cause(CauseKind.LEARNED), mode_ask=True)
    home = open_home(house.memory, house.clock, "review")
    (card,) = cards(home)
    assert card.proposal.change
    assert card.accessibleName() == f"Changed: {KEPT}, now My sister Anna lives in Lyon"
    button(card, "inboxAccept").click()
    qtbot.waitUntil(lambda: entry_of(home, KEPT).state is State.SUPERSEDED)
