"""The threads behind the window, over a real store and a real server on loopback."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject, QThread
from pytestqt.qtbot import QtBot

from assistant_app.app import assemble
from assistant_app.base.errors import Cancelled, ErrorCode, UserError
from assistant_app.base.paths import DataFolder
from assistant_app.conversation.types import (
    AnswerDelta,
    AnswerDone,
    Completeness,
    Conversation,
    Learned,
    TurnEvent,
)
from assistant_app.memory.types import Changes, Draft, Remembered, Snapshot, State
from assistant_app.services import turn_options
from assistant_app.settings import declarations
from assistant_app.workers.delivery import Delivery
from assistant_app.workers.runtime import Runtime
from tests.servers.model_server import ModelServer


class Program:
    """The program without its window."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.qtbot = qtbot
        self.owner = QObject()
        self.services = assemble(DataFolder(folder))
        self.runtime = Runtime(
            self.services,
            lambda scope, temporary: turn_options(
                self.runtime.preferences.settings, scope=scope, temporary=temporary
            ),
        )
        self.events: list[TurnEvent] = []
        self.runtime.chats.turn_event.connect(self.events.append)

    def start(self) -> None:
        with self.qtbot.waitSignal(self.runtime.opened, timeout=30_000):
            self.runtime.start()

    def result(self, call: Callable[[Callable[[Any], None]], None]) -> Any:
        """Call an operation with a `done` and wait for its result."""
        results: list[Any] = []
        call(results.append)
        self.qtbot.waitUntil(lambda: bool(results), timeout=30_000)
        return results[0]

    def add(self, text: str) -> Remembered:
        return self.result(  # type: ignore[no-any-return]
            lambda done: self.runtime.memories.add(Draft(text), self.owner, done)
        )

    def new_chat(self, *, temporary: bool = False) -> Conversation:
        return self.result(  # type: ignore[no-any-return]
            lambda done: self.runtime.chats.create(self.owner, done, temporary=temporary)
        )

    def send(self, conversation: Conversation, text: str) -> None:
        """Send, and wait until the turn has ended, learning included."""
        self.runtime.chats.send(conversation, text)
        self.qtbot.waitUntil(
            lambda: not self.runtime.chats.is_running(conversation.summary.id), timeout=30_000
        )

    def of(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    def use_server(self, server: ModelServer) -> None:
        base_url = declarations.PROVIDER_BASE_URL.of("compatible")
        self.runtime.preferences.set(base_url, server.url)
        self.runtime.preferences.set(declarations.CHAT_MODEL, "compatible:test")


@pytest.fixture
def program(qtbot: QtBot, tmp_path: Path) -> Iterator[Program]:
    made = Program(qtbot, tmp_path)
    made.start()
    yield made
    made.runtime.shut_down()


def test_a_change_reaches_every_screen_and_can_be_undone(program: Program) -> None:
    changes: list[Changes] = []
    snapshots: list[Snapshot] = []
    program.runtime.memories.changed.connect(changes.append)
    program.runtime.memories.snapshot_changed.connect(snapshots.append)
    outcome = program.add("My sister Anna lives in Porto.")
    program.qtbot.waitUntil(
        lambda: bool(snapshots) and len(snapshots[-1].entries) == 1, timeout=30_000
    )
    assert changes[-1].put[0] == outcome.entry
    undone = program.result(
        lambda done: program.runtime.memories.undo(program.owner, done, seq=changes[-1].seq)
    )
    assert undone.put[0].state is State.DELETED


def test_what_is_there_is_told_at_the_start(qtbot: QtBot, tmp_path: Path) -> None:
    program = Program(qtbot, tmp_path)
    program.start()
    program.send(program.new_chat(), "My sister Anna lives in Porto.")
    program.runtime.shut_down()
    again = Program(qtbot, tmp_path)
    lists: list[tuple[object, ...]] = []
    snapshots: list[Snapshot] = []
    again.runtime.chats.list_changed.connect(lists.append)
    again.runtime.memories.snapshot_changed.connect(snapshots.append)
    again.start()
    qtbot.waitUntil(lambda: bool(lists) and bool(snapshots), timeout=30_000)
    again.runtime.shut_down()
    assert (len(lists[-1]), len(snapshots[-1].entries)) == (1, 1)


def test_a_turn_without_a_model_is_told_in_order_and_teaches(program: Program) -> None:
    chat = program.new_chat()
    program.send(chat, "My sister Anna lives in Porto. She can't eat nuts.")
    done = program.of(AnswerDone)[0].message
    assert done.completeness is Completeness.COMPLETE
    learned = program.of(Learned)[0]
    assert [item.status for item in learned.items] == ["saved"]
    program.send(program.new_chat(), "Where does my sister Anna live?")
    assert next(used.text for used in program.of(AnswerDone)[1].message.used).startswith(
        "My sister"
    )


def test_the_chosen_model_is_known_with_its_place_although_it_was_not_found(
    program: Program,
) -> None:
    preferences = program.runtime.preferences
    told: list[object] = []
    preferences.models_changed.connect(told.append)
    address = declarations.PROVIDER_BASE_URL.of("compatible")
    preferences.set(address, "http://127.0.0.1:9")
    preferences.set(declarations.CHAT_MODEL, "compatible:mine")
    assert [(one.name, one.is_local) for one in preferences.models] == [("compatible:mine", True)]
    preferences.set(address, "http://model.invalid")
    assert [one.is_local for one in preferences.models] == [False]
    assert told


def test_the_pieces_of_an_answer_are_joined_and_none_is_lost(program: Program) -> None:
    with ModelServer(mode="many-events", count=3000) as server:
        program.use_server(server)
        program.send(program.new_chat(), "Count, please.")
    deltas = program.of(AnswerDelta)
    message = program.of(AnswerDone)[0].message
    assert "".join(delta.text for delta in deltas) == message.text
    assert len(deltas) < 1500


def test_stop_keeps_what_has_arrived_although_the_server_is_silent(program: Program) -> None:
    with ModelServer(mode="hang-after-first-token") as server:
        program.use_server(server)
        chat = program.new_chat()
        program.runtime.chats.send(chat, "Tell me a story.")
        program.qtbot.waitUntil(lambda: bool(program.of(AnswerDelta)), timeout=30_000)
        program.runtime.chats.stop(chat.summary.id)
        program.qtbot.waitUntil(
            lambda: not program.runtime.chats.is_running(chat.summary.id), timeout=30_000
        )
        kept = program.result(
            lambda done: program.runtime.chats.open(chat.summary.id, program.owner, done)
        )
    assert kept.messages[-1].completeness is Completeness.STOPPED
    assert kept.messages[-1].text
    assert program.of(Learned) == []


def test_a_new_chat_is_listed_while_its_answer_is_awaited(program: Program) -> None:
    lists: list[tuple[Any, ...]] = []
    program.runtime.chats.list_changed.connect(lists.append)
    with ModelServer(mode="hang") as server:
        program.use_server(server)
        chat = program.new_chat()
        program.runtime.chats.send(chat, "Tell me a story.")
        program.qtbot.waitUntil(lambda: bool(lists and lists[-1]), timeout=30_000)
        assert program.runtime.chats.is_answering(chat.summary.id)
        program.runtime.chats.stop(chat.summary.id)
        program.qtbot.waitUntil(lambda: not program.runtime.chats.any_running(), timeout=30_000)
    assert lists[-1][0].title == "Tell me a story"


def test_a_view_that_comes_back_gets_each_piece_once(program: Program) -> None:
    with ModelServer(mode="many-events", count=2000) as server:
        program.use_server(server)
        chats, chat = program.runtime.chats, program.new_chat()
        name = chat.summary.id
        chats.send(chat, "Count, please.")
        program.qtbot.waitUntil(lambda: chats.partial(name) is not None, timeout=30_000)
        before = len(program.events)
        partial = chats.partial(name)
        assert partial is not None
        program.qtbot.waitUntil(lambda: not chats.any_running(), timeout=30_000)
    later = [event.text for event in program.events[before:] if isinstance(event, AnswerDelta)]
    assert partial.text + "".join(later) == program.of(AnswerDone)[0].message.text


def test_learning_delays_no_next_message(program: Program) -> None:
    with ModelServer(mode="reply") as server:
        program.use_server(server)
        chat = program.new_chat()
        name = chat.summary.id
        server.next_modes = ["reply", "hang", "reply", "reply", "reply"]
        chats = program.runtime.chats
        chats.send(chat, "My sister Anna lives in Porto.")
        program.qtbot.waitUntil(server.hanging.is_set, timeout=30_000)
        assert chats.is_running(name)
        assert not chats.is_answering(name)
        chats.send(chat, "My brother Tom lives in Bergen.")
        assert chats.is_answering(name)
        program.qtbot.waitUntil(lambda: len(program.of(AnswerDone)) == 2, timeout=30_000)
        program.qtbot.waitUntil(lambda: not chats.any_running(), timeout=30_000)
        assert server.client_gone.is_set()
    assert program.of(AnswerDone)[1].message.completeness is Completeness.COMPLETE
    first = program.of(Learned)[0]
    assert [item.text for item in first.items] == ["My sister Anna lives in Porto."]


def test_turns_in_two_conversations_do_not_mix(program: Program) -> None:
    with ModelServer(mode="memory-echo") as server:
        program.use_server(server)
        first, second = program.new_chat(), program.new_chat()
        program.runtime.chats.send(first, "Question of the first chat.")
        program.runtime.chats.send(second, "Question of the second chat.")
        program.qtbot.waitUntil(lambda: not program.runtime.chats.any_running(), timeout=30_000)
    for event in program.of(AnswerDone):
        own = "first" if event.conversation == first.summary.id else "second"
        other = "second" if own == "first" else "first"
        assert f"of the {own} chat" in event.message.text
        assert f"of the {other} chat" not in event.message.text


def test_searching_as_one_types_counts_nothing(program: Program) -> None:
    program.add("I keep the spare key under the blue pot.")
    program.qtbot.waitUntil(
        lambda: bool(
            program.runtime.memories.snapshot and program.runtime.memories.snapshot.entries
        )
    )
    for length in range(1, 10):
        program.runtime.memories.search("spare key"[:length], program.owner, lambda _: None)
    found = program.result(
        lambda done: program.runtime.memories.search("spare", program.owner, done)
    )
    assert len(found) == 1
    snapshot = program.runtime.memories.snapshot
    assert snapshot is not None
    assert snapshot.access == {}
    program.runtime.memories.opened(found[0])
    program.qtbot.waitUntil(
        lambda: (
            program.runtime.memories.snapshot.access[found[0]].count == 1  # type: ignore[union-attr]
            if program.runtime.memories.snapshot.access  # type: ignore[union-attr]
            else False
        ),
        timeout=30_000,
    )


def test_shutting_down_in_the_middle_of_an_answer_keeps_it(qtbot: QtBot, tmp_path: Path) -> None:
    program = Program(qtbot, tmp_path)
    program.start()
    with ModelServer(mode="hang-after-first-token") as server:
        program.use_server(server)
        chat = program.new_chat()
        program.runtime.chats.send(chat, "Tell me a story.")
        qtbot.waitUntil(lambda: bool(program.of(AnswerDelta)), timeout=30_000)
        program.runtime.shut_down()
    again = Program(qtbot, tmp_path)
    again.start()
    kept = again.result(lambda done: again.runtime.chats.open(chat.summary.id, again.owner, done))
    again.runtime.shut_down()
    assert kept.messages[-1].completeness is Completeness.STOPPED


def test_a_store_that_cannot_be_opened_is_told_and_untouched(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "format.json").write_text('{"keepsake": 99}')
    program = Program(qtbot, tmp_path)
    with qtbot.waitSignal(program.runtime.failed_to_open, timeout=30_000) as told:
        program.runtime.start()
    program.runtime.shut_down()
    assert told.args is not None
    assert told.args[0].code is ErrorCode.STORE_NEWER
    assert (tmp_path / "format.json").read_text() == '{"keepsake": 99}'


def test_results_arrive_on_the_windows_thread_and_not_at_a_dead_widget(qtbot: QtBot) -> None:
    delivery = Delivery()
    owner, gone = QObject(), QObject()
    seen: list[object] = []
    future: Future[int] = Future()
    delivery.deliver(future, owner, lambda value: seen.append((value, QThread.currentThread())))
    delivery.deliver(future, gone, seen.append)
    gone.deleteLater()
    qtbot.waitUntil(lambda: not _alive(gone))
    threading.Thread(target=future.set_result, args=(7,)).start()
    qtbot.waitUntil(lambda: bool(seen))
    assert seen == [(7, owner.thread())]


def test_a_fault_of_the_user_reaches_who_asked_or_the_window(qtbot: QtBot) -> None:
    delivery = Delivery()
    owner = QObject()
    asked: list[UserError] = []
    window: list[UserError] = []
    delivery.failed.connect(window.append)
    for failed in (asked.append, None):
        future: Future[None] = Future()
        delivery.deliver(future, owner, failed=failed)
        future.set_exception(UserError(ErrorCode.DISK_FULL))
    quiet: Future[None] = Future()
    delivery.deliver(quiet, owner)
    quiet.set_exception(Cancelled())
    qtbot.waitUntil(lambda: bool(asked) and bool(window))
    assert (len(asked), len(window)) == (1, 1)


def _alive(thing: QObject) -> bool:
    import shiboken6

    return bool(shiboken6.isValid(thing))


def test_what_is_odd_about_files_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "conversations").mkdir()
    (tmp_path / "conversations" / "01abc.jsonl").write_bytes(b"\0" * 100)
    (tmp_path / "settings.json").write_bytes(b"\0" * 100)
    program = Program(qtbot, tmp_path)
    told: list[str] = []
    program.runtime.notices.connect(lambda notices: told.extend(one.code for one in notices))
    program.start()
    qtbot.waitUntil(lambda: "conversation_quarantined" in told, timeout=30_000)
    assert "settings_quarantined" in told
    program.runtime.shut_down()
