"""When a message holds nothing to be learned as a whole: tasks, inventions, other people's texts.

Precision comes before recall. What these rules let pass wrongly becomes a false memory; what they
stop wrongly can still be said in so many words ("remember that ...").
"""

from __future__ import annotations

import re

from assistant_app.conversation.learning.sentences import own_words

LONGEST_MESSAGE = 1_500
"""Characters; nobody types more about themselves in one go, but people paste more."""
_MOST_LINES = 25

_INVENTED = re.compile(
    r"(?i)\b(?:made[- ]up|fictional|fictitious|hypothetical(?:ly)?|imaginary|imagine|pretend"
    r"|suppose|assume (?:that|i|we|my)|assuming|let['’]?s say|say (?:i|my)\b|role[- ]?play"
    r"|what if|if i (?:were|was|had|lived)|act as|you are (?:a|an|my|the)\b|you're (?:a|an) "
    r"|example (?:project|company|user|person|sentence)|for (?:an )?example|e\.g\.|as an example"
    r"|(?:in|for|of) (?:my|the|a|our) (?:story|novel|book|game|screenplay|script|poem|song"
    r"|character|campaign)|my (?:character|protagonist|hero|heroine|persona)\b"
    r"|just kidding|only joking|i'm joking|jk|j/k|lol|lmao|rofl|haha+|not really|sarcasm)\b"
    r"|假设|假如|假装|想象|虚构|编(?:一个|个|造)|如果我|要是我|扮演|你是一个|你是一名|例如|比如说"
    r"|举个例子|小说里|故事里|游戏里|我的角色|开玩笑|哈哈|玩笑|[😂🤣😜😝😉]"
)
_TASK = re.compile(
    r"(?is)^\W*(?:(?:please|pls|can you|could you|would you|kindly|now|ok|okay|hi|hello"
    r"|hey)[,\s]+)*"
    r"(?:translate|summari[sz]e|proofread|correct|fix|improve|rewrite|rephrase|paraphrase|edit"
    r"|shorten|polish|check (?:the|my|this)|write|draft|compose|generate|create|explain|analy[sz]e"
    r"|convert|complete|continue|classify|extract|parse|refactor|debug|review|describe|list|code"
    r"|implement|answer (?:the|this|as)|reply to|respond to|read (?:this|the)|repeat)\b"
    r"|^\W*(?:请|麻烦|你?(?:能|可以)|帮我|给我|替我|把)*(?:翻译|总结|概括|润色|改写|修改|校对|写"
    r"|续写"
    r"|生成|解释|分析|检查|纠正|扩写|缩写|仿写|造句|回复|把(?:这|下面|以下))"
)
_LETTER = re.compile(
    r"(?im)^\s*(?:from|to|subject|sent|date|cc|von|an|betreff|de|para|asunto|objet"
    r"|发件人|收件人|主题|抄送)\s*[:：]\s*\S"
    r"|^\s*(?:dear|sehr geehrte|liebe[rs]?|estimad[oa]|cher|chère|尊敬的"
    r"|亲爱的)\b.{0,60}[,，:：]?\s*$"
    r"|^\s*(?:best|kind|warm)? ?regards\b|^\s*(?:yours (?:sincerely|truly|faithfully)|sincerely"
    r"|cheers)"
    r",?\s*$|此致|敬礼|^\s*---+ ?(?:forwarded|original) message"
)
_REPORTED = re.compile(
    r"(?i)\b(?:here is|here's|below is|this is|see|read) (?:an?|the|my friend's|his|her|their)?\s*"
    r"(?:e-?mail|letter|message|text|article|paragraph|passage|post|transcript|review|quote|chat"
    r"|conversation|essay|excerpt)\b|\b(?:he|she|they|someone|somebody|my \w+|[A-Z]\w+) "
    r"(?:wrote|writes|texted|e-?mailed|posted|said|says|told me|replied)\b\s*(?:to me)?\s*[:,]"
    r"|(?:以下|下面)(?:是|这)|这是(?:一|我朋友|他|她).{0,6}(?:邮件|文章|信|消息|短信|帖子)"
    r"|原文[:：]"
    r"|(?:他|她|有人|朋友|客户|老板|[\u4e00-\u9fff]{2,3})(?:写道|说|回复说?|发来)[:：]"
)
_NOT_TO_BE_KEPT = re.compile(
    r"(?i)\b(?:do not|don['’]?t|never|no need to|please do not) (?:ever )?(?:remember|save|store"
    r"|keep"
    r"|learn|memori[sz]e|record|note) (?:this|that|it|any|anything|what|my)\b|\boff the record\b"
    r"|(?<!don't )(?<!don’t )(?<!dont )(?<!not )(?<!never )\bforget (?:that|this|it|what i)\b"
    r"|别记|不要记(?:住|下|录)?|不用记|别保存|不要保存|忘掉|忘了它|merk dir das nicht"
    r"|no (?:lo )?recuerdes|ne (?:le )?retiens pas|覚えないで"
)


def holds_nothing(text: str) -> bool:
    """Whether a message is one that nothing may be learned from by itself.

    Args:
        text: The message as the user wrote it.
    """
    if len(text) > LONGEST_MESSAGE or text.count("\n") > _MOST_LINES:
        return True
    own = own_words(text)
    return (
        any(p.search(own) for p in (_INVENTED, _LETTER, _REPORTED, _NOT_TO_BE_KEPT))
        or _TASK.search(own) is not None
    )


def must_not_be_kept(text: str) -> bool:
    """Whether the user says that this is not to be remembered."""
    return _NOT_TO_BE_KEPT.search(text) is not None
