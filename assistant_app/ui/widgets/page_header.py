"""The line of 56 at the head of every pane; all panes share it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.buttons import icon_button
from assistant_app.ui.widgets.painted import Painted
from assistant_app.ui.widgets.text_label import ElidedLabel


class PageHeader(Painted):
    """A menu button (only while the sidebar is folded), the title, and room for more.

    Attributes:
        row: Widgets are added at its end; the title takes what is left.
        title: The title.

    Signals:
        menu_requested(): The sidebar is wanted.
    """

    menu_requested = Signal()

    def __init__(
        self,
        look: ThemeController,
        title: str = "",
        *,
        type_: Type = Type.TITLE,
        ground: str = "surface",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(look, parent)
        self._ground = ground
        self.row = QHBoxLayout(self)
        self._menu = icon_button(look, "menu", self.tr("Show the sidebar"), parent=self)
        self._menu.clicked.connect(self.menu_requested)
        self._menu.hide()
        self.title = ElidedLabel(look, title, type_=type_, weight=600, parent=self)
        self.row.addWidget(self._menu)
        self.row.addWidget(self.title)
        self._measure()

    def set_folded(self, *, folded: bool) -> None:
        """Show the menu button where the sidebar is folded away."""
        self._menu.setVisible(folded)
        self._measure()

    def look_changed(self) -> None:
        """Measure anew."""
        self._measure()
        super().look_changed()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the ground and the line below."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.look.color(self._ground))
        painter.fillRect(0, self.height() - 1, self.width(), 1, self.look.color("line"))
        painter.end()

    def _measure(self) -> None:
        px = self.look.px
        self.setFixedHeight(px(56) + 1)
        leading = 12 if self._menu.isVisibleTo(self) else 24
        self.row.setContentsMargins(px(leading), 0, px(11), 0)
        self.row.setSpacing(px(8))
