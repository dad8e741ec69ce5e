"""The base of widgets that paint themselves: they hold the look and follow its changes."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QAbstractButton, QWidget

from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type


class Painted(QWidget):
    """A widget that paints itself from the look."""

    def __init__(self, look: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.look = look
        look.changed.connect(self.look_changed)

    def look_changed(self) -> None:
        """The look is another one: sizes and colours are stale."""
        self.updateGeometry()
        self.update()


class PaintedButton(QAbstractButton):
    """A button that paints itself from the look.

    `type` and `weight` are the font of its text.
    """

    def __init__(
        self,
        look: ThemeController,
        text: str = "",
        *,
        type_: Type = Type.BODY,
        weight: int = 400,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.look = look
        self._type = type_
        self._weight = weight
        self.setText(text)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFont(look.font(type_, weight))
        look.changed.connect(self.look_changed)

    def look_changed(self) -> None:
        """The look is another one: sizes and colours are stale."""
        self.setFont(self.look.font(self._type, self._weight))
        self.updateGeometry()
        self.update()

    def hovered(self) -> bool:
        """Whether the pointer is over it."""
        return self.isEnabled() and self.underMouse()

    def minimumSizeHint(self) -> QSize:
        """No smaller than it wants to be."""
        return self.sizeHint()
