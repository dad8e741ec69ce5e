from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, Qt

from assistant_app.memory.types import GLOBAL_SCOPE, Space
from assistant_app.settings.types import SendKey
from assistant_app.ui.chat.composer import LONGEST_SENT, Composer
from assistant_app.ui.chat.panel_items import MEMORY_ONLY
from assistant_app.ui.chat.pickers import remote_provider
from assistant_app.ui.spaces import SpaceBook
from assistant_app.workers.models import ModelChoice
from tests.ui.conftest import ime


@pytest.fixture
def composer(qtbot, look):
    widget = Composer(look)
    qtbot.addWidget(widget)
    widget.resize(700, 120)
    widget.show()
    widget.sent_texts = []
    widget.sent.connect(widget.sent_texts.append)
    return widget


def paste(composer: Composer, text: str, html: str = "") -> None:
    data = QMimeData()
    data.setText(text)
    if html:
        data.setHtml(html)
    composer.edit.insertFromMimeData(data)


def test_where_the_clipboard_has_only_a_page_its_words_are_taken(composer) -> None:
    data = QMimeData()
    data.setHtml('<p>Hello <b>bold</b> &amp; plain <img src="http://127.0.0.1:9/x.png"></p>')
    assert composer.edit.canInsertFromMimeData(data)
    composer.edit.insertFromMimeData(data)
    assert composer.draft == ("Hello bold & plain", "")
    data.setHtml("<p>" + "x" * 600_000)  # would take too long to read
    composer.edit.insertFromMimeData(data)
    assert composer.draft == ("Hello bold & plain", "")


def test_enter_sends_and_shift_enter_breaks_the_line(qtbot, composer) -> None:
    qtbot.keyClicks(composer.edit, "hello")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClicks(composer.edit, "you")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert composer.sent_texts == ["hello\nyou"]
    assert composer.draft == ("", "")


def test_with_the_other_setting_enter_breaks_the_line(qtbot, composer) -> None:
    composer.set_send_key(SendKey.CTRL_ENTER)
    qtbot.keyClicks(composer.edit, "a")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert composer.sent_texts == []
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert composer.sent_texts == ["a\n"]


def test_enter_belongs_to_the_input_method_while_it_composes(qtbot, composer) -> None:
    edits = []
    composer.edited.connect(lambda: edits.append(1))
    ime(composer.edit, "nihao", commit=False)
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    composer.send.click()
    assert composer.sent_texts == []
    ime(composer.edit, "我要去看望妹妹，她住在哪里？")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert composer.sent_texts == ["我要去看望妹妹，她住在哪里？"]


def test_a_preedit_is_no_change_of_the_draft(composer) -> None:
    edits = []
    composer.edit.edited.connect(lambda: edits.append(composer.edit.toPlainText()))
    ime(composer.edit, "ni", commit=False)
    assert edits == []
    ime(composer.edit, "你")
    assert edits == ["你"]


def test_nothing_is_sent_while_empty_or_running(qtbot, composer) -> None:
    assert not composer.send.isEnabled()
    qtbot.keyClicks(composer.edit, "  ")
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    qtbot.keyClicks(composer.edit, "x")
    assert composer.send.isEnabled()
    composer.set_running(running=True)
    assert composer.stop.isVisible()
    assert not composer.send.isVisible()
    qtbot.keyClick(composer.edit, Qt.Key.Key_Return)
    assert composer.sent_texts == []
    stopped = []
    composer.stopped.connect(lambda: stopped.append(1))
    composer.stop.click()
    assert stopped == [1]


def test_only_plain_text_is_pasted(composer) -> None:
    paste(composer, "<b>x</b> a < b && c", "<b>x</b>")
    assert composer.draft[0] == "<b>x</b> a < b && c"


