"""Rows of the settings: a title, a plain sentence, and the control at the trailing edge."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.focus_ring import RING
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.card import Line
from assistant_app.ui.widgets.nav_row import NavRow
from assistant_app.ui.widgets.select import Select
from assistant_app.ui.widgets.text_label import TextLabel


class SettingsPage(QScrollArea):
    """A page of the settings; rows are added from top to bottom."""

    def __init__(self, look: ThemeController, title: str, text: str) -> None:
        super().__init__()
        self.look = look
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        inner = QWidget()
        px = look.px
        self.column = QVBoxLayout(inner)
        self.column.setContentsMargins(px(32), px(20), px(36), px(24))
        self.column.setSpacing(px(10))
        self.column.addWidget(TextLabel(look, title, type_=Type.DIALOG, weight=600))
        self.column.addWidget(TextLabel(look, text, role="text2"))
        self.column.addSpacing(px(6))
        self.setWidget(inner)
        inner.setAutoFillBackground(False)  # setWidget turns it on

    def add_heading(self, text: str) -> None:
        """Add the head of a group."""
        self.column.addWidget(TextLabel(self.look, text, weight=600))

    def add_row(self, title: str, text: str, control: QWidget, *, line: bool = True) -> None:
        """Add a row, with a line above it."""
        self.column.addWidget(setting_row(self.look, title, text, control, line=line))

    def add_fold(self, title: str, text: str) -> QVBoxLayout:
        """Add a fold that is closed at first, and return the layout in it."""
        look = self.look
        self.column.addWidget(Line(look))
        head = NavRow(look, f"{title}  ·  {text}", icon="chevron-right")
        holder = QWidget()
        layout = QVBoxLayout(holder)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(look.px(8))
        holder.hide()

        def toggle() -> None:
            holder.setVisible(not holder.isVisible())
            head.setChecked(holder.isVisible())

        head.clicked.connect(toggle)
        self.column.addWidget(head)
        self.column.addWidget(holder)
        return layout

    def finish(self) -> None:
        """Push all rows to the top."""
        self.column.addStretch(1)


def setting_row(
    look: ThemeController, title: str, text: str, control: QWidget, *, line: bool = True
) -> QWidget:
    """Return a row; the control is named by the title where it has no name of its own."""
    row = QWidget()
    column = QVBoxLayout(row)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(look.px(8))
    if line:
        column.addWidget(Line(look))
    inner = QHBoxLayout()
    inner.setSpacing(look.px(16))
    words = QVBoxLayout()
    words.setSpacing(look.px(1))
    words.addWidget(TextLabel(look, title, weight=500))
    if text:
        words.addWidget(TextLabel(look, text, type_=Type.SMALL, role="text2"))
    inner.addLayout(words, 1)
    inner.addWidget(control, 0, Qt.AlignmentFlag.AlignVCenter)
    column.addLayout(inner)
    if not control.accessibleName():
        control.setAccessibleName(title)
    control.setAccessibleDescription(text)
    return row


def select_of(
    look: ThemeController,
    name: str,
    choices: Sequence[tuple[str, str]],
    current: str,
    chosen: Callable[[str], None],
) -> Select:
    """Return a field with a list to choose from.

    Args:
        look: The look.
        name: What is chosen.
        choices: Value and word of each.
        current: The value that is chosen now.
        chosen: Takes the value that the user chooses.
    """
    select = Select(look, name)
    for value, word in choices:
        select.addItem(word, value)
    place = select.findData(current)
    if place >= 0:
        select.setCurrentIndex(place)
    select.activated.connect(lambda index: chosen(str(select.itemData(index))))
    select.setMinimumWidth(look.px(180))
    return select


def line_edit(look: ThemeController, name: str, text: str, hint: str = "") -> QLineEdit:
    """Return a field for one line."""
    field = QLineEdit(text)
    field.setAccessibleName(name)
    field.setPlaceholderText(hint)
    field.setProperty(RING, "none")
    field.setMinimumWidth(look.px(220))
    return field
