"""The preview of tidying up: every suggestion is accepted or left, and nothing happens before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from assistant_app.ui.memories.sentences import number
from assistant_app.ui.memories.tidy_card import ClusterCard, UnusedRow
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.focus_ring import FocusRing
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.buttons import Button, Kind
from assistant_app.ui.widgets.text_label import TextLabel

if TYPE_CHECKING:
    from assistant_app.memory.tidy import TidyPlan

WIDTH, HEIGHT = 640, 600


class TidyDialog(QDialog):
    """A view only; the controller fills it.

    Signals:
        write_wanted(): The model shall write the statements.
        apply_wanted(): Carry out what is accepted.
    """

    write_wanted = Signal()
    apply_wanted = Signal()

    def __init__(self, look: ThemeController, parent: QWidget) -> None:
        super().__init__(parent)
        self.look = look
        self.cards: tuple[ClusterCard, ...] = ()
        self.unused: tuple[UnusedRow, ...] = ()
        self.setObjectName("tidyDialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Tidy up") + " – Keepsake")
        self.setAccessibleName(self.tr("Tidy up"))
        self._build()
        FocusRing(look, self)
        room = parent.window().size()
        px = look.px
        width = min(px(WIDTH), max(px(380), room.width() - px(40)))
        self.resize(width, min(px(HEIGHT), max(px(420), room.height() - px(40))))

    # What is shown

    def show_looking(self) -> None:
        """Say that suggestions are looked for."""
        self._say.set_text(self.tr("Looking for old memories on one subject…"))
        self.write.hide()
        self._tell()

    def show_plan(self, plan: TidyPlan, model: str, provider: str = "") -> None:
        """Show the suggestions.

        Args:
            plan: What could be done.
            model: Who would write the statements, in words; empty where there is nobody.
            provider: Where that model runs, if not on this computer.
        """
        sentence = self._sentence(plan, model)
        if provider and plan.clusters and model:
            words = self.tr("The memories are sent to %1 for that.").replace("%1", provider)
            sentence = f"{sentence} {words}"
        self._say.set_text(sentence)
        self.write.setVisible(bool(plan.clusters and model))
        cards = [ClusterCard(self.look, one.key, one.entries, self._inner) for one in plan.clusters]
        for card in cards:
            card.toggled.connect(self._tell)
            self._add(card)
        self.cards = tuple(cards)
        if plan.unused:
            self._add(
                TextLabel(
                    self.look,
                    self.tr("Never used in a year. Shall some be put away?"),
                    weight=600,
                    parent=self._inner,
                )
            )
        rows = [UnusedRow(self.look, entry, self._inner) for entry in plan.unused]
        for row in rows:
            row.toggled.connect(lambda _: self._tell())
            self._add(row)
        self.unused = tuple(rows)
        self._column.addStretch(1)
        self._tell()

    def show_writing(self, done: int, of: int) -> None:
        """Say how far the writing is."""
        self.write.setEnabled(False)
        words = self.tr("Writing… %1 of %2")
        self.write.setText(words.replace("%1", str(done)).replace("%2", str(of)))

    def show_statements(self, statements: Mapping[str, str]) -> None:
        """Show what was written."""
        self.write.hide()
        for card in self.cards:
            card.show_statement(statements.get(card.key))
        self._say.set_text(
            self.tr(
                "Look at each before you agree. What is put together is put away, not deleted, "
                "and one Undo brings it all back."
            )
        )
        self._tell()

    def show_failure(self, sentence: str) -> None:
        """Say what went wrong; it can be tried again."""
        self._error.set_text(sentence)
        self._error.show()
        self.write.setEnabled(True)
        self.write.setText(self.tr("Write the statements"))

    @property
    def agreed(self) -> dict[str, str]:
        """The accepted statements by the key of their cluster."""
        return {card.key: card.statement for card in self.cards if card.accepted}

    @property
    def put_away(self) -> tuple[str, ...]:
        """Ids of the memories that shall be put away."""
        return tuple(row.entry.id for row in self.unused if row.isChecked())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses nothing by chance."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            return
        super().keyPressEvent(event)

    # Building

    def _build(self) -> None:
        look, px = self.look, self.look.px
        column = QVBoxLayout(self)
        column.setContentsMargins(px(24), px(22), px(24), px(18))
        column.setSpacing(px(10))
        column.addWidget(
            TextLabel(look, self.tr("Tidy up"), type_=Type.DIALOG, weight=600, parent=self)
        )
        self._say = TextLabel(look, role="text2", parent=self)
        column.addWidget(self._say)
        self.write = Button(
            look,
            self.tr("Write the statements"),
            kind=Kind.TONAL,
            icon="merge",
            object_name="tidyWrite",
            parent=self,
        )
        self.write.clicked.connect(self._begin)
        column.addWidget(self.write)
        self._error = TextLabel(look, role="danger", parent=self)
        self._error.hide()
        column.addWidget(self._error)
        column.addWidget(self._build_area(), 1)
        column.addLayout(self._build_foot())

    def _build_area(self) -> QScrollArea:
        area = QScrollArea(self)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.viewport().setAutoFillBackground(False)
        self._inner = QWidget(area)
        self._column = QVBoxLayout(self._inner)
        self._column.setContentsMargins(0, 0, self.look.px(8), 0)
        self._column.setSpacing(self.look.px(10))
        area.setWidget(self._inner)
        self._inner.setAutoFillBackground(False)  # setWidget turns it on
        return area

    def _build_foot(self) -> QHBoxLayout:
        look = self.look
        row = QHBoxLayout()
        row.setSpacing(look.px(8))
        self._count = TextLabel(look, type_=Type.SMALL, role="text3", parent=self)
        close = Button(look, self.tr("Leave it"), kind=Kind.GHOST, parent=self)
        close.clicked.connect(self.reject)
        self.apply = Button(
            look, self.tr("Tidy up"), kind=Kind.PRIMARY, object_name="tidyApply", parent=self
        )
        self.apply.clicked.connect(self.apply_wanted)
        row.addWidget(self._count, 1, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(close)
        row.addWidget(self.apply)
        return row

    def _add(self, part: QWidget) -> None:
        self._column.addWidget(part)
        part.show()

    def _begin(self) -> None:
        self._error.hide()
        self.show_writing(0, len(self.cards))
        self.write_wanted.emit()

    def _tell(self) -> None:
        chosen = len(self.agreed) + len(self.put_away)
        self.apply.setEnabled(chosen > 0)
        words = self.tr("%1 chosen").replace("%1", number(chosen)) if chosen else ""
        self._count.set_text(words)

    def _sentence(self, plan: TidyPlan, model: str) -> str:
        if not plan.helps:
            return self.tr("There is nothing to tidy up. Your memories are in good order.")
        if not plan.clusters:
            return self.tr("Nothing can be put together at the moment.")
        if not model:
            return self.tr(
                "These old memories are on one subject each. Connect a model, and it writes one "
                "statement for them."
            )
        words = self.tr(
            "These old memories are on one subject each. %1 can write one statement for them. "
            "Nothing changes before you agree."
        )
        return words.replace("%1", model)
