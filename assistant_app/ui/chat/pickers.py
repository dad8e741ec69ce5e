"""The choice in the composer which model answers, and the names of models and providers."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QPoint, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from assistant_app.ui.chat.panel_items import MEMORY_ONLY
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.buttons import Button, Kind
from assistant_app.workers.models import ON_THIS_COMPUTER, ModelChoice


class ModelPicker(Button):
    """Which model answers, and where it runs.

    Signals:
        chosen(str): `provider:model`.
        setup_requested(): Connect another model (settings).
        opened(): The menu opens: look for models.
    """

    chosen = Signal(str)
    setup_requested = Signal()
    opened = Signal()

    def __init__(self, look: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(
            look,
            kind=Kind.GHOST,
            trailing="chevron-down",
            object_name="modelPicker",
            type_=Type.SMALL,
            parent=parent,
        )
        self._models: Sequence[ModelChoice] = ()
        self._current = MEMORY_ONLY
        self.clicked.connect(self._open)
        self._tell()

    def set_models(self, models: Sequence[ModelChoice]) -> None:
        """Offer other models."""
        self._models = tuple(model for model in models if not model.embedding)
        self._tell()

    def set_current(self, name: str) -> None:
        """Show another model as chosen."""
        self._current = name
        self._tell()

    def menu_of_models(self) -> QMenu:
        """Return the menu: local models first, then the rest, then memory alone."""
        menu = QMenu(self)
        local = [model for model in self._models if model.is_local and model.name != MEMORY_ONLY]
        remote = [model for model in self._models if not model.is_local]
        self._add_group(menu, self.tr("On this computer"), local)
        self._add_group(menu, self.tr("At a provider, over the internet"), remote)
        memory = ModelChoice(MEMORY_ONLY, "builtin", self.tr("Memory only, no model"), True)
        self._add_model(menu, memory, icon="memory")
        menu.addSeparator()
        menu.addAction(
            self.look.icon("plus"), self.tr("Connect a model…"), self.setup_requested.emit
        )
        return menu

    def _add_group(self, menu: QMenu, title: str, models: Sequence[ModelChoice]) -> None:
        if not models:
            return
        head = menu.addAction(title)
        head.setEnabled(False)
        for model in models:
            self._add_model(menu, model, icon="computer" if model.is_local else "cloud")
        menu.addSeparator()

    def _add_model(self, menu: QMenu, model: ModelChoice, *, icon: str) -> None:
        text = model.label if model.name == MEMORY_ONLY else model_words(model)
        if model.name == self._current:
            icon = "check"  # a menu shows either the mark or the icon
        action = QAction(self.look.icon(icon), text.replace("&", "&&"), menu)
        action.setCheckable(True)
        action.setChecked(model.name == self._current)
        action.triggered.connect(lambda _=False, name=model.name: self._choose(name))
        menu.addAction(action)

    def _open(self) -> None:
        self.opened.emit()
        menu = self.menu_of_models()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(self.rect().topLeft()) - above(menu))

    def _choose(self, name: str) -> None:
        self.set_current(name)
        self.chosen.emit(name)

    def _tell(self) -> None:
        text = self._words()
        self.setText(text.replace("&", "&&"))
        self.setAccessibleName(self.tr("Answers come from: %1").replace("%1", text))
        remote = remote_provider(self._current, self._models)
        words = self.tr(
            "Your messages and the memories that fit them go to %1. What is for this computer "
            "only is held back."
        )
        self.setToolTip(words.replace("%1", remote) if remote else "")
        self.setAccessibleDescription(self.toolTip())

    def _words(self) -> str:
        if self._current == MEMORY_ONLY:
            return self.tr("No model connected · memory only")
        for model in self._models:
            if model.name == self._current:
                return model_words(model)
        return name_words(self._current)


def remote_provider(name: str, models: Sequence[ModelChoice]) -> str:
    """Return the name of the provider that a model runs at; empty where it runs here.

    Args:
        name: `provider:model`.
        models: Those that were found; where they know better, they are right.
    """
    provider = name.partition(":")[0]
    known = next((model for model in models if model.name == name), None)
    local = known.is_local if known is not None else provider in ON_THIS_COMPUTER
    return "" if local else provider_word(provider)


def name_words(name: str) -> str:
    """Return name and place of a model that was not found, from `provider:model` alone."""
    provider, _, label = name.partition(":")
    return model_words(ModelChoice(name, provider, label, provider in ON_THIS_COMPUTER))


def model_words(model: ModelChoice) -> str:
    """Return name and place of a model."""
    if model.is_local:
        place = QCoreApplication.translate("ModelPicker", "this computer")
    else:
        place = provider_word(model.provider)
    return f"{model.label} · {place}"


def provider_word(provider: str) -> str:
    """Return the name of a provider as people know it."""
    names = {
        "openai": "OpenAI",
        "anthropic": "Anthropic",
        "gemini": "Google Gemini",
        "deepseek": "DeepSeek",
        "dashscope": QCoreApplication.translate("Providers", "Alibaba Cloud (DashScope)"),
        "moonshot": "Moonshot AI",
        "mistral": "Mistral",
        "groq": "Groq",
        "openrouter": "OpenRouter",
        "xai": "xAI",
        "ollama": "Ollama",
        "lmstudio": "LM Studio",
        "llamacpp": "llama.cpp",
        "compatible": QCoreApplication.translate("Providers", "Other (OpenAI-compatible)"),
        "local": QCoreApplication.translate("Providers", "Model file"),
        "builtin": "Keepsake",
    }
    return names.get(provider, provider)


def above(menu: QMenu) -> QPoint:
    """Return by how much a menu stands over its button."""
    return QPoint(0, menu.sizeHint().height() + 4)
