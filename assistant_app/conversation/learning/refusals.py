"""When a message holds nothing to be learned as a whole: tasks, inventions, other people's texts.

Precision comes before recall. What these rules let pass wrongly becomes a false memory; what they
stop wrongly can still be said in so many words ("remember that ...").
"""

from __future__ import annotations

import re

from assistant_app.conversation.learning.patterns import one_of
from assistant_app.conversation.learning.sentences import own_words

LONGEST_MESSAGE = 1_500
"""Characters; nobody types more about themselves in one go, but people paste more."""
_MOST_LINES = 25

_INVENTED_WORDS = one_of(
    r"""
    made[- ]up; fictional; fictitious; hypothetical(?:ly)?; imaginary; imagine; pretend; suppose
    assume (?:that|i|we|my); assuming; let'?s say; say (?:i|my)\b; role[- ]?play; what if
    if i (?:were|was|had|lived); act as; you are (?:a|an|my|the); you're (?:a|an) ; as an example
    example (?:project|company|user|person|sentence); for (?:an )?example; e\.g\.
    (?:in|for|of) (?:my|the|a|our) (?:story|novel|book|game|screenplay|script|poem|song|character)
    in (?:this|the|that) (?:game|story|movie|film|book|series|scenario|play); user story; as a user
    (?:in|for|of) (?:my|the|a|our) campaign; my (?:character|protagonist|hero|heroine|persona)
    just kidding; only joking; i'm joking; jk; j/k; lol; lmao; rofl; haha+; not really; sarcasm
    """
)
_INVENTED_ZH = one_of(
    """
    假设; 假如; 假装; 想象; 虚构; 编(?:一个|个|造); 如果我; 要是我; 扮演; 你是一个; 你是一名; 例如
    比如说; 举个例子; 小说里; 故事里; 游戏里; 我的角色; 开玩笑; 哈哈; 玩笑; [😂🤣😜😝😉]
    """
)
_INVENTED_ELSEWHERE = one_of(
    """
    (?:war )?(?:nur |bloß )?ein (?:scherz|witz); nur spaß; scherz; stell dir vor; angenommen
    nehmen wir an; tu so als; erfunden\\w*; hypothetisch; in (?:meinem|dem) (?:roman|spiel)
    meine (?:figur|hauptfigur); wenn ich .{1,20} wäre; zum beispiel; du bist ein[e]?
    es (?:una )?broma; bromeo; ja(?:ja)+; imagina(?:te)?; supón(?:gamos)?; suponiendo; inventad[oa]
    hipotétic[oa]; en mi (?:novela|cuento|juego); mi personaje; si yo fuera; por ejemplo
    je plaisante; je rigole; c'est une blague; mdr; imagine(?:z|ons)?; suppose(?:z|ons)?; fictif
    fictive; hypothétique; dans mon (?:roman|jeu|histoire); mon personnage; si j'étais; par exemple
    """
)
_INVENTED_JA = one_of(
    """
    冗談; 嘘です; うそです; 笑[。！!]*$; w{2,}$; 想像して; 仮に; 例えば; たとえば; もし; 架空
    設定で; 小説の; 物語の
    ゲームの; 主人公; になりきって; のふりを
    """
)
_INVENTED = re.compile(
    rf"\b(?:{_INVENTED_WORDS}|{_INVENTED_ELSEWHERE})\b|{_INVENTED_ZH}|{_INVENTED_JA}",
    re.IGNORECASE | re.MULTILINE,
)

_POLITE = one_of(
    "please; pls; can you; could you; would you; kindly; now; ok; okay; hi; hello; hey"
)
_TASK_WORDS = one_of(
    """
    translate; summari[sz]e; proofread; correct; fix; improve; rewrite; rephrase; paraphrase; edit
    shorten; polish; check (?:the|my|this); write; draft; compose; generate; create; explain
    analy[sz]e; convert; complete; continue; classify; extract; parse; refactor; debug; review
    describe; list; code; implement; answer (?:the|this|as); reply to; respond to
    read (?:this|the); repeat
    """
)
_TASK_ZH = one_of(
    """
    翻译; 总结; 概括; 润色; 改写; 修改; 校对; 写; 续写; 生成; 解释; 分析; 检查; 纠正; 扩写; 缩写
    仿写; 造句; 回复; 把(?:这|下面|以下)
    """
)
_POLITE_ELSEWHERE = one_of(
    """
    bitte; kannst du; könntest du; por favor; puedes; podrías; s'il te plaît; peux-tu; pouvez-vous
    """
)
_TASK_ELSEWHERE = one_of(
    """
    übersetze?; fasse?; korrigiere?; verbessere?; schreibe?; erkläre?; formuliere?; prüfe?; kürze?
    analysiere?; vervollständige?; antworte auf
    traduce; resume; resúmeme; corrige; mejora; escribe; explica; reescribe; revisa; redacta
    analiza
    traduis; traduisez; résume[sz]?; corrige[sz]?; améliore; écris; écrivez; explique; reformule
    rédige
    analyse
    """
)
_TASK_JA = "(?:要約|翻訳|添削|校正|修正|説明|分析|書き直|訳)(?:し|して|を|せよ)"
_TASK = re.compile(
    rf"^\W*(?:{_POLITE}[,\s]+)*{_TASK_WORDS}\b"
    rf"|^\W*(?:{_POLITE_ELSEWHERE}[,\s]+)*{_TASK_ELSEWHERE}\b"
    rf"|^.{{0,30}}?{_TASK_JA}"
    rf"|^\W*(?:请|麻烦|你?(?:能|可以)|帮我|给我|替我|把)*{_TASK_ZH}",
    re.IGNORECASE,
)

