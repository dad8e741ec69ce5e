"""The page of what is never remembered."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from assistant_app.settings import declarations
from assistant_app.ui.settings.never_page import NeverSettings
from assistant_app.ui.settings.own_rules import OwnRules
from assistant_app.ui.widgets.buttons import Button
from assistant_app.ui.widgets.chips import Chip
from assistant_app.ui.widgets.select import Select
from assistant_app.ui.widgets.switch import Switch
from assistant_app.ui.widgets.text_label import TextLabel


@pytest.fixture
def preferences(runtime):
    return runtime.preferences


@pytest.fixture
def page(qtbot, look, preferences):
    made = NeverSettings(look, preferences)
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def rules(page) -> OwnRules:
    return page.findChild(OwnRules)


def add(rules: OwnRules, kind: str, text: str) -> None:
    select = rules.findChild(Select, "ruleKind")
    select.setCurrentIndex(select.findData(kind))
    select.activated.emit(select.currentIndex())
    rules.field.setText(text)
    rules.findChild(Button, "ruleAdd").click()


def chips(rules: OwnRules) -> list[str]:
    return [chip.text() for chip in rules.findChildren(Chip) if chip.isVisible()]


def test_built_in_rules_are_shown_and_cannot_be_switched(page) -> None:
    words = [label.text() for label in page.findChildren(TextLabel)]
    assert words.count("always on") == 4
    assert "Passwords and codes" in words
    assert len(page.findChildren(Switch)) == 2


@pytest.mark.parametrize("setting", [declarations.NEVER_HEALTH, declarations.NEVER_CONTACTS])
def test_two_kinds_are_a_choice(page, preferences, setting) -> None:
    page.findChild(Switch, f"setting:{setting.key}").click()
    assert preferences.settings.get(setting) is True


def test_rules_are_added_by_kind_and_taken_away(rules, preferences, qtbot) -> None:
    add(rules, "word", "Falcon")
    add(rules, "topic", "my finances")
    add(rules, "pattern", r"INV-\d+")
    assert chips(rules) == ["Falcon", "my finances", r"INV-\d+"]
    settings = preferences.settings
    assert settings.get(declarations.NEVER_WORDS) == ("Falcon",)
    assert settings.get(declarations.NEVER_TOPICS) == ("my finances",)
    assert settings.get(declarations.NEVER_PATTERNS) == (r"INV-\d+",)
    qtbot.keyClick(rules.findChild(Chip, "rule:topic:my finances"), Qt.Key.Key_Delete)
    assert preferences.settings.get(declarations.NEVER_TOPICS) == ()
    assert chips(rules) == ["Falcon", r"INV-\d+"]


@pytest.mark.parametrize("pattern", ["(", "(?=x)", ".*", r"(a)\1"])
def test_a_pattern_that_cannot_be_used_gets_a_sentence(rules, preferences, pattern) -> None:
    add(rules, "pattern", pattern)
    assert preferences.settings.get(declarations.NEVER_PATTERNS) == ()
    assert rules.field.property("wrong") == "true"
    assert rules._hint.text().startswith("This pattern cannot be used")
    assert rules.field.text() == pattern
    rules.field.setText("INV")
    assert rules.field.property("wrong") == "false"


def test_a_rule_of_nothing_cannot_be_added(rules) -> None:
    rules.field.setText("   ")
    assert not rules.findChild(Button, "ruleAdd").isEnabled()


def test_a_repeat_changes_nothing(rules, preferences) -> None:
    add(rules, "word", "Falcon")
    add(rules, "word", "Falcon")
    assert preferences.settings.get(declarations.NEVER_WORDS) == ("Falcon",)
