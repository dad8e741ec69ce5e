"""Finding words in conversations."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from assistant_app.base.text import has_content, one_line
from assistant_app.conversation.store.replay import ConversationState
from assistant_app.conversation.types import ConversationSummary

_AROUND = 60


@dataclass(frozen=True, slots=True)
class Found:
    """A message that holds what was looked for, or (no message) a title that does."""

    conversation: ConversationSummary
    message: str | None
    excerpt: str


def find_in(state: ConversationState, summary: ConversationSummary, text: str) -> Iterator[Found]:
    """Yield what a conversation holds of a text; letter case and width do not matter."""
    if not has_content(text):
        return
    wanted = _folded(one_line(text))
    if wanted in _folded(summary.title):
        yield Found(summary, None, summary.title)
    for message in state.messages.values():
        line = one_line(message.text)
        folded = _folded(line)
        place = folded.find(wanted)
        if place >= 0:
            # Folding may change the length; then the folded text is what can be cut safely.
            source = line if len(line) == len(folded) else folded
            start = max(0, place - _AROUND)
            yield Found(summary, message.id, source[start : place + len(wanted) + _AROUND])


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
