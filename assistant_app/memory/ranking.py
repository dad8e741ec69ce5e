"""Puts what a question found in order: relevance, recency, use, and fit with the conversation.

Two ways. A weighted sum of the four over everything found is what is often published (40/30/20/10,
a decay of 24 hours, a count of ten for full use); it buries the right memory of last year under
what was said today (`tests/benchmarks/ranking.py` has the figures). The measured way lets relevance
decide, and the other three only among memories that say nearly the same and answer nearly as well:
"I run on Tuesdays" and "I run on Thursdays". They change places; everything else stays where it is.

All functions are pure; ages come in from outside.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from types import MappingProxyType

RELEVANCE, RECENCY, USE, FIT = "relevance", "recency", "use", "fit"
_DAY = timedelta(days=1)
_FEW_USES = 2


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each signal counts.

    Attributes:
        relevance, recency, use, fit: In a sum over everything only their proportions count. Among
            like memories relevance is the score itself, and the others are what each of them adds
            to it at most.
        decay: After this time recency has fallen to 37 %, in a sum over everything.
        full_use: So many uses are full use, in a sum over everything.
        among_alike: Only memories that say nearly the same change places.
        band: How far behind in score a memory may lie and still change places.
    """

    relevance: float
    recency: float
    use: float
    fit: float
    decay: timedelta = timedelta(hours=24)
    full_use: int = 10
    among_alike: bool = False
    band: float = 0.12


PUBLISHED = Weights(relevance=0.4, recency=0.3, use=0.2, fit=0.1)
MEASURED = Weights(relevance=1.0, recency=0.06, use=0.1, fit=0.3, among_alike=True)
ALIKE_RELEVANCE = 0.5
"""From this fact-to-fact relevance on, two memories say nearly the same. At 0.4 chance ages and
counts cost one right answer in two hundred on the evaluation set, at 0.5 none."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """What is known about one memory that was found.

    Attributes:
        score: By which the search put it in order.
        relevance: 0 to 1.
        age: Since it was said, confirmed or changed last; a negative one counts as none.
        count: How often it was used.
        fit: Its relevance to the recent conversation, 0 to 1.
    """

    score: float
    relevance: float
    age: timedelta
    count: int
    fit: float = 0.0


@dataclass(frozen=True, slots=True)
class Place:
    """Which candidate stands at a place.

    Attributes:
        index: Of the candidate, in the order given.
        score: By which it stands here.
        reasons: What beside the search brought it here, by signal.
    """

    index: int
    score: float
    reasons: MappingProxyType[str, float]


Alike = Callable[[int, int], bool]
_NO_REASONS: MappingProxyType[str, float] = MappingProxyType({})


def recency(age: timedelta, decay: timedelta) -> float:
    """Return how recent something is: 1 now, 0.37 after `decay`, towards 0."""
    return math.exp(-max(age, timedelta(0)) / decay)


def use(count: int, full: int) -> float:
    """Return how used something is, 0 to 1."""
    return min(1.0, max(0, count) / max(1, full))


def combined(candidate: Candidate, weights: Weights) -> dict[str, float]:
    """Return the parts of the weighted sum, by signal; together at most 1."""
    total = weights.relevance + weights.recency + weights.use + weights.fit or 1.0
    return {
        RELEVANCE: weights.relevance * candidate.relevance / total,
        RECENCY: weights.recency * recency(candidate.age, weights.decay) / total,
        USE: weights.use * use(candidate.count, weights.full_use) / total,
        FIT: weights.fit * candidate.fit / total,
    }


def rank(candidates: Sequence[Candidate], weights: Weights, alike: Alike) -> list[Place]:
    """Put candidates in order.

    Args:
        candidates: The greatest score first.
        weights: How much each signal counts.
        alike: Whether two of them, by index, say nearly the same.

    Returns:
        Every candidate once, the greatest score first.
    """
    return (
        _among_alike(candidates, weights, alike)
        if weights.among_alike
        else _sum(candidates, weights)
    )


def _sum(candidates: Sequence[Candidate], weights: Weights) -> list[Place]:
    places = []
    for index, candidate in enumerate(candidates):
        parts = combined(candidate, weights)
        reasons = {name: value for name, value in parts.items() if value > 0.0}
        places.append(Place(index, sum(parts.values()), MappingProxyType(reasons)))
    return sorted(places, key=lambda place: (-place.score, place.index))


def _among_alike(candidates: Sequence[Candidate], weights: Weights, alike: Alike) -> list[Place]:
    places = [Place(index, one.score, _NO_REASONS) for index, one in enumerate(candidates)]
    taken: set[int] = set()
    for first, leader in enumerate(candidates):
        if first in taken:
            continue
        group = [first]
        for index in range(first + 1, len(candidates)):
            if leader.score - candidates[index].score > weights.band:
                break
            if index not in taken and alike(first, index):
                group.append(index)
        taken.update(group)
        if len(group) > 1:
            _change_places(places, group, candidates, weights)
    return places


def _change_places(
    places: list[Place], group: list[int], candidates: Sequence[Candidate], weights: Weights
) -> None:
    """Give the places of a group to its members by score and bonus; the scores stay in place."""
    bonuses = _bonuses([candidates[index] for index in group], weights)
    order = sorted(
        range(len(group)),
        key=lambda n: (-candidates[group[n]].score - sum(bonuses[n].values()), group[n]),
    )
    for slot, n in zip(group, order, strict=True):
        index = group[n]
        gained = candidates[slot].score - candidates[index].score
        reasons = _NO_REASONS
        if index > slot:
            why = max(bonuses[n], key=bonuses[n].__getitem__)
            reasons = MappingProxyType({why: gained})
        places[slot] = Place(index, candidates[slot].score, reasons)


def _bonuses(members: Sequence[Candidate], weights: Weights) -> list[dict[str, float]]:
    """Compare the members of a group with one another: the newest, most used, best fitting."""
    ages = [max(one.age, timedelta(0)) + _DAY for one in members]
    newest, most = min(ages), max(one.count for one in members)
    return [
        {
            RECENCY: weights.recency * (newest / age),
            USE: weights.use * max(0, one.count) / (max(0, most) + _FEW_USES),
            FIT: weights.fit * one.fit,
        }
        for one, age in zip(members, ages, strict=True)
    ]
