"""Sentences of a message, with their places, and what in a message is not the user's own word."""

from __future__ import annotations

import re
from dataclasses import dataclass

from assistant_app.conversation.learning.told import folded

_CODE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]*`", re.DOTALL)
_QUOTED_LINE = re.compile(r"(?m)^[ \t]*>.*$")
_QUOTED = re.compile(r"“[^”]*”|«[^»]*»|「[^」]*」|『[^』]*』|„[^“”]*[“”]|\"[^\"\n]*\"")
_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|vs|etc|e\.g|i\.e|a\.m|p\.m|No|approx|Nr|bzw|z\.B|Sra?"
    r"|M|Mme)|\b[A-Z])\.$"
)
_END = re.compile(
    r"[.!?…]+[\"'”’)\]]*(?=\s|$)|[。！？!?]+[」』”’）]*|\n+"
    r"|;(?=\s+(?:please )?(?:remember|note|keep in mind)\b)|；(?=(?:请|帮我)?(?:记住|记下|记得))"
)
QUESTION_MARKS = "?？"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence.

    Attributes:
        text: Its words, without the white space around them.
        own: The same with quotations blotted out; rules look at this.
        question: Whether it ends with a question mark.
    """

    text: str
    own: str
    question: bool


def own_words(text: str) -> str:
    """Return a message with code and quoted lines blotted out, of the same length."""
    for pattern in (_CODE, _QUOTED_LINE):
        text = pattern.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)
    return text


def split_sentences(text: str) -> tuple[Sentence, ...]:
    """Split a message into sentences; code and quoted lines are left out."""
    text = own_words(text)
    sentences = []
    begin = 0
    for end in _END.finditer(text):
        if end.group().startswith(".") and _ABBREVIATION.search(text[begin : end.start() + 1]):
            continue
        sentences.append(_sentence(text[begin : end.end()]))
        begin = end.end()
    sentences.append(_sentence(text[begin:]))
    return tuple(sentence for sentence in sentences if sentence.text)


def blot_quotations(text: str) -> str:
    """Return a text with what stands in quotation marks replaced by a dash."""
    return _QUOTED.sub("—", text)


def sentences_around(quote: str, text: str) -> str | None:
    """Return the user's own sentences that hold a quotation from a message, whole.

    Args:
        quote: Copied from the message, perhaps with other punctuation.
        text: The message.

    Returns:
        The fewest sentences that hold it; None where it stands only in what the message itself
        quotes from somebody.
    """
    wanted = folded(quote)
    parts = split_sentences(text)
    for length in range(1, len(parts) + 1):
        for begin in range(len(parts) - length + 1):
            chosen = parts[begin : begin + length]
            joined = " ".join(part.text for part in chosen)
            if wanted not in folded(joined):
                continue
            own = " ".join(part.own for part in chosen)
            return joined if _most_stands_in(quote, own) else None
    return None


def _most_stands_in(quote: str, own: str) -> bool:
    """Whether the quotation is the user's own word; a name in quotation marks does no harm."""
    return folded(blot_quotations(quote)) in folded(own)


def _sentence(raw: str) -> Sentence:
    text = raw.strip().rstrip(";；")
    bare = text.rstrip("\"'”’)]」』） ")
    return Sentence(text, blot_quotations(text), bare.endswith(tuple(QUESTION_MARKS)))