_HEADER = one_of(
    """
    from; to; subject; sent; date; cc; von; an; betreff; de; para; asunto; objet
    发件人; 收件人; 主题; 抄送
    """
)
_DEAR = one_of("dear; sehr geehrte; liebe[rs]?; estimad[oa]; cher; chère; 尊敬的; 亲爱的")
_LETTER = re.compile(
    one_of(
        rf"""
        ^[ \t]*{_HEADER}\s*[:：]\s*\S
        ^[ \t]*{_DEAR}\b.{{0,60}}[,，:：]?\s*$
        ^[ \t]*(?:尊敬|亲爱)的.{{0,60}}[,，:：]\s*$
        ^[ \t]*(?:best |kind |warm )?regards\b
        ^[ \t]*(?:yours (?:sincerely|truly|faithfully)|sincerely|cheers),?\s*$
        ^[ \t]*---+ ?(?:forwarded|original) message
        此致; 敬礼
        """
    ),
    re.IGNORECASE | re.MULTILINE,
)

_TEXT_KIND = one_of(
    """
    e-?mail; letter; message; text; article; paragraph; passage; post; transcript; review; quote
    chat; conversation; essay; excerpt; (?:web ?)?page; website; document; report; comment; note
    log
    """
)
_TEXT_KIND_DE = "(?:mail|nachricht|text|artikel)"
_WHOSE = "(?:an?|the|my friend's|his|her|their)?"
_SAID = one_of("wrote; writes; texted; e-?mailed; posted; said; says; told me; replied")
_REPORTED = re.compile(
    one_of(
        rf"""
        \b(?:here is|here's|below is|this is|see|read) {_WHOSE}\s*{_TEXT_KIND}\b
        \b(?:this|following) {_TEXT_KIND}\b.{{0,40}}:
        \b(?:he|she|they|someone|somebody|my \w+|[A-Z]\w+) {_SAID}\b\s*(?:to me)?\s*[:,]
        (?:以下|下面)(?:是|这); 这是(?:一|我朋友|他|她).{{0,6}}(?:邮件|文章|信|消息|短信|帖子)
        \b(?:hier ist|das ist|dies ist|unten steht) (?:eine?|die|der|das) .{{0,12}}{_TEXT_KIND_DE}\b
        \b(?:este es|aquí (?:está|tienes)) (?:un|el) (?:correo|mensaje|texto|artículo)\b
        \b(?:voici|voilà) (?:un|le|l['’])\s?(?:mail|message|texte|article|e-mail)\b
        (?:以下|次)(?:は|の(?:文章|メール|記事|テキスト|文)); 原文[:：]
        (?:他|她|有人|朋友|客户|老板|[\u4e00-\u9fff]{{2,3}})(?:写道|说|回复说?|发来)[:：]
        """
    ),
    re.IGNORECASE,
)

_WHICH = "(?:this|that|it|any|anything|what|my)"
_KEEP = "(?:remember|save|store|keep|learn|memori[sz]e|record|note)"
_NOT_TO_BE_KEPT = re.compile(
    one_of(
        rf"""
        \b(?:do not|don't|never|no need to) (?:ever )?{_KEEP} {_WHICH}\b
        \boff the record\b
        (?<!don't )(?<!dont )(?<!not )(?<!never )\bforget (?:that|this|it|what i)\b
        别记; 不要记(?:住|下|录)?; 不用记; 别保存; 不要保存; 忘掉; 忘了它; merk dir das nicht
        no (?:lo )?recuerdes; ne (?:le )?retiens pas; 覚えないで
        """
    ),
    re.IGNORECASE,
)


def holds_nothing(text: str) -> bool:
    """Whether a message is one that nothing may be learned from by itself.

    Args:
        text: The message as the user wrote it.
    """
    if len(text) > LONGEST_MESSAGE or text.count("\n") > _MOST_LINES:
        return True
    own = own_words(text)
    rules = (_INVENTED, _LETTER, _REPORTED, _NOT_TO_BE_KEPT, _TASK)
    return any(rule.search(own) for rule in rules)


def own_part(text: str) -> str:
    """Return the part of a message before somebody else's text begins in it.

    An order to remember counts only there: one that stands in a pasted page is the page's.

    Args:
        text: The message as the user wrote it.
    """
    begins = [found.start() for rule in (_REPORTED, _LETTER) if (found := rule.search(text))]
    if _TASK.search(text):
        begins += [found.end() for found in [_TEXT_FOLLOWS.search(text)] if found]
    begins += [found.start() for found in [_RULER.search(text)] if found]
    return text[: min(begins)] if begins else text


_TEXT_FOLLOWS = re.compile(r"[:：](?=\s*\S)|\n")
_RULER = re.compile(r"(?m)^[ \t]*(?:-{3,}|={3,}|\*{3,})[ \t]*$")


def must_not_be_kept(text: str) -> bool:
    """Whether the user says that this is not to be remembered."""
    return _NOT_TO_BE_KEPT.search(text) is not None
