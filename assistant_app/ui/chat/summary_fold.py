"""The fold in the transcript that holds the summary of older turns.

The messages above it are all still there; the model reads the summary in their place.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from assistant_app.ui.chat.markdown import parse
from assistant_app.ui.chat.text_block import TextBlock
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.buttons import SMALL, Button, Kind
from assistant_app.ui.widgets.card import Card
from assistant_app.ui.widgets.text_label import TextLabel

ViewOf = Callable[[str], QWidget | None]


class SummaryFold(QWidget):
    """A row that unfolds.

    Attributes:
        covers: Id of the newest message that the summary holds.
    """

    def __init__(self, look: ThemeController, parent: QWidget) -> None:
        super().__init__(parent)
        self.look = look
        self.covers = ""
        self._text = ""
        self.setObjectName("summaryFold")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.row = Button(
            look,
            self.tr("What was said so far, in short"),
            kind=Kind.GHOST,
            icon="history",
            trailing="chevron-down",
            type_=Type.SMALL,
            height=SMALL,
            parent=self,
        )
        self.row.clicked.connect(self._toggle)
        self._column.addWidget(self.row, 0, Qt.AlignmentFlag.AlignLeft)
        self._card: Card | None = None
        look.changed.connect(self._measure)
        self._measure()

    def set_summary(self, text: str, covers: str) -> None:
        """Show another summary; one that is open stays open."""
        open_ = self._card is not None and self._card.isVisibleTo(self)
        self._text, self.covers = text, covers
        if self._card is not None:
            self._column.removeWidget(self._card)
            self._card.hide()
            self._card.deleteLater()
            self._card = None
        if open_:
            self._open()

    def _toggle(self) -> None:
        if self._card is None:
            self._open()
        else:
            self._card.setVisible(not self._card.isVisible())
        shown = self._card is not None and self._card.isVisibleTo(self)
        self.row.set_trailing("chevron-up" if shown else "chevron-down")

    def _open(self) -> None:
        look = self.look
        card = Card(look, fill="sunken", line="line", radius=10, padding=14, parent=self)
        note = self.tr("The model reads this in place of the messages above. They are all kept.")
        card.body.addWidget(TextLabel(look, note, type_=Type.CAPTION, role="text3", parent=card))
        words = TextBlock(look, role="text2", type_=Type.BODY, parent=card)
        words.set_html("".join(block.html for block in parse(self._text).blocks))
        card.body.addWidget(words)
        self._card = card
        self._column.addWidget(card)
        card.show()

    def _measure(self) -> None:
        self._column.setSpacing(self.look.px(6))


class SummaryPlace:
    """Keeps the fold below the newest message that it holds, in a column of messages.

    Attributes:
        fold: None while there is no summary.
    """

    def __init__(self, look: ThemeController, box: QWidget, column: QVBoxLayout) -> None:
        self._look = look
        self._box = box
        self._column = column
        self.fold: SummaryFold | None = None

    def show_summary(self, text: str, covers: str, view_of: ViewOf) -> None:
        """Show another summary, or take it away where the text is empty.

        Args:
            text: The summary.
            covers: Id of the newest message that it holds.
            view_of: Returns the widget of a message, None where it is none at the moment.
        """
        if not text:
            if self.fold is not None:
                self._column.removeWidget(self.fold)
                self.fold.hide()
                self.fold.deleteLater()
                self.fold = None
            return
        if self.fold is None:
            self.fold = SummaryFold(self._look, self._box)
        self.fold.set_summary(text, covers)
        self.place(view_of)

    def place(self, view_of: ViewOf) -> None:
        """Put the fold in its place; the messages have changed."""
        if self.fold is None:
            return
        self._column.removeWidget(self.fold)
        view = view_of(self.fold.covers)
        if view is not None:
            self._column.insertWidget(self._column.indexOf(view) + 1, self.fold)
        self.fold.setVisible(view is not None)
