"""Settings: what is never remembered, in plain words. Some of it is always so, some is a choice."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from assistant_app.settings import declarations
from assistant_app.settings.types import Setting
from assistant_app.ui.settings.own_rules import OwnRules
from assistant_app.ui.settings.rows import SettingsPage, setting_row
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.switch import Switch
from assistant_app.ui.widgets.text_label import TextLabel
from assistant_app.workers.preferences import PreferenceOperations


class NeverSettings(SettingsPage):
    """Built-in rules, two switches, and the user's own rules."""

    def __init__(self, look: ThemeController, preferences: PreferenceOperations) -> None:
        translate = QCoreApplication.translate
        super().__init__(
            look,
            translate("NeverSettings", "Never remember"),
            translate(
                "NeverSettings",
                "Looked at on this computer before anything is kept, however it comes in.",
            ),
        )
        self._preferences = preferences
        self.add_heading(self.tr("Always left out"))
        for title, text in (
            (self.tr("Passwords and codes"), self.tr("Also PINs and recovery phrases.")),
            (self.tr("Keys of programs and services"), ""),
            (self.tr("Card and bank numbers"), ""),
            (self.tr("Identity numbers"), self.tr("Passports, identity cards, social security.")),
        ):
            self.column.addWidget(setting_row(look, title, text, self._always(title), line=False))
        self.column.addSpacing(look.px(8))
        self.add_heading(self.tr("If you like"))
        self._add_switch(
            declarations.NEVER_HEALTH,
            self.tr("Health"),
            self.tr("Nothing about illness, allergies, medicine or the body, of anybody."),
        )
        self._add_switch(
            declarations.NEVER_CONTACTS,
            self.tr("Contact details of other people"),
            self.tr("No addresses, numbers or handles. Your own may be kept."),
        )
        self.column.addSpacing(look.px(8))
        self.add_heading(self.tr("Your own rules"))
        self.column.addWidget(OwnRules(look, preferences))
        self.finish()

    def _always(self, title: str) -> QWidget:
        """Return the words that stand where a switch would be."""
        look = self.look
        holder = QWidget()
        holder.setAccessibleName(f"{title}: {self.tr('always on')}")
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(look.px(6))
        icon = QLabel(holder)
        icon.setPixmap(look.pixmap("lock", "text3", 16))
        word = TextLabel(look, self.tr("always on"), type_=Type.SMALL, role="text3", parent=holder)
        word.setMinimumWidth(look.px(64))
        row.addWidget(icon)
        row.addWidget(word)
        return holder

    def _add_switch(self, setting: Setting[bool], title: str, text: str) -> None:
        switch = Switch(self.look, title, on=self._preferences.settings.get(setting))
        switch.setObjectName(f"setting:{setting.key}")
        switch.toggled.connect(lambda on: self._preferences.set(setting, on))
        self.column.addWidget(setting_row(self.look, title, text, switch, line=False))
