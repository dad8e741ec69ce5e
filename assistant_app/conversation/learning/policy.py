"""What may be learned from a turn, and how: the write policy. Pure.

This is its first version: what was asked for in so many words always counts, the rest is read by
the model or, without one, by rules. Later rules (how often, from how many messages, what kinds)
belong here: everything that writes from a turn asks `should_write_memory` first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from assistant_app.base.text import has_content
from assistant_app.conversation.learning.explicit import explicit_requests
from assistant_app.conversation.learning.patterns import one_of
from assistant_app.conversation.learning.refusals import holds_nothing
from assistant_app.conversation.learning.sentences import split_sentences
from assistant_app.conversation.learning.statements import plain_statements
from assistant_app.conversation.learning.told import Told, folded
from assistant_app.conversation.types import Completeness, Message
from assistant_app.llm.port import Role

MESSAGES = 6
"""How many of the user's messages are looked at: the newest one, and what it may point back to."""


_MINE = one_of(
    r"""
    my; our; mine; ours; i'?m; i am; i've; i have; i was; we're; we are; we have; mein\w*; unser\w*
    ich; wir; mis?; nuestr\w+; soy; tengo; mon; ma; mes; notre; nos; je; j'
    """
)
_PERSONAL = re.compile(rf"(?i)\b{_MINE}\b|我|咱")
_OTHER_SCRIPT = re.compile("[\u0370-\u1fff\u3040-\u30ff\uac00-\ud7af]")


@dataclass(frozen=True, slots=True)
class WritePlan:
    """What a turn may write.

    Attributes:
        allowed: Whether anything is learned at all.
        explicit: What the user asked for; saved in every mode, with or without a model.
        statements: Plain statements by rules; saved when no model reads the message.
        extract: Whether the model is asked for facts.
        earlier: The user's messages before the newest one, oldest first.
    """

    allowed: bool
    explicit: tuple[Told, ...] = ()
    statements: tuple[Told, ...] = ()
    extract: bool = False
    earlier: tuple[Message, ...] = ()


def should_write_memory(
    branch: Sequence[Message],
    *,
    temporary: bool,
    learn: bool,
    automatic: bool,
    model: bool,
) -> WritePlan:
    """Decide what a finished turn may write.

    Args:
        branch: The shown branch, ending with the user's message and its answer.
        temporary: Nothing is ever learned in a temporary chat.
        learn: Whether anything may be learned from this turn.
        automatic: Whether facts are learned without being asked for.
        model: Whether a language model is there to read the message.
    """
    said = [message for message in branch if message.role is Role.USER][-MESSAGES:]
    if temporary or not learn or not said or not _ended_well(branch):
        return WritePlan(allowed=False)
    newest, earlier = said[-1], tuple(said[:-1])
    if not has_content(newest.text):
        return WritePlan(allowed=True)
    explicit = explicit_requests(newest.text, earlier)
    statements = plain_statements(newest.text) if automatic else ()
    statements = tuple(one for one in statements if not overlaps(one, explicit))
    return WritePlan(
        allowed=True,
        explicit=explicit,
        statements=statements,
        extract=automatic and model and _worth_reading(newest.text, explicit),
        earlier=earlier,
    )


def overlaps(told: Told, others: Sequence[Told]) -> bool:
    """Whether a statement comes from the same words as another one."""
    words = folded(told.quote)
    return any(
        told.message == other.message
        and (words in folded(other.quote) or folded(other.quote) in words)
        for other in others
    )


def _ended_well(branch: Sequence[Message]) -> bool:
    last = branch[-1]
    return last.role is not Role.ASSISTANT or last.completeness is Completeness.COMPLETE


def _worth_reading(text: str, explicit: Sequence[Told]) -> bool:
    """Whether the message holds more than what was asked for and is the user's own word.

    A bare question that says nothing about the user is not worth a second request.
    """
    if holds_nothing(text):
        return False
    questions = all(sentence.question for sentence in split_sentences(text))
    if questions and not _PERSONAL.search(text) and not _OTHER_SCRIPT.search(text):
        return False
    rest = text
    for told in explicit:
        if told.message is not None:
            return False  # "remember that": the message points elsewhere and says nothing itself
        rest = rest.replace(told.quote, "")
    return sum(character.isalnum() for character in rest) >= 3
