"""One connection to one server: the only place of this package that sends requests.

A link knows the rules of the house: loopback is never reached through a proxy, certificates are
checked against the system's trust store, redirects are followed on the same host only, no key is
ever in an error.
"""

from __future__ import annotations

import asyncio
import json
import os
from contextlib import aclosing
from typing import TYPE_CHECKING

import httpx

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.log import remember_secret
from assistant_app.base.web import host_of, proxy_for, redirect_target, ssl_context
from assistant_app.llm.faults import Where, fault_of_status, fault_of_transport, message_of
from assistant_app.llm.timeouts import Timeouts

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Mapping

_MAX_REDIRECTS = 3
_ERROR_BODY_BYTES = 65_536
_ERROR_BODY_SECONDS = 5.0
_LOOKUP_BODY_BYTES = 32_000_000
_REDIRECTS = frozenset({301, 302, 303, 307, 308})


class Refusal(Exception):  # noqa: N818 - it is a step of the exchange, not yet the error
    """The server answered with a status that is no success, before any of the answer came.

    Attributes:
        status: The HTTP status.
        text: The server's words.
        retry_after: Its `Retry-After` header, or an empty string.
        error: What the user is told if nothing can be done about it.
    """

    def __init__(self, status: int, text: str, retry_after: str, error: UserError) -> None:
        super().__init__(status)
        self.status = status
        self.text = text
        self.retry_after = retry_after
        self.error = error


class Link:
    """Requests to one server. Belongs to the event loop in which it is first used.

    Args:
        base_url: Root address from `normalise_base_url`.
        provider: Name for errors.
        model: Name for errors; empty where no model is meant.
        key: Sent as bearer token; empty for none.
        timeouts: The time limits.
        environ: Where proxies are looked for; the process's environment when None.

    Raises:
        UserError: `key_invalid` when the key cannot stand in a header.
    """

    def __init__(
        self,
        base_url: str,
        *,
        provider: str,
        model: str = "",
        key: str = "",
        timeouts: Timeouts | None = None,
        environ: Mapping[str, str] | None = None,
    ) -> None:
        key = key.strip()
        if not key.isascii() or not all(" " < character < "\x7f" for character in key):
            raise UserError(ErrorCode.KEY_INVALID, provider=provider)
        remember_secret(key)
        self.base_url = base_url
        self.timeouts = timeouts or Timeouts()
        self.where = Where(provider, host_of(base_url), model, key)
        self._key = key
        self._environ = environ
        self._client: httpx.AsyncClient | None = None

    async def aclose(self) -> None:
        """Close all connections."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def lookup(self, url: str, payload: Mapping[str, object] | None = None) -> object:
        """Ask a short question and return the JSON value of the answer.

        Args:
            url: Where to ask.
            payload: Sent as JSON by POST; without it the question is a GET.

        Raises:
            UserError: The provider's code.
        """
        pieces: list[bytes] = []
        try:
            async with asyncio.timeout(self.timeouts.lookup):
                await self._collect(url, payload, pieces)
            return json.loads(b"".join(pieces))
        except Refusal as refusal:
            raise refusal.error from None
        except TimeoutError:
            raise self.where.error(ErrorCode.PROVIDER_TIMEOUT, phase="lookup") from None
        except httpx.HTTPError as error:
            raise fault_of_transport(self.where, error) from error
        except (ValueError, RecursionError):
            raise self.where.error(ErrorCode.BAD_RESPONSE, detail="no JSON") from None

    async def _collect(
        self, url: str, payload: Mapping[str, object] | None, pieces: list[bytes]
    ) -> None:
        size = 0
        async with aclosing(self.chunks(url, payload)) as source:
            async for piece in source:
                size += len(piece)
                if size > _LOOKUP_BODY_BYTES:
                    raise self.where.error(ErrorCode.BAD_RESPONSE, detail="endless answer")
                pieces.append(piece)

    async def chunks(
        self,
        url: str,
        payload: Mapping[str, object] | None,
        begin: Callable[[str], None] | None = None,
    ) -> AsyncGenerator[bytes, None]:
        """Send a request and give out the body as it comes.

        Args:
            url: Where to.
            payload: Sent as JSON by POST; without it the request is a GET.
            begin: Called with the content type when the head of a good answer is there.

        Raises:
            Refusal: The status is no success.
            httpx.HTTPError: The connection failed.
            UserError: A redirect leads elsewhere.
        """
        client = self._get_client()
        for _ in range(_MAX_REDIRECTS + 1):
            async with client.stream(
                "GET" if payload is None else "POST",
                url,
                content=None if payload is None else _encode(payload),
                headers=self._headers(),
            ) as response:
                if response.status_code in _REDIRECTS:
                    url = self._redirected(url, response)
                    continue
                if not response.is_success:
                    raise await self._refusal(response)
                if begin is not None:
                    begin(response.headers.get("content-type", "").lower())
                async for chunk in response.aiter_bytes():
                    yield chunk
                return
        raise self.where.error(ErrorCode.PROVIDER_ERROR, detail="endless redirects")

    def _get_client(self) -> httpx.AsyncClient:
        if self._client is None:
            environ = os.environ if self._environ is None else self._environ
            self._client = httpx.AsyncClient(
                verify=ssl_context(),
                # httpx's own reading of the environment raises on GNOME's ALL_PROXY=socks://
                # and sends requests to 127.0.0.1 through a proxy.
                trust_env=False,
                proxy=proxy_for(self.base_url, environ),
                follow_redirects=False,
                timeout=httpx.Timeout(
                    None, connect=self.timeouts.connect, write=self.timeouts.silence
                ),
                # Many servers close an idle connection after 5 s; a request must not meet that.
                limits=httpx.Limits(keepalive_expiry=4.0),
            )
        return self._client

    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "application/json", "User-Agent": "Keepsake"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        return headers

    def _redirected(self, url: str, response: httpx.Response) -> str:
        target = redirect_target(url, response.headers.get("location", ""))
        if target is None:
            raise self.where.error(
                ErrorCode.PROVIDER_ERROR, status=response.status_code, detail="redirect elsewhere"
            )
        return target

    async def _refusal(self, response: httpx.Response) -> Refusal:
        body = b""
        try:
            async with asyncio.timeout(_ERROR_BODY_SECONDS):
                async for piece in response.aiter_bytes():
                    body += piece
                    if len(body) > _ERROR_BODY_BYTES:
                        break
        except (TimeoutError, httpx.HTTPError):
            # The status alone says enough; what came of the words is still used.
            body = body[:_ERROR_BODY_BYTES]
        return Refusal(
            response.status_code,
            message_of(body),
            response.headers.get("retry-after", ""),
            fault_of_status(self.where, response.status_code, body),
        )


def _encode(payload: Mapping[str, object]) -> bytes:
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()
