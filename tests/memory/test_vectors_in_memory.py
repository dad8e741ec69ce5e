"""Vectors follow their texts: missing, stale, orphaned and foreign ones mend themselves."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.embeddings.port import Purpose
from assistant_app.memory.types import Draft, RecallQuery
from assistant_app.memory.vectorbook import Pending
from tests.memory.builders import USER, CountingEmbedder, House, fill_all, past_round, texts


def embed_elsewhere(house: House, embedder: CountingEmbedder, limit: int = 1000) -> int:
    """Do what the network thread does for a remote model."""
    some = house.memory.pending(limit)
    vectors = np.stack([embedder.embed_documents([one.text])[0] for one in some])
    return house.memory.accept_vectors(
        embedder.space, [one.key for one in some], [one.hash for one in some], vectors
    )


def own(pending: list[Pending]) -> list[str]:
    return [one.text for one in pending if not one.key.startswith("~")]


def test_vectors_are_kept_between_two_starts(tmp_path: Path) -> None:
    house = House(tmp_path, CountingEmbedder())
    house.say("I keep bees", "I sing")
    house.memory.load_rounds([past_round(1, "bees in autumn"), past_round(2, "")])
    fill_all(house.memory)
    again = CountingEmbedder()
    house.reopen(again)
    house.memory.load_rounds([past_round(1, "bees in autumn"), past_round(2, "")])
    assert (house.memory.vectors.ready, house.memory.vectors.pending) == (4, 0)
    assert house.ask("bees").by_meaning
    assert not {"I keep bees", "I sing", "bees in autumn"} & set(again.asked)


def test_the_calibration_of_a_space_is_measured_once(tmp_path: Path) -> None:
    house = House(tmp_path, CountingEmbedder())
    fill_all(house.memory)
    measured = house.memory._keeper.facts.calibration
    assert measured.question_to_fact != 0.0
    again = CountingEmbedder()
    house.reopen(again)
    known = house.memory._keeper.facts.calibration
    assert known.question_to_fact == pytest.approx(measured.question_to_fact, abs=1e-3)
    assert known.usual_hubness == pytest.approx(measured.usual_hubness, abs=1e-3)
    fill_all(house.memory)
    assert again.asked == []


def test_another_model_never_raises_and_everything_is_made_anew(tmp_path: Path) -> None:
    house = House(tmp_path, CountingEmbedder(64, space="first-1"))
    house.say("I keep bees", "I sing")
    fill_all(house.memory)
    house.memory.use_embedder(CountingEmbedder(32, space="second-1"))
    assert house.memory.vectors.pending == 2
    assert house.found("bees") == ["I keep bees"], "words find meanwhile"
    house.say("I sail")
    house.memory.revise(house.id_of("I sing"), text="I sing in a choir")
    fill_all(house.memory)
    assert house.memory.vectors.space == "second-1"
    assert house.memory.vectors.pending == 0
    house.memory.use_embedder(CountingEmbedder(64, space="first-1"))
    assert house.memory.vectors.ready == 1, "what is unchanged is still known in the first space"


def test_a_model_that_changed_behind_its_name_mends_itself(tmp_path: Path) -> None:
    house = House(tmp_path, CountingEmbedder(64))
    house.say("I keep bees", "I sing")
    fill_all(house.memory)
    house.reopen(CountingEmbedder(32))
    found = house.ask("bees")
    assert texts(found.used) == ["I keep bees"]
    fill_all(house.memory)
    assert house.ask("bees").by_meaning
    assert house.memory.vectors.pending == 0
    house.reopen(CountingEmbedder(32))
    assert house.memory.vectors.pending == 0


def test_a_vector_of_another_length_from_the_caller_leaves_the_search_by_words(
    tmp_path: Path,
) -> None:
    house = House(tmp_path, CountingEmbedder(64))
    house.say("I keep bees")
    found = house.memory.recall(RecallQuery("bees"), np.ones(7, np.float32))
    assert texts(found.used) == ["I keep bees"]
    house.memory.remember([Draft("I sing")], cause=USER, vectors=[np.ones(7, np.float32)])
    fill_all(house.memory)
    assert texts(house.ask("sing").used)[0] == "I sing"


def test_a_remote_model_is_filled_in_by_the_caller(tmp_path: Path) -> None:
    embedder = CountingEmbedder(remote=True)
    house = House(tmp_path, embedder)
    house.say("I keep bees", "I sing")
    house.memory.note_round(past_round(1, "bees in autumn"))
    assert own(house.memory.pending(3)) == ["I keep bees", "I sing", "bees in autumn"]
    assert house.memory.pending(3)[2].purpose is Purpose.PASSAGE
    assert embed_elsewhere(house, embedder) > 3, "the texts of the calibration come along"
    assert house.memory.vectors.pending == 0
    found = house.memory.recall(RecallQuery("bees"), embedder.embed_query("bees"))
    assert found.by_meaning
    assert house.memory._keeper.facts.calibration.question_to_fact != 0.0


def test_vectors_that_come_too_late_are_left_out(tmp_path: Path) -> None:
    embedder = CountingEmbedder(remote=True)
    house = House(tmp_path, embedder)
    house.say("I keep bees", "I sing")
    asked = [one for one in house.memory.pending(100) if not one.key.startswith("~")]
    house.memory.revise(house.id_of("I keep bees"), text="I keep goats")
    house.memory.forget([house.id_of("I sing")])
    vectors = embedder.embed_documents([one.text for one in asked])
    keys, hashes = [one.key for one in asked], [one.hash for one in asked]
    assert house.memory.accept_vectors(embedder.space, keys, hashes, vectors) == 0
    assert house.memory.accept_vectors("another-1", keys, hashes, vectors) == 0
    assert own(house.memory.pending(100)) == ["I keep goats"]


def test_what_stays_here_is_never_planned_for_a_model_beyond(tmp_path: Path) -> None:
    house = House(tmp_path, CountingEmbedder(remote=True, beyond=True))
    house.say("I keep bees")
    house.say("The bees are ill", local_only=True)
    assert own(house.memory.pending(1000)) == ["I keep bees"]
    house.memory.revise(house.id_of("The bees are ill"), local_only=False)
    assert set(own(house.memory.pending(1000))) == {"I keep bees", "The bees are ill"}
    house.memory.revise(house.id_of("I keep bees"), local_only=True)
    assert own(house.memory.pending(1000)) == ["The bees are ill"]


def test_rebuilding_begins_afresh_and_tells_how_far_it_is(tmp_path: Path) -> None:
    embedder = CountingEmbedder()
    house = House(tmp_path, embedder)
    house.say(*(f"Stamp number {number}" for number in range(50)))
    fill_all(house.memory)
    house.memory.rebuild_index()
    assert house.memory.vectors.pending == 50
    assert len(house.memory.snapshot().pending) == 50
    left = [house.memory.fill_in(0.0)]
    while left[-1]:
        left.append(house.memory.fill_in(0.000001))
    assert left == sorted(left, reverse=True)
    assert len(left) > 5, "it works in slices"
    assert house.memory.vectors.ready == 50


def test_a_full_disk_costs_vectors_but_no_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(tmp_path, CountingEmbedder())

    def full(*_: object) -> None:
        raise UserError(ErrorCode.DISK_FULL)

    for file in house.memory._keeper.book._open.values():
        monkeypatch.setattr(file, "append", full)
    house.say("I keep bees")
    assert house.ask("bees").by_meaning
    house.reopen(CountingEmbedder())
    assert house.memory.vectors.pending == 1


def test_broken_vector_files_are_made_anew(tmp_path: Path) -> None:
    house = House(tmp_path, CountingEmbedder())
    house.say("I keep bees", "I sing")
    fill_all(house.memory)
    house.memory.close()
    for path in house.folder.vectors.rglob("*"):
        if path.is_file():
            path.write_bytes(b"\x00" * 100)
    house.open(CountingEmbedder())
    assert house.memory.vectors.pending == 2
    fill_all(house.memory)
    assert house.memory.vectors.ready == 2


def test_files_full_of_orphans_are_compacted_in_the_background(tmp_path: Path) -> None:
    house = House(tmp_path, CountingEmbedder(8))
    for _ in range(4):
        house.say(*(f"Stamp number {number}" for number in range(300)))
        house.memory.erase([entry.id for entry in house.memory.list()][:1])
        house.memory.forget([entry.id for entry in house.memory.list()])
        house.say(*(f"Coin number {number} {_}" for number in range(150)))
        house.memory.forget([entry.id for entry in house.memory.list()])
    house.say("I keep bees")
    rows = next(house.folder.vectors.glob("*/rows.bin"))
    before = rows.stat().st_size
    list(house.memory.housekeeping())
    assert rows.stat().st_size < before
    house.reopen(CountingEmbedder(8))
    assert house.memory.vectors.ready == 1


def test_a_memory_without_a_model_has_no_vectors_to_wait_for(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.say("I keep bees")
    assert house.memory.pending(10) == []
    assert house.memory.fill_in() == 0
    assert house.memory.vectors.pending == 0
    house.memory.rebuild_index()
    house.memory.use_embedder(CountingEmbedder())
    assert house.memory.vectors.pending == 1


def test_numbers_that_are_none_are_refused_and_words_go_on(tmp_path: Path) -> None:
    embedder = CountingEmbedder(remote=True)
    house = House(tmp_path, embedder)
    house.say("I keep bees")
    (one,) = [one for one in house.memory.pending(100) if one.text == "I keep bees"]
    nonsense = np.full((1, 64), np.nan, np.float32)
    assert house.memory.accept_vectors(embedder.space, [one.key], [one.hash], nonsense) == 0
    assert house.found("bees") == ["I keep bees"]


def test_filling_in_ends_when_the_model_fails(tmp_path: Path) -> None:
    embedder = CountingEmbedder()
    house = House(tmp_path, embedder)
    embedder.failure = UserError(ErrorCode.EMBEDDING_UNAVAILABLE)
    house.say("I keep bees")
    assert house.memory.fill_in() == 0
    assert house.memory.vectors.pending == 1


def test_stored_vectors_that_do_not_fit_together_are_made_anew(tmp_path: Path) -> None:
    house = House(tmp_path, CountingEmbedder(64))
    house.say("I keep bees", "I sing")
    fill_all(house.memory)
    rounds = house.memory._keeper.book._open[Purpose.PASSAGE]
    rounds.append(["r001", "r002"], ["x", "y"], np.ones((2, 32), np.float32))
    house.reopen(CountingEmbedder(64))
    house.memory.load_rounds([past_round(1, "bees"), past_round(2, "goats")])
    fill_all(house.memory)
    assert house.memory.vectors.pending == 0
    house.reopen(CountingEmbedder(64))
    house.memory.load_rounds([past_round(1, "bees"), past_round(2, "goats")])
    fill_all(house.memory)
    assert house.memory.vectors.ready == 4
