"""Measuring where unrelated texts lie in a vector space.

Cosines of different models are not comparable: 0.8 is a match in one and noise in another. The
median cosine of texts that have nothing in common is measured once per space; from there to 1 a
cosine becomes a relevance between 0 and 1 (`types.relevance`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from assistant_app.retrieval.calibration_texts import FACTS, QUESTIONS
from assistant_app.retrieval.types import Calibration

FloatArray = NDArray[np.float32]
_NEAREST = 5
"""An eighth of the list; between 1 and 10 the right fact came first as often (+- 1 of 64)."""


def calibrate(
    questions: FloatArray, facts: FloatArray, passages: FloatArray | None = None
) -> Calibration:
    """Derive the calibration from the vectors of the fixed list.

    Args:
        questions: `(n, d) float32`, `calibration_texts.QUESTIONS` embedded as queries.
        facts: `(m, d) float32`, `calibration_texts.FACTS` embedded as facts.
        passages: `(m, d) float32`, the same embedded as passages; None when the model makes no
            difference.

    Returns:
        The medians over all pairs of different texts.
    """
    between_facts = facts @ facts.T
    different = np.triu_indices(len(facts), k=1)
    return Calibration(
        question_to_fact=_median(questions @ facts.T),
        fact_to_fact=_median(between_facts[different]),
        question_to_passage=_median(questions @ (facts if passages is None else passages).T),
        questions=questions,
        usual_hubness=float(hubness(facts, questions).mean()) if len(facts) else 0.0,
    )


def hubness(facts: FloatArray, questions: FloatArray) -> FloatArray:
    """Return how close facts are to questions that are not about them.

    Some texts lie near every question in a vector space and push the right ones down. The mean
    cosine to the nearest of unrelated questions tells which; half of it is taken off a score
    (cross-domain similarity local scaling, Conneau et al. 2018, arXiv 1710.04087, which halves it
    just so).

    Args:
        facts: `(n, d) float32`, rows normalised or zero.
        questions: `(m, d) float32`, rows normalised.

    Returns:
        `(n,) float32`.
    """
    if not len(questions):
        return np.zeros(len(facts), np.float32)
    nearest = np.partition(facts @ questions.T, -min(_NEAREST, len(questions)), axis=1)
    mean: FloatArray = nearest[:, -_NEAREST:].mean(axis=1)
    return mean


def measure(
    embed_documents: Callable[[Sequence[str]], FloatArray],
    embed_query: Callable[[str], FloatArray],
    embed_passages: Callable[[Sequence[str]], FloatArray] | None = None,
) -> Calibration:
    """Embed the fixed list and derive the calibration.

    It embeds about a hundred short texts; whoever may not block that long embeds
    `calibration_texts` in slices and calls `calibrate`.

    Args:
        embed_documents: Embeds facts, `(n, d)`.
        embed_query: Embeds one question, `(d,)`.
        embed_passages: Embeds the facts as passages; None when the model makes no difference.

    Raises:
        UserError: Whatever the embedder raises.
    """
    questions = np.stack([embed_query(question) for question in QUESTIONS])
    passages = None if embed_passages is None else embed_passages(FACTS)
    return calibrate(questions, embed_documents(FACTS), passages)


def _median(cosines: FloatArray) -> float:
    return float(np.median(cosines)) if cosines.size else 0.0
