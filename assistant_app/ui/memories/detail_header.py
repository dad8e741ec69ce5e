"""The head of the detail: where the memory stands, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from assistant_app.memory.types import Entry, State
from assistant_app.ui.memories.sentences import state_role, state_word
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.buttons import Button, Kind, icon_button
from assistant_app.ui.widgets.chips import Chip, ChipKind
from assistant_app.ui.widgets.page_header import PageHeader

_GONE = (State.ARCHIVED, State.DELETED, State.SUPERSEDED)
_WORDS_FROM = 470


class DetailHeader(PageHeader):
    """State chip, Pin, Put away, Forget, more; Bring back or Restore where it is away.

    Signals:
        back_wanted(): To the list.
        pin_wanted(bool), archive_wanted(), forget_wanted(), restore_wanted(): Acts.
        menu_wanted(): More.
    """

    back_wanted = Signal()
    pin_wanted = Signal(bool)
    archive_wanted = Signal()
    forget_wanted = Signal()
    restore_wanted = Signal()
    menu_wanted = Signal()

    def __init__(self, look: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(look, "", parent=parent)
        self.title.hide()
        self._entry: Entry | None = None
        self._words: dict[Button, str] = {}
        self._back = icon_button(
            look, "back", self.tr("Back to the list"), object_name="memoryBack", parent=self
        )
        self._back.hide()
        self._back.clicked.connect(self.back_wanted)
        self._state = Chip(look, "", kind=ChipKind.STATE, height=24, parent=self)
        self._state.setObjectName("memoryState")
        self.row.addWidget(self._back)
        self.row.addWidget(self._state)
        self.row.addStretch(1)
        self.pin = self._act("pin", self.tr("Pin"), "memoryPin")
        self.pin.setCheckable(True)
        self.pin.clicked.connect(self._pin_clicked)
        self.restore = self._act("undo", self.tr("Restore"), "memoryRestore")
        self.restore.clicked.connect(self.restore_wanted)
        self.archive = self._act("archive", self.tr("Put away"), "memoryArchive")
        self.archive.clicked.connect(self.archive_wanted)
        self.forget = self._act("forget", self.tr("Forget"), "memoryForget")
        self.forget.clicked.connect(self.forget_wanted)
        self.more = icon_button(look, "more", self.tr("More"), parent=self)
        self.more.clicked.connect(self.menu_wanted)
        self.row.addWidget(self.more)
        self.row.setSpacing(look.px(2))
        self.show_entry(None)

    def show_entry(self, entry: Entry | None) -> None:
        """Show where a memory stands; None hides everything but the way back."""
        self._entry = entry
        self._state.setVisible(entry is not None)
        self.more.setVisible(entry is not None)
        state = entry.state if entry is not None else None
        self.pin.setVisible(state is State.ACTIVE)
        self.archive.setVisible(state is State.ACTIVE)
        self.restore.setVisible(state in _GONE)
        self.forget.setVisible(state is not None and state is not State.DELETED)
        if entry is None:
            return
        self._state.setText(state_word(entry))
        self._state.set_state_role(state_role(entry))
        self._state.updateGeometry()
        self.pin.setChecked(entry.pinned)
        back = self.tr("Bring back") if state is State.ARCHIVED else self.tr("Restore")
        self._words[self.pin] = self.tr("Pinned") if entry.pinned else self.tr("Pin")
        self._words[self.restore] = back
        self._fit()

    def set_back(self, *, back: bool) -> None:
        """Show the way back."""
        self._back.setVisible(back)
        self._measure()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A narrow head shows icons alone."""
        super().resizeEvent(event)
        self._fit()

    def _measure(self) -> None:
        super()._measure()
        px = self.look.px
        back = hasattr(self, "_back") and self._back.isVisibleTo(self)
        self.row.setContentsMargins(px(12 if back else 24), 0, px(11), 0)
        self.row.setSpacing(px(2))

    def _act(self, icon: str, text: str, object_name: str) -> Button:
        button = Button(
            self.look,
            text,
            kind=Kind.GHOST,
            icon=icon,
            type_=Type.BODY,
            object_name=object_name,
            parent=self,
        )
        self.row.addWidget(button)
        self._words[button] = text
        return button

    def _pin_clicked(self) -> None:
        pinned = self._entry is not None and self._entry.pinned
        # The store decides; the button follows it.
        self.pin.setChecked(pinned)
        self.pin_wanted.emit(not pinned)

    def _fit(self) -> None:
        words = self.width() >= self.look.px(_WORDS_FROM)
        for button, text in self._words.items():
            button.setText(text if words else "")
            button.setAccessibleName(text)
            button.setToolTip("" if words else text)
        self._state.setMaximumWidth(self._state.sizeHint().width())
