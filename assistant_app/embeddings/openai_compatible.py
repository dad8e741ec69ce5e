"""Embeddings of OpenAI and of every server that speaks like it (`POST /v1/embeddings`)."""

from __future__ import annotations

import base64
import struct
from typing import TYPE_CHECKING

from assistant_app.base.web import normalise_base_url, openai_url
from assistant_app.embeddings.http import CONNECT_SECONDS, TOTAL_SECONDS, JsonClient
from assistant_app.embeddings.remote import RemoteEmbedder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

BATCH_SIZE = 64


class _OpenAIProtocol:
    def __init__(self, base_url: str) -> None:
        self._url = openai_url(base_url, "embeddings")

    def request(self, model: str, texts: Sequence[str]) -> tuple[str, Mapping[str, object]]:
        return self._url, {"model": model, "input": list(texts), "encoding_format": "float"}

    def rows(self, data: Mapping[str, object]) -> Sequence[object] | None:
        items = data.get("data")
        if not isinstance(items, list) or not items:
            return None
        rows: dict[int, object] = {}
        for position, item in enumerate(items):
            if not isinstance(item, dict) or item.get("embedding") is None:
                return None
            index = item.get("index", position)
            if not isinstance(index, int) or index in rows or not 0 <= index < len(items):
                raise ValueError("vectors are not numbered 0, 1, 2 ...")
            rows[index] = _numbers(item["embedding"])
        return [rows[index] for index in range(len(items))]


def _numbers(embedding: object) -> object:
    """Decode the packed form, which some servers send whatever they are asked for."""
    if not isinstance(embedding, str):
        return embedding
    packed = base64.b64decode(embedding, validate=True)  # binascii.Error is a ValueError
    if len(packed) % 4:
        raise ValueError("a packed vector is cut off")
    return struct.unpack(f"<{len(packed) // 4}f", packed)


def openai_compatible_embedder(
    model: str,
    *,
    base_url: str,
    provider: str = "compatible",
    key: str | None = None,
    batch_size: int = BATCH_SIZE,
    connect_seconds: float = CONNECT_SECONDS,
    total_seconds: float = TOTAL_SECONDS,
    dimension: int | None = None,
    default_port: int | None = None,
    environ: Mapping[str, str] | None = None,
) -> RemoteEmbedder:
    """Make an embedder that asks an OpenAI-compatible server.

    Args:
        model: Name of the model, for example `text-embedding-3-small`.
        base_url: Address in any spelling, with or without `/v1`.
        provider: First half of the model's id.
        key: Optional; local servers need none.
        batch_size: The most texts in one request (DashScope takes 10).
        connect_seconds: Until a connection stands.
        total_seconds: Until the whole answer is there.
        dimension: Length of a vector, if it is known from an earlier run.
        default_port: Port of a local server whose address names none.
        environ: Environment variables for the proxy; None asks the system.

    Returns:
        The embedder; nothing is sent yet.

    Raises:
        UserError: `setting_invalid` when the address is none.
    """
    root = normalise_base_url(base_url, default_port=default_port)
    client = JsonClient(
        root,
        key=key,
        connect_seconds=connect_seconds,
        total_seconds=total_seconds,
        environ=environ,
    )
    return RemoteEmbedder(
        provider,
        model,
        _OpenAIProtocol(root),
        client,
        batch_size=batch_size,
        dimension=dimension,
        # Any two servers may call different models by one name, well-known providers do not.
        same_everywhere=provider != "compatible",
    )
