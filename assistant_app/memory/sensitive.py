"""Kinds of statements that a user may want kept out: health, and how to reach other people.

Words decide, in the main languages; whoever switches a kind on would rather lose a harmless memory
than keep a delicate one, so doubtful words count.
"""

from __future__ import annotations

import re

from assistant_app.memory.claims import sentences
from assistant_app.memory.normal import normalise

_HEALTH = re.compile(
    r"\b(?:allerg\w*|asthma\w*|diabet\w*|diagnos\w*|depress(?:ed|ion|iva?|ión)|anxiety disorder"
    r"|panic attacks?|bipolar|adhd|autis\w+|epilep\w+|migraines?|migräne|cancer|tumou?rs?|krebs"
    r"|chemotherapy|chemo|hiv|hepatitis|covid|blood (?:pressure|type|sugar|test)|cholesterol"
    r"|insulin|medications?|medicine|antidepressants?|antibiotics?|painkillers?|pills?|dos(?:e|age)"
    r"|prescri\w+|therap(?:y|ist|ie|eut\w*)|psych(?:iatr|olog|other)\w*|surgery|operation on"
    r"|pregnan\w*|miscarriage|abortion|schwanger\w*|infertil\w*|vaccin\w*|disab(?:led|ility)"
    r"|wheelchair|disease|illness|sick(?:ness)?|symptoms?|chronic|syndrome|arthrit\w*|insomnia"
    r"|eating disorder|anorexi\w*|bulimi\w*|overweight|obes\w+|addict\w*|alcoholi\w*|rehab|sober"
    r"|lactose|gluten|coeliac|celiac|intoleran\w*|kidneys?|heart (?:attack|condition|problems?)"
    r"|stroke|pacemaker|dementia|alzheimer\w*|parkinson\w*|bad back|back pain|hearing aids?"
    r"|krank(?:heit)?|arzt|ärztin|medikament\w*|tabletten|blutdruck|beschwerden|behinder\w+"
    r"|enferm\w+|médic\w+|medicament\w*|pastillas?|embaraz\w+|alérgic\w*|presión arterial|cáncer"
    r"|malad\w+|médecin|médicament\w*|enceinte|tension artérielle|ordonnance|douleurs?)\b"
    r"|过敏|哮喘|糖尿病|高血压|血压|血糖|癌|肿瘤|抑郁|焦虑症|失眠|怀孕|流产|手术|化疗|疫苗|残疾"
    r"|药|病|医生|医院|治疗|诊断|症状|体检|乳糖|心理咨询|过敏|過敏|血壓|懷孕|醫生|藥"
    r"|アレルギー|喘息|糖尿|血圧|妊娠|鬱|うつ|病気|病院|薬|手術|診断|治療"
)
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_NUMBER = re.compile(
    r"(?<![\w.])(?!\d{4}-\d\d-\d\d\b)(?!\d\d?[./]\d\d?[./]\d{4})\+?\(?\d(?:[\s()./-]?\d){6,14}(?!\w)"
)
_STREET = re.compile(
    r"\b\d{1,5}[a-z]? (?:[A-ZÀ-Þ][\w'’-]+ ){1,3}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Drive|Way"
    r"|Square|Court|Place|Close|Boulevard|Blvd)\b"
    r"|\b[A-ZÀ-Þ][\w'’-]*(?:straße|strasse|gasse|weg|allee|platz) \d{1,4}"
    r"|\b(?:rue|avenue|calle|avenida|via|piazza|rua) [\w' ’-]{3,40}\d{1,5}"
    r"|[\u4e00-\u9fff]{2,}(?:路|街|巷|弄)\d{1,5}[号號]|\d{1,5}[号號楼]\d{0,4}[室单]",
    re.IGNORECASE,
)
_HANDLE = re.compile(
    r"\b(?:whatsapp|telegram|signal|skype|wechat|instagram|discord)(?: \w+){0,3} (?:is|:) ?@?\w{3,}"
    r"|(?:微信|QQ|电话|手机号?)(?:号|號)?(?:是|:|：)?\s?[\w-]{5,}",
    re.IGNORECASE,
)
_OWN = re.compile(
    r"\b(?:my|our)(?: \w+){0,2}? (?:e ?mail|mail|phone|mobile|cell|telephone|number|address"
    r"|whatsapp|telegram|signal|skype|wechat|instagram|discord|handle)\b"
    r"|\b(?:i|we) (?:live|work|moved)\b"
    r"|\b(?:reach|call|mail|text|write) (?:to )?me\b"
    r"|\bthe users? (?:e ?mail|phone|number|address)\b|\bthe user lives\b"
    r"|\bmeine?r? (?:e mail|mail|telefon\w*|handy\w*|nummer|adresse)\b"
    r"|\bich wohne\b|\bmi (?:correo|teléfono|número|dirección)\b|\bvivo en\b"
    r"|\bmon (?:mail|e mail|téléphone|numéro|adresse)\b|\bmon adresse\b|\bj habite\b"
    r"|我的?(?:邮箱|电话|手机|号码|地址|微信|QQ)|我(?:家)?住|我家在"
)
_RELATIVE = re.compile(
    r"\bmy (?:\w+ ){0,2}?(?:sister|brother|mother|mom|mum|father|dad|wife|husband|son|daughter|aunt"
    r"|uncle|cousin|friend|boss|colleague|doctor|dentist|landlord|neighbou?r|teacher|partner"
    r"|girlfriend|boyfriend|lawyer|manager|client|grand\w+)s?\b"
    r"|我的?(?:妹妹|姐姐|哥哥|弟弟|妈妈|爸爸|妻子|老婆|丈夫|老公|儿子|女儿|朋友|老板|同事|医生|房东|邻居)"
)


def speaks_of_health(text: str) -> bool:
    """Whether a statement is about somebody's health."""
    return _HEALTH.search(normalise(text)) is not None


def holds_others_contact(text: str) -> bool:
    """Whether a statement tells how to reach somebody other than the user."""
    return any(_others(sentence) for sentence in sentences(text) or [text])


def _others(sentence: str) -> bool:
    reach = (_MAIL, _NUMBER, _STREET, _HANDLE)
    if not any(pattern.search(sentence) for pattern in reach):
        return False
    form = normalise(sentence)
    return _RELATIVE.search(form) is not None or _OWN.search(form) is None
