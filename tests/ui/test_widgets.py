from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from assistant_app.ui.layout import mode_for
from assistant_app.ui.main_window import onto_a_screen
from assistant_app.ui.theme.focus_ring import FocusRing
from assistant_app.ui.widgets.buttons import Button, Kind, icon_button
from assistant_app.ui.widgets.chips import Chip, ChipKind
from assistant_app.ui.widgets.flow_layout import FlowLayout
from assistant_app.ui.widgets.message_bar import STAY_MS, MessageBar
from assistant_app.ui.widgets.nav_row import NavRow
from assistant_app.ui.widgets.option_card import OptionCard
from assistant_app.ui.widgets.relevance import RelevanceBar, relevance_word
from assistant_app.ui.widgets.search_field import SearchField
from assistant_app.ui.widgets.slide_panel import Edge, SlidePanel
from assistant_app.ui.widgets.switch import Switch
from assistant_app.ui.widgets.text_label import ElidedLabel, TextLabel
from tests.ui.conftest import ime


@pytest.fixture
def host(qtbot, look):
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.resize(800, 600)
    widget.show()
    return widget


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("contrast", [False, True])
def test_every_kind_of_button_can_be_painted_in_every_state(qtbot, look, kind, contrast) -> None:
    look.set_contrast(on=contrast)
    button = Button(look, "Keep", kind=kind, icon="check", trailing="chevron-down")
    qtbot.addWidget(button)
    button.show()
    pictures = [button.grab().toImage()]
    button.setDown(True)
    pictures.append(button.grab().toImage())
    button.setEnabled(False)
    pictures.append(button.grab().toImage())
    assert pictures[0] != pictures[2]


def test_a_button_is_pressed_by_return_and_space(qtbot, look, host) -> None:
    button = Button(look, "Keep", parent=host)
    button.show()
    pressed = []
    button.clicked.connect(lambda: pressed.append(1))
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Return)
    qtbot.keyClick(button, Qt.Key.Key_Space)
    assert len(pressed) == 2


def test_an_icon_alone_says_its_name(look, host) -> None:
    button = icon_button(look, "close", "Close", parent=host)
    assert button.accessibleName() == button.toolTip() == "Close"
    assert button.sizeHint().width() == button.sizeHint().height()


def test_a_chip_is_removed_by_its_cross_and_by_delete(qtbot, look, host) -> None:
    chip = Chip(look, "family", removable=True, parent=host)
    chip.resize(chip.sizeHint())
    chip.show()
    gone, pressed = [], []
    chip.removed.connect(lambda: gone.append(1))
    chip.clicked.connect(lambda: pressed.append(1))
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton, pos=chip._cross_target().center())
    chip.setFocus()
    qtbot.keyClick(chip, Qt.Key.Key_Delete)
    assert len(gone) == 2
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton, pos=chip.rect().center() / 2)
    assert pressed == [1]


@pytest.mark.parametrize("kind", list(ChipKind))
def test_every_kind_of_chip_can_be_painted(qtbot, look, kind) -> None:
    chip = Chip(look, "Word", kind=kind, icon="space", dot="people")
    qtbot.addWidget(chip)
    assert not chip.grab().isNull()


def test_a_row_says_its_count_and_hides_an_empty_badge(look, host) -> None:
    row = NavRow(look, "To review", icon="inbox", parent=host)
    row.set_count(4, badge=True)
    assert row.accessibleName() == "To review, 4"
    row.set_count(0, badge=True)
    assert row.accessibleName() == "To review"
    row.set_count(0)
    assert row.accessibleName() == "To review, 0"


def test_a_switch_is_turned_by_keyboard(qtbot, look, host) -> None:
    switch = Switch(look, "Use memories", parent=host)
    switch.show()
    switch.setFocus()
    qtbot.keyClick(switch, Qt.Key.Key_Space)
    assert switch.isChecked()
    qtbot.keyClick(switch, Qt.Key.Key_Return)
    assert not switch.isChecked()
    assert not switch.grab().isNull()


def test_text_wraps_and_is_taller_in_a_narrow_place(look, host) -> None:
    label = TextLabel(look, "many words that need several lines " * 4, parent=host)
    assert label.heightForWidth(200) > label.heightForWidth(600) > 0
    assert label.accessibleName() == label.text()


def test_parts_of_a_text_can_be_heavy_beyond_the_basic_plane(look, host) -> None:
    label = TextLabel(look, parent=host)
    label.set_parts([("😀 ", "", 0), ("heavy", "danger", 600)])
    found = label._formats()[0]
    assert (found.start, found.length) == (3, 5)


def test_a_cut_text_is_whole_in_its_tooltip(look, host) -> None:
    label = ElidedLabel(look, "a very long title of a chat", parent=host)
    label.show()
    label.resize(60, 20)
    assert label.toolTip() == label.text()
    label.resize(600, 20)
    assert not label.toolTip()


def test_a_flow_goes_on_in_the_next_line(look, host) -> None:
    layout = FlowLayout(host, spacing=4)
    for name in ("one", "two", "three"):
        chip = Chip(look, name, parent=host)
        layout.addWidget(chip)
        chip.show()
    assert layout.heightForWidth(10_000) < layout.heightForWidth(80)
    layout.setGeometry(QRect(0, 0, 80, 400))
    assert layout.itemAt(2).geometry().y() > layout.itemAt(0).geometry().y()
    assert layout.itemAt(3) is None
    layout.clear()
    assert layout.count() == 0


