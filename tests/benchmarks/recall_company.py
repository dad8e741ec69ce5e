"""How many right memories reach the prompt, and in what company; the source of two options.

`MemoryOptions.beside_best` and `small_store_factor` come from here:

    python -m tests.benchmarks.recall_company --facts PATH

PATH is a file with `facts` (`id`, `text`) and `questions` (`text`, `fact`, `also_correct`).
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
from dataclasses import dataclass
from pathlib import Path

from assistant_app.embeddings.e5.embedder import E5Embedder
from assistant_app.memory.options import MemoryOptions
from assistant_app.memory.recalling import BEST_COUNTS_AS
from assistant_app.retrieval.floors import FACT_FLOOR
from tests.memory.builders import House

EVERYTHING = MemoryOptions(budget_tokens=1_000_000, floor=0.0, beside_best=0.0, top_k=10_000)
DRAWS = 10


@dataclass(frozen=True)
class Asked:
    """One question with the relevance of every memory."""

    right: str
    also: frozenset[str]
    relevance: dict[str, float]


def ask_all(path: Path, folder: Path) -> tuple[list[Asked], list[str]]:
    data = json.loads(path.read_text(encoding="utf-8"))
    house = House(folder, E5Embedder(), EVERYTHING)
    outcomes = house.say(*[fact["text"] for fact in data["facts"]])
    ids = {
        fact["id"]: outcome.entry.id
        for fact, outcome in zip(data["facts"], outcomes, strict=True)
        if outcome.entry is not None
    }
    asked = []
    for question in data["questions"]:
        found = house.ask(question["text"])
        hits = (*found.used, *found.profile_hits)
        asked.append(
            Asked(
                ids[question["fact"]],
                frozenset(ids[one] for one in question["also_correct"] if one in ids),
                {hit.id: hit.relevance for hit in hits},
            )
        )
    house.memory.close()
    return asked, list(ids.values())


def measure(
    asked: list[Asked], ids: list[str], size: int, floor: float, share: float
) -> tuple[float, float]:
    """Return the share of right memories kept, and how many are used, in stores of a size."""
    dice = random.Random(1)
    kept = used = rounds = 0
    for one in asked:
        others = [key for key in ids if key != one.right and key not in one.also]
        for _ in range(DRAWS):
            store = [one.right, *dice.sample(others, min(size - 1, len(others)))]
            best = max(one.relevance.get(key, 0.0) for key in store)
            least = max(floor, share * min(best, BEST_COUNTS_AS))
            near = [key for key in store if 0.0 < one.relevance.get(key, 0.0) >= least]
            near = sorted(near, key=lambda key: -one.relevance[key])[:8]
            kept += one.right in near
            used += len(near)
            rounds += 1
    return kept / rounds, used / rounds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--facts", type=Path, required=True)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asked, ids = ask_all(arguments.facts, Path(folder))
    print(f"{'memories':>8} {'floor':>6} {'beside':>6} {'kept':>6} {'used':>6}")
    for size in (3, 8, len(ids)):
        for floor in (0.0, FACT_FLOOR):
            for share in (0.0, 0.2, 0.35, 0.5):
                kept, used = measure(asked, ids, size, floor, share)
                print(f"{size:8} {floor:6.2f} {share:6.2f} {kept:6.3f} {used:6.2f}")


if __name__ == "__main__":
    main()
