"""How a second start and the command line talk to the program that holds the data folder.

A local socket (a named pipe on Windows), never the network. Where it is and the key to it stand
in `channel.json`, which only the user can read. A connection proves the key both ways
(multiprocessing.connection's challenge), then carries JSON in UTF-8, never pickles: a request;
an immediate `{"working": true}`; and `{"ok": value}` or `{"error": {"code", "params"}}`.
"""

from __future__ import annotations

import contextlib
import logging
import os
import secrets
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from multiprocessing import AuthenticationError
from multiprocessing.connection import (
    Client,
    Connection,
    Listener,
    answer_challenge,
    deliver_challenge,
)
from pathlib import Path

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.files import replace_file, save_error
from assistant_app.base.paths import DataFolder
from assistant_app.memory.store.codec import BadRecord, canonical_json, loads

Handler = Callable[[object], object]
"""Takes a request, returns its answer; both plain JSON values. Called on a thread of its own."""

_FILE, _SOCKET = "channel.json", "channel.sock"
_MOST_BYTES = 64 * 1024 * 1024
_ANSWER_WITHIN_S = 2.0
_KEY_BYTES = 32
_BACKLOG = 16
# sun_path holds 108 bytes on Linux and 104 on macOS, its end mark included.
_LONGEST_SOCKET_PATH = 100
_TROUBLE = (OSError, EOFError, AuthenticationError, BadRecord, ValueError)

_log = logging.getLogger(__name__)


class ChannelServer:
    """Answers requests of other programs of the same user.

    Args:
        folder: The data folder, whose lock this program holds.
        handler: Answers a request; a `UserError` reaches the other side as such.
    """

    def __init__(self, folder: DataFolder, handler: Handler) -> None:
        self._folder = folder
        self._handler = handler
        self._key = secrets.token_bytes(_KEY_BYTES)
        self._temporary: Path | None = None
        self._closed = threading.Event()
        self._listener = self._listen()
        self._thread = threading.Thread(target=self._serve, name="channel", daemon=True)

    def start(self) -> None:
        """Publish the address and begin to answer.

        Raises:
            UserError: `disk_full` or `memory_save_failed`: the address could not be written.
        """
        document = {"schema": 1, "address": self._address, "key": self._key.hex()}
        try:
            replace_file(self._folder.root / _FILE, [canonical_json(document) + b"\n"])
        except UserError:
            self._listener.close()
            self._remove_temporary()
            raise
        self._thread.start()

    def close(self) -> None:
        """Stop answering and remove the address; requests under way end on their own."""
        if self._closed.is_set():
            return
        self._closed.set()
        with contextlib.suppress(OSError):
            (self._folder.root / _FILE).unlink(missing_ok=True)
        if self._thread.is_alive():
            with contextlib.suppress(*_TROUBLE):
                Client(self._address).close()  # wakes the accepting thread
            self._thread.join(_ANSWER_WITHIN_S)
        self._listener.close()
        self._remove_temporary()

    @property
    def _address(self) -> str:
        return str(self._listener.address)

    def _listen(self) -> Listener:
        if sys.platform == "win32":
            return Listener(rf"\\.\pipe\keepsake-{secrets.token_hex(8)}", "AF_PIPE")
        path = self._folder.root / _SOCKET
        if len(os.fsencode(path)) <= _LONGEST_SOCKET_PATH:
            with contextlib.suppress(OSError):  # a file system without sockets
                path.unlink(missing_ok=True)  # left by a program that was killed
                return _private_listener(path)
        self._temporary = Path(tempfile.mkdtemp(prefix="keepsake-"))
        try:
            return _private_listener(self._temporary / _SOCKET)
        except OSError as error:
            self._remove_temporary()
            raise save_error(error, path) from error

    def _remove_temporary(self) -> None:
        if self._temporary is not None:
            shutil.rmtree(self._temporary, ignore_errors=True)

    def _serve(self) -> None:
        while not self._closed.is_set():
            try:
                connection = self._listener.accept()
            except OSError as error:
                # One that hung up already; or out of descriptors: neither may end the server.
                _log.info("a connection was not accepted: %s", type(error).__name__)
                self._closed.wait(0.05)
                continue
            if self._closed.is_set():
                connection.close()
                return
            threading.Thread(
                target=self._converse, args=(connection,), name="channel-request", daemon=True
            ).start()

    def _converse(self, connection: Connection) -> None:
        try:
            with connection:
                deliver_challenge(connection, self._key)
                answer_challenge(connection, self._key)
                while not self._closed.is_set():
                    request = loads(connection.recv_bytes(_MOST_BYTES))
                    connection.send_bytes(b'{"working":true}')
                    connection.send_bytes(self._answer(request))
        except EOFError:
            return  # the other side has what it wanted
        except _TROUBLE as error:
            _log.info("a connection ended: %s", type(error).__name__)

    def _answer(self, request: object) -> bytes:
        try:
            return canonical_json({"ok": self._handler(request)})
        except UserError as error:
            return canonical_json({"error": {"code": error.code.value, "params": error.params}})
        except Exception:  # noqa: BLE001 - the boundary: a bug in a handler ends no other request
            _log.exception("a request failed")
            return canonical_json({"error": {"code": "bug", "params": {}}})


