from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.notices import Notice
from assistant_app.settings import declarations
from assistant_app.settings.types import Theme
from assistant_app.ui.main_window import MainWindow
from assistant_app.ui.pages import Page, PageSpec
from assistant_app.ui.settings.dialog import SettingsDialog
from assistant_app.ui.theme.roles import DARK
from assistant_app.ui.window_factory import build_window
from tests.ui.conftest import USED, answer, learned, user
from tests.ui.test_markdown import TEXT

OBJECT_NAMES = [
    "mainWindow",
    "conversationList",
    "newChatButton",
    "temporaryChatButton",
    "transcript",
    "composer",
    "sendButton",
    "stopButton",
    "modelPicker",
    "spacePicker",
    "recallPanel",
    "messageBar",
    "temporaryHeader",
]


def nameless(root: QWidget) -> list[str]:
    """Return the focusable widgets that a screen reader could not name."""
    found = []
    for widget in [root, *root.findChildren(QWidget)]:
        if widget.focusPolicy() == Qt.FocusPolicy.NoFocus or not widget.isEnabled():
            continue
        interface = QAccessible.queryAccessibleInterface(widget)
        if widget.focusProxy() is not None or interface is None:
            continue
        spoken = interface.text(QAccessible.Text.Name) or interface.text(QAccessible.Text.Value)
        if not spoken.strip() and not hasattr(widget, "toPlainText"):
            found.append(f"{type(widget).__name__} {widget.objectName()}")
    return found


@pytest.mark.parametrize("name", OBJECT_NAMES)
def test_tools_find_the_parts_by_name(window, name) -> None:
    part = window.main if name == "mainWindow" else window.main.findChild(QWidget, name)
    assert part is not None
    if name != "messageBar":
        assert part.accessibleName()


def test_everything_that_takes_the_focus_has_a_name(window, runtime) -> None:
    window.controller.open("c1")
    window._chat.transcript.set_messages([user(learned=(learned(),)), answer(text=TEXT, used=USED)])
    window._chat.show_panel(open_=True)
    window.main.bar.notice("Forgotten", undo=lambda: None)
    assert nameless(window.main) == []
    window.main.bar.leave()


@pytest.mark.parametrize("page", ["memory", "never", "spaces", "answers", "look"])
def test_settings_can_be_named_and_painted(qtbot, look, runtime, page) -> None:
    dialog = SettingsDialog(
        look, runtime.preferences, None, memories=runtime.memories, spaces=runtime.spaces
    )
    qtbot.addWidget(dialog)
    dialog.open_page(page)
    dialog.show()
    assert nameless(dialog) == []
    assert not dialog.grab().isNull()


def test_a_page_is_built_when_it_is_first_opened(qtbot, look) -> None:
    built = []

    def build(name: str) -> Page:
        built.append(name)
        return Page(look)

    specs = [
        PageSpec(name, name.title(), "chat", lambda name=name: build(name))
        for name in ("one", "two")
    ]
    window = MainWindow(look, specs)
    qtbot.addWidget(window)
    assert built == []
    window.open_page("two")
    window.open_page("two")
    assert built == ["two"]
    assert window.current_page == "two"


def test_the_sidebar_folds_into_a_drawer_in_a_narrow_window(qtbot, window) -> None:
    main = window.main
    assert main.sidebar.isVisible()
    main.resize(700, 700)
    assert not main.sidebar.isVisible()
    assert window._chat._header._menu.isVisible()
    window._chat.menu_requested.emit()
    assert main.sidebar.isVisible()
    qtbot.keyClick(main._drawer, Qt.Key.Key_Escape)
    assert not main.sidebar.isVisible()
    main.resize(1280, 800)
    assert main.sidebar.isVisible()
    assert not window._chat._header._menu.isVisible()


def test_the_user_can_fold_the_sidebar_and_bring_it_back(window) -> None:
    main = window.main
    main.sidebar.fold_requested.emit()
    assert not main.sidebar.isVisible()
    window._chat.menu_requested.emit()
    assert main.sidebar.isVisible()
    assert main._docked


def test_the_shape_of_the_window_is_kept(qtbot, look, window, runtime) -> None:
    window.main.resize(700, 600)
    window.main.sidebar.fold_requested.emit()
    window.main.close()
    state = runtime.preferences.settings.get(declarations.WINDOW_STATE)
    assert state
    again = MainWindow(look, [], state=state)
    qtbot.addWidget(again)
    assert (again.width(), again.height()) == (700, 600)
    assert again._user_folded


def test_a_damaged_shape_is_ignored(qtbot, look) -> None:
    window = MainWindow(look, [], state="not base64!:x")
    qtbot.addWidget(window)
    assert window.width() == look.px(1280)


def test_what_waits_is_counted_at_the_page(window, runtime) -> None:
    told = []
    window.main.sidebar.set_badge = lambda key, count: told.append((key, count))
    runtime.memories.refresh()
    assert told == [("review", 1)]


def test_a_change_of_the_setting_changes_the_look(window, look, runtime) -> None:
    runtime.preferences.set(declarations.THEME, Theme.DARK)
    assert look.theme is DARK


def test_notices_and_failures_reach_the_message_bar(window, runtime) -> None:
    runtime.notices.emit((Notice("embedding_absent"),))
    assert "by their words only" in window.main.bar.text
    runtime.failed_to_open.emit(UserError(ErrorCode.STORE_NEWER))
    assert "newer Keepsake" in window.main.bar.text
    runtime.delivery.failed.emit(UserError(ErrorCode.DISK_FULL, path="/data"))
    assert "(/data)" in window.main.bar.text


def test_building_the_window_asks_nothing_of_the_core(qtbot, look, runtime) -> None:
    main = build_window(look, runtime)
    qtbot.addWidget(main)
    assert runtime.chats.calls == []
    assert runtime.memories.calls == []
    assert main.objectName() == "mainWindow"


def test_the_window_closes_by_the_key_for_quitting(qtbot, window) -> None:
    with qtbot.waitSignal(window.main.closing):
        qtbot.keyClick(window.main, Qt.Key.Key_Q, Qt.KeyboardModifier.ControlModifier)
    assert not window.main.isVisible()
