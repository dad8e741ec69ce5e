"""The story, without a window: tell it once, close everything, ask in other words another day."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from assistant_app.base.clock import IdFactory
from assistant_app.base.lanes import LaneExecutor, start_thread
from assistant_app.base.paths import DataFolder, resource
from assistant_app.conversation.access import LaneConversations, LaneMemory
from assistant_app.conversation.answer import MemoryAnswerer
from assistant_app.conversation.store.store import ConversationStore
from assistant_app.conversation.turn import Turn
from assistant_app.conversation.types import AnswerDone, Learned, Message, TurnEvent, TurnOptions
from assistant_app.embeddings.factory import make_embedder
from assistant_app.embeddings.hashing import HashingEmbedder
from assistant_app.memory.memory import Memory
from assistant_app.memory.never import redact
from assistant_app.memory.store.store import MemoryStore
from assistant_app.memory.types import RememberStatus
from assistant_app.memory.vectorfiles import FolderVectorFiles
from tests.conversation.fakes import FakeClock
from tests.servers.fakes import FakeChatModel

if TYPE_CHECKING:
    from assistant_app.embeddings.port import Embedder


class Program:
    """The core over one folder, on a worker of its own; closed and started again by a test."""

    def __init__(self, folder: Path, embedder: Embedder | None, clock: FakeClock) -> None:
        self.executor = LaneExecutor()
        self.thread = start_thread(self.executor, "memory-worker")
        self.model = FakeChatModel('{"facts": []}')
        data, ids = DataFolder(folder), IdFactory(clock)
        self.events: list[TurnEvent] = []

        def open_all() -> None:
            store = MemoryStore(data, clock=clock, ids=ids)
            store.open()
            files = FolderVectorFiles(data)
            self.memory = Memory(store, embedder, clock=clock, ids=ids, files=files)
            self.conversations = ConversationStore(data, clock, ids, redact=redact)
            self.memory.load_rounds(tuple(self.conversations.rounds()))

        self.executor.submit(open_all).result(60)
        self.turn = Turn(
            conversations=LaneConversations(self.executor, self.conversations),
            memory=LaneMemory(self.executor, self.memory, embedder),
            models=self._model,
            answerer=MemoryAnswerer,
            clock=clock,
            ids=ids,
            redact=redact,
        )

    async def _model(self, name: str) -> FakeChatModel:
        return self.model

    def ask(self, text: str, conversation: str | None = None, model: str = "builtin:memory") -> str:
        if conversation is None:
            made = self.executor.submit(self.conversations.create).result(60)
            conversation = made.summary.id
        self.events.clear()
        options = TurnOptions(model, recall_deadline=60.0)
        asyncio.run(self.turn.run(conversation, text, options, emit=self.events.append))
        return conversation

    @property
    def answer(self) -> Message:
        return next(e.message for e in self.events if isinstance(e, AnswerDone))

    @property
    def learned(self) -> Learned:
        return next(e for e in reversed(self.events) if isinstance(e, Learned))

    def close(self) -> None:
        self.executor.submit(self.conversations.close).result(60)
        self.executor.submit(self.memory.close).result(60)
        self.executor.close()
        self.thread.join(60)


def test_told_once_it_is_known_next_week(tmp_path: Path) -> None:
    clock = FakeClock()
    first = Program(tmp_path, HashingEmbedder(), clock)
    first.ask("My sister Anna lives in Porto. She can't eat nuts.")
    (item,) = first.learned.items
    assert (item.status, item.text) == (
        RememberStatus.SAVED,
        "My sister Anna lives in Porto. She can't eat nuts.",
    )
    assert item.seq > 0
    first.close()
    clock.move(days=7)
    second = Program(tmp_path, HashingEmbedder(), clock)
    second.ask("Where does my sister Anna live?")
    assert "My sister Anna lives in Porto." in second.answer.text
    assert [used.id for used in second.answer.used] == [item.id]
    assert second.memory.access(str(item.id)).count == 1
    second.close()


def test_said_twice_it_is_known_once(tmp_path: Path) -> None:
    program = Program(tmp_path, HashingEmbedder(), FakeClock())
    program.ask("Remember that my locker is number 214.")
    program.ask("My locker is number 214.")
    assert program.learned.items[0].status == RememberStatus.DUPLICATE
    assert len(program.memory.list()) == 1
    program.close()


def test_a_secret_is_refused_and_stays_out_of_later_requests(tmp_path: Path) -> None:
    program = Program(tmp_path, HashingEmbedder(), FakeClock())
    c = program.ask("Remember that my password is Tr0ub4dor&3!", model="fake:model")
    assert program.learned.items[0].status == RememberStatus.REFUSED
    assert "Tr0ub4dor" not in str(program.learned)
    program.ask("What is the capital of France?", c, model="fake:model")
    assert "Tr0ub4dor" not in str(program.model.requests[1:])
    program.close()


def test_what_one_turn_learned_is_taken_back_by_one_undo(tmp_path: Path) -> None:
    program = Program(tmp_path, HashingEmbedder(), FakeClock())
    program.ask("I'm allergic to nuts. My brother Tom lives in Bergen.")
    items = program.learned.items
    assert len(items) == 2
    assert items[0].seq == items[1].seq
    program.memory.undo(items[0].seq)
    assert list(program.memory.list()) == []
    program.close()


@pytest.mark.weights
def test_it_is_found_in_another_language(tmp_path: Path) -> None:
    if not resource("models", "e5-small-q4.bin").exists():
        pytest.skip("the weights of the built-in model are not there: `make setup` fetches them")
    clock = FakeClock()
    program = Program(tmp_path, make_embedder("builtin:e5-small"), clock)
    program.ask("My sister Anna lives in Porto. She can't eat nuts.")
    program.ask("My locker is number 214.")
    program.ask("I prefer tea over coffee.")
    program.ask("我要去看望妹妹，她住在哪里？")
    assert "Porto" in program.answer.text
    assert "我记得" in program.answer.text
    program.close()


def test_after_a_change_of_name_the_prompt_has_the_new_one(tmp_path: Path) -> None:
    clock = FakeClock()
    program = Program(tmp_path, HashingEmbedder(), clock)
    program.ask("I'm Alicia")
    clock.move(days=2)
    program.ask("Please call me Robin from now on")
    assert [item.status for item in program.learned.items] == [RememberStatus.UPDATED]
    clock.move(days=2)
    program.model = FakeChatModel("Robin.", '{"facts": []}')
    program.ask("What's my name?", model="fake:model")
    system = program.model.requests[0].messages[0].content
    assert "Robin" in system
    assert "Alicia" not in system
    assert not any("Alicia" in entry.text for entry in program.memory.list())
    program.close()


def test_a_story_of_invention_teaches_nothing_and_a_wish_does(tmp_path: Path) -> None:
    program = Program(tmp_path, HashingEmbedder(), FakeClock())
    conversation = program.ask(
        "For a made-up example project, let the success target be 35 % weekly retention. "
        "Just list A, B and C this time, no background."
    )
    assert program.learned.items == ()
    program.ask("From now on, no background first", conversation)
    assert [item.text for item in program.learned.items] == ["From now on, no background first"]
    program.close()
