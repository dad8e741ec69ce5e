"""What may be learned from a conversation, and when: the write policy. Pure.

Everything that writes from the user's words asks `should_write_memory` first; a temporary chat is
refused here and nowhere else. What was asked for in so many words always counts. The rest is read
when a word signals that there is something, when enough messages have come together, when a
session ends, and before messages leave the window.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from assistant_app.base.text import has_content
from assistant_app.conversation.learning.explicit import explicit_requests
from assistant_app.conversation.learning.forgetting import ForgetRequest, forget_request
from assistant_app.conversation.learning.refusals import holds_nothing
from assistant_app.conversation.learning.sentences import split_sentences
from assistant_app.conversation.learning.signals import has_signal
from assistant_app.conversation.learning.smalltalk import is_small_talk
from assistant_app.conversation.learning.statements import plain_statements
from assistant_app.conversation.learning.told import Told, folded
from assistant_app.conversation.types import Completeness, Message
from assistant_app.llm.port import Role

MESSAGES = 6
"""So many messages of the user that were not read yet are a session worth reading."""
_MOST_READ = 6
"""Messages in one request, the newest ones; what a small model can take in."""
_LEAST_LEFT = 3


class Occasion(StrEnum):
    """Why it is asked now."""

    TURN = "turn"
    SESSION_END = "session_end"
    COMPACTION = "compaction"


class WriteReason(StrEnum):
    """Why something is written, or is not."""

    ASKED = "asked"
    SIGNAL = "signal"
    ENOUGH_MESSAGES = "enough_messages"
    SESSION_END = "session_end"
    COMPACTION = "compaction"
    TEMPORARY = "temporary"
    OFF = "off"
    UNFINISHED = "unfinished"
    NOTHING_SAID = "nothing_said"
    SMALL_TALK = "small_talk"
    NOT_OWN_WORDS = "not_own_words"
    ONLY_QUESTIONS = "only_questions"
    ALREADY_READ = "already_read"
    NOT_YET = "not_yet"


@dataclass(frozen=True, slots=True)
class WriteOptions:
    """What the decision depends on beside the messages.

    Attributes:
        temporary: The conversation is one of which nothing is kept.
        learn: Whether anything may be learned.
        automatic: Whether facts are learned without being asked for.
        occasion: Why it is asked.
        read_up_to: Id of the message up to which all was read already.
        messages: So many unread messages are enough.
        ends_session: The turn is the last one of its session.
    """

    temporary: bool = False
    learn: bool = True
    automatic: bool = True
    occasion: Occasion = Occasion.TURN
    read_up_to: str | None = None
    messages: int = MESSAGES
    ends_session: bool = False


class WriteDecision(NamedTuple):
    """Whether something may be written, and why."""

    write: bool
    reason: WriteReason


@dataclass(frozen=True, slots=True)
class WritePlan:
    """What is to be written.

    Attributes:
        decision: Whether anything is written or forgotten, and why.
        explicit: What the user asked for; saved in every mode, with or without a model.
        forget: What the user wants forgotten.
        statements: Plain statements by rules; saved when no model reads the message.
        unread: Messages that a model is to read, oldest first; empty for none.
        earlier: The user's messages before those, oldest first.
    """

    decision: WriteDecision
    explicit: tuple[Told, ...] = ()
    forget: ForgetRequest | None = None
    statements: tuple[Told, ...] = ()
    unread: tuple[Message, ...] = ()
    earlier: tuple[Message, ...] = ()

    @property
    def allowed(self) -> bool:
        """Whether learning is on here at all; what was said may still be worth nothing."""
        return self.decision.reason not in _NOT_ALLOWED


_NOT_ALLOWED = (WriteReason.TEMPORARY, WriteReason.OFF, WriteReason.UNFINISHED)


def should_write_memory(messages: Sequence[Message], options: WriteOptions) -> WriteDecision:
    """Decide whether something of a conversation is to be written to memory now.

    Args:
        messages: The shown branch, oldest first; after a turn it ends with the answer.
        options: The conditions.
    """
    if options.temporary:
        return WriteDecision(write=False, reason=WriteReason.TEMPORARY)
    if not options.learn:
        return WriteDecision(write=False, reason=WriteReason.OFF)
    said = successful(messages)
    if options.occasion is Occasion.TURN:
        newest = next((m for m in reversed(messages) if m.role is Role.USER), None)
        if newest is None or not _ended_well(messages):
            return WriteDecision(write=False, reason=WriteReason.UNFINISHED)
        if explicit_requests(newest.text, said[:-1]) or forget_request(newest.text):
            return WriteDecision(write=True, reason=WriteReason.ASKED)
    if not options.automatic:
        return WriteDecision(write=False, reason=WriteReason.OFF)
    return _worth_reading(unread_of(said, options.read_up_to), options)


def plan_writing(messages: Sequence[Message], options: WriteOptions, *, model: bool) -> WritePlan:
    """Say what is to be written.

    Args:
        messages: As in `should_write_memory`.
        options: The conditions.
        model: Whether a language model is there to read messages.
    """
    decision = should_write_memory(messages, options)
    said = successful(messages)
    if decision.reason in _NOT_ALLOWED or not said:
        return WritePlan(decision)
    newest, forget = said[-1], None
    explicit: tuple[Told, ...] = ()
    statements: tuple[Told, ...] = ()
    if options.occasion is Occasion.TURN:
        explicit = explicit_requests(newest.text, said[:-1])
        forget = forget_request(newest.text)
        if options.automatic and forget is None:
            found = plain_statements(newest.text)
            statements = tuple(one for one in found if not overlaps(one, explicit))
    unread: tuple[Message, ...] = ()
    if model and options.automatic and decision.write and forget is None:
        unread = _to_read(unread_of(said, options.read_up_to), options.occasion)
    begins = said.index(unread[0]) if unread else len(said) - 1
    return WritePlan(decision, explicit, forget, statements, unread, tuple(said[:begins]))


def overlaps(told: Told, others: Sequence[Told]) -> bool:
    """Whether a statement comes from the same words as another one."""
    words = folded(told.quote)
    return any(
        told.message == other.message
        and (words in folded(other.quote) or folded(other.quote) in words)
        for other in others
    )


def successful(messages: Sequence[Message]) -> tuple[Message, ...]:
    """Return the user's messages that got a whole answer; nothing is learned from others."""
    answered = {
        message.parent
        for message in messages
        if message.role is Role.ASSISTANT and message.completeness is Completeness.COMPLETE
    }
    followed = {
        before.id
        for before, after in pairwise(messages)
        if after.role is Role.ASSISTANT and after.completeness is Completeness.COMPLETE
    }
    users = [message for message in messages if message.role is Role.USER]
    alone = not any(message.role is Role.ASSISTANT for message in messages)
    return tuple(m for m in users if alone or m.id in answered or m.id in followed)


