"""When a dated statement ends: "until May", "bis Freitag", "到五月为止". Pure, with the user's day.

The end of a named day, week, month or year is meant: a memory that ends too late does less harm
than one that is gone while it still holds. A day in the past, a clock time and "not until" are no
end of anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta, tzinfo

_MONTHS = (
    ("january", "jan", "januar", "jänner", "enero", "janvier"),
    ("february", "feb", "februar", "febrero", "février"),
    ("march", "mar", "märz", "marzo", "mars"),
    ("april", "apr", "abril", "avril"),
    ("may", "mai", "mayo"),
    ("june", "jun", "juni", "junio", "juin"),
    ("july", "jul", "juli", "julio", "juillet"),
    ("august", "aug", "agosto", "août"),
    ("september", "sep", "sept", "septiembre", "septembre"),
    ("october", "oct", "oktober", "octubre", "octobre"),
    ("november", "nov", "noviembre", "novembre"),
    ("december", "dec", "dezember", "diciembre", "décembre"),
)
_MONTH = {name: number for number, names in enumerate(_MONTHS, 1) for name in names}
_DAYS = (
    ("monday", "montag", "lunes", "lundi"),
    ("tuesday", "dienstag", "martes", "mardi"),
    ("wednesday", "mittwoch", "miércoles", "mercredi"),
    ("thursday", "donnerstag", "jueves", "jeudi"),
    ("friday", "freitag", "viernes", "vendredi"),
    ("saturday", "samstag", "sonnabend", "sábado", "samedi"),
    ("sunday", "sonntag", "domingo", "dimanche"),
)
_DAY = {name: number for number, names in enumerate(_DAYS) for name in names}
_HAN = {c: n for n, c in enumerate("一二三四五六七八九", 1)} | {"两": 2, "十": 10}
_HAN_DAY = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6}
_NUMBER = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_LONGEST_SPAN_YEARS = 30


def _names(words: dict[str, int]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_UNTIL = (
    r"(?<![^\W_])(?<!not )(?<!n't )(?:until|till|through(?= the end)|up to(?= the end)"
    r"|(?<!nicht )bis|hasta|jusqu(?:e|['’])\s?(?:à|au|aux|en|fin|le)?)\s+"
    r"(?:zum |el |la |le |the |in |à |au |en )*"
    r"(?P<end>(?:the )?end of (?:the )?|ende |finales de |fin(?: de)? |final de )?"
)
_MONTH_YEAR = re.compile(
    rf"{_UNTIL}(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?(?: de)? (?:of )?)?"
    rf"(?P<month>{_names(_MONTH)})\.?"
    r"(?: (?P<day2>\d{1,2})(?:st|nd|rd|th)?(?!\d))?(?:,?(?: de| del)? (?P<year>20\d\d))?(?![^\W_])",
    re.IGNORECASE,
)
_WEEKDAY = re.compile(
    rf"{_UNTIL}(?P<next>next |nächsten |próximo )?(?P<weekday>{_names(_DAY)})(?![^\W_])",
    re.IGNORECASE,
)
_ISO = re.compile(rf"{_UNTIL}(?P<iso>20\d\d-\d\d-\d\d)", re.IGNORECASE)
_YEAR = re.compile(rf"{_UNTIL}(?:19|20)(?P<year>\d\d)(?![\d-])", re.IGNORECASE)
_NEAR = re.compile(
    rf"{_UNTIL}(?P<near>tomorrow|tonight|today|morgen|heute|mañana|hoy|demain"
    r"|(?:next|this|the) (?:week(?:end)?|month|year)|week|month|year)(?![^\W_])",
    re.IGNORECASE,
)
_SPAN = re.compile(
    r"(?<![^\W_])for the next (?P<n>\d{1,3}|an?|one|two|three|four|five|six)? ?"
    r"(?P<unit>day|week|month|year)s?(?![^\W_])",
    re.IGNORECASE,
)
_HAN_MONTH = re.compile(
    r"(?:直到|到|至)(?:(?P<year>20\d\d|明|今)年)?(?P<month>\d{1,2}|十[一二]?|[一二三四五六七八九])月"
    r"(?:(?P<day>\d{1,2})[日号])?(?:底|末)?(?=为止|之前|前|都|，|。|$|结束|一直)"
)
_HAN_WEEKDAY = re.compile(
    r"(?:直到|到|至)(?P<next>下)?(?:周|星期|礼拜)(?P<day>[一二三四五六日天])"
    r"(?:为止|之前|前|都)"
)
_KANA_MONTH = re.compile(
    r"(?:(?P<year>20\d\d|来|今)年(?:の)?)?(?P<month>\d{1,2})月(?:(?P<day>\d{1,2})日)?(?:末)?まで"
)
_KANA_WEEKDAY = re.compile(r"(?P<next>来週の?)?(?P<day>[月火水木金土日])曜日?まで")
_KANA_DAY = {name: number for number, name in enumerate("月火水木金土日")}
_PAST = re.compile(
    r"(?i)\b(?:was|were|had|did|lived|worked|stayed|used to|didn['’]?t|war|waren|hatte|wohnte|lebte"
    r"|vivía|vivió|trabajaba|était|habitait|vivait)\b"
)


def expiry_of(text: str, today: date, zone: tzinfo | None) -> datetime | None:
    """Return the instant at which a statement ends by its own words, in UTC.

    Args:
        text: A statement in the user's words.
        today: The user's local day when it was said.
        zone: The user's time zone; None for that of the system.

    Returns:
        The last moment of the day that is named; None where none is, or where it is past.
    """
    for pattern, resolve in _RULES:
        found = pattern.search(text)
        if found is None or _PAST.search(text[: found.start()]):
            continue
        day = resolve(found, today)
        if day is not None and today <= day <= today.replace(
            day=1, year=today.year + _LONGEST_SPAN_YEARS
        ):
            return end_of_day(day, zone)
    return None


def end_of_day(day: date, zone: tzinfo | None) -> datetime:
    """Return the last second of a local day, in UTC."""
    local = datetime.combine(day, time(23, 59, 59))
    aware = local.replace(tzinfo=zone) if zone is not None else local.astimezone()
    return aware.astimezone(UTC)


def _month_day(found: re.Match[str], today: date) -> date | None:
    day = found["day"] or found["day2"]
    return _on(today, _MONTH[found["month"].casefold()], day, found["year"])


def _on(today: date, month: int, day: str | None, year: str | None) -> date | None:
    if not 1 <= month <= 12:
        return None
    for number in (int(year),) if year else (today.year, today.year + 1):
        if day is None:
            last = _month_end(number, month)
        else:
            try:
                last = date(number, month, int(day))
            except ValueError:
                return None
        if year or last >= today:
            return last
    return None


def _month_end(year: int, month: int) -> date:
    following = date(year + month // 12, month % 12 + 1, 1)
    return following - timedelta(days=1)


def _weekday(found: re.Match[str], today: date) -> date:
    return _coming(today, _DAY[found["weekday"].casefold()], next_week=found["next"] is not None)


def _coming(today: date, weekday: int, *, next_week: bool) -> date:
    if next_week:
        return today - timedelta(days=today.weekday()) + timedelta(days=7 + weekday)
    return today + timedelta(days=(weekday - today.weekday()) % 7)


def _iso(found: re.Match[str], _today: date) -> date | None:
    try:
        return date.fromisoformat(found["iso"])
    except ValueError:
        return None


def _year(found: re.Match[str], _today: date) -> date:
    return date(2000 + int(found["year"]), 12, 31)


def _near(found: re.Match[str], today: date) -> date:
    word = found["near"].casefold()
    if word in ("tomorrow", "morgen", "mañana", "demain"):
        return today + timedelta(days=1)
    step = 1 if word.startswith("next") else 0
    if "week" in word:
        return today + timedelta(days=6 - today.weekday() + 7 * step)
    if "month" in word:
        months = today.year * 12 + today.month - 1 + step
        return _month_end(months // 12, months % 12 + 1)
    return date(today.year + step, 12, 31) if "year" in word else today


def _span(found: re.Match[str], today: date) -> date:
    word = (found["n"] or "one").casefold()
    number = int(word) if word.isdecimal() else _NUMBER[word]
    days = {"day": 1, "week": 7, "month": 31, "year": 366}[found["unit"].casefold()]
    return today + timedelta(days=number * days)


def _han_month(found: re.Match[str], today: date) -> date | None:
    word = found["month"]
    month = int(word) if word.isdecimal() else sum(_HAN[c] for c in word)
    return _on(today, month, found["day"], _spelled_year(found["year"], today))


def _spelled_year(word: str | None, today: date) -> str | None:
    if word in ("明", "来"):
        return str(today.year + 1)
    return str(today.year) if word == "今" else word


def _han_weekday(found: re.Match[str], today: date) -> date:
    return _coming(today, _HAN_DAY[found["day"]], next_week=found["next"] is not None)


def _kana_weekday(found: re.Match[str], today: date) -> date:
    return _coming(today, _KANA_DAY[found["day"]], next_week=found["next"] is not None)


_RULES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], date], date | None]], ...] = (
    (_ISO, _iso),
    (_MONTH_YEAR, _month_day),
    (_WEEKDAY, _weekday),
    (_NEAR, _near),
    (_YEAR, _year),
    (_SPAN, _span),
    (_HAN_MONTH, _han_month),
    (_HAN_WEEKDAY, _han_weekday),
    (_KANA_MONTH, _han_month),
    (_KANA_WEEKDAY, _kana_weekday),
)
