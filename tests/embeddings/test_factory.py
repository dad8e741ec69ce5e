"""A setting names an embedder; making it loads and sends nothing."""

from __future__ import annotations

import subprocess
import sys

import pytest

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.embeddings.cache import CachedEmbedder
from assistant_app.embeddings.factory import make_embedder
from tests.embeddings import servers


@pytest.mark.parametrize(
    ("name", "local", "remote_call"),
    [
        ("builtin:e5-small", True, False),
        ("ollama:nomic-embed-text:v1.5", True, True),
        ("lmstudio:x", True, True),
        ("llamacpp:x", True, True),
        ("openai:text-embedding-3-small", False, True),
        ("gemini:gemini-embedding-001", False, True),
        ("dashscope:text-embedding-v4", False, True),
    ],
)
def test_known_providers_need_no_address(name, local, remote_call):
    embedder = make_embedder(name)
    assert isinstance(embedder, CachedEmbedder)
    assert (embedder.model_id, embedder.is_local, embedder.is_remote_call) == (
        name,
        local,
        remote_call,
    )
    embedder.close()


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", ErrorCode.SETTING_INVALID),
        ("e5-small", ErrorCode.SETTING_INVALID),
        ("ollama:", ErrorCode.SETTING_INVALID),
        ("builtin:other", ErrorCode.SETTING_INVALID),
        ("compatible:x", ErrorCode.PROVIDER_NOT_SET_UP),
        ("anthropic:x", ErrorCode.PROVIDER_NOT_SET_UP),
    ],
)
def test_a_name_that_cannot_be_made_is_a_user_error(name, code):
    with pytest.raises(UserError) as caught:
        make_embedder(name)
    assert caught.value.code is code


def test_options_reach_the_server():
    with servers.serving(servers.as_openai) as server:
        embedder = make_embedder("dashscope:m", base_url=server.url, key="k", cache_size=0)
        embedder.embed_documents([f"text {n}" for n in range(11)])
        assert [len(request.body["input"]) for request in server.seen] == [10, 1]
        assert server.seen[0].headers["Authorization"] == "Bearer k"
        embedder.close()


def test_the_port_and_the_factory_load_no_heavy_library():
    code = (
        "import sys, assistant_app.embeddings.port, assistant_app.embeddings.factory;"
        "assert not {'numpy', 'httpx', 'ssl'} & set(sys.modules), sorted(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
