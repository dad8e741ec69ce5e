"""The choice in the composer where memories are taken from and kept."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from assistant_app.memory.types import GLOBAL_SCOPE
from assistant_app.ui.chat.pickers import above
from assistant_app.ui.spaces import SpaceBook
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.widgets.chips import Chip, ChipKind
from assistant_app.ui.widgets.dot import dot_icon


class SpacePicker(Chip):
    """Shows the space of the chat, and offers the others.

    Signals:
        chosen(str): Id of the space; `global` for everywhere.
    """

    chosen = Signal(str)

    def __init__(self, look: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(
            look,
            "",
            kind=ChipKind.CHOICE,
            icon="everywhere",
            object_name="spacePicker",
            parent=parent,
        )
        self._book = SpaceBook()
        self._current = GLOBAL_SCOPE
        self.clicked.connect(self._open)
        self._tell()

    @property
    def current(self) -> str:
        """Id of the chosen space."""
        return self._current

    def use(self, book: SpaceBook) -> None:
        """Offer the spaces of a book, and follow it."""
        self._book = book
        book.changed.connect(self._tell)
        self._tell()

    def set_current(self, space: str) -> None:
        """Show another space as chosen."""
        self._current = space
        self._tell()

    def menu(self) -> QMenu:
        """Return the menu of spaces."""
        menu = QMenu(self)
        for scope in (GLOBAL_SCOPE, *(space.id for space in self._book.spaces)):
            chosen = scope == self._current
            icon = self.look.icon("everywhere")
            if chosen:
                icon = self.look.icon("check")  # a menu shows either the mark or the icon
            elif scope != GLOBAL_SCOPE:
                icon = dot_icon(self.look, self._book.colour(scope))
            action = QAction(icon, self._book.name(scope).replace("&", "&&"), menu)
            action.setCheckable(True)
            action.setChecked(chosen)
            action.triggered.connect(lambda _=False, scope=scope: self._choose(scope))
            menu.addAction(action)
        menu.addSeparator()
        menu.addAction(self.look.icon("sliders"), self.tr("Spaces…"), self._book.manage)
        return menu

    def _open(self) -> None:
        menu = self.menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(self.rect().topLeft()) - above(menu))

    def _choose(self, space: str) -> None:
        if space != self._current:
            self.set_current(space)
            self.chosen.emit(space)

    def _tell(self) -> None:
        name = self._book.name(self._current)
        colour = self._book.colour(self._current)
        self.set_hue(colour)
        self.set_icon("" if colour else "everywhere" if self._current == GLOBAL_SCOPE else "space")
        self.setText(name)
        self.setAccessibleName(self.tr("Space: %1").replace("%1", name))
        self.setToolTip(self.tr("Where memories are taken from and kept"))
        self.updateGeometry()
