"""Sentences that lean on the one before: "She can't eat nuts." goes with "My sister Anna ..."."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant_app.conversation.learning.sentences import Sentence
from assistant_app.conversation.learning.told import MOST_CHARACTERS

_MOST = 3
_LEANS = re.compile(
    r"(?i)^(?:(?:and|but|also),? )?(?:she|he|they|her|his|their|it|its)(?:['’](?:s|re|ll))?\b"
    r"|^(?:而且|但是?|不过|另外)?[，,]?(?:她|他|它)"
    r"|^(?:sie|er|ihre?|seine?)\b|^(?:ella|él|ellos|ellas)\b|^(?:elle|il|elles|ils)\b"
    r"|^(?:彼女|彼)(?:は|が|の|も)"
)
_NO_FACT = re.compile(
    r"(?i)^it(?:['’]s| is| was)? (?:rain|snow|cold|hot|warm|late|early|sunny|fine|ok|okay|great"
    r"|nice|funny|weird|strange|hard|easy|important|possible|time|not work|does ?n['’]?t work|fails"
    r"|seems|depends|would|could|should|might|works)"
    r"|\b(?:please|can you|could you|would you|what|which|how|should i|help|suggest|recommend|write"
    r"|explain|tell me|any idea|right now|at the moment|lol|haha|maybe|perhaps|i guess|i think"
    r"|asks?"
    r"|asked|says?|said|told)\b|请|帮我|推荐|怎么|什么|吗|呢$|建议|可能|也许|大概|[他她](?:说|问"
    r"|让我|叫我)"
)


def with_what_leans(sentences: Sequence[Sentence], place: int) -> tuple[str, int]:
    """Join a sentence with those after it that lean on it.

    Args:
        sentences: Of the whole message.
        place: Which one carries the fact.

    Returns:
        The joined words, and the place of the first sentence that is no part of them.
    """
    text = sentences[place].text
    following = place + 1
    while following < len(sentences) and following - place <= _MOST:
        sentence = sentences[following]
        if not _goes_along(sentence) or len(text) + len(sentence.text) >= MOST_CHARACTERS:
            break
        text += ("" if text.endswith(tuple("。！？")) else " ") + sentence.text
        following += 1
    return text, following


def _goes_along(sentence: Sentence) -> bool:
    if sentence.question or _LEANS.search(sentence.own) is None:
        return False
    return _NO_FACT.search(sentence.own) is None
