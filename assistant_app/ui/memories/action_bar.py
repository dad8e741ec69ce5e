"""What can be done with several memories at once; over the list while they are chosen."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Signal, SignalInstance
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from assistant_app.ui.memories.index import EVERYTHING, Facet, FacetKind
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.theme.paint import box
from assistant_app.ui.widgets.buttons import SMALL, Button, Kind, icon_button
from assistant_app.ui.widgets.painted import Painted
from assistant_app.ui.widgets.text_label import ElidedLabel


class ActionBar(Painted):
    """Count, acts, and the way out.

    Signals:
        forget_requested(), archive_requested(), restore_requested(): With what is chosen.
        all_requested(): Choose every row.
        ended(): No longer choose several.
    """

    forget_requested = Signal()
    archive_requested = Signal()
    restore_requested = Signal()
    all_requested = Signal()
    ended = Signal()

    def __init__(self, look: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.setObjectName("memoryActions")
        self.setAccessibleName(self.tr("With the chosen memories"))
        self._row = QHBoxLayout(self)
        self._say = ElidedLabel(look, type_=Type.SMALL, weight=500, parent=self)
        self._row.addWidget(self._say, 1)
        self._all = self._add(self.tr("All"), self.all_requested)
        self._restore = self._add(self.tr("Restore"), self.restore_requested)
        self._archive = self._add(self.tr("Put away"), self.archive_requested)
        self._forget = self._add(self.tr("Forget"), self.forget_requested)
        end = icon_button(look, "close", self.tr("No longer select"), height=SMALL, parent=self)
        end.clicked.connect(self.ended)
        self._row.addWidget(end)
        self._measure()
        self.set_facet(EVERYTHING)
        self.set_count(0)

    def set_facet(self, facet: Facet) -> None:
        """Offer what makes sense in a part."""
        kind = facet.kind
        self._restore.setVisible(kind in (FacetKind.ARCHIVED, FacetKind.TRASH))
        self._archive.setVisible(kind not in (FacetKind.ARCHIVED, FacetKind.TRASH))
        self._forget.setVisible(kind is not FacetKind.TRASH)

    def set_count(self, count: int) -> None:
        """Say how many are chosen."""
        text = self.tr("%1 chosen").replace("%1", str(count)) if count else self.tr("None chosen")
        self._say.set_text(text)
        for button in (self._restore, self._archive, self._forget):
            button.setEnabled(count > 0)

    def look_changed(self) -> None:
        """Measure anew."""
        self._measure()
        super().look_changed()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the ground."""
        painter = QPainter(self)
        theme, px = self.look.theme, self.look.px
        rect = QRectF(self.rect()).adjusted(px(8), 0, -px(8), -px(4))
        box(painter, rect, px(10), fill=theme.accent_soft, line=theme.accent_line)
        painter.end()

    def _add(self, text: str, told: SignalInstance) -> Button:
        button = Button(
            self.look, text, kind=Kind.LINK, height=SMALL, type_=Type.SMALL, parent=self
        )
        button.clicked.connect(told)
        self._row.addWidget(button)
        return button

    def _measure(self) -> None:
        px = self.look.px
        self.setFixedHeight(px(42))
        self._row.setContentsMargins(px(20), 0, px(13), px(4))
        self._row.setSpacing(px(2))
