"""The built-in model's parts, on a tiny model of the same format; no weights needed."""

from __future__ import annotations

import contextlib
import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.embeddings.e5.embedder import E5Embedder
from assistant_app.embeddings.e5.encoder import Encoder, double_gelu
from assistant_app.embeddings.e5.languages import LanguageDirections
from assistant_app.embeddings.e5.tokenizer import Tokenizer
from assistant_app.embeddings.e5.weights import WeightsError, WeightsFile
from tests.embeddings import tiny

BOS, EOS, UNK = 0, 2, 3


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    return tiny.write(tmp_path_factory.mktemp("tiny") / "tiny.bin")


@pytest.fixture(scope="module")
def model_bytes(model):
    return lambda: bytearray(model.path.read_bytes())


@pytest.fixture(scope="module")
def tokenizer(model):
    with WeightsFile(model.path) as weights:
        return Tokenizer(weights.pieces)


@pytest.fixture(scope="module")
def encoder(model):
    with WeightsFile(model.path) as weights:
        return Encoder(weights)


def numbers(*pieces):
    return [BOS, *([p for p, _ in tiny.PIECES].index(piece) for piece in pieces), EOS]


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("dog", ["▁dog"]),
        ("dogs", ["▁do", "gs"]),  # -8.2 against -9.0 for the longest piece first
        ("dog  dog", ["▁dog", "▁dog"]),
        ("dog\tdog", ["▁dog", "▁dog"]),
        ("Ⅷ", ["▁dog"]),
        ("犬", ["▁", "犬"]),
        ("x", ["▁", "<unk>"]),
        ("xyz", ["▁", "<unk>"]),  # neighbours are one unknown token
        ("x犬y", ["▁", "<unk>", "犬", "<unk>"]),
        ("x y", ["▁", "<unk>", "▁", "<unk>"]),
        ("", []),
    ],
)
def test_the_most_probable_cut_is_found(tokenizer, text, pieces):
    assert tokenizer.encode(text) == numbers(*pieces)


def test_a_spelling_of_the_unknown_piece_is_cut_like_any_other(tokenizer):
    assert tokenizer.encode("<unk>") == numbers("▁", "<unk>")


def test_the_prefix_stands_before_the_text(tokenizer):
    assert tokenizer.encode("dog", prefix="dogs") == numbers("▁do", "gs", "▁dog")


def test_the_limit_counts_the_marks(tokenizer):
    assert tokenizer.encode("dog " * 50, limit=5) == numbers("▁dog", "▁dog", "▁dog")


@given(st.text(st.sampled_from("dogs犬x \ufdfaⅧ"), max_size=60), st.integers(3, 20))
@settings(max_examples=60)
def test_any_text_is_cut_into_known_tokens_within_the_limit(tokenizer, text, limit):
    tokens = tokenizer.encode(text, limit=limit)
    assert tokens[0] == BOS
    assert tokens[-1] == EOS
    assert len(tokens) <= limit
    assert all(0 <= token < len(tiny.PIECES) for token in tokens)


TEXTS = [[0, 5, 2], [0, 6, 10, 2], [0, 4, 12, 2], [0, *range(4, 14), 2], [0, 2]]


@pytest.mark.parametrize("tokens", TEXTS, ids=str)
def test_the_encoder_computes_what_the_plain_formulas_say(model, encoder, tokens):
    (vector,) = encoder.encode([tokens])
    assert np.abs(vector - tiny.expected(model, tokens)).max() < 2e-3  # the price of the quick GELU


def test_texts_in_one_batch_do_not_see_each_other(encoder):
    together = encoder.encode(TEXTS)
    for tokens, vector in zip(TEXTS, together, strict=True):
        assert np.abs(encoder.encode([tokens])[0] - vector).max() < 1e-5


def test_the_quick_gelu_is_as_close_as_it_says():
    x = np.linspace(-30, 30, 60_001)
    quick = x.astype(np.float32)
    double_gelu(quick, np.empty_like(quick))
    assert np.abs(quick / 2 - tiny.exact_gelu(x)).max() < 2.8e-4


def test_numbers_of_the_file_come_back(model):
    with WeightsFile(model.path) as weights:
        matrix = weights.matrix("l0.fi.w", tiny.INNER, tiny.WIDTH)
        assert np.allclose(matrix, model.tensors["l0.fi.w"], atol=1e-6)
        assert np.array_equal(weights.floats("l1.oln.b"), model.tensors["l1.oln.b"])
        assert weights.pieces.normaliser[0xFDFA] == "dog dog dog dog"


def test_a_tensor_that_is_not_there_or_of_another_kind_is_said_so(model):
    with WeightsFile(model.path) as weights:
        for ask in (
            lambda: weights.floats("nothing"),
            lambda: weights.floats("emb.word"),
            lambda: weights.matrix("l0.q.w", 3, 32),
        ):
            with pytest.raises(WeightsError):
                ask()


