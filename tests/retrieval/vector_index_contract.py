"""What every implementation of `port.VectorIndex` must hold."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.retrieval.port import VectorIndex

KEYS = st.sampled_from(["a", "b", "c", "d", "e"])
VECTORS = st.lists(st.integers(-3, 3), min_size=3, max_size=3).map(lambda v: np.array(v, "f4"))
CHANGES = st.lists(st.tuples(KEYS, st.none() | VECTORS), max_size=40)


def vector(*numbers: float) -> np.ndarray:
    return np.array(numbers, np.float32)


class VectorIndexContract:
    """Subclasses say how an index is made."""

    def make(self) -> VectorIndex:
        raise NotImplementedError

    def test_the_closest_comes_first(self) -> None:
        index = self.make()
        index.put("far", vector(-1, 0, 0))
        index.put("near", vector(5, 1, 0))
        index.put("between", vector(1, 1, 0))
        keys, cosines = index.search(vector(2, 0, 0), 2)
        assert keys == ["near", "between"]
        assert cosines.tolist() == pytest.approx([5 / 26**0.5, 0.5**0.5])

    def test_an_empty_index_finds_nothing(self) -> None:
        keys, cosines = self.make().search(vector(1, 0, 0), 5)
        assert (keys, cosines.tolist()) == ([], [])

    @pytest.mark.parametrize("k", [0, -1])
    def test_asking_for_none_finds_none(self, k: int) -> None:
        index = self.make()
        index.put("a", vector(1, 0, 0))
        assert index.search(vector(1, 0, 0), k)[0] == []

    def test_zero_vectors_score_zero(self) -> None:
        index = self.make()
        index.put("zero", vector(0, 0, 0))
        index.put("one", vector(1, 0, 0))
        assert index.search(vector(0, 0, 0), 5)[1].tolist() == [0.0, 0.0]
        keys, cosines = index.search(vector(1, 0, 0), 5)
        assert (keys, cosines.tolist()) == (["one", "zero"], [1.0, 0.0])

    def test_a_wrong_dimension_is_refused_and_changes_nothing(self) -> None:
        index = self.make()
        index.put("a", vector(1, 0, 0))
        for act in (
            lambda: index.put("b", vector(1, 0)),
            lambda: index.put("a", vector(1, 0, 0, 0)),
            lambda: index.search(vector(1, 0), 1),
        ):
            with pytest.raises(UserError) as raised:
                act()
            assert raised.value.code is ErrorCode.DIMENSION_MISMATCH
        assert len(index) == 1
        assert index.dimension == 3
        assert index.search(vector(1, 0, 0), 1)[1].tolist() == [1.0]

    @pytest.mark.parametrize("number", [np.nan, np.inf])
    def test_numbers_that_are_not_finite_are_refused(self, number: float) -> None:
        index = self.make()
        with pytest.raises(UserError) as raised:
            index.put("a", vector(1, number, 0))
        assert raised.value.code is ErrorCode.BAD_RESPONSE
        assert "a" not in index

    def test_a_removed_key_is_not_found(self) -> None:
        index = self.make()
        index.put("a", vector(1, 0, 0))
        assert index.remove("a")
        assert not index.remove("a")
        assert "a" not in index
        assert index.search(vector(1, 0, 0), 5)[0] == []

    def test_equal_ones_come_in_the_order_of_their_keys(self) -> None:
        index = self.make()
        for key in "dbca":
            index.put(key, vector(1, 0, 0))
        assert index.search(vector(1, 0, 0), 3)[0] == ["a", "b", "c"]

    def test_filters_look_at_labels(self) -> None:
        index = self.make()
        index.put("a", vector(1, 0, 0), "work")
        index.put("b", vector(1, 0, 0), "trip")
        assert index.search(vector(1, 0, 0), 5, lambda label: label == "trip")[0] == ["b"]

    def test_a_snapshot_does_not_see_what_comes_after(self) -> None:
        index = self.make()
        index.put("a", vector(1, 0, 0))
        index.put("b", vector(0, 1, 0))
        snapshot = index.snapshot()
        before = snapshot.search(vector(1, 0, 0), 9)
        index.put("a", vector(0, 0, 1))
        index.remove("b")
        for number in range(600):
            index.put(f"n{number}", vector(1, 0, 0))
        for number in range(600):
            index.remove(f"n{number}")
        after = snapshot.search(vector(1, 0, 0), 9)
        assert (after[0], after[1].tolist()) == (before[0], before[1].tolist())
        assert index.search(vector(0, 0, 1), 9)[0] == ["a"]

    def test_a_vector_can_be_asked_for_and_is_normalised(self) -> None:
        index = self.make()
        index.put("a", vector(3, 4, 0))
        index.put("zero", vector(0, 0, 0))
        for asked in (index, index.snapshot()):
            found = asked.vector_of("a")
            assert found is not None
            assert found.tolist() == pytest.approx([0.6, 0.8, 0.0])
            zero = asked.vector_of("zero")
            assert zero is not None
            assert zero.tolist() == [0.0, 0.0, 0.0]
            assert asked.vector_of("b") is None
        snapshot = index.snapshot()
        index.put("a", vector(0, 0, 1))
        old = snapshot.vector_of("a")
        assert old is not None
        assert old.tolist() == pytest.approx([0.6, 0.8, 0.0])

    def test_after_clearing_another_dimension_may_come(self) -> None:
        index = self.make()
        index.put("a", vector(1, 0, 0))
        index.clear_vectors()
        assert (len(index), index.dimension) == (0, None)
        index.put("a", vector(1, 0))
        assert index.search(vector(1, 0), 5)[0] == ["a"]

    # Each implementation runs the same property; no example depends on which one found it.
    @settings(suppress_health_check=[HealthCheck.differing_executors])
    @given(CHANGES, VECTORS, st.integers(1, 6))
    def test_changing_equals_building_anew(
        self, changes: list[tuple[str, np.ndarray | None]], query: np.ndarray, k: int
    ) -> None:
        index, fresh = self.make(), self.make()
        final: dict[str, np.ndarray] = {}
        for key, value in changes:
            if value is None:
                index.remove(key)
                final.pop(key, None)
            else:
                index.put(key, value)
                final[key] = value
        for key in sorted(final):
            fresh.put(key, final[key])
        assert len(index) == len(final)
        found, expected = index.search(query, k), fresh.search(query, k)
        assert found[0] == expected[0]
        assert found[1].tolist() == expected[1].tolist()
        assert np.isfinite(found[1]).all()
