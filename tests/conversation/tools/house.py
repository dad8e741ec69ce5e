"""A turn with tools over real memory and real files, on a worker of its own."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC
from pathlib import Path
from typing import Any

from assistant_app.base.clock import IdFactory
from assistant_app.base.lanes import LaneExecutor, start_thread
from assistant_app.base.paths import DataFolder
from assistant_app.conversation.access import LaneConversations, LaneMemory
from assistant_app.conversation.answer import MemoryAnswerer
from assistant_app.conversation.store.store import ConversationStore
from assistant_app.conversation.tools.memory import LaneToolMemory
from assistant_app.conversation.tools.protocol import CLOSE, OPEN
from assistant_app.conversation.turn import Turn
from assistant_app.conversation.types import AnswerDone, Learned, Message, TurnEvent, TurnOptions
from assistant_app.embeddings.hashing import HashingEmbedder
from assistant_app.llm.port import ChatModel, ChatRequest, Role, ToolCall, ToolCallRequested
from assistant_app.memory.memory import Memory
from assistant_app.memory.never import redact
from assistant_app.memory.store.store import MemoryStore
from assistant_app.memory.types import Cause, CauseKind, Draft, Entry
from tests.conversation.fakes import FakeClock

NOTHING = '{"facts": []}'


def native(name: str, identity: str = "c1", **arguments: object) -> list[ToolCallRequested]:
    return [ToolCallRequested(ToolCall(identity, name, arguments))]


def line(name: str, **arguments: object) -> str:
    values = ", ".join(f"{key}={json.dumps(value)}" for key, value in arguments.items())
    return f"{OPEN} {name}({values}) {CLOSE}"


class House:
    """The core over one folder; `say` runs one turn with the model of a test."""

    def __init__(self, folder: Path) -> None:
        self.clock = FakeClock()
        self.executor = LaneExecutor()
        self._thread = start_thread(self.executor, "memory-worker")
        data, ids = DataFolder(folder), IdFactory(self.clock)
        self.events: list[TurnEvent] = []
        self.model: ChatModel | None = None

        def open_all() -> None:
            store = MemoryStore(data, clock=self.clock, ids=ids)
            store.open()
            self.memory = Memory(store, HashingEmbedder(), clock=self.clock, ids=ids)
            self.conversations = ConversationStore(data, self.clock, ids, redact=redact)

        self.on(open_all)
        self.lane_memory = LaneMemory(self.executor, self.memory, None)
        self.turn = Turn(
            conversations=LaneConversations(self.executor, self.conversations),
            memory=self.lane_memory,
            models=self._model,
            answerer=MemoryAnswerer,
            clock=self.clock,
            ids=ids,
            zone=UTC,
            redact=redact,
            tools=LaneToolMemory(self.executor, self.memory),
        )

    async def _model(self, name: str) -> ChatModel:
        assert self.model is not None
        return self.model

    def on(self, job: Callable[[], Any]) -> Any:
        return self.executor.submit(job).result(60)

    def keep(self, text: str, **fields: Any) -> Entry:
        """Save a memory as the user would."""
        draft = Draft(text, **fields)
        done = self.on(lambda: self.memory.remember((draft,), cause=Cause(CauseKind.USER)))
        return done[0].entry  # type: ignore[no-any-return]

    def new(self, **how: Any) -> str:
        return str(self.on(lambda: self.conversations.create(**how)).summary.id)

    def say(self, text: str, conversation: str | None = None, **options: Any) -> str:
        conversation = conversation or self.new()

        async def whole() -> None:
            await self.saying(text, conversation, **options)
            if self.model is not None:
                await self.model.aclose()  # on the loop that used it

        asyncio.run(whole())
        return conversation

    async def saying(self, text: str, conversation: str, **options: Any) -> None:
        self.events.clear()
        made = replace(TurnOptions("fake:model", recall_deadline=30.0), **options)
        await self.turn.run(conversation, text, made, emit=self.events.append)

    @property
    def answer(self) -> Message:
        return next(e.message for e in self.events if isinstance(e, AnswerDone))

    @property
    def learned(self) -> Learned:
        return next(e for e in reversed(self.events) if isinstance(e, Learned))

    @property
    def texts(self) -> list[str]:
        return [entry.text for entry in self.on(self.memory.list)]

    def shown(self, conversation: str) -> tuple[Message, ...]:
        return self.on(lambda: self.conversations.open(conversation)).messages  # type: ignore[no-any-return]

    def close(self) -> None:
        self.on(self.conversations.close)
        self.on(self.memory.close)
        self.executor.close()
        self._thread.join(60)


def results(request: ChatRequest) -> list[Any]:
    """Return what the tools answered in a request with native results."""
    return [json.loads(m.content) for m in request.messages if m.role is Role.TOOL]
