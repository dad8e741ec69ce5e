"""Memory and conversations over the worker's lanes: a hanging server delays nothing."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from assistant_app.base.clock import IdFactory
from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.lanes import LaneExecutor, start_thread
from assistant_app.base.paths import DataFolder
from assistant_app.conversation.access import LaneConversations, LaneMemory
from assistant_app.conversation.store.store import ConversationStore
from assistant_app.conversation.tools.memory import LaneToolMemory
from assistant_app.memory.types import (
    Cause,
    CauseKind,
    Draft,
    Recall,
    RecallQuery,
    Remembered,
    RememberStatus,
    Round,
)
from tests.conversation.fakes import NOON, FakeClock, hit


class Facade:
    """Notes on which thread it was called, and with which vector."""

    def __init__(self) -> None:
        self.threads: set[str] = set()
        self.vectors: list[Any] = []
        self.calls: list[str] = []

    def _note(self, name: str) -> None:
        self.threads.add(threading.current_thread().name)
        self.calls.append(name)

    def recall(self, query: RecallQuery, vector: Any = None) -> Recall:
        self._note("recall")
        self.vectors.append(vector)
        return Recall(used=(hit("found"),))

    def remember(
        self, drafts: Sequence[Draft], *, cause: Cause, mode_ask: bool = False
    ) -> tuple[Remembered, ...]:
        self._note("remember")
        return (Remembered(RememberStatus.SAVED, None, str(mode_ask)),)

    def note_use(self, conversation: str, message: str, hits: Any) -> None:
        self._note("note_use")

    def note_round(self, exchange: Round, /) -> None:
        self._note("note_round")


class Remote:
    """A remote embedder that answers, fails or hangs."""

    model_id = "remote:x"
    space = "remote-x"
    dimension = 2
    is_local = False

    def __init__(self, *, fails: UserError | None = None, hangs: bool = False) -> None:
        self.is_remote_call = True
        self.fails = fails
        self.release = threading.Event()
        if not hangs:
            self.release.set()
        self.asked: list[tuple[str, str]] = []

    def embed_query(self, text: str) -> Any:
        self.asked.append((text, threading.current_thread().name))
        self.release.wait(30)
        if self.fails is not None:
            raise self.fails
        return np.array([1.0, 0.0], dtype=np.float32)

    def embed_documents(self, texts: Sequence[str], *, purpose: Any = None) -> Any:
        raise AssertionError("never asked here")

    def close(self) -> None:
        self.release.set()


@pytest.fixture
def executor() -> Iterator[LaneExecutor]:
    made = LaneExecutor()
    thread = start_thread(made, "memory-worker")
    yield made
    made.close()
    thread.join(10)


def recall(memory: LaneMemory, text: str = "Where is Anna?", deadline: float = 5.0) -> Any:
    return asyncio.run(memory.recall(RecallQuery(text), deadline=deadline))


def test_the_facade_is_touched_on_the_worker_only(executor: LaneExecutor) -> None:
    facade = Facade()
    memory = LaneMemory(executor, facade, None)

    async def all_of_it() -> None:
        await memory.recall(RecallQuery("x"), deadline=5)
        await memory.remember([Draft("x")], Cause(CauseKind.LEARNED), ask=True)
        await memory.note_use("c", "m", [hit("x")])
        await memory.note_round(Round("u", "c", NOON, "x", "y"))

    asyncio.run(all_of_it())
    assert facade.calls == ["recall", "remember", "note_use", "note_round"]
    assert facade.threads == {"memory-worker"}


def test_a_remote_vector_is_fetched_off_the_worker(executor: LaneExecutor) -> None:
    facade, remote = Facade(), Remote()
    found = recall(LaneMemory(executor, facade, remote))
    assert found.failure is None
    assert facade.vectors[0].tolist() == [1.0, 0.0]
    assert remote.asked[0][1] not in ("memory-worker", "MainThread")


def test_a_hanging_server_leaves_the_words(executor: LaneExecutor) -> None:
    facade, remote = Facade(), Remote(hangs=True)
    memory = LaneMemory(executor, facade, remote)
    found = recall(memory, deadline=0.1)
    assert found.failure == "embedding_unavailable"
    assert found.recall.used
    assert facade.vectors == [None]
    for _ in range(5):
        recall(memory, deadline=0.05)
    assert len(remote.asked) == 2  # further threads are not begun while two of them hang
    remote.close()


def test_a_failing_server_is_reported(executor: LaneExecutor) -> None:
    remote = Remote(fails=UserError(ErrorCode.PROVIDER_UNREACHABLE))
    found = recall(LaneMemory(executor, Facade(), remote))
    assert (found.failure, len(found.recall.used)) == ("provider_unreachable", 1)


def test_a_local_embedder_is_left_to_the_facade(executor: LaneExecutor) -> None:
    remote = Remote()
    remote.is_remote_call = False
    facade = Facade()
    recall(LaneMemory(executor, facade, remote))
    assert remote.asked == []
    assert facade.vectors == [None]


@pytest.mark.parametrize("text", ["", "  ", "。", "🙂"])
def test_nothing_is_embedded_for_nothing(executor: LaneExecutor, text: str) -> None:
    remote = Remote()
    recall(LaneMemory(executor, Facade(), remote), text)
    assert remote.asked == []


def test_conversations_over_the_lane(executor: LaneExecutor, tmp_path: Path) -> None:
    clock = FakeClock()
    store = ConversationStore(DataFolder(tmp_path), clock, IdFactory(clock))
    conversations = LaneConversations(executor, store)
    c = store.create().summary.id

    async def scenario() -> list[str]:
        user = await conversations.append_user(c, "one")
        await conversations.record_learned(c, user.id, ())
        await conversations.append_user(c, "two")
        await conversations.rewind_to(c, user.id)
        await conversations.set_summary(c, "short", covers_up_to=user.id)
        await conversations.append_answer(c, user)
        return [m.text for m in (await conversations.open(c)).messages]

    assert asyncio.run(scenario())[0] == "one"
    store.close()


def test_tools_reach_memory_on_the_worker_only(executor: LaneExecutor) -> None:
    calls: list[tuple[str, str]] = []

    class Tools:
        def __getattr__(self, name: str) -> Any:
            def call(*_: Any, **__: Any) -> str:
                calls.append((name, threading.current_thread().name))
                return name

            return call

    tools = LaneToolMemory(executor, Tools())
    cause = Cause(CauseKind.TOOL)

    async def all_of_it() -> None:
        await tools.get("m")
        await tools.list(category=None, tag=None)
        await tools.related("m", 3)
        await tools.relabel("m", category="x", tags=None, cause=cause)
        await tools.forget(["m"], cause)
        await tools.propose_forget(["m"], cause)

    asyncio.run(all_of_it())
    names = ["get", "list", "related", "revise", "forget", "propose_forget"]
    assert calls == [(name, "memory-worker") for name in names]


def test_errors_travel_to_the_caller(executor: LaneExecutor, tmp_path: Path) -> None:
    clock = FakeClock()
    store = ConversationStore(DataFolder(tmp_path), clock, IdFactory(clock))
    with pytest.raises(UserError, match="not_found"):
        asyncio.run(LaneConversations(executor, store).open("nothing"))
