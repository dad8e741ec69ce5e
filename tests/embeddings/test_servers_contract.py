"""Ollama and OpenAI-compatible servers keep the contract."""

from __future__ import annotations

import pytest

from assistant_app.embeddings.ollama import ollama_embedder
from assistant_app.embeddings.openai_compatible import openai_compatible_embedder
from tests.embeddings import servers
from tests.embeddings.contract import EmbedderContract


class TestOllama(EmbedderContract):
    @pytest.fixture
    def embedder(self):
        with servers.serving(servers.as_ollama) as server:
            embedder = ollama_embedder(
                "all-minilm", base_url=server.url, dimension=servers.DIMENSION
            )
            yield embedder
            embedder.close()


class TestOpenAICompatible(EmbedderContract):
    @pytest.fixture
    def embedder(self):
        with servers.serving(servers.as_openai) as server:
            embedder = openai_compatible_embedder(
                "small", base_url=server.url, batch_size=2, dimension=servers.DIMENSION
            )
            yield embedder
            embedder.close()
