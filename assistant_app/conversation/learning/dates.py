"""Words such as "yesterday" get their date beside them, the day being the user's local one.

A memory is read months later: "I adopted a cat yesterday" must not become false meanwhile.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta

_BESIDE = r"(?!\s*[(（]\d{4})"
_DAYS_EN = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_ZH_DAYS = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6, "末": 5}
_ZH_NUMBERS = {
    "一": 1, "两": 2, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9,
    "十": 10,
}  # fmt: skip
_EN_NUMBERS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}

_AHEAD = re.compile(
    r"(?i)(?:\b(?:is|are|am|will|going|starts?|begins?|leaves?|moves?|arrives?|expires?|ends?|due)"
    r"|['’](?:m|re|s|ll))\b"
)
_FIXED = {
    "the day before yesterday": -2, "the day after tomorrow": 2,
    "yesterday": -1, "last night": -1, "today": 0, "tonight": 0, "this morning": 0,
    "this afternoon": 0, "this evening": 0, "tomorrow": 1,
    "vorgestern": -2, "gestern": -1, "heute": 0, "übermorgen": 2,
    "anteayer": -2, "ayer": -1, "hoy": 0, "pasado mañana": 2,
    "avant-hier": -2, "aujourd'hui": 0, "aujourd’hui": 0, "après-demain": 2, "demain": 1,
}  # fmt: skip
_FIXED_DENSE = {
    "大前天": -3, "前天": -2, "昨天": -1, "昨晚": -1, "昨日": -1, "今天": 0, "今晚": 0, "今早": 0,
    "今日": 0, "明天": 1, "明早": 1, "明晚": 1, "明日": 1, "大后天": 3, "后天": 2, "一昨日": -2,
    "きのう": -1, "きょう": 0, "あした": 1, "明後日": 2, "あさって": 2,
}  # fmt: skip
_UNITS = {"day": "day", "week": "week", "month": "month", "year": "year"}
_ZH_UNITS = {
    "天": "day",
    "周": "week",
    "星期": "week",
    "礼拜": "week",
    "个月": "month",
    "年": "year",
}


def date_words(text: str, today: date) -> str:
    """Return a text in which each relative day, week, month or year has its date beside it.

    Args:
        text: A statement in the user's words.
        today: The user's local day when it was said.
    """
    for pattern, resolve in _RULES:
        text = pattern.sub(_beside(resolve, today), text)
    return text


def _beside(
    resolve: Callable[[re.Match[str], date], str | None], today: date
) -> Callable[[re.Match[str]], str]:
    def put(found: re.Match[str]) -> str:
        value = resolve(found, today)
        if value is None:
            return found.group()
        dense = ord(found.group()[-1]) > 0x2E80
        return f"{found.group()}（{value}）" if dense else f"{found.group()} ({value})"

    return put


def _fixed(found: re.Match[str], today: date) -> str:
    word = found.group().casefold()
    return _shift(today, _FIXED.get(word, _FIXED_DENSE.get(word, 0)), "day")


def _weekday(found: re.Match[str], today: date) -> str:
    which, day = found.group(1).casefold(), found.group(2).casefold()
    return _named_day(today, _DAYS_EN.index(day), {"last": -1, "next": 1}.get(which, 0))


def _zh_weekday(found: re.Match[str], today: date) -> str:
    step = {"上": -1, "下": 1}.get(found.group(1)[0], 0)
    monday = today - timedelta(days=today.weekday()) + timedelta(weeks=step)
    return (monday + timedelta(days=_ZH_DAYS[found.group(2)])).isoformat()


def _period(found: re.Match[str], today: date) -> str:
    step = {"last": -1, "next": 1}.get(found.group(1).casefold(), 0)
    return _around(today, step, found.group(2).casefold())


def _zh_period(found: re.Match[str], today: date) -> str:
    word = found.group()
    if word in ("去年", "今年", "明年"):
        return _around(today, {"去": -1, "明": 1}.get(word[0], 0), "year")
    step = {"上": -1, "下": 1}.get(word[0], 0)
    return _around(today, step, "month" if word.endswith("月") else "week")


def _distance(found: re.Match[str], today: date) -> str | None:
    number = _number(found["n"], _EN_NUMBERS)
    unit = _UNITS[found["u"].casefold()]
    back = found.group().casefold().endswith("ago")
    # "I read it in two weeks" tells how long, "it starts in two weeks" tells when.
    if not back and not _AHEAD.search(found.string[: found.start()]):
        return None
    return None if number is None else _shift(today, -number if back else number, unit)


def _zh_distance(found: re.Match[str], today: date) -> str | None:
    number = _number(found.group(1), _ZH_NUMBERS)
    if number is None:
        return None
    back = found.group(3).endswith("前")
    return _shift(today, -number if back else number, _ZH_UNITS[found.group(2)])


def _number(word: str, names: dict[str, int]) -> int | None:
    number = int(word) if word.isdecimal() else names.get(word.casefold())
    return number if number is not None and number <= 400 else None


def _named_day(today: date, weekday: int, step: int) -> str:
    ahead = (weekday - today.weekday()) % 7
    if step < 0:
        return (today - timedelta(days=(today.weekday() - weekday) % 7 or 7)).isoformat()
    # "next Friday" is the Friday of the coming week, "this Friday" the one that comes first.
    if step > 0:
        monday = today - timedelta(days=today.weekday()) + timedelta(weeks=1)
        return (monday + timedelta(days=weekday)).isoformat()
    return (today + timedelta(days=ahead)).isoformat()


def _around(today: date, step: int, unit: str) -> str:
    if unit == "week":
        monday = today - timedelta(days=today.weekday()) + timedelta(weeks=step)
        return f"{monday.isoformat()} – {(monday + timedelta(days=6)).isoformat()}"
    if unit == "weekend":
        saturday = today - timedelta(days=today.weekday()) + timedelta(weeks=step, days=5)
        return f"{saturday.isoformat()} – {(saturday + timedelta(days=1)).isoformat()}"
    return _shift(today, step, unit)


def _shift(today: date, number: int, unit: str) -> str:
    if unit == "month":
        months = today.year * 12 + today.month - 1 + number
        return f"{months // 12:04d}-{months % 12 + 1:02d}"
    if unit == "year":
        return f"{today.year + number:04d}"
    return (today + timedelta(days=number * (7 if unit == "week" else 1))).isoformat()


def _words(words: dict[str, int]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_RULES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], date], str | None]], ...] = (
    (re.compile(rf"\b(?:{_words(_FIXED)})\b{_BESIDE}", re.IGNORECASE), _fixed),
    (re.compile(rf"(?:{_words(_FIXED_DENSE)}){_BESIDE}"), _fixed),
    (
        re.compile(
            rf"\b(last|next|this|on) ({'|'.join(_DAYS_EN)})\b{_BESIDE}",
            re.IGNORECASE,
        ),
        _weekday,
    ),
    (
        re.compile(rf"(上上?个?|下个?|这个?|本)(?:周|星期|礼拜)([一二三四五六日天末]){_BESIDE}"),
        _zh_weekday,
    ),
    (
        re.compile(rf"\b(last|next|this) (weekend|week|month|year)\b{_BESIDE}", re.IGNORECASE),
        _period,
    ),
    (
        re.compile(
            r"(?:[上下这]个?(?:周|星期|礼拜)(?![一二三四五六日天末])|[上下这]个月|去年|今年|明年)"
            + _BESIDE
        ),
        _zh_period,
    ),
    (
        re.compile(
            r"\b(?:in (?P<n>\d{1,3}|a|one|two|three|four|five|six|seven) "
            rf"(?P<u>day|week|month|year)s?)\b{_BESIDE}",
            re.IGNORECASE,
        ),
        _distance,
    ),
    (
        re.compile(
            r"\b(?P<n>\d{1,3}|a|one|two|three|four|five|six|seven) "
            rf"(?P<u>day|week|month|year)s? ago\b{_BESIDE}",
            re.IGNORECASE,
        ),
        _distance,
    ),
    (
        re.compile(
            r"(\d{1,3}|[一两二三四五六七八九十])(天|周|星期|礼拜|个月|年)(之?[前后]|以[前后])"
            + _BESIDE
        ),
        _zh_distance,
    ),
)
