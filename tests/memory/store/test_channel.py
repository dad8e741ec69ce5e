from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Client, answer_challenge, deliver_challenge
from pathlib import Path

import pytest

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.paths import DataFolder
from assistant_app.memory.store.channel import (
    ChannelError,
    ChannelServer,
    Handler,
    call,
    is_listening,
)
from assistant_app.memory.store.lock import StoreLock


@contextmanager
def serving(root: Path, handler: Handler) -> Iterator[DataFolder]:
    root.mkdir(parents=True, exist_ok=True)
    server = ChannelServer(DataFolder(root), handler)
    server.start()
    try:
        yield DataFolder(root)
    finally:
        server.close()


def _echo(request: object) -> object:
    return {"echo": request}


def test_a_request_is_answered_and_the_address_is_private(tmp_path: Path) -> None:
    with serving(tmp_path, _echo) as folder:
        assert call(folder, {"act": "show", "text": "茶"}) == {
            "echo": {"act": "show", "text": "茶"}
        }
        assert (tmp_path / "channel.json").stat().st_mode & 0o777 == 0o600
        assert is_listening(folder)
    assert not is_listening(folder)
    assert not (tmp_path / "channel.sock").exists()


def test_many_programs_may_ask_at_once(tmp_path: Path) -> None:
    answers: list[object] = []
    with serving(tmp_path, _echo) as folder:
        threads = [
            threading.Thread(target=lambda n=n: answers.append(call(folder, n))) for n in range(12)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(str(answer) for answer in answers) == sorted(str({"echo": n}) for n in range(12))


def test_an_error_of_the_user_travels_whole(tmp_path: Path) -> None:
    def refuse(request: object) -> object:
        raise UserError(ErrorCode.NOT_FOUND, id=request)

    with serving(tmp_path, refuse) as folder, pytest.raises(UserError) as caught:
        call(folder, "abc")
    assert (caught.value.code, caught.value.params) == (ErrorCode.NOT_FOUND, {"id": "abc"})


def test_a_bug_in_the_handler_ends_neither_side(tmp_path: Path) -> None:
    def fail(request: object) -> object:
        if request == "fail":
            raise ZeroDivisionError
        return {1, 2} if request == "no json" else request

    with serving(tmp_path, fail) as folder:
        for request in ("fail", "no json"):
            with pytest.raises(ChannelError):
                call(folder, request)
        assert call(folder, "fine") == "fine"


def test_without_an_answer_in_time_the_store_is_locked(tmp_path: Path) -> None:
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(tmp_path / "s"))
    listener.listen()  # takes connections and says nothing, like a program that hangs
    document = {"address": str(tmp_path / "s"), "key": "00" * 32}
    (tmp_path / "channel.json").write_text(json.dumps(document))
    with pytest.raises(UserError) as caught:
        call(DataFolder(tmp_path), "hello", answer_within=0.2)
    assert caught.value.code is ErrorCode.STORE_LOCKED
    listener.close()


def test_a_slow_answer_is_waited_for(tmp_path: Path) -> None:
    def slow(request: object) -> object:
        threading.Event().wait(0.3)
        return request

    with serving(tmp_path, slow) as folder:
        assert call(folder, "x", answer_within=0.25) == "x"
        with pytest.raises(UserError) as caught:
            call(folder, "x", finish_within=0.05)
        assert caught.value.code is ErrorCode.STORE_LOCKED


@pytest.mark.parametrize(
    "document", [None, b"", b"\0\0", b"{}", b'{"address": "/nowhere", "key": "00"}']
)
def test_an_address_that_leads_nowhere_is_a_locked_store(
    tmp_path: Path, document: bytes | None
) -> None:
    if document is not None:
        (tmp_path / "channel.json").write_bytes(document)
    with pytest.raises(UserError) as caught:
        call(DataFolder(tmp_path), "x")
    assert caught.value.code is ErrorCode.STORE_LOCKED


def test_who_does_not_know_the_key_gets_nothing(tmp_path: Path) -> None:
    asked: list[object] = []
    with serving(tmp_path, asked.append) as folder:
        path = tmp_path / "channel.json"
        document = json.loads(path.read_text())
        path.write_text(json.dumps({**document, "key": "11" * 32}))
        with pytest.raises(UserError):
            call(folder, "x")
    assert asked == []


def test_malformed_requests_do_not_end_the_server(tmp_path: Path) -> None:
    with serving(tmp_path, _echo) as folder:
        document = json.loads((tmp_path / "channel.json").read_text())
        key = bytes.fromhex(document["key"])
        for noise in (b"", b"GET / HTTP/1.1\r\n\r\n", b"\xff" * 64, b"\x7f\xff\xff\xff"):
            with socket.socket(socket.AF_UNIX) as raw:
                raw.connect(document["address"])
                raw.sendall(noise)
        for request in (b"", b"not json", b"\x80\x04N.", b"[" * 50_000, b"\xff\xfe"):
            with Client(document["address"]) as connection:
                answer_challenge(connection, key)
                deliver_challenge(connection, key)
                connection.send_bytes(request)
                with pytest.raises(EOFError):
                    connection.recv_bytes()
        with socket.socket(socket.AF_UNIX) as silent:
            silent.connect(document["address"])  # one that never speaks holds up nobody
            assert call(folder, "still there") == {"echo": "still there"}


@pytest.mark.skipif(os.name == "nt", reason="pipes have no paths there")
def test_a_folder_with_a_long_name_gets_its_socket_elsewhere(tmp_path: Path) -> None:
    root = tmp_path / ("深い" * 30)
    with serving(root, _echo) as folder:
        address = Path(json.loads((root / "channel.json").read_text())["address"])
        assert not address.is_relative_to(root)
        assert address.parent.stat().st_mode & 0o777 == 0o700
        assert call(folder, 1) == {"echo": 1}
    assert not address.parent.exists()


def test_the_socket_of_a_killed_program_is_taken_over(tmp_path: Path) -> None:
    left = socket.socket(socket.AF_UNIX)
    left.bind(str(tmp_path / "channel.sock"))
    left.close()
    with serving(tmp_path, _echo) as folder:
        assert call(folder, 1) == {"echo": 1}


def test_one_program_holds_a_folder_at_a_time(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "new")
    first, second = StoreLock(folder), StoreLock(folder)
    first.acquire()
    assert first.held
    with pytest.raises(UserError) as caught:
        second.acquire()
    assert caught.value.code is ErrorCode.STORE_LOCKED
    thread = threading.Thread(target=first.release)  # another thread may give it back
    thread.start()
    thread.join()
    with second:
        assert second.held
    assert not second.held


def test_a_place_where_no_lock_can_be_made_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UserError) as caught:
        StoreLock(DataFolder(tmp_path / "file")).acquire()
    assert caught.value.code is ErrorCode.MEMORY_SAVE_FAILED
