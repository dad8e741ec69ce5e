"""Settings: which model answers, and where its key and address are."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.settings import declarations
from assistant_app.settings.types import PROVIDER_NAMES
from assistant_app.ui.chat.panel_items import MEMORY_ONLY
from assistant_app.ui.chat.pickers import model_words, name_words, provider_word
from assistant_app.ui.errors import sentence_of
from assistant_app.ui.settings.rows import SettingsPage, line_edit, select_of
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.widgets.buttons import Button, Kind
from assistant_app.ui.widgets.switch import Switch
from assistant_app.ui.widgets.text_label import TextLabel
from assistant_app.workers.models import ModelChoice
from assistant_app.workers.preferences import PreferenceOperations

_WITHOUT_KEY = frozenset({"ollama", "lmstudio", "llamacpp", "local"})
_NOT_HERE = frozenset({"local", "anthropic"})
"""A file has no address; Anthropic's own protocol is not spoken yet, so it is not offered."""
_SILENT = frozenset({ErrorCode.PROVIDER_UNREACHABLE, ErrorCode.PROVIDER_TIMEOUT})
_FIELD = 270


class AnswersSettings(SettingsPage):
    """The model, and one provider at a time: address, key, test."""

    def __init__(self, look: ThemeController, preferences: PreferenceOperations) -> None:
        translate = QCoreApplication.translate
        super().__init__(
            look,
            translate("AnswersSettings", "Answers and models"),
            translate(
                "AnswersSettings",
                "Where answers come from. Without a model, answers are made from your memories.",
            ),
        )
        self._preferences = preferences
        self._found: tuple[ModelChoice, ...] = ()
        self._model = select_of(look, self.tr("Model"), [], "", self._choose_model)
        self._model.setObjectName("settingsModel")
        self._model.setMinimumWidth(look.px(_FIELD))
        self._fill_models(preferences.models)
        preferences.models_changed.connect(self._fill_models)
        self.add_row(self.tr("Model"), self.tr("Each says where it runs."), self._model)
        look_here = Switch(
            look,
            self.tr("Look for models on this computer"),
            on=preferences.settings.get(declarations.DISCOVERY),
        )
        look_here.toggled.connect(lambda on: preferences.set(declarations.DISCOVERY, on))
        self.add_row(
            self.tr("Look for models on this computer"),
            self.tr("Ollama, LM Studio and llama.cpp are found by themselves."),
            look_here,
        )
        self._add_provider()
        self.finish()
        preferences.find_models()

    def _add_provider(self) -> None:
        look = self.look
        names = [(name, provider_word(name)) for name in PROVIDER_NAMES if name not in _NOT_HERE]
        self._provider = select_of(
            look, self.tr("Provider"), names, "openai", lambda _: self._show_provider()
        )
        self._provider.setObjectName("settingsProvider")
        self._provider.setMinimumWidth(look.px(_FIELD))
        self.add_row(
            self.tr("Connect a provider"),
            self.tr("What you send goes there. Memories that are only for here do not."),
            self._provider,
        )
        self._address = line_edit(look, self.tr("Address"), "")
        self._address.setObjectName("settingsAddress")
        self._address.setMinimumWidth(look.px(_FIELD))
        self.add_row(
            self.tr("Address"),
            self.tr("Leave it empty for the usual one."),
            self._address,
            line=False,
        )
        self._key = line_edit(look, self.tr("Key"), "")
        self._key.setObjectName("settingsKey")
        self._key.setMinimumWidth(look.px(_FIELD))
        self._key.setEchoMode(QLineEdit.EchoMode.Password)
        self.add_row(
            self.tr("Key"),
            self.tr("Kept in the system's safe place for keys."),
            self._key,
            line=False,
        )
        self.column.addWidget(self._buttons())
        self._show_provider()

    def _buttons(self) -> QWidget:
        look = self.look
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(look.px(8))
        self._result = TextLabel(look, role="text2", parent=holder)
        self._test = Button(look, self.tr("Test"), parent=holder, object_name="settingsTest")
        self._test.clicked.connect(self._try)
        self._save = Button(
            look, self.tr("Save"), kind=Kind.PRIMARY, parent=holder, object_name="settingsSave"
        )
        self._save.clicked.connect(self._keep)
        row.addWidget(self._result, 1)
        row.addWidget(self._test)
        row.addWidget(self._save)
        return holder

    def _name(self) -> str:
        return str(self._provider.currentData())

    def _show_provider(self) -> None:
        name = self._name()
        setting = declarations.PROVIDER_BASE_URL.of(name)
        self._address.setText(self._preferences.settings.get(setting) or "")
        self._key.clear()
        self._key.setEnabled(name not in _WITHOUT_KEY)
        self._say("", "text2")
        self._key.setPlaceholderText("")
        self._preferences.has_key(name, self, lambda has: self._told_key(name, has=has))

    def _told_key(self, name: str, *, has: bool) -> None:
        if name == self._name():
            self._key.setPlaceholderText(self.tr("A key is kept") if has else "")

    def _try(self) -> None:
        self._say(self.tr("Testing…"), "text2")
        self._test.setEnabled(False)
        self._preferences.probe(
            self._name(),
            self._address.text().strip(),
            self._key.text().strip(),
            self,
            self._works,
            self._fails,
        )

    def _works(self, models: Sequence[ModelChoice]) -> None:
        self._test.setEnabled(True)
        self._found = tuple(models)
        text = self.tr("It works: %1 models.").replace("%1", str(len(models)))
        self._say(text, "ok")

    def _fails(self, error: UserError) -> None:
        self._test.setEnabled(True)
        silent = self.tr("Nothing answers at this address. Check it, and whether the server runs.")
        self._say(silent if error.code in _SILENT else sentence_of(error), "danger")

    def _keep(self) -> None:
        name = self._name()
        setting = declarations.PROVIDER_BASE_URL.of(name)
        try:
            self._preferences.set(setting, self._address.text().strip() or None)
        except UserError as error:
            self._fails(error)
            return
        key = self._key.text().strip()
        if key:
            self._preferences.set_key(name, key, self, self._kept, self._fails)
        else:
            self._kept("")

    def _kept(self, where: str) -> None:
        self._key.clear()
        if where == "session":
            self._say(
                self.tr("Saved until Keepsake is closed: the system has no safe place for keys."),
                "warn",
            )
        else:
            self._say(self.tr("Saved. Choose one of its models above."), "ok")
        self._preferences.find_models()

    def _say(self, text: str, role: str) -> None:
        self._result.set_role(role)
        self._result.set_text(text)

    def _fill_models(self, models: Sequence[ModelChoice]) -> None:
        current = self._preferences.settings.get(declarations.CHAT_MODEL)
        self._model.clear()
        self._model.addItem(self.tr("Memory only, no model"), MEMORY_ONLY)
        for model in models:
            if not model.embedding and model.name != MEMORY_ONLY:
                self._model.addItem(model_words(model), model.name)
        if self._model.findData(current) < 0:
            self._model.addItem(name_words(current), current)
        self._model.setCurrentIndex(self._model.findData(current))

    def _choose_model(self, name: str) -> None:
        self._preferences.set(declarations.CHAT_MODEL, name)
