"""Plain first-person statements, saved as they stand when no model is there to read them.

English and Chinese, by rules. A sentence that leans on the one before goes with it: "My sister
Anna lives in Porto. She can't eat nuts." is one fact. Questions, requests, wishes about one
answer, inventions, quotations and other people's texts are not learned.
"""

from __future__ import annotations

import re
from dataclasses import replace

from assistant_app.conversation.learning import statements_en, statements_zh
from assistant_app.conversation.learning.leaning import with_what_leans
from assistant_app.conversation.learning.refusals import holds_nothing
from assistant_app.conversation.learning.sentences import Sentence, split_sentences
from assistant_app.conversation.learning.told import MOST_CHARACTERS, Told, capitalised
from assistant_app.memory.claims import USER, claims
from assistant_app.memory.clauses import clauses

_HAN = re.compile("[\u3400-\u9fff]")
_KANA_OR_HANGUL = re.compile("[\u3040-\u30ff\uac00-\ud7af]")
# "I eat meat again, so I am not vegetarian any more" is one thing, with its reason.
_JOINED = re.compile(r"(?i) (?:so|but) ")
# Said in front of a statement that puts another one right; a greeting there does not.
_CORRECTS = re.compile(
    r"(?i)^(?:sorry|oh|wait|well|hm+)?\W*(?:actually|no|nope|correction)\b|^(?:抱歉|不好意思)?[，,]?(?:其实|不对|不是|更正)"
    r"|^.{0,8}[说搞记]错了"
)
_MOST_FACTS = 6


def plain_statements(text: str) -> tuple[Told, ...]:
    """Return the plain statements of a message, in order.

    Args:
        text: The message as the user wrote it.
    """
    if holds_nothing(text):
        return ()
    sentences = split_sentences(text)
    found: list[Told] = []
    place = 0
    while place < len(sentences) and len(found) < _MOST_FACTS:
        told, place = _at(sentences, place)
        if told is not None:
            found += _one_by_one(told)
    return tuple(found[:_MOST_FACTS])


def _one_by_one(told: Told) -> list[Told]:
    """Part a sentence about oneself that gives several things a value: a name, a home, a job.

    A memory that holds a home and a job is found badly by a question about either, and its past
    tells neither.
    """
    parts = clauses(told.text)
    if len(parts) == 1 or _JOINED.search(told.text) or len(split_sentences(told.text)) > 1:
        return [told]
    given = [claims(part.text) for part in parts]
    attributes = {claim.attribute for found in given for claim in found if claim.subject == USER}
    if not all(given) or len(attributes) < len(parts):
        return [told]
    return [replace(told, text=capitalised(part.text)) for part in parts]


def _at(sentences: tuple[Sentence, ...], place: int) -> tuple[Told | None, int]:
    sentence = sentences[place]
    stated = _stated(sentence)
    if stated is None or stated not in sentence.text:  # a quotation inside it was blotted out
        return None, place + 1
    corrects = _CORRECTS.match(sentence.text[: sentence.text.index(stated)]) is not None
    if not sentence.text.endswith(stated):  # a question was cut off: nothing leans on this
        return Told(text=capitalised(stated), quote=stated, changed=corrects), place + 1
    joined, following = with_what_leans(sentences, place)
    statement = joined[len(sentence.text) - len(stated) :]
    if len(statement) > MOST_CHARACTERS:
        return None, following
    return Told(text=capitalised(statement), quote=statement, changed=corrects), following


def _stated(sentence: Sentence) -> str | None:
    if _KANA_OR_HANGUL.search(sentence.own):
        return None
    if _HAN.search(sentence.own):
        return statements_zh.chinese_statement(sentence.own, question=sentence.question)
    return statements_en.english_statement(sentence.own, question=sentence.question)
