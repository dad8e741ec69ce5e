"""The index of facts: fusion, relevance, filters, pending vectors, snapshots."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.retrieval.facts import PART_COVERAGE, WORD_WEIGHT, FactIndex
from assistant_app.retrieval.types import Calibration, FactHit, ReasonKind
from tests.retrieval.test_vectors import PlainVectorIndex

KEYS = st.sampled_from(["a", "b", "c", "d"])
WORDS = st.sampled_from(["dog", "cat", "老式", "相机", "São", "hiking"])
TEXTS = st.lists(WORDS, min_size=1, max_size=5).map(" ".join)
VECTORS = st.lists(st.integers(-2, 2), min_size=3, max_size=3).map(lambda v: np.array(v, "f4"))
CHANGES = st.lists(
    st.one_of(
        st.tuples(st.just("put"), KEYS, TEXTS, st.none() | VECTORS),
        st.tuples(st.just("vector"), KEYS, st.none(), VECTORS),
        st.tuples(st.just("remove"), KEYS, st.none(), st.none()),
    ),
    max_size=25,
)
QUESTIONS = np.eye(3, dtype=np.float32)
CALIBRATION = Calibration(0.1, 0.2, 0.3, questions=QUESTIONS, usual_hubness=0.4)


def vector(*numbers: float) -> Any:
    return np.array(numbers, np.float32)


def keys(hits: list[FactHit]) -> list[str]:
    return [hit.key for hit in hits]


@pytest.fixture(params=[None, PlainVectorIndex], ids=["own vectors", "another store"])
def index(request: pytest.FixtureRequest) -> FactIndex:
    """Everything holds with vectors in the index's own matrix, and in any other store."""
    other = request.param() if request.param else None
    index = FactIndex(Calibration(question_to_fact=0.2, fact_to_fact=0.5), other)
    index.put("dog", "The user's dog is called Biscuit.", vector(1, 0, 0), "global")
    index.put("nuts", "Anna can't eat nuts.", vector(0, 1, 0), "global")
    index.put("camera", "我妹妹喜欢用老式相机", vector(0, 0, 1), "work")
    return index


def test_meaning_alone_finds_a_fact(index: FactIndex) -> None:
    (hit,) = index.search("What pet do I have?", vector(0.9, 0.1, 0), 5, floor=0.5)
    assert hit.key == "dog"
    assert hit.cosine == pytest.approx(0.9 / 0.82**0.5)
    assert hit.coverage == 0.0
    assert hit.relevance == pytest.approx((hit.cosine - 0.2) / 0.8)
    assert [reason.kind for reason in hit.reasons] == [ReasonKind.MEANING]


def test_words_alone_find_a_fact_when_there_is_no_vector(index: FactIndex) -> None:
    (hit,) = index.search("biscuit", None, 5)
    assert (hit.key, hit.cosine) == ("dog", None)
    assert hit.relevance == hit.coverage > 0.2
    assert hit.score == pytest.approx(0.2 + WORD_WEIGHT * hit.coverage)
    assert [reason.kind for reason in hit.reasons] == [ReasonKind.WORDS]


def test_exact_words_are_not_dropped_by_the_vector(index: FactIndex) -> None:
    assert "nuts" in keys(index.search("nuts", vector(1, -1, 0), 5, floor=0.9))


def test_words_and_meaning_together_come_first(index: FactIndex) -> None:
    index.put("cat", "The user's cat sleeps.", vector(1, 0, 0), "global")
    hits = index.search("cat", vector(1, 0, 0), 5)
    assert keys(hits)[:2] == ["cat", "dog"]
    assert hits[0].score == pytest.approx(sum(reason.value for reason in hits[0].reasons))


def test_a_pending_fact_is_found_by_words_and_later_by_meaning(index: FactIndex) -> None:
    index.put("tea", "Drinks green tea.")
    assert index.pending() == ["tea"]
    assert keys(index.search("tea", vector(1, 0, 0), 1)) == ["dog"]
    assert "tea" in keys(index.search("tea", vector(1, 0, 0), 5))
    assert index.set_vector("tea", vector(-1, 0, 0))
    assert index.pending() == []
    assert keys(index.search("beverage", vector(-1, 0, 0), 5)) == ["tea"]


