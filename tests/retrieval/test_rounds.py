"""The index of past rounds: place, time, speaker, context, snapshots."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.retrieval.rounds import RoundIndex
from assistant_app.retrieval.types import Calibration, ReasonKind, Round, RoundHit

START = datetime(2023, 5, 8, 12, 0, tzinfo=UTC)
WORDS = st.sampled_from(["dog", "cat", "老式", "Anna", "hiking"])
TEXTS = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
VECTORS = st.lists(st.integers(-2, 2), min_size=2, max_size=2).map(lambda v: np.array(v, "f4"))
PUTS = st.tuples(
    st.sampled_from("abcde"), st.sampled_from("xy"), st.integers(0, 4), TEXTS, st.none() | VECTORS
)
CHANGES = st.lists(PUTS | st.sampled_from("abcde"), max_size=20)


def vector(*numbers: float) -> Any:
    return np.array(numbers, np.float32)


def said(
    key: str, text: str, *, minute: int = 0, session: str = "1", speaker: str = "", days: int = 0
) -> Round:
    at = START + timedelta(minutes=minute, days=days)
    return Round(key, "talk", session, speaker, at, text)


def keys(hits: list[RoundHit]) -> list[str]:
    return [hit.key for hit in hits]


@pytest.fixture
def index() -> RoundIndex:
    index = RoundIndex(Calibration(question_to_passage=0.1))
    index.put(said("1", "Which instrument do you play?", minute=0, speaker="Ben"))
    index.put(said("2", "The cello, since I was nine.", minute=1, speaker="Anna"))
    index.put(said("3", "It rains all day here.", minute=2, speaker="Ben"))
    index.put(said("4", "We planted tomatoes.", session="2", days=40, speaker="Anna"))
    index.put(said("5", "老式相机真好看", session="2", days=40, minute=1, speaker="Ben"))
    return index


def test_the_answer_is_found_by_the_words_of_the_question_before_it(index: RoundIndex) -> None:
    assert set(keys(index.search("instrument", None, 2))) == {"1", "2"}
    assert ReasonKind.NEIGHBOUR in {r.kind for r in index.search("instrument", None, 2)[1].reasons}


def test_who_is_named_counts(index: RoundIndex) -> None:
    index.put(said("6", "tomatoes", session="3", speaker="Ben"))
    index.put(said("7", "tomatoes", session="4", speaker="Anna"))
    hit = index.search("What did Anna say of tomatoes?", None, 9)[0]
    assert hit.key in {"4", "7"}
    assert ReasonKind.SPEAKER in {reason.kind for reason in hit.reasons}


@pytest.mark.parametrize("asked", ["tomatoes in June", "六月的 tomatoes", "tomatoes 2023-06"])
def test_the_month_that_is_named_counts(index: RoundIndex, asked: str) -> None:
    index.put(said("0", "We planted tomatoes.", session="0", days=-40, speaker="Anna"))
    hit = index.search(asked, None, 9)[0]
    assert hit.key == "4"
    assert ReasonKind.DATE in {reason.kind for reason in hit.reasons}


def test_another_year_is_another_month(index: RoundIndex) -> None:
    hits = index.search("tomatoes in June 2022", None, 9)
    assert ReasonKind.DATE not in {reason.kind for reason in hits[0].reasons}


def test_meaning_finds_a_round_without_its_words(index: RoundIndex) -> None:
    for key, value in (("1", (1, 0)), ("2", (0, 1)), ("4", (-1, 0))):
        assert index.set_vector(key, vector(*value))
    assert index.pending() == ["3", "5"]
    hit = index.search("weather", vector(-1, 0.1), 1)[0]
    assert hit.key == "4"
    assert hit.conversation == "talk"
    assert hit.cosine == pytest.approx(1 / 1.01**0.5)
    assert hit.relevance == pytest.approx((hit.cosine - 0.1) / 0.9)


@pytest.mark.parametrize("asked", ["老式", "相机", "机", "式相"])
def test_chinese_is_found_by_any_part(index: RoundIndex, asked: str) -> None:
    assert keys(index.search(asked, None, 1)) == ["5"]


@pytest.mark.parametrize("empty", ["", "  ", "。", "\u200b", "🙂", "\n"])
def test_a_question_without_content_finds_nothing(index: RoundIndex, empty: str) -> None:
    assert index.search(empty, None, 5) == []


def test_unrelated_words_find_nothing(index: RoundIndex) -> None:
    assert index.search("quantum", None, 5) == []


def test_an_empty_index_finds_nothing() -> None:
    assert RoundIndex().search("dog", vector(1, 0), 5) == []


def test_a_removed_round_is_also_gone_from_the_context_of_the_next(index: RoundIndex) -> None:
    assert index.remove("1")
    assert not index.remove("1")
    assert index.search("instrument", None, 5) == []
    assert len(index) == 4


def test_an_edited_round_is_also_edited_in_the_context_of_the_next(index: RoundIndex) -> None:
    index.put(said("1", "Which sport do you like?", minute=0, speaker="Ben"))
    assert index.search("instrument", None, 5) == []
    assert set(keys(index.search("sport", None, 2))) == {"1", "2"}


def test_rounds_that_come_late_take_their_place_by_time(index: RoundIndex) -> None:
    index.put(said("1b", "And which orchestra?", minute=0, speaker="Ben"))
    hits = index.search("orchestra", None, 9)
    assert keys(hits)[0] == "1b"
    assert "2" in keys(hits)
    assert "3" not in keys(hits)


def test_the_last_round_of_another_sitting_is_no_neighbour(index: RoundIndex) -> None:
    index.put(said("3b", "unicorn", minute=3))
    assert keys(index.search("unicorn", None, 9)) == ["3b"]


def test_filters_look_at_labels(index: RoundIndex) -> None:
    assert index.relabel("4", "work")
    assert not index.relabel("missing", "work")
    assert index.search("instrument", None, 9, lambda label: label == "work") == []
    assert keys(index.search("tomatoes", None, 9, lambda label: label == "work")) == ["4"]


def test_a_vector_is_kept_while_the_text_is_the_same(index: RoundIndex) -> None:
    index.set_vector("2", vector(1, 0))
    index.relabel("2", "work")
    index.remove("1")
    assert index.vector_of("2") is not None
    index.put(said("2", "The viola.", minute=1, speaker="Anna"))
    assert index.vector_of("2") is None


def test_the_wrong_dimension_is_refused_and_changes_nothing(index: RoundIndex) -> None:
    index.set_vector("2", vector(1, 0))
    for act in (
        lambda: index.put(said("2", "new"), vector(1, 0, 0)),
        lambda: index.set_vector("2", vector(1, 0, 0)),
        lambda: index.search("cello", vector(1, 0, 0), 5),
    ):
        with pytest.raises(UserError) as raised:
            act()
        assert raised.value.code is ErrorCode.DIMENSION_MISMATCH
    assert keys(index.search("cello", vector(1, 0), 1)) == ["2"]
    index.clear_vectors()
    assert len(index.pending()) == 5


def test_a_vector_may_be_replaced_and_the_calibration_changed(index: RoundIndex) -> None:
    index.set_vector("2", vector(1, 0))
    index.set_vector("2", vector(0, 1))
    hit = index.search("strings", vector(0, 1), 1)[0]
    assert (hit.key, hit.cosine) == ("2", 1.0)
    assert index.calibration.question_to_passage == 0.1
    index.calibration = Calibration(question_to_passage=0.5)
    hit = index.search("strings", vector(0.6, 0.8), 1)[0]
    assert hit.relevance == pytest.approx(0.6)
    assert "2" in index
    assert len(index) == 5


def test_a_vector_for_a_round_that_is_gone_is_ignored(index: RoundIndex) -> None:
    assert not index.set_vector("missing", vector(1, 0))


def test_a_snapshot_does_not_see_what_comes_after(index: RoundIndex) -> None:
    index.set_vector("2", vector(1, 0))
    snapshot, asked = index.snapshot(), vector(1, 1)
    before = snapshot.search("cello tomatoes", asked, 9)
    index.set_vector("1", asked)
    index.remove("4")
    for number in range(900):
        index.put(said("3", f"cello {number}", minute=2))
    index.calibration = Calibration()
    assert snapshot.search("cello tomatoes", asked, 9) == before
    assert index.search("cello tomatoes", asked, 9) != before


def test_a_snapshot_is_searched_while_the_owner_writes(index: RoundIndex) -> None:
    snapshot = index.snapshot()
    expected = snapshot.search("cello", None, 5)
    answers: list[list[RoundHit]] = []
    reader = threading.Thread(
        target=lambda: answers.extend(snapshot.search("cello", None, 5) for _ in range(100))
    )
    reader.start()
    for number in range(800):
        index.put(said("3", f"cello {number}", minute=2, speaker=f"s{number}"))
    reader.join()
    assert answers == [expected] * 100


@given(CHANGES, TEXTS, st.none() | VECTORS)
def test_changing_equals_building_anew(changes: list[Any], asked: str, query: Any) -> None:
    index = RoundIndex()
    final: dict[str, tuple[Round, Any]] = {}
    for change in changes:
        if isinstance(change, str):
            assert index.remove(change) == (final.pop(change, None) is not None)
            continue
        key, session, hour, text, value = change
        # Times are all different, so that the order of adding does not matter.
        item = replace(said(key, text, minute=60 * hour, session=session), speaker="Anna")
        item = replace(item, at=item.at + timedelta(seconds=ord(key)))
        index.put(item, value)
        old = final.get(key)
        kept = old[1] if old and old[0].text == text else None
        final[key] = (item, kept if value is None else value)
    fresh = RoundIndex()
    for key in sorted(final, reverse=True):
        fresh.put(*final[key])
    found = index.search(asked, query, 9, floor=0.0)
    expected = fresh.search(asked, query, 9, floor=0.0)
    assert sorted(keys(found)) == sorted(keys(expected))
    scores = {hit.key: hit.score for hit in expected}
    for hit in found:
        assert hit.score == pytest.approx(scores[hit.key], abs=1e-4)
        assert 0.0 < hit.relevance <= 1.0
