"""Which messages of the past a request carries: whole turns, the newest ones, as many as fit.

Pure. When the window is full, the older half of it is summed up (`to_summarise`), and the requests
after that carry the summary and the messages behind it. Where no summary could be made, the oldest
turns leave the window and stay in the file.
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
LONGEST_ANSWER = 2_048
SHORTEST_ANSWER = 256


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


def answer_limit(context_tokens: int | None, prompt_tokens: int) -> int:
    """Return the longest answer that a model on this computer is let write.

    Servers on a computer set no limit themselves, and a small model may ramble until its context
    is full. What the prompt leaves of the context is the limit, within bounds that a person reads.

    Args:
        context_tokens: The model's context; None where it is not known.
        prompt_tokens: As estimated.
    """
    context = context_tokens or DEFAULT_CONTEXT
    left = context - prompt_tokens - int(prompt_tokens * RESERVE)
    return max(min(left, LONGEST_ANSWER), min(SHORTEST_ANSWER, context))


def after_summary(messages: Sequence[Message], covers: str | None) -> Sequence[Message]:
    """Return the messages that a summary does not hold: all where it is of another branch."""
    for place, message in enumerate(messages):
        if message.id == covers:
            return messages[place + 1 :]
    return messages


def to_summarise(
    messages: Sequence[Message], *, budget_tokens: int, turns: int = TURNS
) -> tuple[Message, ...]:
    """Return the older half of a window that is full; nothing while it is not.

    A window is full when the next turn would push its oldest one out: by the number of turns, or
    because two thirds of the room are taken. Whole turns stay, the newest one always does.

    Args:
        messages: What stands in the window, oldest first, ending with an answer.
        budget_tokens: Room of the window.
        turns: The most turns of the window.
    """
    begins = [place for place, message in enumerate(messages) if message.role is Role.USER]
    sizes = [message_tokens(message.text) for message in messages]
    if len(begins) < 2 or (len(begins) < turns and sum(sizes) * 3 <= budget_tokens * 2):
        return ()
    kept = 1
    while kept < len(begins) // 2 and sum(sizes[begins[-kept - 1] :]) * 2 <= budget_tokens:
        kept += 1
    return tuple(messages[: begins[-kept]])


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
