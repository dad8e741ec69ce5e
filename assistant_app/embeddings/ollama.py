"""Embeddings of an Ollama server (`POST /api/embed`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant_app.base.web import normalise_base_url
from assistant_app.embeddings.http import CONNECT_SECONDS, TOTAL_SECONDS, JsonClient
from assistant_app.embeddings.remote import RemoteEmbedder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PROVIDER = "ollama"
DEFAULT_PORT = 11434
_BATCH_SIZE = 32


class _OllamaProtocol:
    def __init__(self, base_url: str) -> None:
        self._url = f"{base_url}/api/embed"

    def request(self, model: str, texts: Sequence[str]) -> tuple[str, Mapping[str, object]]:
        # A text longer than the model's context is cut by the server instead of refused.
        return self._url, {"model": model, "input": list(texts), "truncate": True}

    def rows(self, data: Mapping[str, object]) -> Sequence[object] | None:
        rows = data.get("embeddings")
        return rows if isinstance(rows, list) else None


def ollama_embedder(
    model: str,
    *,
    base_url: str = "127.0.0.1",
    key: str | None = None,
    connect_seconds: float = CONNECT_SECONDS,
    total_seconds: float = TOTAL_SECONDS,
    dimension: int | None = None,
    environ: Mapping[str, str] | None = None,
) -> RemoteEmbedder:
    """Make an embedder that asks Ollama.

    Args:
        model: Name of the model, for example `nomic-embed-text`.
        base_url: Address in any spelling, also as in `OLLAMA_HOST`.
        key: For a server behind a gate that asks for one.
        connect_seconds: Until a connection stands.
        total_seconds: Until the whole answer is there.
        dimension: Length of a vector, if it is known from an earlier run.
        environ: Environment variables for the proxy; None asks the system.

    Returns:
        The embedder; nothing is sent yet.

    Raises:
        UserError: `setting_invalid` when the address is none.
    """
    root = normalise_base_url(base_url, default_port=DEFAULT_PORT)
    client = JsonClient(
        root,
        key=key,
        connect_seconds=connect_seconds,
        total_seconds=total_seconds,
        environ=environ,
    )
    return RemoteEmbedder(
        PROVIDER,
        model,
        _OllamaProtocol(root),
        client,
        batch_size=_BATCH_SIZE,
        dimension=dimension,
    )
