"""What the composition root hands to the command line and to the window: one assembled program."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from assistant_app.base.paths import DataFolder
from assistant_app.conversation.types import TurnOptions
from assistant_app.memory.types import GLOBAL_SCOPE
from assistant_app.settings import declarations
from assistant_app.settings.types import MemoryMode

if TYPE_CHECKING:
    from assistant_app.base.notices import Notice
    from assistant_app.settings.file import SettingsFile
    from assistant_app.settings.secrets import SecretStore
    from assistant_app.settings.values import Settings
    from assistant_app.workers.core import Core, CoreHandle
    from assistant_app.workers.models import ModelChoice, ModelList


class UseSettings(Protocol):
    """Lets an opened core work by the settings as they are now."""

    def __call__(self, core: Core, *, embedding: bool) -> None:
        """Apply them; called on the memory worker."""


@dataclass(frozen=True, slots=True)
class Services:
    """The assembled program over one data folder.

    Attributes:
        folder: The data folder.
        core: The memory worker with the store, conversations and turns.
        settings: The settings file, loaded.
        secrets: Keys of providers.
        set_key: Keeps a provider's key and returns where: `keyring` or `session`.
        list_models: Asks the providers that are set up, and those on this computer.
        probe: Tries a provider with an address and key as typed: `(provider, base_url, key)`.
        use_settings: Lets the opened core work by changed settings, on the memory worker;
            `embedding=True` where the embedding model may be another one.
        close_models: Closes what chat models hold; on the loop that used them.
        notices: What the user should know about reading the settings.
    """

    folder: DataFolder
    core: CoreHandle
    settings: SettingsFile
    secrets: SecretStore
    set_key: Callable[[str, str], Coroutine[object, object, str]]
    list_models: Callable[[], Coroutine[object, object, ModelList]]
    probe: Callable[[str, str, str], Coroutine[object, object, tuple[ModelChoice, ...]]]
    use_settings: UseSettings
    close_models: Callable[[], Coroutine[object, object, None]]
    notices: tuple[Notice, ...] = ()


def turn_options(
    settings: Settings,
    *,
    scope: str = GLOBAL_SCOPE,
    temporary: bool = False,
    model: str | None = None,
    learn: bool = True,
) -> TurnOptions:
    """Make the options of a turn from the settings.

    Args:
        settings: The settings as they are now.
        scope: The current space.
        temporary: Whether the conversation is temporary.
        model: A model for this turn only.
        learn: False to learn nothing from this turn, whatever the setting says.
    """
    mode = settings.get(declarations.MEMORY_MODE)
    return TurnOptions(
        model=model or settings.get(declarations.CHAT_MODEL),
        scope=scope,
        temporary=temporary,
        learn=learn,
        automatic=mode is not MemoryMode.OFF,
        ask_first=mode is MemoryMode.ASK,
        recall=settings.get(declarations.MEMORY_RECALL),
        recall_deadline=settings.get(declarations.RECALL_DEADLINE),
        tools=settings.get(declarations.MEMORY_TOOLS),
        tool_rounds=settings.get(declarations.MEMORY_TOOL_ROUNDS),
        answer_tokens=settings.get(declarations.ANSWER_TOKENS) or None,
    )
