"""Small things at both ends of a line; in a narrow column those at the end go to a line below."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget


class ActsRow(QWidget):
    """Lays its buttons out by hand: no layout of Qt's has two groups that wrap."""

    def __init__(
        self, lead: Sequence[QWidget], trail: Sequence[QWidget], *, gap: int, parent: QWidget
    ) -> None:
        """Create the row.

        Args:
            lead: At the leading end.
            trail: At the trailing end.
            gap: Between two buttons and between two lines.
            parent: Qt parent.
        """
        super().__init__(parent)
        self._lead, self._trail, self._gap = tuple(lead), tuple(trail), gap
        for button in (*lead, *trail):
            button.setParent(self)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def hasHeightForWidth(self) -> bool:
        """Lines depend on the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines."""
        return self._place(width, move=False)

    def sizeHint(self) -> QSize:
        """All in one line."""
        buttons = (*self._lead, *self._trail)
        width = sum(button.sizeHint().width() + self._gap for button in buttons)
        return QSize(width, max(button.sizeHint().height() for button in buttons))

    def minimumSizeHint(self) -> QSize:
        """The widest button."""
        buttons = (*self._lead, *self._trail)
        return QSize(max(button.sizeHint().width() for button in buttons), self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the buttons."""
        super().resizeEvent(event)
        self._place(self.width(), move=True)

    def changeEvent(self, event: QEvent) -> None:
        """Mirror."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self._place(self.width(), move=True)

    def _lines(self, width: int) -> list[list[QWidget]]:
        lines: list[list[QWidget]] = []
        for group in (self._lead, self._trail):
            room = 0
            for button in group:
                needed = button.sizeHint().width() + self._gap
                if needed > room + self._gap or not lines:
                    lines.append([])
                    room = width
                lines[-1].append(button)
                room -= needed
        return lines

    def _place(self, width: int, *, move: bool) -> int:
        if self.sizeHint().width() <= width:
            if move:
                self._put(self._lead, 0, 0)
                taken = sum(button.sizeHint().width() + self._gap for button in self._trail)
                self._put(self._trail, width - taken + self._gap, 0)
            return self.sizeHint().height()
        top = 0
        for line in self._lines(width):
            if move:
                self._put(line, 0, top)
            top += self.sizeHint().height() + self._gap
        return top - self._gap

    def _put(self, buttons: Sequence[QWidget], left: int, top: int) -> None:
        for button in buttons:
            size = button.sizeHint()
            size.setWidth(min(size.width(), self.width()))
            x = self.width() - left - size.width() if self.isRightToLeft() else left
            lower = (self.sizeHint().height() - size.height()) // 2
            button.setGeometry(x, top + lower, size.width(), size.height())
            left += size.width() + self._gap
