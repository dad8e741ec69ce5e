"""The sentences that the core itself must utter: the answer from memory alone.

The window passes a table in its own language; English and Chinese are here for the command line,
and for a question in one of them whatever the window speaks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo


@dataclass(frozen=True, slots=True)
class Phrases:
    """One language. Texts in braces are filled in.

    Attributes:
        found_one, found_many: Head of what was found.
        memory: One memory; `{text}`, `{date}`.
        former: One memory that has been replaced; `{text}`, `{date}`.
        round: One earlier exchange; `{text}`, `{date}`.
        nothing: Nothing was found.
        nothing_yet: Nothing is remembered at all.
        closest: Head of what was found, where none of it is near what was asked.
        everything: Head of a part of all that is known; `{shown}`, `{total}`.
        everything_all: Head of all that is known.
        told: The user said something about themselves.
        forgetting: The user wants something forgotten.
        greeting: Answer to a greeting.
        no_model: Says that no language model is connected, and offers to connect one.
        late: Memory could not be asked in time.
        date: `{year}`, `{month}`, `{day}`, `{month_name}`.
        months: Names of the months, where `date` uses them.
    """

    found_one: str
    found_many: str
    memory: str
    former: str
    round: str
    nothing: str
    nothing_yet: str
    closest: str
    everything: str
    everything_all: str
    told: str
    forgetting: str
    greeting: str
    no_model: str
    late: str
    date: str
    months: tuple[str, ...] = ()

    def day(self, moment: datetime, zone: tzinfo | None = None) -> str:
        """Write a moment as a local day."""
        local = moment.astimezone(zone)
        name = self.months[local.month - 1] if self.months else ""
        return self.date.format(year=local.year, month=local.month, day=local.day, month_name=name)


ENGLISH = Phrases(
    found_one="This is what I remember:",
    found_many="This is what I remember about it:",
    memory="{text} *(noted on {date})*",
    former="{text} *(no longer so, until {date})*",
    round="On {date} we talked about this. {text}",
    nothing="I have looked, and I remember nothing about that.",
    nothing_yet="I do not remember anything about you yet. Tell me something, and I will know it "
    "next time.",
    closest="I remember nothing that clearly answers this. The closest is:",
    everything="I remember {total} things. Here are {shown} of them:",
    everything_all="This is all that I remember:",
    told="Thank you for telling me. What I keep of it is shown below your message.",
    forgetting="What becomes of it is shown below your message.",
    greeting="Hello! Tell me something worth remembering, or ask me what I know.",
    no_model="No language model is connected, so I can only answer from memory. "
    "You can connect one in the settings, under “Answers and models”.",
    late="My memory did not answer in time. Please try again in a moment.",
    date="{day} {month_name} {year}",
    months=(
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ),
)  # fmt: skip

CHINESE = Phrases(
    found_one="我记得：",
    found_many="关于这个，我记得：",
    memory="{text}（记于{date}）",
    former="{text}（已不再如此，到{date}为止）",
    round="{date}我们聊过这个。{text}",
    nothing="我找过了，关于这个我什么都不记得。",
    nothing_yet="我还不记得任何关于你的事。告诉我一些，下次我就知道了。",
    closest="我不记得能明确回答这个问题的内容，最接近的是：",
    everything="我一共记得 {total} 件事，这是其中的 {shown} 件：",
    everything_all="我记得的全部在这里：",
    told="谢谢你告诉我。我记下的内容会显示在你的消息下面。",
    forgetting="结果会显示在你的消息下面。",
    greeting="你好！告诉我一些值得记住的事，或者问问我知道些什么。",
    no_model="目前没有连接语言模型，所以我只能凭记忆回答。你可以在设置的“回答与模型”里连接一个。",
    late="我的记忆没有及时回应，请稍后再试。",
    date="{year}年{month}月{day}日",
)

_HAN = re.compile("[\u3400-\u9fff]")
_KANA_OR_HANGUL = re.compile("[\u3040-\u30ff\uac00-\ud7af]")
_ENGLISH = """
the is are what where who when how my i do does you a an of in and to can have i'm about hello hi
which
"""
_ENGLISH_WORDS = frozenset(_ENGLISH.split())
TABLES: Mapping[str, Phrases] = {"en": ENGLISH, "zh": CHINESE}


def phrases_for(question: str, *, own: Phrases, tables: Mapping[str, Phrases] = TABLES) -> Phrases:
    """Return the table of the question's language, where there is one.

    Args:
        question: What the user wrote.
        own: The table of the window's language, for every other question.
        tables: By language code.
    """
    if _KANA_OR_HANGUL.search(question):
        return own
    if _HAN.search(question):
        return tables.get("zh", own)
    words = re.findall(r"[a-z']+", question.casefold())
    english = sum(word in _ENGLISH_WORDS for word in words)
    return tables.get("en", own) if words and english * 4 >= len(words) else own
