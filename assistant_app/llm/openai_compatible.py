"""Chat with any server that speaks OpenAI's `/v1/chat/completions`."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.web import is_loopback, normalise_base_url, openai_url
from assistant_app.llm.exchange import answer
from assistant_app.llm.link import Link, Refusal
from assistant_app.llm.listing import openai_models
from assistant_app.llm.openai_wire import OpenAiReader, Option, build_payload, refused_option
from assistant_app.llm.port import Capabilities, ChatEvent, ChatMessage, ChatRequest
from assistant_app.llm.repair import repair_messages, with_short_ids

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Mapping

    from assistant_app.llm.timeouts import Timeouts

_WINDOW_SECONDS = 3.0
_SHORT_IDS = frozenset({"mistral"})


class OpenAICompatible:
    """A chat model behind an OpenAI-compatible server.

    Belongs to the event loop in which it is first used.

    Args:
        provider: Name before the colon of `model_id`.
        model: The server's name of the model.
        base_url: Root of the server in any spelling, with or without `/v1`.
        key: Sent as bearer token; empty for none.
        timeouts: The time limits.
        context_tokens: Size of the context window where it is known already.
        environ: Where proxies are looked for; the process's environment when None.

    Raises:
        UserError: `setting_invalid` for an address that is none, `key_invalid` for a key that
            cannot be sent.
    """

    def __init__(
        self,
        *,
        provider: str,
        model: str,
        base_url: str,
        key: str = "",
        timeouts: Timeouts | None = None,
        context_tokens: int | None = None,
        environ: Mapping[str, str] | None = None,
    ) -> None:
        root = normalise_base_url(base_url)
        self._provider = provider
        self._model = model
        self._link = Link(
            root, provider=provider, model=model, key=key, timeouts=timeouts, environ=environ
        )
        self._context_tokens = context_tokens
        self._asked = context_tokens is not None
        self._without: set[Option] = set()

    @property
    def model_id(self) -> str:
        """`provider:model`."""
        return f"{self._provider}:{self._model}"

    @property
    def is_local(self) -> bool:
        """Whether the server runs on this machine."""
        return is_loopback(self._link.base_url)

    async def capabilities(self) -> Capabilities:
        """What the model can do: all, until the server has refused it.

        The size of the context is looked up in the server's list of models once. A server that
        cannot be asked just now leaves it unknown.
        """
        if not self._asked:
            try:
                async with asyncio.timeout(_WINDOW_SECONDS):
                    entries = await openai_models(self._link, self._provider)
            except (UserError, TimeoutError):
                entries = ()  # a chat is possible without knowing; the answer will tell the fault
            else:
                self._asked = True
            named = [entry for entry in entries if entry.id == self._model]
            self._context_tokens = named[0].context if named else None
        return Capabilities(
            tools=Option.TOOLS not in self._without,
            json_schema=Option.JSON_SCHEMA not in self._without,
            context_tokens=self._context_tokens,
        )

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ChatEvent, None]:
        """Answer a request; see `ChatModel.stream`.

        Yields:
            The events of the answer.

        Raises:
            UserError: The provider's code.
        """
        messages = repair_messages(request.messages)
        if self._provider in _SHORT_IDS:
            messages = with_short_ids(messages)
        plan = _Plan(self._link, self._model, messages, request, self._without)
        async for event in answer(self._link, plan):
            yield event

    async def aclose(self) -> None:
        """Close connections."""
        await self._link.aclose()


class _Plan:
    """One request, and what is left out of it because the server does not know it."""

    def __init__(
        self,
        link: Link,
        model: str,
        messages: tuple[ChatMessage, ...],
        request: ChatRequest,
        without: set[Option],
    ) -> None:
        self._link = link
        self._model = model
        self._messages = messages
        self._request = request
        self._guessed = False
        self._without = without  # shared with the model: what was refused once is not sent again

    @property
    def url(self) -> str:
        return openai_url(self._link.base_url, "chat/completions")

    def payload(self) -> Mapping[str, object]:
        return build_payload(self._model, self._messages, self._request, self._without)

    def adapt(self, refusal: Refusal) -> bool:
        payload = self.payload()
        option = refused_option(refusal.status, refusal.text, payload, self._without)
        if option is None and not self._guessed:
            option = self._guess(refusal, payload)
            self._guessed = option is not None
        elif option is None:
            self._without.discard(Option.STREAM_USAGE)  # it was not that
        if option is None:
            return False
        self._without.add(option)
        return True

    def _guess(self, refusal: Refusal, payload: Mapping[str, object]) -> Option | None:
        """A request that is refused as such, without a reason: the youngest part may be it."""
        unexplained = (
            refusal.status in {400, 422} and refusal.error.code is ErrorCode.PROVIDER_ERROR
        )
        sent = Option.STREAM_USAGE.value in payload
        return Option.STREAM_USAGE if unexplained and sent else None

    def new_reader(self) -> OpenAiReader:
        return OpenAiReader(self._link.where)
