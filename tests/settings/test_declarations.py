"""Every setting reads back what it writes, takes what people type, and refuses the rest."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.settings import declarations
from assistant_app.settings.declarations import ALL, PROVIDER_BASE_URL, find
from assistant_app.settings.types import Language, MemoryMode, SendKey, Setting, Theme

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


def test_the_defaults_are_those_of_the_design() -> None:
    defaults = {setting.key: setting.kind.encode(setting.default) for setting in ALL}
    assert {key: value for key, value in defaults.items() if not key.startswith("providers.")} == {
        "chat.model": "builtin:memory",
        "chat.answer_tokens": 0,
        "embedding.model": "builtin:e5-small",
        "discovery": True,
        "memory.mode": "on",
        "memory.recall": True,
        "memory.tools": True,
        "memory.tool_rounds": 5,
        "memory.top_k": 8,
        "memory.round_top_k": 4,
        "memory.budget_tokens": 800,
        "memory.floor": "auto",
        "memory.duplicate_cosine": 0.95,
        "memory.ranking": "measured",
        "memory.weights.relevance": 40.0,
        "memory.weights.recency": 30.0,
        "memory.weights.use": 20.0,
        "memory.weights.fit": 10.0,
        "memory.decay_hours": 24.0,
        "memory.never.health": False,
        "memory.never.contacts": False,
        "memory.never.words": [],
        "memory.never.topics": [],
        "memory.never.patterns": [],
        "memory.tidy_after_days": 30,
        "recall.deadline": 1.5,
        "language": "system",
        "theme": "system",
        "text_size": 100,
        "send_key": "enter",
        "welcome.done": False,
        "window.state": "",
        "timeouts.connect": 10.0,
        "timeouts.first_token": 120.0,
        "timeouts.silence": 60.0,
        "timeouts.embedding": 20.0,
    }
    assert defaults["providers.ollama.base_url"] is None


@pytest.mark.parametrize("setting", ALL, ids=lambda setting: setting.key)
def test_each_default_survives_the_file(setting: Setting[object]) -> None:
    written = json.loads(json.dumps(setting.kind.encode(setting.default)))
    assert setting.kind.decode(written) == setting.default
    assert setting.check(setting.default) == setting.default
    assert find(setting.key) == setting
    assert setting.kind.allowed


@pytest.mark.parametrize("setting", ALL, ids=lambda setting: setting.key)
@given(value=ANYTHING)
def test_whatever_the_file_holds_is_taken_or_refused(
    setting: Setting[object], value: object
) -> None:
    try:
        decoded = setting.kind.decode(value)
    except (TypeError, ValueError):
        return
    assert setting.kind.decode(setting.kind.encode(decoded)) == decoded


@pytest.mark.parametrize("setting", ALL, ids=lambda setting: setting.key)
@given(text=st.text())
def test_whatever_is_typed_is_taken_or_refused(setting: Setting[object], text: str) -> None:
    refusal = None
    try:
        value = setting.parse(text)
    except UserError as error:
        refusal = error
    if refusal is None:
        assert setting.check(value) == value
    else:
        assert refusal.code is ErrorCode.SETTING_INVALID
        assert refusal.params["key"] == setting.key


@pytest.mark.parametrize(
    ("key", "typed", "value"),
    [
        ("memory.mode", " Ask ", MemoryMode.ASK),
        ("language", "ZH_cn", Language.CHINESE),
        ("theme", "dark", Theme.DARK),
        ("send_key", "ctrl_enter", SendKey.CTRL_ENTER),
        ("memory.recall", "off", False),
        ("welcome.done", "true", True),
        ("memory.top_k", "12", 12),
        ("memory.floor", "auto", None),
        ("memory.floor", "0,25", 0.25),
        ("timeouts.connect", "2.5", 2.5),
        ("chat.model", "ollama:qwen3:8b", "ollama:qwen3:8b"),
        ("chat.model", " OpenAI: gpt-x ", "openai:gpt-x"),
        ("chat.model", "local:C:\\models\\a b.gguf", "local:C:\\models\\a b.gguf"),
        ("embedding.model", "builtin:e5-small", "builtin:e5-small"),
        ("providers.openai.base_url", " http://127.0.0.1:81/v1 ", "http://127.0.0.1:81/v1"),
        ("providers.ollama.base_url", "localhost:11434", "localhost:11434"),
        ("providers.ollama.base_url", "", None),
        ("Memory.Top-K", "3", 3),
    ],
)
def test_what_people_type_is_understood(key: str, typed: str, value: object) -> None:
    assert find(key).parse(typed) == value


@pytest.mark.parametrize(
    ("key", "typed"),
    [
        ("memory.mode", "maybe"),
        ("memory.recall", "perhaps"),
        ("memory.top_k", "-1"),
        ("memory.top_k", "8.5"),
        ("memory.floor", "2"),
        ("memory.floor", "nan"),
        ("timeouts.connect", "inf"),
        ("timeouts.connect", "0"),
        ("chat.model", "gpt-x"),
        ("chat.model", "nobody:model"),
        ("chat.model", "openai:"),
        ("chat.model", "builtin:e5-small"),
        ("embedding.model", "builtin:memory"),
        ("providers.openai.base_url", "ftp://host"),
        ("providers.openai.base_url", "http://"),
        ("providers.openai.base_url", "http://host:99999"),
        ("providers.openai.base_url", "http://host:0"),
        ("providers.openai.base_url", "http://ho st"),
        ("providers.openai.base_url", "http://me:password@host"),
        ("providers.openai.base_url", "sk-planted-5521-0123456789"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_what_is_allowed(key: str, typed: str) -> None:
    with pytest.raises(UserError) as caught:
        find(key).parse(typed)
    assert caught.value.code is ErrorCode.SETTING_INVALID
    assert caught.value.params == {"key": key, "allowed": find(key).kind.allowed}


@pytest.mark.parametrize(
    ("typed", "nearest"),
    [
        ("chat.modell", "chat.model"),
        ("memory.topk", "memory.top_k"),
        ("mode", "memory.mode"),
        ("thema", "theme"),
        ("providers.olama.base_url", "providers.ollama.base_url"),
        ("xyzzy", ""),
        ("", ""),
    ],
)
def test_an_unknown_setting_names_the_nearest_one(typed: str, nearest: str) -> None:
    with pytest.raises(UserError) as caught:
        find(typed)
    assert caught.value.code is ErrorCode.SETTING_UNKNOWN
    assert caught.value.params == {"key": typed, "nearest": nearest}


def test_a_family_has_its_members_only() -> None:
    assert PROVIDER_BASE_URL.of("lmstudio").key == "providers.lmstudio.base_url"
    with pytest.raises(UserError) as caught:
        PROVIDER_BASE_URL.of("nobody")
    assert caught.value.code is ErrorCode.SETTING_UNKNOWN


def test_each_declaration_is_listed_once() -> None:
    declared = [one for one in vars(declarations).values() if isinstance(one, Setting)]
    keys = [setting.key for setting in ALL]
    assert len(keys) == len(set(keys))
    assert {one.key for one in declared} <= set(keys)


def test_lists_are_typed_with_commas_or_as_json() -> None:
    words = declarations.NEVER_WORDS
    assert words.parse(" Melissa, divorce ,, Melissa") == ("Melissa", "divorce")
    assert words.parse("离婚、工资") == ("离婚", "工资")
    assert words.parse('["Acme, Inc."]') == ("Acme, Inc.",)
    assert words.parse("") == ()


@pytest.mark.parametrize("pattern", [r"PX-\d{2,4}", "[a-c]+z", r'["\\d{3}", "b"]'])
def test_patterns_may_hold_commas_and_brackets(pattern: str) -> None:
    assert declarations.NEVER_PATTERNS.parse(pattern)


@pytest.mark.parametrize("pattern", ["(", "a**", r"(a)\1", "(?=a)", "a*", "[z-a]", '["a", 3]'])
def test_a_pattern_that_cannot_be_searched_safely_is_refused(pattern: str) -> None:
    with pytest.raises(UserError) as raised:
        declarations.NEVER_PATTERNS.parse(pattern)
    assert raised.value.code is ErrorCode.SETTING_INVALID
    assert raised.value.params["key"] == "memory.never.patterns"
