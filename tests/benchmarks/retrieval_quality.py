"""How often the right fact and the right round are found, through the real indexes and embedder.

    python -m tests.benchmarks.retrieval_quality --facts PATH --locomo PATH [--cache DIR] [--tune]

Facts: rank of the right fact among all, other right answers left out. Rounds: recall of the turns
that hold the evidence. `floor` is the relevance that keeps 95 % of the right ones. `--tune` also
chooses the weights of the rounds anew for each conversation on the nine others.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assistant_app.embeddings.port import Embedder, Purpose
from assistant_app.retrieval import calibration_texts
from assistant_app.retrieval.calibration import calibrate
from assistant_app.retrieval.facts import FactIndex
from assistant_app.retrieval.round_scores import Weights, combine
from assistant_app.retrieval.rounds import RoundIndex, RoundSnapshot
from assistant_app.retrieval.types import Calibration
from tests.benchmarks.embedding_cache import CachedEmbedding
from tests.benchmarks.evaluation_sets import (
    ADVERSARIAL,
    Conversation,
    read_facts,
    read_locomo,
)

FloatArray = NDArray[np.float32]
_KEPT = 0.95


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--facts", type=Path)
    parser.add_argument("--locomo", type=Path)
    parser.add_argument("--cache", type=Path, help="folder for vectors between runs")
    parser.add_argument("--tune", action="store_true")
    chosen = parser.parse_args(arguments)
    embedding = CachedEmbedding(_built_in_embedder(), chosen.cache)
    calibration = measured_calibration(embedding)
    print(f"space {embedding.embedder.space}: {calibration}")
    if chosen.facts:
        report_facts(chosen.facts, embedding, calibration)
    if chosen.locomo:
        report_rounds(read_locomo(chosen.locomo), embedding, calibration, tune=chosen.tune)
    return 0


def measured_calibration(embedding: CachedEmbedding) -> Calibration:
    """Measure where unrelated texts lie."""
    return calibrate(
        embedding.queries(calibration_texts.QUESTIONS),
        embedding.documents(calibration_texts.FACTS, Purpose.FACT),
        embedding.documents(calibration_texts.FACTS, Purpose.PASSAGE),
    )


def report_facts(path: Path, embedding: CachedEmbedding, calibration: Calibration) -> None:
    """Print hit@1, hit@5, MRR and the floor of the facts."""
    facts, questions = read_facts(path)
    index = FactIndex(calibration)
    vectors = embedding.documents(list(facts.values()), Purpose.FACT)
    for (key, text), vector in zip(facts.items(), vectors, strict=True):
        index.put(key, text, vector)
    asked = embedding.queries([question.text for question in questions])
    ranks: dict[str, list[int]] = {}
    right: list[float] = []
    wrong: list[float] = []
    for question, vector in zip(questions, asked, strict=True):
        hits = index.search(question.text, vector, len(facts), floor=-1.0)
        hits = [hit for hit in hits if hit.key not in question.also_correct]
        keys = [hit.key for hit in hits]
        rank = keys.index(question.fact) + 1 if question.fact in keys else len(facts)
        for group in ("all", question.kind):
            ranks.setdefault(group, []).append(rank)
        relevances = {hit.key: hit.relevance for hit in hits}
        right.append(relevances.get(question.fact, 0.0))
        wrong += [relevances.get(key, 0.0) for key in facts if key != question.fact]
    print(
        f"\nfacts ({len(facts)} facts, {len(questions)} questions)\n  group   hit@1   hit@5    MRR"
    )
    for group, found in ranks.items():
        shares = (_share(r <= 1 for r in found), _share(r <= 5 for r in found))
        mrr = statistics.fmean(1 / r for r in found)
        print(f"  {group:6} {shares[0]:6.3f}  {shares[1]:6.3f}  {mrr:6.3f}")
    print_floor(right, wrong)


def report_rounds(
    conversations: Sequence[Conversation],
    embedding: CachedEmbedding,
    calibration: Calibration,
    *,
    tune: bool,
) -> None:
    """Print recall of evidence turns, and the floor of the rounds."""
    prepared = [(talk, *_index(talk, embedding, calibration)) for talk in conversations]
    print("\nrounds (LoCoMo)              recall@5  recall@10")
    results = [evaluate(*each) for each in prepared]
    for name, all_kinds in (("categories 1-4", False), ("all categories", True)):
        five, ten = _means(results, all_kinds=all_kinds)
        print(f"  {name:26} {five:8.4f}   {ten:8.4f}")
    report_round_floor(prepared, embedding)
    if tune:
        leave_one_out(prepared)


def report_round_floor(prepared: Sequence[Prepared], embedding: CachedEmbedding) -> None:
    """Print which relevance keeps the right rounds, and what it lets through for other questions.

    The other questions are those of the calibration: nobody in these conversations spoke of them.
    """
    right: list[float] = []
    by_words: list[float] = []
    noise: list[list[float]] = []
    strangers = embedding.queries(calibration_texts.QUESTIONS)
    for talk, snapshot, asked in prepared:
        every = len(talk.rounds)
        for question, vector in zip(talk.questions, asked, strict=True):
            if question.category == ADVERSARIAL:
                continue
            for given, found in ((vector, right), (None, by_words)):
                hits = snapshot.search(question.text, given, every, floor=-1.0)
                relevances = {hit.key: hit.relevance for hit in hits}
                found += [relevances.get(key, 0.0) for key in question.evidence]
        for text, vector in zip(calibration_texts.QUESTIONS, strangers, strict=True):
            noise.append([hit.relevance for hit in snapshot.search(text, vector, 4, floor=-1.0)])
    print(f"  floor {float(np.quantile(right, 1.0 - _KEPT)):.3f} keeps {_KEPT:.0%}")
    for level in (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35):
        kept, words = (_share(v >= level for v in values) for values in (right, by_words))
        passing = statistics.fmean(sum(v >= level for v in values) for values in noise)
        print(
            f"    at {level:.2f}: {kept:6.1%} of right ({words:6.1%} by words alone), "
            f"{passing:.2f} of 4 for a question about something else"
        )


Prepared = tuple[Conversation, RoundSnapshot, FloatArray]
Recalls = list[tuple[int, float, float]]


def evaluate(talk: Conversation, snapshot: RoundSnapshot, asked: FloatArray) -> Recalls:
    """Return category, recall@5 and recall@10 of each question."""
    recalls = []
    for question, vector in zip(talk.questions, asked, strict=True):
        keys = [hit.key for hit in snapshot.search(question.text, vector, 10, floor=-1.0)]
        five, ten = (len(question.evidence & set(keys[:k])) for k in (5, 10))
        size = len(question.evidence)
        recalls.append((question.category, five / size, ten / size))
    return recalls


def leave_one_out(prepared: Sequence[Prepared]) -> None:
    """Print what weights chosen on nine conversations reach on the tenth."""
    grid = [
        Weights(dense=dense, neighbour=near, session=session, speaker=boost, month=boost)
        for dense, near, session, boost in itertools.product(
            (0.5, 0.6, 0.7), (0.15, 0.25, 0.4), (0.15, 0.3, 0.5), (0.4, 0.6)
        )
    ]
    table: list[list[Recalls]] = [[] for _ in grid]
    for talk, snapshot, asked in prepared:
        for rows in table:
            rows.append([])
        for question, vector in zip(talk.questions, asked, strict=True):
            keys, candidates = snapshot.candidates(question.text, vector)
            right = np.array([key in question.evidence for key in keys])
            for weights, rows in zip(grid, table, strict=True):
                best = np.argsort(-combine(candidates, weights).score, kind="stable")
                five, ten = (float(right[best[:k]].mean() * k / right.sum()) for k in (5, 10))
                rows[-1].append((question.category, five, ten))
    means = sorted(
        ((_means(rows), weights) for rows, weights in zip(table, grid, strict=True)),
        key=lambda each: -each[0][0],
    )
    for (five, ten), weights in (means[0], means[len(means) // 2], means[-1]):
        print(f"  {five:.4f} {ten:.4f} {weights}")
    held_out = []
    for left in range(len(prepared)):
        others = [[row for n, row in enumerate(rows) if n != left] for rows in table]
        best_weights = max(range(len(grid)), key=lambda n: _means(others[n])[0])
        held_out.append(table[best_weights][left])
    five, ten = _means(held_out)
    print(f"  leave one conversation out {five:8.4f}   {ten:8.4f}")


def print_floor(right: Sequence[float], wrong: Sequence[float]) -> None:
    """Print the relevance that keeps 95 % of the right ones, and how many wrong ones pass it."""
    floor = float(np.quantile(right, 1.0 - _KEPT))
    print(
        f"  floor {floor:.3f} keeps {_KEPT:.0%}; {_share(w >= floor for w in wrong):.1%} of wrong"
    )
    for level in (0.02, 0.05, 0.1, 0.15, 0.2, 0.3):
        kept, passing = (_share(v >= level for v in values) for values in (right, wrong))
        print(f"    at {level:.2f}: {kept:6.1%} of right, {passing:6.1%} of wrong")


def _index(
    talk: Conversation, embedding: CachedEmbedding, calibration: Calibration
) -> tuple[RoundSnapshot, FloatArray]:
    index = RoundIndex(calibration)
    vectors = embedding.documents([r.embedding_text for r in talk.rounds], Purpose.PASSAGE)
    for item, vector in zip(talk.rounds, vectors, strict=True):
        index.put(item, vector)
    return index.snapshot(), embedding.queries([question.text for question in talk.questions])


def _means(results: Sequence[Recalls], *, all_kinds: bool = False) -> tuple[float, float]:
    rows = [row for rows in results for row in rows if all_kinds or row[0] != ADVERSARIAL]
    return statistics.fmean(row[1] for row in rows), statistics.fmean(row[2] for row in rows)


def _share(values: Iterable[bool]) -> float:
    return statistics.fmean(map(float, values))


def _built_in_embedder() -> Embedder:
    from assistant_app.embeddings.e5.embedder import E5Embedder

    return E5Embedder()


if __name__ == "__main__":
    sys.exit(main())
