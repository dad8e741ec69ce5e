"""Any memory with `update` and `search` can stand behind a turn."""

from __future__ import annotations

import asyncio
from datetime import UTC
from pathlib import Path

from assistant_app.base.clock import IdFactory
from assistant_app.base.lanes import LaneExecutor, start_thread
from assistant_app.base.paths import DataFolder
from assistant_app.conversation.answer import MemoryAnswerer
from assistant_app.conversation.injected import InjectedMemory
from assistant_app.conversation.store.store import ConversationStore
from assistant_app.conversation.turn import Turn
from assistant_app.conversation.types import AnswerDone, Learned, TurnEvent, TurnOptions
from assistant_app.llm.port import ChatModel
from assistant_app.memory.session import SessionMemory
from tests.conversation.fakes import DirectConversations, FakeClock
from tests.servers.fakes import FakeChatModel


class Notebook:
    """Somebody else's memory: a list, and every line that shares a word with the question."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def update(self, segment: str) -> None:
        self.lines.append(segment)

    def search(self, question: str) -> list[str]:
        asked = set(question.lower().replace("?", "").split())
        return [line for line in self.lines if asked & set(line.lower().split())]


def _talk(tmp_path: Path, memory: Notebook | SessionMemory, *texts: str) -> list[TurnEvent]:
    clock = FakeClock()
    ids = IdFactory(clock)
    store = ConversationStore(DataFolder(tmp_path), clock, ids)
    executor = LaneExecutor()
    thread = start_thread(executor, "injected")
    events: list[TurnEvent] = []

    async def model(name: str) -> ChatModel:
        return FakeChatModel("Good to know.")

    turn = Turn(
        conversations=DirectConversations(store),
        memory=InjectedMemory(executor, memory, clock),
        models=model,
        answerer=MemoryAnswerer,
        clock=clock,
        ids=ids,
        zone=UTC,
    )

    async def run() -> None:
        for text in texts:
            conversation = store.create().summary.id
            options = TurnOptions("builtin:memory")
            await turn.run(conversation, text, options, emit=events.append)

    asyncio.run(run())
    executor.close()
    thread.join(10)
    store.close()
    return events


def test_what_one_turn_taught_the_next_one_uses(tmp_path: Path) -> None:
    for name, memory in (("notebook", Notebook()), ("session", SessionMemory())):
        events = _talk(
            tmp_path / name,
            memory,
            "My sister Anna lives in Porto.",
            "Where does my sister Anna live?",
        )
        learned = [event for event in events if isinstance(event, Learned)]
        assert [item.status for item in learned[0].items] == ["saved"]
        answer = [event for event in events if isinstance(event, AnswerDone)][-1].message
        assert [used.text for used in answer.used] == ["My sister Anna lives in Porto."]
        assert "Porto" in answer.text
