"""What the vector index costs above the bare product that it rests on.

    python -m tests.benchmarks.vector_search_speed [--rows 10000 100000] [--repeats 60]

Both sides search the same matrix in turn, in one run, with one BLAS thread. The index searches
with a filter that half of the rows pass, and checks keys, ties and dimensions as in the program.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable, Hashable, Sequence

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

from assistant_app.retrieval.facts import FactIndex
from assistant_app.retrieval.vectors import FlatVectorIndex, row_products

FloatArray = NDArray[np.float32]
_DIMENSION = 384
_K = 10


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--repeats", type=int, default=60)
    chosen = parser.parse_args(arguments)
    print("   rows   bare ms   search  filtered  neighbours   (the last three: times bare)")
    for rows in chosen.rows:
        bare, search, filtered, neighbours = measure(rows, chosen.repeats)
        print(f"{rows:7}  {bare:8.3f}  {search:7.2f}  {filtered:8.2f}  {neighbours:10.2f}")
    return 0


def measure(rows: int, repeats: int) -> list[float]:
    """Return the ratios to the bare product: search, with filter, neighbours with filter.

    The first number is the median of the bare product in milliseconds.
    """
    random = np.random.default_rng(7)
    index, facts = FlatVectorIndex(), FactIndex()
    for number in range(rows):
        label = "global" if number % 2 else "work"
        vector = random.standard_normal(_DIMENSION, np.float32)
        index.put(f"{number:026}", vector, label)
        facts.put(f"{number:026}", "", vector, label)
    queries = random.standard_normal((repeats, _DIMENSION), np.float32)
    alone = _medians(
        [
            _bare(index.snapshot().matrix),
            lambda query: index.search(query, _K),
            lambda query: index.search(query, _K, _passes),
        ],
        queries,
    )
    # Each index has a matrix of its own; together they would push each other out of the cache.
    near = _medians(
        [
            _bare(facts.snapshot().vectors.matrix),
            lambda query: facts.neighbours(query, _K, _passes, floor=0.0),
        ],
        queries,
    )
    return [alone[0], alone[1] / alone[0], alone[2] / alone[0], near[1] / near[0]]


def _bare(matrix: FloatArray | None) -> Callable[[FloatArray], object]:
    assert matrix is not None

    def product(query: FloatArray) -> object:
        scores = row_products(matrix, query)
        return np.argpartition(scores, scores.size - _K)[-_K:]

    return product


def _passes(label: Hashable) -> bool:
    return label == "global"


def _medians(sides: Sequence[Callable[[FloatArray], object]], queries: FloatArray) -> list[float]:
    taken: list[list[float]] = [[] for _ in sides]
    for number, query in enumerate(queries):
        # The order turns, so that no side always finds the cache warmed by the same other one.
        for turn in range(len(sides)):
            at = (number + turn) % len(sides)
            start = time.perf_counter()
            sides[at](query)
            taken[at].append((time.perf_counter() - start) * 1000)
    return [statistics.median(times) for times in taken]


if __name__ == "__main__":
    sys.exit(main())