def test_a_vector_for_a_fact_that_is_gone_is_ignored(index: FactIndex) -> None:
    index.remove("dog")
    assert not index.set_vector("dog", vector(1, 0, 0))
    assert len(index) == 2
    assert "dog" not in index


def test_an_edit_loses_its_vector_a_new_label_does_not(index: FactIndex) -> None:
    index.put("dog", "The user's dog is called Biscuit.", label="work")
    assert index.vector_of("dog") is not None
    index.put("dog", "The user's dog is called Rex.", label="work")
    assert index.vector_of("dog") is None


def test_filters_look_at_labels_and_rows(index: FactIndex) -> None:
    asked = vector(1, 1, 1)
    assert keys(index.search("x", asked, 5, lambda label: label == "work")) == ["camera"]
    assert keys(index.search("x", asked, 5, np.array([False, True, False]))) == ["nuts"]


@pytest.mark.parametrize("empty", ["", "   ", "。", "\u200b", "🙂", "?!…", "\n"])
def test_a_question_without_content_finds_nothing(index: FactIndex, empty: str) -> None:
    assert index.search(empty, vector(1, 1, 1), 5, partial=True) == []


def test_an_empty_index_finds_nothing() -> None:
    assert FactIndex().search("dog", vector(1, 0), 5) == []
    assert FactIndex().neighbours(vector(1, 0), 5) == []
    assert FactIndex().neighbours("dog", 5) == []


@pytest.mark.parametrize("asked", ["老式", "相机", "机", "妹", "式相"])
def test_chinese_is_found_by_any_part(index: FactIndex, asked: str) -> None:
    assert keys(index.search(asked, None, 5)) == ["camera"]


def test_letters_inside_words_are_found_only_when_asked_for(index: FactIndex) -> None:
    assert index.search("iscu", None, 5) == []
    (hit,) = index.search("iscu", None, 5, partial=True)
    assert (hit.key, hit.coverage) == ("dog", np.float32(PART_COVERAGE))
    assert [reason.kind for reason in hit.reasons] == [ReasonKind.PART]


def test_a_part_never_lowers_a_match_of_words(index: FactIndex) -> None:
    whole = index.search("biscuit", None, 5)
    assert index.search("biscuit", None, 5, partial=True) == whole


def test_the_floor_is_in_relevance(index: FactIndex) -> None:
    hits = index.search("x", vector(1, 0.4, 0), 5)
    levels = [hit.relevance for hit in hits]
    assert len(levels) == 2
    assert keys(index.search("x", vector(1, 0.4, 0), 5, floor=max(levels))) == ["dog"]


def test_the_wrong_dimension_is_refused_and_changes_nothing(index: FactIndex) -> None:
    for act in (
        lambda: index.put("dog", "New text", vector(1, 0)),
        lambda: index.put("new", "New text", vector(1, 0)),
        lambda: index.set_vector("dog", vector(1, 0)),
        lambda: index.search("dog", vector(1, 0), 5),
        lambda: index.neighbours(vector(1, 0), 5),
    ):
        with pytest.raises(UserError) as raised:
            act()
        assert raised.value.code is ErrorCode.DIMENSION_MISMATCH
    assert index.dimension == 3
    assert "new" not in index
    assert keys(index.search("biscuit", vector(1, 0, 0), 1)) == ["dog"]


def test_another_model_starts_without_vectors(index: FactIndex) -> None:
    index.clear_vectors()
    assert index.dimension is None
    assert index.pending() == ["dog", "nuts", "camera"]
    index.set_vector("dog", vector(1, 0))
    assert keys(index.search("x", vector(1, 0), 5)) == ["dog"]


def test_neighbours_leave_the_fact_itself_out(index: FactIndex) -> None:
    index.put("puppy", "The user has a puppy.", vector(1, 1, 0), "work")
    near = index.neighbours("dog", 2)
    assert [item.key for item in near] == ["puppy", "camera"]
    assert near[0].cosine == pytest.approx(0.5**0.5)
    assert near[0].relevance == pytest.approx((0.5**0.5 - 0.5) / 0.5)
    assert [n.key for n in index.neighbours(vector(1, 0, 0), 1)] == ["dog"]
    assert [n.key for n in index.neighbours("dog", 5, lambda x: x == "work", floor=0.5)] == [
        "puppy"
    ]