def unread_of(said: Sequence[Message], read_up_to: str | None) -> tuple[Message, ...]:
    """Return the messages after the one up to which all was read."""
    place = next((n for n, message in enumerate(said) if message.id == read_up_to), -1)
    return tuple(said[place + 1 :])


def worth(text: str) -> WriteReason:
    """Say what a message by itself is worth: `SIGNAL` and `NOT_YET` may hold something."""
    if not has_content(text):
        return WriteReason.NOTHING_SAID
    if is_small_talk(text):
        return WriteReason.SMALL_TALK
    if holds_nothing(text):
        return WriteReason.NOT_OWN_WORDS
    asks = all(sentence.question for sentence in split_sentences(text))
    signal = has_signal(text, asks=asks)
    if asks and not signal:
        return WriteReason.ONLY_QUESTIONS
    return WriteReason.SIGNAL if signal else WriteReason.NOT_YET


_MAY_HOLD = (WriteReason.SIGNAL, WriteReason.NOT_YET)


def _worth_reading(unread: Sequence[Message], options: WriteOptions) -> WriteDecision:
    if not unread:
        return WriteDecision(write=False, reason=WriteReason.ALREADY_READ)
    newest = worth(unread[-1].text)
    after_turn = options.occasion is Occasion.TURN
    if after_turn and newest is WriteReason.SIGNAL:
        return WriteDecision(write=True, reason=WriteReason.SIGNAL)
    if not any(worth(message.text) in _MAY_HOLD for message in unread[-_MOST_READ:]):
        return WriteDecision(write=False, reason=newest)
    ends = WriteReason.SESSION_END if after_turn else WriteReason(options.occasion.value)
    if options.ends_session or not after_turn:
        return WriteDecision(write=True, reason=ends)
    enough = len(unread) >= options.messages
    reason = WriteReason.ENOUGH_MESSAGES if enough else WriteReason.NOT_YET
    return WriteDecision(write=enough, reason=reason)


def _to_read(unread: Sequence[Message], occasion: Occasion) -> tuple[Message, ...]:
    """Return the unread messages that may hold more than what was asked for in so many words."""
    recent = unread[-_MOST_READ:]
    chosen = []
    for place, message in enumerate(recent):
        if worth(message.text) not in _MAY_HOLD or forget_request(message.text) is not None:
            continue
        explicit = explicit_requests(message.text, recent[:place])
        if not explicit or _more_than(message.text, explicit):
            chosen.append(message)
    if occasion is Occasion.TURN and unread and unread[-1] not in chosen:
        # What waits is read when there is a reason of its own: an order to remember is none.
        return tuple(chosen) if len(unread) >= MESSAGES else ()
    return tuple(chosen)


def _more_than(text: str, explicit: Sequence[Told]) -> bool:
    rest = text
    for told in explicit:
        if told.message is not None:
            return False  # "remember that": the message points elsewhere and says nothing itself
        rest = rest.replace(told.quote, "")
    return sum(character.isalnum() for character in rest) >= _LEAST_LEFT and not is_small_talk(rest)


def _ended_well(branch: Sequence[Message]) -> bool:
    last = branch[-1]
    return last.role is not Role.ASSISTANT or last.completeness is Completeness.COMPLETE
