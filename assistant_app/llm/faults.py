"""Turns what servers and connections do wrong into codes of the error tree.

Servers agree on little: a missing model is 404 here and 400 there, a bad key is 400 at Gemini,
a prompt that is too long is 400, 413 or 500. The decision is made from status and text together.
The parameters name host, model and status and quote a short piece of the server's own words, in
which the key is blotted out: some servers send it back.
"""

from __future__ import annotations

import json
import re
import ssl
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.log import redact
from assistant_app.base.text import clean_text, one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import httpx

_DETAIL_CHARACTERS = 200
_BLOT = "[removed]"

_TOO_LONG = re.compile(
    r"context[_ ]length|context[_ ]size|context window|maximum context|max(?:imum)? input length"
    r"|prompt (?:is )?too long|input (?:is )?too long|too many (?:input )?tokens"
    r"|exceed\w* the (?:available|maximum) (?:context|token)|range of input length",
    re.IGNORECASE,
)
_NO_MODEL = re.compile(
    r"model[_ ]not[_ ](?:found|exist)|no such model|unknown model|invalid model|model_not_available"
    r"|(?:the )?model\b.{0,120}\b(?:does not exist|not found|is not available|not loaded)"
    r"|no models? (?:is )?loaded",
    re.IGNORECASE | re.DOTALL,
)
_BAD_KEY = re.compile(
    r"api[_ ]key[_ ](?:not valid|invalid)|invalid[_ ]api[_ ]key|incorrect api key"
    r"|invalid authentication|api key expired",
    re.IGNORECASE,
)
_BY_STATUS = {
    401: ErrorCode.PROVIDER_AUTH,
    402: ErrorCode.PROVIDER_FORBIDDEN,
    403: ErrorCode.PROVIDER_FORBIDDEN,
    404: ErrorCode.MODEL_NOT_FOUND,
    407: ErrorCode.PROVIDER_UNREACHABLE,
    408: ErrorCode.PROVIDER_TIMEOUT,
    413: ErrorCode.CONTEXT_TOO_LONG,
    429: ErrorCode.PROVIDER_RATE_LIMITED,
}
_STATUS_WORDS = {
    "authentication_error": 401,
    "permission_error": 403,
    "not_found_error": 404,
    "rate_limit_error": 429,
    "rate_limit_exceeded": 429,
    "insufficient_quota": 429,
    "overloaded_error": 529,
    "server_error": 500,
}


@dataclass(frozen=True, slots=True)
class Where:
    """Whom we talk to: what the sentences about a fault name.

    Attributes:
        provider: For example `openai`.
        host: Host and port, nothing else of the URL.
        model: The provider's name of the model; empty where none is meant.
        key: The key, to be blotted out of what the server says; never shown.
    """

    provider: str
    host: str
    model: str = ""
    key: str = field(default="", repr=False)

    def error(self, code: ErrorCode, **more: object) -> UserError:
        """Make an error that names this place; empty parameters are left out."""
        params = {"provider": self.provider, "host": self.host, "model": self.model, **more}
        return UserError(code, **{name: value for name, value in params.items() if value != ""})

    def detail(self, text: str) -> str:
        """Return a short, single-line piece of a server's words without the key."""
        if self.key:
            text = text.replace(self.key, _BLOT)
        return redact(one_line(clean_text(text)))[:_DETAIL_CHARACTERS]


def fault_of_status(where: Where, status: int, body: bytes) -> UserError:
    """Make the error for an answer whose status is none of the good ones.

    Args:
        where: Whom we asked.
        status: The HTTP status.
        body: What came with it, as far as it was read.
    """
    return _fault(where, status, message_of(body))


def fault_of_object(where: Where, error: object) -> UserError:
    """Make the error for an error object inside an answer that began with status 200."""
    text = _words(error)
    status = 0
    if isinstance(error, dict):
        for name in ("status", "code", "type"):
            value = error.get(name)
            if isinstance(value, int) or (isinstance(value, str) and value.isdigit()):
                status = int(value)
            elif isinstance(value, str):
                status = _STATUS_WORDS.get(value, 0)
            if status:
                break
    return _fault(where, status, text)


def fault_of_transport(where: Where, error: httpx.HTTPError) -> UserError:
    """Make the error for a connection that could not be made or did not hold."""
    import httpx

    if any(_is_tls(cause) for cause in _chain(error)):
        return where.error(ErrorCode.TLS_FAILED, detail=where.detail(str(error)))
    if isinstance(error, httpx.TimeoutException):
        phase = "connect" if isinstance(error, httpx.ConnectTimeout) else "send"
        return where.error(ErrorCode.PROVIDER_TIMEOUT, phase=phase)
    disconnected = isinstance(error, httpx.NetworkError | httpx.ProxyError) or (
        isinstance(error, httpx.RemoteProtocolError) and "disconnected" in str(error)
    )
    code = ErrorCode.PROVIDER_UNREACHABLE if disconnected else ErrorCode.BAD_RESPONSE
    return where.error(code, detail=where.detail(str(error)))


def broken(where: Where, cause: UserError) -> UserError:
    """Make the error for an answer that had begun and was cut off by `cause`."""
    if cause.code is ErrorCode.STREAM_BROKEN:
        return cause
    params = {**cause.params, "cause": cause.code.value}
    return where.error(ErrorCode.STREAM_BROKEN, **params)


def message_of(body: bytes) -> str:
    """Return the words of an error body: the message inside JSON, or the text itself."""
    text = body.decode("utf-8", errors="replace")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        is_page = "<html" in text[:1000].lower() or "<!doctype" in text[:1000].lower()
        return "" if is_page else text
    if isinstance(value, list) and value:  # Gemini wraps the object in a list
        value = value[0]
    if isinstance(value, dict) and value.get("error"):
        return _words(value["error"])
    return _words(value)


def _words(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        named = (value.get(name) for name in ("code", "type", "message", "detail"))
        return " ".join(
            word if isinstance(word, str) else json.dumps(word) for word in named if word
        )
    return "" if value is None else json.dumps(value)


def _fault(where: Where, status: int, text: str) -> UserError:
    more: dict[str, object] = {"status": status} if status else {}
    return where.error(_code(status, text), **more, detail=where.detail(text))


def _code(status: int, text: str) -> ErrorCode:
    if status not in {401, 403, 429}:
        if _TOO_LONG.search(text):
            return ErrorCode.CONTEXT_TOO_LONG
        if _NO_MODEL.search(text):
            return ErrorCode.MODEL_NOT_FOUND
        if status < 500 and _BAD_KEY.search(text):
            return ErrorCode.PROVIDER_AUTH
    return _BY_STATUS.get(status, ErrorCode.PROVIDER_ERROR)


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    step: BaseException | None = error
    while step is not None and id(step) not in seen:
        seen.add(id(step))
        yield step
        step = step.__cause__ or step.__context__


def _is_tls(error: BaseException) -> bool:
    return isinstance(error, ssl.SSLError | ssl.CertificateError)


def error_in(chunk: Mapping[str, object]) -> object | None:
    """Return the error that a piece of an answer carries, in any of the usual places."""
    error = chunk.get("error")
    if error:
        return error
    is_error = chunk.get("object") == "error" or chunk.get("type") == "error"
    looks_so = "choices" not in chunk and isinstance(chunk.get("message"), str)
    return chunk if is_error or looks_so else None
