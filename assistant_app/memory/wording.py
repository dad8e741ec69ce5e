"""Ways of saying that a value is new or over: "moved to", "now", "no longer"; taken off a sentence.

`claims` knows plain present-tense sentences only. What is said of a change is brought into that
form first, and whether the sentence says that the value holds no more.
"""

from __future__ import annotations

import re

from assistant_app.memory.normal import normalise

_DATE_BESIDE = re.compile(r"\s*[(（]\d{4}[-–\d ]*[)）]")
_NAMED = re.compile(
    r"^(?:(?:[Hh]i|[Hh]ello)[,! ]+)?(?:I['’]m|I am) (?P<name>[A-Z][\w'’-]+)[.!]?\s*$"
)
# Words with a capital that are no names: "I'm German", "I'm Catholic".
_NO_NAME = re.compile(
    r"(?:ish|ese|ian|ean|can|lic|man|ist|ime|ite|ench|eek|utch|wiss|zech|ew|indu|uslim|aqi|aeli"
    r"|OK|Ok|Back|Sorry|Fine|Done|Here|Not|Sure|Glad|Happy|Sad|Tired|Thai|Arab|Turk|Dane|Swede"
    r"|Finn|Scot|Serb|Croat|Pole)$"
)
_LONGEST_INTRODUCTION = 60
_TAIL = re.compile(
    r" (?:now|nowadays|these days|from now on|currently|again|recently|for good"
    r"|(?:last|this) (?:week|month|year|spring|summer|autumn|fall|winter|weekend|\w+day)"
    r"|yesterday|today|(?:a|one|two|three|four|\d+) (?:day|week|month|year)s? ago"
    r"|since (?:\w+ )?(?:19|20)\d\d|in (?:\w+ )?(?:19|20)\d\d)$"
)
_GONE = tuple(
    (re.compile(pattern), plain)
    for pattern, plain in (
        (r"\b(?:do|does)(?:nt| not) (.+?) any ?more$", r"\1"),
        (r"\b(im|am|is|are)(?:nt| not) (.+?) any ?more$", r"\1 \2"),
        (r"\bno longer ", ""),
        (r"\bstopped (working) ", r"\1 "),
        (r" nicht mehr\b", ""),
        (r"\bya no ", ""),
        (r"(?<=我)(?:已经)?不再", ""),
        (r"(?<=我)(?:已经|现在)不(.+?)了$", r"\1"),
        (r"(?<=我)不((?:吃|喝|抽|喜欢|对).+?)了$", r"\1"),
        (r"不再?过敏了$|不再过敏$", "过敏"),
    )
)
_MOVED = re.compile(
    r"^(?P<who>.{1,44}?) (?:(?:have|has|just|recently|finally|now) )*moved (?:house |back )?"
    r"(?:from [\w ]{2,30} )?to (?P<rest>.+)$"
)
_MOVED_ELSEWHERE = tuple(
    (re.compile(pattern), plain)
    for pattern, plain in (
        (r"^(.{1,40}?) (?:bin|ist) (?:gerade )?nach (.+?) (?:um)?gezogen$", r"\1 lebt in \2"),
        (r"^(?:yo )?me (?:he mudado|mudé) a (.+)$", r"yo vivo en \1"),
        (r"^(.{1,40}?) se (?:ha mudado|mudó) a (.+)$", r"\1 vive en \2"),
        (r"^jai (?:déménagé|emménagé) (?:à|en|au) (.+)$", r"j habite à \1"),
        (r"^(.{1,40}?) a (?:déménagé|emménagé) (?:à|en|au) (.+)$", r"\1 habite à \2"),
    )
)
_LITTLE_WORDS = re.compile(
    r"\b(?:jetzt|inzwischen|mittlerweile|ahora|maintenant|désormais) |(?<=我)(?:现在|目前)(?!的)"
)
_THERE_ARE_NOW = re.compile(r"(有[一二两三四五六七八九十\d]+[个只条辆].{1,6})了$")
_I_IN_SPANISH = re.compile(r"^(?=(?:vivo|trabajo|me llamo) )")
_WE = re.compile(r"^we (?=live|moved)")
_MOVED_CHINESE = re.compile(
    r"^(?P<who>我(?:们|的?\w{1,6}?)??)(?:已经|刚刚?|最近|昨天|今天|上个?[周月]|上星期|去年|今年|现在)*"
    r"搬(?:家)?(?:到|去)了?(?P<rest>[^，,]+?)(?:了|住了?|居住)?$"
)
_NEW_JOB = re.compile(
    r"^(?P<who>.{1,40}?)(?:ve| have| has)? (?:just |recently |finally )*"
    r"(?:started|got|found) (?:working |an? new job )(?:at|for|with) "
    r"|^(?P<whose>.{1,40}?) (?:just |recently )?started (?:at|for) "
)
_NEW_JOB_AS = re.compile(
    r"^(?P<who>i|[\w ]{2,40}?)(?:ve| have| has)? (?:just |now |recently )?"
    r"(?:(?:got|started|found|have|has) )?an? new job as (?:an? )?"
)


