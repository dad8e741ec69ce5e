from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.memory.types import Hit, HitKind, Recall
from assistant_app.settings import declarations
from assistant_app.settings.types import Language, MemoryMode, Ranking, Theme
from assistant_app.ui.errors import sentence_of
from assistant_app.ui.settings.answers_page import AnswersSettings
from assistant_app.ui.settings.dialog import SettingsDialog
from assistant_app.ui.settings.look_page import LookSettings
from assistant_app.ui.settings.memory_page import MemorySettings
from assistant_app.ui.settings.tryout import TryOut
from assistant_app.ui.widgets.buttons import Button
from assistant_app.ui.widgets.option_card import OptionCard
from assistant_app.ui.widgets.select import Select
from assistant_app.ui.widgets.switch import Switch
from assistant_app.ui.widgets.text_label import TextLabel
from tests.ui.conftest import ENTRIES


@pytest.fixture
def preferences(runtime):
    return runtime.preferences


def named(page, kind, name):
    return next(item for item in page.findChildren(kind) if item.accessibleName() == name)


def pick(select: Select, value: str) -> None:
    select.setCurrentIndex(select.findData(value))
    select.activated.emit(select.currentIndex())


def test_how_memory_works_is_three_plain_choices(qtbot, look, preferences, runtime) -> None:
    page = MemorySettings(look, preferences, runtime.memories)
    qtbot.addWidget(page)
    cards = page.findChildren(OptionCard)
    assert [card.text() for card in cards] == ["On", "Ask first", "Off"]
    assert cards[0].isChecked()
    cards[1].click()
    assert preferences.settings.get(declarations.MEMORY_MODE) == MemoryMode.ASK
    named(page, Switch, "Use memories in answers").click()
    assert preferences.settings.get(declarations.MEMORY_RECALL) is False


def test_figures_are_checked_before_they_are_taken(qtbot, look, preferences, runtime) -> None:
    page = MemorySettings(look, preferences, runtime.memories)
    qtbot.addWidget(page)
    field = named(page, QLineEdit, "Least relevance")
    assert field.text() == "auto"
    field.setText("0.4")
    field.editingFinished.emit()
    assert preferences.settings.get(declarations.MEMORY_FLOOR) == 0.4
    field.setText("seven")
    field.editingFinished.emit()
    assert preferences.settings.get(declarations.MEMORY_FLOOR) == 0.4
    assert field.property("wrong") == "true"
    assert field.toolTip().startswith("Allowed:")


@pytest.fixture
def answers(qtbot, look, preferences):
    page = AnswersSettings(look, preferences)
    qtbot.addWidget(page)
    return page


def test_a_model_is_chosen_by_name_and_place(answers, preferences) -> None:
    select = answers.findChild(Select, "settingsModel")
    texts = [select.itemText(place) for place in range(select.count())]
    assert texts == ["Memory only, no model", "linnet · this computer", "large · OpenAI"]
    pick(select, "openai:large")
    assert preferences.settings.get(declarations.CHAT_MODEL) == "openai:large"


def test_a_provider_is_tried_before_it_is_saved(answers, preferences) -> None:
    answers.findChild(Button, "settingsTest").click()
    assert answers._result.text() == "It works: 2 models."
    preferences.probe_result = UserError(ErrorCode.PROVIDER_AUTH)
    answers.findChild(Button, "settingsTest").click()
    assert "key was not accepted" in answers._result.text()
    assert preferences.keys == {}


def test_a_silent_address_is_said_without_a_word_about_messages(answers, preferences) -> None:
    preferences.probe_result = UserError(ErrorCode.PROVIDER_UNREACHABLE)
    answers.findChild(Button, "settingsTest").click()
    assert answers._result.text().startswith("Nothing answers at this address")


def test_only_what_can_be_connected_is_offered(answers) -> None:
    select = answers.findChild(Select, "settingsProvider")
    offered = {select.itemData(place) for place in range(select.count())}
    assert {"openai", "compatible", "ollama"} <= offered
    assert not offered & {"anthropic", "local"}


def test_a_chosen_model_that_is_not_there_is_named_in_words(answers, preferences) -> None:
    preferences.set(declarations.CHAT_MODEL, "compatible:gone")
    answers._fill_models(())
    select = answers.findChild(Select, "settingsModel")
    assert select.currentText() == "gone · Other (OpenAI-compatible)"


def test_a_key_is_kept_and_not_shown_again(answers, preferences) -> None:
    key = answers.findChild(QLineEdit, "settingsKey")
    address = answers.findChild(QLineEdit, "settingsAddress")
    assert key.echoMode() == QLineEdit.EchoMode.Password
    key.setText("  sk-secret ")
    address.setText("http://127.0.0.1:9/v1")
    answers.findChild(Button, "settingsSave").click()
    assert preferences.keys == {"openai": "sk-secret"}
    setting = declarations.PROVIDER_BASE_URL.of("openai")
    assert preferences.settings.get(setting).startswith("http://127.0.0.1:9")
    assert key.text() == ""
    pick(answers.findChild(Select, "settingsProvider"), "ollama")
    assert not key.isEnabled()
    pick(answers.findChild(Select, "settingsProvider"), "openai")
    assert key.placeholderText() == "A key is kept"


