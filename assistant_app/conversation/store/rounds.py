"""Exchanges of past conversations, as recall finds them: secrets removed, nothing recalled."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from assistant_app.base.text import has_content
from assistant_app.conversation.answer import MODEL_NAME
from assistant_app.conversation.store.replay import ConversationState, shown_pairs
from assistant_app.conversation.types import Message
from assistant_app.memory.types import Round

_BEGINNING, _END, _MARGIN = 6_000, 2_000, 1_000


def rounds_of(state: ConversationState, redact: Callable[[str], str]) -> Iterator[Round]:
    """Yield the rounds of the shown branch, in order."""
    for user, answer in shown_pairs(state.branch()):
        if has_content(user.text):
            yield make_round(user, answer, state.id, state.space, redact)


def make_round(
    user: Message,
    answer: Message | None,
    conversation: str,
    scope: str,
    redact: Callable[[str], str],
) -> Round:
    """Return one exchange; the model's thinking is no part of it.

    Args:
        user: The user's message.
        answer: What followed; a broken or stopped one counts as far as it went. What was built
            from memory alone only repeats memories, so it is left out.
        conversation: Its id.
        scope: Its space.
        redact: Removes secrets.
    """
    told = answer.text if answer is not None and answer.model != MODEL_NAME else ""
    return Round(
        id=user.id,
        conversation=conversation,
        at=user.at,
        user=_in_short(user.text, redact),
        assistant=_in_short(told, redact),
        scope=scope,
    )


def _in_short(text: str, redact: Callable[[str], str]) -> str:
    """Return what recall can use of a text: a paste of megabytes is known by its two ends.

    Each end is looked through for secrets with a margin, which goes afterwards: the cut may stand
    in the middle of a secret, where it is none any more.
    """
    if len(text) <= _BEGINNING + _END + 2 * _MARGIN:
        return redact(text)
    beginning = redact(text[: _BEGINNING + _MARGIN])[:-_MARGIN]
    end = redact(text[-_END - _MARGIN :])[_MARGIN:]
    return f"{beginning} … {end}"
