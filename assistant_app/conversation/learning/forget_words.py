"""How people ask for something to be forgotten, in six languages: the forms, as tables."""

from __future__ import annotations

import re

from assistant_app.conversation.learning.patterns import one_of

_GREETINGS = one_of(
    """
    hi; hello; hey; ok; okay; oh; and; also; so; well; please; pls; actually; sorry; no; keepsake
    hallo; bitte; hola; por favor; bonjour; s'il te plaît; stp
    你好; 好的?; 对了; 请; 麻烦你?; 帮我; 那; お願い
    """
)
_LEAD = rf"^(?:{_GREETINGS}[,，、!！.:：]?\s*)*"

# English -----------------------------------------------------------------------------------------

_POLITE = (
    "(?:(?:can|could|would|will) you (?:please )?|i(?:['’]d like| want| need) you to "
    "|you (?:can|should|must) |please )"
)
_DROP = "(?:delete|erase|remove)"
_FORGET = f"(?:forget|{_DROP}|stop remembering|no longer remember|unlearn)"
_NOTE = "(?:memory|memories|note|fact|entry|entries)"
_FROM_MEMORY = "(?: from (?:your|the) memor(?:y|ies))"
_ABOUT = one_of(
    rf"""
    that; about; what i (?:said|told you|wrote)(?: earlier| before)? about; the fact that
    (?:the|that|this|my|your) {_NOTE}(?: about| of| that| on)?; everything(?: you know)? about
    anything about; whatever i (?:said|told you) about
    """
)
_ENGLISH = (
    rf"{_POLITE}*forget,? {_ABOUT}\s+(?P<what>.+)$",
    rf"{_POLITE}*forget (?P<what>my .+)$",
    (
        rf"{_POLITE}*{_FORGET} (?P<what>(?:everything|all)(?: (?:that )?you (?:know|remember)"
        r"|(?: of)? (?:your|the) memories)?(?: about me)?)[.!]?$"
    ),
    rf"{_POLITE}*{_FORGET} (?:{_ABOUT}\s+)?(?P<what>.+?){_FROM_MEMORY}[.!]?$",
    rf"{_POLITE}*{_DROP} (?:the|that|my|your) {_NOTE} (?:about|of|that|on) (?P<what>.+)$",
    rf"{_POLITE}*(?:stop remembering|unlearn)(?: that| about)? (?P<what>.+)$",
)

# Chinese, German, Spanish, French, Japanese ------------------------------------------------------

_OBJECT_DE = one_of(
    "dass; mein\\w*; was ich; alles (?:über|zu); unser\\w*; die (?:erinnerung|notiz)"
)
_OBJECT_ES = one_of("que; mi; mis; lo que; todo (?:sobre|lo); nuestr\\w+; el recuerdo")
_OBJECT_FR = "(?:qu['’]|(?:que|mon|ma|mes|ce que|tout (?:sur|ce)|notre|nos|le souvenir) )"
_PLEASE_FR = "s['’]il te plaît"
_JA_FORGET = (
    "(?:忘れて|記憶から消して|削除して)(?:ください|下さい|くれ|ほしい|欲しい)?(?:ね|よ|です)*"
)
_JA_THING = "(?:について|に関して|という?こと|こと|の?記憶|って)?"
_ZH_FORGET = "(?:忘掉|忘记|忘了|从记忆(?:里|中)?删除?掉?)(?:吧|了)?"
_ELSEWHERE = (
    (
        r"(?:你)?(?:忘掉|忘记|忘了|忘却|不要再记得?|别再记得?|别再记着)(?:关于)?"
        r"(?P<what>(?![吧了它这那]?[。！!]*$).+)$"
    ),
    rf"把(?:关于)?(?P<what>.+?)(?:的事情?|的记忆|这件事|的信息)?{_ZH_FORGET}[。！!]*$",
    r"(?:删除?|删掉|清除)(?:关于)?(?P<what>.+?)的(?:记忆|记录)[。！!]*$",
    rf"(?:bitte )?(?:vergiss|vergesse?n sie)(?: bitte)?,?\s+(?P<what>{_OBJECT_DE}\b.+)$",
    (
        r"(?:por favor,? )?(?:olvida|olvide|olvídate de|borra)(?: por favor)?,?\s+"
        rf"(?P<what>{_OBJECT_ES}\b.+)$"
    ),
    rf"(?:oublie|oubliez|efface)(?: {_PLEASE_FR})?,?\s+(?P<what>{_OBJECT_FR}.+)$",
    rf"(?P<what>.+?){_JA_THING}(?:は|を|のは)?(?:もう)?{_JA_FORGET}[。！!]*$",
)
COMMANDS = tuple(
    re.compile(_LEAD + pattern, re.IGNORECASE | re.DOTALL) for pattern in (*_ENGLISH, *_ELSEWHERE)
)
"""The command, and what is to be forgotten in the group `what`."""

