"""Tidying up from the page of memories: offered, previewed, carried out, and taken back at once."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from PySide6.QtCore import Qt

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.memory.types import State
from assistant_app.ui.memories.tidy_dialog import TidyDialog
from assistant_app.ui.widgets.text_label import TextLabel
from tests.servers.fakes import FakeChatModel
from tests.ui.memories.house import entry_of
from tests.ui.test_window import nameless

TEA = ("Anna (sister) likes green tea", "Anna (sister) likes black tea")
BOTH = "Anna (sister) likes green and black tea"
CHESS = "I play chess"


@pytest.fixture
def home(house, open_home):
    house.say(*TEA, CHESS)
    house.clock.at += timedelta(days=400)
    return open_home(house.memory, house.clock)


@pytest.fixture
def dialog(qtbot, home) -> TidyDialog:
    home.window.page("memories").list.tidy_requested.emit()
    found = home.window.findChild(TidyDialog)
    qtbot.waitUntil(lambda: bool(found.cards))
    yield found
    found.reject()


def answering(home, *answers) -> FakeChatModel:
    model = FakeChatModel(*answers)

    async def chat_model(_name):
        return model

    home.core.core.chat_model = chat_model
    home.model = "ollama:linnet"
    return model


def said(dialog: TidyDialog) -> list[str]:
    return [label.text() for label in dialog.findChildren(TextLabel) if label.isVisible()]


def states(home) -> dict[str, State]:
    return {entry.text: entry.state for entry in home.memory.snapshot().entries}


def test_it_is_offered_where_it_would_help(qtbot, home):
    qtbot.waitUntil(lambda: home.window.bar.text != "")
    assert home.window.bar.text == "Some old memories could be put together or put away."
    home.find("messageAction").click()
    assert home.window.findChild(TidyDialog).isVisible()
    home.window.findChild(TidyDialog).reject()


def test_nothing_is_offered_for_young_memories(qtbot, house, open_home):
    house.say(*TEA)
    home = open_home(house.memory, house.clock)
    qtbot.wait(50)
    assert home.window.bar.text == ""


def test_without_a_model_the_suggestions_are_shown_and_nothing_is_written(home, dialog):
    assert "Connect a model" in " ".join(said(dialog))
    assert not dialog.write.isVisible()
    assert not dialog.apply.isEnabled()


def test_each_suggestion_is_previewed_and_one_undo_brings_all_back(qtbot, home):
    model = answering(home, json.dumps({"statement": BOTH}))
    home.window.page("memories").list.tidy_requested.emit()
    dialog = home.window.findChild(TidyDialog)
    qtbot.waitUntil(lambda: bool(dialog.cards))
    assert "linnet (Ollama)" in " ".join(said(dialog))
    assert model.requests == []  # nothing leaves before the user asks for it
    dialog.write.click()
    qtbot.waitUntil(lambda: bool(dialog.agreed))
    assert f"→  {BOTH}" in said(dialog)
    assert states(home)[TEA[0]] is State.ACTIVE
    (row,) = dialog.unused
    row.setChecked(True)
    dialog.apply.click()
    qtbot.waitUntil(lambda: states(home).get(CHESS) is State.ARCHIVED)
    after = states(home)
    assert after[BOTH] is State.ACTIVE
    assert {after[text] for text in TEA} == {State.ARCHIVED}
    qtbot.waitUntil(lambda: home.window.bar.text.startswith("Tidied up"))
    assert home.window.bar.text == "Tidied up: One put together, one put away."
    home.find("undoButton").click()
    qtbot.waitUntil(lambda: states(home)[TEA[0]] is State.ACTIVE)
    assert states(home)[CHESS] is State.ACTIVE
    assert states(home).get(BOTH) is not State.ACTIVE


def test_the_preview_can_be_named_and_painted(dialog) -> None:
    assert nameless(dialog) == []
    assert not dialog.grab().isNull()


def test_a_suggestion_can_be_left(qtbot, home):
    answering(home, json.dumps({"statement": BOTH}))
    home.window.page("memories").list.tidy_requested.emit()
    dialog = home.window.findChild(TidyDialog)
    qtbot.waitUntil(lambda: bool(dialog.cards))
    dialog.write.click()
    qtbot.waitUntil(lambda: bool(dialog.agreed))
    dialog.cards[0].box.click()
    assert dialog.agreed == {}
    assert not dialog.apply.isEnabled()
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert dialog.isVisible()
    dialog.reject()
    assert states(home)[TEA[0]] is State.ACTIVE


@pytest.mark.parametrize("reply", ["no idea", '{"merge": "everything"}', '{"statement": "Tea."}'])
def test_a_useless_reply_leaves_everything_as_it_is(qtbot, home, reply):
    answering(home, reply)
    home.window.page("memories").list.tidy_requested.emit()
    dialog = home.window.findChild(TidyDialog)
    qtbot.waitUntil(lambda: bool(dialog.cards))
    dialog.write.click()
    qtbot.waitUntil(lambda: "They stay." in " ".join(said(dialog)))
    assert not dialog.apply.isEnabled()
    dialog.reject()


def test_a_model_that_cannot_be_reached_is_said_and_can_be_tried_again(qtbot, home):
    answering(home, UserError(ErrorCode.PROVIDER_UNREACHABLE), json.dumps({"statement": BOTH}))
    home.window.page("memories").list.tidy_requested.emit()
    dialog = home.window.findChild(TidyDialog)
    qtbot.waitUntil(lambda: bool(dialog.cards))
    dialog.write.click()
    qtbot.waitUntil(lambda: "cannot be reached" in " ".join(said(dialog)))
    dialog.write.click()
    qtbot.waitUntil(lambda: bool(dialog.agreed))
    dialog.reject()


def test_what_changed_meanwhile_is_left_and_said(qtbot, home):
    answering(home, json.dumps({"statement": BOTH}))
    home.window.page("memories").list.tidy_requested.emit()
    dialog = home.window.findChild(TidyDialog)
    qtbot.waitUntil(lambda: bool(dialog.cards))
    dialog.write.click()
    qtbot.waitUntil(lambda: bool(dialog.agreed))
    home.memory.archive([entry_of(home, TEA[0]).id])
    dialog.apply.click()
    qtbot.waitUntil(lambda: "were left as they are" in home.window.bar.text)
    assert states(home)[TEA[1]] is State.ACTIVE


def test_there_may_be_nothing_to_do(qtbot, house, open_home):
    house.say(CHESS)
    home = open_home(house.memory, house.clock)
    home.window.page("memories").list.tidy_requested.emit()
    dialog = home.window.findChild(TidyDialog)
    qtbot.waitUntil(lambda: "good order" in " ".join(said(dialog)))
    assert not dialog.apply.isEnabled()
    dialog.reject()
