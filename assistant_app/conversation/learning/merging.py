"""One sentence, one memory: facts from the model and from the rules are not both kept. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from assistant_app.conversation.learning.policy import overlaps
from assistant_app.conversation.learning.told import Told


def merged(
    facts: Sequence[Told], statements: Sequence[Told], explicit: Sequence[Told]
) -> tuple[Told, ...]:
    """Return what is left to be saved beside what was asked for.

    A fact of the model stands for the statement whose words it quotes, when the facts of that
    statement cover at least half of it; else the statement is kept as it was said. A statement
    that the model passed over is kept.

    Args:
        facts: From the model.
        statements: By rules.
        explicit: Asked for in so many words, and saved already.
    """
    left = [fact for fact in facts if not overlaps(fact, explicit)]
    kept: list[Told] = []
    for statement in statements:
        about = [fact for fact in left if overlaps(fact, (statement,))]
        covered = sum(min(len(fact.quote), len(statement.quote)) for fact in about)
        if covered * 2 < len(statement.quote):
            left = [fact for fact in left if fact not in about]
            kept.append(statement)
    return (*kept, *left)
