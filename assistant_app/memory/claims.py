"""Finds a changed value without a model: same subject, same attribute, another value.

"My sister Anna lives in Porto" and "My sister Anna lives in Lyon" cannot both hold; "my sister is
tall" and "my sister is a nurse" can. Only attributes that have one value at a time are looked at,
only plain present-tense sentences, and only subjects that are surely the same: what is missed here
is saved beside the old one, which is harmless; a false alarm would hide what the user said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from assistant_app.memory.clauses import clauses
from assistant_app.memory.same import core
from assistant_app.memory.wording import introduced, normal_form, plain_form

USER = "user"
_SENTENCE = re.compile(r"[^.!?。！？\n]+(?:[.!?](?=\S)[^.!?。！？\n]+)*[.!?。！？]*\s*")
_MOST_VALUE_WORDS = 5
_MOST_VALUE_CHARACTERS = 24
_HEDGES = re.compile(
    r"\b(?:in (?:summer|winter|spring|autumn|fall)|during|when|while|on weekends?|sometimes|"
    r"often|usually|until|before|for now|or|and|but|because|since|used|also|part time|with)\b"
    r"|夏天|冬天|周末|有时|以前|曾经|之前|和|或"
)

_ONE_VALUE = (
    r"(?:full |first |last |middle |nick ?|user ?|maiden )?name|nickname|birthday|birth date|"
    r"date of birth|age|height|weight|blood type|shoe size|"
    r"(?:home |work |e ?mail |postal )?address|"
    r"e ?mail|(?:phone|mobile|cell|telephone|locker|room|seat|house|flat|office|apartment|"
    r"extension|membership|customer|desk)(?: number)?|job|job title|profession|occupation|boss|"
    r"manager|home ?town|nationality|native language|mother tongue|time ?zone|employer|"
    r"wedding anniversary|anniversary|favou?rite [\w ]{2,30}|best friend|star sign|dress size"
)
_COUNTED = (
    "children|kids|siblings|brothers|sisters|sons|daughters|cats|dogs|pets|bikes|bicycles|cars"
)
_COUNTED_CHINESE = "孩子|小孩|儿子|女儿|猫|狗|兄弟|姐妹|车"
_POSSESSED_CHINESE = "电话|手机号|地址|邮箱|职业|工作|身高|体重|老板|国籍|母语|鞋码"
_WHO = r"(?P<who>i|the user|user|my [\w ]{2,40}|[\w ]{2,40})"
_NO_JOB = r"(?:\w+ )*(?:member|regular|student|pupil|patient|customer|guest|fan|bit|little)\b"
_ENGLISH = (
    (r"(?:currently |now )?live?s? in (?P<value>.+)", "lives in"),
    (r"(?:currently |now )?(?:(?:am |is )?work(?:s|ing)?) as (?:a |an )?(?P<value>.+)", "job"),
    (r"(?:currently |now )?(?:work|works) (?:at|for) (?P<value>.+)", "works at"),
    (rf"(?:am|is) (?:now )?an? (?!{_NO_JOB})(?P<value>[\w ]{{2,30}}?) (?:at|for) .+", "job"),
    (r"(?:am|is) (?:now )?(?:called|named) (?P<value>.+)", "name"),
    (r"(?:have |has )?changed (?:my|his|her|their) name to (?P<value>.+)", "name"),
    (r"(?:am|is) (?P<value>[\w.]+) years old", "age"),
    (r"(?:am|is) (?:a )?(?P<value>vegetarian|vegan|pescatarian)", "diet"),
    (r"(?:am|is) (?P<value>single|engaged|married|divorced|widowed)", "married"),
    (r"(?:am|is) married to (?P<value>.+)", "married to"),
    (r"(?:was born|were born) (?:on|in) (?P<value>.+)", "born"),
    (rf"(?:have|has) (?P<value>[\w.]+) (?P<what>{_COUNTED})", "count"),
)  # fmt: skip
_POSSESSED = re.compile(
    rf"^(?:(?P<mine>my)|(?P<owner>my [\w ]{{2,40}}?|the users?|users?|[\w ]{{2,30}}?)s) "
    rf"(?P<what>{_ONE_VALUE}) (?:is|are) (?:now )?(?P<value>.+)$"
)
_CALL_ME = re.compile(
    r"^(?:please )?call me (?P<value>\w+)(?: from now on| now| please)?$"
    r"|^(?:请|以后|从现在起|从今以后)*(?:叫|称呼)我(?P<chinese>\w{1,6}?)(?:吧|就好|就行)?$"
)
_CHINESE_WHO = r"(?P<who>我(?:的?[\w]{1,8}?)?|用户(?:的?[\w]{1,8}?)?|[\w]{2,6}?)"
_CHINESE = (
    (r"(?:现在|目前)?(?:住在|居住在|住)(?P<value>[^，,]+?)", "lives in"),
    (r"(?:现在|目前)?在(?P<value>[^，,]+?)(?:上班|工作)", "works at"),
    (r"(?:的名字)?(?:现在)?(?:改名叫|改名为|叫|名叫|是叫)(?P<value>[^，,]+?)", "name"),
    (r"的名字是(?P<value>[^，,]+?)", "name"),
    (r"的?生日是(?P<value>[^，,]+?)", "birthday"),
    (r"今年(?P<value>\w{1,4})岁(?:了)?", "age"),
    (r"最喜欢的(?P<what>[\w]{1,8}?)是(?P<value>[^，,]+?)", "favourite"),
    (rf"的(?P<what>{_POSSESSED_CHINESE})是(?P<value>[^，,]+?)", "possessed"),
    (rf"有(?P<value>[一二两三四五六七八九十\d]+)[个只条辆](?P<what>{_COUNTED_CHINESE})", "count"),
)  # fmt: skip
_HIS_GERMAN = r"mein\w* [\w ]{2,30}|[\w ]{2,30}"
_HIS_FRENCH = r"m[oa]n? [\w ]{2,30}|[\w ]{2,30}"
_JAPANESE = (
    (
        (
            r"^(?:(?P<who>[^はが、]{1,10})[はが])?(?:今は?|現在は?)?(?P<value>[^はが、]{1,20}?)に"
            r"(?:住んで(?:いる|います|る)|引っ越し(?:た|ました)|引越し(?:た|ました))(?:よ|ね)?$"
        ),
        "lives in",
    ),
    (r"^(?:(?P<who>[^はが、]{1,10})の)?名前は(?P<value>[^、]{1,16}?)(?:です|だ|だよ)?$", "name"),
)
_OTHERS = (
    (rf"^(?P<who>ich|{_HIS_GERMAN}) (?:wohnt?e?|lebt?e?) in (?P<value>.+)$", "lives in"),
    (r"^(?P<who>yo) me llamo (?P<value>.+)$", "name"),
    (rf"^(?P<who>ich|{_HIS_GERMAN}) heiss[et] (?P<value>.+)$", "name"),
    (r"^(?P<who>yo|mi [\w ]{2,30}|[\w ]{2,30}) viv[eo] en (?P<value>.+)$", "lives in"),
    (r"^(?P<who>mi [\w ]{2,30}|[\w ]{2,30}) se llama (?P<value>.+)$", "name"),
    (rf"^(?P<who>je|j|{_HIS_FRENCH}) habite (?:à|en|au) (?P<value>.+)$", "lives in"),
    (rf"^(?P<who>{_HIS_FRENCH}) s ?appelle (?P<value>.+)$", "name"),
)  # fmt: skip
_PATTERNS = tuple(
    [(re.compile(rf"^{_WHO} {rest}$"), attribute) for rest, attribute in _ENGLISH]
    # Before Chinese, which shares its characters.
    + [(re.compile(pattern), attribute) for pattern, attribute in _JAPANESE]
    + [(re.compile(rf"^{_CHINESE_WHO}{rest}$"), attribute) for rest, attribute in _CHINESE]
    + [(re.compile(pattern), attribute) for pattern, attribute in _OTHERS]
)
# What somebody is allergic to, likes or eats may be many things, and each of them either so or not.
_POLAR = (
    re.compile(
        rf"^{_WHO} (?P<verb>allergic to|likes?|eats?|drinks?|smokes?|speaks?|drives?)"
        r"(?: (?P<what>.+))?$"
    ),
    re.compile(rf"^{_CHINESE_WHO}对(?P<what>.+?)(?P<verb>不?过敏)$"),
    re.compile(rf"^{_CHINESE_WHO}(?P<verb>喜欢|吃|喝|抽)(?P<what>.+)$"),
)
_DENIED = re.compile(
    r" (?:(?:am|is|are) not|isnt|arent|do not|does not|dont|doesnt|can not|cannot|cant)$|不$"
)
_AUXILIARY = re.compile(r" (?:am|is|are|can)$")
_SELVES = frozenset(
    {"i", "the user", "user", "my", "ich", "yo", "je", "j", "我", "用户", "me", "私", "僕", "俺"}
)
_HINTS = (
    "live in", "lives in", "work", "call", "name", " old", "married", "born", "have ", "has ",
    "ive ", " is ", " are ", "住", "在", "叫", "是", "岁", "有", "称呼", "wohn", "leb", "heiss",
    " viv", "llama", "habite", "appelle", " moved ", "搬", " started ", " gezogen", "mud", "ménag",
    "veg", "pescatarian", "single", "engaged", "divorced", "widowed", "vivo en",
    "住ん", "引", "名前", "llamo",
    " am a", " am now a", "job", "allerg", "like", " eat", "drink", "smoke", "speak", "drive",
    " own", "过敏", "喜欢", "吃", "喝", "抽",
)  # fmt: skip
_DENSE = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
_LONGEST = 600
_EXPANSIONS = (
    (re.compile(r"\bim\b"), "i am"),
    (re.compile(r"\bive\b"), "i have"),
    (re.compile(r"\b(\w{2,})s (?=called |named |married )"), r"\1 is "),
)


@dataclass(frozen=True, slots=True)
class Claim:
    """One value that a sentence gives to an attribute of somebody, or takes from it (`gone`)."""

    subject: str
    attribute: str
    value: str
    gone: bool = False


def claims(text: str) -> tuple[Claim, ...]:
    """Return what the sentences of a statement claim, as far as rules can tell."""
    return tuple(_claimed(text))


def contradicts(new: str, old: str) -> bool:
    """Whether both statements cannot hold at the same time."""
    return any(_clash(mine, theirs) for mine in claims(new) for theirs in claims(old))


def replace_claim(old: str, new: str) -> str:
    """Return the old statement with its contradicted parts replaced by the new statement.

    A memory may hold several sentences ("My sister Anna lives in Porto. She can't eat nuts."), and
    a sentence several facts ("I live in Leeds and work as a nurse"): a new home must not cost what
    else it says.
    """
    mine = claims(new)
    kept: list[str] = []
    placed = False
    for sentence in sentences(old):
        parts = clauses(sentence)
        stands = [part.text for part in parts if not _clashes(part.text, mine)]
        if len(stands) == len(parts):
            kept.append(sentence.strip())
            continue
        before = 0 if placed else _before_the_stale(sentence, mine)
        kept += stands[:before] + ([] if placed else [new.strip()]) + stands[before:]
        placed = True
    if not placed or len(kept) == 1:
        return new
    if _DENSE.search(kept[0]):
        return "".join(_ended(sentence, "。") for sentence in kept)
    return " ".join(_ended(sentence, ".") for sentence in kept)


def _before_the_stale(sentence: str, mine: tuple[Claim, ...]) -> int:
    parts = clauses(sentence)
    return next((place for place, one in enumerate(parts) if _clashes(one.text, mine)), 0)


def _clashes(clause: str, mine: tuple[Claim, ...]) -> bool:
    return any(_clash(new, old) for new in mine for old in _of_clause(clause))


def _ended(sentence: str, stop: str) -> str:
    return sentence if re.search(r"[.!?。！？…]$", sentence) else sentence + stop


def sentences(text: str) -> list[str]:
    """Return the sentences of a text with their punctuation."""
    return [sentence for sentence in _SENTENCE.findall(text) if sentence.strip()]


def _claimed(text: str) -> Iterator[Claim]:
    if len(text) > _LONGEST:
        return
    for sentence in sentences(text):
        for clause in clauses(sentence):
            yield from _of_clause(clause.text)


def _of_clause(clause: str) -> tuple[Claim, ...]:
    claim = _one_claim(clause)
    if claim is None:
        return ()
    # "a nurse at St James Hospital" tells the job and the employer.
    job, at, employer = claim.value.partition(" at ")
    if claim.attribute != "job" or not at:
        return (claim,)
    return (replace(claim, value=job), replace(claim, attribute="works at", value=employer))


def _one_claim(clause: str) -> Claim | None:
    name = introduced(clause)
    if name is not None:
        return Claim(USER, "name", name)
    form = normal_form(clause)
    # Substrings are looked for first: the patterns alone would double the time of a start.
    if not any(hint in form for hint in _HINTS):
        return None
    form, gone = plain_form(form)
    for pattern, full in _EXPANSIONS:
        form = pattern.sub(full, form)
    claim = _possessed(form) or _predicated(form)
    if claim is not None:
        return replace(claim, gone=gone) if _usable(claim.value) else None
    claim = _so_or_not(form)
    if claim is None or not _usable(claim.value):
        return None
    return replace(claim, gone=claim.gone is not gone)


def _possessed(form: str) -> Claim | None:
    match = _POSSESSED.match(form)
    if match is None:
        return None
    owner = USER if match["mine"] else _subject(match["owner"])
    return Claim(owner, _attribute(match["what"]), match["value"])


def _predicated(form: str) -> Claim | None:
    wish = _CALL_ME.match(form)
    if wish is not None:
        return Claim(USER, "name", wish["value"] or wish["chinese"])
    for pattern, attribute in _PATTERNS:
        match = pattern.match(form)
        if match is None:
            continue
        named = match.groupdict()
        detail = named.get("what")
        name = attribute if detail is None else f"{attribute} {detail}"
        return Claim(_subject(match["who"] or "i"), name, match["value"])
    return None


def _so_or_not(form: str) -> Claim | None:
    """Something that either holds or does not: the denied one is `gone`."""
    form = re.sub(r"^im ", "i am ", form)
    for pattern in _POLAR:
        match = pattern.match(form)
        if match is None:
            continue
        verb = match["verb"].removeprefix("不")
        verb = verb.removesuffix("s") if verb.isascii() else verb
        denied = match["verb"] != verb and match["verb"].startswith("不")
        who = _AUXILIARY.sub("", match["who"])
        told = _DENIED.sub("", who)
        what = match["what"] or verb
        return Claim(_subject(told), f"{verb} {what}", what, gone=denied or told != who)
    return None


def _attribute(name: str) -> str:
    name = name.replace("favorite", "favourite").replace("color", "colour")
    name = name.removesuffix(" number")
    return {"first name": "name", "full name": "name", "date of birth": "birthday"}.get(name, name)


def _subject(who: str) -> str:
    who = re.sub(r"^我的?(?=\w)", "my ", who.strip())
    if who in _SELVES:
        return USER
    return re.sub(r"^(?:the users?|users?|mein\w*|mi|m[oa]n?) ", "my ", who)


def _usable(value: str) -> bool:
    """Whether a value is short and unconditional enough to be the only one."""
    words = value.split()
    return (
        0 < len(words) <= _MOST_VALUE_WORDS
        and (len(words) > 1 or len(value) <= _MOST_VALUE_CHARACTERS)
        and _HEDGES.search(value) is None
    )


def _clash(first: Claim, second: Claim) -> bool:
    if first.attribute != second.attribute or not _same_subject(first.subject, second.subject):
        return False
    mine, theirs = frozenset(core(first.value)), frozenset(core(second.value))
    # One value inside the other is the same thing said more exactly: "Porto", "Porto, Portugal".
    alike = mine <= theirs or theirs <= mine
    if first.gone or second.gone:
        return bool(mine and theirs) and alike and first.gone is not second.gone
    return bool(mine and theirs) and not alike


def _same_subject(first: str, second: str) -> bool:
    """Equal, or a name alone and the same name with its role: "Anna", "my sister Anna"."""
    if first == second:
        return True
    shorter, longer = sorted((first.split(), second.split()), key=len)
    return longer[0] == "my" and len(longer) > 2 and len(shorter) == 1 and shorter[0] == longer[-1]
