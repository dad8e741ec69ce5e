"""Settings: what is remembered, and how it is used."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from assistant_app.base.errors import UserError
from assistant_app.settings import declarations
from assistant_app.settings.types import MemoryMode, Ranking, Setting
from assistant_app.ui.settings.rows import SettingsPage, line_edit, select_of, setting_row
from assistant_app.ui.settings.tryout import TryOut
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.widgets.option_card import OptionCard
from assistant_app.ui.widgets.switch import Switch
from assistant_app.workers.memories import MemoryOperations
from assistant_app.workers.preferences import PreferenceOperations

Figure = Setting[Any]
"""A whole number, a number, or a number that may be left to us."""


class MemorySettings(SettingsPage):
    """On, ask me first or off; whether memories are used; figures under Advanced."""

    def __init__(
        self,
        look: ThemeController,
        preferences: PreferenceOperations,
        memories: MemoryOperations,
    ) -> None:
        translate = QCoreApplication.translate
        super().__init__(
            look,
            translate("MemorySettings", "Memory"),
            translate("MemorySettings", "What I remember about you, and how I use it."),
        )
        self._preferences = preferences
        self.add_heading(self.tr("Remember things for me"))
        self.column.addWidget(self._modes())
        use = Switch(
            look,
            self.tr("Use memories in answers"),
            on=preferences.settings.get(declarations.MEMORY_RECALL),
        )
        use.toggled.connect(lambda on: preferences.set(declarations.MEMORY_RECALL, on))
        self.add_row(
            self.tr("Use memories in answers"),
            self.tr("The few that fit your question are given to the model."),
            use,
        )
        tools = Switch(
            look,
            self.tr("Let the model look into memory"),
            on=preferences.settings.get(declarations.MEMORY_TOOLS),
        )
        tools.setObjectName("setting:memory.tools")
        tools.toggled.connect(lambda on: preferences.set(declarations.MEMORY_TOOLS, on))
        self.add_row(
            self.tr("Let the model look into memory"),
            self.tr(
                "While it answers, it may search, and change what you ask it to. Every change "
                "stands under your message; what it wants to delete on its own waits for you."
            ),
            tools,
        )
        fold = self.add_fold(self.tr("Advanced"), self.tr("how many, how close, in which order"))
        self._add_ranking(fold)
        self._add_figures(fold)
        fold.addSpacing(look.px(6))
        fold.addWidget(TryOut(look, memories))
        self.finish()

    def _add_ranking(self, fold: QVBoxLayout) -> None:
        title = self.tr("Order of memories")
        ranking = select_of(
            self.look,
            title,
            [
                (Ranking.MEASURED, self.tr("What measures best")),
                (Ranking.PUBLISHED, self.tr("Published: 40/30/20/10")),
                (Ranking.OWN, self.tr("My own weights")),
            ],
            self._preferences.settings.get(declarations.MEMORY_RANKING),
            self._choose_ranking,
        )
        ranking.setObjectName("settingsRanking")
        text = self.tr(
            "The published one also counts how new and how often used a memory is. It finds less."
        )
        fold.addWidget(setting_row(self.look, title, text, ranking, line=False))
        self._weights = QWidget()
        column = QVBoxLayout(self._weights)
        column.setContentsMargins(0, 0, 0, 0)
        for setting, word in (
            (declarations.MEMORY_WEIGHT_RELEVANCE, self.tr("Weight of relevance")),
            (declarations.MEMORY_WEIGHT_RECENCY, self.tr("Weight of newness")),
            (declarations.MEMORY_WEIGHT_USE, self.tr("Weight of use")),
            (declarations.MEMORY_WEIGHT_FIT, self.tr("Weight of fit with the chat")),
            (declarations.MEMORY_DECAY_HOURS, self.tr("Hours until newness fades")),
        ):
            field = self._figure(setting, word)
            column.addWidget(setting_row(self.look, word, "", field, line=False))
        fold.addWidget(self._weights)
        self._show_weights()

    def _choose_ranking(self, name: str) -> None:
        self._preferences.set(declarations.MEMORY_RANKING, Ranking(name))
        self._show_weights()

    def _show_weights(self) -> None:
        own = self._preferences.settings.get(declarations.MEMORY_RANKING) == Ranking.OWN
        self._weights.setVisible(own)

    def _modes(self) -> QWidget:
        look = self.look
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, look.px(8))
        row.setSpacing(look.px(10))
        current = self._preferences.settings.get(declarations.MEMORY_MODE)
        group = QButtonGroup(holder)
        for mode, title, text, icon in (
            (
                MemoryMode.ON,
                self.tr("On"),
                self.tr("Keeps what is useful and tells you at once"),
                "memory",
            ),
            (
                MemoryMode.ASK,
                self.tr("Ask first"),
                self.tr("Suggests, and you decide each time"),
                "ask",
            ),
            (
                MemoryMode.OFF,
                self.tr("Off"),
                self.tr("Only what you write down yourself"),
                "memory-off",
            ),
        ):
            card = OptionCard(look, title, text, icon=icon, parent=holder)
            card.setObjectName(f"memoryMode:{mode.value}")
            card.setChecked(mode == current)
            card.clicked.connect(
                lambda _=False, chosen=mode: self._preferences.set(declarations.MEMORY_MODE, chosen)
            )
            group.addButton(card)
            row.addWidget(card, 1)
        return holder

    def _add_figures(self, fold: QVBoxLayout) -> None:
        for setting, title, text in (
            (
                declarations.MEMORY_TOP_K,
                self.tr("Most memories in an answer"),
                self.tr("Pinned ones come on top."),
            ),
            (
                declarations.MEMORY_ROUND_TOP_K,
                self.tr("Most passages of earlier chats"),
                self.tr("0 leaves earlier chats out."),
            ),
            (
                declarations.MEMORY_BUDGET_TOKENS,
                self.tr("Most text, in tokens"),
                self.tr("All memories of an answer together."),
            ),
            (
                declarations.MEMORY_FLOOR,
                self.tr("Least relevance"),
                self.tr("0 to 1, or auto for the measured one."),
            ),
            (
                declarations.MEMORY_DUPLICATE_COSINE,
                self.tr("When two memories may be the same"),
                self.tr("Cosine similarity; numbers, names and negation count too."),
            ),
        ):
            fold.addWidget(
                setting_row(self.look, title, text, self._figure(setting, title), line=False)
            )

    def _figure(self, setting: Figure, title: str) -> QLineEdit:
        value = self._preferences.settings.get(setting)
        field = line_edit(self.look, title, "auto" if value is None else f"{value:g}")
        field.setMinimumWidth(self.look.px(100))
        field.setMaximumWidth(self.look.px(100))
        field.editingFinished.connect(lambda: self._take_figure(field, setting))
        return field

    def _take_figure(self, field: QLineEdit, setting: Figure) -> None:
        try:
            value = setting.parse(field.text())
        except UserError:
            wrong = True
        else:
            wrong = False
            self._preferences.set(setting, value)
        field.setProperty("wrong", "true" if wrong else "false")
        field.setToolTip(
            self.tr("Allowed: %1").replace("%1", setting.kind.allowed) if wrong else ""
        )
        field.style().unpolish(field)
        field.style().polish(field)
