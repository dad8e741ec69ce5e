"""Cleaning of a provider's key as people paste it, and the environment variables that hold one."""

from __future__ import annotations

import unicodedata
from types import MappingProxyType
from typing import TYPE_CHECKING

from assistant_app.base.errors import ErrorCode, UserError

if TYPE_CHECKING:
    from collections.abc import Mapping

ENVIRONMENT_KEYS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "openai": ("OPENAI_API_KEY",),
        "anthropic": ("ANTHROPIC_API_KEY",),
        "gemini": ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
        "deepseek": ("DEEPSEEK_API_KEY",),
        "dashscope": ("DASHSCOPE_API_KEY",),
        "moonshot": ("MOONSHOT_API_KEY",),
        "mistral": ("MISTRAL_API_KEY",),
        "groq": ("GROQ_API_KEY",),
        "openrouter": ("OPENROUTER_API_KEY",),
        "xai": ("XAI_API_KEY",),
    }
)
"""Where other programs keep the keys of a provider; asked last."""

_LONGEST = 8192
_QUOTES = "\"'`"


def clean_key(raw: str, *, provider: str) -> str:
    """Return a key as a request header can carry it.

    White space and line breaks around it, invisible characters anywhere, a pair of quotation
    marks and the word `Bearer` are left out; full-width letters, as Chinese and Japanese input
    methods type them, become plain ones.

    Args:
        raw: What was pasted or read from standard input.
        provider: Named in the error.

    Raises:
        UserError: `key_invalid` with `provider` and `reason`: `empty`, `space`, `characters` or
            `length`. The key itself is never part of the error.
    """
    visible = "".join(
        character
        for character in raw
        # Zero-width and direction marks are Cf; a byte order mark too. Line ends inside stay.
        if unicodedata.category(character) != "Cf"
    )
    key = unicodedata.normalize("NFKC", visible).strip().strip("\0").strip()
    if len(key) > 1 and key[0] in _QUOTES and key[-1] == key[0]:
        key = key[1:-1].strip()
    if key.lower().startswith("bearer "):
        key = key[7:].strip()
    reason = _fault(key)
    if reason:
        raise UserError(ErrorCode.KEY_INVALID, provider=provider, reason=reason)
    return key


def _fault(key: str) -> str | None:
    if not key:
        return "empty"
    if len(key) > _LONGEST:
        return "length"
    if any(character.isspace() for character in key):
        return "space"
    if not (key.isascii() and key.isprintable()):
        return "characters"
    return None


def environment_key(provider: str, environment: Mapping[str, str]) -> str | None:
    """Return the key that the environment holds for a provider, or None.

    Raises:
        UserError: `key_invalid` where a variable is set to something that is no key.
    """
    for variable in ENVIRONMENT_KEYS.get(provider, ()):
        raw = environment.get(variable, "")
        if raw.strip():
            return clean_key(raw, provider=provider)
    return None
