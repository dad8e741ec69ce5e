"""How sure it is that a fact says what the user said: each doubt by its name. Pure.

A fact with any doubt goes to the inbox; it is not thrown away, and not saved unasked.
"""

from __future__ import annotations

import re
from enum import StrEnum

from assistant_app.conversation.learning.patterns import one_of
from assistant_app.conversation.learning.sentences import blot_quotations
from assistant_app.conversation.learning.signals import has_signal
from assistant_app.conversation.learning.told import folded
from assistant_app.memory.same import core
from assistant_app.memory.wordlist import words

_LEAST_BORNE_OUT = 0.6
_STEM = 4
_SHORT_QUOTATION = 12


class Doubt(StrEnum):
    """Why a fact is not certain."""

    MODEL_UNSURE = "model_unsure"
    HEDGED = "hedged"
    NOT_BORNE_OUT = "not_borne_out"
    NO_SUBJECT = "no_subject"
    SAID_BY_OTHERS = "said_by_others"
    IMPERSONAL = "impersonal"
    NEGATION = "negation"
    PASSING = "passing"
    REQUEST = "request"
    QUOTED = "quoted"


NO_FACT = frozenset({Doubt.PASSING, Doubt.REQUEST, Doubt.QUOTED})
"""What is no lasting fact of the user at all, and not even worth a question."""
_HEDGE_WORDS = one_of(
    """
    maybe; perhaps; possibly; probably; i think; i guess; i suppose; might; not sure; i'm unsure
    unsure
    i remember; i recall; could be; i believe; i wonder; seems; thinking (?:about|of); considering
    tempted; if i
    would like to; wish
    ich erinnere mich; recuerdo que; me acuerdo; je me souviens; vielleicht; möglicherweise
    wahrscheinlich; ich glaube; ich denke; könnte; überlege; unsicher
    quizás?; tal vez; a lo mejor; probablemente; creo que; me parece; no estoy segur[oa]; podría
    pensando en
    peut-être; probablement; je crois; je pense; il se peut; pas sûre?; j'hésite; j'envisage
    """
)
_HEDGE_DENSE = one_of(
    """
    我记得; 我还记得; 覚えてい[るま]; 思い出; 也许; 可能; 大概; 或许; 好像; 应该是; 不确定; 我猜
    我觉得; 考虑; 想着; 如果; 要是
    かもしれ; たぶん; 多分; おそらく; と思う; と思い; 考え中; 迷って; もし
    """
)
_HEDGED = re.compile(rf"(?<![^\W_])(?:{_HEDGE_WORDS})(?![^\W_])|{_HEDGE_DENSE}", re.IGNORECASE)
_OTHERS_SAY = re.compile(
    one_of(
        r"""
        \b(?:says?|said|claims?|claimed|told me|writes?|wrote|according to|insists|believes)\b
        \b(?:sagt|sagte|meint|behauptet|schreibt|schrieb|laut)\b
        \b(?:dice|dijo|afirma|según|escribió)\b
        \b(?:dit que|a dit|prétend|selon|écrit)\b; 说[我：:，,]?; 认为; 据说; 写道; 听说
        と言(?:う|って|った|い); らしい
        によると
        """
    ),
    re.IGNORECASE,
)
_PRONOUN_FIRST = re.compile(
    r"(?i)^(?:he|she|they|it|his|her|their|its|this|that|these|those|er|sie|es|él|ella|ellos"
    r"|ellas|il|elle|ils|elles)\b|^(?:他|她|它|他们|她们|彼|彼女|それ|この|その)"
)
_NEGATION = re.compile(
    r"(?i)\b(?:not|never|no|none|cannot|without|nicht|nie|kein\w*|nunca|jamás|sin|pas|jamais|sans|ne|ni)\b"
    r"|n['’]t\b|不|没|別|别|ない|ません|なし"
)
_PASSING_WORDS = one_of(
    """
    right now; at the moment
    currently (?:eating|watching|reading|listening|waiting|sitting|tired|hungry|bored)
    tired; hungry; bored; sleepy; stressed; annoyed; exhausted; cold today; hot today; waiting for
    watching tv
    müde; hungrig; gelangweilt; gestresst; im moment; gerade; cansad[oa]; aburrid[oa]; ahora mismo
    tengo (?:hambre|sueño); fatiguée?; en ce moment; j'ai (?:faim|sommeil)
    """
)
_PASSING_DENSE = one_of(
    "好累; 累死; 饿了; 困了; 无聊; 刚才; 正在; 疲れた; お腹すいた; お腹が空いた; 眠い; 今から"
)
_PASSING = re.compile(rf"(?<![^\W_])(?:{_PASSING_WORDS})(?![^\W_])|{_PASSING_DENSE}", re.IGNORECASE)
_REQUESTED = re.compile(
    r"(?:教えて|書いて|作って|考えて|見せて|手伝って|調べて|してくれ|してほしい|お願い)"
    r"(?:ください|下さい|くれ|ほしい|もらえ|します)?(?:ます)?(?:か|ね|よ)?[。！!]*$"
    r"|(?i:^\W*(?:kannst du|könntest du|sag mir|zeig mir|gib mir|hilf mir|dime|dame|ayúdame"
    r"|muéstrame|cuéntame|puedes|podrías|dis-moi|donne-moi|aide-moi|montre-moi|peux-tu|tell me"
    r"|give me|show me|help me|can you|could you|i want you to)\b)"
    r"|^\W*(?:告诉我|给我|帮我|教我|请(?:告诉|给|帮|教))"
)
_USER_WORDS = words(
    "user users user's benutzer nutzer nutzers usuario usuaria utilisateur utilisatrice who named "
    "called name whose person sister brother"
)
_USER_DENSE = re.compile("用户|ユーザー|使用者")


