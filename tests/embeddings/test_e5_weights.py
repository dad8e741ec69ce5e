"""The built-in model with its real weights."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from assistant_app.base.paths import resource
from assistant_app.embeddings.e5.embedder import E5Embedder
from assistant_app.embeddings.port import Purpose
from tests.embeddings.contract import EmbedderContract

pytestmark = [
    pytest.mark.weights,
    pytest.mark.skipif(
        not resource("models", "e5-small-q4.bin").is_file(),
        reason="the weights are not here: run packaging/fetch_model.py",
    ),
]


@pytest.fixture(scope="module")
def loaded():
    return E5Embedder()


class TestE5(EmbedderContract):
    @pytest.fixture
    def embedder(self, loaded):
        return loaded


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        (
            "The user's dog is called Biscuit.",
            [0, 41, 1294, 12, 581, 38937, 25, 7, 10269, 83, 35839, 14851, 1010, 217, 5, 2],
        ),
        (
            "我家的狗叫什么名字？",
            [0, 41, 1294, 12, 6, 138504, 43, 27306, 10050, 6711, 65749, 32, 2],
        ),
        ("ﬁ Ⅷ 👍", [0, 41, 1294, 12, 809, 32896, 6, 118280, 2]),
    ],
)
def test_texts_are_cut_as_the_model_was_taught(loaded, text, tokens):
    assert loaded._loaded().tokenizer.encode(text, prefix="query:") == tokens


def test_a_vector_is_the_same_on_every_machine(loaded):
    vector = loaded.embed_query("The user's dog is called Biscuit.")
    assert vector[:6].tolist() == pytest.approx(
        [0.0398, -0.0017, 0.0291, 0.0986, 0.008, -0.0873], abs=2e-3
    )


TRANSLATIONS = [
    ("The user is allergic to peanuts.", "用户对花生过敏。"),
    ("The user is allergic to peanuts.", "Der Benutzer ist allergisch gegen Erdnüsse."),
    ("The user lives by the sea.", "El usuario vive junto al mar."),
    ("The user plays the violin.", "L'utilisateur joue du violon."),
    ("The user has two cats.", "ユーザーは猫を二匹飼っている。"),
    ("The user has two cats.", "У пользователя две кошки."),
]
OTHERS = ["The printer is out of paper.", "打印机没有纸了。", "Der Zug fährt um acht."]


@pytest.mark.parametrize(("left", "right"), TRANSLATIONS)
def test_a_translation_is_closer_than_any_other_text(loaded, left, right):
    first, second, *others = loaded.embed_documents([left, right, *OTHERS])
    assert first @ second > 0.4
    assert max(first @ other for other in others) < first @ second - 0.2
    assert max(second @ other for other in others) < first @ second - 0.2


QUESTIONS = [
    ("What may I not eat?", "The user is allergic to peanuts."),
    ("我不能吃什么？", "The user is allergic to peanuts."),
    ("Which instrument do I play?", "用户会拉小提琴。"),
    ("Wo arbeite ich?", "The user works at a children's hospital in Köln."),
    ("How many pets do I have?", "The user has two cats."),
]


def test_questions_find_their_facts_across_languages(loaded):
    facts = list(dict.fromkeys(fact for _, fact in QUESTIONS)) + OTHERS
    vectors = loaded.embed_documents(facts)
    for question, fact in QUESTIONS:
        best = facts[int((vectors @ loaded.embed_query(question)).argmax())]
        assert best == fact, question


def test_facts_and_passages_are_prepared_differently(loaded):
    fact, passage = (loaded.embed_documents(["dog"], purpose=p)[0] for p in Purpose)
    assert 0.5 < fact @ passage < 0.9999


def test_a_text_longer_than_the_model_reads_is_cut(loaded):
    long = "记" * 1_900
    model = loaded._loaded()
    assert len(model.tokenizer.encode(long + "忆" * 3_000, prefix="query:")) == 512
    assert loaded.embed_query(long).any()


def test_many_texts_in_any_order_are_what_each_is_alone(loaded):
    texts = [f"fact {number}: " + "word " * (number * 7 % 40) for number in range(60)]
    together = loaded.embed_documents(texts)
    for number in range(0, 60, 13):
        alone = loaded.embed_documents([texts[number]])[0]
        assert np.abs(together[number] - alone).max() < 1e-5


def test_closing_frees_the_model_and_a_later_call_loads_again():
    embedder = E5Embedder()
    before = embedder.embed_query("dog")
    embedder.close()
    assert embedder._model is None
    assert np.array_equal(embedder.embed_query("dog"), before)


def test_threads_that_come_first_together_load_once(monkeypatch):
    embedder = E5Embedder()
    loads = []
    read = embedder._read
    monkeypatch.setattr(embedder, "_read", lambda: loads.append(1) or read())
    threads = [threading.Thread(target=embedder.load) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(loads) == 1


def test_slices_follow_the_speed_of_the_machine():
    ticks = iter(range(1_000))
    slow = E5Embedder(timer=lambda: float(next(ticks)))  # every pass seems to take a second
    texts = ["a fact of some twelve words that the user told us last week"] * 40
    before = max(part.stop - part.start for part in slow.batches(texts))
    for _ in range(6):
        slow.embed_documents(texts[:16])
    after = max(part.stop - part.start for part in slow.batches(texts))
    assert 1 <= after < before


def test_the_directions_belong_to_the_weights(loaded):
    # Without them a Chinese question prefers any Chinese text.
    facts = loaded.embed_documents(["The user's dog is called Biscuit.", "打印机没有纸了。"])
    english, chinese = facts @ loaded.embed_query("我家的狗叫什么名字？")
    assert english > chinese
