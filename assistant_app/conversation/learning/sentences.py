"""Sentences of a message, with their places, and what in a message is not the user's own word."""

from __future__ import annotations

import re
from dataclasses import dataclass

_CODE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)|`[^`\n]*`", re.DOTALL)
_QUOTED_LINE = re.compile(r"(?m)^[ \t]*>.*$")
_QUOTED = re.compile(r"“[^”]*”|«[^»]*»|「[^」]*」|『[^』]*』|„[^“”]*[“”]|\"[^\"\n]*\"")
_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|vs|etc|e\.g|i\.e|a\.m|p\.m|No|approx|Nr|bzw|z\.B|Sra?"
    r"|M|Mme)|\b[A-Z])\.$"
)
_END = re.compile(r"[.!?…]+[\"'”’)\]]*(?=\s|$)|[。！？!?]+[」』”’）]*|\n+")
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


def _sentence(raw: str) -> Sentence:
    text = raw.strip()
    bare = text.rstrip("\"'”’)]」』） ")
    return Sentence(text, blot_quotations(text), bare.endswith(tuple(QUESTION_MARKS)))
