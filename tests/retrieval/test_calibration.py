"""Calibration: relevance, the fixed list, hubness."""

from __future__ import annotations

import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.retrieval.calibration import calibrate, hubness, measure
from assistant_app.retrieval.calibration_texts import FACTS, QUESTIONS
from assistant_app.retrieval.types import Calibration, relevance

UNIT = st.floats(-1.0, 1.0)


@given(UNIT, UNIT, st.floats(-1.0, 1.0))
def test_relevance_stays_between_0_and_1_and_grows_with_the_cosine(
    low: float, high: float, unrelated: float
) -> None:
    low, high = sorted((low, high))
    assert 0.0 <= relevance(low, unrelated) <= relevance(high, unrelated) <= 1.0


def test_unrelated_is_zero_and_equal_is_one() -> None:
    calibration = Calibration(0.2, 0.5, 0.1)
    assert (calibration.question(0.2), calibration.question(1.0)) == (0.0, 1.0)
    assert calibration.question(0.6) == pytest.approx(0.5)
    assert calibration.fact(0.75) == pytest.approx(0.5)
    assert calibration.passage(0.55) == pytest.approx(0.5)


def test_a_space_where_all_is_equal_makes_nothing_relevant() -> None:
    assert relevance(1.0, 1.0) == 0.0


def test_the_medians_are_taken_over_different_texts() -> None:
    questions = np.array([[1, 0], [0, 1]], np.float32)
    facts = np.array([[1, 0], [0.6, 0.8], [0.8, 0.6]], np.float32)
    found = calibrate(questions, facts, facts[:1])
    assert found.question_to_fact == pytest.approx(0.7)
    assert found.fact_to_fact == pytest.approx(0.8)
    assert found.question_to_passage == pytest.approx(0.5)


def test_measuring_embeds_each_text_as_what_it_is() -> None:
    asked: list[str] = []

    def row(text: str) -> np.ndarray:
        return np.array([len(text), 1.0], np.float32) / np.hypot(len(text), 1.0)

    def query(text: str) -> np.ndarray:
        asked.append(text)
        return row(text)

    found = measure(lambda texts: np.stack([row(text) for text in texts]), query)
    assert tuple(asked) == QUESTIONS
    assert found.question_to_passage == found.question_to_fact > 0.9
    assert found.questions is not None
    assert found.questions.shape == (len(QUESTIONS), 2)


def test_hubness_is_the_mean_of_the_nearest() -> None:
    questions = np.eye(7, dtype=np.float32)
    facts = np.array([[0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1]], np.float32)
    assert hubness(facts, questions).tolist() == pytest.approx([0.5])
    assert hubness(facts, questions[:2]).tolist() == pytest.approx([0.65])
    assert hubness(facts, questions[:0]).tolist() == [0.0]


def test_the_list_is_of_forty_different_texts_each_in_several_scripts() -> None:
    for texts in (QUESTIONS, FACTS):
        assert len(texts) == len(set(texts)) == 40
        scripts = {unicodedata.name(text[1]).split()[0] for text in texts}
        assert scripts >= {"LATIN", "CJK", "HANGUL", "CYRILLIC"}
