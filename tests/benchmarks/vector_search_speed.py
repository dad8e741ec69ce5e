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

import numpy as np  # noqa: E402 - BLAS reads the number of threads when it is loaded
from numpy.typing import NDArray  # noqa: E402

from assistant_app.retrieval.facts import FactIndex  # noqa: E402
from assistant_app.retrieval.vectors import FlatVectorIndex, row_products  # noqa: E402

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
    print("   rows   bare ms  search ms  ratio  filtered ms  ratio  neighbours ms  ratio")
    for rows in chosen.rows:
        bare, *others = measure(rows, chosen.repeats)
        columns = "  ".join(f"{value:9.3f}  {value / bare:5.2f}" for value in others)
        print(f"{rows:7}  {bare:8.3f}  {columns}")
    return 0


def measure(rows: int, repeats: int) -> list[float]:
    """Return median milliseconds: bare, search, search with filter, neighbours with filter."""
    random = np.random.default_rng(7)
    matrix = random.standard_normal((rows, _DIMENSION), np.float32)
    matrix /= np.linalg.norm(matrix, axis=1, keepdims=True)
    index, facts = FlatVectorIndex(), FactIndex()
    for number, row in enumerate(matrix):
        label = "global" if number % 2 else "work"
        index.put(f"{number:026}", row, label)
        facts.put(f"{number:026}", "", row, label)
    queries = random.standard_normal((repeats, _DIMENSION), np.float32)

    def bare(query: FloatArray) -> object:
        scores = row_products(matrix, query)
        return np.argpartition(scores, scores.size - _K)[-_K:]

    def passes(label: Hashable) -> bool:
        return label == "global"

    sides: list[Callable[[FloatArray], object]] = [
        bare,
        lambda query: index.search(query, _K),
        lambda query: index.search(query, _K, passes),
        lambda query: facts.neighbours(query, _K, passes),
    ]
    return _medians(sides, queries)


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
