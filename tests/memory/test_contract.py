"""Keepsake's memory stands behind the contract of two methods."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.embeddings.hashing import HashingEmbedder
from assistant_app.memory.contract import LongTermMemory
from assistant_app.memory.session import SessionMemory
from tests.memory.builders import CountingEmbedder, House, fill_all
from tests.memory.contract import LongTermMemoryContract
from tests.retrieval.test_vectors import PlainVectorIndex


class TestByWords(LongTermMemoryContract):
    @pytest.fixture
    def memory(self, tmp_path: Path) -> LongTermMemory:
        return House(tmp_path).memory.as_simple()


class TestByWordsAndMeaning(LongTermMemoryContract):
    @pytest.fixture
    def memory(self, tmp_path: Path) -> LongTermMemory:
        return House(tmp_path, HashingEmbedder(128)).memory.as_simple()


class TestWithAnotherStoreOfVectors(LongTermMemoryContract):
    @pytest.fixture
    def memory(self, tmp_path: Path) -> LongTermMemory:
        house = House(tmp_path, HashingEmbedder(128), vectors=PlainVectorIndex)
        return house.memory.as_simple()


class TestForOneSession(LongTermMemoryContract):
    @pytest.fixture
    def memory(self) -> LongTermMemory:
        return SessionMemory()


class TestForOneSessionByMeaning(LongTermMemoryContract):
    @pytest.fixture
    def memory(self) -> LongTermMemory:
        return SessionMemory(HashingEmbedder(128))


def test_a_session_gives_five_segments_at_most_and_forgets_when_told() -> None:
    memory = SessionMemory()
    for number in range(9):
        memory.update(f"The bees flew out {number} times")
    assert len(memory.search("bees flew out")) == 5
    memory.clear()
    assert memory.search("bees") == []
    memory.update("The bees flew out 3 times")
    assert len(memory) == 1


def test_a_session_cuts_secrets_out_of_longer_segments_and_leaves_no_file(tmp_path: Path) -> None:
    house = House(tmp_path, HashingEmbedder(64))
    before = {path: path.stat().st_size for path in tmp_path.rglob("*") if path.is_file()}
    session = house.memory.for_session()
    session.update("We spoke about the cabin at length. " * 6 + "The wifi password is hunter2.")
    (found,) = session.search("the cabin")
    assert "hunter2" not in found
    after = {path: path.stat().st_size for path in tmp_path.rglob("*") if path.is_file()}
    assert after == before
    assert house.memory.list(state=None) == ()


def test_a_remote_model_is_never_asked_by_a_session() -> None:
    embedder = CountingEmbedder(remote=True)
    session = SessionMemory(embedder)
    session.update("I keep bees")
    assert session.search("bees") == ["I keep bees"]
    assert embedder.asked == []


def test_a_model_that_fails_leaves_words() -> None:
    embedder = CountingEmbedder()
    embedder.failure = UserError(ErrorCode.EMBEDDING_UNAVAILABLE, reason="gone")
    session = SessionMemory(embedder)
    session.update("I keep bees")
    assert session.search("bees") == ["I keep bees"]


def test_another_store_of_vectors_serves_a_whole_life(tmp_path: Path) -> None:
    house = House(tmp_path, HashingEmbedder(128), vectors=PlainVectorIndex)
    house.say("My sister Anna lives in Porto", "I keep bees", "The car is red")
    anna = house.id_of("My sister Anna lives in Porto")
    house.memory.revise(anna, text="My sister Anna lives in Braga")
    house.memory.forget([house.id_of("The car is red")])
    fill_all(house.memory)
    assert house.found("sister Anna")[0] == "My sister Anna lives in Braga"
    house.reopen(HashingEmbedder(128))
    fill_all(house.memory)
    assert house.found("sister Anna")[0] == "My sister Anna lives in Braga"
    house.memory.rebuild_index()
    fill_all(house.memory)
    assert house.ask("bees").by_meaning
    house.memory.use_embedder(HashingEmbedder(64))
    fill_all(house.memory)
    assert house.found("keep bees") == ["I keep bees"]
