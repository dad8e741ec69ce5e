"""What age, use and the conversation may change, and what they may not."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.base.paths import resource
from assistant_app.memory.options import MemoryOptions
from assistant_app.memory.ranking import (
    MEASURED,
    PUBLISHED,
    Candidate,
    Weights,
    combined,
    rank,
    recency,
    use,
)
from assistant_app.memory.types import Filter, Hit, HitKind, OriginKind
from tests.memory.builders import START, House, past_round

DAY = timedelta(days=1)
UNIT = st.floats(0, 1)
CANDIDATES = st.lists(
    st.builds(
        Candidate,
        score=st.floats(0, 1.5),
        relevance=UNIT,
        age=st.timedeltas(-DAY, 1000 * DAY),
        count=st.integers(0, 50),
        fit=UNIT,
    ),
    max_size=12,
).map(lambda found: sorted(found, key=lambda one: -one.score))
WEIGHTS = st.sampled_from([MEASURED, PUBLISHED]) | st.builds(
    Weights, relevance=UNIT, recency=UNIT, use=UNIT, fit=UNIT, among_alike=st.booleans()
)
PAIRS = st.frozensets(st.tuples(st.integers(0, 11), st.integers(0, 11)))


@given(CANDIDATES, WEIGHTS, PAIRS)
def test_every_one_gets_one_place_and_scores_fall(
    candidates: list[Candidate], weights: Weights, pairs: frozenset[tuple[int, int]]
) -> None:
    places = rank(candidates, weights, lambda a, b: (a, b) in pairs)
    assert sorted(place.index for place in places) == list(range(len(candidates)))
    scores = [place.score for place in places]
    assert scores == sorted(scores, reverse=True)


@given(CANDIDATES, st.integers(0, 11))
def test_what_is_like_no_other_keeps_its_place(candidates: list[Candidate], alone: int) -> None:
    places = rank(candidates, MEASURED, lambda a, b: alone not in {a, b})
    if alone < len(candidates):
        assert places[alone].index == alone


@given(CANDIDATES)
def test_without_like_ones_relevance_alone_decides(candidates: list[Candidate]) -> None:
    places = rank(candidates, MEASURED, lambda _a, _b: False)
    assert [place.index for place in places] == list(range(len(candidates)))
    assert all(not place.reasons for place in places)


@given(CANDIDATES, PAIRS)
def test_nothing_overtakes_what_answers_clearly_better(
    candidates: list[Candidate], pairs: frozenset[tuple[int, int]]
) -> None:
    places = rank(candidates, MEASURED, lambda a, b: (a, b) in pairs)
    for slot, place in enumerate(places):
        gained = candidates[slot].score - candidates[place.index].score
        assert gained <= MEASURED.band


def found(score: float, *, days: float = 100, count: int = 0, fit: float = 0.0) -> Candidate:
    return Candidate(score, score, timedelta(days=days), count, fit)


@pytest.mark.parametrize(
    ("first", "second", "why"),
    [
        (found(0.60, days=400), found(0.58, days=2), "recency"),
        (found(0.60, count=0), found(0.56, count=9), "use"),
        (found(0.60, fit=0.0), found(0.56, fit=0.6), "fit"),
    ],
)
def test_the_better_of_two_alike_comes_first_and_says_why(
    first: Candidate, second: Candidate, why: str
) -> None:
    places = rank([first, second], MEASURED, lambda _a, _b: True)
    assert [place.index for place in places] == [1, 0]
    assert list(places[0].reasons) == [why]
    assert not places[1].reasons


def test_recency_falls_to_a_third_in_a_day_and_ten_uses_are_full_use() -> None:
    assert recency(timedelta(0), DAY) == 1.0
    assert recency(-DAY, DAY) == 1.0
    assert recency(DAY, DAY) == pytest.approx(0.368, abs=0.001)
    assert [use(count, 10) for count in (0, 5, 10, 300)] == [0.0, 0.5, 1.0, 1.0]
    parts = combined(found(1.0, days=1, count=5, fit=0.5), PUBLISHED)
    assert parts == pytest.approx(
        {"relevance": 0.4, "recency": 0.3 * 0.368, "use": 0.1, "fit": 0.05}, abs=0.001
    )


@given(CANDIDATES, WEIGHTS)
def test_the_weighted_sum_lies_between_0_and_1(
    candidates: list[Candidate], weights: Weights
) -> None:
    for candidate in candidates:
        assert 0.0 <= sum(combined(candidate, weights).values()) <= 1.0 + 1e-9


def test_the_newer_of_two_alike_is_recalled_first(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.say("I go running on Tuesdays along the river")
    house.clock.at += 200 * DAY
    house.say("I go running on Thursdays along the river")
    first = house.ask("When do I go running along the river?").used[0]
    assert first.text == "I go running on Thursdays along the river"
    assert "recency" in first.reasons


def test_the_often_used_of_two_alike_is_recalled_first(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.say("A spare key lies under the flower pot", "A spare key lies in the garage box")
    pot = house.id_of("A spare key lies under the flower pot")
    for number in range(8):
        hit = Hit(HitKind.MEMORY, pot, "", 1.0, 1.0, {})
        house.memory.note_use("c1", f"m{number}", [hit])
    house.clock.at += 30 * DAY
    assert house.found("Where is a spare key?")[0] == "A spare key lies under the flower pot"


def test_what_fits_the_conversation_comes_first_among_like_ones(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.say("The pottery class starts at seven", "The swimming class starts at six")
    for topic, right in (("pottery", "seven"), ("swimming", "six")):
        recent = f"I look forward to the {topic}!"
        assert house.found("When does the class start?", recent=recent)[0].endswith(right)


def test_the_published_weights_work_and_give_all_four_parts(tmp_path: Path) -> None:
    house = House(tmp_path, options=MemoryOptions(ranking=PUBLISHED))
    house.say("I keep bees in the garden", "The bees sleep in winter")
    hits = house.ask("What do the bees do?", recent="winter in the garden").used
    assert len(hits) == 2
    assert hits[0].score >= hits[1].score
    assert {"relevance", "recency"} <= set(hits[0].reasons)
    assert sum(hits[0].reasons.values()) == pytest.approx(hits[0].score)


def test_filters_look_at_category_tag_scope_origin_and_date(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.say("Bees like clover", category="home", tags=("garden",))
    house.say("The bees book is overdue", category="learning")
    house.say("The bees report is due", scope="work")
    house.learn("Bees were in the news")
    house.memory.note_round(past_round(1, "What about the bees?", "They are fine."))

    def brings(**wanted: object) -> set[str]:
        return set(house.found("bees", filters=Filter(**wanted)))  # type: ignore[arg-type]

    assert brings(category="HOME") == {"Bees like clover"}
    assert brings(tag="#Garden") == {"Bees like clover"}
    assert brings(scope="work") == {"The bees report is due"}
    assert brings(origin=OriginKind.AUTOMATIC) == {"Bees were in the news"}
    assert brings(until=START - DAY) == {"What about the bees?\nThey are fine."}
    assert brings(since=START, category="learning") == {"The bees book is overdue"}
    assert brings(since=START + DAY) == set()
    everything = house.ask("What do you know about me?", filters=Filter(category="home"))
    assert [hit.text for hit in everything.used] == ["Bees like clover"]


@pytest.mark.skipif(
    not resource("models", "e5-small-q4.bin").is_file(),
    reason="the weights of the built-in model are not here (make setup fetches them)",
)
def test_the_default_is_better_than_relevance_alone_on_our_pairs() -> None:
    from assistant_app.embeddings.e5.embedder import E5Embedder
    from tests.benchmarks.embedding_cache import CachedEmbedding
    from tests.benchmarks.ranking import RELEVANCE_ALONE, alike_shares, alike_world

    world = alike_world(CachedEmbedding(E5Embedder(), None))
    alone, measured = alike_shares(world, RELEVANCE_ALONE), alike_shares(world, MEASURED)
    assert measured["newer"] >= alone["newer"] + 0.2
    assert measured["used"] >= alone["used"] + 0.5
    assert measured["fit"] >= alone["fit"]
    assert measured["kept"] == alone["kept"] == 1.0
    assert alike_shares(world, PUBLISHED)["kept"] < 0.5
