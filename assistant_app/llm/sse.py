"""Decoders of the two stream formats: server-sent events and JSON lines.

Bytes arrive cut anywhere, inside a character too. The decoders hold what is incomplete and give
out what is whole. Server-sent events as in the HTML standard, section 9.2.6 (data lines joined
by line feeds, comments, the three line ends, one leading BOM); only the data matters here.
"""

from __future__ import annotations

import codecs

from assistant_app.base.errors import ErrorCode, UserError

MAX_EVENT_CHARACTERS = 16_000_000
"""A single event larger than this is no answer but a fault, and would fill the memory."""


class LineDecoder:
    """Splits a stream of UTF-8 into lines, which end in LF, CR LF or CR.

    Invalid bytes become U+FFFD. `str.splitlines` is no substitute: it splits at U+2028 too, which
    may stand inside JSON.
    """

    def __init__(self) -> None:
        self._utf8 = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._pieces: list[str] = []
        self._length = 0
        self._skip_line_feed = False
        self._at_start = True

    def feed(self, chunk: bytes) -> list[str]:
        """Take more bytes and return the lines that are now complete, without their ends.

        Raises:
            UserError: `bad_response` when a line grows without end.
        """
        return self._split(self._utf8.decode(chunk))

    def close(self) -> str:
        """Return what stands after the last line end."""
        self._split(self._utf8.decode(b"", final=True))
        rest = "".join(self._pieces)
        self._pieces, self._length = [], 0
        return rest

    def _split(self, text: str) -> list[str]:
        if text and self._at_start:
            self._at_start = False
            text = text.removeprefix("\ufeff")
        if text and self._skip_line_feed:
            self._skip_line_feed = False
            text = text.removeprefix("\n")
        # A line that ended in \r is complete now; the \n of the pair may come with the next chunk.
        self._skip_line_feed = self._skip_line_feed or text.endswith("\r")
        parts = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        lines: list[str] = []
        for part in parts[:-1]:
            self._pieces.append(part)
            lines.append("".join(self._pieces))
            self._pieces, self._length = [], 0
        if parts[-1]:
            self._pieces.append(parts[-1])
            self._length += len(parts[-1])
            if self._length > MAX_EVENT_CHARACTERS:
                raise UserError(ErrorCode.BAD_RESPONSE, detail="endless line")
        return lines


class SseDecoder:
    """Turns a stream of server-sent events into the data of each event."""

    def __init__(self) -> None:
        self._lines = LineDecoder()
        self._data: list[str] = []
        self._size = 0
        self.saw_other_text = False
        """Whether lines came that belong to no event: a sign of another format."""

    def feed(self, chunk: bytes) -> list[str]:
        """Take more bytes and return the data of the events that are now complete.

        Raises:
            UserError: `bad_response` when an event grows without end.
        """
        events: list[str] = []
        for line in self._lines.feed(chunk):
            self._take(line, events)
        return events

    def close(self) -> list[str]:
        """Return the data of an event whose closing blank line never came.

        The standard drops it. Some servers leave the blank line out after their last event, so
        it is given to the caller, who can tell whether it is whole.
        """
        events: list[str] = []
        rest = self._lines.close()
        if rest:
            self._take(rest, events)
        self._take("", events)
        return events

    def _take(self, line: str, events: list[str]) -> None:
        if not line:
            if self._data:
                events.append("\n".join(self._data))
                self._data, self._size = [], 0
            return
        field, _, value = line.partition(":")
        if field == "data":
            self._data.append(value.removeprefix(" "))
            self._size += len(value) + 1
            if self._size > MAX_EVENT_CHARACTERS:
                raise UserError(ErrorCode.BAD_RESPONSE, detail="endless event")
        elif field == "error" and value.lstrip().startswith("{"):
            events.append(f'{{"error":{value}}}')  # llama.cpp used to tell errors this way
        elif field not in {"", "event", "id", "retry"}:
            self.saw_other_text = True


class JsonLineDecoder:
    """Turns a stream of JSON lines into the text of each line; blank lines are skipped."""

    def __init__(self) -> None:
        self._lines = LineDecoder()

    def feed(self, chunk: bytes) -> list[str]:
        """Take more bytes and return the lines that are now complete.

        Raises:
            UserError: `bad_response` when a line grows without end.
        """
        return [line for line in self._lines.feed(chunk) if line.strip()]

    def close(self) -> list[str]:
        """Return a last line whose line end never came."""
        rest = self._lines.close()
        return [rest] if rest.strip() else []
