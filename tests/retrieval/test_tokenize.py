"""Terms of texts in every script."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.retrieval.stopwords import STOP_WORDS
from assistant_app.retrieval.tokenize import fold, query_terms, stem, terms


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ｱﾝﾅ", "アンナ"),
        ("ｶﾞﾗｽ", "ガラス"),
        ("São Paulo", "sao paulo"),
        ("STRASSE", "straße"),
        ("Ｈｅｌｌｏ", "hello"),
        ("Łódź", "lodz"),
        ("İstanbul", "istanbul"),
        ("cafe\u0301", "café"),
        ("the user's dog", "the user’s dog"),
        ("l'eau", "eau"),
    ],
)
def test_two_ways_of_writing_meet(one: str, other: str) -> None:
    assert terms(one) == terms(other)


def test_chinese_gives_single_characters_and_pairs() -> None:
    assert terms("老式相机") == ["老", "式", "相", "机", "老式", "式相", "相机"]


def test_japanese_keeps_voiced_kana_apart() -> None:
    assert terms("ガ") != terms("カ")


def test_thai_signs_stay_with_their_consonant() -> None:
    assert terms("ที่นี่") == ["ที่", "นี่", "ที่นี่"]


def test_hindi_words_are_not_cut_at_vowel_signs() -> None:
    assert terms("हिन्दी भाषा") == ["हिन्दी", "भाषा"]


def test_mixed_languages_are_cut_where_the_script_changes() -> None:
    assert terms("用Python写") == ["用", "python", "写"]


def test_words_with_underscores_and_signs_are_cut() -> None:
    assert terms("snow_flake@home.org 5:30") == ["snow", "flak", "hom", "org", "5", "30"]


@pytest.mark.parametrize(
    ("forms", "stemmed"),
    [
        (("hike", "hikes", "hiking", "hiked"), "hik"),
        (("run", "runs", "running"), "run"),
        (("study", "studies", "studied", "studying"), "studi"),
        (("paint", "paints", "painting", "painted"), "paint"),
        (("boxes", "box"), "box"),
        (("class", "classes"), "class"),
        (("bus",), "bus"),
        (("sing",), "sing"),
        (("bed",), "bed"),
    ],
)
def test_forms_of_one_english_word_meet(forms: tuple[str, ...], stemmed: str) -> None:
    assert {stem(form) for form in forms} == {stemmed}


def test_questions_lose_their_empty_words_and_repetitions() -> None:
    assert query_terms("What did the dog do to the other dog?") == ["dog"]
    assert query_terms("我的狗叫什么？") == ["狗", "叫", "的狗", "狗叫", "叫什"]


@pytest.mark.parametrize("empty", ["", "   ", "。", "\u200b", "🙂🙂", "?!…", "\n\t", "---", "_"])
def test_text_without_words_has_no_terms(empty: str) -> None:
    assert terms(empty) == []
    assert query_terms(empty) == []


def test_stop_words_are_written_as_words_are_folded() -> None:
    assert {word for word in STOP_WORDS if fold(word) != word} == set()


def test_a_word_without_end_is_cut() -> None:
    assert [len(term) for term in terms("x" * 100_000)] == [64]


@given(st.text())
def test_every_text_gives_terms_that_are_not_empty(text: str) -> None:
    assert all(terms(text))
    assert set(query_terms(text)) <= set(terms(text))


@given(st.text())
def test_folding_twice_changes_nothing_more(text: str) -> None:
    assert terms(fold(text)) == terms(text)
