"""Every implementation of the port, and the fake, against the one contract."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant_app.llm.gguf import GgufModel, Runner, RunnerSettings
from assistant_app.llm.ollama import Ollama
from assistant_app.llm.openai_compatible import OpenAICompatible
from assistant_app.llm.port import ChatModel, ReasoningDelta, TextDelta, ToolCall, ToolCallRequested
from tests.llm.contract import QUICK, ChatModelContract
from tests.servers.fakes import FakeChatModel
from tests.servers.model_server import ModelServer
from tests.servers.scripts import Script

TEXT = "Hello there, Anna."
SCRIPT = Script(text=TEXT, tool_arguments={"city": "Porto"})


class TestOpenAICompatible(ChatModelContract):
    @contextlib.contextmanager
    def model_that(self, behaviour: str) -> Iterator[ChatModel]:
        with ModelServer(behaviour, script=SCRIPT) as server:
            yield OpenAICompatible(
                provider="compatible", model="test-model", base_url=server.url, timeouts=QUICK
            )


class TestOllama(ChatModelContract):
    @contextlib.contextmanager
    def model_that(self, behaviour: str) -> Iterator[ChatModel]:
        with ModelServer(behaviour, script=SCRIPT) as server:
            yield Ollama(model="test-model", base_url=server.url, timeouts=QUICK)


class TestGgufFile(ChatModelContract):
    @pytest.fixture(autouse=True)
    def _file(self, tmp_path: Path) -> None:
        self.path = tmp_path / "model.gguf"
        self.path.write_bytes(b"GGUF and more")

    @contextlib.contextmanager
    def model_that(self, behaviour: str) -> Iterator[ChatModel]:
        server = ModelServer(behaviour, script=SCRIPT)

        class Running:
            address = server.url

            def stop(self) -> None:
                server.stop()

        def start(settings: RunnerSettings) -> Runner:
            server.start()
            return Running()

        try:
            yield GgufModel(path=self.path, timeouts=QUICK, start=start)
        finally:
            if not server.stopping.is_set():
                server.start().stop()


class TestFake(ChatModelContract):
    @contextlib.contextmanager
    def model_that(self, behaviour: str) -> Iterator[ChatModel]:
        call = ToolCallRequested(ToolCall("call_1", "weather", {"city": "Porto"}))
        if behaviour == "tool-call":
            yield FakeChatModel([call])
        elif behaviour == "reasoning":
            yield FakeChatModel([ReasoningDelta("SECRET-REASONING"), TextDelta(TEXT)])
        elif behaviour == "hang-after-first-token":
            import asyncio

            model = FakeChatModel(TEXT)
            model.hold = asyncio.Event()
            yield model
        else:
            yield FakeChatModel(TEXT)
