"""Whether and when a refused request is sent again; which code a fault has."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.base.errors import ErrorCode
from assistant_app.llm.exchange import retry_pause
from assistant_app.llm.faults import Where, broken, fault_of_object, fault_of_status, message_of
from assistant_app.llm.link import Refusal
from assistant_app.llm.timeouts import Timeouts

NOW = datetime(2026, 1, 31, 9, 5, tzinfo=UTC)
WHERE = Where("compatible", "127.0.0.1:1", "m", "sk-planted-5521")


def pause(status: int, header: str = "", *, attempt: int = 1, text: str = "") -> float | None:
    error = fault_of_status(WHERE, status, text.encode())
    refusal = Refusal(status, text, header, error)
    return retry_pause(refusal, attempt=attempt, timeouts=Timeouts(), now=NOW)


def test_busy_and_broken_servers_are_asked_again_after_growing_pauses() -> None:
    for status in (429, 500, 502, 503, 504, 529):
        assert [pause(status, attempt=n) for n in (1, 2, 3)] == [1.0, 2.0, None]


@pytest.mark.parametrize("status", [301, 400, 401, 402, 403, 404, 408, 413, 422, 501, 505])
def test_what_another_attempt_cannot_mend_is_not_repeated(status: int) -> None:
    assert pause(status) is None


def test_used_up_money_is_not_waited_for() -> None:
    assert pause(429, text="insufficient_quota: check your plan") is None


def test_a_prompt_too_long_is_not_sent_again_though_the_status_is_500() -> None:
    assert pause(500, text="exceeds the available context size") is None


@pytest.mark.parametrize(
    ("header", "expected"),
    [("0", 0.0), ("7", 7.0), ("30", 30.0), ("31", None), ("-5", 0.0), ("soon", 1.0), ("nan", 1.0),
     ("inf", None), ("", 1.0)],
)  # fmt: skip
def test_the_server_names_the_pause_up_to_30_seconds(header: str, expected: float | None) -> None:
    assert pause(429, header) == expected


def test_a_pause_may_be_a_date() -> None:
    assert pause(503, format_datetime(NOW + timedelta(seconds=9), usegmt=True)) == 9.0
    assert pause(503, format_datetime(NOW - timedelta(seconds=9), usegmt=True)) == 0.0
    assert pause(503, format_datetime(NOW + timedelta(hours=1), usegmt=True)) is None


@given(st.integers(100, 599), st.text(max_size=12), st.integers(1, 5))
def test_a_pause_is_never_longer_than_one_waits(status: int, header: str, attempt: int) -> None:
    found = pause(status, header, attempt=attempt)
    assert found is None or (0 <= found <= 30 and attempt < 3)


@pytest.mark.parametrize(
    ("status", "body", "code"),
    [
        (401, "", ErrorCode.PROVIDER_AUTH),
        (400, "API key not valid. Please pass a valid API key.", ErrorCode.PROVIDER_AUTH),
        (402, "Insufficient Balance", ErrorCode.PROVIDER_FORBIDDEN),
        (403, "", ErrorCode.PROVIDER_FORBIDDEN),
        (404, "", ErrorCode.MODEL_NOT_FOUND),
        (400, "Model Not Exist", ErrorCode.MODEL_NOT_FOUND),
        (400, '{"error": {"code": "model_not_found"}}', ErrorCode.MODEL_NOT_FOUND),
        (400, "The model `gpt-9` does not exist", ErrorCode.MODEL_NOT_FOUND),
        (408, "", ErrorCode.PROVIDER_TIMEOUT),
        (413, "", ErrorCode.CONTEXT_TOO_LONG),
        (400, '{"error": {"type": "exceed_context_size_error"}}', ErrorCode.CONTEXT_TOO_LONG),
        (400, "maximum context length is 8192 tokens", ErrorCode.CONTEXT_TOO_LONG),
        (400, "Range of input length should be [1, 30720]", ErrorCode.CONTEXT_TOO_LONG),
        (429, "too many tokens per minute", ErrorCode.PROVIDER_RATE_LIMITED),
        (500, "", ErrorCode.PROVIDER_ERROR),
        (503, "<html><body>maximum context</body></html>", ErrorCode.PROVIDER_ERROR),
        (418, "", ErrorCode.PROVIDER_ERROR),
    ],
)
def test_status_and_words_decide_the_code(status: int, body: str, code: ErrorCode) -> None:
    error = fault_of_status(WHERE, status, body.encode())
    assert error.code is code
    assert error.params["status"] == str(status)
    assert (error.params["host"], error.params["model"]) == ("127.0.0.1:1", "m")


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('{"error": "plain"}', "plain"),
        ('{"error": {"code": "c", "message": "m"}}', "c m"),
        ('[{"error": {"code": 400, "message": "m"}}]', "400 m"),
        ('{"detail": "d"}', "d"),
        ('{"message": "m"}', "m"),
        ("just words", "just words"),
        ("<!DOCTYPE html><p>no", ""),
        ("[]", "[]"),
        ("null", ""),
    ],
)
def test_the_words_of_an_error_are_found(body: str, words: str) -> None:
    assert message_of(body.encode()) == words


def test_details_are_short_one_line_and_without_the_key() -> None:
    words = "key sk-planted-5521\nand Bearer abcdefghijkl " + "x" * 5000
    detail = fault_of_status(WHERE, 401, words.encode()).params["detail"]
    assert "sk-planted" not in detail
    assert "abcdefghijkl" not in detail
    assert "\n" not in detail
    assert len(detail) <= 200
    assert "sk-planted" not in repr(WHERE)


_plain = st.none() | st.booleans() | st.integers() | st.text()
_keys = st.sampled_from(["code", "type", "message"])


@given(st.recursive(_plain, lambda inner: st.lists(inner) | st.dictionaries(_keys, inner)))
def test_any_error_object_becomes_an_error(error: object) -> None:
    assert fault_of_object(WHERE, error).code in ErrorCode
    assert isinstance(message_of(json.dumps({"error": error}).encode()), str)


def test_a_broken_answer_names_its_cause() -> None:
    fault = broken(WHERE, fault_of_status(WHERE, 429, b"slow"))
    assert (fault.code, fault.params["cause"], fault.params["status"]) == (
        ErrorCode.STREAM_BROKEN,
        "provider_rate_limited",
        "429",
    )
