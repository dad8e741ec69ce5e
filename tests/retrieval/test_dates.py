"""Months named in questions."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from assistant_app.retrieval.dates import NamedMonth, date_words, months_named


@pytest.mark.parametrize(
    ("text", "month", "year"),
    [
        ("What happened in May 2023?", 5, 2023),
        ("in may we", 5, None),
        ("May 7th, 2022", 5, 2022),
        ("8 May, 2023", 5, 2023),
        ("Was war im März?", 3, None),
        ("im Jänner", 1, None),
        ("août 2022", 8, 2022),
        ("décembre", 12, None),
        ("en marzo de 2021", 3, 2021),
        ("em março", 3, None),
        ("a luglio", 7, None),
        ("в мае", 5, None),
        ("2023-05-07", 5, 2023),
        ("2023年5月我们说了什么", 5, 2023),
        ("十二月", 12, None),
        ("三月", 3, None),
        ("5월에", 5, None),
        ("１０月", 10, None),
    ],
)
def test_a_month_is_understood(text: str, month: int, year: int | None) -> None:
    assert months_named(text) == {NamedMonth(month, year)}


@pytest.mark.parametrize(
    "text", ["What may I do?", "they march on", "月亮很美", "2023-99", "", "the 20月", "decembrist"]
)
def test_other_words_are_no_months(text: str) -> None:
    assert months_named(text) == frozenset()


def test_several_months_are_told_apart() -> None:
    assert months_named("June or July 2022") == {NamedMonth(6), NamedMonth(7, 2022)}


def test_a_date_is_written_in_words() -> None:
    assert date_words(datetime(2023, 5, 8, tzinfo=UTC)) == "8 may 2023"
