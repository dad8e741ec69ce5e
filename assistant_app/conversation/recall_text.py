"""What is looked for in memory when the user has said something.

"What is the weather there?" finds nothing by itself: a message that is short, or that leans on
what was said before, is joined with the user's message before it. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant_app.base.text import has_content, one_line
from assistant_app.conversation.types import Message
from assistant_app.llm.port import Role

_SHORT_WORDS = 3
_SHORT_DENSE = 5
_MOST_JOINED = 2
_MOST_ENTITIES = 5
_LONGEST_EARLIER = 300
_LONGEST = 2_000

# Words that point at something said before, in the languages that the program learns from.
_LEANING = """
there it its he she they him her his hers them their theirs that this these those one ones same else
then dort da dorthin er sie ihn ihm ihr ihnen sein seine seiner deren dessen das davon darüber
allí ahí allá él ella ellos ellas eso esa ese esto lo
là-bas là elle ils elles lui leur leurs celui celle ceux cela ça y en
"""
_LEANING_WORDS = frozenset(_LEANING.split())
_LEANING_DENSE = re.compile(
    "那里|那儿|那边|这里|这儿|那个|这个|那些|这些|那么|她|他|它|那(?=[么是有呢天年])|上次|刚才|同样"
    "|そこ|あそこ|それ|その|あれ|あの|彼女|彼|同じ"
)
_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*|\d+", re.UNICODE)
_DENSE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")


def leans(text: str) -> bool:
    """Whether a message is short, or points at something that was said before."""
    dense = len(_DENSE.findall(text))
    if dense:
        return dense <= _SHORT_DENSE or _LEANING_DENSE.search(text) is not None
    words = [word.casefold() for word in _WORD.findall(text)]
    return len(words) <= _SHORT_WORDS or not _LEANING_WORDS.isdisjoint(words)


def recall_text(newest: str, before: Sequence[Message] = (), entities: Sequence[str] = ()) -> str:
    """Return the text that is searched for; empty when there is nothing to look up.

    Args:
        newest: The message of the user.
        before: The shown branch before it, oldest first.
        entities: People, places and things that the conversation is about; they join a message
            that leans on what was said before.
    """
    if not has_content(newest):
        return ""
    parts = [one_line(newest)[:_LONGEST]]
    earlier = [message.text for message in before if message.role is Role.USER]
    current = newest
    while earlier and len(parts) < _MOST_JOINED + 1 and leans(current):
        current = earlier.pop()
        if has_content(current):
            parts.append(one_line(current)[:_LONGEST_EARLIER])
    if len(parts) > 1 and entities:
        named = ", ".join(one_line(entity) for entity in entities[:_MOST_ENTITIES])
        if has_content(named):
            parts.append(named[:_LONGEST_EARLIER])
    return "\n".join(reversed(parts))
