"""The embedder for tests keeps the contract, and its vectors mean what they should."""

from __future__ import annotations

import pytest

from assistant_app.embeddings.hashing import HashingEmbedder
from tests.embeddings.contract import EmbedderContract


class TestHashing(EmbedderContract):
    @pytest.fixture
    def embedder(self):
        return HashingEmbedder()


def test_texts_that_share_letters_are_closer():
    embedder = HashingEmbedder()
    dog, dogs, other = embedder.embed_documents(["my dog barks", "my dogs bark", "quiz in Zürich"])
    assert dog @ dogs > 0.5 > dog @ other


def test_the_dimension_is_as_asked_and_names_the_space():
    assert HashingEmbedder(16).embed_query("x").shape == (16,)
    assert HashingEmbedder(16).space != HashingEmbedder(32).space


def test_vectors_are_the_same_on_every_machine():
    golden = [0.124515, -0.124515, 0.560316, 0.809345]
    assert HashingEmbedder(4).embed_query("keepsake").tolist() == pytest.approx(golden, abs=1e-5)
