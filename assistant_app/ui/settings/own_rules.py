"""The user's own rules of what is never remembered: words, topics and patterns as chips."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from assistant_app.base.errors import UserError
from assistant_app.settings import declarations
from assistant_app.settings.types import Setting
from assistant_app.ui.settings.rows import line_edit, select_of
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.announce import announce
from assistant_app.ui.widgets.buttons import Button
from assistant_app.ui.widgets.chips import Chip
from assistant_app.ui.widgets.flow_layout import FlowLayout
from assistant_app.ui.widgets.text_label import TextLabel
from assistant_app.workers.preferences import PreferenceOperations

_BESIDE_FROM = 480
Rules = Setting[tuple[str, ...]]
_RULES: dict[str, Rules] = {
    "word": declarations.NEVER_WORDS,
    "topic": declarations.NEVER_TOPICS,
    "pattern": declarations.NEVER_PATTERNS,
}


class OwnRules(QWidget):
    """A field to add a rule, and the rules there are; each change holds at once."""

    def __init__(self, look: ThemeController, preferences: PreferenceOperations) -> None:
        super().__init__()
        self.look = look
        self._preferences = preferences
        self.setObjectName("ownRules")
        px = look.px
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(8))
        column.addLayout(self._build_adder())
        self._hint = TextLabel(look, type_=Type.SMALL, role="text2", parent=self)
        column.addWidget(self._hint)
        self._groups: dict[str, tuple[TextLabel, QWidget, FlowLayout]] = {}
        for kind, title in self._titles().items():
            label = TextLabel(look, title, type_=Type.CAPTION, role="text3", parent=self)
            holder = QWidget(self)
            flow = FlowLayout(holder, spacing=px(6))
            self._groups[kind] = (label, holder, flow)
            column.addWidget(label)
            column.addWidget(holder)
        self._kind_chosen()
        self._show()

    def _titles(self) -> dict[str, str]:
        return {
            "word": self.tr("Words and names"),
            "topic": self.tr("Topics"),
            "pattern": self.tr("Patterns"),
        }

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow page the kind stands above the field."""
        super().resizeEvent(event)
        wide = self.width() >= self.look.px(_BESIDE_FROM)
        direction = QBoxLayout.Direction
        self._adder.setDirection(direction.LeftToRight if wide else direction.TopToBottom)

    def _build_adder(self) -> QBoxLayout:
        look = self.look
        row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        row.setSpacing(look.px(8))
        self._adder = row
        field_row = QHBoxLayout()
        field_row.setSpacing(look.px(8))
        kinds = [
            ("word", self.tr("A word or name")),
            ("topic", self.tr("A topic")),
            ("pattern", self.tr("A pattern")),
        ]
        self.kind = select_of(
            look, self.tr("Kind of rule"), kinds, "word", lambda _: self._kind_chosen()
        )
        self.kind.setObjectName("ruleKind")
        self.field = line_edit(look, self.tr("New rule"), "")
        self.field.setObjectName("ruleField")
        self.field.setMinimumWidth(look.px(120))
        self.field.textChanged.connect(self._edited)
        self.field.returnPressed.connect(self._add)
        self.add = Button(look, self.tr("Add"), icon="plus", object_name="ruleAdd", parent=self)
        self.add.clicked.connect(self._add)
        self.add.setEnabled(False)
        row.addWidget(self.kind)
        field_row.addWidget(self.field, 1)
        field_row.addWidget(self.add)
        row.addLayout(field_row, 1)
        return row

    def _chosen(self) -> str:
        return str(self.kind.currentData())

    def _kind_chosen(self) -> None:
        hints = {
            "word": self.tr("Nothing that holds this word is kept. Example: Project Falcon"),
            "topic": self.tr("Nothing about this is kept, in whatever words. Example: my finances"),
            "pattern": self.tr(
                "For those who know regular expressions: nothing it is found in is kept. "
                "Example: INV-\\d+"
            ),
        }
        self._say(hints[self._chosen()])

    def _edited(self, text: str) -> None:
        self.add.setEnabled(bool(text.strip()))
        if self.field.property("wrong") == "true":
            self._kind_chosen()

    def _add(self) -> None:
        text = self.field.text().strip()
        kind = self._chosen()
        if not text:
            return
        rules = self._preferences.settings.get(_RULES[kind])
        try:
            self._preferences.set(_RULES[kind], (*rules, text))
        except UserError:
            self._say(self._refusal(kind), wrong=True)
            return
        self.field.clear()
        self._show()
        self._say(self.tr("From now on. What is remembered already stays until you forget it."))

    def _refusal(self, kind: str) -> str:
        if kind == "pattern":
            return self.tr(
                "This pattern cannot be used: it is not complete, looks around or back, or is "
                "found in every text. Nothing was changed."
            )
        return self.tr("This is too long, or there are too many rules. Nothing was changed.")

    def _remove(self, kind: str, rule: str) -> None:
        rules = self._preferences.settings.get(_RULES[kind])
        self._preferences.set(_RULES[kind], tuple(one for one in rules if one != rule))
        self._show()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self._say(self.tr("Taken off the list: %1").replace("%1", rule))

    def _show(self) -> None:
        remove = QCoreApplication.translate("OwnRules", "%1; Delete takes it away")
        for kind, (label, holder, flow) in self._groups.items():
            flow.clear()
            rules = self._preferences.settings.get(_RULES[kind])
            for rule in rules:
                chip = Chip(
                    self.look,
                    rule,
                    removable=True,
                    object_name=f"rule:{kind}:{rule}",
                    name=remove.replace("%1", rule),
                    parent=holder,
                )
                chip.removed.connect(lambda kind=kind, rule=rule: self._remove(kind, rule))
                flow.addWidget(chip)
                chip.show()
            label.setVisible(bool(rules))
            holder.setVisible(bool(rules))

    def _say(self, text: str, *, wrong: bool = False) -> None:
        self._hint.set_role("danger" if wrong else "text2")
        self._hint.set_text(text)
        self.field.setProperty("wrong", "true" if wrong else "false")
        self.field.style().unpolish(self.field)
        self.field.style().polish(self.field)
        if wrong:
            announce(self.field, text)
