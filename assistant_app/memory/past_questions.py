"""Recognises a question about what was: only then may memory tell what is no longer so."""

from __future__ import annotations

import re

from assistant_app.memory.normal import normalise

_LONGEST = 400
_ENGLISH = (
    r"\bused to\b|\bbefore (?:that|then|now|i moved|i changed)\b|\bbefore$|\bpreviously\b"
    r"|\bformer(?:ly)?\b|\bin the past\b|\bback then\b|\bat that time\b|\bold (?:address|job|flat"
    r"|house|home|number|name|phone|car)\b|\b(?:where|what|which|who|how) (?:did|was|were) (?:i|we"
    r"|my|it|the)\b|\bdid (?:i|we) (?:use|live|work|have|like)\b|\blast (?:year|month|summer|"
    r"winter)\b|\bhas (?:it|that|this) changed\b|\bhow has\b|\bhistory of\b"
)
_OTHERS = (
    r"以前|之前|曾经|曾經|原来|原來|过去|過去|当时|當時|那时|那時|旧的|去年|从前"
    r"|\bfrüher\b|\bvorher\b|\bdamals\b|\bzuvor\b|\behemalig|\bantes\b|\banteriormente\b"
    r"|\bavant\b|\bautrefois\b|\bauparavant\b|\bancien|昔|前は|以前は|元の|かつて"
)
_PATTERN = re.compile(f"{_ENGLISH}|{_OTHERS}")


def asks_about_past(text: str) -> bool:
    """Whether a question asks about what was, not about what is."""
    form = normalise(text[:_LONGEST])
    return _PATTERN.search(form) is not None
