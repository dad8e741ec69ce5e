"""The word index: BM25, coverage, parts of words, snapshots."""

from __future__ import annotations

import math
import threading
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.retrieval.tokenize import query_terms, terms
from assistant_app.retrieval.words import WordIndex

KEYS = st.sampled_from(["a", "b", "c", "d"])
WORDS = st.sampled_from(["dog", "cat", "老式", "相机", "São", "it's", "5", "hiking"])
TEXTS = st.lists(WORDS, max_size=8).map(" ".join)
CHANGES = st.lists(st.tuples(KEYS, st.none() | TEXTS), max_size=30)


def built(texts: dict[str, str], *, keep_texts: bool = True) -> WordIndex:
    index = WordIndex(keep_texts=keep_texts)
    for key, text in texts.items():
        index.put(key, text)
    return index


@pytest.mark.parametrize("asked", ["老式", "相机", "机", "妹", "式相", "喜欢什么相机"])
def test_any_part_of_a_chinese_text_finds_it(asked: str) -> None:
    index = built({"camera": "我妹妹喜欢用老式相机", "tea": "每天早上喝豆浆"})
    assert index.search(asked, 5)[0] == ["camera"]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("พี่สาวของฉันอยู่ที่เชียงใหม่", "เชียงใหม่"),
        ("พี่สาวของฉันอยู่ที่เชียงใหม่", "ง"),
        ("アンナは京都に住んでいる", "ｱﾝﾅ"),
        ("João lives in São Paulo", "sao"),
        ("Моя сестра живёт в Москве", "живет"),
        ("고양이를 키운다", "고양이"),
    ],
)
def test_other_scripts_are_found_in_part(text: str, asked: str) -> None:
    assert built({"it": text, "other": "nothing of that"}).search(asked, 5)[0] == ["it"]


@pytest.mark.parametrize("empty", ["", "  ", "。", "\u200b", "🙂", "the", "什么"])
def test_questions_without_words_find_nothing(empty: str) -> None:
    assert built({"a": "the 什么 🙂 。"}).search(empty, 5)[0] == []


def test_scores_follow_the_formula() -> None:
    texts = {"a": "dog dog cat", "b": "dog bird fish fish tree", "c": "tree"}
    match = built(texts).snapshot().match("dog whale")
    k1, b, mean = 0.9, 0.4, 3.0
    idf = math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    rare = math.log(1 + (3 - 1 + 0.5) / (1 + 0.5))
    expected = [
        idf * n * (k1 + 1) / (n + k1 * (1 - b + b * length / mean))
        for n, length in ((2, 3), (1, 5), (0, 1))
    ]
    assert match.bm25.tolist() == pytest.approx(expected)
    assert match.coverage.tolist() == pytest.approx(
        [value / ((idf + rare) * (k1 + 1)) for value in expected]
    )


def test_a_text_that_says_more_of_the_question_comes_first() -> None:
    index = built({"one": "a red bicycle", "both": "a red bicycle helmet", "none": "blue"})
    assert index.search("bicycle helmet", 5)[0] == ["both", "one"]


def test_typed_letters_are_found_inside_words() -> None:
    snapshot = built({"a": "Biscuit the dog", "b": "cake"}).snapshot()
    assert [snapshot.rows.keys[row] for row in snapshot.containing("ISCU")] == ["a"]
    assert snapshot.containing("  ").tolist() == []
    assert snapshot.containing("!").tolist() == []


def test_without_kept_texts_no_part_is_found() -> None:
    assert built({"a": "dog"}, keep_texts=False).snapshot().containing("dog").tolist() == []


@given(CHANGES, TEXTS)
def test_changing_equals_building_anew(changes: list[tuple[str, str | None]], asked: str) -> None:
    index = WordIndex(keep_texts=True)
    final: dict[str, str] = {}
    for key, text in changes:
        final.pop(key, None)
        if text is None:
            index.remove(key)
        else:
            index.put(key, text)
            final[key] = text
    found = index.search(asked, 9)
    expected = built(dict(sorted(final.items()))).search(asked, 9)
    assert found[0] == expected[0]
    assert found[1].tolist() == expected[1].tolist()
    assert all(0.0 < share <= 1.0 for share in found[1].tolist())


def test_dropping_dead_rows_changes_no_answer() -> None:
    index = WordIndex(keep_texts=True)
    for number in range(3_000):
        index.put(f"k{number % 7}", f"dog number{number % 7} {'cat ' * (number % 3)}")
    latest = {f"k{n % 7}": f"dog number{n % 7} {'cat ' * (n % 3)}" for n in range(3_000)}
    assert index.rows.snapshot().count < 1_000
    found, expected = index.search("cat number3", 9), built(latest).search("cat number3", 9)
    assert (found[0], found[1].tolist()) == (expected[0], expected[1].tolist())
    assert index.snapshot().containing("umber3").size == 1


def test_a_snapshot_does_not_see_what_comes_after() -> None:
    index = built({"a": "dog cat", "b": "dog"})
    snapshot = index.snapshot()
    before = snapshot.search("dog cat", 9)
    index.put("a", "bird")
    index.remove("b")
    index.put("c", "dog cat cat")
    for number in range(1_000):
        index.put("d", f"dog {number}")
    after = snapshot.search("dog cat", 9)
    assert (after[0], after[1].tolist()) == (before[0], before[1].tolist())
    assert sorted(index.search("dog cat", 9)[0]) == ["c", "d"]


def test_a_snapshot_is_searched_while_the_owner_writes() -> None:
    index = built({f"k{n}": f"dog {n}" for n in range(200)})
    snapshot = index.snapshot()
    expected = snapshot.search("dog 7", 5)[0]
    answers: list[list[str]] = []
    reader = threading.Thread(
        target=lambda: answers.extend(snapshot.search("dog 7", 5)[0] for _ in range(200))
    )
    reader.start()
    for number in range(2_000):
        index.put(f"k{number % 200}", f"dog 7 dog {number}")
    reader.join()
    assert answers == [expected] * 200


@given(st.text(), st.text())
def test_scores_are_finite_for_any_text(text: str, asked: str) -> None:
    match = built({"a": text, "b": "dog"}).snapshot().match(asked)
    assert np.isfinite(match.coverage).all()
    shared = Counter(terms(text)).keys() & set(query_terms(asked))
    assert (match.bm25[0] > 0) == bool(shared)
