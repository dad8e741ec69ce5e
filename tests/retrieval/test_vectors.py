"""The flat vector index, and a plain one to compare it with."""

from __future__ import annotations

import threading
from collections.abc import Hashable
from typing import Any

import numpy as np
import pytest

from assistant_app.base.errors import UserError
from assistant_app.retrieval.port import Allowed
from assistant_app.retrieval.vectors import FlatVectorIndex, row_products, unit_vector
from tests.retrieval.vector_index_contract import VectorIndexContract, vector


class PlainVectorIndex:
    """A fake for tests: a dictionary and a loop."""

    def __init__(self) -> None:
        self.entries: dict[str, tuple[Any, Hashable]] = {}
        self.dimension: int | None = None

    def __len__(self) -> int:
        return len(self.entries)

    def __contains__(self, key: object) -> bool:
        return key in self.entries

    def put(self, key: str, vector: Any, label: Hashable = None) -> None:
        unit = unit_vector(vector, self.dimension)
        self.dimension = unit.size
        self.entries[key] = (unit, label)

    def remove(self, key: str) -> bool:
        return self.entries.pop(key, None) is not None

    def vector_of(self, key: str) -> Any:
        return self.entries[key][0] if key in self.entries else None

    def clear_vectors(self) -> None:
        self.entries.clear()
        self.dimension = None

    def snapshot(self) -> PlainVectorIndex:
        copy = PlainVectorIndex()
        copy.entries, copy.dimension = dict(self.entries), self.dimension
        return copy

    def search(self, query: Any, k: int, allowed: Allowed = None) -> tuple[list[str], Any]:
        query = unit_vector(query, self.dimension)
        passing = [
            (-float(row_products(unit[None], query)[0]), key)
            for key, (unit, label) in self.entries.items()
            if allowed is None or allowed(label)
        ]
        best = sorted(passing)[: max(0, k)]
        return [key for _, key in best], np.array([-value for value, _ in best], np.float32)


class TestFlatVectorIndex(VectorIndexContract):
    def make(self) -> FlatVectorIndex:
        return FlatVectorIndex()


class TestPlainVectorIndex(VectorIndexContract):
    def make(self) -> PlainVectorIndex:
        return PlainVectorIndex()


def test_both_find_the_same_among_many() -> None:
    random = np.random.default_rng(3)
    flat, plain = FlatVectorIndex(), PlainVectorIndex()
    for number, row in enumerate(random.standard_normal((700, 16), np.float32)):
        for index in (flat, plain):
            index.put(f"{number:03}", row, number % 3)
    for number in range(0, 700, 2):
        flat.remove(f"{number:03}")
        plain.remove(f"{number:03}")
    for query in random.standard_normal((20, 16), np.float32):
        for allowed in (None, lambda label: label == 1):
            found, expected = flat.search(query, 9, allowed), plain.search(query, 9, allowed)
            assert found[0] == expected[0]
            assert found[1] == pytest.approx(expected[1], abs=1e-6)


def test_a_filter_may_be_one_bool_per_row() -> None:
    index = FlatVectorIndex()
    index.put("a", vector(1, 0))
    index.put("b", vector(1, 0))
    assert index.search(vector(1, 0), 5, np.array([False, True]))[0] == ["b"]


def test_a_table_is_no_vector() -> None:
    with pytest.raises(UserError):
        FlatVectorIndex().put("a", np.ones((2, 2), np.float32))


def test_without_vecdot_the_products_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    matrix, query = np.arange(12, dtype="f4").reshape(4, 3), vector(1, 2, 3)
    expected = row_products(matrix, query)
    monkeypatch.delattr(np, "vecdot", raising=False)
    assert row_products(matrix, query).tolist() == expected.tolist()


def test_after_clearing_another_dimension_is_taken() -> None:
    index = FlatVectorIndex()
    index.put("a", vector(1, 0, 0))
    index.clear_vectors()
    assert index.dimension is None
    assert "a" not in index
    index.put("a", vector(1, 0))
    assert index.search(vector(1, 0), 1)[0] == ["a"]


def test_a_snapshot_is_searched_while_the_owner_writes() -> None:
    index = FlatVectorIndex()
    for number in range(300):
        index.put(f"{number:03}", vector(number + 1, 1, 0))
    snapshot, query = index.snapshot(), vector(1, 0, 0)
    expected = snapshot.search(query, 10)[0]
    answers: list[list[str]] = []

    def ask() -> None:
        answers.extend(snapshot.search(query, 10)[0] for _ in range(200))

    reader = threading.Thread(target=ask)
    reader.start()
    for number in range(2_000):
        index.put(f"{number % 300:03}", vector(0, 1, number))
    reader.join()
    assert answers == [expected] * 200
