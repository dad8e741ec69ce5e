"""One sentence, one memory: facts from the model and from the rules are not both kept. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from assistant_app.conversation.learning.policy import overlaps
from assistant_app.conversation.learning.saving import FinishedTurn, Saving
from assistant_app.conversation.learning.told import Told, folded
from assistant_app.conversation.tools.asked import says_the_same as is_about_the_same
from assistant_app.conversation.types import ForgetStatus
from assistant_app.memory.same import core

_SAME_WORDS = 0.8
_ABOUT_ONESELF = frozenset(
    core(
        "I my me mine we our us myself am have he she it they his her their and "
        "我 我们 的 他 她 它 们"
    )
)
"""A model may speak of the user in the third person, and join two sentences."""
_SETTLED = frozenset({"saved", "updated", "duplicate"})


def merged(
    facts: Sequence[Told], statements: Sequence[Told], explicit: Sequence[Told]
) -> tuple[Told, ...]:
    """Return what is left to be saved beside what was asked for.

    A fact of the model stands for the statement whose words it quotes, when the facts of that
    statement are certain, cover at least half of it, and say all that it says: a model that makes
    "Anna" of "my sister Anna" has lost what matters. Else the statement is kept as it was said.
    A statement that the model passed over is kept.

    Args:
        facts: From the model.
        statements: By rules.
        explicit: Asked for in so many words, and saved already.
    """
    left = [fact for fact in facts if not overlaps(fact, explicit)]
    kept: list[Told] = []
    for statement in statements:
        about = [fact for fact in left if overlaps(fact, (statement,))]
        certain = [fact for fact in about if not fact.doubts]
        covered = sum(min(len(fact.quote), len(statement.quote)) for fact in certain)
        if covered * 2 < len(statement.quote) or _loses_words(certain, statement):
            left = [fact for fact in left if fact not in about]
            kept.append(statement)
        else:
            left = [fact for fact in left if fact in certain or fact not in about]
    return (*kept, *left)


def _loses_words(facts: Sequence[Told], statement: Told) -> bool:
    said = frozenset(word for fact in facts for word in core(fact.text))
    return not frozenset(core(statement.text)) - _ABOUT_ONESELF <= said


def not_known_here(facts: Sequence[Told], turn: FinishedTurn, saving: Saving) -> tuple[Told, ...]:
    """Return the facts that nothing else has made of the same words already.

    A tool of this turn may have saved the same, and a message that is read late may have been
    learned from when it was written.

    Args:
        facts: What was found.
        turn: The turn, with what its tools have saved.
        saving: Knows the message that each fact comes from.
    """
    kept = []
    for fact in facts:
        learned = [item.text for item in saving.said(fact).learned]
        known = any(
            folded(fact.quote) in folded(text) or says_the_same(fact.text, text) for text in learned
        )
        by_tool = any(is_about_the_same(fact.text, item.text) for item in turn.changed)
        if not known and not by_tool:
            kept.append(fact)
    return tuple(kept)


def forgotten_by_tools(turn: FinishedTurn) -> bool:
    """Whether a tool has carried out already what the user wanted forgotten."""
    return any(item.status == ForgetStatus.FORGOTTEN for item in turn.changed)


def not_settled_by_tools(facts: Sequence[Told], turn: FinishedTurn) -> tuple[Told, ...]:
    """Return what the user asked for that no tool has saved; what one only proposed is saved."""
    settled = [item.text for item in turn.changed if item.status in _SETTLED]
    return tuple(
        fact for fact in facts if not any(is_about_the_same(fact.text, text) for text in settled)
    )


def says_the_same(first: str, second: str) -> bool:
    """Whether two wordings share nearly all of their content words."""
    mine, theirs = frozenset(core(first)), frozenset(core(second))
    if not mine or not theirs:
        return False
    return len(mine & theirs) >= _SAME_WORDS * max(len(mine), len(theirs))
