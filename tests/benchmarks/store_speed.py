"""Speed of the store as ratios within one run; a loaded machine moves both sides of a ratio.

Run `python -m tests.benchmarks.store_speed` from the root of the checkout. It prints:

- a commit against a bare append + fsync of the same bytes, at 1,000 and 100,000 memories;
- opening a store of 10,000 memories, and reading its snapshot, against `json.loads` of its bytes;
- the longest time for which another thread could not run meanwhile, in milliseconds, beside
  the same with no work, with pure Python work, and with `json.loads` of the whole file.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from assistant_app.base.clock import IdFactory
from assistant_app.base.paths import DataFolder
from assistant_app.memory.store.journal import encode_line
from assistant_app.memory.store.snapshot import read_snapshot
from assistant_app.memory.store.store import MemoryStore
from assistant_app.memory.types import Cause, CauseKind, Entry, Origin, OriginKind

_WORDS = [
    *("Anna", "lives", "in", "Porto", "sister", "nuts", "tea", "coffee", "works", "office"),
    *("train", "Monday", "holiday", "likes", "running", "茶", "妹妹", "住在", "波尔图", "garden"),
    *("piano", "Berlin", "doctor", "allergy", "birthday", "April", "invoice", "the", "at"),
]
_CAUSE = Cause(CauseKind.LEARNED, conversation="c" * 26, message="m" * 26)
_NOW = datetime(2026, 1, 31, 9, 5, tzinfo=UTC)


def make_entries(count: int) -> list[Entry]:
    """Return entries of a usual size (about 600 bytes of JSON)."""
    chance, ids = random.Random(7), IdFactory()
    return [
        Entry(
            id=ids(),
            text=" ".join(chance.choices(_WORDS, k=14)),
            created_at=_NOW,
            updated_at=_NOW,
            category="people",
            tags=tuple(chance.choices(_WORDS, k=4)),
            origin=Origin(
                OriginKind.AUTOMATIC, "c" * 26, "m" * 26, " ".join(chance.choices(_WORDS, k=16))
            ),
        )
        for _ in range(count)
    ]


def filled(root: Path, entries: list[Entry]) -> MemoryStore:
    """Return an open store that holds some entries in its snapshot."""
    store = MemoryStore(DataFolder(root))
    store.open()
    store.commit(_CAUSE, entries)
    store.compact()
    return store


def commit_against_append(store: MemoryStore, root: Path, rounds: int) -> tuple[float, float]:
    """Return median seconds of a commit and of a bare append + fsync, taken in turns."""
    commits, appends = [], []
    descriptor = os.open(root / "bare", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    try:
        for entry in make_entries(rounds):
            started = time.perf_counter()
            changes = store.commit(_CAUSE, [entry])
            commits.append(time.perf_counter() - started)
            line = encode_line(changes)
            started = time.perf_counter()
            os.write(descriptor, line)
            os.fsync(descriptor)
            appends.append(time.perf_counter() - started)
    finally:
        os.close(descriptor)
    return statistics.median(commits), statistics.median(appends)


def best_of(rounds: int, work: Callable[[], object]) -> float:
    """Return the shortest of some runs in seconds."""
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return min(times)


def longest_wait(work: Callable[[], object], rounds: int = 5) -> tuple[float, float]:
    """Return the longest wait of another thread while work runs: best and median of some runs.

    The best of the runs is the least disturbed by other programs.
    """
    waits = [_one_wait(work) for _ in range(rounds)]
    return min(waits), statistics.median(waits)


def _one_wait(work: Callable[[], object]) -> float:
    """Sleep for a millisecond again and again beside the work; return the longest delay."""
    worst, done = 0.0, threading.Event()

    def tick() -> None:
        nonlocal worst
        while not done.is_set():
            started = time.perf_counter()
            time.sleep(0.001)
            worst = max(worst, time.perf_counter() - started - 0.001)

    ticker = threading.Thread(target=tick)
    ticker.start()
    time.sleep(0.02)
    work()
    done.set()
    ticker.join()
    return worst


def _spin() -> None:
    end = time.perf_counter() + 0.2
    while time.perf_counter() < end:
        sum(range(100))


def report_commits(root: Path, counts: list[int], rounds: int) -> None:
    """Print the ratio of commit and append for each size."""
    for count in counts:
        store = filled(root / f"commit-{count}", make_entries(count))
        commit, append = commit_against_append(store, root, rounds)
        store.close()
        print(
            f"commit at {count:>7,}: {commit * 1e3:.3f} ms, bare append + fsync "
            f"{append * 1e3:.3f} ms, ratio {commit / append:.2f} (limit 3)"
        )


def report_loading(root: Path, count: int) -> None:
    """Print the ratio of loading and `json.loads`, and the waits of another thread."""
    place = root / f"load-{count}"
    filled(place, make_entries(count)).close()
    path = DataFolder(place).memories
    data = path.read_bytes()

    def start() -> None:
        MemoryStore(DataFolder(place)).open()

    loads = best_of(7, lambda: json.loads(data))
    snapshot = best_of(7, lambda: read_snapshot(lambda: path.open("rb")))
    opening = best_of(7, start)
    print(
        f"load of {count:,} ({len(data) / 1e6:.1f} MB): json.loads {loads * 1e3:.1f} ms, snapshot "
        f"{snapshot * 1e3:.1f} ms ({snapshot / loads:.2f} x), whole start {opening * 1e3:.1f} ms "
        f"({opening / loads:.2f} x; limit 4)"
    )
    store = MemoryStore(DataFolder(place))
    store.open()
    imports = iter([make_entries(1000) for _ in range(5)])
    works: dict[str, Callable[[], object]] = {
        "nothing (sleep)": lambda: time.sleep(0.2),
        "pure Python": _spin,
        "json.loads of the file": lambda: json.loads(data),
        "start of the store": start,
        "snapshot": store.compact,
        "import in one change set": lambda: store.commit(_CAUSE, next(imports)),
    }
    for name, work in works.items():
        best, median = longest_wait(work)
        print(
            f"longest wait of another thread, {name}: best {best * 1e3:.1f} ms, "
            f"median {median * 1e3:.1f} ms (switch interval {sys.getswitchinterval() * 1e3:.0f})"
        )


def main() -> None:
    """Run the whole benchmark."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commits", type=int, default=400, help="commits measured at each size")
    parser.add_argument("--load", type=int, default=10_000, help="memories that are loaded")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="keepsake-bench-") as folder:
        report_commits(Path(folder), [1_000, 100_000], arguments.commits)
        report_loading(Path(folder), arguments.load)


if __name__ == "__main__":
    main()
