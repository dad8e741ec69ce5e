"""One suggestion of tidying up: old memories on one subject, and the statement that says it all."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from assistant_app.memory.types import Entry
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.card import Card
from assistant_app.ui.widgets.text_label import TextLabel


class ClusterCard(Card):
    """Originals, and what would take their place; it can be accepted once there is a statement.

    Signals:
        toggled(): Accepted, or left.
    """

    toggled = Signal()

    def __init__(
        self, look: ThemeController, key: str, entries: Sequence[Entry], parent: QWidget
    ) -> None:
        super().__init__(look, padding=14, spacing=6, parent=parent)
        self.key = key
        self.statement = ""
        self.setObjectName(f"tidy:{key}")
        self.setAccessibleName(" · ".join(entry.text for entry in entries))
        for entry in entries:
            words = TextLabel(look, f"•  {entry.text}", type_=Type.SMALL, role="text2", parent=self)
            self.body.addWidget(words)
        self._words = TextLabel(look, weight=500, parent=self)
        self.body.addWidget(self._words)
        self.box = QCheckBox(self.tr("Put together"), self)
        self.box.setFont(look.font(Type.SMALL))
        self.box.toggled.connect(lambda _: self.toggled.emit())
        self.body.addWidget(self.box)
        self.show_waiting()

    @property
    def accepted(self) -> bool:
        """Whether the user agrees."""
        return bool(self.statement) and self.box.isChecked()

    def show_waiting(self) -> None:
        """There is no statement yet."""
        self.statement = ""
        self._words.hide()
        self.box.hide()

    def show_statement(self, statement: str | None) -> None:
        """Show what would be kept instead; None where nothing could be written."""
        self.statement = statement or ""
        self._words.show()
        if statement:
            self._words.set_role("mem_text")
            self._words.set_text(f"→  {statement}")
            self.box.setAccessibleName(self.tr("Put together: %1").replace("%1", statement))
            self.box.setChecked(True)
            self.box.show()
            self.set_tones(line="mem_line")
        else:
            self._words.set_role("text3")
            self._words.set_text(
                self.tr("No statement was found that keeps every name and number. They stay.")
            )


class UnusedRow(QCheckBox):
    """A memory that was never used in a year; put away only where the user says so."""

    def __init__(self, look: ThemeController, entry: Entry, parent: QWidget) -> None:
        line = " ".join(entry.text.split())
        super().__init__(line.replace("&", "&&"), parent)
        self.entry = entry
        self.setObjectName(f"unused:{entry.id}")
        self.setAccessibleName(self.tr("Put away: %1").replace("%1", line))
        self.setFont(look.font(Type.SMALL))
        self.setToolTip(entry.text)
        self.setMinimumWidth(0)