def test_neighbours_of_an_edited_fact_are_those_of_its_new_text(index: FactIndex) -> None:
    index.put("dog", "The user's dog is called Biscuit.", vector(0, 1, 0.1), "global")
    assert [item.key for item in index.neighbours("dog", 1)] == ["nuts"]
    index.remove("nuts")
    assert index.neighbours("nuts", 1) == []


def test_a_vector_may_be_replaced(index: FactIndex) -> None:
    index.set_vector("dog", vector(0, 0, 1))
    assert keys(index.search("x", vector(0, 0, 1), 2)) == ["camera", "dog"]
    assert index.vector_of("dog") is not None


def test_a_pending_fact_has_no_neighbours(index: FactIndex) -> None:
    index.put("tea", "Drinks green tea.")
    assert index.neighbours("tea", 5) == []


def test_a_fact_near_every_question_stands_back() -> None:
    questions = np.array([[0.6, 0.8, 0.0]], np.float32)
    plain = FactIndex()
    aware = FactIndex(Calibration(questions=questions))
    for index in (plain, aware):
        index.put("everywhere", "x", vector(0.6, 0.8, 0))
        index.put("right", "y", vector(0.7, 0, 0.7))
    asked = vector(0.8, 0.4, 0.3)
    assert keys(plain.search("what", asked, 2)) == ["everywhere", "right"]
    assert keys(aware.search("what", asked, 2)) == ["right", "everywhere"]
    plain.calibration = aware.calibration
    assert plain.search("what", asked, 2) == aware.search("what", asked, 2)


def test_a_snapshot_does_not_see_what_comes_after(index: FactIndex) -> None:
    index.calibration = CALIBRATION
    index.put("tea", "Drinks green tea.")
    snapshot, asked = index.snapshot(), vector(1, 0.5, 0.2)
    before = snapshot.search("green dog", asked, 9), snapshot.neighbours("dog", 9)
    index.set_vector("tea", asked)
    index.remove("nuts")
    for number in range(1_200):
        index.put("dog", f"dog {number}", vector(0, 0, number + 1))
    index.calibration = Calibration()
    index.clear_vectors()
    index.set_vector("dog", vector(0, 1))
    after = snapshot.search("green dog", asked, 9), snapshot.neighbours("dog", 9)
    assert after == before


def test_a_snapshot_is_searched_while_the_owner_writes(index: FactIndex) -> None:
    snapshot, asked = index.snapshot(), vector(1, 0.5, 0.2)
    expected = snapshot.search("dog", asked, 5)
    answers: list[list[FactHit]] = []
    reader = threading.Thread(
        target=lambda: answers.extend(snapshot.search("dog", asked, 5) for _ in range(200))
    )
    reader.start()
    for number in range(1_500):
        index.put("dog", f"dog {number}", vector(0, 1, number))
    reader.join()
    assert answers == [expected] * 200


@given(CHANGES, TEXTS, st.none() | VECTORS, st.integers(1, 5))
def test_changing_equals_building_anew(
    changes: list[tuple[str, str, str | None, Any]], asked: str, query: Any, k: int
) -> None:
    index = FactIndex(CALIBRATION)
    final: dict[str, tuple[str, Any]] = {}
    for act, key, text, value in changes:
        if act == "put" and text is not None:
            index.put(key, text, value)
            kept = final[key][1] if key in final and final[key][0] == text else None
            final[key] = (text, kept if value is None else value)
        elif act == "vector" and index.set_vector(key, value):
            final[key] = (final[key][0], value)
        elif act == "remove":
            assert index.remove(key) == (final.pop(key, None) is not None)
    fresh, elsewhere = FactIndex(CALIBRATION), FactIndex(CALIBRATION, PlainVectorIndex())
    for key in sorted(final):
        fresh.put(key, final[key][0], final[key][1])
        elsewhere.put(key, final[key][0], final[key][1])
    found = index.search(asked, query, k, floor=0.0)
    assert found == fresh.search(asked, query, k, floor=0.0)
    assert keys(elsewhere.search(asked, query, k, floor=0.0)) == keys(found)
    assert all(np.isfinite(hit.score) and 0.0 < hit.relevance <= 1.0 for hit in found)
    order = [(-hit.score, hit.key) for hit in found]
    assert order == sorted(order)
