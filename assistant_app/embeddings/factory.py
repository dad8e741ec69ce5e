"""Makes the embedder that a setting names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

from assistant_app.base.errors import ErrorCode, UserError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from assistant_app.embeddings.port import Embedder

BUILTIN = "builtin:e5-small"


@dataclass(frozen=True, slots=True)
class _Known:
    """Where a provider is, and the most texts that it takes in one request."""

    base_url: str = ""
    batch_size: int = 64
    default_port: int | None = None


# Providers that have an embeddings endpoint; the others have no embedding models to choose.
_KNOWN = {
    "openai": _Known("https://api.openai.com"),
    "gemini": _Known("https://generativelanguage.googleapis.com/v1beta/openai"),
    "dashscope": _Known("https://dashscope.aliyuncs.com/compatible-mode", batch_size=10),
    "mistral": _Known("https://api.mistral.ai"),
    "openrouter": _Known("https://openrouter.ai/api"),
    "lmstudio": _Known("http://127.0.0.1:1234", default_port=1234),
    "llamacpp": _Known("http://127.0.0.1:8080", default_port=8080),
    "compatible": _Known(batch_size=32),
}


def make_embedder(
    name: str,
    *,
    base_url: str | None = None,
    key: str | None = None,
    connect_seconds: float = 10.0,
    total_seconds: float = 20.0,
    dimension: int | None = None,
    cache_size: int = 10_000,
    environ: Mapping[str, str] | None = None,
) -> Embedder:
    """Make an embedder; nothing is loaded or sent before the first text.

    Args:
        name: `provider:model`, as in the setting `embedding.model`.
        base_url: The user's address of the provider; None takes the well-known one.
        key: The user's key, if any.
        connect_seconds: Until a connection stands.
        total_seconds: Until the whole answer is there.
        dimension: Length of a vector, if it is known from an earlier run.
        cache_size: Number of vectors that are remembered; 0 for none.
        environ: Environment variables for the proxy; None asks the system.

    Returns:
        The embedder, with a cache in front.

    Raises:
        UserError: `setting_invalid` for a name or an address that is none,
            `provider_not_set_up` for a provider without an address.
    """
    provider, _, model = name.strip().partition(":")
    if not provider or not model:
        raise UserError(ErrorCode.SETTING_INVALID, key="embedding.model", allowed="provider:model")
    if provider == "builtin":
        made = _builtin(name.strip())
    else:
        options = _Options(
            key=key,
            connect_seconds=connect_seconds,
            total_seconds=total_seconds,
            dimension=dimension,
            environ=environ,
        )
        made = _server(provider, model, base_url, options)
    if cache_size <= 0:
        return made
    from assistant_app.embeddings.cache import CachedEmbedder

    return CachedEmbedder(made, capacity=cache_size)


class _Options(TypedDict):
    key: str | None
    connect_seconds: float
    total_seconds: float
    dimension: int | None
    environ: Mapping[str, str] | None


def _server(provider: str, model: str, base_url: str | None, options: _Options) -> Embedder:
    if provider == "ollama":
        from assistant_app.embeddings.ollama import ollama_embedder

        return ollama_embedder(model, base_url=base_url or "127.0.0.1", **options)
    from assistant_app.embeddings.openai_compatible import openai_compatible_embedder

    known = _KNOWN.get(provider, _Known())
    address = base_url or known.base_url
    if not address:
        raise UserError(ErrorCode.PROVIDER_NOT_SET_UP, provider=provider)
    return openai_compatible_embedder(
        model,
        base_url=address,
        provider=provider,
        batch_size=known.batch_size,
        default_port=known.default_port,
        **options,
    )


def _builtin(name: str) -> Embedder:
    if name != BUILTIN:
        raise UserError(ErrorCode.SETTING_INVALID, key="embedding.model", allowed="provider:model")
    from assistant_app.embeddings.e5.embedder import E5Embedder

    return E5Embedder()
