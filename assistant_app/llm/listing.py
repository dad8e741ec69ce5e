"""Asks servers which models they offer, and looks for servers on this machine."""

from __future__ import annotations

import asyncio
import os
import re
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.text import clean_text
from assistant_app.base.web import is_loopback, normalise_base_url, openai_url
from assistant_app.llm.catalog import (
    DISCOVERY,
    PROVIDERS,
    Api,
    FoundServer,
    ModelEntry,
    resolve_base_url,
    resolve_key,
)
from assistant_app.llm.link import Link
from assistant_app.llm.timeouts import Timeouts

if TYPE_CHECKING:
    from collections.abc import Mapping

_EMBEDS = re.compile(r"embed|(?:^|[/_-])(?:bge|gte|e5|minilm|rerank\w*)(?:[-_:.]|$)", re.IGNORECASE)
_EMBEDDING_FAMILIES = frozenset({"bert", "nomic-bert", "xlm-roberta"})
# Where servers say how large the context window is: Groq, OpenRouter, vLLM, LM Studio, Mistral.
_CONTEXT_FIELDS = (
    "loaded_context_length",
    "context_window",
    "context_length",
    "max_model_len",
    "max_context_length",
)
# llama.cpp: the window that it runs with; what the model was trained for is larger.
_CONTEXT_META_FIELDS = ("n_ctx", "n_ctx_train")
_SHOWN_MODELS = 50


async def list_models(
    provider: str,
    *,
    base_url: str = "",
    key: str = "",
    timeouts: Timeouts | None = None,
    environ: Mapping[str, str] | None = None,
) -> tuple[ModelEntry, ...]:
    """Ask a provider which models it offers.

    Raises:
        UserError: The provider's code.
    """
    known = PROVIDERS.get(provider)
    if known is None or known.api not in {Api.OPENAI, Api.OLLAMA}:
        raise UserError(ErrorCode.PROVIDER_NOT_SET_UP, provider=provider, missing="provider")
    variables = os.environ if environ is None else environ
    root = resolve_base_url(known, base_url, variables)
    link = Link(
        root,
        provider=provider,
        key=resolve_key(known, key, variables),
        timeouts=timeouts,
        environ=environ,
    )
    async with aclosing(link):
        if known.api is Api.OLLAMA:
            return await ollama_models(link, provider)
        return await openai_models(link, provider)


async def openai_models(link: Link, provider: str) -> tuple[ModelEntry, ...]:
    """Ask an OpenAI-compatible server for its models.

    Raises:
        UserError: The provider's code.
    """
    listed = await _lm_studio_list(link) if provider == "lmstudio" else None
    if listed is None:
        found = await link.lookup(openai_url(link.base_url, "models"))
        listed = found.get("data", found.get("models")) if isinstance(found, dict) else found
    if not isinstance(listed, list):
        raise link.where.error(ErrorCode.BAD_RESPONSE, detail="no list of models")
    return tuple(
        ModelEntry(provider, _model_id(item["id"]), _context(item), _embeds(item))
        for item in listed
        if isinstance(item, dict) and isinstance(item.get("id"), str)
    )


async def _lm_studio_list(link: Link) -> object:
    """LM Studio's own list, which alone tells kinds and windows; None where it has none."""
    try:
        found = await link.lookup(f"{link.base_url}/api/v0/models")
    except UserError:
        return None  # an older version; what is wrong otherwise, the usual list will tell
    listed = found.get("data") if isinstance(found, dict) else None
    return listed if isinstance(listed, list) else None


async def ollama_models(link: Link, provider: str) -> tuple[ModelEntry, ...]:
    """Ask an Ollama server for its models, and each model for its context window.

    Raises:
        UserError: The provider's code.
    """
    found = await link.lookup(f"{link.base_url}/api/tags")
    listed = found.get("models") if isinstance(found, dict) else None
    if not isinstance(listed, list):
        raise link.where.error(ErrorCode.BAD_RESPONSE, detail="no list of models")
    named = [
        item for item in listed if isinstance(item, dict) and isinstance(item.get("name"), str)
    ]
    shown = await asyncio.gather(*(_ollama_entry(link, item) for item in named[:_SHOWN_MODELS]))
    rest = [ModelEntry(provider, item["name"]) for item in named[_SHOWN_MODELS:]]
    return (*shown, *rest)


async def _ollama_entry(link: Link, item: dict[str, Any]) -> ModelEntry:
    name = clean_text(item["name"])
    details = item.get("details")
    family = details.get("family") if isinstance(details, dict) else None
    embedding = family in _EMBEDDING_FAMILIES or bool(_EMBEDS.search(name))
    try:
        shown = await link.lookup(f"{link.base_url}/api/show", {"model": name})
    except UserError:
        return ModelEntry(link.where.provider, name, None, embedding)  # the name is worth showing
    abilities = shown.get("capabilities") if isinstance(shown, dict) else None
    if isinstance(abilities, list) and abilities:
        embedding = "embedding" in abilities and "completion" not in abilities
    return ModelEntry(link.where.provider, name, context_of_show(shown), embedding)


def context_of_show(shown: object) -> int | None:
    """Return the context window that an answer of `/api/show` tells, in tokens."""
    info = shown.get("model_info") if isinstance(shown, dict) else None
    for name, value in info.items() if isinstance(info, dict) else ():
        if str(name).endswith(".context_length") and isinstance(value, int) and value > 0:
            return value
    return None


async def discover(
    addresses: Mapping[str, str] = DISCOVERY, *, seconds: float = 1.5
) -> tuple[FoundServer, ...]:
    """Look for model servers on this machine, all at once.

    Args:
        addresses: Provider and address; anything beyond this machine is refused.
        seconds: How long each may take.

    Returns:
        The servers that answered, in the order of `addresses`.
    """
    limits = Timeouts(connect=seconds, lookup=seconds)
    looks = [
        _look(provider, address, limits)
        for provider, address in addresses.items()
        if is_loopback(address)
    ]
    return tuple(found for found in await asyncio.gather(*looks) if found is not None)


async def _look(provider: str, address: str, limits: Timeouts) -> FoundServer | None:
    known = PROVIDERS[provider]
    root = normalise_base_url(address, default_port=known.default_port)
    ask = ollama_models if known.api is Api.OLLAMA else openai_models
    async with aclosing(Link(root, provider=provider, timeouts=limits)) as link:
        try:
            async with asyncio.timeout(limits.lookup * 2):
                return FoundServer(provider, root, await ask(link, provider))
        except (UserError, TimeoutError):
            return None  # nothing there, or something else that is none of our business


def _model_id(text: str) -> str:
    return clean_text(text.removeprefix("models/"))  # Gemini lists `models/gemini-...`


def _context(item: dict[str, Any]) -> int | None:
    meta = item.get("meta")
    # LM Studio: what a model could hold says nothing about how it will be loaded.
    fields = _CONTEXT_FIELDS[:1] if "state" in item else _CONTEXT_FIELDS
    values = [item.get(name) for name in fields]
    values += [meta.get(name) for name in _CONTEXT_META_FIELDS] if isinstance(meta, dict) else []
    sizes = [value for value in values if isinstance(value, int) and value > 0]
    return sizes[0] if sizes else None


def _embeds(item: dict[str, Any]) -> bool:
    kind = item.get("type")
    if kind in {"llm", "vlm"}:
        return False
    return kind in {"embedding", "embeddings"} or bool(_EMBEDS.search(item["id"]))
