"""A server may close a connection that was kept open just as the next request comes."""

from __future__ import annotations

import asyncio
import socket
import threading
from contextlib import aclosing

import pytest

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.llm.openai_compatible import OpenAICompatible
from assistant_app.llm.port import ChatMessage, ChatRequest, Role, TextDelta

_ANSWER = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
    b'data: {"choices":[{"delta":{"content":"Porto"},"finish_reason":null}]}\n\n'
    b'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'
)


class _Dropping:
    """Closes the first connections without a word, then answers."""

    def __init__(self, drops: int) -> None:
        self._drops = drops
        self.connections = 0
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            with connection:
                self.connections += 1
                connection.recv(65536)
                if self.connections > self._drops:
                    connection.sendall(_ANSWER)

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._thread.join(10)


def _ask(url: str) -> str:
    async def run() -> str:
        model = OpenAICompatible(provider="compatible", model="m", base_url=url)
        request = ChatRequest((ChatMessage(Role.USER, "Where?"),))
        try:
            async with aclosing(model.stream(request)) as events:  # type: ignore[type-var]
                return "".join(
                    [event.text async for event in events if isinstance(event, TextDelta)]
                )
        finally:
            await model.aclose()

    return asyncio.run(run())


def test_a_dropped_connection_is_tried_once_more() -> None:
    server = _Dropping(1)
    try:
        assert _ask(server.url) == "Porto"
        assert server.connections == 2
    finally:
        server.close()


def test_a_server_that_always_drops_is_told_as_unreachable() -> None:
    server = _Dropping(99)
    try:
        with pytest.raises(UserError) as told:
            _ask(server.url)
        assert told.value.code is ErrorCode.PROVIDER_UNREACHABLE
        assert server.connections == 2
    finally:
        server.close()
