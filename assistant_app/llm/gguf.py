"""Chat with a model file on this machine: llama.cpp inside the process, behind its own server.

The runner is the optional extra `local` (xllamacpp). It serves llama.cpp's HTTP interface on a
loopback port, so that everything above is the OpenAI-compatible client. A random key keeps other
users of the machine out of the port.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.text import clean_text, one_line
from assistant_app.llm.openai_compatible import OpenAICompatible
from assistant_app.llm.port import Capabilities, ChatEvent, ChatRequest, Waiting, WaitReason
from assistant_app.llm.timeouts import Timeouts

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

_PROVIDER = "local"
_MAGIC = b"GGUF"
DEFAULT_CONTEXT = 8192


@dataclass(frozen=True, slots=True)
class RunnerSettings:
    """How a model file is run.

    Attributes:
        path: The file.
        context_tokens: Size of the context window.
        threads: Threads of computation.
        key: What requests must carry.
    """

    path: Path
    context_tokens: int
    threads: int
    key: str


class Runner(Protocol):
    """A running server."""

    @property
    def address(self) -> str:
        """Its base URL."""

    def stop(self) -> None:
        """End it; blocks until it has ended."""


def usable_threads(wanted: int | None, cores: int | None) -> int:
    """Choose the threads of computation: one by default, all cores but one at most.

    More threads than free cores make llama.cpp many times slower, not faster: they spin.
    """
    most = max(1, (cores or 1) - 1)
    return min(max(1, wanted or 1), most)


class GgufModel:
    """A chat model in a GGUF file.

    The file is loaded by the first request, on a thread. Belongs to one event loop.

    Args:
        path: The file; `~` is the user's home.
        timeouts: The time limits; loading is not limited by them.
        context_tokens: Size of the context window.
        threads: Threads of computation; see `usable_threads`.
        start: Starts a server for a file; replaced in tests.
    """

    def __init__(
        self,
        *,
        path: str | Path,
        timeouts: Timeouts | None = None,
        context_tokens: int = DEFAULT_CONTEXT,
        threads: int | None = None,
        start: Callable[[RunnerSettings], Runner] | None = None,
    ) -> None:
        self._name = str(path)
        self._timeouts = timeouts or Timeouts()
        self._settings = RunnerSettings(
            Path(path).expanduser(),
            context_tokens,
            usable_threads(threads, os.cpu_count()),
            secrets.token_urlsafe(24),
        )
        self._start = start or start_xllamacpp
        self._starting: asyncio.Task[Runner] | None = None
        self._client: OpenAICompatible | None = None

    @property
    def model_id(self) -> str:
        """`local:` and the file."""
        return f"{_PROVIDER}:{self._name}"

    @property
    def is_local(self) -> bool:
        """Always true."""
        return True

    async def capabilities(self) -> Capabilities:
        """What the model can do, without loading it."""
        if self._client is not None:
            return await self._client.capabilities()
        return Capabilities(
            tools=True, json_schema=True, context_tokens=self._settings.context_tokens
        )

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ChatEvent, None]:
        """Answer a request; see `ChatModel.stream`.

        Yields:
            The events of the answer; `Waiting(LOADING)` while the file is read for long.

        Raises:
            UserError: `model_not_found` for a file that is missing or no GGUF file,
                `provider_not_set_up` when the extra is not installed, or a provider's code.
        """
        starting = self._ensure_started()
        done, _ = await asyncio.wait({starting}, timeout=self._timeouts.loading_notice)
        if not done:
            yield Waiting(WaitReason.LOADING)
            await asyncio.wait({starting})
        async with aclosing(self._client_of(starting).stream(request)) as events:
            async for event in events:
                yield event

    async def aclose(self) -> None:
        """Close connections and end the server."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()
        starting, self._starting = self._starting, None
        if starting is None:
            return
        await asyncio.wait({starting})
        if starting.exception() is None:
            await asyncio.to_thread(starting.result().stop)

    def _ensure_started(self) -> asyncio.Task[Runner]:
        """The task that starts the server; Stop does not end it, the next request can use it."""
        failed = (
            self._starting is not None
            and self._starting.done()
            and self._starting.exception() is not None
        )
        if self._starting is None or failed:
            self._starting = asyncio.create_task(asyncio.to_thread(self._checked_start))
        return self._starting

    def _checked_start(self) -> Runner:
        _check_file(self._settings.path)
        return self._start(self._settings)

    def _client_of(self, starting: asyncio.Task[Runner]) -> OpenAICompatible:
        runner = starting.result()
        if self._client is None:
            self._client = OpenAICompatible(
                provider=_PROVIDER,
                model=self._name,
                base_url=runner.address,
                key=self._settings.key,
                timeouts=self._timeouts,
                context_tokens=self._settings.context_tokens,
            )
        return self._client


def _check_file(path: Path) -> None:
    try:
        with path.open("rb") as file:
            magic = file.read(len(_MAGIC))
    except OSError as error:
        raise _not_found(path, error.strerror or "unreadable") from error
    if magic != _MAGIC:
        raise _not_found(path, "not a GGUF file")


def _not_found(path: Path, detail: str) -> UserError:
    return UserError(ErrorCode.MODEL_NOT_FOUND, provider=_PROVIDER, model=path, detail=detail)


class _Xllamacpp:
    """llama.cpp's server inside this process; it lives as long as its object."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self._address = str(server.listening_address)

    @property
    def address(self) -> str:
        return self._address

    def stop(self) -> None:
        self._server = None


def start_xllamacpp(settings: RunnerSettings) -> Runner:
    """Start llama.cpp's server on a free loopback port; blocks while the model is loaded.

    Raises:
        UserError: `provider_not_set_up` when the extra is not installed, `provider_error` when
            the model cannot be loaded.
    """
    try:
        import xllamacpp
    except ImportError as error:
        raise UserError(
            ErrorCode.PROVIDER_NOT_SET_UP, provider=_PROVIDER, missing="extra"
        ) from error
    params = xllamacpp.CommonParams()
    params.model.path = str(settings.path)
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.api_keys = [settings.key]
    params.n_ctx = settings.context_tokens
    params.n_parallel = 1
    params.n_gpu_layers = 0
    params.cpuparams.n_threads = settings.threads
    params.cpuparams_batch.n_threads = settings.threads
    params.cpuparams.poll = 0  # a waiting thread sleeps instead of spinning
    params.warmup = False
    params.use_jinja = True
    params.offline = True
    params.verbosity = 0
    try:
        return _Xllamacpp(xllamacpp.Server(params))
    except (RuntimeError, ValueError, OSError) as error:
        detail = one_line(clean_text(str(error)))[:200]
        raise UserError(
            ErrorCode.PROVIDER_ERROR, provider=_PROVIDER, model=settings.path, detail=detail
        ) from error
