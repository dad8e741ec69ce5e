"""A session that is over is read for what is worth keeping; it never delays anything."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.servers.model_server import ModelServer
from tests.workers.test_runtime import Program

WITHOUT_SIGNAL = "The lake near the old mill is cold."


@pytest.fixture
def program(qtbot: QtBot, tmp_path: Path) -> Iterator[Program]:
    made = Program(qtbot, tmp_path)
    made.start()
    yield made
    made.runtime.shut_down()


def read(server: ModelServer) -> list[str]:
    """Return what was sent to be read for facts."""
    users = [str(chat["messages"][-1]["content"]) for chat in server.chats]
    return [text for text in users if "<newest" in text]


def test_a_chat_is_read_when_something_is_said_elsewhere(program: Program) -> None:
    with ModelServer() as server:
        program.use_server(server)
        program.send(program.new_chat(), WITHOUT_SIGNAL)
        assert read(server) == []
        program.send(program.new_chat(), "How do I boil an egg?")
        program.qtbot.waitUntil(lambda: bool(read(server)), timeout=30_000)
        assert WITHOUT_SIGNAL in read(server)[0]


def test_it_is_read_once(program: Program) -> None:
    with ModelServer() as server:
        program.use_server(server)
        program.send(program.new_chat(), WITHOUT_SIGNAL)
        program.runtime.chats.end_session()
        program.runtime.chats.end_session()
        program.qtbot.waitUntil(lambda: bool(read(server)), timeout=30_000)
        program.send(program.new_chat(), "How do I boil an egg?")
        assert len(read(server)) == 1


def test_a_temporary_chat_is_never_read(program: Program) -> None:
    with ModelServer() as server:
        program.use_server(server)
        program.send(program.new_chat(temporary=True), WITHOUT_SIGNAL)
        program.send(program.new_chat(), "How do I boil an egg?")
        program.runtime.chats.end_session()
        assert read(server) == []


def test_the_end_of_the_program_does_not_wait_for_it(qtbot: QtBot, tmp_path: Path) -> None:
    program = Program(qtbot, tmp_path)
    program.start()
    with ModelServer() as server:
        program.use_server(server)
        program.send(program.new_chat(), WITHOUT_SIGNAL)
        server.mode = "hang-after-first-token"
        program.runtime.chats.end_session()
        qtbot.waitUntil(server.hanging.is_set, timeout=30_000)
        program.runtime.shut_down()
        assert server.client_gone.wait(30)
