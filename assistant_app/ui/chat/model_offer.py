"""Which models can be chosen, and the offer of one that was found on this computer.

Nothing is switched to silently: a model that was found is offered once, in words.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from assistant_app.settings import declarations
from assistant_app.settings.values import Settings
from assistant_app.ui.chat.panel_items import MEMORY_ONLY
from assistant_app.ui.chat.pickers import ModelPicker, provider_word
from assistant_app.ui.widgets.message_bar import MessageBar
from assistant_app.workers.models import ModelChoice
from assistant_app.workers.preferences import PreferenceOperations


class ModelOffer(QObject):
    """Connects the model picker with the settings."""

    def __init__(
        self,
        picker: ModelPicker,
        preferences: PreferenceOperations,
        bar: MessageBar,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._bar = bar
        self._offered = False
        picker.chosen.connect(self._choose)
        picker.opened.connect(preferences.find_models)
        picker.set_models(preferences.models)
        preferences.models_changed.connect(picker.set_models)
        preferences.models_changed.connect(self._offer)

    def _choose(self, name: str) -> None:
        self._preferences.set(declarations.CHAT_MODEL, name)

    def _offer(self, models: Sequence[ModelChoice]) -> None:
        settings: Settings = self._preferences.settings
        local = [model for model in models if model.is_local and not model.embedding]
        local = [model for model in local if model.name != MEMORY_ONLY]
        if self._offered or not local or settings.is_set(declarations.CHAT_MODEL):
            return
        self._offered = True
        first = local[0]
        text = self.tr("%1 was found on this computer, with the model %2.")
        text = text.replace("%1", provider_word(first.provider)).replace("%2", first.label)
        self._bar.offer(text, self.tr("Use it"), lambda: self._choose(first.name))
