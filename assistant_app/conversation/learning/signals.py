"""Words that say a message may hold something worth keeping, or that something has changed. Pure.

A signal is no fact yet: it only decides that the message is read now and not later.
"""

from __future__ import annotations

import re

from assistant_app.conversation.learning.patterns import one_of

_KEEPING = one_of(
    """
    remember; keep in mind; don't forget; prefer\\w*; favou?rite; from now on; in (?:the )?future
    always; never; my project; allergic; every (?:day|week|morning|evening|year)
    merke?; erinner\\w*; bevorzug\\w*; lieber; lieblings\\w*; ab jetzt; ab sofort; von nun an
    künftig; in zukunft
    immer; nie; niemals; allergi\\w*; jeden (?:tag|morgen|abend)
    recu[eé]rd\\w*; prefiero; preferid[oa]; favorit[oa]; a partir de ahora; de ahora en adelante
    siempre
    nunca; al[eé]rgic[oa]; cada (?:día|semana)
    souviens; rappelle-toi; retiens; préfère; préféré\\w*; désormais; dorénavant
    à partir de maintenant
    toujours; jamais; allergique; chaque (?:jour|semaine)
    """
)
_PERSONAL = one_of(
    """
    my; our; mine; ours; i'?m; i am; i've; i have; i was; we're; we are; we have
    mein\\w*; unser\\w*; mis?; nuestr\\w+; soy; tengo; vivo; trabajo; mon; ma; mes; notre; nos
    mio; mia; miei; sono; ho; meu; minha; meus; minhas; sou; tenho; moro; mijn; mam; jestem; mój
    moja
    min; mitt; мой; моя; моё; мои; у меня
    """
)
_SPEAKER = one_of(
    """
    i; we; me; us; ich; wir; mir; mich; yo; me; mí; estoy; nosotr[oa]s; je; j'\\w*; moi; ik; jag
    меня; мне; я
    """
)
_DENSE = one_of(
    """
    记住; 记得; 记下; 偏好; 喜欢; 讨厌; 我的; 我; 咱; 以后; 从现在起; 从今以后; 总是; 从不; 每天
    每周; 过敏
    私; 僕; 俺; わたし; 自分; うち; 覚えて; 好き; 嫌い; 苦手; これから; 今後; いつも; アレルギー
    毎[日週朝晩]
    나는; 내; 저는; 제; 우리; 기억; 좋아; 싫어
    """
)
_SIGNAL = re.compile(rf"(?<![^\W_])(?:{_KEEPING}|{_PERSONAL})(?![^\W_])|{_DENSE}", re.IGNORECASE)
# Everybody asks "How do I ...?": the bare pronoun counts in a statement only.
_SPEAKS = re.compile(rf"(?<![^\W_]){_SPEAKER}(?![^\W_])", re.IGNORECASE)
# A script without a table of words: whether it holds anything is for the model to say.
_OTHER_SCRIPT = re.compile("[\u0370-\u1fff\u3040-\u30ff\uac00-\ud7af]")

_CHANGED = one_of(
    r"""
    (?:have|has|'ve|'s) (?:just |recently |finally )?moved (?:to|back); moved to; moved back
    no longer
    not [^.!?]{1,60} any ?more; n't [^.!?]{1,60} any ?more
    (?<!right )(?<!for )(?<!just )now(?! that\b)
    from now on; these days; nowadays; changed (?:my|our|his|her|the|jobs?|to); switched to
    gave up; quit
    started (?:a new job|working); stopped; instead of; renamed; turned out; correction; i meant
    changed my mind
    new (?:job|address|phone|number|flat|apartment|house|boss); actually; not .{1,30}? but
    jetzt; inzwischen; mittlerweile; nicht mehr; umgezogen; gezogen; ab jetzt; ab sofort
    von nun an; künftig
    geändert; gewechselt; neuerdings; stattdessen; doch nicht; korrektur
    ahora; ya no; (?:me|se) (?:he|ha) mudado; me mudé; se mudó; a partir de ahora
    de ahora en adelante; cambié
    he cambiado; en adelante; corrección; en realidad; dejé de
    maintenant; désormais; dorénavant; à partir de maintenant; n(?:e |')[^.!?]{1,40} plus
    déménagé; changé
    en fait; finalement; plutôt que
    """
)
_CHANGED_DENSE = one_of(
    r"""
    搬到; 搬去; 搬家; 搬回; 不再; 再也不; 改成; 改为; 改名; 改叫; 改用; 换成; 换了; 换工作; 跳槽
    有[一二两三四五六七八九十\d]+[个只条辆][^。，,？?]{1,6}了(?:[。！!]|$); 说错了; 搞错了; 记错了
    不(?:吃|喝|抽|喜欢|对|过敏)[^。，,？?]{0,12}了(?:[。！!]|$)
    现在; 如今; 从现在起
    从今以后; 以后; 已经不; 更正; 其实; 改主意; 戒了; 变成; 不是.{1,12}(?:而)?是
    今は; 引っ越し; 引越し; もう.{1,20}(?:ない|ません|やめ|辞め); これから; 今後
    変わ(?:った|りました); 変更; 転職; やめ(?:た|ました)
    辞め(?:た|ました); 実は; 訂正; 改名
    """
)
_CHANGE = re.compile(rf"(?<![^\W_])(?:{_CHANGED})(?![^\W_])|{_CHANGED_DENSE}", re.IGNORECASE)
# "'ve" and "n't" hang on the word before them.
_CHANGE_HANGING = re.compile(
    r"(?i)(?:['’](?:ve|s) (?:just |recently |finally )?moved\b|n['’]t\b[^.!?]{1,60}\bany ?more\b)"
)


def has_signal(text: str, *, asks: bool = False) -> bool:
    """Whether a message holds a word for which it is read at once.

    Args:
        text: The message.
        asks: It holds nothing but questions.
    """
    if _SIGNAL.search(text) or _OTHER_SCRIPT.search(text):
        return True
    return not asks and (_SPEAKS.search(text) is not None or says_changed(text))


def says_changed(text: str) -> bool:
    """Whether words say outright that something is no longer what it was."""
    return _CHANGE.search(text) is not None or _CHANGE_HANGING.search(text) is not None
