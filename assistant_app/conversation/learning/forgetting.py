"""What the user asks to be forgotten in so many words, in six languages, and which memory is meant.

"Forget it" and "don't forget that ..." ask for nothing of the kind, nor does "I forgot that ...".
One memory that is clearly meant is deleted at once, with Undo; else the user is asked. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from assistant_app.base.text import has_content
from assistant_app.conversation.learning.patterns import one_of
from assistant_app.conversation.learning.sentences import split_sentences
from assistant_app.conversation.learning.smalltalk import is_small_talk
from assistant_app.conversation.learning.told import MOST_CHARACTERS
from assistant_app.conversation.types import Message
from assistant_app.llm.port import Role
from assistant_app.memory.same import core
from assistant_app.memory.types import Hit, HitKind

MOST_OFFERED = 5
_LONGEST_MESSAGE = 1_000
_HELD = 0.75
"""Share of the content words of a request that the memory which is meant must hold."""
_AHEAD = 0.25
"""By how much it must hold more of them than any other memory."""
_MEANT = 0.55
"""Relevance from which meaning alone may name a memory, where it is this far above the next:"""
_MEANT_AHEAD = 0.2
_LOOK_BACK = 3

_GREETINGS = one_of(
    """
    hi; hello; hey; ok; okay; oh; and; also; so; well; please; pls; actually; sorry; no; keepsake
    hallo; bitte; hola; por favor; bonjour; s'il te plaît; stp; 你好; 好的?; 对了; 请; 麻烦你?; 帮我; 那; お願い
    """
)
_LEAD = rf"^(?:{_GREETINGS}[,，、!！.:：]?\s*)*"
_EN_POLITE = "(?:(?:can|could|would|will) you (?:please )?|i(?:'d like| want| need) you to |you (?:can|should|must) |please )*"
_EN = r"(?:forget|delete|erase|remove|stop remembering|no longer remember|unlearn)"
_FROM_MEMORY = r"(?: from (?:your|the) memor(?:y|ies))"
_ABOUT = one_of(
    """
    that; about; what i (?:said|told you|wrote)(?: earlier| before)? about
    (?:the|that|this|my|your) (?:memory|memories|note|fact|entry|entries)(?: about| of| that| on)?
    everything(?: you know)? about; anything about; the fact that
    whatever i (?:said|told you) about
    """
)
_COMMANDS = tuple(
    re.compile(_LEAD + pattern, re.IGNORECASE | re.DOTALL)
    for pattern in (
        rf"{_EN_POLITE}forget,? (?:{_ABOUT})\s+(?P<what>.+)$",
        rf"{_EN_POLITE}forget (?P<what>my .+)$",
        rf"{_EN_POLITE}{_EN} (?:{_ABOUT}\s+)?(?P<what>.+?){_FROM_MEMORY}[.!]?$",
        rf"{_EN_POLITE}(?:delete|erase|remove) (?:the|that|my|your) (?:memory|memories|note|fact|entry|entries) (?:about|of|that|on) (?P<what>.+)$",
        rf"{_EN_POLITE}(?:stop remembering|unlearn)(?: that| about)? (?P<what>.+)$",
        r"(?:你)?(?:忘掉|忘记|忘了|忘却|不要再记得?|别再记得?|别再记着)(?:关于)?(?P<what>(?![吧了它这那]?[。！!]*$).+)$",
        r"把(?:关于)?(?P<what>.+?)(?:的事情?|的记忆|这件事|的信息)?(?:忘掉|忘记|忘了|从记忆(?:里|中)?删除?掉?)(?:吧|了)?[。！!]*$",
        r"(?:删除?|删掉|清除)(?:关于)?(?P<what>.+?)的(?:记忆|记录)[。！!]*$",
        r"(?:bitte )?(?:vergiss|vergesse?n sie)(?: bitte)?,?\s+(?P<what>(?:dass|mein\w*|was ich|alles (?:über|zu)|unser\w*|die (?:erinnerung|notiz))\b.+)$",
        r"(?:por favor,? )?(?:olvida|olvide|olvídate de|borra)(?: por favor)?,?\s+(?P<what>(?:que|mi|mis|lo que|todo (?:sobre|lo)|nuestr\w+|el recuerdo)\b.+)$",
        r"(?:oublie|oubliez|efface)(?: s'il te plaît)?,?\s+(?P<what>(?:que |qu['’]|mon|ma|mes|ce que|tout (?:sur|ce)|notre|nos|le souvenir) ?.+)$",
        r"(?P<what>.+?)(?:について|に関して|という?こと|こと|の?記憶|って)?(?:は|を|のは)?(?:もう)?(?:忘れて|記憶から消して|削除して)(?:ください|下さい|くれ|ほしい|欲しい)?(?:ね|よ|です)*[。！!]*$",
    )
)
_BARE = re.compile(
    _LEAD
    + "(?:"
    + one_of(
        rf"""
        {_EN_POLITE}(?:forget|delete|erase|unlearn|don't remember|do not remember) (?:that|this)(?: one| again| memory| fact| please)*{_FROM_MEMORY}?
        {_EN_POLITE}forget (?:what|everything) i(?:'ve)? just (?:said|told you|wrote)
        (?:scratch|strike) that from (?:your )?memory
        (?:把)?(?:这个|这件事|这点|刚才的?(?:话|事)?|那个|那件事|我刚(?:才)?说的话?)(?:都)?(?:忘掉|忘记|忘了)(?:吧|了)?
        忘掉(?:这个|这件事|那个|刚才的?话?|它)?(?:吧|了)?
        (?:bitte )?vergiss (?:das|dies|diese notiz)(?: wieder| bitte)*
        vergiss,? was ich (?:gerade|eben) gesagt habe
        (?:olvida|borra) (?:eso|esto)(?: por favor)?; olvídalo de tu memoria
        olvida lo que (?:acabo de decir|te acabo de contar)
        (?:oublie|efface) (?:ça|cela|ceci)(?: de ta mémoire)?
        oublie ce que je viens de (?:dire|te dire)
        (?:それ|これ|今の(?:話|こと)?|さっきの(?:話|こと)?)(?:は|を)?忘れて(?:ください|下さい|くれ)?(?:ね|よ)?
        """
    )
    + r")(?:,? please|,? bitte|,? por favor|,? s'il te plaît)?[.!。！\s]*$",
    re.IGNORECASE,
)
_NOT_MEANT = re.compile(
    r"(?i)\b(?:don['’]?t|do not|never|can['’]?t|cannot|won['’]?t|didn['’]?t|i|we|you (?:always|often|never|keep|will)|he|she|they|vergiss nicht|no (?:te )?olvid\w+"
    r"|n['’]oubli\w+) (?:ever )?(?:forget|forgot|forgotten)?\b(?=.*\b(?:forget|forgot)\b)|^i (?:always |often |keep |will )?forg[eo]t|(?:别|不要|不会|没|不能)忘"
    r"|忘(?:带|不)|忘れないで|忘れて(?:しまった|しまい|いた|いました)|vergiss(?: bitte)? nicht|no (?:lo |te )?olvides|n['’]oublie"
)
_IDIOM = re.compile(
    r"(?i)^(?:oh,? |ok,? |no,? |just |well,? )*forget (?:it|about it|the (?:last|previous|first|rest|above|code|question)\b.*|(?:all|the|any|your) (?:previous|prior|above|earlier)?\s*instructions?\b.*)[.!]?$"
    r"|instructions|system prompt|^(?:算了|忘了吧)"
)
_EVERYTHING = re.compile(
    r"(?i)^(?:you know )?(?:about )?(?:me|everything|all|everything about me|all about me|all (?:of )?(?:it|that)|mich|mir|mí|moi)[.!]?$"
    r"|^(?:我的?|关于我的?)?(?:一切|所有|全部)"
)
_LEADING = re.compile(
    r"(?i)^(?:that|about|dass|que|qu['’]|lo que (?:te )?(?:dije|conté) (?:sobre|de)|was ich (?:dir )?(?:über|zu)"
    r"|alles (?:über|zu)|todo (?:sobre|lo de)|tout (?:sur|ce que)|ce que je t['’]ai dit (?:sur|de)|关于|我说(?:过)?的?)\s*"
)
_ABOUT_DENSE = re.compile("的事情?$|这件事$|的信息$|吧$|了$")


@dataclass(frozen=True, slots=True)
class ForgetRequest:
    """What the user wants forgotten.

    Attributes:
        what: In the user's words; empty when what was said just before is meant.
        everything: No single memory is meant: the user is always asked.
    """

    what: str = ""
    everything: bool = False


def forget_request(text: str) -> ForgetRequest | None:
    """Return what a message asks to be forgotten; None when it asks for no such thing.

    Args:
        text: The newest message.
    """
    if len(text) > _LONGEST_MESSAGE:
        return None
    before = False
    for sentence in split_sentences(text):
        found = _in_sentence(sentence.own, question=sentence.question)
        if found is not None:
            # "My salary is 5,000. Forget that." means what the same message says, and nothing is
            # learned from such a message anyway.
            return None if before and not found.what else found
        before = before or not is_small_talk(sentence.text)
    return None


def _in_sentence(sentence: str, *, question: bool) -> ForgetRequest | None:
    bare = sentence.rstrip("?？ ")
    polite = re.match(r"(?i)^\W*(?:please )?(?:can|could|would|will) you\b", bare) is not None
    if (question and not polite) or _IDIOM.search(bare) or _NOT_MEANT.search(bare):
        return None
    if _BARE.search(bare):
        return ForgetRequest()
    for pattern in _COMMANDS:
        found = pattern.search(bare)
        if found is not None:
            what = _LEADING.sub("", found["what"].strip(" .!。！,，")).strip()
            what = _ABOUT_DENSE.sub("", what)
            if _EVERYTHING.search(what):
                return ForgetRequest(what, everything=True)
            fits = has_content(what) and len(what) <= MOST_CHARACTERS
            return ForgetRequest(what) if fits else None
    return None


def said_before(branch: Sequence[Message]) -> tuple[str, ...]:
    """Return the ids of what was learned last, which a bare "forget that" means.

    Args:
        branch: The shown branch; the request itself is its last message of the user.
    """
    said = [message for message in branch if message.role is Role.USER][:-1]
    for message in reversed(said[-_LOOK_BACK:]):
        kept = [item.id for item in message.learned if item.id and item.status in _KEPT]
        if kept:
            return tuple(dict.fromkeys(kept))
    return ()


_KEPT = ("saved", "updated", "proposed", "duplicate")


def clearly_meant(request: ForgetRequest, hits: Sequence[Hit]) -> Hit | None:
    """Return the one memory that a request means, or None when that is not clear.

    Args:
        request: In the user's words.
        hits: What was found for them, best first.
    """
    memories = [hit for hit in hits if hit.kind is HitKind.MEMORY]
    if request.everything or not memories:
        return None
    held = sorted(((_share(request.what, hit.text), hit) for hit in memories), key=_first)
    best, hit = held[0]
    next_best = held[1][0] if len(held) > 1 else 0.0
    if best >= _HELD and best - next_best >= _AHEAD:
        return hit
    if best >= _HELD:  # several hold the words: the order of recall does not decide between them
        return None
    first, second = memories[0], memories[1] if len(memories) > 1 else None
    ahead = second is None or first.relevance - second.relevance >= _MEANT_AHEAD
    return first if first.relevance >= _MEANT and ahead and best > 0 else None


def _first(pair: tuple[float, Hit]) -> float:
    return -pair[0]


def _share(what: str, text: str) -> float:
    """Return the share of the content words of a request that a memory holds."""
    wanted = {word[:5] for word in core(what) if word not in _ABOUT_WORDS and word[0].isalnum()}
    held = {word[:5] for word in core(text)}
    return len(wanted & held) / len(wanted) if wanted else 0.0


_ABOUT_WORDS = frozenset(
    "about you know said told tell memory note fact über dir von sobre".split()
)
