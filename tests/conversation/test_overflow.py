"""A long temporary chat: what has left its window comes back where it answers, from memory only."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from assistant_app.base.lanes import LaneExecutor
from assistant_app.conversation.overflow import LaneSessionRounds, find_left_out
from assistant_app.llm.port import Capabilities, Role
from assistant_app.memory.session import SessionMemory
from tests.conversation.fakes import message
from tests.conversation.tools.house import House
from tests.servers.fakes import FakeChatModel


def test_it_comes_back_where_it_answers(tmp_path: Path) -> None:
    house = House(tmp_path)
    sessions = LaneSessionRounds(house.executor, house.memory.for_session)
    house.turn._answering._sessions = sessions
    able = Capabilities(tools=True, json_schema=True, context_tokens=2_048)
    model = FakeChatModel("ok", capabilities=able)
    house.model = model
    c = house.new(temporary=True)
    house.say("The boat is called Esmeralda and is blue.", c)
    for number in range(11):
        house.say(f"Tell me about topic {number}.", c)
    house.say("What was the boat called?", c)
    sent = model.requests[-1].messages
    assert "Esmeralda" not in str(sent[:-1])
    assert sent[-1].content.startswith("<recalled_memories>")
    assert "User: The boat is called Esmeralda and is blue." in sent[-1].content
    assert house.answer.used == ()
    assert not stands_in_a_file(tmp_path, "Esmeralda")
    house.close()


def stands_in_a_file(folder: Path, words: str) -> bool:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return any(words.encode() in path.read_bytes() for path in files)


def test_a_kept_chat_has_its_summary_instead(tmp_path: Path) -> None:
    house = House(tmp_path)
    made: list[str] = []

    def make() -> SessionMemory:
        made.append("x")
        return SessionMemory()

    house.turn._answering._sessions = LaneSessionRounds(house.executor, make)
    house.model = FakeChatModel("ok")
    c = house.new()
    for number in range(12):
        house.say(f"Tell me about topic {number}.", c, learn=False)
    assert made == []
    house.close()


class Slow:
    async def find(self, conversation: str, rounds: object, question: str) -> tuple[str, ...]:
        await asyncio.Event().wait()
        return ()


def test_a_slow_search_delays_no_answer() -> None:
    rows = [message("hello"), message("ok", Role.ASSISTANT, "a")]
    assert asyncio.run(find_left_out(Slow(), "c", rows, "x", deadline=0.01)) == ()


def test_nothing_left_out_asks_nothing() -> None:
    assert asyncio.run(find_left_out(Slow(), "c", [], "x", deadline=60.0)) == ()


@pytest.mark.timeout(20)
def test_old_sessions_end_and_each_has_its_own(tmp_path: Path) -> None:
    house = House(tmp_path)
    executor: LaneExecutor = house.executor
    sessions = LaneSessionRounds(executor, SessionMemory)

    async def scenario() -> None:
        for name in ("a", "b", "c", "d", "e"):
            await sessions.find(name, {"1": f"Word {name}word"}, "x")
        assert await sessions.find("e", {}, "eword") == ("Word eword",)
        assert await sessions.find("d", {}, "eword word") == ("Word dword",)
        assert await sessions.find("a", {}, "aword") == ()

    asyncio.run(scenario())
    house.close()
