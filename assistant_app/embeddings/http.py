"""Sends a JSON request to an embedding server and tells every way in which that can fail.

Synchronous, because embedders are called from threads that may wait. What the server says with a
status code comes back as a `Reply`; what keeps it from saying anything is raised.
"""

from __future__ import annotations

import json
import ssl
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import httpx

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.web import host_of, proxy_for, redirect_target, ssl_context

if TYPE_CHECKING:
    from collections.abc import Mapping

CONNECT_SECONDS = 10.0
TOTAL_SECONDS = 20.0
_MAX_REPLY_BYTES = 64 << 20
_MAX_REDIRECTS = 3
_HTTP_REDIRECTS = frozenset({301, 302, 307, 308})


@dataclass(frozen=True, slots=True)
class Reply:
    """What a server said.

    Attributes:
        status: HTTP status.
        data: The parsed body; None when it is not JSON.
        message: The error message that the body carries, or the start of a body without one.
        retry_after: The header of that name; empty when missing.
    """

    status: int
    data: object
    message: str
    retry_after: str = ""

    @property
    def ok(self) -> bool:
        """Whether the status is one of success."""
        return 200 <= self.status < 300


class JsonClient:
    """Posts JSON to one server. Safe to use from several threads.

    Loopback never goes through a proxy; redirects are followed on the same host only.

    Args:
        base_url: Root of the server, from `normalise_base_url`.
        key: Sent as a bearer token, if any.
        connect_seconds: Until a connection stands.
        total_seconds: Until the whole answer is there.
        environ: Environment variables for the proxy; None asks the system.
    """

    def __init__(
        self,
        base_url: str,
        *,
        key: str | None = None,
        connect_seconds: float = CONNECT_SECONDS,
        total_seconds: float = TOTAL_SECONDS,
        environ: Mapping[str, str] | None = None,
    ) -> None:
        self.base_url = base_url
        self.host = host_of(base_url)
        self._key = (key or "").strip()
        self._connect_seconds = min(connect_seconds, total_seconds)
        self._total_seconds = total_seconds
        self._environ = environ
        self._lock = threading.Lock()
        self._client: httpx.Client | None = None

    def post(self, url: str, body: Mapping[str, object]) -> Reply:
        """Send a request.

        Args:
            url: Address of the endpoint.
            body: What is sent as JSON.

        Returns:
            What the server said, whatever the status.

        Raises:
            UserError: `provider_unreachable`, `provider_timeout`, `tls_failed`, `bad_response`,
                `key_invalid`.
        """
        deadline = time.monotonic() + self._total_seconds
        content = json.dumps(body).encode()
        try:
            for _ in range(_MAX_REDIRECTS + 1):
                outcome = self._send(url, content, deadline)
                if isinstance(outcome, Reply):
                    return outcome
                url = outcome
        except httpx.TimeoutException as error:
            raise self._timeout() from error
        except (httpx.ConnectError, httpx.ReadError, httpx.WriteError) as error:
            code = _code_of(error)
            raise UserError(code, host=self.host, detail=str(error)) from error
        except httpx.ProxyError as error:
            raise UserError(
                ErrorCode.PROVIDER_UNREACHABLE, host=self.host, detail=f"proxy: {error}"
            ) from error
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as error:
            raise self._bad(str(error)) from error
        raise self._bad("too many redirects")

    def close(self) -> None:
        """Close the connections; a later call opens new ones."""
        with self._lock:
            client, self._client = self._client, None
        if client is not None:
            client.close()

    def _send(self, url: str, content: bytes, deadline: float) -> Reply | str:
        """Send once; returns the reply, or the address that the server points to."""
        left = max(deadline - time.monotonic(), 0.001)
        timeout = httpx.Timeout(left, connect=min(left, self._connect_seconds))
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        headers.update(self._authorization())
        with self._opened().stream(
            "POST", url, content=content, headers=headers, timeout=timeout
        ) as response:
            if response.status_code in _HTTP_REDIRECTS:
                target = redirect_target(url, response.headers.get("Location", ""))
                if target is None:
                    raise self._bad("redirected to another host")
                return target
            data = self._body(response, deadline)
            return _reply(response, data)

    def _body(self, response: httpx.Response, deadline: float) -> bytes:
        data = bytearray()
        for chunk in response.iter_bytes():
            data += chunk
            # The time limit of the library starts anew at every chunk; a server that drips would
            # hold the thread for ever.
            if time.monotonic() > deadline:
                raise self._timeout()
            if len(data) > _MAX_REPLY_BYTES:
                raise self._bad("the answer is too large")
        return bytes(data)

    def _authorization(self) -> dict[str, str]:
        if not self._key:
            return {}
        if not (self._key.isascii() and self._key.isprintable()):
            raise UserError(ErrorCode.KEY_INVALID, host=self.host)
        return {"Authorization": f"Bearer {self._key}"}

    def _opened(self) -> httpx.Client:
        with self._lock:
            if self._client is None:
                # `trust_env` reads proxies (an unknown kind stops it) and .netrc; the proxy is
                # chosen here instead, and a key is sent only where the user put one.
                self._client = httpx.Client(
                    proxy=proxy_for(self.base_url, self._environ),
                    trust_env=False,
                    verify=ssl_context(),
                )
            return self._client

    def _timeout(self) -> UserError:
        return UserError(
            ErrorCode.PROVIDER_TIMEOUT, host=self.host, seconds=f"{self._total_seconds:g}"
        )

    def _bad(self, detail: str) -> UserError:
        return UserError(ErrorCode.BAD_RESPONSE, host=self.host, detail=detail)


def _reply(response: httpx.Response, body: bytes) -> Reply:
    text = body.decode("utf-8", "replace")
    try:
        data: object = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    message = _message(data) or ("" if data is not None else text.strip()[:200])
    return Reply(
        response.status_code, data, message, response.headers.get("Retry-After", "").strip()
    )


def _message(data: object) -> str:
    """Find the error message in a body: `{"error": "..."}`, `{"error": {"message": ...}}`, ..."""
    if not isinstance(data, dict):
        return ""
    error = data.get("error") or data.get("message") or data.get("detail")
    if isinstance(error, dict):
        error = error.get("message") or json.dumps(error)
    return "" if error is None else str(error)[:500]


def _code_of(error: Exception) -> ErrorCode:
    """Tell a certificate that is not trusted from a server that is not there."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLError):
            return ErrorCode.TLS_FAILED
        cause = cause.__cause__ or cause.__context__
    return ErrorCode.PROVIDER_UNREACHABLE
