"""What age and use may add to relevance: does the newer or often used one come first, and nothing
else fall behind?

    python -m tests.benchmarks.ranking [--facts PATH] [--cache DIR]

`alike`: pairs of like statements in five languages (`ranking/alike.json`), of which age, use or the
recent conversation tell the right one; `kept` are pairs where relevance must decide although the
other one is newer and used more. All facts lie in one store. `random`: the questions of an
evaluation set of facts when ages and counts are drawn by chance: nothing may get worse.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assistant_app.embeddings.port import Purpose
from assistant_app.memory.ranking import (
    ALIKE_RELEVANCE,
    MEASURED,
    PUBLISHED,
    Candidate,
    Weights,
    rank,
)
from assistant_app.retrieval.facts import FactIndex
from tests.benchmarks.embedding_cache import CachedEmbedding
from tests.benchmarks.evaluation_sets import read_facts
from tests.benchmarks.retrieval_quality import measured_calibration

FloatArray = NDArray[np.float32]
ALIKE = Path(__file__).parent / "ranking" / "alike.json"
_TOP = 24
_DRAWS = 20
RELEVANCE_ALONE = Weights(1.0, 0.0, 0.0, 0.0, among_alike=True)
EQUAL = Weights(1.0, 1.0, 1.0, 1.0, timedelta(days=30))
WAYS = {
    "relevance alone": RELEVANCE_ALONE,
    "measured (default)": MEASURED,
    "published 40/30/20/10": PUBLISHED,
    "equal weights, 30 d": EQUAL,
}
_NEW, _OLD = timedelta(days=5), timedelta(days=200)


@dataclass(frozen=True, slots=True)
class Case:
    """A question, the fact that answers it, and what would answer it too."""

    text: str
    right: str
    kind: str
    others: frozenset[str] = frozenset()
    recent: str = ""


@dataclass(frozen=True, slots=True)
class World:
    """Facts in one index, their vectors, and the questions with theirs."""

    index: FactIndex
    keys: tuple[str, ...]
    cases: tuple[Case, ...]
    asked: FloatArray
    recent: FloatArray


Life = dict[str, tuple[timedelta, int]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--facts", type=Path, help="an evaluation set of facts and questions")
    parser.add_argument("--cache", type=Path, help="folder for vectors between runs")
    chosen = parser.parse_args(arguments)
    from assistant_app.embeddings.e5.embedder import E5Embedder

    embedding = CachedEmbedding(E5Embedder(), chosen.cache)
    ours = alike_world(embedding)
    print("alike pairs, right one first   newer   used    fit   kept")
    for name, weights in WAYS.items():
        shares = alike_shares(ours, weights)
        print(f"  {name:26} " + " ".join(f"{shares[k]:6.3f}" for k in _KINDS))
    if chosen.facts:
        world = facts_world(chosen.facts, embedding)
        print("\nages and counts by chance    hit@1   hit@5     MRR")
        for name, weights in WAYS.items():
            one, five, mrr = random_figures(world, weights)
            print(f"  {name:26} {one:6.3f}  {five:6.3f}  {mrr:6.4f}")
    return 0


_KINDS = ("newer", "used", "fit", "kept")


def alike_world(embedding: CachedEmbedding) -> World:
    """Put every pair into one store."""
    pairs = json.loads(ALIKE.read_text("utf-8"))["pairs"]
    facts = {}
    cases = []
    for number, pair in enumerate(pairs):
        facts |= {f"{number:02}r": pair["right"], f"{number:02}o": pair["other"]}
        case = Case(pair["question"], f"{number:02}r", pair["kind"], recent=pair.get("recent", ""))
        cases.append(case)
    return _world(facts, cases, embedding)


def facts_world(path: Path, embedding: CachedEmbedding) -> World:
    """Put the facts of an evaluation set into a store."""
    facts, questions = read_facts(path)
    cases = [Case(one.text, one.fact, one.kind, one.also_correct) for one in questions]
    return _world(facts, cases, embedding)


def alike_shares(world: World, weights: Weights) -> dict[str, float]:
    """Return by kind how often the right one of a pair comes before the other."""
    first: dict[str, list[bool]] = {kind: [] for kind in _KINDS}
    for number, case in enumerate(world.cases):
        other = case.right[:-1] + "o"
        order = ranked(world, number, _life_of(case.kind, case.right, other), weights)
        place = {key: at for at, key in enumerate(order)}
        first[case.kind].append(place.get(case.right, _TOP) < place.get(other, _TOP))
    return {kind: statistics.fmean(map(float, hits)) for kind, hits in first.items()}


def random_figures(world: World, weights: Weights) -> tuple[float, float, float]:
    """Return hit@1, hit@5 and MRR over many draws of ages (to two years) and counts (to 30)."""
    ranks: list[int] = []
    for draw in range(_DRAWS):
        chance = random.Random(draw)
        life = {
            key: (timedelta(days=730 * chance.random() ** 2), int(30 * chance.random() ** 3))
            for key in world.keys
        }
        for number, case in enumerate(world.cases):
            order = [key for key in ranked(world, number, life, weights) if key not in case.others]
            ranks.append(order.index(case.right) + 1 if case.right in order else len(world.keys))
    return (
        statistics.fmean(float(one <= 1) for one in ranks),
        statistics.fmean(float(one <= 5) for one in ranks),
        statistics.fmean(1 / one for one in ranks),
    )


def ranked(world: World, number: int, life: Life, weights: Weights) -> list[str]:
    """Return the keys that a question brings, best first."""
    case, recent = world.cases[number], world.recent[number]
    hits = world.index.search(case.text, world.asked[number], _TOP, floor=-1.0)
    rows = [world.index.vector_of(hit.key) for hit in hits]
    vectors = np.stack([row for row in rows if row is not None])
    calibration = world.index.calibration
    fits = [calibration.question(float(row @ recent)) if case.recent else 0.0 for row in vectors]
    candidates = [
        Candidate(hit.score, hit.relevance, *life.get(hit.key, (_OLD, 0)), fit)
        for hit, fit in zip(hits, fits, strict=True)
    ]
    close = vectors @ vectors.T
    return [
        hits[place.index].key
        for place in rank(
            candidates,
            weights,
            lambda a, b: calibration.fact(float(close[a, b])) >= ALIKE_RELEVANCE,
        )
    ]


def _life_of(kind: str, right: str, other: str) -> Life:
    lives = {
        "newer": {right: (_NEW, 1), other: (_OLD, 1)},
        "used": {right: (_OLD, 9), other: (_OLD, 0)},
        "fit": {right: (_OLD, 1), other: (_OLD, 1)},
        "kept": {right: (_OLD, 0), other: (_NEW, 20)},
    }
    return lives[kind]


def _world(facts: dict[str, str], cases: Sequence[Case], embedding: CachedEmbedding) -> World:
    index = FactIndex(measured_calibration(embedding))
    vectors = embedding.documents(list(facts.values()), Purpose.FACT)
    for (key, text), vector in zip(facts.items(), vectors, strict=True):
        index.put(key, text, vector)
    asked = embedding.queries([case.text for case in cases])
    recent = embedding.queries([case.recent or case.text for case in cases])
    return World(index, tuple(facts), tuple(cases), asked, recent)


if __name__ == "__main__":
    sys.exit(main())
