"""Recognises the question for all that is known: "What do you know about me?".

Such a question is close to no single memory, so neither words nor vectors can answer it; it brings
as many memories as the budget takes, and says how many there are.
"""

from __future__ import annotations

import re

from assistant_app.memory.normal import normalise

_LONGEST = 120

_ENGLISH = (
    r"\b(?:what|everything|all|anything|how much|list)\b(?: (?:things?|facts|else))?(?: that)?"
    r"(?: (?:do|did|have|can|could))? (?:you|u) (?:\w+ )?(?:all )?"
    r"(?:know|remember(?:ed)?|recall|learn(?:ed|t)?|have (?:on|about)|got (?:on|about)|"
    r"have (?:stored|saved|remembered|learned)|stored|saved|noted|tell me)"
    r"(?: (?:already|so far|all))?(?: (?:about|of|on) (?:me|myself))\b"
    r"|\b(?:what|everything)(?: (?:do|have))? you (?:remember(?:ed)?|stored|saved|know)$"
    r"|\b(?:show|list|tell|give)(?: me)? (?:all )?(?:of )?(?:my|your) memories\b"
    r"|^what are my memories$|\bwhat(?:s| is) in your memory\b|^who am i$"
    r"|\btell me (?:all |everything )?about (?:me|myself)$"
)
_OTHERS = (
    r"你(?:现在|目前|已经|都|还)*(?:知道|记得|记住|了解|记着|晓得)(?:了|过|到|些)*(?:关于)?我"
    r"(?:的)?(?:什么|哪些|多少|一切|所有|啥|全部|情况|信息|事情|事|吗|$)"
    r"|(?:关于|對於|对于?|對)我[,的]?你?(?:现在|目前|已经|都|有)*(?:知道|记得|记住|了解|记)"
    r"(?:些|了|得)*(?:什么|哪些|多少|啥|吗|$)"
    r"|你对我(?:有|都|的)*(?:了解|记忆|认识|印象)"
    r"|你(?:都)?(?:知道|记得|记住|记)了?(?:些|了)?(?:什么|哪些|啥)(?:关于我|$)"
    r"|(?:列出|告诉我|说说)(?:所有|全部)?你?(?:知道|记得)的?(?:一切|所有)?(?:关于我|我的)"
    r"|你(?:知道|記得|記住|了解)(?:了)?(?:關於)?我(?:的)?(?:什麼|哪些|多少|一切)"
    r"|\bwas (?:alles )?(?:weißt|weisst|wissen|kennst) (?:du|sie) (?:\w+ )?"
    r"(?:über|von) mi(?:ch|r)\b"
    r"|\bwas hast du dir (?:\w+ )?(?:über mich )?gemerkt\b|\balles was du über mich weißt\b"
    r"|\bwas (?:weißt|weisst) du über mich\b"
    r"|\bqué (?:cosas )?(?:sabes|recuerdas|conoces)(?: \w+)? (?:de|sobre|acerca de) mí\b"
    r"|\bque sabes (?:de|sobre) m[ií]\b|\btodo lo que sabes (?:de|sobre) m[ií]\b"
    r"|\b(?:que|qu est ce que tu|quest ce que tu) (?:sais|retiens|connais)?(?: ?tu)? ?(?:sais )?"
    r"(?:de|sur) moi\b|\btout ce que tu sais (?:de|sur) moi\b"
    r"|私(?:について|のこと)(?:を|は|で)?(?:何|なに|どれくらい|どのくらい|どんなこと)?(?:を|が)?"
    r"(?:知って|覚えて|おぼえて)"
    r"|\b(?:o )?que (?:você|vc|tu) (?:sabe|sabes|lembra) (?:sobre|de) mim\b"
    r"|\b(?:che )?cosa (?:sai|ricordi|conosci) (?:di|su) me\b"
    r"|что ты (?:\w+ )?(?:знаешь|помнишь) (?:обо мне|про меня)"
    r"|(?:나|저)(?:에 대해|에대해)(?:서)? ?(?:뭘|뭐|무엇을|무얼|어떤)? ?(?:것을 )?(?:알|기억)"
    r"|\bwat (?:weet|herinner) je (?:\w+ )?(?:over|van) mij\b"
    r"|ماذا تعرف عني|मेरे बारे में (?:तुम |आप )?क्या (?:जानते|पता|याद)|คุณรู้อะไรเกี่ยวกับฉัน"
    r"|\bbenim hakkımda ne(?:ler)? bili"
)
_PATTERN = re.compile(f"{_ENGLISH}|{_OTHERS}".replace("ß", "ss"))  # as case folding writes it


def asks_for_everything(text: str) -> bool:
    """Whether a question wants all that is known about the user."""
    form = normalise(text)
    return len(form) <= _LONGEST and _PATTERN.search(form) is not None