def doubts(text: str, said: str, *, sure: bool = True) -> tuple[Doubt, ...]:
    """Return why a fact is not certain; empty when nothing speaks against it.

    Args:
        text: The fact.
        said: The user's sentences that it comes from, whole.
        sure: Whether the model was sure.
    """
    found = {
        Doubt.MODEL_UNSURE: not sure,
        Doubt.HEDGED: _HEDGED.search(said) is not None,
        Doubt.SAID_BY_OTHERS: _OTHERS_SAY.search(said) is not None,
        Doubt.NO_SUBJECT: _PRONOUN_FIRST.search(text) is not None,
        Doubt.NOT_BORNE_OUT: borne_out(text, said) < _LEAST_BORNE_OUT,
        Doubt.NEGATION: _negations(text) != _negations(said),
        Doubt.PASSING: _PASSING.search(said) is not None,
        Doubt.REQUEST: _REQUESTED.search(said) is not None,
        Doubt.QUOTED: _quotes_somebody(said),
        Doubt.IMPERSONAL: not has_signal(said),
    }
    return tuple(doubt for doubt, holds in found.items() if holds)


def borne_out(text: str, said: str) -> float:
    """Return the share of a fact's content words that the user's words hold, from 0 to 1.

    Args:
        text: The fact; what only names the user is not counted.
        said: The user's words.
    """
    telling = [word for word in core(_USER_DENSE.sub("", text)) if _counts(word)]
    if not telling:
        return 1.0
    where = folded(said)
    heard = {word[:_STEM] for word in core(said)}
    held = sum(folded(word) in where or word[:_STEM] in heard for word in telling)
    return held / len(telling)


def _quotes_somebody(said: str) -> bool:
    """Whether a sentence tells what somebody else said, in their words."""
    quoted = len(said) - len(blot_quotations(said))
    return quoted > _SHORT_QUOTATION and _OTHERS_SAY.search(said) is not None


def _counts(word: str) -> bool:
    letter = any(character.isalnum() for character in word)
    return letter and word not in _USER_WORDS and not re.fullmatch(r"\d{4}-\d{2}(-\d{2})?", word)


def _negations(text: str) -> bool:
    return _NEGATION.search(text) is not None