_THIS_ZH = one_of("这个; 这件事; 这点; 刚才的?(?:话|事)?; 那个; 那件事; 我刚(?:才)?说的话?")
_THIS_JA = one_of("それ; これ; 今の(?:話|こと)?; さっきの(?:話|こと)?")
_FORGET_THAT = f"(?:{_DROP}|forget|unlearn|don['’]t remember|do not remember)"
_NOTHING_BUT = one_of(
    rf"""
    {_POLITE}*{_FORGET_THAT} (?:that|this)(?: one| again| memory| fact| please)*{_FROM_MEMORY}?
    {_POLITE}*forget (?:what|everything) i(?:'ve)? just (?:said|told you|wrote)
    (?:scratch|strike) that from (?:your )?memory
    把?{_THIS_ZH}都?(?:忘掉|忘记|忘了)(?:吧|了)?; 忘掉(?:{_THIS_ZH}|它)?(?:吧|了)?
    (?:bitte )?vergiss (?:das|dies|diese notiz)(?: wieder| bitte)*
    vergiss,? was ich (?:gerade|eben) gesagt habe; (?:olvida|borra) (?:eso|esto)(?: por favor)?
    olvídalo de tu memoria; olvida lo que (?:acabo de decir|te acabo de contar)
    (?:oublie|efface) (?:ça|cela|ceci)(?: de ta mémoire)?
    oublie ce que je viens de (?:dire|te dire)
    {_THIS_JA}[はを]?忘れて(?:ください|下さい|くれ)?(?:ね|よ)?
    """
)
BARE = re.compile(
    rf"{_LEAD}{_NOTHING_BUT}(?:,? please|,? bitte|,? por favor|,? {_PLEASE_FR})?[.!。！\s]*$",
    re.IGNORECASE,
)
"""Nothing but the command: what was said before is meant."""

_NOT = one_of(
    r"""
    don['’]?t; do not; never; can['’]?t; cannot; won['’]?t; didn['’]?t
    i(?! want| need|['’]d like); we; he; she; they
    you (?:always|often|never|keep|will)
    """
)
NOT_MEANT = re.compile(
    rf"\b{_NOT}\b(?: ever)?(?=.*\b(?:forget|forgot|forgotten)\b)"
    r"|(?:别|不要|不会|没|不能)忘|忘(?:带|不)|忘れないで|忘れて(?:しまった|しまい|いた|いました)"
    r"|vergiss(?: bitte)? nicht|no (?:lo |te )?olvid\w+|n['’]oubli",
    re.IGNORECASE,
)
"""Told, asked not to, or said of somebody: no request."""

_OF_THE_CHAT = "(?:last|previous|first|rest|above|code|question)"
IDIOM = re.compile(
    r"^(?:oh,? |ok,? |no,? |just |well,? )*forget (?:it|about it"
    rf"|the {_OF_THE_CHAT}\b.*|(?:all|the|any|your) (?:previous|prior|above|earlier)?\s*"
    r"instructions?\b.*)[.!]?$|instructions|system prompt|^(?:算了|忘了吧)",
    re.IGNORECASE,
)
"""Never mind, or about the chat itself."""

EVERYTHING = re.compile(
    r"^(?:you know )?(?:about )?(?:me|everything|all|everything about me|all about me"
    r"|all (?:of )?(?:it|that)|(?:everything|all) (?:that )?you (?:know|remember)(?: about me)?"
    r"|all (?:of )?(?:your|the) memories(?: about me)?|mich|mir|mí|moi)[.!]?$"
    r"|^(?:我的?|关于我的?)?(?:一切|所有|全部)",
    re.IGNORECASE,
)
"""No single memory is meant."""

LEADING = re.compile(
    r"^(?:that|about|dass|que|qu['’]|lo que (?:te )?(?:dije|conté) (?:sobre|de)"
    r"|was ich (?:dir )?(?:über|zu)|alles (?:über|zu)|todo (?:sobre|lo de)|tout (?:sur|ce que)"
    r"|ce que je t['’]ai dit (?:sur|de)|关于|我说(?:过)?的?)\s*",
    re.IGNORECASE,
)
TRAILING = re.compile("(?:的事情?|这件事|的信息|吧|了)$")
