"""A card: a box with a line and round corners that holds other widgets."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.paint import box
from assistant_app.ui.widgets.painted import Painted


class Card(Painted):
    """A box with a vertical layout, `body`.

    Attributes:
        body: Where the content goes.
    """

    def __init__(
        self,
        look: ThemeController,
        *,
        fill: str = "raised",
        line: str = "line",
        radius: int = 12,
        padding: int = 14,
        spacing: int = 8,
        dashed: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """Create the card.

        Args:
            look: The look.
            fill: Role of the ground; empty for none.
            line: Role of the line; empty for none.
            radius: Of the corners.
            padding: Around the content.
            spacing: Between the parts.
            dashed: Dashes mean: leaves no trace.
            parent: Qt parent.
        """
        super().__init__(look, parent)
        self._fill = fill
        self._line = line
        self._radius = radius
        self._padding = padding
        self._spacing = spacing
        self._dashed = dashed
        self._width = 1.0
        self.body = QVBoxLayout(self)
        self._measure()

    def set_tones(self, *, fill: str | None = None, line: str | None = None) -> None:
        """Show the card in other roles."""
        self._fill = self._fill if fill is None else fill
        self._line = self._line if line is None else line
        self.update()

    def set_line_width(self, width: float) -> None:
        """Show the card as focused or chosen with a line of 2."""
        self._width = width
        self.update()

    def look_changed(self) -> None:
        """Measure anew."""
        self._measure()
        super().look_changed()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the box."""
        painter = QPainter(self)
        theme = self.look.theme
        box(
            painter,
            QRectF(self.rect()),
            self.look.px(self._radius),
            fill=theme.color(self._fill) if self._fill else None,
            line=theme.color(self._line) if self._line else None,
            width=self._width,
            dashed=self._dashed,
        )
        painter.end()

    def _measure(self) -> None:
        padding = self.look.px(self._padding)
        self.body.setContentsMargins(padding, padding, padding, padding)
        self.body.setSpacing(self.look.px(self._spacing))


class Line(Painted):
    """A thin line between groups."""

    def __init__(
        self,
        look: ThemeController,
        *,
        vertical: bool = False,
        role: str = "line",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(look, parent)
        self._role = role
        if vertical:
            self.setFixedWidth(1)
        else:
            self.setFixedHeight(1)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the line."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.look.color(self._role))
        painter.end()


class Ground(Painted):
    """A plain ground in the colour of a role, for panes."""

    def __init__(
        self, look: ThemeController, role: str = "surface", parent: QWidget | None = None
    ) -> None:
        super().__init__(look, parent)
        self._role = role

    def set_role(self, role: str) -> None:
        """Show another ground."""
        self._role = role
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the ground."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.look.color(self._role))
        painter.end()
