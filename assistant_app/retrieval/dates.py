"""Months named in a question, in several languages: "what did we cook in May?"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from assistant_app.retrieval.tokenize import fold

# English, German, French, Spanish, Portuguese, Italian, Russian (by its stems), one row a month.
_NAMES = (
    "january jan januar janner janvier enero janeiro gennaio январь января январе",
    "february feb februar fevrier febrero fevereiro febbraio февраль февраля феврале",
    "march marz mars marzo marco март марта марте",
    "april apr avril abril aprile апрель апреля апреле",
    "may mai mayo maio maggio май мая мае",
    "june jun juni juin junio junho giugno июнь июня июне",
    "july jul juli juillet julio julho luglio июль июля июле",
    "august aug aout agosto август августа августе",
    "september sept septembre septiembre setembro settembre сентябрь сентября сентябре",
    "october oct oktober octobre octubre outubro ottobre октябрь октября октябре",
    "november nov novembre noviembre novembro ноябрь ноября ноябре",
    "december dec dezember decembre diciembre dezembro dicembre декабрь декабря декабре",
)
# й loses its sign when accents are folded, so names are folded like the question.
_MONTH_OF = {fold(name): month for month, row in enumerate(_NAMES, 1) for name in row.split()}
_CJK_MONTHS = {"十二": 12, "十一": 11, "十": 10} | {
    c: n for n, c in enumerate("一二三四五六七八九", 1)
}
_VERBS = frozenset({"may", "march", "mars", "mar"})
"""Words that are months only when written large, or after a word that leads to a time."""


@dataclass(frozen=True, slots=True)
class NamedMonth:
    """A month that a question names.

    Attributes:
        month: 1 to 12.
        year: The year, if it stands with it.
    """

    month: int
    year: int | None = None


def months_named(text: str) -> frozenset[NamedMonth]:
    """Return the months that a question names.

    Args:
        text: The question, as it was written: capitals tell the month May from the verb.
    """
    found = set()
    for match in _words().finditer(text):
        month = _MONTH_OF[fold(match["name"])]
        if fold(match["name"]) in _VERBS and match["name"].islower() and not match["lead"]:
            continue
        found.add(NamedMonth(month, _year(match["year"])))
    for match in _numbers().finditer(fold(text)):
        written = match["iso"] or match["cjk"]
        month = _CJK_MONTHS[written] if written in _CJK_MONTHS else int(written)
        if 1 <= month <= 12:
            found.add(NamedMonth(month, _year(match["iso_year"] or match["cjk_year"])))
    return frozenset(found)


def date_words(at: datetime) -> str:
    """Return a date as words that a question may name: "8 may 2023"."""
    return f"{at.day} {_NAMES[at.month - 1].split()[0]} {at.year}"


def _year(written: str | None) -> int | None:
    return int(written) if written else None


@lru_cache(maxsize=1)
def _words() -> re.Pattern[str]:
    # Names with their accents too: the pattern reads the text as it was written.
    accented = {"janner": "j[aä]nner", "marz": "m[aä]rz", "marco": "mar[cç]o", "aout": "ao[uû]t"}
    accented |= {"fevrier": "f[eé]vrier", "decembre": "d[eé]cembre", "маи": "май"}
    names = sorted(_MONTH_OF, key=len, reverse=True)
    choice = "|".join(accented.get(name, name.replace("и", "[ий]")) for name in names)
    return re.compile(
        r"\b(?P<lead>(?:in|of|on|since|last|this|next|until|by|during|early|late|mid|\d{1,2})\s+)?"
        rf"(?P<name>{choice})\b(?:\.?,?\s+(?:\d{{1,2}}(?:st|nd|rd|th)?,?\s+)?"
        r"(?:of\s+|de\s+)?(?P<year>(?:19|20)\d\d)\b)?",
        re.IGNORECASE,
    )


@lru_cache(maxsize=1)
def _numbers() -> re.Pattern[str]:
    return re.compile(
        r"\b(?P<iso_year>(?:19|20)\d\d)-(?P<iso>\d{2})(?!\d)"
        r"|(?:(?P<cjk_year>(?:19|20)\d\d)\s*[年년]\s*)?"
        r"(?P<cjk>\d{1,2}|十[一二]?|[一二三四五六七八九])\s*[月월](?!亮|球|光)"
    )
