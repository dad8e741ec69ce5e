"""A key is taken as people paste it, or refused without being repeated."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.settings.keys import ENVIRONMENT_KEYS, clean_key, environment_key
from assistant_app.settings.types import PROVIDER_NAMES

KEY = "sk-planted-5521"


@pytest.mark.parametrize(
    "pasted",
    [
        KEY,
        f" {KEY} \r\n",
        f"\ufeff{KEY}\u200b",
        "sk-\u200bplanted-\u20605521\n\n",
        f"\u3000{KEY}\xa0",
        f'"{KEY}"',
        f"Bearer {KEY}",
        "ｓｋ-ｐｌａｎｔｅｄ-５５２１",
        f"{KEY}\0",
    ],
)
def test_a_pasted_key_is_cleaned(pasted: str) -> None:
    assert clean_key(pasted, provider="openai") == KEY


@pytest.mark.parametrize(
    ("pasted", "reason"),
    [
        ("", "empty"),
        (" \u200b\n", "empty"),
        ('""', "empty"),
        ("sk-planted 5521", "space"),
        ("sk-planted\n5521", "space"),
        ("sk-pläntéd", "characters"),
        ("密钥", "characters"),
        ("sk-\x07planted", "characters"),
        ("\ud800abc", "characters"),
        ("s" * 8193, "length"),
    ],
)
def test_what_is_no_key_is_refused_without_repeating_it(pasted: str, reason: str) -> None:
    with pytest.raises(UserError) as caught:
        clean_key(pasted, provider="openai")
    assert caught.value.code is ErrorCode.KEY_INVALID
    assert caught.value.params == {"provider": "openai", "reason": reason}


@given(st.text())
def test_every_text_becomes_a_header_or_is_refused(pasted: str) -> None:
    try:
        key = clean_key(pasted, provider="openai")
    except UserError:
        return
    assert key
    assert all("!" <= character <= "~" for character in key)
    assert len(key) <= 8192


def test_the_environment_is_asked_in_order() -> None:
    both = {"GEMINI_API_KEY": " ", "GOOGLE_API_KEY": f" {KEY}\n"}
    assert environment_key("gemini", both) == KEY
    assert environment_key("gemini", {}) is None
    assert environment_key("ollama", both) is None


def test_only_known_providers_have_variables() -> None:
    assert set(ENVIRONMENT_KEYS) <= set(PROVIDER_NAMES)
