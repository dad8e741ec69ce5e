"""Which messages of the past a request carries: whole turns, the newest ones, as many as fit.

Pure. Older turns fall out of the window; a summary of them is a value that the caller hands to
the prompt (`Conversation.summary_text`), so that whoever makes summaries needs no change here.
"""

from __future__ import annotations

from collections.abc import Sequence

from assistant_app.base.tokens import MESSAGE_OVERHEAD, count_tokens
from assistant_app.conversation.types import Message
from assistant_app.llm.port import Role

TURNS = 10
RESERVE = 0.25
"""Part of the context that stays free: token counts are estimates."""
DEFAULT_CONTEXT = 8_192
DEFAULT_ANSWER = 1_024


def message_tokens(text: str) -> int:
    """Return the estimated tokens of one message with its frame."""
    return count_tokens(text) + MESSAGE_OVERHEAD


def room_for_prompt(context_tokens: int | None, answer_tokens: int | None = None) -> int:
    """Return how many tokens a prompt may take: the context less the answer and a quarter.

    Args:
        context_tokens: The model's context; None where it is not known.
        answer_tokens: Kept free for the answer; at most a quarter of the context by default.
    """
    context = context_tokens or DEFAULT_CONTEXT
    answer = answer_tokens if answer_tokens is not None else min(DEFAULT_ANSWER, context // 4)
    return max(0, context - answer - int(context * RESERVE))


def window(
    messages: Sequence[Message], *, budget_tokens: int, turns: int = TURNS
) -> tuple[Message, ...]:
    """Return the newest messages that fit, beginning with a message of the user.

    The last message (the one to be answered) is always there. Everything before it comes in whole
    turns, without gaps.

    Args:
        messages: The shown branch, oldest first, ending with the message to be answered.
        budget_tokens: For all of them together.
        turns: The most turns, the newest one included.
    """
    if not messages:
        return ()
    begin = len(messages) - 1
    left = budget_tokens - message_tokens(messages[begin].text)
    taken = 1
    tokens = 0
    for place in range(len(messages) - 2, -1, -1):
        tokens += message_tokens(messages[place].text)
        if messages[place].role is not Role.USER:
            continue
        if taken >= turns or tokens > left:
            break
        taken, begin = taken + 1, place
        left -= tokens
        tokens = 0
    return tuple(messages[begin:])
