"""Two statements are one only when nothing is lost by dropping one of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.memory.same import core, numbers, same_statement

CLOSE = 0.99


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I have two kids.", "I have 2 children"),
        ("Anna, my sister, lives in Porto.", "My sister Anna lives in Porto"),
        ("I'm allergic to peanuts", "I am allergic to peanuts!"),
        ("My cat is called Miso.", "My cat's name is Miso."),
        ("It costs 1,000 euros", "It costs 1000 euros"),
        ("The user likes strong coffee", "I really like strong coffee"),
        ("我的狗叫小白", "我的狗是叫小白的"),
    ],
)
def test_small_words_do_not_make_another_statement(first: str, second: str) -> None:
    assert same_statement(first, second, CLOSE)
    assert not same_statement(first, second, 0.94), "the cosine has to agree"
    assert not same_statement(first, second, None), "without vectors only equal words count"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("我家的狗叫小白。", "我家的狗叫小黑。"),
        ("我有两个孩子", "我有三个孩子"),
        ("他喜欢咖啡", "他不喜欢咖啡"),
        ("小明喜欢小红", "小红喜欢小明"),
        ("I have two kids", "I have three kids"),
        ("The project uses Java 16.", "The project uses Java 17."),
        ("I can eat nuts", "I can't eat nuts"),
        ("I eat meat", "I never eat meat"),
        ("Ich trinke Kaffee", "Ich trinke keinen Kaffee"),
        ("Je mange de la viande", "Je ne mange pas de la viande"),
        ("Tom likes Anna", "Anna likes Tom"),
        ("Anna likes tea", "Hanna likes tea"),
        ("My cat chased my dog", "My dog chased my cat"),
        ("I prefer tea over coffee", "I prefer coffee over tea"),
        ("I prefer tea to coffee", "I prefer coffee to tea"),
        ("I like Anna", "Anna likes me"),
        ("I like tea", "I like green tea"),
        ("The user is left-handed", "The user is right-handed"),
        ("I use C", "I use C++"),
        ('My band is called "Blue Night"', 'My band is called "Night Blue"'),
        ("My mother is a nurse", "My father is a nurse"),
        ("I lived in Porto", "I live in Porto"),
    ],
)
def test_numbers_names_negation_and_content_tell_statements_apart(first: str, second: str) -> None:
    assert not same_statement(first, second, CLOSE)
    assert not same_statement(second, first, CLOSE)


words = st.sampled_from(("tea", "coffee", "garden", "music", "winter", "piano", "river", "nurse"))
names = st.sampled_from(("Anna", "Berta", "Carla", "Dora", "Emil", "Fritz"))


@given(words, names, st.integers(0, 999), st.integers(0, 999))
def test_another_number_is_another_statement(word: str, name: str, one: int, other: int) -> None:
    first, second = (f"{name} has {number} kinds of {word}" for number in (one, other))
    assert same_statement(first, second, 1.0) == (one == other)


@given(words, names, names)
def test_another_name_is_another_statement(word: str, one: str, other: str) -> None:
    first, second = (f"My friend {name} loves {word}" for name in (one, other))
    assert same_statement(first, second, 1.0) == (one == other)


@given(
    words,
    st.sampled_from(
        ("not", "never", "nicht", "nunca", "pas", "nie", "не", "без", "kein", "without")
    ),
    st.data(),
)
def test_a_negation_is_another_statement(word: str, negation: str, data: st.DataObject) -> None:
    said = f"we grow {word} here".split()
    place = data.draw(st.integers(0, len(said)))
    denied = [*said[:place], negation, *said[place:]]
    assert not same_statement(" ".join(said), " ".join(denied), 1.0)


@given(st.text(max_size=60), st.text(max_size=60), st.floats(-1, 1))
def test_the_decision_is_symmetric_and_reflexive(first: str, second: str, cosine: float) -> None:
    assert same_statement(first, first, cosine)
    assert same_statement(first, second, cosine) == same_statement(second, first, cosine)


def test_a_cosine_that_is_no_number_decides_nothing() -> None:
    assert not same_statement("I have two kids.", "I have 2 children", float("nan"))


def test_core_keeps_what_was_said() -> None:
    assert core("I don't like the two Cats") == ("not", "like", "2", "cat")
    assert numbers("From 3 to -5, two times") == ("3", "-5", "2")
