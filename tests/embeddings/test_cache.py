"""The cache computes a text once, and hides nothing of the embedder behind it."""

from __future__ import annotations

import numpy as np
import pytest

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.embeddings.cache import CachedEmbedder
from assistant_app.embeddings.hashing import HashingEmbedder
from assistant_app.embeddings.port import Purpose
from tests.embeddings.contract import EmbedderContract


class Counting(HashingEmbedder):
    """Notes what it is asked, and fails on demand."""

    def __init__(self):
        super().__init__(32)
        self.asked: list[tuple[str, str]] = []
        self.broken = False
        self.closed = False

    def embed_documents(self, texts, *, purpose=Purpose.FACT):
        if self.broken:
            raise UserError(ErrorCode.PROVIDER_UNREACHABLE)
        self.asked += [(str(purpose), text) for text in texts]
        return super().embed_documents(texts, purpose=purpose)

    def embed_query(self, text):
        self.asked.append(("query", text))
        return HashingEmbedder(32).embed_query(text)

    def close(self):
        self.closed = True


class TestCached(EmbedderContract):
    @pytest.fixture
    def embedder(self):
        return CachedEmbedder(Counting())


class TestCachedWithoutRoom(EmbedderContract):
    @pytest.fixture
    def embedder(self):
        return CachedEmbedder(Counting(), capacity=1)


def test_a_text_is_computed_once():
    inner = Counting()
    cached = CachedEmbedder(inner)
    first = cached.embed_documents(["a", "b", "a"])
    second = cached.embed_documents(["b", "c"])
    assert inner.asked == [("fact", "a"), ("fact", "b"), ("fact", "c")]
    assert np.array_equal(first[0], first[2])
    assert np.array_equal(first[1], second[0])


def test_purposes_and_questions_are_kept_apart():
    inner = Counting()
    cached = CachedEmbedder(inner)
    for _ in range(2):
        cached.embed_documents(["a"])
        cached.embed_documents(["a"], purpose=Purpose.PASSAGE)
        cached.embed_query("a")
    assert inner.asked == [("fact", "a"), ("passage", "a"), ("query", "a")]


def test_what_was_not_used_for_longest_goes_first():
    inner = Counting()
    cached = CachedEmbedder(inner, capacity=2)
    for text in ("a", "b", "a", "c", "a", "b"):
        cached.embed_query(text)
    assert [text for _, text in inner.asked] == ["a", "b", "c", "b"]


def test_a_failure_is_not_remembered():
    inner = Counting()
    cached = CachedEmbedder(inner)
    inner.broken = True
    with pytest.raises(UserError):
        cached.embed_documents(["a"])
    inner.broken = False
    assert cached.embed_documents(["a"]).any()


def test_closing_forgets_and_closes_the_inner_one():
    inner = Counting()
    cached = CachedEmbedder(inner)
    cached.embed_query("a")
    cached.close()
    cached.embed_query("a")
    assert inner.closed
    assert len(inner.asked) == 2
