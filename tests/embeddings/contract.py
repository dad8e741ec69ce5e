"""What every embedder keeps, whatever stands behind it; each implementation subclasses this."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from assistant_app.embeddings.batching import batches
from assistant_app.embeddings.port import Purpose

TEXTS = [
    "The user's dog is called Biscuit.",
    "我住在杭州西湖区。",
    "Der Benutzer ist Vegetarier.",
    "a",
    "The team meets every Tuesday at nine to plan the week, and on Friday to look back at it.",
]
BLANK = ["", " ", "\n\t \r\n", "\x00", "\x00\x01\x02", "\u200b", "...", "?!", "\ufeff"]
NASTY = {
    "a character that the normaliser makes 18 of": "\ufdfa" * 1000,
    "a word of 100,000 letters": "x" * 100_000,
    "a Chinese text without spaces": "记忆" * 5_000,
    "5,000 combining marks": "e" + "\u0301" * 5_000,
    "emoji": "👩‍👩‍👧‍👦🏳️‍🌈🐕",
    "right to left": "שלום عربي \u202eabc",
    "lone surrogates": "\ud800 dog \udfff",
    "NUL inside": "dog\x00cat",
    "control characters": "dog\x1b[31m\x07cat",
    "line ends": "dog\r\ncat\rbird\u2028fish",
    "private use and noncharacters": "\ue000\uffff\U0010ffff x",
    "megabyte": "dog " * 250_000,
    "spaces first": " " * 100_000 + "dog",
    "the mark of the tokenizer": "▁▁dog▁</s><unk><s>",
    "ligatures and numerals": "ﬁ Ⅷ ①",
}


class EmbedderContract:
    """Subclasses give a fixture `embedder` that knows its dimension."""

    def test_vectors_are_normalised_rows(self, embedder):
        vectors = embedder.embed_documents(TEXTS)
        assert vectors.shape == (len(TEXTS), embedder.dimension)
        assert vectors.dtype == np.float32
        assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)

    def test_a_question_is_one_normalised_vector(self, embedder):
        vector = embedder.embed_query("What is my dog called?")
        assert vector.shape == (embedder.dimension,)
        assert vector.dtype == np.float32
        assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)

    @pytest.mark.parametrize("purpose", list(Purpose))
    def test_a_batch_gives_what_single_texts_give(self, embedder, purpose):
        together = embedder.embed_documents(TEXTS, purpose=purpose)
        for text, vector in zip(TEXTS, together, strict=True):
            alone = embedder.embed_documents([text], purpose=purpose)[0]
            assert np.abs(alone - vector).max() < 1e-5

    def test_rows_keep_the_order_of_the_texts(self, embedder):
        forward = embedder.embed_documents(TEXTS)
        backward = embedder.embed_documents(TEXTS[::-1])
        assert np.abs(forward - backward[::-1]).max() < 1e-5

    def test_different_texts_have_different_vectors(self, embedder):
        vectors = embedder.embed_documents(TEXTS)
        assert (vectors @ vectors.T - np.eye(len(TEXTS))).max() < 0.999

    @pytest.mark.parametrize("text", BLANK, ids=repr)
    def test_a_text_without_content_is_zero(self, embedder, text):
        assert not embedder.embed_query(text).any()
        vectors = embedder.embed_documents([TEXTS[0], text, TEXTS[1]])
        assert vectors.shape == (3, embedder.dimension)
        assert vectors.any(axis=1).tolist() == [True, False, True]

    def test_no_texts_are_no_rows(self, embedder):
        assert embedder.embed_documents([]).shape == (0, embedder.dimension)

    @pytest.mark.parametrize("text", NASTY.values(), ids=NASTY)
    def test_no_text_is_too_strange(self, embedder, text):
        for vector in (embedder.embed_query(text), embedder.embed_documents([text])[0]):
            assert np.isfinite(vector).all()
            assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)

    def test_white_space_makes_no_difference(self, embedder):
        tidy, loose = embedder.embed_documents(["one two", "  one \n\t two\r\n"])
        assert np.abs(tidy - loose).max() < 1e-5

    def test_the_caller_may_change_what_it_got(self, embedder):
        before = embedder.embed_query(TEXTS[0]).copy()
        embedder.embed_query(TEXTS[0])[:] = 9
        embedder.embed_documents([TEXTS[0]])[:] = 9
        assert np.abs(embedder.embed_query(TEXTS[0]) - before).max() < 1e-5

    def test_threads_do_not_disturb_each_other(self, embedder):
        expected = embedder.embed_documents(TEXTS)
        with ThreadPoolExecutor(4) as pool:
            results = list(pool.map(lambda _: embedder.embed_documents(TEXTS), range(8)))
        assert all(np.abs(result - expected).max() < 1e-5 for result in results)

    def test_names_are_usable(self, embedder):
        provider, colon, model = embedder.model_id.partition(":")
        assert provider
        assert colon
        assert model
        # Safe as a folder on every system, Windows' reserved names included.
        assert re.fullmatch(r"[a-z0-9][a-z0-9-]{2,79}", embedder.space)
        assert isinstance(embedder.is_local, bool)
        assert isinstance(embedder.is_remote_call, bool)

    @pytest.mark.parametrize("count", [0, 1, 100])
    def test_slices_cover_all_texts_in_order(self, embedder, count):
        texts = [f"text {number} " * (number % 7) for number in range(count)]
        covered = [text for part in batches(embedder, texts) for text in texts[part]]
        assert covered == texts

    def test_closing_twice_does_no_harm(self, embedder):
        embedder.close()
        embedder.close()
