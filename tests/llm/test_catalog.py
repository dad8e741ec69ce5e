"""Names of models, addresses and keys of providers, lists of models, discovery, the factory."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.web import is_loopback, openai_url
from assistant_app.llm.catalog import (
    DISCOVERY,
    PROVIDERS,
    Api,
    FoundServer,
    ModelEntry,
    ModelName,
    parse_model_name,
    resolve_base_url,
    resolve_key,
)
from assistant_app.llm.factory import make_chat_model
from assistant_app.llm.gguf import GgufModel
from assistant_app.llm.listing import discover, list_models
from assistant_app.llm.ollama import Ollama
from assistant_app.llm.openai_compatible import OpenAICompatible
from assistant_app.llm.timeouts import Timeouts
from tests.servers.model_server import ModelServer


def code_of(call: Any, *arguments: Any, **named: Any) -> ErrorCode:
    with pytest.raises(UserError) as error:
        call(*arguments, **named)
    return error.value.code


@pytest.mark.parametrize(
    ("text", "provider", "model"),
    [
        ("ollama:qwen3:4b", "ollama", "qwen3:4b"),
        (" OpenAI : gpt-5 ", "openai", "gpt-5"),
        ("local:C:\\models\\a.gguf", "local", "C:\\models\\a.gguf"),
        ("openrouter:meta/llama:free", "openrouter", "meta/llama:free"),
        ("builtin:memory", "builtin", "memory"),
    ],
)
def test_a_name_splits_at_the_first_colon(text: str, provider: str, model: str) -> None:
    assert parse_model_name(text) == ModelName(provider, model)


@pytest.mark.parametrize("text", ["", "gpt-5", ":gpt-5", "openai:", "  :  "])
def test_a_name_without_a_part_is_refused(text: str) -> None:
    assert code_of(parse_model_name, text) is ErrorCode.SETTING_INVALID


def test_an_unknown_provider_is_not_set_up() -> None:
    assert code_of(parse_model_name, "nobody:model") is ErrorCode.PROVIDER_NOT_SET_UP


@given(st.sampled_from(sorted(PROVIDERS)), st.text(min_size=1).filter(lambda text: text.strip()))
def test_a_name_survives_being_written_and_read(provider: str, model: str) -> None:
    name = ModelName(provider, model.strip())
    assert parse_model_name(str(name)) == name


def test_the_table_names_every_provider_of_the_design() -> None:
    assert set(PROVIDERS) == {
        "openai", "anthropic", "gemini", "deepseek", "dashscope", "moonshot", "mistral", "groq",
        "openrouter", "xai", "ollama", "lmstudio", "llamacpp", "compatible", "local", "builtin",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("provider", "url"),
    [
        ("openai", "https://api.openai.com/v1/chat/completions"),
        ("gemini", "https://generativelanguage.googleapis.com/v1beta/openai/chat/completions"),
        ("dashscope", "https://dashscope.aliyuncs.com/compatible-mode/v1/chat/completions"),
        ("groq", "https://api.groq.com/openai/v1/chat/completions"),
        ("openrouter", "https://openrouter.ai/api/v1/chat/completions"),
        ("lmstudio", "http://127.0.0.1:1234/v1/chat/completions"),
    ],
)
def test_default_addresses_lead_to_the_right_endpoint(provider: str, url: str) -> None:
    root = resolve_base_url(PROVIDERS[provider], "", {})
    assert openai_url(root, "chat/completions") == url


@pytest.mark.parametrize("provider", sorted(name for name in PROVIDERS if PROVIDERS[name].base_url))
def test_default_addresses_do_not_change_when_they_are_read_again(provider: str) -> None:
    known = PROVIDERS[provider]
    root = resolve_base_url(known, "", {})
    assert root == known.base_url
    assert resolve_base_url(known, root, {}) == root
    assert resolve_base_url(PROVIDERS["compatible"], root, {}) == root


def test_what_is_set_goes_before_the_environment_and_that_before_the_default() -> None:
    openai, ollama = PROVIDERS["openai"], PROVIDERS["ollama"]
    environ = {
        "OPENAI_BASE_URL": "http://127.0.0.1:5/v1",
        "OPENAI_API_KEY": "from-environment",
        "OLLAMA_HOST": "0.0.0.0",
        "": "never",
    }
    assert resolve_base_url(openai, "127.0.0.1:7", environ) == "http://127.0.0.1:7"
    assert resolve_base_url(openai, "", environ) == "http://127.0.0.1:5"
    assert resolve_base_url(ollama, "", environ) == "http://127.0.0.1:11434"
    assert resolve_key(openai, "mine", environ) == "mine"
    assert resolve_key(openai, "", environ) == "from-environment"
    assert resolve_key(PROVIDERS["groq"], "", {"OPENAI_API_KEY": "other"}) == ""


def test_the_factory_makes_what_a_name_says() -> None:
    made = make_chat_model("openai:gpt-5", key="sk-x-1234567", environ={})
    assert isinstance(made, OpenAICompatible)
    assert (made.model_id, made.is_local) == ("openai:gpt-5", False)
    assert isinstance(make_chat_model("ollama:qwen3:4b", environ={}), Ollama)
    assert isinstance(make_chat_model("local:/a/b.gguf", environ={}), GgufModel)
    assert make_chat_model("lmstudio:any", environ={}).is_local
    # A server of one's own under a provider's name needs no key.
    assert make_chat_model("openai:m", base_url="127.0.0.1:9", environ={}).is_local


@pytest.mark.parametrize(
    "name", ["openai:gpt-5", "compatible:m", "anthropic:claude", "builtin:memory", "nobody:m"]
)
def test_the_factory_says_what_is_missing(name: str) -> None:
    with pytest.raises(UserError) as error:
        make_chat_model(name, environ={})
    assert error.value.code is ErrorCode.PROVIDER_NOT_SET_UP
    assert error.value.params["missing"] in {"key", "base_url", "support", "provider"}


@pytest.mark.parametrize("provider", ["compatible", "ollama"])
def test_models_are_listed_with_their_windows_and_kinds(provider: str) -> None:
    with ModelServer(models=("test-model", "nomic-embed-text")) as server:
        listed = asyncio.run(list_models(provider, base_url=server.url, environ={}))
    assert listed == (
        ModelEntry(provider, "test-model", 8192),
        ModelEntry(provider, "nomic-embed-text", 8192, embedding=True),
    )


def test_lm_studio_tells_kinds_and_the_window_of_what_is_loaded() -> None:
    with ModelServer() as server:
        server.lm_studio = [
            {"id": "a", "type": "llm", "state": "loaded", "max_context_length": 131072,
             "loaded_context_length": 4096},
            {"id": "b", "type": "vlm", "state": "not-loaded", "max_context_length": 131072},
            {"id": "c", "type": "embeddings", "state": "not-loaded"},
        ]  # fmt: skip
        listed = asyncio.run(list_models("lmstudio", base_url=server.url, environ={}))
        server.lm_studio = None
        older = asyncio.run(list_models("lmstudio", base_url=server.url, environ={}))
    assert listed == (
        ModelEntry("lmstudio", "a", 4096),
        ModelEntry("lmstudio", "b"),
        ModelEntry("lmstudio", "c", embedding=True),
    )
    assert [entry.id for entry in older] == ["test-model"]


@pytest.mark.parametrize(
    ("item", "entry"),
    [
        ({"id": "models/gemini-9"}, ModelEntry("compatible", "gemini-9")),
        ({"id": "a", "context_window": 7}, ModelEntry("compatible", "a", 7)),
        ({"id": "a", "max_model_len": 7}, ModelEntry("compatible", "a", 7)),
        ({"id": "a", "meta": {"n_ctx": 7, "n_ctx_train": 9}}, ModelEntry("compatible", "a", 7)),
        ({"id": "text-embedding-3"}, ModelEntry("compatible", "text-embedding-3", None, True)),
        ({"id": "BAAI/bge-m3"}, ModelEntry("compatible", "BAAI/bge-m3", None, True)),
        ({"id": "e5-small"}, ModelEntry("compatible", "e5-small", None, True)),
        ({"id": "gte5-chat"}, ModelEntry("compatible", "gte5-chat")),
    ],
)  # fmt: skip
def test_servers_describe_their_models_in_many_ways(
    item: dict[str, Any], entry: ModelEntry
) -> None:
    with ModelServer() as server:
        server.listed = [item, {"no": "id"}, "nonsense"]
        assert asyncio.run(list_models("compatible", base_url=server.url, environ={})) == (entry,)


def test_a_list_without_models_is_a_bad_response() -> None:
    with ModelServer() as server:
        server.listed = {"nonsense": 1}
        for provider in ("compatible", "ollama"):
            with pytest.raises(UserError) as error:
                asyncio.run(list_models(provider, base_url=server.url, environ={}))
            assert error.value.code is ErrorCode.BAD_RESPONSE


def test_of_many_ollama_models_only_the_first_are_asked_for_their_window() -> None:
    with ModelServer(models=tuple(f"m{number}" for number in range(55))) as server:
        listed = asyncio.run(list_models("ollama", base_url=server.url, environ={}))
    assert [entry.context for entry in listed] == [8192] * 50 + [None] * 5


def test_a_list_that_cannot_be_had_has_its_code() -> None:
    def ask(url: str) -> None:
        asyncio.run(list_models("compatible", base_url=url, environ={}))

    with ModelServer("401-echo-key") as server:
        assert code_of(ask, server.url) is ErrorCode.PROVIDER_AUTH
        server.mode = "html"
        assert code_of(ask, server.url) is ErrorCode.BAD_RESPONSE
    assert code_of(ask, server.url) is ErrorCode.PROVIDER_UNREACHABLE
    assert code_of(ask, "") is ErrorCode.PROVIDER_NOT_SET_UP
    with pytest.raises(UserError):
        asyncio.run(list_models("local"))


def test_discovery_finds_what_runs_here_and_nothing_else() -> None:
    with ModelServer(models=("a",)) as server:
        addresses = {
            "ollama": server.url,
            "lmstudio": "http://127.0.0.1:9",
            "llamacpp": server.url,
            "openai": "https://api.openai.com",  # never looked at: the guard would fail this test
        }
        found = asyncio.run(discover(addresses))
    assert found == (
        FoundServer("ollama", server.url, (ModelEntry("ollama", "a", 8192),)),
        FoundServer("llamacpp", server.url, (ModelEntry("llamacpp", "a", 8192),)),
    )


def test_discovery_looks_at_three_ports_of_this_machine_only() -> None:
    assert set(DISCOVERY.values()) == {
        "http://127.0.0.1:11434",
        "http://127.0.0.1:1234",
        "http://127.0.0.1:8080",
    }
    assert all(is_loopback(address) for address in DISCOVERY.values())
    assert {PROVIDERS[name].api for name in DISCOVERY} == {Api.OLLAMA, Api.OPENAI}


def test_the_catalog_and_the_port_load_nothing_heavy() -> None:
    program = (
        "import sys, assistant_app.llm.catalog, assistant_app.llm.port, assistant_app.llm.factory;"
        "sys.exit(bool({'httpx', 'asyncio', 'ssl', 'numpy'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_limits_are_those_of_the_design() -> None:
    limits = Timeouts()
    assert (limits.connect, limits.first_token, limits.silence) == (10, 120, 60)
    assert (limits.loading_notice, limits.retry_after, limits.attempts) == (5, 30, 3)
