"""What is left of a message once greetings, thanks and small talk are taken off it. Pure.

"Hello!" is worth nothing and "hello, my name is Wei" is: what counts is what is left, not whether a
word of greeting occurs.
"""

from __future__ import annotations

import re

from assistant_app.base.text import has_content
from assistant_app.conversation.learning.patterns import one_of

_SPOKEN = one_of(
    r"""
    hi(?: there)?; hello(?: there)?; hey(?: there)?; howdy; yo
    good (?:morning|afternoon|evening|night|day)
    morning; evening; greetings; how are you(?: doing)?(?: today)?; how'?s it going; how do you do
    what'?s up; sup; nice to (?:meet|see) you(?: too)?; long time no see; bye(?:[- ]bye)?; goodbye
    see (?:you|ya)(?: (?:later|soon|tomorrow|around))?; good ?night; take care
    have a (?:nice|good|great) \w+
    thanks?(?: you)?(?: (?:so|very) much)?(?: a lot| again| anyway)?; thx; ty; cheers
    much appreciated
    that (?:helps?|helped|worked|works)(?: a lot)?
    you(?:'re| are) (?:great|welcome|the best|awesome)
    ok(?:ay)?; k; yes; yeah; yep; yup; no; nope; sure; right; fine; great; cool; nice; perfect
    awesome
    got it; i see; makes sense; good (?:job|idea|point|one); well done; wow; oh; ah; hmm+; haha+
    lol; please
    sorry; no (?:problem|worries|thanks?|thank you); never ?mind; forget it; and you; same here
    too; test
    testing; are you there; anybody there; keepsake
    i(?:'m| am) (?:fine|good|ok|okay|well)(?:,? thanks?)?
    just (?:saying hi|testing); happy (?:new year|birthday|holidays|easter); merry christmas
    go on; continue
    next; more; again; one moment; wait; stop
    hallo; guten (?:morgen|tag|abend); gute nacht; moin; servus; grüß(?: gott| dich); hey du
    wie geht(?:'s|s| es)(?: dir| ihnen)?
    danke(?: schön| sehr| dir)?; vielen dank; bitte(?: sehr| schön)?; tschüss?
    bis (?:bald|später|dann|morgen); auf wiedersehen
    ja; nein; genau; klar; gut; super; toll; prima; alles klar; verstehe
    schönen (?:tag|abend|sonntag)(?: noch)?; mir geht(?:'s| es) gut
    hola; buenos días; buenas (?:tardes|noches); qué tal; cómo (?:estás|está|te va|va)
    (?:muchas |mil )?gracias(?: por todo)?
    de nada; adiós; hasta (?:luego|mañana|pronto|la vista); chao; sí; vale; claro; perfecto
    genial; muy bien; entiendo; encantad[oa]
    que tengas (?:un )?buen(?:as?|os)? \w+; estoy bien; buen día
    bonjour; bonsoir; salut; coucou; bonne (?:nuit|journée|soirée|année); ça va(?: bien)?
    comment (?:ça va|vas-tu|allez-vous)
    merci(?: beaucoup| bien)?; de rien; au revoir; à (?:bientôt|demain|plus(?: tard)?); oui; non
    d'accord; parfait; génial; super; je vois
    """
)
_DENSE = one_of(
    """
    你好; 您好; 嗨; 哈喽; 大家好; 早上好; 早安; 早; 中午好; 下午好; 晚上好; 晚安; 好久不见
    最近怎么样; 你好吗; 你怎么样; 在吗; 在不在
    吃了吗; 谢谢你?您?; 多谢; 感谢; 非常感谢; 辛苦了; 不客气; 没关系; 没事; 对不起; 抱歉; 不好意思
    再见; 拜拜; 回头见; 明天见; 下次见
    好的?; 好吧; 嗯+; 哦+; 啊; 哈哈+; 呵呵; 是的; 对的?; 不是; 不用了; 行; 可以; 明白了?; 知道了
    懂了; 了解; 收到; 没问题; 太好了; 太棒了
    真棒; 厉害; 不错; 祝你.{0,6}愉快; 新年快乐; 生日快乐; 周末愉快; 我很好; 你呢; 测试; 继续; 了
    呀; 呢; 吧; 啦; 哈
    こんにちは; こんばんは; おはよう(?:ございます)?; おやすみ(?:なさい)?; はじめまして
    ありがとう(?:ございます|ございました)?; どうも; どういたしまして
    すみません; ごめん(?:なさい|ね)?; さようなら; またね; じゃあね; またあした; はい; いいえ; うん
    ううん; なるほど; わかりました; わかった
    了解(?:です|しました)?
    お疲れ(?:様|さま)(?:です|でした)?; よろしく(?:お願いします|ね)?; 元気(?:ですか|です)?
    お元気ですか; いいですね; すごい; 素晴らしい; ね; よ; です
    """
)
_LONGEST = 1_000
_EDGE = r"(?<![^\W_])(?:{})(?![^\W_])"
_TALK = re.compile(_EDGE.format(_SPOKEN), re.IGNORECASE)
_TALK_DENSE = re.compile(f"(?:^|(?<=[\\W_]))(?:{_DENSE})+(?=[\\W_]|$)")


def without_small_talk(text: str) -> str:
    """Return a message without greetings, thanks, farewells and bare agreement.

    Args:
        text: The message as the user wrote it.

    Returns:
        What is left; empty when nothing with letters or digits is.
    """
    rest = _TALK_DENSE.sub(" ", _TALK.sub(" ", text))
    return " ".join(rest.split()) if has_content(rest) else ""


def without_greeting(text: str) -> str:
    """Return a sentence without the greeting or thanks that it opens with: "Hi, I'm Wei"."""
    while True:
        found = _TALK.match(text) or _TALK_DENSE.match(text)
        rest = text[found.end() :].lstrip() if found else ""
        shorter = rest.lstrip(" ,，、!！.。:：")
        if shorter == rest or not has_content(shorter):  # no mark parts it from what follows
            return text
        text = shorter


def is_small_talk(text: str) -> bool:
    """Whether a message holds nothing but small talk."""
    if len(text) > _LONGEST:  # a paste of megabytes is not looked through word by word
        return False
    letters = sum(character.isalnum() for character in without_small_talk(text))
    dense = re.search("[\u3040-\u9fff\uac00-\ud7af]", text) is not None
    return letters < (2 if dense else 3)
