"""The benchmark of learning, by the rules alone: what it promises is held in every run."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from assistant_app.base.paths import resource
from assistant_app.embeddings.hashing import HashingEmbedder
from assistant_app.embeddings.port import Embedder
from tests.benchmarks.learning import built_in_embedder, run, scripts, table

PRECISION = 0.95
RECALL = {"en": 0.9, "zh": 0.9}
"""By the rules alone; plain statements in other languages are for a model to read."""
KINDS = {
    "smalltalk", "pasted", "quoted", "joke", "change", "repeat", "secret", "injection",
    "third_party", "forget", "dated",
}  # fmt: skip


def embedder() -> Embedder:
    built_in = resource("models", "e5-small-q4.bin").is_file()
    return built_in_embedder() if built_in else HashingEmbedder()


def test_there_are_enough_conversations_of_every_kind() -> None:
    every = scripts()
    assert len(every) >= 80
    assert len({script.id for script in every}) == len(every)
    assert {script.language for script in every} == {"en", "zh", "de", "es", "ja"}
    kinds = Counter(script.kind for script in every)
    assert set(kinds) >= KINDS
    assert all(kinds[kind] >= 3 for kind in KINDS)


@pytest.mark.timeout(120)
def test_what_the_rules_learn_can_be_trusted() -> None:
    figures = asyncio.run(run(scripts(), embedder(), None))
    total = figures["all"]
    told = table(figures) + "\n" + "\n".join(total.lines)
    assert total.secrets == 0, told
    assert total.precision >= PRECISION, told
    assert total.asked_for_wrong == 0, told
    assert total.duplicates == 0, told
    assert total.stale <= 1, told
    for language, least in RECALL.items():
        assert figures[language].recall >= least, told
