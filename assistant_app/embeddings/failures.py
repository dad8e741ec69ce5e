"""Says what an embedding server's refusal means to the user.

Servers agree on little: a chat model in the place of an embedding model is a 400 here, a 500 or
501 there, and elsewhere a good answer without vectors. The words of the message decide first.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.log import redact

if TYPE_CHECKING:
    from assistant_app.embeddings.http import Reply

_NO_EMBEDDINGS = re.compile(
    r"(?:\bnot\b|n't\b|\bcannot\b|\bunable\b|\bunsupported\b|\bno\b).{0,80}\bembed"
    r"|\bembed\w*.{0,80}(?:\bnot\b|n't\b|\bdisabled\b|\bunsupported\b)",
    re.IGNORECASE | re.DOTALL,
)
_NO_MODEL = re.compile(
    r"\bmodel\b.{0,200}(?:not (?:found|exist|available|loaded)|n't exist|unknown|no such)"
    r"|(?:unknown|no such|invalid|not find) (?:the )?model|model_not_found",
    re.IGNORECASE | re.DOTALL,
)
_TOO_LONG = re.compile(
    r"context (?:length|size|window)|too (?:long|many tokens)|maximum (?:context|number of tokens)"
    r"|exceeds? .{0,40}tokens|larger than the max context",
    re.IGNORECASE,
)
_TOO_MANY = re.compile(
    r"batch.{0,20}size|too many (?:inputs?|texts|items)|(?:larger|more|greater) than \d+",
    re.IGNORECASE,
)
_BY_STATUS = {
    401: ErrorCode.PROVIDER_AUTH,
    403: ErrorCode.PROVIDER_FORBIDDEN,
    408: ErrorCode.PROVIDER_TIMEOUT,
    413: ErrorCode.CONTEXT_TOO_LONG,
    429: ErrorCode.PROVIDER_RATE_LIMITED,
    504: ErrorCode.PROVIDER_TIMEOUT,
}
_FIRM = frozenset({401, 403, 429})
"""These mean the same everywhere, whatever the message says."""


def failure(reply: Reply, *, provider: str, model: str, host: str) -> UserError:
    """Turn a refusal into the error that is shown.

    Args:
        reply: An answer without success, or one that carries an error.
        provider: Whose key and address were used.
        model: The model that was asked for.
        host: The server, as `host:port`.

    Returns:
        The error to raise.
    """
    params: dict[str, object] = {"provider": provider, "model": model, "host": host}
    code = _code(reply)
    if code is ErrorCode.PROVIDER_RATE_LIMITED and reply.retry_after:
        params["retry_after"] = reply.retry_after
    if code is ErrorCode.PROVIDER_ERROR:
        params["status"] = reply.status
    if reply.message and code is not ErrorCode.PROVIDER_AUTH:
        params["detail"] = redact(reply.message[:200])
    return UserError(code, **params)


def refuses_batch_size(reply: Reply) -> bool:
    """Whether fewer texts in one request might be accepted."""
    return reply.status in {400, 413, 422} and (
        reply.status == 413 or _TOO_MANY.search(reply.message) is not None
    )


def _code(reply: Reply) -> ErrorCode:
    if reply.status in _FIRM:
        return _BY_STATUS[reply.status]
    if _NO_EMBEDDINGS.search(reply.message):
        return ErrorCode.NOT_AN_EMBEDDING_MODEL
    if reply.status == 404 or _NO_MODEL.search(reply.message):
        return ErrorCode.MODEL_NOT_FOUND
    if reply.status < 500 and _TOO_LONG.search(reply.message):
        return ErrorCode.CONTEXT_TOO_LONG
    return _BY_STATUS.get(reply.status, ErrorCode.PROVIDER_ERROR)
