"""Plain statements about oneself in English: which sentences count, by a list of known forms."""

from __future__ import annotations

import re

from assistant_app.conversation.learning.patterns import one_of
from assistant_app.memory.clauses import clauses

_LONGEST = 220
_GREETINGS = one_of(
    """
    hi; hello; hey; hey there; hi there; good (?:morning|evening|afternoon); ok; okay; oh; well; so
    and; also; btw; by the way; fyi; for your information; just so you know; actually; anyway
    thanks; thank you; yes; no; sure; one more thing; for context; some context
    i should mention(?: that)?; nice to meet you; keepsake
    """
)
_LEAD = re.compile(
    rf"^(?:{_GREETINGS}(?:\s*[,!.:–-]\s*|\s+(?=(?:i|my|we|our|i['’]m)\b)))+", re.IGNORECASE
)
_SEASON = r"(?:night|week|month|year|summer|winter|spring|autumn|fall|\w+day)"
_WHEN = "(?:{},? )?".format(
    one_of(
        rf"""
        yesterday; today; tomorrow; recently; last {_SEASON}; next \w+; this (?:morning|week|year)
        in (?:19|20)\d\d; since (?:19|20)\d\d; on \w+day
        """
    )
)
_NOUN = r"(?:[\w'’.-]+ ){0,4}?[\w'’.-]+"
_NOT_MINE = one_of(
    """
    question; next question; problem; issue; error; code; script; program; function; query; guess
    point; idea; understanding; opinion; request; task; answer; prompt; instructions?; message
    (?:last|first) message; text; essay; draft; translation; output; input; bugs?; tests?; build
    attempt; mistake; bad; god; goodness; dear; apologies; fault; train; bus; head is; thoughts?
    concern; assumption; worry; regex; loop; class; data; dataset; model; server; browser; screen
    tip; week; day; weekend; morning; night; turn; time; impression; suggestion; advice; mood
    """
)
_SOMEONE_DOES = one_of(
    """
    is; are; was; were; has; have; lives?; lived; works?; worked; likes?; loves?; hates?; dislikes?
    prefers?; can't; cannot; can; does ?n't; do ?n't; turns?; turned; goes; studies; studied
    speaks?; plays?; moved; starts?; started; owns?; drives?; died; passed away; got; retired
    teaches; eats?; drinks?; graduates?; graduated; expires?; costs?; comes?; grew up
    needs to (?:take|avoid); takes
    """
)
_NO_OCCUPATION = one_of(
    """
    bit; little; lot; tad; mess; huge mess; genius; idiot; fool; potato; robot; human; bot; joke
    failure; wreck; person; bad; good; big; small; long; short; few; couple; moron; god; hero
    loser; winner; rookie; total; huge
    """
)
_I_AM = one_of(
    rf"""
    an? (?!{_NO_OCCUPATION}\b)[\w-]+; not (?:vegetarian|vegan|married|allergic to|diabetic)
    allergic to; from; based in
    living in; vegetarian; vegan; pescatarian; married; divorced; single; engaged; widowed
    pregnant; retired; left-handed; right-handed; colou?r[- ]?blind; diabetic; lactose; celiac
    coeliac; gluten; intolerant; deaf; blind; dyslexic; jewish; muslim; christian; catholic
    buddhist; hindu; german; french; italian; spanish; portuguese; chinese; japanese; american
    british; english; canadian; indian; brazilian; studying; learning; training for
    working (?:at|as|for|in); moving to; getting married; expecting; saving (?:up )?for
    (?:away|abroad|on (?:holiday|leave|vacation)|in [A-Z][\w-]+) (?:until|till)
    staying (?:in|at|with|near) [\w -]{{2,30}} (?:until|till)
    planning to (?:move|retire|marry); afraid of; scared of; interested in; fluent in; a native
    named; called; born; \d{{1,3}} years old; \d{{1,3}}(?=[.!]?$)
    the (?:oldest|youngest|mother|father|owner|founder|head); in charge of; responsible for
    """
)
_BUSINESS = "(?:bakery|shop|store|café|cafe|business|company|restaurant|farm|studio|practice|bar)"
_HOME = "(?:house|flat|apartment|car|home|bike|boat|cottage|garden)"
_I_DO = one_of(
    rf"""
    live; lived; work(?:ed)? (?:as|at|in|for|from|nights|part|full|remotely); grew up; was born
    study; studied; moved; no longer (?:live|work|eat|drink|smoke|drive|own|play|have an?)
    come from; speak; own; drive; play; love; like; hate; dislike; prefer
    enjoy; can't (?:eat|drink|stand|have|swim|drive); cannot (?:eat|drink|stand)
    do ?n't (?:eat|drink|like|smoke|drive|speak|own)
    do ?n't (?:live|work) (?:in|at|for|as) .{{2,40}} any ?more
    (?:eat|drink) [\w ]{{2,30}} again; started (?:at|for) [A-Z]; never (?:eat|drink|fly|drive|wear)
    always (?:eat|drink|wake|get up|go (?:to|for|by)|take|run|sleep|wear|travel)
    usually (?:eat|drink|wake|get up|go|take|run|sleep|work|cook|travel)
    take [\w-]+ (?:for|every|daily|twice|once); adopted; bought (?:an?|our|my) (?:\w+ )?{_HOME}
    married; got (?:married|engaged|divorced|promoted)
    got a (?:new )?(?:job|dog|cat|car|house|flat|apartment); quit smoking; quit my job; graduated
    retired; started (?:working|learning|studying|a new job); collect; teach; suffer from
    have been (?:an? )?[\w-]+ (?:since (?:19|20)\d\d|for (?:\d+|many|two|three|ten) years)
    was diagnosed with; go to (?:the gym|church|school|bed); wake up at; get up at
    wear (?:glasses|hearing|size|contact); practi[sc]e; believe in; support (?:fc |real )?[A-Z]
    go by [A-Z]; drink (?:my )?(?:coffee|tea); eat (?:only|no|kosher|halal)
    use a (?:wheelchair|mac|pc|linux)
    (?:run|have|manage) an? (?:small |little |family )?{_BUSINESS}
    """
)
_I_HAVE = r"(?:have|have got|['’]ve got) (?:an?|two|three|four|five|six|\d+|no|one|twin) "
_ILLNESS = (
    r"(?:type \w )?(?:diabetes|asthma|epilepsy|adhd|arthritis|migraines|high blood pressure"
    r"|coeliac|celiac|a (?:heart condition|bad back))\b"
)
_OWNED = one_of(
    """
    sisters?; brothers?; siblings?; kids?; children; daughters?; sons?; twins; dogs?; cats?
    rabbits?; horses?; parrots?; pets?; puppy; puppies; kittens?; wife; husband; girlfriend
    boyfriend; partner; car; house; flat; apartment; garden; allergy; allergies; intolerance
    degree; phd; driving licen[cs]e; passport; grandchildren; grandsons?; granddaughters?
    nephews?; nieces?; cousins?; tattoos?; piano; bike; boat
    """
)
_WE_DO = one_of(
    rf"""
    live; lived; moved; got (?:married|engaged); adopted; bought (?:an?|our) (?:\w+ )?{_HOME}
    are (?:married|expecting|getting married|moving to|from)
    """
)
_NEW = "new (?:job|address|boss|flat|apartment|house|phone number)\\b"
_FORMS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"^{_WHEN}(?:my|our) (?!{_NOT_MINE}\b){_NOUN}(?: {_SOMEONE_DOES}|['’]s)\b.+",
        rf"^{_WHEN}i(?:['’]m| am) (?:also |currently |still |now |no longer )?{_I_AM}",
        rf"^{_WHEN}i(?:['’]m| am) not {_I_AM}.* any ?more\b",
        rf"^{_WHEN}i(?:['’]ve| have)? (?:just |now |finally )?(?:got |found |started )?an? {_NEW}",
        rf"^{_WHEN}i (?:also |really |still |only |just |now |absolutely )?{_I_DO}\b.*",
        rf"^{_WHEN}(?:i|we) ?{_I_HAVE}(?:[\w-]+ ){{0,2}}?{_OWNED}\b",
        rf"^{_WHEN}i (?:also )?have {_ILLNESS}",
        rf"^{_WHEN}(?:i|we)(?:['’]ve| have) (?:just |recently |finally )?moved (?:back )?to\b.*",
        rf"^{_WHEN}we {_WE_DO}\b.*",
        r"^we['’]re (?:married|expecting|getting married|moving to|from)\b.*",
        r"^(?:people|friends|everyone|they all) calls? me \w+",
    )
)
_NAME = re.compile(
    r"^(?:[Ii]['’]m|[Ii] am) (?!(?:Back|Here|Done|Fine|OK|Ok|Sorry|Ready|Sure|Not|So|Very|Good"
    r"|Happy|Sad|Tired|In|At|On|The|A|An)\b)[A-Z][\w'’-]+(?: [A-Z][\w'’-]+){0,2}[.!]?$"
)
_AT = one_of(
    r"""
    today; tonight; tomorrow; the day after tomorrow; on (?:\w+day|\w+ \d{1,2}|the \d{1,2}|\d{1,2})
    next \w+; in \d+ (?:days|weeks|months)
    """
)
_APPOINTMENT = re.compile(
    r"^(?:the|my|our) (?:[\w'’-]+ ){0,3}?[\w'’-]+ (?:is|are|starts?|leaves?|begins?) (?:due )?"
    rf"{_AT}\b",
    re.IGNORECASE,
)
_NO_NAME = one_of(
    "back; later; when; if; an?; the; crazy; maybe; at; on; tomorrow; today; stupid; it; this; that"
)
_STANDING = re.compile(
    "^(?:please,? )?"
    + one_of(
        rf"""
        (?:from now on|in (?:the )?future|going forward)\b,? (?!i\b|i'|we\b|it\b|there\b).+
        (?!i\b|i'|we\b|it\b|but\b).+,? from now on[.!]?$
        (?:always|never) (?:answer|reply|respond|address me|call me|talk to me|write to me)\b.+
        (?:just )?call me (?!{_NO_NAME}\b)\w+(?: from now on)?[.!]?$
        """
    ),
    re.IGNORECASE,
)
_THIS_ONCE = re.compile(r"(?i)\bthis (?:time|chat|answer|once|one)\b|\bjust (?:now|this)\b")
_ABOUT_THE_ANSWER = one_of(
    """
    it; that; this; them; you; your; how; when you; if you
    the (?:idea|way|sound|first|second|third|last|other|one|title|name|wording|style|tone|draft)
    the (?:version|thought|look|part|ending|joke|story|poem|song|answer|result|output|format)
    an? (?:more |less )?(?:\\w+ )?(?:tone|format|version|option|title|wording|phrasing)
    an? (?:more |less )?(?:\\w+ )?(?:draft|list|table)
    to (?:know|see|hear|ask|have|get|think|help)
    """
)
_OF_THE_MOMENT = one_of(
    """
    late; delayed; slow; not working; broken; down; ready; killing; frozen; stuck; empty; missing
    wrong; too; so; very; really; that; to (?:ask|get|find|know); as follows; why; how; what; if
    whether; angry; sad; upset; mad; sick; tired; busy; away; asleep; hungry; bored; crying; mean
    """
)
_REQUEST = one_of(
    """
    please (?!call|from|always|never|answer); can you; could you; would you; help me; tell me
    give me; show me; recommend; suggest; should i; want you; need you
    this (?:time|answer|chat|conversation|question|one|code|file|function|error|page|list)
    this (?:text|sentence|idea|word|library|script|project|app); just this once; for now
    """
)
_UNSURE = one_of(
    """
    i wish; i would; i'd; right now; at the moment; just now; maybe; perhaps; probably; might be
    i guess; i think; not sure; don't know; wonder; supposed to; asked me
    """
)
_TECHNICAL = one_of(
    """
    stack ?trace; compile; traceback; exception; null; undefined; api; function; variable; command
    install; error; crash(?:es|ed)?; csv; json
    """
)
_OF_A_TEXT = (
    "(?:next|last|new|other|previous|following|second|first)? ?"
    "(?:file|folder|line|tab|page|question|topic|chapter|part|level|step|section|point|branch)"
)
_IT = "(?:it|this|that|them)"
_NEVER = re.compile(
    one_of(
        rf"""
        \b{_REQUEST}\b; \b{_UNSURE}\b; \b{_TECHNICAL}\b; \b(?:says?|said):
        \b(?:like|love|hate|prefer|enjoy|dislike)s? {_ABOUT_THE_ANSWER}\b
        \b(?:is|are|was|were) {_OF_THE_MOMENT}\b
        \b(?:play|drive|work|live|use)s? (?:the (?:role|game)|with (?:this|that|it)|around|out|me)\b
        \b(?:bought|adopted|own|collect|study|teach|eat|drink|drive|speak|play) {_IT}\b
        \bi (?:\w+ )?(?:like|love|enjoy|hate)\b.*\b(?:them|these|those|their)\b; \bbelieve in {_IT}
        \bbelieve in you\b
        \bmoved (?:the|it|this|that|on|my (?:files?|cursor|mouse))\b; \bmarried to my\b
        \bmoved (?:back )?to (?:the|a|an|another) {_OF_A_TEXT}\b
        \bmoved (?:back )?to (?:line|step|page|part|level|chapter)\b
        \blive in (?:fear|hope|denial|a society|the (?:moment|past|present|future))\b; \bis being\b
        \b(?:is|are) going to\b; \d ?%; \bspeak (?:for|to|about|up|out|of|with|as)\b
        \bstudy (?:the|this|that|it)\b; \b(?:is|are) (?:on|under|behind|at) .{{2,40}} again\b
        \bi(?:'m| am) (?:batman|superman|spider-?man|iron man|groot|god|santa)\b
        """
    ),
    re.IGNORECASE,
)
_ASKS = one_of(
    """
    what; which; how; where; who; when; why; can; could; should; would; do; does; is there
    are there; any; please; suggest; recommend; give; tell; help; write; make; plan
    """
)
_CLAUSE = re.compile(
    rf"[,;:–-]\s*(?:so |and |but )?{_ASKS}\b.*$"
    r"|\s+and (?:i )?(?:need|want|am looking|would like|have to|must|wonder|am trying)\b.*$",
    re.IGNORECASE,
)


def english_statement(sentence: str, *, question: bool) -> str | None:
    """Return the part of a sentence that is a plain statement of the user, or None.

    Args:
        sentence: Without quotations; see `Sentence.own`.
        question: Whether it ends with a question mark.
    """
    text = _LEAD.sub("", sentence).strip()
    if _STANDING.search(text) and not question:
        return None if _THIS_ONCE.search(text) else text
    clause = _CLAUSE.search(text)
    if clause is not None:
        text, question = text[: clause.start()].rstrip(), False
    if question or _NEVER.search(text) or len(text) > _LONGEST or len(text.split()) < 2:
        return None
    parts = (part.text for part in clauses(text))
    return text if _is_known(text) or all(_is_known(part) for part in parts) else None


def _is_known(text: str) -> bool:
    forms = (*_FORMS, _NAME, _APPOINTMENT)
    return any(form.search(text) for form in forms)
