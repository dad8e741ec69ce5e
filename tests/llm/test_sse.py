"""The decoders give the same lines and events however the bytes are cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.llm import sse
from assistant_app.llm.sse import JsonLineDecoder, LineDecoder, SseDecoder


def events_of(stream: bytes, *, cut: int = 1) -> list[str]:
    decoder = SseDecoder()
    found: list[str] = []
    for start in range(0, len(stream), cut):
        found += decoder.feed(stream[start : start + cut])
    return found + decoder.close()


@pytest.mark.parametrize("cut", [1, 2, 3, 5, 1000])
@pytest.mark.parametrize(
    ("stream", "events"),
    [
        ("data: a\n\ndata: b\n\n", ["a", "b"]),
        ("data: a\r\n\r\ndata: b\r\n\r\n", ["a", "b"]),
        ("data: a\r\rdata: b\r\r", ["a", "b"]),
        ("data:a\n\n", ["a"]),
        ("data:  a\n\n", [" a"]),
        ("data: one\ndata: two\n\n", ["one\ntwo"]),
        (": a comment\n\n: another\ndata: a\n\n", ["a"]),
        ("event: x\nid: 7\nretry: 10\ndata: a\n\n", ["a"]),
        ("\n\n\ndata: a\n\n\n\n", ["a"]),
        ("\ufeffdata: a\n\n", ["a"]),
        ("data: 妹妹 é 😀\n\n", ["妹妹 é 😀"]),
        ("data: a\u2028b\n\n", ["a\u2028b"]),
        ("data\n\n", [""]),
        ("data: [DONE]\n\n", ["[DONE]"]),
        ("data: no blank line", ["no blank line"]),
        ("data: no blank line\n", ["no blank line"]),
        ('error: {"message": "full"}\n\n', ['{"error": {"message": "full"}}']),
    ],
)
def test_events_are_read_exactly_whatever_the_cuts(
    stream: str, events: list[str], cut: int
) -> None:
    assert events_of(stream.encode(), cut=cut) == events


def test_invalid_utf_8_becomes_a_mark_and_does_not_stop_the_stream() -> None:
    assert events_of(b"data: a\xff\xfeb\n\ndata: c\n\n") == ["a\ufffd\ufffdb", "c"]


def test_lines_of_another_format_are_noticed() -> None:
    decoder = SseDecoder()
    decoder.feed(b"Internal error, sorry\n")
    assert decoder.saw_other_text


def test_an_event_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse, "MAX_EVENT_CHARACTERS", 1000)
    for endless in (b"x", b"data: x\n"):
        with pytest.raises(UserError) as error:
            events_of(b"data: x" + endless * 2000)
        assert error.value.code is ErrorCode.BAD_RESPONSE


def test_json_lines_skip_blank_ones_and_keep_a_last_one_without_end() -> None:
    decoder = JsonLineDecoder()
    assert decoder.feed(b'{"a": 1}\n\n  \n{"b"') == ['{"a": 1}']
    assert decoder.feed(b": 2}") == []
    assert decoder.close() == ['{"b": 2}']
    assert JsonLineDecoder().close() == []


@given(
    st.lists(st.text(alphabet="ab妹é😀 :", max_size=6)),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.lists(st.integers(1, 5), min_size=1),
)
def test_lines_do_not_depend_on_the_cuts(lines: list[str], end: str, cuts: list[int]) -> None:
    stream = "".join(line + end for line in lines).encode()
    decoder = LineDecoder()
    found: list[str] = []
    position = 0
    turn = 0
    while position < len(stream):
        size = cuts[turn % len(cuts)]
        found += decoder.feed(stream[position : position + size])
        position += size
        turn += 1
    assert found == lines
    assert decoder.close() == ""
