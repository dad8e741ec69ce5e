"""The values that tell the window and the command line which models can be chosen."""

from __future__ import annotations

from dataclasses import dataclass

ON_THIS_COMPUTER = frozenset({"builtin", "ollama", "lmstudio", "llamacpp", "local"})
"""Providers that run here where the user has given them no other address."""


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model that can be chosen.

    Attributes:
        name: `provider:model`.
        provider: Provider name, as in the settings.
        label: What to show of the model.
        is_local: Whether what is sent stays on this machine.
        embedding: Whether it is an embedding model.
        context: Its context window in tokens, where known.
    """

    name: str
    provider: str
    label: str
    is_local: bool
    embedding: bool = False
    context: int | None = None


@dataclass(frozen=True, slots=True)
class ModelList:
    """Models that can be chosen, and why some providers could not be asked (code by provider)."""

    models: tuple[ModelChoice, ...]
    errors: dict[str, str]