class ChannelError(RuntimeError):
    """The other program hit a bug while it answered; its log has the details."""


def call(
    folder: DataFolder,
    request: object,
    *,
    answer_within: float = _ANSWER_WITHIN_S,
    finish_within: float | None = None,
) -> object:
    """Ask the program that holds a data folder.

    Args:
        folder: The data folder.
        request: A plain JSON value.
        answer_within: Seconds until it must have taken the request.
        finish_within: Seconds until the answer must be there; None for any time.

    Returns:
        Its answer, a plain JSON value.

    Raises:
        UserError: `store_locked` when it does not answer in time (or nobody listens; `taken`
            says whether the request had reached it), or what the other side raised.
        ChannelError: The other side hit a bug.
    """
    exchange = _Exchange(folder, canonical_json(request))
    # Connecting and the handshake have no time limits of their own, so they run on a thread that
    # may be left behind; it ends when the connection is closed.
    threading.Thread(target=exchange.run, name="channel-call", daemon=True).start()
    try:
        exchange.taken.result(answer_within)
        reply = loads(exchange.reply.result(finish_within))
    except (FutureTimeoutError, *_TROUBLE) as error:
        taken = exchange.taken.done() and exchange.taken.exception() is None
        raise UserError(ErrorCode.STORE_LOCKED, path=folder.root, taken=taken) from error
    finally:
        exchange.close()
    return _value_of(reply)


def is_listening(folder: DataFolder) -> bool:
    """Whether a program has published an address in a data folder (it may have died since)."""
    return (folder.root / _FILE).exists()


class _Exchange:
    """One request on a thread of its own."""

    def __init__(self, folder: DataFolder, request: bytes) -> None:
        self._folder = folder
        self._request = request
        self._connection: Connection | None = None
        self.taken: Future[None] = Future()
        self.reply: Future[bytes] = Future()

    def run(self) -> None:
        try:
            address, key = _read_address(self._folder)
            self._connection = connection = Client(address)
            answer_challenge(connection, key)
            deliver_challenge(connection, key)
            connection.send_bytes(self._request)
            connection.recv_bytes(_MOST_BYTES)
            self.taken.set_result(None)
            self.reply.set_result(connection.recv_bytes(_MOST_BYTES))
        except _TROUBLE as error:
            for future in (self.taken, self.reply):
                if not future.done():
                    future.set_exception(error)

    def close(self) -> None:
        if self.reply.done() and self._connection is not None:
            self._connection.close()


def _private_listener(path: Path) -> Listener:
    listener = Listener(str(path), "AF_UNIX", _BACKLOG)
    path.chmod(0o600)
    return listener


def _read_address(folder: DataFolder) -> tuple[str, bytes]:
    document = loads((folder.root / _FILE).read_bytes())
    match document:
        case {"address": str(address), "key": str(key)}:
            return address, bytes.fromhex(key)
    raise BadRecord(_FILE)


def _value_of(reply: object) -> object:
    match reply:
        case {"ok": value}:
            return value
        case {"error": {"code": "bug"}}:
            raise ChannelError("the running program failed to answer")
        case {"error": {"code": str(code), "params": dict(params)}} if code in set(ErrorCode):
            raise UserError(ErrorCode(code), **params)
    raise ChannelError("the running program answered in an unknown way")