def test_a_wrong_address_changes_nothing(answers, preferences) -> None:
    answers.findChild(QLineEdit, "settingsAddress").setText("not an address at all://")
    answers.findChild(Button, "settingsSave").click()
    assert preferences.settings.get(declarations.PROVIDER_BASE_URL.of("openai")) is None
    assert "cannot have that value" in answers._result.text()


def test_a_key_that_lives_only_in_this_session_is_said(answers, preferences) -> None:
    preferences.set_key = lambda provider, key, owner, done, failed: done("session")
    answers.findChild(QLineEdit, "settingsKey").setText("sk")
    answers.findChild(Button, "settingsSave").click()
    assert "until Keepsake is closed" in answers._result.text()


def test_look_and_language(qtbot, look, preferences, runtime) -> None:
    page = LookSettings(look, preferences)
    qtbot.addWidget(page)
    page.show()
    pick(named(page, Select, "Colours"), "dark")
    pick(named(page, Select, "Size of text"), "125")
    pick(named(page, Select, "Language"), "zh_CN")
    settings = preferences.settings
    assert settings.get(declarations.THEME) == Theme.DARK
    assert settings.get(declarations.TEXT_SIZE) == 125
    assert settings.get(declarations.LANGUAGE) == Language.CHINESE
    assert page._later.isVisible()


def test_in_a_narrow_dialog_pages_come_after_their_list(qtbot, look, preferences, runtime) -> None:
    dialog = SettingsDialog(
        look, preferences, None, memories=runtime.memories, spaces=runtime.spaces
    )
    qtbot.addWidget(dialog)
    dialog.resize(420, 600)
    dialog.show()
    assert dialog._nav.isVisible()
    assert not dialog._right.isVisible()
    dialog._rows["answers"].click()
    assert not dialog._nav.isVisible()
    assert dialog._right.isVisible()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog._nav.isVisible()
    assert dialog.isVisible()
    dialog.resize(920, 600)
    assert dialog._nav.isVisible()
    assert dialog._right.isVisible()
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert dialog.isVisible()


def test_the_order_of_memories_can_be_the_published_one(qtbot, look, preferences, runtime) -> None:
    page = MemorySettings(look, preferences, runtime.memories)
    qtbot.addWidget(page)
    select = page.findChild(Select, "settingsRanking")
    pick(select, Ranking.PUBLISHED)
    assert preferences.settings.get(declarations.MEMORY_RANKING) == Ranking.PUBLISHED
    assert not page._weights.isVisibleTo(page._weights.parentWidget())
    pick(select, Ranking.OWN)
    assert page._weights.isVisibleTo(page._weights.parentWidget())
    field = named(page, QLineEdit, "Weight of use")
    field.setText("5")
    field.editingFinished.emit()
    assert preferences.settings.get(declarations.MEMORY_WEIGHT_USE) == 5


def test_the_model_can_be_kept_from_looking_into_memory(qtbot, look, preferences, runtime) -> None:
    page = MemorySettings(look, preferences, runtime.memories)
    qtbot.addWidget(page)
    page.findChild(Switch, "setting:memory.tools").click()
    assert preferences.settings.get(declarations.MEMORY_TOOLS) is False


def test_a_question_can_be_tried_out(qtbot, look, runtime) -> None:
    used = Hit(HitKind.MEMORY, "m1", ENTRIES[0].text, 0.9, 0.72, {"meaning": 0.61}, ENTRIES[0])
    other = Hit(HitKind.MEMORY, "p1", ENTRIES[2].text, 0.3, 0.2, {"words": 0.2}, ENTRIES[2])
    runtime.memories.recall = Recall((used,), (other,), (ENTRIES[1],), total=3)
    box = TryOut(look, runtime.memories)
    qtbot.addWidget(box)
    box.show()
    box.field.setText("Where does Anna live?")
    box.findChild(Button, "tryOutGo").click()
    words = [label.text() for label in box._results.findChildren(TextLabel)]
    assert words == [
        "Is allergic to shellfish (always given)",
        "Sister Anna lives in Porto",
        "score 0.72 · meaning 0.61",
        "Looked at, not used",
        "Tom is vegetarian",
        "score 0.20 · words 0.20",
    ]
    runtime.memories.recall = UserError(ErrorCode.STORE_UNREADABLE)
    box._look()
    visible = [x.text() for x in box._results.findChildren(TextLabel) if x.isVisible()]
    assert visible == [sentence_of(UserError(ErrorCode.STORE_UNREADABLE))]
    runtime.memories.recall = Recall(by_meaning=False)
    box._look()
    visible = [x.text() for x in box._results.findChildren(TextLabel) if x.isVisible()]
    assert visible[-1] == "This question would bring no memory along."
