"""What the user asks to be remembered in so many words, in six languages; by rules.

Questions ("Can you remember my birthday?"), recollections ("I remember that I had a meeting",
"Remember that time we ...") and bare reminders without content are not such words. A bare
"remember that" means what was said just before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant_app.base.text import has_content
from assistant_app.conversation.learning.commands import (
    BARE,
    COMMAND_BEHIND,
    COMMANDS,
    RECOLLECTION,
    TRAILING,
)
from assistant_app.conversation.learning.leaning import with_what_leans
from assistant_app.conversation.learning.refusals import must_not_be_kept, own_part
from assistant_app.conversation.learning.sentences import Sentence, split_sentences
from assistant_app.conversation.learning.told import MOST_CHARACTERS, Told, capitalised
from assistant_app.conversation.types import Message

_ZH_CONTENT = re.compile(
    r"^(?:我|我们|咱|他|她|[^\s，,]{1,12}(?:是|在|叫|有|不|要|会|对|喜欢|住)|.*\d)"
)
_TO_DO = re.compile(r"(?i)^to\s")
# "Remember to buy milk" is a reminder and "don't forget to cite sources" is about one answer.
_STANDING_WISH = re.compile(
    r"(?i)^to (?:always|never|answer me|reply|respond|call me|address me|speak|write to me)\b"
)
# Nobody calls themselves "the user": such an order comes from a text that was pasted.
_ABOUT_A_USER = re.compile(
    r"(?i)\bthe user(?:['’]?s)?\b|\b(?:der|die|des|dem) (?:be)?nutzer\w*|\b(?:el|del|al) usuario\b"
    r"|l['’]utilisateur|用户|ユーザー"
)
_SUBORDINATE = re.compile(r"(?i)^dass\s+(?P<subject>ich|wir)\s+(?P<middle>.+)\s+(?P<verb>\S+)$")
_SEPARABLE = re.compile(
    r"(?i)^(?:ab|an|auf|aus|ein|mit|vor|zu|weg|los|her|hin|um|nach|zurück|fern)\w{3,}"
)
_WORD = re.compile(r"\w+")
_LIST_MARK = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s*")
_MOST_LISTED = 10
_LONGEST_MESSAGE = 4_000
"""Characters; a longer message is a pasted text, whatever it begins with."""


def explicit_requests(text: str, before: Sequence[Message] = ()) -> tuple[Told, ...]:
    """Return what the user asks to be remembered.

    Args:
        text: The newest message.
        before: The user's earlier messages, oldest first; a bare "remember that" looks there.
    """
    if len(text) > _LONGEST_MESSAGE:
        return ()
    text = own_part(text)
    listed = _listed(text)
    if listed:
        return listed
    sentences = split_sentences(text)
    found: list[Told] = []
    place = 0
    while place < len(sentences):
        told, place = _at(sentences, place, before)
        if told is not None:
            found.append(told)
    return tuple(found)


def _at(
    sentences: Sequence[Sentence], place: int, before: Sequence[Message]
) -> tuple[Told | None, int]:
    sentence = sentences[place]
    if sentence.question and not _polite(sentence.text):
        return None, place + 1
    if must_not_be_kept(sentence.text):
        return None, place + 1
    if BARE.search(sentence.text):
        return _said_before(sentences[:place], before), place + 1
    content = _content(sentence.text)
    if content is None or _ABOUT_A_USER.search(content):
        return None, place + 1
    quote, following = with_what_leans(sentences, place)
    rest = quote[len(sentence.text) :]
    text = capitalised(content) + rest
    if len(text) > MOST_CHARACTERS:
        return None, following
    return Told(text=text, quote=quote, explicit=True), following


def _content(sentence: str) -> str | None:
    """Return what one sentence asks to be remembered, without the asking."""
    trailing = TRAILING.search(sentence)
    if trailing is not None and not _is_question(trailing["body"]):
        return trailing["body"].strip()
    for pattern in COMMANDS:
        found = pattern.search(sentence)
        if found is not None:
            language, content = next((k, v) for k, v in found.groupdict().items() if v is not None)
            return _accepted(language, content.strip("：:，, ?？\n"), sentence)
    found = COMMAND_BEHIND.search(sentence)
    return found["ja"].strip("、 ") if found and len(found["ja"]) >= 4 else None


def _accepted(language: str, content: str, sentence: str) -> str | None:
    bare = content.rstrip("。.!！ ?？")
    if not has_content(bare) or RECOLLECTION.search(bare):
        return None
    if language == "zh":
        asks = _is_question(bare) or _ZH_CONTENT.search(bare) is None or len(bare) < 4
        return None if asks else content
    if language == "en" and _TO_DO.search(content):
        return sentence.strip() if _STANDING_WISH.search(content) else None
    if language != "ja" and len(_WORD.findall(bare)) < 3 and not re.search(r"\d", bare):
        return None
    return _main_clause(bare) + content[len(bare) :] if language == "de" else content


def _main_clause(clause: str) -> str:
    """Turn "dass ich keine Nüsse esse" into "ich esse keine Nüsse"; other clauses lose "dass"."""
    found = _SUBORDINATE.search(clause)
    if found is None or _SEPARABLE.search(found["verb"]):
        return re.sub(r"(?i)^dass\s+", "", clause)
    return f"{found['subject']} {found['verb']} {found['middle']}"


def _said_before(earlier: Sequence[Sentence], before: Sequence[Message]) -> Told | None:
    """Return the statement that a bare "remember that" points at."""
    if earlier:
        said = " ".join(sentence.text for sentence in earlier[-3:] if not sentence.question)
        return Told(text=said, quote=said, explicit=True) if has_content(said) else None
    if not before:
        return None
    last = before[-1]
    said = " ".join(s.text for s in split_sentences(last.text) if not s.question)
    fits = has_content(said) and len(said) <= MOST_CHARACTERS and not must_not_be_kept(said)
    if not fits or _is_question(said):
        return None
    return Told(text=capitalised(said), quote=said, explicit=True, message=last.id)


def _listed(text: str) -> tuple[Told, ...]:
    """Read "Remember:" followed by lines, each of them a statement."""
    head, _, rest = text.strip().partition("\n")
    asks = re.search(
        r"(?i)(?:\bremember(?: (?:this|these|the following))?|记住|merke? dir|recuerda"
        r"|retiens)\s*[:：]$",
        head.strip(),
    )
    lines = [_LIST_MARK.sub("", line).strip() for line in rest.splitlines()]
    lines = [line for line in lines if has_content(line)]
    if not asks or not lines or len(lines) > _MOST_LISTED:
        return ()
    if any(len(line) > MOST_CHARACTERS // 2 for line in lines):
        return ()
    return tuple(Told(text=capitalised(line), quote=line, explicit=True) for line in lines)


def _polite(sentence: str) -> bool:
    """Whether a question is only a polite way to ask: "Could you please remember that I ..."."""
    return (
        re.search(
            r"(?i)^(?:can|could|would|will) you (?:please|kindly) \w+ that (?:i|my|we|our)\b",
            sentence,
        )
        is not None
    )


def _is_question(text: str) -> bool:
    return (
        re.search(
            r"(?i)[?？]|吗|什么|谁|哪|怎么|多少|^(?:what|who|where|when|why|how|do|does|is|are"
            r"|can)\b",
            text,
        )
        is not None
    )
