"""How people ask for something to be remembered, in six languages: the forms, as tables."""

from __future__ import annotations

import re

from assistant_app.conversation.learning.patterns import one_of

_GREETINGS = one_of(
    """
    hi; hello; hey; ok; okay; oh; and; also; so; well; btw; by the way; one more thing; keepsake
    你好; 您好; 对了; 另外; 还有; 好的?; hallo; übrigens; hola; bonjour; salut; au fait; ねえ
    """
)
_LEAD = rf"^(?:{_GREETINGS}[,，、!！.:：]?\s*)*"
_EN_POLITE = one_of(
    """
    i(?:'d like| want| need) you to(?: please)?; (?:can|could|would|will) you (?:please|kindly)
    please,?; pls; just; always; you (?:should|must)
    """
)
_EN = one_of(
    """
    remember; keep in mind; bear in mind; don't forget; do not forget; never forget; make a note
    take note; note down; memori[sz]e; (?:save|add|commit)(?: this| it)? to (?:your )?memory
    """
)
_ZH_POLITE = one_of("请; 麻烦; 帮我; 你要; 你; 一定要; 务必; 给我")
_ZH = one_of("记住; 牢记; 记好; 记下来?; 记一下; 记着; 别忘了?; 不要忘记; 记得")
_DE = one_of(
    """
    merke? dir; merken sie sich; denke? daran; vergiss nicht; notiere? dir
    behalte(?= (?:bitte )?im kopf); erinnere? dich(?: bitte)? daran
    """
)
_ES = one_of(
    """
    recuerda; recuerde; acu[ée]rdate de; ten en cuenta; no olvides; no te olvides de; apunta; anota
    memoriza
    """
)
_FR = one_of(
    """
    souviens[- ]toi; souvenez[- ]vous; rappelle[- ]toi; retiens; retenez; n'oublie(?:z)? pas; notez?
    m[ée]morise; garde en (?:tête|mémoire)
    """
)
_FR_PLEASE = r"s['’]il (?:te|vous) pla[iî]t"
_JA = r"(?:覚えて(?:おいて)?|忘れないで|記憶して(?:おいて)?)(?:ください|下さい|くれ)?(?:ね|よ)?"

# An infinitive after the command ("recuerda usar ...") is a task, not a fact: the languages that
# have one ask for "that" or a colon.
_COMMANDS = (
    (
        rf"(?:{_EN_POLITE} )*{_EN}(?: please)?(?: for (?:me|later|next time|the future))?"
        r"(?: that\b|[,:：]|\s)\s*(?P<en>.+)"
    ),
    rf"{_ZH_POLITE}*{_ZH}(?:一下|这一?点|这件事|哦|啊|了(?=[，,：:]))*[，,：:]?\s*(?P<zh>.+)",
    (
        rf"(?:bitte )?{_DE}(?: bitte)?(?: im kopf)?"
        r"(?::\s*|,\s*(?=dass)|\s+(?=dass|mein|unser|ich\b|wir\b))"
        r"(?P<de>.+)"
    ),
    rf"(?:por favor,? )?{_ES}(?:,? por favor,?)?(?::\s*|\s+que )(?P<es>.+)",
    (
        rf"(?:{_FR_PLEASE},? )?{_FR}(?: bien)?(?:,? {_FR_PLEASE},?)?(?:\s?:\s*|\s+que |\s+qu['’])"
        r"(?P<fr>.+)"
    ),
    rf"{_JA}[：:、,]\s*(?P<ja>.+)",
)
COMMANDS = tuple(
    re.compile(f"{_LEAD}{command}$", re.IGNORECASE | re.DOTALL) for command in _COMMANDS
)
"""The command, then what is to be remembered, in a group named by the language."""

COMMAND_BEHIND = re.compile(
    rf"^(?P<ja>.+?)(?:という?こと|こと|って|と|の)?[をは]?、?{_JA}[。！!]*$"
)
"""Japanese: what is to be remembered, then the command."""

_BARE_ZH = "(?:这个|这点|这件事|它|了|吧|哦|啊)*"
_TRAILING = one_of(
    """
    (?:remember|keep in mind|don't forget|note|memori[sz]e) (?:that|this|it); 记住; 记一下; 记下来?
    别忘了?; merke? dir das; recu[eé]rdalo; retiens[- ]le; souviens[- ]t'en
    """
)
TRAILING = re.compile(
    r"^(?P<body>.{8,}?)\s*[,;，、。—–-]\s*(?:and |so |but |und |y |et )?"
    rf"(?:please |bitte |请|麻烦|帮我|你要?)*{_TRAILING}{_BARE_ZH}"
    r"(?:,? please|,? okay| for me)*\s*[.!。！]*$",
    re.IGNORECASE | re.DOTALL,
)
"""A statement, then "remember that" in the same sentence."""

_BARE = one_of(
    rf"""
    (?:remember|keep in mind|don't forget|memori[sz]e|note|save) (?:that|this|it)(?: one| fact)?
    (?:这个|这点|这件事|这)?(?:记住|记一下|记下来?|别忘了?){_BARE_ZH}; merke? dir das; recu[eé]rdalo
    recuerda (?:eso|esto); souviens[- ]toi de (?:ça|cela|ceci); retiens (?:ça|cela|ceci|le)
    retiens[- ]le; (?:それを|これを)?{_JA}
    """
)
BARE = re.compile(
    rf"{_LEAD}(?:(?:please|pls|bitte|请|麻烦|帮我|can you|could you|你要?|把)\s*)*{_BARE}"
    rf"(?: for (?:me|later|next time|the future))?(?:,? please|,? bitte|,? {_FR_PLEASE}"
    r"|,? por favor)?[.!。！\s]*$",
    re.IGNORECASE,
)
"""Nothing but the command: what was said before is meant."""

_RECOLLECTED = one_of(
    """
    time; day; days; night; one time; when; how; what; who; where; why; which; whether; if; guy
    movie; song; trip; last (?:time|week|year); me; us
    """
)
_RECOLLECTED_ELSEWHERE = one_of(
    """
    cuando; cuándo; aquella vez; el día; quand; le jour; la fois; als; wann; wie; was; wer; wo
    """
)
RECOLLECTION = re.compile(
    rf"^(?:that )?(?:the )?{_RECOLLECTED}\b|^{_RECOLLECTED_ELSEWHERE}\b"
    r"|^(?:那次|那天|那时|上次|什么|谁|哪|当时|的是|了(?:吗|没)|他|她|吗|住|不住)",
    re.IGNORECASE,
)
"""What follows the command when somebody recalls something instead of asking."""
