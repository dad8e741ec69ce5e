"""The fixed texts that are embedded once in each vector space: calibration, and categories.

They are filled in like any other missing vector, so that neither a slow nor a remote model makes
anyone wait for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from assistant_app.base.paths import resource
from assistant_app.embeddings.port import Purpose
from assistant_app.memory.categories import PROTOTYPES
from assistant_app.retrieval.calibration import calibrate
from assistant_app.retrieval.calibration_texts import FACTS, QUESTIONS
from assistant_app.retrieval.types import Calibration

if TYPE_CHECKING:
    from numpy.typing import NDArray

    FloatArray = NDArray[np.float32]

_MARK = "~"
_QUESTION, _FACT, _PASSAGE, _CATEGORY = "question", "fact", "passage", "category"


@dataclass(frozen=True, slots=True)
class FixedText:
    """One text of the list.

    Attributes:
        text: What is embedded.
        purpose: As what.
        question: Whether it is embedded as a question (a model may prepare these differently).
    """

    text: str
    purpose: Purpose
    question: bool = False


def calibration_texts() -> Mapping[str, FixedText]:
    """Return the texts of the calibration by key; keys never collide with ids of memories."""
    texts: dict[str, FixedText] = {}
    for number, text in enumerate(QUESTIONS):
        texts[_key(_QUESTION, number)] = FixedText(text, Purpose.FACT, question=True)
    for number, text in enumerate(FACTS):
        texts[_key(_FACT, number)] = FixedText(text, Purpose.FACT)
        texts[_key(_PASSAGE, number)] = FixedText(text, Purpose.PASSAGE)
    return texts


def category_texts() -> Mapping[str, FixedText]:
    """Return the examples of the categories by key."""
    return {
        _key(f"{_CATEGORY}-{category}", number): FixedText(text, Purpose.FACT)
        for category, examples in PROTOTYPES.items()
        for number, text in enumerate(examples)
    }


def is_fixed(key: str) -> bool:
    """Whether a key belongs to the list."""
    return key.startswith(_MARK)


def calibration_from(vectors: Mapping[str, FloatArray]) -> Calibration:
    """Derive the calibration from the vectors of every calibration text."""
    return calibrate(
        _questions(vectors),
        np.stack([vectors[_key(_FACT, number)] for number in range(len(FACTS))]),
        np.stack([vectors[_key(_PASSAGE, number)] for number in range(len(FACTS))]),
    )


def categories_from(vectors: Mapping[str, FloatArray]) -> Mapping[str, FloatArray]:
    """Return the normalised mean of the examples of each category."""
    centres: dict[str, FloatArray] = {}
    for category, examples in PROTOTYPES.items():
        keys = [_key(f"{_CATEGORY}-{category}", number) for number in range(len(examples))]
        centre = np.mean(np.stack([vectors[key] for key in keys]), axis=0)
        length = max(float(np.linalg.norm(centre)), 1e-9)
        centres[category] = np.asarray(centre / length, np.float32)
    return centres


def shipped_vectors(space: str, hashes: Mapping[str, str]) -> Mapping[str, FloatArray]:
    """Return the vectors that ship for the built-in model, so that its first start knows them.

    Args:
        space: Name of the vector space; another one than the built-in ships nothing.
        hashes: Content hash of the present text by key; a vector of an older text is left out.
    """
    path = resource("models", f"{space}-yardstick.npz")
    if not path.is_file():
        return {}
    with np.load(path, allow_pickle=False) as shipped:
        keys, of_texts, rows = shipped["keys"], shipped["hashes"], shipped["vectors"]
    vectors = np.asarray(rows, np.float32)
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    return {
        str(key): vectors[row]
        for row, key in enumerate(keys)
        if hashes.get(str(key)) == str(of_texts[row])
    }


def _questions(vectors: Mapping[str, FloatArray]) -> FloatArray:
    return np.stack([vectors[_key(_QUESTION, number)] for number in range(len(QUESTIONS))])


def _key(kind: str, number: int) -> str:
    return f"{_MARK}{kind}-{number}"
