"""What the window can do with settings, keys and models.

The settings file is written on the memory worker (which writes every file), the keyring is asked
on a thread of its own with a time limit, models are listed on the network thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from assistant_app.base.daemon import in_daemon
from assistant_app.base.lanes import Lane
from assistant_app.base.web import is_loopback
from assistant_app.settings import declarations
from assistant_app.settings.types import BUILTIN_PROVIDER
from assistant_app.workers.delivery import Delivery, Done, Failed
from assistant_app.workers.models import ON_THIS_COMPUTER, ModelChoice, ModelList

if TYPE_CHECKING:
    from assistant_app.services import Services
    from assistant_app.settings.types import Setting
    from assistant_app.settings.values import Settings
    from assistant_app.workers.core import Core
    from assistant_app.workers.threads import NetworkThread

T = TypeVar("T")
_MEMORY_SETTINGS = ("memory.", "embedding.", "providers.", "timeouts.")


class PreferenceOperations(QObject):
    """Operations on settings, keys and models.

    Signals:
        changed(Settings): The settings as they are now.
        models_changed(tuple[ModelChoice, ...]): Models that can be chosen.
    """

    changed = Signal(object)
    models_changed = Signal(object)

    def __init__(
        self,
        services: Services,
        network: NetworkThread,
        delivery: Delivery,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings = services.settings.current
        self._services = services
        self._network = network
        self._delivery = delivery
        self._models: tuple[ModelChoice, ...] = ()

    @property
    def settings(self) -> Settings:
        """The settings as they are now."""
        return self._settings

    @property
    def models(self) -> tuple[ModelChoice, ...]:
        """The models found so far, and the chosen one whether or not it was found."""
        return _with_chosen(self._models, self._settings)

    def refresh(self) -> None:
        """Take over what something else has set."""
        current = self._services.settings.current
        if current != self._settings:
            self._settings = current
            self.changed.emit(current)
            self.models_changed.emit(self.models)

    def set(self, setting: Setting[T], value: T, *, failed: Failed | None = None) -> None:
        """Change one setting and save it; `changed` follows."""
        self._settings = self._settings.having(setting, value)
        self.changed.emit(self._settings)
        self.models_changed.emit(self.models)
        self._delivery.deliver(
            self._services.core.submit(lambda core: self._apply(core, setting, value), Lane.SAVE),
            self,
            None,
            failed,
        )

    def _apply(self, core: Core, setting: Setting[T], value: T) -> None:
        self._services.settings.set(setting, value)
        if setting.key.startswith(_MEMORY_SETTINGS):
            self._services.use_settings(core, embedding=not setting.key.startswith("memory."))

    def set_key(
        self, provider: str, key: str, owner: QObject, done: Done[str], failed: Failed | None = None
    ) -> None:
        """Keep a provider's key; `done` hears where it is kept (`keyring` or `session`)."""
        self._delivery.deliver(
            self._network.submit(lambda: self._services.set_key(provider, key)),
            owner,
            done,
            failed,
        )

    def has_key(self, provider: str, owner: QObject, done: Done[bool]) -> None:
        """Ask whether a provider has a key."""

        async def ask() -> bool:
            return await in_daemon(lambda: self._services.secrets.get(provider) is not None)

        self._delivery.deliver(self._network.submit(ask), owner, done)

    def find_models(self) -> None:
        """Look for models: on this computer and at the providers that are set up."""

        def found(result: ModelList) -> None:
            self._models = result.models
            self.models_changed.emit(self.models)

        self._delivery.deliver(self._network.submit(self._services.list_models), self, found)

    def probe(
        self,
        provider: str,
        base_url: str,
        key: str,
        owner: QObject,
        done: Done[tuple[ModelChoice, ...]],
        failed: Failed | None = None,
    ) -> None:
        """Try a provider as typed, without saving anything."""
        self._delivery.deliver(
            self._network.submit(lambda: self._services.probe(provider, base_url, key)),
            owner,
            done,
            failed,
        )


def _with_chosen(models: tuple[ModelChoice, ...], settings: Settings) -> tuple[ModelChoice, ...]:
    """Add the chosen model where it was not found: its server may be down, or not be asked."""
    name = settings.get(declarations.CHAT_MODEL)
    provider, _, label = name.partition(":")
    if provider == BUILTIN_PROVIDER or any(model.name == name for model in models):
        return models
    family = declarations.PROVIDER_BASE_URL
    address = settings.get(family.of(provider)) if provider in family.members else None
    local = is_loopback(address) if address else provider in ON_THIS_COMPUTER
    return (*models, ModelChoice(name, provider, label, is_local=local))