_GONE_HINTS = ("more", "longer", "stopped", "mehr", "ya no", "不")
_MOVED_HINTS = ("gezogen", "mud", "ménag")
_TAIL_HINTS = (
    " now", "adays", "these days", "currently", "again", "recently", "good", "week", "month",
    "year", "spring", "summer", "autumn", "fall", "winter", "day", "ago", "20", "19",
)  # fmt: skip


def introduced(sentence: str) -> str | None:
    """Return the name that somebody introduces themselves by: "Hi, I'm Alicia."."""
    if len(sentence) > _LONGEST_INTRODUCTION:
        return None
    named = _NAMED.match(sentence)
    if named is None or _NO_NAME.search(named["name"]):
        return None
    return normalise(named["name"])


def normal_form(sentence: str) -> str:
    """Return the normal form of a sentence without the dates that stand beside its words."""
    if "(" in sentence or "（" in sentence:
        sentence = _DATE_BESIDE.sub("", sentence)
    return normalise(sentence)


def plain_form(form: str) -> tuple[str, bool]:
    """Return a normal form as if it were said plainly, and whether what it says is over.

    What costs time is looked for by substrings first: a start reads every memory.

    Args:
        form: See `normal_form`.
    """
    if any(hint in form for hint in _GONE_HINTS):
        for pattern, plain in _GONE:
            shorter, count = pattern.subn(plain, form)
            if count:
                return _without_tail(shorter).removesuffix("了"), True
    form = _THERE_ARE_NOW.sub(r"\1", _LITTLE_WORDS.sub("", form))
    return _moved(_without_tail(form)), False


def _without_tail(form: str) -> str:
    while any(hint in form for hint in _TAIL_HINTS):
        shorter = _TAIL.sub("", form)
        if shorter == form:
            break
        form = shorter
    return form


def _moved(form: str) -> str:
    if "搬" in form:
        return _MOVED_CHINESE.sub(r"\g<who>住在\g<rest>", form)
    if " moved " in form:
        found = _MOVED.match(form)
        if found is not None:
            return f"{_one(found['who'])} live in {found['rest']}"
    if " new job as " in form:
        return _NEW_JOB_AS.sub(r"\g<who> work as ", form)
    if " started " in form or " new job " in form:
        return _NEW_JOB.sub(lambda found: f"{found['who'] or found['whose']} work at ", form)
    if any(hint in form for hint in _MOVED_HINTS):
        for pattern, plain in _MOVED_ELSEWHERE:
            form = pattern.sub(plain, form)
    if form.startswith("we "):
        return _WE.sub("i ", form)
    return _I_IN_SPANISH.sub("yo ", form)


def _one(who: str) -> str:
    """Return who moved; "we" did so as much as "I"."""
    who = re.sub(r"^(i|we|she|he|they)ve$", r"\1", who)
    return "i" if who == "we" else who