def test_a_file_cut_off_anywhere_is_refused(model, tmp_path):
    data = model.path.read_bytes()
    path = tmp_path / "cut.bin"
    for length in [0, 3, 4, 20, 44, 60, 80, 150, 300, 700, len(data) // 2, len(data) - 1]:
        path.write_bytes(data[:length])
        with pytest.raises(WeightsError):
            read_all(path)


def read_all(path):
    with WeightsFile(path) as weights:
        return Tokenizer(weights.pieces), Encoder(weights)


@given(st.integers(0, 1500), st.integers(0, 255))
@settings(max_examples=150, deadline=None)
def test_a_damaged_head_never_does_more_than_fail(model_bytes, tmp_path_factory, position, value):
    data = model_bytes()
    data[position] = value
    path = tmp_path_factory.mktemp("damaged") / "damaged.bin"
    path.write_bytes(data)
    # What the embedder turns into `embedding_unavailable`.
    with contextlib.suppress(WeightsError, ValueError, MemoryError):
        read_all(path)[0].encode("dogs 犬")


def test_languages_are_taken_out():
    random = np.random.default_rng(0)
    basis = np.linalg.qr(random.standard_normal((16, 3)))[0].T.astype(np.float32)
    mean = random.standard_normal(16).astype(np.float32) * 0.1
    vectors = random.standard_normal((5, 16)).astype(np.float32)
    removed = LanguageDirections(mean, basis).remove(vectors)
    assert np.abs(removed @ basis.T).max() < 1e-6
    assert np.linalg.norm(removed, axis=1) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("damage", ["absent", "text", "shape", "names"])
def test_directions_that_cannot_be_used_are_said_so(tmp_path, damage):
    path = tmp_path / "directions.npz"
    if damage == "text":
        path.write_text("nothing")
    elif damage == "shape":
        np.savez(path, mean=np.zeros(3), directions=np.zeros((2, 4)))
    elif damage == "names":
        np.savez(path, other=np.zeros(3))
    with pytest.raises((WeightsError, OSError)):
        LanguageDirections.load(path, 4)


def unavailable(embedder):
    with pytest.raises(UserError) as caught:
        embedder.embed_query("dog")
    assert caught.value.code is ErrorCode.EMBEDDING_UNAVAILABLE
    return caught.value


def test_without_weights_only_the_use_fails(tmp_path):
    path = tmp_path / "absent.bin"
    embedder = E5Embedder(weights=path)
    assert embedder.dimension == 384
    assert not embedder.embed_query("  ").any()
    assert list(embedder.batches(["a", "b"])) == [slice(0, 2)]
    error = unavailable(embedder)
    assert error.params["path"] == str(path)
    assert error.params["detail"] == "missing"


def test_damaged_weights_are_unavailable(tmp_path, model):
    path = tmp_path / "damaged.bin"
    path.write_bytes(b"E5S1" + struct.pack("<I7i", 1, 0, 0, 0, 0, 0, 0, 0) + bytes(100))
    unavailable(E5Embedder(weights=path))
    unavailable(E5Embedder(weights=tmp_path))  # a folder
    assert "another model" in unavailable(E5Embedder(weights=model.path)).params["detail"]


def whole_model(tmp_path, monkeypatch, damage):
    """An embedder on a tiny model, whose vectors are as wide as the tiny model's."""
    monkeypatch.setattr("assistant_app.embeddings.e5.embedder.DIMENSION", tiny.WIDTH)
    made = tiny.write(tmp_path / "whole.bin")
    data = bytearray(made.path.read_bytes())
    damage(data)
    made.path.write_bytes(data)
    directions = tmp_path / "directions.npz"
    np.savez(directions, mean=np.zeros(tiny.WIDTH), directions=np.eye(8, tiny.WIDTH))
    return E5Embedder(made.path, directions)


def test_the_parts_work_together(tmp_path, monkeypatch):
    embedder = whole_model(tmp_path, monkeypatch, lambda data: None)
    assert np.linalg.norm(embedder.embed_query("dog")) == pytest.approx(1, abs=1e-5)


def test_damage_in_the_table_of_words_never_becomes_a_vector(tmp_path, monkeypatch):
    def damage(data):
        with WeightsFile(tmp_path / "whole.bin") as weights:
            table = weights.blocks("emb.word", len(tiny.PIECES), tiny.WIDTH)
        at = data.index(table.tobytes())
        for block in range(len(tiny.PIECES) * tiny.WIDTH // 32):
            data[at + 18 * block : at + 18 * block + 2] = b"\x00\x7e"  # not a number

    unavailable(whole_model(tmp_path, monkeypatch, damage))


def test_numbers_that_grow_beyond_all_bounds_never_become_a_vector(tmp_path, monkeypatch):
    huge = np.full(tiny.WIDTH, 3e38, "<f4").tobytes()

    def damage(data):
        with WeightsFile(tmp_path / "whole.bin") as weights:
            at = data.index(weights.floats("l1.oln.w").tobytes())
        data[at : at + len(huge)] = huge

    unavailable(whole_model(tmp_path, monkeypatch, damage))


def test_slices_are_bounded_by_tokens():
    embedder = E5Embedder()
    texts = ["a fact of some twelve words that the user told us last week"] * 100
    slices = list(embedder.batches(texts))
    sizes = [part.stop - part.start for part in slices]
    assert sum(sizes) == 100
    assert 2 < max(sizes) < 20
    assert list(embedder.batches(["x" * 100_000] * 3)) == [slice(0, 1), slice(1, 2), slice(2, 3)]
