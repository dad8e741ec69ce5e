"""A model server on loopback that behaves as a test wants it to, over real sockets.

It speaks `/v1/chat/completions`, `/v1/models`, `/v1/embeddings` and Ollama's `/api/chat`,
`/api/tags`, `/api/show`, `/api/ps`, `/api/embed`. From a test:

    with ModelServer("memory-echo") as server:
        ...  # server.url, server.chats, server.mode = "429"

and as a command, which prints its URL and, with `--log`, writes each request as a JSON line:

    python -m tests.servers.model_server --port 0 --mode memory-echo
"""

from __future__ import annotations

import argparse
import contextlib
import json
import select
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.servers.scripts import Script, Step, steps_of, vector

MODES = (
    "reply", "memory-echo", "from-memory", "extract", "slow", "many-events", "cut-mid-event",
    "cut-clean", "error-in-stream", "hang-after-first-token", "hang", "keep-alive", "429",
    "429-then-ok", "500", "401-echo-key", "403", "tool-call", "tool-call-empty-args", "think-tags",
    "reasoning", "surrogate", "no-stream-options", "no-tools", "no-schema", "context-too-long",
    "model-missing", "redirect", "html", "no-stream", "raw",
)  # fmt: skip
_SECRET_HEADERS = frozenset({"authorization", "x-api-key", "api-key"})


@dataclass(frozen=True, slots=True)
class LoggedRequest:
    """One request as it arrived; the key is not kept."""

    method: str
    path: str
    headers: dict[str, str]
    body: Any
    had_key: bool


@dataclass(frozen=True, slots=True)
class RawAnswer:
    """An answer of exactly these pieces of the body, each in a write of its own, for mode `raw`."""

    pieces: tuple[bytes, ...]
    status: int = 200
    content_type: str = "text/event-stream"
    cut: bool = False
    """Break the connection off instead of ending the body."""
    headers: tuple[tuple[str, str], ...] = ()


