"""What the user's own words bear out of what a model wants to do with memory. Pure.

A model can be talked into anything by a pasted text. So what it adds must stand on the user's
words, and it deletes at once only what the user wanted deleted in this very turn; all else waits
in the inbox.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant_app.conversation.learning.patterns import one_of
from assistant_app.conversation.learning.refusals import LONGEST_MESSAGE, holds_nothing
from assistant_app.conversation.learning.sentences import blot_quotations, split_sentences
from assistant_app.retrieval.tokenize import fold, query_terms, terms

_ENOUGH = 0.8
"""Part of a statement's words that the user must have used. At half of them a small model's "A
person living in Porto can't eat nuts, so a memory about this can't be added." was kept."""
_COLON = re.compile("[:：]")
_LONGEST_CORRECTION = 300
_MOST_MORE = 1
"""Content words that the longer of two like statements may have more."""
_NUMBER = re.compile(r"\d{2,}")
_DATE = re.compile(r"\b\d{4}-\d{2}(?:-\d{2})?\b")
_ABOUT_THE_USER = frozenset(
    query_terms(
        "user users user's person name named called lives likes has nutzer benutzer usuario "
        "utilisateur 用户 的 ユーザー"
    )
)
"""Words with which models begin a statement; the user need not have said them."""

_FORGET = re.compile(
    one_of(
        r"""
        \bforget\b(?! about); \b(?:delete|remove|erase|drop|wipe|discard|get rid of)\b
        \bstop remembering\b; \bno longer remember\b
        \b(?:vergiss|vergessen sie|lösche?n?|entferne?n?|streiche?n?)\b
        \b(?:olvida|olvide|borra|borre|elimina|elimine|quita|quite)(?:l[oa]s?)?\b
        \b(?:oublie|oubliez|supprime|supprimez|efface|effacez|enlève|enlevez)\b
        忘掉; 忘记; 忘了(?:它|这|那|我); 删除; 删掉; 刪除; 刪掉; 移除; 清除; 抹掉; (?:不要|别)再记
        忘れて(?!いない); 削除; 消して; 消去
        """
    ),
    re.IGNORECASE,
)
_NOT = re.compile(
    one_of(
        r"""
        \b(?:don't|dont|do not|never|not to|didn't|did not|won't|why did you|did you|if you)\s
        \bnicht\b; \bno\s+(?:lo |la |te |se )?(?:olvid|borr|elimin|quit)
        \bn[e']\s?(?:l[ea]s? )?(?=[ose])
        别忘; 不要忘; 不要删; 别删; 勿忘; 忘れないで; 消さないで
        """
    ),
    re.IGNORECASE,
)
_CHANGE = re.compile(
    one_of(
        r"""
        \b(?:change|update|correct|fix|amend|edit)\b; \b(?:ändere|korrigiere|aktualisiere)\b
        \b(?:cambia|corrige|actualiza|modifie|change|corrigez?)\b
        改成; 改为; 更改; 修改; 更正; 更新; 改一下; 変更; 直して; 更新して
        """
    ),
    re.IGNORECASE,
)
_POINTING = re.compile(
    one_of(
        r"""
        \b(?:it|that|this|these|those|them|das|dies|es|eso|esto|lo|ça|cela|ceci|le)\b
        它; 这个; 那个; 这条; 那条; 这件事; 那件事; それ; これ; あれ
        """
    ),
    re.IGNORECASE,
)


def wants_change(message: str) -> bool:
    """Whether the user's newest message asks for something to be changed or forgotten."""
    if len(message) > LONGEST_MESSAGE:
        return False
    words = [blot_quotations(sentence.own) for sentence in split_sentences(message)]
    return any(rule.search(text) for text in words for rule in (_FORGET, _CHANGE))


def asks_to_forget(message: str, memory: str, before: str = "") -> bool:
    """Whether the user's newest message asks, in so many words, to forget this memory.

    Args:
        message: The newest message.
        memory: Text of the memory, with its tags.
        before: What was said just before, for "forget that".
    """
    if len(message) > LONGEST_MESSAGE:
        return False  # a paste: whoever means it says it in a line of their own
    for sentence in split_sentences(message):
        words = blot_quotations(sentence.own)
        head = _COLON.split(words, maxsplit=1)[0]  # what follows it is often another's text
        if not _FORGET.search(head) or _NOT.search(head):
            continue
        if _share_a_word(words, memory):
            return True
        if _POINTING.search(words) and _share_a_word(f"{message}\n{before}", memory):
            return True
    return False


def borne_out(statement: str, said: Sequence[str]) -> bool:
    """Whether a statement rests on the user's own words.

    Four of five of its words, and every number of two digits or more, were used by the user
    outside of code, quotations, letters and other people's texts.

    Args:
        statement: What would be kept.
        said: Messages of the user.
    """
    own = [blot_quotations(_own(text)) for text in said if _is_own(text)]
    used = {term for text in own for term in terms(text)}
    undated = _DATE.sub("", fold(statement))  # the program resolves "tomorrow" to a date
    wanted = [term for term in query_terms(undated) if term not in _ABOUT_THE_USER]
    if not wanted:
        return False
    numbers = fold(" ".join(own))
    if any(figure not in numbers for figure in _NUMBER.findall(undated)):
        return False
    return sum(_is_used(term, used) for term in wanted) >= _ENOUGH * len(wanted)


def change_borne_out(statement: str, old: str, said: Sequence[str]) -> bool:
    """Whether what is new in a changed statement rests on the user's own words."""
    known = set(terms(old))
    new = " ".join(term for term in query_terms(statement) if term not in known)
    return borne_out(new, said)


def says_the_same(one: str, other: str) -> bool:
    """Whether two statements of one turn come from the same words; the shorter one decides.

    Coarse on purpose: it only keeps a turn from learning the same twice.
    """
    few, many = sorted((_content(one), _content(other)), key=len)
    close = len(many) - len(few) <= _MOST_MORE
    return bool(few) and close and len(few & many) >= 0.7 * len(few)


def _is_own(text: str) -> bool:
    """Whether a message speaks for the user; "correct it: ..." looks like a task and is not."""
    return not holds_nothing(text) or (len(text) <= _LONGEST_CORRECTION and wants_change(text))


def _own(text: str) -> str:
    return " ".join(sentence.own for sentence in split_sentences(text))


def _content(text: str) -> frozenset[str]:
    return frozenset(query_terms(text)) - _ABOUT_THE_USER


def _share_a_word(words: str, memory: str) -> bool:
    used = set(terms(words))
    return any(_is_used(term, used) for term in _content(memory))


def _is_used(term: str, used: set[str]) -> bool:
    if term in used:
        return True
    if len(term) < 5 or not term.isalpha():
        return False
    return any(word.startswith(term[:5]) for word in used)  # forms that the stemmer keeps apart
