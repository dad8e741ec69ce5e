"""Model files: what is checked before they are run, and how they are started and ended."""

from __future__ import annotations

import asyncio
import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.llm.gguf import (
    GgufModel,
    Runner,
    RunnerSettings,
    start_xllamacpp,
    usable_threads,
)
from assistant_app.llm.port import ChatModel, Waiting, WaitReason
from assistant_app.llm.timeouts import Timeouts
from tests.llm.contract import QUICK, answer_of, collect, run_with, text_of, user
from tests.servers.model_server import ModelServer


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    path = tmp_path / "Zoë 测试.gguf"
    path.write_bytes(b"GGUF and more")
    return path


class Running:
    """A runner in front of a test server."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.stopped = False

    def stop(self) -> None:
        self.stopped = True


@pytest.mark.parametrize(
    ("wanted", "cores", "threads"),
    [(None, 8, 1), (None, None, 1), (4, 8, 4), (99, 8, 7), (0, 8, 1), (4, 1, 1), (4, 2, 1)],
)
def test_one_thread_by_default_and_one_core_stays_free(
    wanted: int | None, cores: int | None, threads: int
) -> None:
    assert usable_threads(wanted, cores) == threads


@pytest.mark.parametrize("content", [None, b"", b"PK\x03\x04"])
def test_a_file_that_is_missing_or_no_model_is_told(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "model.gguf"
    if content is not None:
        path.write_bytes(content)

    def never(settings: RunnerSettings) -> Runner:
        raise AssertionError("nothing to start")

    with pytest.raises(UserError) as error:
        answer_of(GgufModel(path=path, start=never), user("Hi"))
    assert error.value.code is ErrorCode.MODEL_NOT_FOUND
    assert error.value.params["model"] == str(path)


def test_without_the_extra_the_provider_is_not_set_up(
    weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    with pytest.raises(UserError) as error:
        answer_of(GgufModel(path=weights), user("Hi"))
    assert error.value.code is ErrorCode.PROVIDER_NOT_SET_UP
    assert error.value.params["missing"] == "extra"


def test_the_file_is_loaded_once_off_the_loop_and_ended_on_close(weights: Path) -> None:
    started: list[tuple[RunnerSettings, threading.Thread]] = []
    with ModelServer(text="fine") as server:
        running = Running(server.url)

        def start(settings: RunnerSettings) -> Runner:
            started.append((settings, threading.current_thread()))
            return running

        async def twice(model: ChatModel) -> list[str]:
            return [text_of(await collect(model, user("Hi"))) for _ in range(2)]

        model = GgufModel(path=weights, timeouts=QUICK, start=start)
        assert run_with(model, twice) == ["fine", "fine"]
        assert [logged.had_key for logged in server.requests] == [True, True]
    assert len(started) == 1
    assert started[0][1] is not threading.main_thread()
    assert started[0][0].threads == 1
    assert len(started[0][0].key) >= 32
    assert running.stopped
    assert model.model_id == f"local:{weights}"


def test_a_failed_start_is_tried_again_by_the_next_request(weights: Path) -> None:
    attempts: list[int] = []

    with ModelServer(text="fine") as server:

        def start(settings: RunnerSettings) -> Runner:
            attempts.append(1)
            if len(attempts) == 1:
                raise UserError(ErrorCode.PROVIDER_ERROR, provider="local")
            return Running(server.url)

        async def work(model: ChatModel) -> str:
            with pytest.raises(UserError):
                await collect(model, user("Hi"))
            return text_of(await collect(model, user("Hi")))

        assert run_with(GgufModel(path=weights, timeouts=QUICK, start=start), work) == "fine"


def test_a_long_load_is_told_and_stop_does_not_wait_for_it(weights: Path) -> None:
    go_on = threading.Event()

    with ModelServer(text="fine") as server:

        def start(settings: RunnerSettings) -> Runner:
            go_on.wait(30)
            return Running(server.url)

        async def work(model: ChatModel) -> Any:
            stream = model.stream(user("Hi"))
            first = await anext(stream)
            task = asyncio.ensure_future(anext(stream))
            await asyncio.sleep(0.01)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task  # the load has not ended: only now may it
            go_on.set()
            return first, text_of(await collect(model, user("Hi")))

        limits = Timeouts(loading_notice=0.02)
        found = run_with(GgufModel(path=weights, timeouts=limits, start=start), work)
    assert found == (Waiting(WaitReason.LOADING), "fine")


class FakeRunnerLibrary:
    """Stands for the module of the extra: notes what a server is started with."""

    def __init__(self, fault: Exception | None = None) -> None:
        self.fault = fault
        self.params: Any = None

    def CommonParams(self) -> Any:  # noqa: N802 - the name is the library's
        return SimpleNamespace(
            model=SimpleNamespace(), cpuparams=SimpleNamespace(), cpuparams_batch=SimpleNamespace()
        )

    def Server(self, params: Any) -> Any:  # noqa: N802 - the name is the library's
        if self.fault is not None:
            raise self.fault
        self.params = params
        return SimpleNamespace(listening_address="http://127.0.0.1:5")


def test_the_server_listens_on_loopback_with_a_key_and_few_threads(
    weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = FakeRunnerLibrary()
    monkeypatch.setitem(sys.modules, "xllamacpp", library)
    runner = start_xllamacpp(RunnerSettings(weights, 512, 1, "secret"))
    assert runner.address == "http://127.0.0.1:5"
    assert library.params.hostnames == ["127.0.0.1"]
    assert library.params.api_keys == ["secret"]
    assert (library.params.cpuparams.n_threads, library.params.cpuparams_batch.n_threads) == (1, 1)
    assert (library.params.model.path, library.params.n_ctx) == (str(weights), 512)
    runner.stop()


def test_a_model_that_cannot_be_loaded_is_told(
    weights: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = FakeRunnerLibrary(RuntimeError("failed to\nload"))
    monkeypatch.setitem(sys.modules, "xllamacpp", library)
    with pytest.raises(UserError) as error:
        start_xllamacpp(RunnerSettings(weights, 512, 1, "secret"))
    assert error.value.code is ErrorCode.PROVIDER_ERROR
    assert error.value.params["detail"] == "failed to load"


def test_abilities_are_known_before_and_after_loading(weights: Path) -> None:
    async def work(model: ChatModel) -> list[Any]:
        before = await model.capabilities()
        await collect(model, user("Hi"))
        return [before, await model.capabilities()]

    with ModelServer() as server:
        model = GgufModel(
            path=weights, context_tokens=512, start=lambda settings: Running(server.url)
        )
        assert [able.context_tokens for able in run_with(model, work)] == [512, 512]


def test_the_real_runner_reads_the_real_model(real_model_file: Path) -> None:
    pytest.importorskip("xllamacpp", reason="the extra `local` is not installed")
    model = GgufModel(path=real_model_file, context_tokens=1024)
    events = answer_of(model, user("Say: hello", max_tokens=8, temperature=0.0))
    assert text_of(events)
    broken = RunnerSettings(Path(__file__), 512, 1, "key")
    with pytest.raises(UserError) as error:
        start_xllamacpp(broken)
    assert error.value.code is ErrorCode.PROVIDER_ERROR
