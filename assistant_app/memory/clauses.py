"""Cuts a sentence that tells several things into clauses which each can stand alone.

"I live in Leeds and work as a nurse" tells a home and a job: a new home must find the old one, and
must not cost the job. A clause without a subject of its own is given that of the sentence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_VERB = (
    r"(?:live|work|am|is|have|has|speak|drive|own|like|love|hate|study|teach|moved|started|got|can|"
    r"cannot|can['’]t|do not|don['’]t|doesn['’]t|eat|drink|smoke|play)s?"
)
_CUT = re.compile(
    r"(?:, | )(?:so|but) (?=(?:i|we|my|now)\b|i['’])"
    r"|[:;] (?=(?:i|we|my)\b|i['’])"
    rf"|,? and (?=(?:i|we|my)\b|i['’]|(?:also |now |currently )*{_VERB}\b)",
    re.IGNORECASE,
)
# Two sentences about oneself behind one another; "In summer, I live in Porto" is one.
_CUT_BEHIND = re.compile(rf"{_CUT.pattern}|, (?=(?:i|my)\b|i['’])", re.IGNORECASE)
_ABOUT_ONESELF = re.compile(r"(?:i|my)\b", re.IGNORECASE)
_CUT_HINTS = (" and ", " so ", " but ", ": ", "; ", ", I", ", i", ", my")
_WHO = re.compile(
    r"^(?P<who>I|We|My(?: [\w’'-]+){1,4}?|[A-Z][\w-]+)"
    rf"(?=['’](?:m|ve|s) | (?:(?:now|also|currently|really|still|just) )*{_VERB}\b)",
    re.IGNORECASE,
)
_BARE = re.compile(rf"(?:also |now |currently )*{_VERB}\b", re.IGNORECASE)
_VERB_CHINESE = (
    "(?:住|在|叫|有[一两二三四五六七八九十\\d]|是|对|不?喜欢|不?吃|不?喝|今年|搬|姓|养|从事|会说)"
)
_SOFTLY_CHINESE = "(?:现在|目前|也|还|已经|刚刚?|最近)*"
_CUT_CHINESE = re.compile(f"[，,；;：:](?=我|{_SOFTLY_CHINESE}{_VERB_CHINESE})")
_WHO_CHINESE = re.compile(
    f"^(?P<who>我(?:们|的?\\w{{1,6}}?)??)(?={_SOFTLY_CHINESE}(?:{_VERB_CHINESE}|换))"
)
_HAN = re.compile("[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a sentence.

    Attributes:
        text: Its words with a subject; they could stand as a sentence.
        whole: It is the whole sentence.
    """

    text: str
    whole: bool


def clauses(sentence: str) -> tuple[Clause, ...]:
    """Return the clauses of a sentence in order; the sentence itself where it has but one."""
    text = sentence.strip()
    if _HAN.search(text):
        parts, who, bare = _cut(_CUT_CHINESE, text), _WHO_CHINESE.match(text), None
    elif any(hint in text for hint in _CUT_HINTS):
        cut = _CUT_BEHIND if _ABOUT_ONESELF.match(text) else _CUT
        parts, who, bare = _cut(cut, text), _WHO.match(text), _BARE
    else:
        return (Clause(text, whole=True),)
    if len(parts) == 1:
        return (Clause(text, whole=True),)
    first, *others = parts
    return (
        Clause(first, whole=False),
        *(Clause(_with_subject(part, who, bare), whole=False) for part in others),
    )


def _cut(pattern: re.Pattern[str], text: str) -> list[str]:
    return [part for part in (piece.strip() for piece in pattern.split(text)) if part]


def _with_subject(part: str, who: re.Match[str] | None, bare: re.Pattern[str] | None) -> str:
    if bare is None:
        return part if who is None or part.startswith("我") else who["who"] + part
    if who is None or bare.match(part) is None:
        return part[:1].upper() + part[1:]
    return f"{who['who']} {part}"
