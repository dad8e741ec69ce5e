"""Relative days get the date of the user's local day."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest

from assistant_app.base.paths import DataFolder
from assistant_app.conversation.learning.dates import date_words
from assistant_app.conversation.learning.learner import Learner
from tests.conversation.fakes import Bench

TODAY = date(2026, 11, 29)  # a Sunday


@pytest.mark.parametrize(
    ("text", "dated"),
    [
        ("Yesterday I adopted a cat", "Yesterday (2026-11-28) I adopted a cat"),
        ("The vet is tomorrow at 9", "The vet is tomorrow (2026-11-30) at 9"),
        ("the day after tomorrow", "the day after tomorrow (2026-12-01)"),
        ("the day before yesterday", "the day before yesterday (2026-11-27)"),
        ("I moved last week", "I moved last week (2026-11-16 – 2026-11-22)"),
        ("We marry next month", "We marry next month (2026-12)"),
        ("I quit last year", "I quit last year (2025)"),
        ("see you next Friday", "see you next Friday (2026-12-04)"),
        ("on Monday", "on Monday (2026-11-30)"),
        ("last Sunday", "last Sunday (2026-11-22)"),
        ("The exam is in two weeks", "The exam is in two weeks (2026-12-13)"),
        ("I read it in two weeks", "I read it in two weeks"),
        ("I moved three years ago", "I moved three years ago (2023)"),
        ("5 days ago", "5 days ago (2026-11-24)"),
        ("昨天我领养了一只猫", "昨天（2026-11-28）我领养了一只猫"),
        ("后天搬家", "后天（2026-12-01）搬家"),
        ("大后天搬家", "大后天（2026-12-02）搬家"),
        ("下周三体检", "下周三（2026-12-02）体检"),
        ("我上个月结婚了", "我上个月（2026-10）结婚了"),
        ("我去年毕业", "我去年（2025）毕业"),
        ("三天前开始", "三天前（2026-11-26）开始"),
        ("Ich ziehe übermorgen um", "Ich ziehe übermorgen (2026-12-01) um"),
        ("Mañana no, pasado mañana", "Mañana no, pasado mañana (2026-12-01)"),
        ("I live in Porto", "I live in Porto"),
        ("todaylight yesterdays", "todaylight yesterdays"),
    ],
)
def test_a_relative_day_has_its_date_beside_it(text: str, dated: str) -> None:
    assert date_words(text, TODAY) == dated


def test_dates_are_put_there_once() -> None:
    once = date_words("Yesterday, 昨天, last week, in 2 days", TODAY)
    assert date_words(once, TODAY) == once


@pytest.mark.parametrize(
    ("hours", "moment", "day"),
    [
        (8, datetime(2026, 11, 29, 15, 50, tzinfo=UTC), "2026-11-28"),  # 23:50 in Shanghai
        (-8, datetime(2026, 11, 30, 7, 50, tzinfo=UTC), "2026-11-28"),  # 23:50 in Los Angeles
    ],
)
def test_hours_are_not_shifted_near_midnight(
    tmp_path: Path, hours: int, moment: datetime, day: str
) -> None:
    bench = Bench(DataFolder(tmp_path))
    bench.clock.now = moment
    zone = timezone(timedelta(hours=hours))
    bench.turn._learner = Learner(
        bench.memory, bench.conversations, zone=zone, redact=lambda text: text
    )
    asyncio.run(bench.say(bench.new(), "Yesterday I adopted a cat"))
    assert bench.memory.texts == [f"Yesterday ({day}) I adopted a cat"]
