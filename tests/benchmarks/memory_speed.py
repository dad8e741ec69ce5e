"""How long the façade takes with many memories, beside simple things of the same size.

python -m tests.benchmarks.memory_speed [--memories 50000]
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from assistant_app.base.clock import IdFactory
from assistant_app.memory.search import SnapshotSearch
from assistant_app.memory.types import Entry
from tests.memory.builders import START, USER, House

WORDS = (
    "sister brother lives works garden bees piano river winter summer Porto Lyon Anna Tom coffee "
    "tea music nurse teacher blue green car boat house city book old new small large likes keeps"
)


@contextmanager
def timed(name: str) -> Iterator[None]:
    start = time.perf_counter()
    yield
    print(f"{name:34} {(time.perf_counter() - start) * 1000:10.2f} ms")


def best(name: str, act: Callable[[], object], times: int = 5) -> None:
    took = []
    for _ in range(times):
        start = time.perf_counter()
        act()
        took.append(time.perf_counter() - start)
    print(f"{name:34} {min(took) * 1000:10.2f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=50_000)
    count = parser.parse_args().memories
    dice = random.Random(2)
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder))
        ids = IdFactory(house.clock)
        entries = [
            Entry(ids(), f"My {' '.join(dice.choices(WORDS.split(), k=9))} {n}", START, START)
            for n in range(count)
        ]
        for start in range(0, count, 2000):
            house.memory._keeper.store.commit(USER, entries[start : start + 2000])
        house.memory._keeper.store.compact()
        with timed("open store and indexes"):
            house.reopen()
        with timed("snapshot after a change"):
            snapshot = house.memory.snapshot()
        search = SnapshotSearch()
        with timed("first letter after a change"):
            search.search(snapshot, "porto")
        folded = [entry.text.casefold() for entry in snapshot.entries]
        best("  walk over all texts", lambda: [n for n, t in enumerate(folded) if "porto" in t])
        for typed in ("p", "porto", "porto lyon anna", "17 tom", "zzz"):
            best(f"search {typed!r}", lambda typed=typed: search.search(snapshot, typed))
        best("recall by words", lambda: house.ask("Where does my sister Anna live?"))
        best("recall everything", lambda: house.ask("What do you know about me?"))
        numbers = iter(range(100))
        best("remember", lambda: house.say(f"My uncle number {next(numbers)} collects maps"))
        best("related", lambda: house.memory.related(entries[5].id), 2)
        best("stats", house.memory.stats, 2)


if __name__ == "__main__":
    main()
