"""The spaces as the window knows them: which there are, their names and colours, and their acts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, QObject, Signal

from assistant_app.memory.types import GLOBAL_SCOPE, Space


class SpaceBook(QObject):
    """What every page asks for names and colours of spaces.

    Attributes:
        manage: Opens where spaces are made, renamed and deleted.

    Signals:
        changed(): Other spaces, names or colours.
    """

    changed = Signal()

    def __init__(
        self,
        spaces: Sequence[Space] = (),
        *,
        manage: Callable[[], None] = lambda: None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.manage = manage
        self._spaces = tuple(spaces)

    @property
    def spaces(self) -> tuple[Space, ...]:
        """The spaces, in the order of their making."""
        return self._spaces

    def set_spaces(self, spaces: Sequence[Space]) -> None:
        """Take over the spaces as they are now."""
        if tuple(spaces) != self._spaces:
            self._spaces = tuple(spaces)
            self.changed.emit()

    def find(self, scope: str) -> Space | None:
        """Return the space of a scope; None for `global` and for one that nobody knows."""
        return next((space for space in self._spaces if space.id == scope), None)

    def name(self, scope: str) -> str:
        """Return the name of a scope."""
        if scope == GLOBAL_SCOPE:
            return QCoreApplication.translate("Spaces", "Everywhere")
        space = self.find(scope)
        return space.name if space is not None else scope

    def colour(self, scope: str) -> str:
        """Return the colour of a space as `#rrggbb`; empty for `global`."""
        space = self.find(scope)
        return space.colour if space is not None else ""
