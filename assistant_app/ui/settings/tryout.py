"""The try-out box under Advanced: what a question would bring along, with its figures."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QHBoxLayout, QLayout, QVBoxLayout, QWidget

from assistant_app.base.errors import UserError
from assistant_app.memory.types import GLOBAL_SCOPE, Entry, Hit, Recall
from assistant_app.ui.errors import sentence_of
from assistant_app.ui.settings.rows import line_edit
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.buttons import Button
from assistant_app.ui.widgets.card import Card
from assistant_app.ui.widgets.painted import Painted
from assistant_app.ui.widgets.relevance import RelevanceBar
from assistant_app.ui.widgets.text_label import TextLabel
from assistant_app.workers.memories import MemoryOperations

_MOST_LEFT_OUT = 5


class TryOut(QWidget):
    """A question, and which memories would go along with it; it counts as no use of them."""

    def __init__(
        self, look: ThemeController, memories: MemoryOperations, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.look = look
        self._memories = memories
        self._asked = 0
        self.setObjectName("tryOut")
        px = look.px
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(8))
        column.addWidget(TextLabel(look, self.tr("Try it out"), weight=500, parent=self))
        hint = self.tr("Write a question and see which memories it would bring along.")
        column.addWidget(TextLabel(look, hint, type_=Type.SMALL, role="text2", parent=self))
        row = QHBoxLayout()
        row.setSpacing(px(8))
        self.field = line_edit(look, self.tr("A question to try"), "")
        self.field.setObjectName("tryOutField")
        self.field.returnPressed.connect(self._look)
        self.go = Button(look, self.tr("Look"), icon="search", object_name="tryOutGo", parent=self)
        self.go.clicked.connect(self._look)
        row.addWidget(self.field, 1)
        row.addWidget(self.go)
        column.addLayout(row)
        self._results = Card(look, fill="sunken", line="line", radius=10, padding=12, parent=self)
        self._results.hide()
        column.addWidget(self._results)

    def _look(self) -> None:
        text = self.field.text().strip()
        if not text:
            return
        self._asked += 1
        asked = self._asked
        owner: QObject = self
        self._memories.try_recall(
            text,
            GLOBAL_SCOPE,
            owner,
            lambda recall: self._show(recall) if asked == self._asked else None,
            self._fail,
        )

    def _show(self, recall: Recall) -> None:
        self._clear()
        if not recall.by_meaning:
            self._say(self.tr("Found by words only: there is no model for meanings right now."))
        for entry in recall.profile:
            self._add_profile(entry)
        for hit in recall.used:
            self._add(hit)
        if not recall.used and not recall.profile:
            self._say(self.tr("This question would bring no memory along."))
        left_out = recall.looked_at[:_MOST_LEFT_OUT]
        if left_out:
            self._say(self.tr("Looked at, not used"))
        for hit in left_out:
            self._add(hit, used=False)
        self._show_results()

    def _fail(self, error: UserError) -> None:
        self._clear()
        self._say(sentence_of(error), role="danger")
        self._show_results()

    def _show_results(self) -> None:
        self._results.show()
        for part in self._results.findChildren(Painted):
            part.show()

    def _add(self, hit: Hit, *, used: bool = True) -> None:
        look = self.look
        row = QHBoxLayout()
        row.setSpacing(look.px(12))
        words = QVBoxLayout()
        words.setSpacing(0)
        role = "text" if used else "text2"
        words.addWidget(
            TextLabel(look, hit.text, type_=Type.SMALL, role=role, parent=self._results)
        )
        figures = figures_of(hit.score, hit.reasons)
        words.addWidget(
            TextLabel(look, figures, type_=Type.CAPTION, role="text3", parent=self._results)
        )
        row.addLayout(words, 1)
        row.addWidget(RelevanceBar(look, hit.relevance, quiet=not used, parent=self._results))
        self._results.body.addLayout(row)

    def _add_profile(self, entry: Entry) -> None:
        text = self.tr("%1 (always given)", "a memory").replace("%1", entry.text)
        self._results.body.addWidget(
            TextLabel(self.look, text, type_=Type.SMALL, parent=self._results)
        )

    def _say(self, text: str, *, role: str = "text2") -> None:
        self._results.body.addWidget(
            TextLabel(self.look, text, type_=Type.CAPTION, role=role, parent=self._results)
        )

    def _clear(self) -> None:
        body = self._results.body
        while (item := body.takeAt(0)) is not None:
            inner, widget = item.layout(), item.widget()
            if inner is not None:
                _drop(inner)
            elif widget is not None:
                _drop_widget(widget)


def figures_of(score: float, reasons: Mapping[str, float]) -> str:
    """Return the score and its parts: "score 0.72 · meaning 0.61 · words 0.20"."""
    translate = QCoreApplication.translate
    names = {
        "meaning": translate("TryOut", "meaning"),
        "words": translate("TryOut", "words"),
        "part": translate("TryOut", "parts of words"),
        "relevance": translate("TryOut", "relevance"),
        "recency": translate("TryOut", "newness"),
        "use": translate("TryOut", "use"),
        "fit": translate("TryOut", "fit"),
        "everything": translate("TryOut", "all that is known"),
    }
    parts = [(translate("TryOut", "score"), score)]
    parts += [(names.get(name, name), value) for name, value in reasons.items()]
    return " · ".join(f"{word} {value:.2f}" for word, value in parts)


def _drop(layout: QLayout) -> None:
    """Take a layout apart with all that is in it."""
    while (item := layout.takeAt(0)) is not None:
        inner = item.layout()
        widget = item.widget()
        if inner is not None:
            _drop(inner)
        elif widget is not None:
            _drop_widget(widget)
    layout.deleteLater()


def _drop_widget(widget: QWidget) -> None:
    widget.hide()
    widget.setParent(None)
    widget.deleteLater()
