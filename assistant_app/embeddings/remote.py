"""What all embedding servers have in common; a kind of server adds one request and its answer."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Protocol

import numpy as np

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.web import is_loopback
from assistant_app.embeddings import prompts
from assistant_app.embeddings.checking import VectorGuard
from assistant_app.embeddings.failures import failure, refuses_batch_size
from assistant_app.embeddings.port import Purpose
from assistant_app.embeddings.prepare import prepared

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from assistant_app.embeddings.http import JsonClient
    from assistant_app.embeddings.port import FloatArray


class Protocolled(Protocol):
    """One kind of server: how it is asked and how it answers."""

    def request(self, model: str, texts: Sequence[str]) -> tuple[str, Mapping[str, object]]:
        """Return the address and the body of a request."""

    def rows(self, data: Mapping[str, object]) -> Sequence[object] | None:
        """Return the vectors of an answer in the order of the texts.

        None when the answer holds no vectors at all; a `ValueError` when they make no sense.
        """


class RemoteEmbedder:
    """An embedding model on a server.

    Safe to use from several threads.

    Args:
        provider: First half of the model's id.
        model: The model's name at the server.
        protocol: The kind of server.
        client: Sends the requests; closed with the embedder.
        batch_size: The most texts in one request; halved when the server asks for fewer.
        dimension: Length of a vector, if it is known from an earlier run.
        same_everywhere: Whether the name means the same model on every server. If not, the
            address is part of the vector space.
    """

    def __init__(
        self,
        provider: str,
        model: str,
        protocol: Protocolled,
        client: JsonClient,
        *,
        batch_size: int,
        dimension: int | None = None,
        same_everywhere: bool = True,
    ) -> None:
        self._provider, self._model = provider, model
        self._protocol, self._client = protocol, client
        self._batch_size = max(1, batch_size)
        self._guard = VectorGuard(self.model_id, dimension)
        self._prompts = prompts.prompts_for(model)
        self._space = _space(provider, model, "" if same_everywhere else client.base_url)

    @property
    def model_id(self) -> str:
        """See `Embedder.model_id`."""
        return f"{self._provider}:{self._model}"

    @property
    def space(self) -> str:
        """See `Embedder.space`."""
        return self._space

    @property
    def dimension(self) -> int | None:
        """See `Embedder.dimension`."""
        return self._guard.dimension

    @property
    def is_local(self) -> bool:
        """Whether the server runs on this machine."""
        return is_loopback(self._client.base_url)

    @property
    def is_remote_call(self) -> bool:
        """Always true, on loopback too."""
        return True

    def embed_documents(
        self,
        texts: Sequence[str],
        *,
        purpose: Purpose = Purpose.FACT,  # noqa: ARG002 - the models know no difference
    ) -> FloatArray:
        """See `Embedder.embed_documents`.

        While the dimension is unknown, rows of nothing but blank texts have no length.
        """
        return self._embed(texts, self._prompts.document)

    def embed_query(self, text: str) -> FloatArray:
        """See `Embedder.embed_query`."""
        vector: FloatArray = self._embed([text], self._prompts.query)[0]
        return vector

    def batches(self, texts: Sequence[str]) -> Iterator[slice]:
        """One request each (see `batching.Sliced`)."""
        for begin in range(0, len(texts), self._batch_size):
            yield slice(begin, min(begin + self._batch_size, len(texts)))

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def _embed(self, texts: Sequence[str], prompt: str) -> FloatArray:
        lines = [prepared(text) for text in texts]
        wanted = [row for row, line in enumerate(lines) if line]
        parts: list[FloatArray] = []
        done = 0
        while done < len(wanted):
            chosen = wanted[done : done + self._batch_size]
            part = self._ask([prompt + lines[row] for row in chosen])
            if part is not None:
                parts.append(part)
                done += len(chosen)
        vectors = np.zeros((len(texts), self.dimension or 0), np.float32)
        if parts:
            vectors[wanted] = np.concatenate(parts)
        return vectors

    def _ask(self, texts: list[str]) -> FloatArray | None:
        """Send one request; None when it has to be repeated with fewer texts."""
        url, body = self._protocol.request(self._model, texts)
        reply = self._client.post(url, body)
        if not reply.ok or (isinstance(reply.data, dict) and reply.data.get("error")):
            if len(texts) > 1 and refuses_batch_size(reply):
                self._batch_size = max(1, len(texts) // 2)
                return None
            raise failure(reply, provider=self._provider, model=self._model, host=self._client.host)
        if not isinstance(reply.data, dict):
            raise self._error(ErrorCode.BAD_RESPONSE, detail=reply.message or "not an object")
        try:
            rows = self._protocol.rows(reply.data)
        except ValueError as error:
            raise self._error(ErrorCode.BAD_RESPONSE, detail=str(error)) from error
        if not rows:
            raise self._error(ErrorCode.NOT_AN_EMBEDDING_MODEL)
        return self._guard.accept(rows, len(texts))

    def _error(self, code: ErrorCode, **params: object) -> UserError:
        where = {"provider": self._provider, "model": self._model, "host": self._client.host}
        return UserError(code, **where, **params)


def _space(provider: str, model: str, address: str) -> str:
    """Name a vector space: readable, safe as a folder on every system, and distinct."""
    identity = "\n".join((provider, model, address, str(prompts.VERSION)))
    digest = hashlib.sha256(identity.encode("utf-8", "replace")).hexdigest()[:8]
    readable = re.sub(r"[^a-z0-9]+", "-", f"{provider}-{model}".lower()).strip("-")[:48]
    return f"{readable}-{digest}"
