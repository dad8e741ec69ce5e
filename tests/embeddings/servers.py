"""Embedding servers on loopback, with real sockets, that answer or misbehave as told."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from assistant_app.embeddings.hashing import HashingEmbedder

DIMENSION = 64


@dataclass
class Seen:
    """One request as it arrived."""

    path: str
    headers: dict[str, str]
    body: dict


@dataclass
class Answer:
    """What is sent back; `body` is JSON unless it is bytes."""

    body: object = field(default_factory=dict)
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


Script = Callable[[Seen], Answer]


@dataclass
class Server:
    """A running server."""

    url: str
    seen: list[Seen]

    @property
    def texts(self) -> list[str]:
        """All texts that were sent, in order."""
        return [text for request in self.seen for text in request.body["input"]]


@contextlib.contextmanager
def serving(script: Script) -> Iterator[Server]:
    """Run a server whose answers a function gives."""
    seen: list[Seen] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            raw = self.rfile.read(int(self.headers["Content-Length"]))
            request = Seen(self.path, dict(self.headers), json.loads(raw))
            seen.append(request)
            answer = script(request)
            body = (
                answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
            )
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_):
            pass  # clients that hang up are part of the tests

    server = Quiet(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield Server(f"http://127.0.0.1:{server.server_port}", seen)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextlib.contextmanager
def raw_server(talk: Callable[[socket.socket, threading.Event], None]) -> Iterator[str]:
    """Run a server that does with a connection whatever a function does, until the event is set."""
    over = threading.Event()
    listener = socket.create_server(("127.0.0.1", 0))

    def serve():
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection, contextlib.suppress(OSError):
                talk(connection, over)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        over.set()
        with contextlib.suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join()


def vectors(texts: list[str], dimension: int = DIMENSION) -> list[list[float]]:
    """Vectors as a server would send them: right, but not normalised."""
    return (HashingEmbedder(dimension).embed_documents(texts) * 3).tolist()


def as_ollama(request: Seen) -> Answer:
    """Answer like Ollama."""
    assert request.path == "/api/embed"
    return Answer({"model": request.body["model"], "embeddings": vectors(request.body["input"])})


def as_openai(request: Seen) -> Answer:
    """Answer like OpenAI, in an order of its own."""
    assert request.path == "/v1/embeddings"
    rows = vectors(request.body["input"])
    items = [{"object": "embedding", "index": i, "embedding": row} for i, row in enumerate(rows)]
    return Answer({"object": "list", "data": items[::-1], "model": request.body["model"]})


def free_port() -> int:
    """A port where nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]