class ModelServer:
    """The server. Everything that is not read-only may be changed while it runs.

    Args:
        mode: How chats are answered; one of `MODES`.
        script: What is said.
        models: Names of the models that are offered.
        port: 0 chooses a free one.
        log: File to which each request is appended as a JSON line.
    """

    def __init__(
        self,
        mode: str = "reply",
        *,
        script: Script | None = None,
        models: tuple[str, ...] = ("test-model",),
        port: int = 0,
        log: Path | None = None,
        **choices: Any,
    ) -> None:
        if mode not in MODES:
            raise ValueError(f"no such mode: {mode}")
        self.mode = mode
        self.next_modes: list[str] = []
        """Modes of the next chats, one each, before `mode` holds again."""
        self.script = script or Script(**choices)
        self.models = models
        self.context_tokens = 8192
        self.running_window = 0
        self.retry_after = "0"
        self.redirect_to = ""
        self.raw = RawAnswer(())
        self.listed: Any = None
        """Replaces the list of models."""
        self.lm_studio: list[dict[str, Any]] | None = None
        self.api_show: dict[str, Any] | None = None
        self.requests: list[LoggedRequest] = []
        self.client_gone = threading.Event()
        """Set when a client has closed its connection while it was being answered."""
        self.hanging = threading.Event()
        """Set when an answer has reached the point where it hangs."""
        self.stopping = threading.Event()
        self._log = log
        self._lock = threading.Lock()
        self._connections: set[socket.socket] = set()
        self._http = _Http(("127.0.0.1", port), self)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.05,))

    @property
    def url(self) -> str:
        """Base URL without `/v1`."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    @property
    def chats(self) -> list[Any]:
        """Bodies of all chats that were asked for."""
        with self._lock:
            return [r.body for r in self.requests if r.path.endswith(("/completions", "/api/chat"))]

    def start(self) -> Self:
        """Serve from now on."""
        self._thread.start()
        return self

    def stop(self) -> None:
        """Break off every answer and end."""
        self.stopping.set()
        self._http.shutdown()
        self._thread.join()
        with self._lock:
            open_now = list(self._connections)
        for connection in open_now:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        deadline = time.monotonic() + 5
        while self._connections and time.monotonic() < deadline:
            time.sleep(0.005)
        self._http.server_close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def note(self, request: LoggedRequest) -> None:
        """Remember a request."""
        with self._lock:
            self.requests.append(request)
            if self._log is not None:
                with self._log.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(request)) + "\n")

    def mode_of_next_chat(self) -> str:
        """How the next chat is answered."""
        with self._lock:
            mode = self.next_modes.pop(0) if self.next_modes else self.mode
            if mode == "429-then-ok":
                self.mode = "reply"
                return "429"
            return mode

    def opened(self, connection: socket.socket) -> None:
        """Take note of a connection."""
        with self._lock:
            self._connections.add(connection)

    def closed(self, connection: socket.socket) -> None:
        """Forget a connection."""
        with self._lock:
            self._connections.discard(connection)


class _Http(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, address: tuple[str, int], owner: ModelServer) -> None:
        super().__init__(address, _Handler)
        self.owner = owner

    def process_request(self, request: Any, client_address: Any) -> None:
        self.owner.opened(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        super().shutdown_request(request)
        self.owner.closed(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exc_info()[1], OSError):  # a client that has gone is no fault
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Http

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name is inherited
        """Say nothing."""

    def do_GET(self) -> None:
        self._serve("GET", {})

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self._raw = raw.decode("utf-8", "replace")
        try:
            body = json.loads(raw)
        except ValueError:
            body = None
        self._serve("POST", body)

    def _serve(self, method: str, body: Any) -> None:
        names = {name.lower() for name, _ in self.headers.items()}
        kept = {k.lower(): v for k, v in self.headers.items() if k.lower() not in _SECRET_HEADERS}
        had_key = bool(names & _SECRET_HEADERS)
        self.owner.note(LoggedRequest(method, self.path, kept, body, had_key))
        path = self.path.partition("?")[0]
        routes: dict[tuple[str, str], Callable[[Any], None]] = {
            ("GET", "/v1/models"): self._models,
            ("POST", "/v1/chat/completions"): self._chat_openai,
            ("POST", "/v1/embeddings"): self._embed_openai,
            ("GET", "/api/v0/models"): self._lm_studio,
            ("GET", "/api/tags"): self._tags,
            ("GET", "/api/ps"): self._ps,
            ("POST", "/api/show"): self._show,
            ("POST", "/api/chat"): self._chat_ollama,
            ("POST", "/api/embed"): self._embed_ollama,
        }
        route = routes.get((method, path))
        if route is None:
            self._json(404, {"error": {"message": f"no such path {path}"}})
        elif method == "POST" and not isinstance(body, dict):
            self._json(400, {"error": {"message": "the body is no JSON object"}})
        else:
            route(body)

    @property
    def owner(self) -> ModelServer:
        return self.server.owner

    # --- Lists ----------------------------------------------------------------------------------

    def _models(self, body: Any) -> None:
        if self.owner.mode in {"401-echo-key", "500", "html"}:
            self._refuse(self.owner.mode, openai=True)
            return
        window = self.owner.context_tokens
        data = [{"id": m, "object": "model", "context_length": window} for m in self.owner.models]
        listed = data if self.owner.listed is None else self.owner.listed
        self._json(200, {"object": "list", "data": listed})

    def _lm_studio(self, body: Any) -> None:
        if self.owner.lm_studio is None:
            self._json(404, {"error": "Unexpected endpoint"})
        else:
            self._json(200, {"object": "list", "data": self.owner.lm_studio})

    def _tags(self, body: Any) -> None:
        found = [{"name": m, "model": m, "details": {"family": "test"}} for m in self.owner.models]
        self._json(200, {"models": found if self.owner.listed is None else self.owner.listed})

    def _ps(self, body: Any) -> None:
        window = self.owner.running_window
        running = (
            [{"name": m, "context_length": window} for m in self.owner.models] if window else []
        )
        self._json(200, {"models": running})

    def _show(self, body: Any) -> None:
        if body.get("model") not in self.owner.models:
            self._json(404, {"error": f"model '{body.get('model')}' not found"})
            return
        embeds = "embed" in str(body.get("model"))
        shown = self.owner.api_show or {
            "capabilities": ["embedding"] if embeds else ["completion", "tools"],
            "model_info": {"test.context_length": self.owner.context_tokens},
        }
        self._json(200, shown)

    # --- Embeddings -----------------------------------------------------------------------------

    def _embed_openai(self, body: Any) -> None:
        texts = body.get("input")
        texts = [texts] if isinstance(texts, str) else texts
        data = [{"index": i, "embedding": vector(text)} for i, text in enumerate(texts)]
        self._json(200, {"object": "list", "data": data, "model": body.get("model")})

    def _embed_ollama(self, body: Any) -> None:
        texts = body.get("input")
        texts = [texts] if isinstance(texts, str) else texts
        self._json(200, {"embeddings": [vector(text) for text in texts]})

    # --- Chats ----------------------------------------------------------------------------------

    def _chat_openai(self, body: Any) -> None:
        self._chat(body, _OpenAi(self._model(body)), openai=True)

    def _chat_ollama(self, body: Any) -> None:
        self._chat(body, _Ollama(self._model(body)), openai=False)

    def _model(self, body: Any) -> str:
        return str(body.get("model"))

    def _chat(self, body: dict[str, Any], wire: _OpenAi | _Ollama, *, openai: bool) -> None:
        mode = self.owner.mode_of_next_chat()
        if self._refuse(mode, openai=openai) or self._refuse_option(mode, body, openai=openai):
            return
        if mode == "raw":
            self._send_raw(self.owner.raw)
            return
        steps = steps_of(mode, body, self._raw, self.owner.script)
        if body.get("stream") is False or mode == "no-stream" or ("stream" not in body and openai):
            self._json(200, wire.whole(steps))
            return
        if mode == "hang":
            self._hang()
            return
        self._start(200, wire.content_type)
        try:
            self._play(steps, wire)
        except OSError:
            self.owner.client_gone.set()
            self.close_connection = True

    def _play(self, steps: Iterable[Step], wire: _OpenAi | _Ollama) -> None:
        for step in steps:
            if self.owner.stopping.is_set():
                self.close_connection = True
                return
            if step.kind == "sleep":
                self.owner.stopping.wait(step.value)
            elif step.kind == "hang":
                self._hang()
                return
            elif step.kind == "cut-mid-event":
                self._chunk(wire.encode(Step("text", "never seen"))[:25])
                self.close_connection = True  # no last chunk: the body has not ended
                return
            elif step.kind == "end":
                break
            else:
                self._chunk(wire.encode(step))
                if step.kind == "error":
                    break
        else:
            self._chunk(wire.last())
        self._chunk(b"", last=True)

    def _hang(self) -> None:
        """Send nothing more, and watch whether the client goes."""
        self.owner.hanging.set()
        self.close_connection = True
        while not self.owner.stopping.is_set():
            readable, _, _ = select.select([self.connection], [], [], 0.02)
            if readable and not self.connection.recv(1, socket.MSG_PEEK):
                self.owner.client_gone.set()
                return

    def _refuse(self, mode: str, *, openai: bool) -> bool:
        key = self.headers.get("Authorization", "").removeprefix("Bearer ")
        owner = self.owner
        refusals: dict[str, tuple[int, str]] = {
            "429": (429, "Rate limit reached, slow down"),
            "500": (500, "The server had an error"),
            "401-echo-key": (401, f"Incorrect API key provided: {key}."),
            "403": (403, "Your country is not supported"),
            "context-too-long": (400, "This model's maximum context length is 4096 tokens."),
            "model-missing": (404, "The model `test-model` does not exist"),
        }
        if mode in refusals:
            status, message = refusals[mode]
            error: Any = {"message": message, "type": "error"} if openai else message
            headers = [("Retry-After", owner.retry_after)] if status == 429 else []
            self._json(status, {"error": error}, headers)
        elif mode == "redirect":
            self._json(307, {}, [("Location", owner.redirect_to)])
        elif mode == "html":
            self._send(200, b"<!doctype html><title>Log in to the hotel</title>", "text/html", [])
        else:
            return False
        return True

    def _refuse_option(self, mode: str, body: dict[str, Any], *, openai: bool) -> bool:
        message = ""
        if mode == "no-stream-options" and "stream_options" in body:
            message = "Unrecognized request argument supplied: stream_options"
        if mode == "no-tools" and body.get("tools"):
            message = f"{body.get('model')} does not support tools"
        if mode == "no-schema" and ("response_format" in body or "format" in body):
            message = "This response_format type is unavailable now"
        if message:
            self._json(400, {"error": {"message": message} if openai else message})
        return bool(message)

    # --- Sending --------------------------------------------------------------------------------

    def _json(self, status: int, value: Any, headers: Iterable[tuple[str, str]] = ()) -> None:
        self._send(status, json.dumps(value).encode(), "application/json", headers)

    def _send(
        self, status: int, body: bytes, content_type: str, headers: Iterable[tuple[str, str]]
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _start(
        self, status: int, content_type: str, headers: Iterable[tuple[str, str]] = ()
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Transfer-Encoding", "chunked")
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()

    def _chunk(self, data: bytes, *, last: bool = False) -> None:
        if data:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        if last:
            self.wfile.write(b"0\r\n\r\n")
        self.wfile.flush()

    def _send_raw(self, answer: RawAnswer) -> None:
        self._start(answer.status, answer.content_type, answer.headers)
        for piece in answer.pieces:
            self._chunk(piece)
        self.close_connection = answer.cut
        if not answer.cut:
            self._chunk(b"", last=True)


class _OpenAi:
    content_type = "text/event-stream"

    def __init__(self, model: str) -> None:
        self._model = model

    def _event(self, choice: dict[str, Any] | None, **more: Any) -> bytes:
        value = {
            "id": "chatcmpl-1",
            "object": "chat.completion.chunk",
            "model": self._model,
            "choices": [] if choice is None else [{"index": 0, "finish_reason": None, **choice}],
            **more,
        }
        return b"data: " + json.dumps(value).encode() + b"\n\n"

    def encode(self, step: Step) -> bytes:
        if step.kind == "text":
            return self._event({"delta": {"content": step.value}})
        if step.kind == "comment":
            return b": still working\n\n"
        if step.kind == "reasoning":
            return self._event({"delta": {"reasoning_content": step.value}})
        if step.kind == "error":
            error = {"message": step.value, "code": "server_error"}
            return b"data: " + json.dumps({"error": error}).encode() + b"\n\n"
        if step.kind == "call":
            return self._call(*step.value)
        assert step.kind == "finish"
        return self._event({"delta": {}, "finish_reason": step.value})

    def _call(self, name: str, arguments: Any) -> bytes:
        text = "" if arguments is None else json.dumps(arguments)
        head = {"index": 0, "id": "call_1", "function": {"name": name, "arguments": ""}}
        found = self._event({"delta": {"tool_calls": [head]}})
        for half in (text[: len(text) // 2], text[len(text) // 2 :]):
            if half:
                part = {"index": 0, "function": {"arguments": half}}
                found += self._event({"delta": {"tool_calls": [part]}})
        return found

    def last(self) -> bytes:
        usage = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
        return self._event(None, usage=usage) + b"data: [DONE]\n\n"

    def whole(self, steps: Iterable[Step]) -> dict[str, Any]:
        played = list(steps)
        message: dict[str, Any] = {
            "role": "assistant",
            "content": "".join(step.value for step in played if step.kind == "text"),
        }
        calls = [step.value for step in played if step.kind == "call"]
        if calls:
            message["tool_calls"] = [
                {
                    "id": f"call_{n}",
                    "type": "function",
                    "function": {"name": name, "arguments": json.dumps(arguments or {})},
                }
                for n, (name, arguments) in enumerate(calls)
            ]
        reason = next((step.value for step in played if step.kind == "finish"), "stop")
        choice = {"index": 0, "message": message, "finish_reason": reason}
        usage = {"prompt_tokens": 11, "completion_tokens": 7}
        return {"object": "chat.completion", "choices": [choice], "usage": usage}


class _Ollama:
    content_type = "application/x-ndjson"

    def __init__(self, model: str) -> None:
        self._model = model
        self._reason = "stop"

    def _line(self, message: dict[str, Any], **more: Any) -> bytes:
        base = {"model": self._model, "done": False}
        value = {**base, "message": {"role": "assistant", "content": "", **message}, **more}
        return json.dumps(value).encode() + b"\n"

    def encode(self, step: Step) -> bytes:
        if step.kind == "text":
            return self._line({"content": step.value})
        if step.kind == "comment":
            return b"\n"
        if step.kind == "reasoning":
            return self._line({"thinking": step.value})
        if step.kind == "error":
            return json.dumps({"error": step.value}).encode() + b"\n"
        if step.kind == "call":
            name, arguments = step.value
            call = {"function": {"name": name, "arguments": arguments or {}}}
            return self._line({"tool_calls": [call]})
        self._reason = "length" if step.value == "length" else "stop"
        return b""

    def last(self) -> bytes:
        counts = {"prompt_eval_count": 11, "eval_count": 7}
        return self._line({}, done=True, done_reason=self._reason, **counts)

    def whole(self, steps: Iterable[Step]) -> dict[str, Any]:
        text = "".join(step.value for step in steps if step.kind == "text")
        found: dict[str, Any] = json.loads(self.last())
        found["message"]["content"] = text
        return found


def main() -> int:
    """Serve until the standard input closes or the process is stopped."""
    parser = argparse.ArgumentParser(description="A model server for tests")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--mode", choices=MODES, default="reply")
    parser.add_argument("--text")
    parser.add_argument("--delay", type=float, default=0.2)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--tool")
    parser.add_argument("--tool-arguments", type=json.loads, default={})
    parser.add_argument("--extract-json", type=json.loads)
    parser.add_argument("--model", action="append", dest="models")
    parser.add_argument("--log", type=Path)
    chosen = parser.parse_args()
    script = Script(
        extract_json=chosen.extract_json,
        tool=chosen.tool,
        tool_arguments=chosen.tool_arguments,
        delay=chosen.delay,
        count=chosen.count,
    )
    if chosen.text:
        script.text = chosen.text
    models = tuple(chosen.models or ("test-model",))
    with ModelServer(
        chosen.mode, script=script, models=models, port=chosen.port, log=chosen.log
    ) as server:
        sys.stdout.write(f"{server.url}\n")
        sys.stdout.flush()
        with contextlib.suppress(KeyboardInterrupt):
            threading.Event().wait()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
