"""What providers there are: names, default addresses, keys, variables of the environment.

Everything here is plain data, so that settings and screens can use it; asking servers is in
`listing`, which is loaded when it is needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from assistant_app.base.errors import ErrorCode, UserError

if TYPE_CHECKING:
    from collections.abc import Mapping


class Api(StrEnum):
    """The language that a provider speaks."""

    OPENAI = "openai"
    OLLAMA = "ollama"
    ANTHROPIC = "anthropic"
    FILE = "file"
    """No server: a model file on this machine."""
    BUILTIN = "builtin"
    """Part of the program; made elsewhere."""


@dataclass(frozen=True, slots=True)
class Provider:
    """One provider.

    Attributes:
        name: What stands before the colon of a model's name.
        api: How it is spoken to.
        base_url: Default address; empty where the user must give one.
        needs_key: Whether nothing works without a key.
        base_url_variable: Variable of the environment that is honoured when nothing is set.
        key_variable: The same for the key.
        default_port: For addresses without a port.
    """

    name: str
    api: Api
    base_url: str = ""
    needs_key: bool = False
    base_url_variable: str = ""
    key_variable: str = ""
    default_port: int | None = None


@dataclass(frozen=True, slots=True)
class ModelName:
    """`provider:model`, taken apart."""

    provider: str
    model: str

    def __str__(self) -> str:
        return f"{self.provider}:{self.model}"


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """One model that a server offers.

    Attributes:
        provider: Who offers it.
        id: The server's name of it.
        context: Size of its context window in tokens, where the server says so.
        embedding: Whether it makes vectors instead of answers.
    """

    provider: str
    id: str
    context: int | None = None
    embedding: bool = False


@dataclass(frozen=True, slots=True)
class FoundServer:
    """A server that was found on this machine."""

    provider: str
    base_url: str
    models: tuple[ModelEntry, ...]


def _cloud(
    name: str, base_url: str, *, base_url_variable: str = "", key_variable: str = ""
) -> Provider:
    return Provider(
        name,
        Api.OPENAI,
        base_url,
        needs_key=True,
        base_url_variable=base_url_variable,
        key_variable=key_variable,
    )


PROVIDERS: Mapping[str, Provider] = {
    provider.name: provider
    for provider in (
        _cloud(
            "openai",
            "https://api.openai.com",
            base_url_variable="OPENAI_BASE_URL",
            key_variable="OPENAI_API_KEY",
        ),
        Provider(
            "anthropic",
            Api.ANTHROPIC,
            "https://api.anthropic.com",
            needs_key=True,
            key_variable="ANTHROPIC_API_KEY",
        ),
        _cloud("gemini", "https://generativelanguage.googleapis.com/v1beta/openai"),
        _cloud("deepseek", "https://api.deepseek.com"),
        _cloud("dashscope", "https://dashscope.aliyuncs.com/compatible-mode"),
        _cloud("moonshot", "https://api.moonshot.cn"),
        _cloud("mistral", "https://api.mistral.ai"),
        _cloud("groq", "https://api.groq.com/openai"),
        _cloud("openrouter", "https://openrouter.ai/api"),
        _cloud("xai", "https://api.x.ai"),
        Provider(
            "ollama",
            Api.OLLAMA,
            "http://127.0.0.1:11434",
            base_url_variable="OLLAMA_HOST",
            default_port=11434,
        ),
        Provider("lmstudio", Api.OPENAI, "http://127.0.0.1:1234", default_port=1234),
        Provider("llamacpp", Api.OPENAI, "http://127.0.0.1:8080", default_port=8080),
        Provider("compatible", Api.OPENAI),
        Provider("local", Api.FILE),
        Provider("builtin", Api.BUILTIN),
    )
}

DISCOVERY: Mapping[str, str] = {
    name: PROVIDERS[name].base_url for name in ("ollama", "lmstudio", "llamacpp")
}
"""The only addresses that are looked at without being set up; all on this machine."""


def parse_model_name(text: str) -> ModelName:
    """Take `provider:model` apart at the first colon (`ollama:qwen3:4b` has two).

    Raises:
        UserError: `setting_invalid` when a part is missing, `provider_not_set_up` when there is no
            such provider.
    """
    provider, colon, model = text.strip().partition(":")
    provider, model = provider.strip().lower(), model.strip()
    if not colon or not provider or not model:
        raise UserError(ErrorCode.SETTING_INVALID, key="chat.model", allowed="provider:model")
    if provider not in PROVIDERS:
        raise UserError(ErrorCode.PROVIDER_NOT_SET_UP, provider=provider, missing="provider")
    return ModelName(provider, model)


def resolve_base_url(provider: Provider, base_url: str, environ: Mapping[str, str]) -> str:
    """Return the address to use: the given one, the environment's, the provider's own.

    Returns:
        The normalised root.

    Raises:
        UserError: `provider_not_set_up` when there is none, `setting_invalid` when it is no
            address.
    """
    from assistant_app.base.web import normalise_base_url

    chosen = base_url.strip() or environ.get(provider.base_url_variable, "").strip()
    chosen = chosen or provider.base_url
    if not chosen:
        raise UserError(ErrorCode.PROVIDER_NOT_SET_UP, provider=provider.name, missing="base_url")
    return normalise_base_url(chosen, default_port=provider.default_port)


def resolve_key(provider: Provider, key: str, environ: Mapping[str, str]) -> str:
    """Return the key to use: the given one, or the environment's; empty for none."""
    return key.strip() or environ.get(provider.key_variable, "").strip()
