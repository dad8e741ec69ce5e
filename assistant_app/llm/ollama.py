"""Chat with an Ollama server through its own interface, `/api/chat`.

Its OpenAI-compatible interface has no way to set the context window, so it is not used.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.web import is_loopback, normalise_base_url
from assistant_app.llm.exchange import answer
from assistant_app.llm.link import Link, Refusal
from assistant_app.llm.listing import context_of_show
from assistant_app.llm.ollama_wire import (
    ANSWER_RESERVE,
    OllamaReader,
    build_payload,
    choose_window,
    tokens_of_request,
)
from assistant_app.llm.port import Capabilities, ChatEvent, ChatMessage, ChatRequest
from assistant_app.llm.repair import repair_messages

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping

    from assistant_app.llm.timeouts import Timeouts

DEFAULT_PORT = 11434
WINDOW_CAP = 32_768
"""The largest window that is asked for by itself; a larger one takes gigabytes of memory."""

# What goes wrong when the model is looked up and does not rule out that it answers; if it does,
# the request itself tells.
_TOLD_BY_CHAT = frozenset(
    {ErrorCode.MODEL_NOT_FOUND, ErrorCode.PROVIDER_ERROR, ErrorCode.BAD_RESPONSE}
)


@dataclass(slots=True)
class _Known:
    """What is known of the model by now."""

    asked: bool = False
    limit: int | None = None
    tools: bool = True
    schema: bool = True
    window: int = 0


class Ollama:
    """A chat model on an Ollama server.

    Belongs to the event loop in which it is first used.

    Args:
        model: Ollama's name of the model, for example `qwen3:4b`.
        base_url: Root of the server in any spelling.
        key: Sent as bearer token, for servers behind a gate; empty for none.
        timeouts: The time limits.
        window_cap: The largest context window that is asked for, in tokens.
        environ: Where proxies are looked for; the process's environment when None.

    Raises:
        UserError: `setting_invalid` for an address that is none.
    """

    def __init__(
        self,
        *,
        model: str,
        base_url: str = "127.0.0.1",
        key: str = "",
        timeouts: Timeouts | None = None,
        window_cap: int = WINDOW_CAP,
        environ: Mapping[str, str] | None = None,
    ) -> None:
        root = normalise_base_url(base_url, default_port=DEFAULT_PORT)
        self._model = model
        self._cap = window_cap
        self._link = Link(
            root, provider="ollama", model=model, key=key, timeouts=timeouts, environ=environ
        )
        self._known = _Known()

    @property
    def model_id(self) -> str:
        """`ollama:model`."""
        return f"ollama:{self._model}"

    @property
    def is_local(self) -> bool:
        """Whether the server runs on this machine and the model on the server."""
        # Ollama forwards models of this name to its own cloud.
        in_cloud = self._model.endswith(("-cloud", ":cloud"))
        return is_loopback(self._link.base_url) and not in_cloud

    async def capabilities(self) -> Capabilities:
        """What the model can do, as `/api/show` says; nothing is sure until it has answered."""
        try:
            await self._look()
        except UserError:
            return Capabilities(tools=self._known.tools, json_schema=self._known.schema)
        limit = self._known.limit
        return Capabilities(
            tools=self._known.tools,
            json_schema=self._known.schema,
            context_tokens=min(limit, self._cap) if limit else self._cap,
        )

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ChatEvent, None]:
        """Answer a request; see `ChatModel.stream`.

        Yields:
            The events of the answer.

        Raises:
            UserError: The provider's code.
        """
        try:
            await self._look()
        except UserError as error:
            if error.code not in _TOLD_BY_CHAT:
                raise
        messages = repair_messages(request.messages)
        self._known.window = choose_window(
            tokens_of_request(messages, request),
            answer=request.max_tokens or ANSWER_RESERVE,
            limit=self._known.limit,
            cap=self._cap,
            present=self._known.window,
        )
        plan = _Plan(self._link, self._model, messages, request, self._known, self._cap)
        async for event in answer(self._link, plan):
            yield event

    async def aclose(self) -> None:
        """Close connections."""
        await self._link.aclose()

    async def _look(self) -> None:
        if self._known.asked:
            return
        shown = await self._link.lookup(f"{self._link.base_url}/api/show", {"model": self._model})
        abilities = shown.get("capabilities") if isinstance(shown, dict) else None
        if isinstance(abilities, list) and abilities:
            self._known.tools = "tools" in abilities
        self._known.limit = context_of_show(shown)
        self._known.window = await self._running_window()
        self._known.asked = True

    async def _running_window(self) -> int:
        """The window that the model is loaded with; using it again spares loading it anew."""
        try:
            running = await self._link.lookup(f"{self._link.base_url}/api/ps")
        except UserError:
            return 0  # only a matter of speed
        listed = running.get("models") if isinstance(running, dict) else None
        for item in listed if isinstance(listed, list) else []:
            if isinstance(item, dict) and _same_model(item, self._model):
                window = item.get("context_length")
                return window if isinstance(window, int) else 0
        return 0


def _same_model(item: dict[str, Any], model: str) -> bool:
    return model in {item.get("name"), item.get("model")} or f"{model}:latest" == item.get("name")


class _Plan:
    """One request, and what is changed in it when the server refuses it."""

    def __init__(
        self,
        link: Link,
        model: str,
        messages: tuple[ChatMessage, ...],
        request: ChatRequest,
        known: _Known,
        cap: int,
    ) -> None:
        self._link = link
        self._model = model
        self._messages = messages
        self._request = request
        self._known = known
        self._cap = cap

    @property
    def url(self) -> str:
        return f"{self._link.base_url}/api/chat"

    def payload(self) -> Mapping[str, object]:
        return build_payload(
            self._model,
            self._messages,
            self._request,
            window=self._known.window,
            with_tools=self._known.tools,
            with_schema=self._known.schema,
        )

    def adapt(self, refusal: Refusal) -> bool:
        text = refusal.text.lower()
        if refusal.error.code is ErrorCode.CONTEXT_TOO_LONG:
            most = min(self._cap, self._known.limit or self._cap)
            larger = self._known.window < most
            self._known.window = most  # the estimate was too small for this script
            return larger
        if self._request.tools and self._known.tools and "support tools" in text:
            self._known.tools = False
            return True
        if self._request.response_schema and self._known.schema and "format" in text:
            self._known.schema = False
            return refusal.status == 400
        return False

    def new_reader(self) -> OllamaReader:
        return OllamaReader(self._link.where)
