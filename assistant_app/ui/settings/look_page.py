"""Settings: colours, size of text, language, and the key that sends."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from assistant_app.settings import declarations
from assistant_app.settings.types import Language, SendKey, Theme
from assistant_app.ui.settings.rows import SettingsPage, select_of
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.widgets.text_label import TextLabel
from assistant_app.workers.preferences import PreferenceOperations

_SIZES = (80, 90, 100, 110, 125, 150, 175, 200)


class LookSettings(SettingsPage):
    """Everything follows the system until something is chosen here."""

    def __init__(self, look: ThemeController, preferences: PreferenceOperations) -> None:
        translate = QCoreApplication.translate
        super().__init__(
            look,
            translate("LookSettings", "Look and language"),
            translate("LookSettings", "Keepsake follows your system unless you choose here."),
        )
        self._preferences = preferences
        self._add_colours_and_size()
        self._add_language()
        self._add_send_key()
        self.finish()

    def _add_colours_and_size(self) -> None:
        look, preferences = self.look, self._preferences
        settings = preferences.settings
        theme = self.tr("Colours")
        self.add_row(
            theme,
            self.tr("Light, dark, or as the system."),
            select_of(
                look,
                theme,
                [
                    (Theme.SYSTEM, self.tr("As the system")),
                    (Theme.LIGHT, self.tr("Light")),
                    (Theme.DARK, self.tr("Dark")),
                ],
                settings.get(declarations.THEME),
                lambda value: preferences.set(declarations.THEME, Theme(value)),
            ),
        )
        size = self.tr("Size of text")
        self.add_row(
            size,
            self.tr("In per cent of the system's size."),
            select_of(
                look,
                size,
                [(str(number), f"{number} %") for number in _SIZES],
                str(settings.get(declarations.TEXT_SIZE)),
                lambda value: preferences.set(declarations.TEXT_SIZE, int(value)),
            ),
        )

    def _add_send_key(self) -> None:
        look, preferences = self.look, self._preferences
        send = self.tr("A message is sent with")
        self.add_row(
            send,
            self.tr("The other key starts a new line."),
            select_of(
                look,
                send,
                [
                    (SendKey.ENTER, self.tr("Enter")),
                    (SendKey.CTRL_ENTER, self.tr("Ctrl+Enter")),
                ],
                preferences.settings.get(declarations.SEND_KEY),
                lambda value: preferences.set(declarations.SEND_KEY, SendKey(value)),
            ),
        )

    def _add_language(self) -> None:
        name = self.tr("Language")
        self.add_row(
            name,
            self.tr("Of the window; memories stay in your own words."),
            select_of(
                self.look,
                name,
                [
                    (Language.SYSTEM, self.tr("As the system")),
                    (Language.ENGLISH, "English"),
                    (Language.CHINESE, "简体中文"),
                ],
                self._preferences.settings.get(declarations.LANGUAGE),
                self._choose_language,
            ),
        )
        self._later = TextLabel(
            self.look, self.tr("The language changes when Keepsake is opened again."), role="warn"
        )
        self._later.hide()
        self.column.addWidget(self._later)

    def _choose_language(self, value: str) -> None:
        self._preferences.set(declarations.LANGUAGE, Language(value))
        self._later.show()