@pytest.mark.parametrize(
    ("relevance", "word"), [(0.75, "Very close"), (0.5, "Close"), (0.49, "Loosely related")]
)
def test_relevance_is_a_word_first(look, host, relevance, word) -> None:
    assert relevance_word(relevance) == word
    bar = RelevanceBar(look, relevance, parent=host)
    assert bar.accessibleName() == word
    assert not bar.grab().isNull()


def test_an_option_says_what_it_does(qtbot, look, host) -> None:
    cards = [OptionCard(look, name, "One line about it", parent=host) for name in ("On", "Off")]
    for place, card in enumerate(cards):
        card.setGeometry(place * 220, 0, 200, 100)
        card.show()
    qtbot.mouseClick(cards[1], Qt.MouseButton.LeftButton)
    assert cards[1].isChecked()
    assert cards[1].accessibleDescription() == "One line about it"
    assert not cards[1].grab().isNull()


def test_a_search_waits_for_a_pause_and_for_the_input_method(qtbot, look, host) -> None:
    field = SearchField(look, "Search", parent=host)
    field.show()
    told = []
    field.searched.connect(told.append)
    ime(field, "an", commit=False)
    QTest.qWait(150)
    assert told == []
    ime(field, "安娜")
    qtbot.waitUntil(lambda: told == ["安娜"])
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert told == ["安娜", ""]


def test_the_newest_message_wins_and_undo_is_called_once(qtbot, look, host) -> None:
    bar = MessageBar(look, host)
    undone = []
    bar.error("This failed.")
    bar.notice("Forgotten: x", undo=lambda: undone.append(1))
    assert bar.text == bar.accessibleName() == "Forgotten: x"
    button = bar.findChild(Button, "undoButton")
    button.click()
    assert undone == [1]
    assert not bar.isVisible()


def test_a_notice_leaves_and_an_error_stays(look, host) -> None:
    bar = MessageBar(look, host)
    bar.notice("Done")
    assert bar._stay.isActive()
    assert bar._stay.interval() == STAY_MS
    bar.warn("Careful")
    assert not bar._stay.isActive()
    bar.leave()


def test_a_focused_notice_does_not_leave(qtbot, look, host) -> None:
    host.activateWindow()
    bar = MessageBar(look, host)
    bar.notice("Done", undo=lambda: None)
    bar.findChild(Button, "undoButton").setFocus()
    bar._leave_unless_used()
    assert bar.isVisible()
    bar.leave()


def test_a_panel_closes_by_escape_and_by_the_veil(qtbot, look, host) -> None:
    panel = SlidePanel(look, host, edge=Edge.TRAILING, width=200)
    content = QWidget()
    panel.set_content(content)
    closed = []
    panel.closed.connect(lambda: closed.append(1))
    panel.open()
    assert content.geometry().right() == host.width() - 1
    qtbot.keyClick(panel, Qt.Key.Key_Escape)
    panel.open()
    qtbot.mouseClick(panel, Qt.MouseButton.LeftButton, pos=host.rect().topLeft())
    assert closed == [1, 1]
    assert panel.release() is content
    content.deleteLater()


def test_the_ring_shows_for_the_keyboard_and_not_for_the_mouse(qtbot, look) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    host.resize(400, 300)
    ring = FocusRing(look, host)
    host.show()
    buttons = [Button(look, name, parent=host) for name in ("One", "Two")]
    for place, button in enumerate(buttons):
        button.move(20, 20 + 60 * place)
        button.show()
    with qtbot.waitActive(host):
        host.activateWindow()
    QTest.mouseClick(host.windowHandle(), Qt.MouseButton.LeftButton)
    buttons[0].setFocus()
    assert not ring.isVisible()
    QTest.keyClick(host.windowHandle(), Qt.Key.Key_Tab)
    qtbot.waitUntil(ring.isVisible)
    assert ring.geometry().contains(buttons[1].geometry())


@given(width=st.integers(200, 5000), unit=st.floats(0.5, 3))
def test_a_wider_window_never_shows_less(width: int, unit: float) -> None:
    narrow, wide = mode_for(width, unit), mode_for(width + 100, unit)
    assert narrow.sidebar_folded or not wide.sidebar_folded
    assert narrow.panel_over or not wide.panel_over
    assert wide.two_columns or not narrow.two_columns
    assert narrow.list_then_detail or not wide.list_then_detail


def test_breakpoints_grow_with_the_text() -> None:
    assert not mode_for(1000, 1.0).sidebar_folded
    assert mode_for(1000, 2.0).sidebar_folded


def test_a_window_is_brought_back_to_a_screen() -> None:
    screen = QRect(0, 0, 1920, 1080)
    seen = QRect(100, 100, 800, 600)
    assert onto_a_screen(seen, [screen]) == seen
    gone = QRect(4000, 100, 800, 600)
    assert screen.contains(onto_a_screen(gone, [screen]))
    huge = QRect(5000, 0, 3000, 3000)
    assert screen.contains(onto_a_screen(huge, [screen]))
    assert onto_a_screen(gone, []) == gone
