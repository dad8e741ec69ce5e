"""Plain statements about oneself in English: which sentences count, by a list of known forms."""

from __future__ import annotations

import re

LEAD = re.compile(
    r"(?i)^(?:(?:hi|hello|hey|hey there|hi there|good (?:morning|evening|afternoon)|ok|okay|oh"
    r"|well|so|and|also|btw"
    r"|by the way|fyi|for your information|just so you know|actually|anyway|thanks|thank you|yes"
    r"|no|sure"
    r"|one more thing|for context|some context|i should mention(?: that)?|nice to meet you"
    r"|keepsake)"
    r"(?:\s*[,!.:;–-]\s*|\s+(?=(?:i|my|we|our|i['’]m)\b)))+"
)
_WHEN = (
    r"(?:(?:yesterday|today|last (?:night|week|month|year|summer|winter|spring|autumn|fall"
    r"|\w+day)|next \w+"
    r"|tomorrow|recently|in (?:19|20)\d\d|since (?:19|20)\d\d|on \w+day|this (?:morning|week"
    r"|month|year)),? )?"
)
_OUR = r"(?:my|our)"
_OWN_NOUN = r"(?:[\w'’.-]+ ){0,4}?[\w'’.-]+"
_HAVE = (
    r"(?:is|are|was|were|has|have|lives?|lived|works?|worked|likes?|loves?|hates?|dislikes?"
    r"|prefers?"
    r"|can['’]t|cannot|can|does ?n['’]?t|do ?n['’]?t|turns?|turned|goes|studies|studied|speaks?"
    r"|plays?"
    r"|moved|starts?|started|owns?|drives?|died|passed away|got|retired|teaches|eats?|drinks?"
    r"|graduates?|graduated|expires?|costs?|comes?|grew up|needs to (?:take|avoid)|takes)"
)
_STATES = (
    r"(?:allergic to|from|based in|living in|vegetarian|vegan|pescatarian|married|divorced"
    r"|single|engaged"
    r"|widowed|pregnant|retired|left-handed|right-handed|colou?r[- ]?blind|diabetic|lactose"
    r"|celiac|coeliac"
    r"|gluten|intolerant|deaf|blind|dyslexic|jewish|muslim|christian|catholic|buddhist|hindu"
    r"|german|french"
    r"|italian|spanish|portuguese|chinese|japanese|american|british|english|canadian|indian"
    r"|brazilian"
    r"|studying|learning|training for|working (?:at|as|for|in)|moving to|getting married|expecting"
    r"|saving (?:up )?for|planning to (?:move|retire|marry)|afraid of|scared of|interested in"
    r"|fluent in|a native|named|called|born|\d{1,3} years old|\d{1,3}(?=[.!]?$)|the (?:oldest"
    r"|youngest|mother"
    r"|father|owner|founder|head)|in charge of|responsible for|married to)"
)
_NO_OCCUPATION = (
    r"(?!(?:bit|little|lot|tad|mess|genius|idiot|fool|potato|robot|human|bot|joke|failure|wreck"
    r"|person"
    r"|huge mess|bad|good|big|small|long|short|few|couple|moron|god|hero|loser|winner)\b)"
)
_DO = (
    r"(?:live|lived|work|worked|grew up|was born|study|studied|moved|come from|speak|own|drive"
    r"|play|love"
    r"|like|hate|dislike|prefer|enjoy|can['’]t (?:eat|drink|stand|have|swim|drive)|cannot (?:eat"
    r"|drink"
    r"|stand)|do ?n['’]?t (?:eat|drink|like|smoke|drive|speak|own)|never (?:eat|drink|fly|drive"
    r"|wear)"
    r"|always (?:eat|drink|wake|get up|go|take|run|sleep|wear|travel)|usually (?:eat|drink|wake"
    r"|get up|go"
    r"|take|run|sleep|work|cook|travel)|take [\w-]+ (?:for|every|daily|twice|once)|adopted"
    r"|bought|married"
    r"|got (?:married|engaged|divorced|promoted|a (?:new )?(?:job|dog|cat|car|house|flat"
    r"|apartment))"
    r"|quit smoking|quit my job|graduated|retired|started (?:working|learning|studying"
    r"|a new job)|collect"
    r"|teach|suffer from|have been [\w-]+ (?:since|for)|was diagnosed with|go to (?:the gym"
    r"|church|school|bed)"
    r"|wake up at|get up at|wear (?:glasses|hearing|size|contact)|practi[sc]e|believe in"
    r"|support (?:fc |real )?[A-Z]"
    r"|go by [A-Z]|drink (?:my )?(?:coffee|tea)|eat (?:only|no|kosher|halal)|use a (?:wheelchair"
    r"|mac|pc|linux))"
)
_HAVE_WHAT = (
    r"(?:have|had|have got|['’]ve got) (?:an? |two |three |four |five |six |\d+ |no |one |twin )"
    r"(?:[\w-]+ ){0,2}?(?:sisters?|brothers?|siblings?|kids?|children|daughters?|sons?|twins"
    r"|dogs?|cats?"
    r"|rabbits?|horses?|parrots?|pets?|puppy|puppies|kittens?|wife|husband|girlfriend|boyfriend"
    r"|partner"
    r"|car|house|flat|apartment|garden|allergy|allergies|intolerance|degree|phd"
    r"|driving licen[cs]e|passport"
    r"|grandchildren|grandsons?|granddaughters?|nephews?|nieces?|cousins?|tattoos?|piano|bike"
    r"|boat)\b"
)
_NOT_MINE = (
    r"(?!(?:question|problem|issue|error|code|script|program|function|query|guess|point|idea"
    r"|understanding|opinion"
    r"|request|task|answer|prompt|instructions?|message|text|essay|draft|translation|output"
    r"|input|bugs?"
    r"|tests?|build|attempt|mistake|bad|god|goodness|dear|apologies|fault|teacher said|last message"
    r"|first message|train|bus|flight is (?:late|delayed)|head is|thoughts?|concern|assumption"
    r"|worry"
    r"|regex|loop|class|data|dataset|model|server|browser|screen|next question|plan is to ask)\b)"
)
_FORMS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"^{_WHEN}{_OUR} {_NOT_MINE}{_OWN_NOUN}(?: {_HAVE}|['’]s)\b.+",
        (
            rf"^{_WHEN}i(?:['’]m| am) (?:also |currently |still |now )?"
            rf"(?:an? {_NO_OCCUPATION}[\w-]+"
            rf"|not (?:vegetarian|vegan"
            rf"|married)|{_STATES})"
        ),
        rf"^{_WHEN}i (?:also |really |still |only |just |now |absolutely )?{_DO}\b.*",
        rf"^{_WHEN}(?:i|we|i['’]ve|we['’]ve) ?{_HAVE_WHAT}",
        (
            rf"^{_WHEN}we (?:live|lived|moved|got (?:married|engaged)|adopted|bought|are (?:married"
            rf"|expecting"
            r"|getting married|moving to|from)|['’]re (?:married|expecting|getting married"
            r"|moving to"
            r"|from))\b.*"
        ),
        r"^(?:people|friends|everyone|they all) calls? me \w+",
    )
)
_NAME = re.compile(
    r"^(?:I['’]m|I am|i['’]m|i am|This is) [A-Z][\w'’-]+(?: [A-Z][\w'’-]+){0,2}[.!]?$"
)
_APPOINTMENT = re.compile(
    r"(?i)^(?:the|my|our) (?:[\w'’-]+ ){0,3}?[\w'’-]+ (?:is|are|starts?|leaves?"
    r"|begins?) (?:due )?(?:today|tonight"
    r"|tomorrow|the day after tomorrow|on (?:\w+day|\w+ \d{1,2}|the \d{1,2}|\d{1,2})|next \w+"
    r"|in \d+ (?:days|weeks"
    r"|months))\b"
)
_STANDING = re.compile(
    r"(?i)^(?:please,? )?(?:(?:from now on|in (?:the )?future|going forward)\b,? .+"
    r"|.+,? from now on[.!]?$"
    r"|(?:always|never) (?:answer|reply|respond|address me|call me|talk to me|speak to me"
    r"|write to me)\b.+"
    r"|(?:just )?call me (?!back|later|when|if|a|an|the|crazy|maybe|at|on|tomorrow|today|stupid)\w+"
    r"(?: from now on)?[.!]?$)"
)
_NEVER = re.compile(
    r"(?i)\b(?:please (?!call|from|always|never|answer)|can you|could you|would you|help me"
    r"|tell me|give me|show me"
    r"|recommend|suggest|this (?:time|answer|chat|conversation|question|one|code|file|function"
    r"|error|page|list"
    r"|text|sentence|idea|word)|i wish|i would|i['’]d|should i|just this once|for now|right now"
    r"|at the moment|just now"
    r"|maybe|perhaps|probably|might be|i guess|i think|not sure|don['’]?t know|wonder|supposed to"
    r"|stack ?trace|compile|traceback|exception|null|undefined|api|function|variable|command"
    r"|install"
    r"|says?:|said:)\b"
    r"|\b(?:like|love|hate|prefer|enjoy|dislike)s? (?:it|that|this|you|your|the (?:idea|way"
    r"|sound|first|second"
    r"|third|last|other|one)|how|when you|to (?:know|see|hear|ask|have|get))\b"
    r"|\b(?:is|are|was|were) (?:late|delayed|slow|not working|broken|down|ready|killing|frozen"
    r"|stuck|empty|missing"
    r"|wrong|too|so|very|really|that|to (?:ask|get|find|know)|as follows|why|how|what|if|whether)\b"
    r"|\b(?:play|drive|work|live|use)s? (?:the (?:role|game)|with (?:this|that|it)|around|out|it"
    r"|me|for me)\b"
    r"|\b(?:bought|adopted|own|collect|study|teach|eat|drink|drive|speak|play) (?:it|this|that"
    r"|them)\b"
    r"|\b(?:want you|need you)\b|\bmoved (?:the|it|this|that|on|my (?:files?|cursor|mouse))\b"
)
_CLAUSE = re.compile(
    r"(?i)[,;:–-]\s*(?:so |and |but )?(?:what|which|how|where|who|when|why|can|could|should"
    r"|would|do|does|is there|are there|any"
    r"|please|suggest|recommend|give|tell|help|write|make|plan)\b.*$"
)


def english_statement(sentence: str, *, question: bool) -> str | None:
    """Return the part of a sentence that is a plain statement of the user, or None.

    Args:
        sentence: Without quotations; see `Sentence.own`.
        question: Whether it ends with a question mark.
    """
    text = LEAD.sub("", sentence).strip()
    if _STANDING.search(text) and not question:
        return None if re.search(r"(?i)\bthis (?:time|chat|answer|once)\b", text) else text
    clause = _CLAUSE.search(text)
    if clause is not None:
        text, question = text[: clause.start()].rstrip(), False
    if question or _NEVER.search(text) or len(text.split()) < 2:
        return None
    known = any(form.search(text) for form in _FORMS)
    return text if known or _is_name(text) or _APPOINTMENT.search(text) else None


def _is_name(text: str) -> bool:
    return _NAME.search(text) is not None
