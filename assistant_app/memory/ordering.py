"""Brings what is known about found memories (age, use, likeness, fit) to the ranking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING

from assistant_app.base.errors import UserError
from assistant_app.base.text import has_content
from assistant_app.memory.keeper import Keeper
from assistant_app.memory.ranking import ALIKE_RELEVANCE, Alike, Candidate, Weights, rank
from assistant_app.memory.same import core
from assistant_app.memory.types import Entry, Hit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    FloatArray = NDArray[np.float32]

_ALIKE_WORDS = 1 / 3
"""Share of content words that two memories without vectors have in common when they are alike."""
_LONGEST_RECENT = 1000


def ordered(
    hits: Sequence[Hit], keeper: Keeper, weights: Weights, now: datetime, recent: str
) -> list[Hit]:
    """Put found memories in order.

    Args:
        hits: Memories, the greatest score first.
        keeper: Knows uses and vectors.
        weights: How much each signal counts.
        now: For ages.
        recent: The last messages of the conversation; may be empty.
    """
    if not hits:
        return []
    entries = [hit.entry for hit in hits if hit.entry is not None]
    if len(entries) != len(hits):
        raise ValueError("only memories are put in order here")
    alike = _alikeness(keeper, entries)
    fits = [0.0] * len(hits)
    if weights.fit > 0.0 and has_content(recent) and _fit_may_matter(weights, alike, len(hits)):
        fits = _fits(keeper, entries, recent[-_LONGEST_RECENT:])
    access = keeper.store.access
    candidates = [
        Candidate(
            score=hit.score,
            relevance=hit.relevance,
            age=now - max(entry.updated_at, entry.confirmed_at or entry.updated_at),
            count=access[entry.id].count if entry.id in access else 0,
            fit=fit,
        )
        for hit, entry, fit in zip(hits, entries, fits, strict=True)
    ]
    return [
        replace(
            hits[place.index],
            score=place.score,
            reasons=_told(hits[place.index], place.reasons, weights),
        )
        for place in rank(candidates, weights, alike)
    ]


def _told(
    hit: Hit, reasons: MappingProxyType[str, float], weights: Weights
) -> MappingProxyType[str, float]:
    """Add what brought a memory here; in a sum over everything that is all there is to tell."""
    if not reasons:
        return MappingProxyType(dict(hit.reasons))
    return MappingProxyType({**hit.reasons, **reasons} if weights.among_alike else dict(reasons))


def _alikeness(keeper: Keeper, entries: Sequence[Entry]) -> Alike:
    vectors = [keeper.facts.vector_of(entry.id) for entry in entries]
    calibration = keeper.facts.calibration

    def alike(first: int, second: int) -> bool:
        one, other = vectors[first], vectors[second]
        if one is not None and other is not None:
            return calibration.fact(float(one @ other)) >= ALIKE_RELEVANCE
        mine, theirs = (frozenset(core(entries[index].text)) for index in (first, second))
        return len(mine & theirs) >= _ALIKE_WORDS * len(mine | theirs) > 0

    return alike


def _fit_may_matter(weights: Weights, alike: Alike, count: int) -> bool:
    """Whether it is worth embedding the conversation; without like memories it changes nothing."""
    return not weights.among_alike or any(
        alike(first, second) for first in range(count) for second in range(first + 1, count)
    )


def _fits(keeper: Keeper, entries: Sequence[Entry], recent: str) -> list[float]:
    """How relevant each memory is to the conversation: by meaning, or by words that occur in it."""
    vector: FloatArray | None
    try:
        vector = keeper.book.query(recent)
    except UserError:  # a model that cannot be asked: words decide
        vector = None
    said = frozenset(core(recent))
    fits = []
    for entry in entries:
        own = keeper.facts.vector_of(entry.id)
        if vector is not None and own is not None and own.shape == vector.shape:
            fits.append(keeper.facts.calibration.question(float(own @ vector)))
        else:
            words = frozenset(core(entry.text))
            fits.append(len(words & said) / len(words) if words else 0.0)
    return fits