@pytest.mark.parametrize(
    "text", ["x" * 3_000_000, "line of text\n" * 240_000], ids=["one line", "many lines"]
)
def test_a_paste_of_three_megabytes_is_held_beside_the_field(composer, text) -> None:
    paste(composer, text)
    assert composer.draft == ("", text)
    assert composer._held_chip.isVisible()
    told = []
    composer.too_long.connect(told.append)
    composer.send.click()
    assert told
    assert composer.sent_texts == []
    assert composer.draft[1] == text
    composer._held_chip.removed.emit()
    assert composer.draft == ("", "")


def test_a_long_paste_is_sent_with_what_is_written(qtbot, composer) -> None:
    qtbot.keyClicks(composer.edit, "Sum this up:")
    paste(composer, "y" * 50_000)
    composer.send.click()
    assert composer.sent_texts == ["Sum this up:\n\n" + "y" * 50_000]
    assert LONGEST_SENT > 50_000


def test_the_field_grows_to_eight_lines(composer) -> None:
    one = composer.edit.height()
    composer.set_draft("\n".join("abcd"))
    four = composer.edit.height()
    composer.set_draft("\n" * 40)
    most = composer.edit.height()
    assert one < four < most
    assert most <= 8 * composer.edit._line() + 2


def test_a_temporary_chat_has_no_space(composer) -> None:
    composer.set_temporary(temporary=True)
    assert not composer.spaces.isVisible()
    assert composer._not_kept.isVisible()
    assert not composer.grab().isNull()


def test_the_space_is_chosen_from_a_menu(qtbot, composer) -> None:
    composer.spaces.use(SpaceBook([Space("s1", "Porto trip", "#c2703d")]))
    chosen = []
    composer.spaces.chosen.connect(chosen.append)
    menu = composer.spaces.menu()
    assert [action.text() for action in menu.actions()] == [
        "Everywhere",
        "Porto trip",
        "",
        "Spaces…",
    ]
    menu.actions()[1].trigger()
    assert chosen == ["s1"]
    assert composer.spaces.text() == "Porto trip"
    assert composer.spaces.accessibleName() == "Space: Porto trip"
    menu.actions()[0].trigger()
    assert composer.spaces.current == GLOBAL_SCOPE
    menu.deleteLater()


def test_the_model_says_where_it_runs(composer) -> None:
    models = composer.models
    assert models.text() == "No model connected · memory only"
    models.set_current("ollama:linnet")
    assert models.text() == "linnet · this computer"
    models.set_current("openai:large")
    assert models.text() == "large · OpenAI"
    models.set_models(
        [
            ModelChoice("ollama:linnet", "ollama", "linnet", True),
            ModelChoice("ollama:embed", "ollama", "embed", True, embedding=True),
            ModelChoice("openai:large", "openai", "large", False),
        ]
    )
    menu = models.menu_of_models()
    texts = [action.text() for action in menu.actions() if action.text()]
    assert texts == [
        "On this computer",
        "linnet · this computer",
        "At a provider, over the internet",
        "large · OpenAI",
        "Memory only, no model",
        "Connect a model…",
    ]
    chosen = []
    models.chosen.connect(chosen.append)
    next(action for action in menu.actions() if action.text().startswith("Memory")).trigger()
    assert chosen == [MEMORY_ONLY]
    menu.deleteLater()


def test_the_model_picker_says_what_goes_where(composer) -> None:
    models = (
        ModelChoice("ollama:linnet", "ollama", "linnet", True),
        ModelChoice("openai:large", "openai", "large", False),
        ModelChoice("compatible:mine", "compatible", "mine", True),
    )
    composer.models.set_models(models)
    composer.models.set_current("openai:large")
    assert "go to OpenAI" in composer.models.toolTip()
    assert "held back" in composer.models.toolTip()
    composer.models.set_current("ollama:linnet")
    assert composer.models.toolTip() == ""
    assert remote_provider("compatible:mine", models) == ""
    assert remote_provider("anthropic:unheard", models) == "Anthropic"
    assert remote_provider(MEMORY_ONLY, models) == ""
