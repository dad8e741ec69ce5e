"""Memory with the real built-in model: other words, other languages, updates and duplicates."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from assistant_app.base.paths import resource
from assistant_app.embeddings.e5.embedder import E5Embedder
from assistant_app.memory.store.vectors import content_hash
from assistant_app.memory.types import RememberStatus
from assistant_app.memory.yardstick import calibration_texts, category_texts, shipped_vectors
from tests.memory.builders import House

pytestmark = [
    pytest.mark.weights,
    pytest.mark.skipif(
        not resource("models", "e5-small-q4.bin").is_file(),
        reason="the weights of the built-in model are absent; `make setup` fetches them",
    ),
]
ANNA = "My sister Anna lives in Porto. She can't eat nuts."


@pytest.fixture(scope="module")
def embedder() -> Iterator[E5Embedder]:
    model = E5Embedder()
    yield model
    model.close()


@pytest.fixture
def house(tmp_path: Path, embedder: E5Embedder) -> House:
    house = House(tmp_path, embedder)
    house.say(
        ANNA,
        "I keep bees in the garden",
        "I work as a nurse on night shifts",
        "My car is an old blue Volvo",
        "I prefer tea to coffee",
        "我住在上海",
        "Mein Lieblingsfilm ist Das Boot",
        "I go swimming on Tuesdays",
        "The rent is due on the first of the month",
        "My printer only works over USB",
    )
    return house


@pytest.mark.parametrize(
    "question",
    [
        "我要去看望妹妹，她住在哪里？",
        "Where does my sister live?",
        "Wo wohnt meine Schwester?",
        "¿Dónde vive mi hermana?",
        "妹はどこに住んでいますか？",
        "Which city should I fly to if I want to see my sibling?",
    ],
)
def test_a_memory_is_found_in_other_words_and_languages(house: House, question: str) -> None:
    found = house.ask(question)
    assert found.by_meaning
    assert ANNA in [hit.text for hit in found.used[:2]]


def test_a_memory_is_found_the_next_week_without_embedding_it_again(
    house: House, embedder: E5Embedder
) -> None:
    house.reopen(embedder)
    assert house.memory.vectors.pending == 0
    assert ANNA in house.found("我要去看望妹妹，她住在哪里？")[:2]


def test_rewordings_are_one_memory_and_changes_are_not(house: House) -> None:
    (again,) = house.say("In the garden I keep bees.")
    assert again.status in {RememberStatus.SAVED, RememberStatus.DUPLICATE}
    for text in (
        "My car is an old red Volvo",
        "I go swimming on Thursdays",
        "I prefer coffee to tea",
        "I work as a nurse on day shifts",
        "The rent is due on the second of the month",
    ):
        (other,) = house.say(text)
        assert other.status is not RememberStatus.DUPLICATE, text
    (moved,) = house.say("我住在北京")
    assert moved.status is RememberStatus.PROPOSED


def test_what_ships_for_the_model_is_what_the_model_gives(embedder: E5Embedder) -> None:
    texts = {**calibration_texts(), **category_texts()}
    hashes = {key: content_hash(fixed.text) for key, fixed in texts.items()}
    shipped = shipped_vectors(embedder.space, hashes)
    assert shipped.keys() == texts.keys(), "run packaging/compute_yardstick.py"
    for key in list(texts)[::13]:
        fixed = texts[key]
        if fixed.question:
            made = embedder.embed_query(fixed.text)
        else:
            made = embedder.embed_documents([fixed.text], purpose=fixed.purpose)[0]
        np.testing.assert_allclose(shipped[key], made, atol=2e-3)


def test_silent_words_get_their_category_by_meaning(house: House) -> None:
    (outcome,) = house.say("Tom and Lisa have known me since kindergarten")
    assert outcome.entry is not None
    assert outcome.entry.category == "people"
