"""Clock, ids, text cleaning, tokens, redaction and paths."""

from __future__ import annotations

import logging
import threading
from concurrent.futures import Future
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.base import log, paths
from assistant_app.base.clock import IdFactory, format_utc, parse_utc, system_clock
from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.lanes import Lane, LaneExecutor, start_thread
from assistant_app.base.text import clean_text, has_content
from assistant_app.base.tokens import count_tokens


def test_ids_are_unique_and_sort_by_making_even_when_the_clock_goes_back() -> None:
    moments = [datetime(2026, 1, 1, 12, tzinfo=UTC) - timedelta(hours=hour) for hour in range(50)]
    remaining = iter(moments)
    ids = IdFactory(lambda: next(remaining))
    made = [ids() for _ in moments]
    assert made == sorted(set(made))
    assert {len(one) for one in made} == {26}


@given(st.datetimes(timezones=st.just(UTC), min_value=datetime(1970, 1, 2)))  # noqa: DTZ001
def test_a_moment_survives_being_written(moment: datetime) -> None:
    assert parse_utc(format_utc(moment)) == moment


@given(
    st.lists(
        st.datetimes(timezones=st.just(UTC), min_value=datetime(1970, 1, 2)),  # noqa: DTZ001
        min_size=2,
    )
)
def test_written_moments_sort_like_the_moments(moments: list[datetime]) -> None:
    assert sorted(map(format_utc, moments)) == [format_utc(moment) for moment in sorted(moments)]


def test_the_clock_can_be_set_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEEPSAKE_NOW", "2026-05-04T10:00:00+02:00")
    assert system_clock() == datetime(2026, 5, 4, 8, tzinfo=UTC)


@given(st.text() | st.text(alphabet=st.characters(min_codepoint=0xD800, max_codepoint=0xDFFF)))
def test_cleaned_text_is_always_valid_utf8_and_stays_clean(text: str) -> None:
    cleaned = clean_text(text)
    cleaned.encode("utf-8")
    assert clean_text(cleaned) == cleaned
    assert "\x00" not in cleaned


def test_a_pair_of_escapes_becomes_one_emoji_and_half_a_pair_a_mark() -> None:
    assert clean_text("\ud83c\udf89 \ud83c") == "🎉 \ufffd"


@pytest.mark.parametrize("text", ["", "   ", "。", "\u200b", "…!?", "🎉"])
def test_nothing_to_look_up(text: str) -> None:
    assert not has_content(text)


@pytest.mark.parametrize("text", ["a", "5", "机", "ｱ", "ก"])
def test_one_letter_of_any_script_is_something(text: str) -> None:
    assert has_content(text)


@given(st.text(), st.text())
def test_tokens_never_shrink_when_text_is_added(first: str, second: str) -> None:
    assert count_tokens(first + second) >= max(count_tokens(first), count_tokens(second))


def test_chinese_counts_each_character() -> None:
    assert count_tokens("我妹妹住在波尔图") == 8
    assert count_tokens("seven c") == 2


def test_keys_never_reach_the_log(tmp_path: Path) -> None:
    secret = "planted-secret-5521"
    log.remember_secret(secret)
    log.set_up_logging(tmp_path)
    logger = logging.getLogger("assistant_app")
    try:
        try:
            raise ValueError(f"server said {secret}")
        except ValueError:
            logging.getLogger("assistant_app.test").exception("with sk-abcdefghijkl012345")
    finally:
        for handler in logger.handlers[:]:
            handler.close()
            logger.removeHandler(handler)
        logger.propagate = True
    written = (tmp_path / "keepsake.log").read_text()
    assert secret not in written
    assert "sk-abcdefghijkl012345" not in written
    assert "ValueError" in written


def test_the_data_folder_is_the_one_that_was_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(paths.DATA_DIR_VARIABLE, str(tmp_path / "Zoë 测试 !"))
    assert paths.data_folder().root == tmp_path / "Zoë 测试 !"
    assert paths.data_folder(tmp_path / "named").root == tmp_path / "named"


def test_resources_are_found_in_the_checkout() -> None:
    assert paths.resource("icons", "send.svg").is_file()


def test_an_error_names_its_code_and_parameters() -> None:
    error = UserError(ErrorCode.MODEL_NOT_FOUND, model="x", host="y")
    assert str(error) == "model_not_found (host=y, model=x)"


def test_urgent_jobs_run_first_and_saves_are_done_at_the_end() -> None:
    executor = LaneExecutor()
    order: list[str] = []
    gate = threading.Event()
    started = threading.Event()

    def block() -> None:
        started.set()
        gate.wait(10)

    thread = start_thread(executor, "lanes-test")
    executor.submit(block)
    assert started.wait(10)
    background = executor.submit(lambda: order.append("background"), Lane.BACKGROUND)
    executor.submit(lambda: order.append("save"), Lane.SAVE)
    executor.submit(lambda: order.append("recall"), Lane.RECALL)
    executor.close()
    refused: Future[None] = executor.submit(lambda: order.append("late"))
    gate.set()
    thread.join(10)
    assert order == ["recall", "save"]
    assert background.cancelled()
    assert refused.cancelled()


def test_an_exception_travels_in_the_future_and_the_thread_goes_on() -> None:
    executor = LaneExecutor()
    thread = start_thread(executor, "lanes-test")
    with pytest.raises(ZeroDivisionError):
        executor.submit(lambda: 1 // 0).result(10)
    assert executor.submit(lambda: 7).result(10) == 7
    executor.close()
    thread.join(10)
