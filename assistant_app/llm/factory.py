"""Makes the chat model that a setting names."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.web import is_loopback
from assistant_app.llm.catalog import (
    PROVIDERS,
    Api,
    parse_model_name,
    resolve_base_url,
    resolve_key,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from assistant_app.llm.port import ChatModel
    from assistant_app.llm.timeouts import Timeouts


def make_chat_model(
    name: str,
    *,
    base_url: str = "",
    key: str = "",
    timeouts: Timeouts | None = None,
    environ: Mapping[str, str] | None = None,
) -> ChatModel:
    """Make a chat model. Nothing is contacted yet.

    Args:
        name: `provider:model`; not `builtin:...`, which conversations make themselves.
        base_url: The address that the user has set; empty for the environment's or the default.
        key: The key that the user has set; empty for the environment's.
        timeouts: The time limits.
        environ: Variables of the environment; the process's when None.

    Raises:
        UserError: `setting_invalid`, `key_invalid`, or `provider_not_set_up` with `missing`:
            `provider`, `base_url`, `key` or `support`.
    """
    parsed = parse_model_name(name)
    provider = PROVIDERS[parsed.provider]
    variables = os.environ if environ is None else environ
    if provider.api is Api.FILE:
        from assistant_app.llm.gguf import GgufModel

        return GgufModel(path=parsed.model, timeouts=timeouts)
    if provider.api not in {Api.OPENAI, Api.OLLAMA}:
        # Anthropic's own interface has its place here, as a module beside the others.
        raise UserError(ErrorCode.PROVIDER_NOT_SET_UP, provider=provider.name, missing="support")
    root = resolve_base_url(provider, base_url, variables)
    key = resolve_key(provider, key, variables)
    if provider.api is Api.OLLAMA:
        from assistant_app.llm.ollama import Ollama

        return Ollama(
            model=parsed.model, base_url=root, key=key, timeouts=timeouts, environ=environ
        )
    if provider.needs_key and not key and not is_loopback(root):
        raise UserError(ErrorCode.PROVIDER_NOT_SET_UP, provider=provider.name, missing="key")
    from assistant_app.llm.openai_compatible import OpenAICompatible

    return OpenAICompatible(
        provider=provider.name,
        model=parsed.model,
        base_url=root,
        key=key,
        timeouts=timeouts,
        environ=environ,
    )
