"""Values that searches take and give back; plain, so that every layer may name them."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    FloatArray = NDArray[np.float32]


class ReasonKind(StrEnum):
    """Why something was found; the sentence for each belongs to the window."""

    MEANING = "meaning"
    """The closeness of question and text."""
    WORDS = "words"
    """The share of the question's words that the text holds, rare words counting more."""
    PART = "part"
    """The typed letters stand inside the text, not as words of their own."""
    NEIGHBOUR = "neighbour"
    """The round before or after answers the question."""
    SESSION = "session"
    """Other rounds of the same sitting answer it too."""
    SPEAKER = "speaker"
    """The question names who said it."""
    DATE = "date"
    """The question names the month in which it was said."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One part of a score.

    Attributes:
        kind: What speaks for the text.
        value: What it adds to `score`.
    """

    kind: ReasonKind
    value: float


@dataclass(frozen=True, slots=True)
class FactHit:
    """A fact that answers a question.

    Attributes:
        key: The key under which it was added.
        score: What the ranking sorts by; comparable within one search only.
        cosine: Closeness of meaning; None when the fact or the question has no vector.
        coverage: Share of the question's words that the fact holds, 0 to 1.
        relevance: Calibrated closeness, 0 to 1, comparable between models; what users set.
        reasons: The parts of `score`, the greatest first.
    """

    key: str
    score: float
    cosine: float | None
    coverage: float
    relevance: float
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A fact close to another fact.

    Attributes:
        key: The key under which it was added.
        cosine: Fact-to-fact closeness of meaning.
        relevance: The same, calibrated to 0 to 1.
    """

    key: str
    cosine: float
    relevance: float


@dataclass(frozen=True, slots=True)
class Round:
    """One dated piece of a past conversation: an exchange, or a single turn.

    Attributes:
        key: Unique name.
        conversation: Where it was said.
        session: The sitting inside the conversation (a day, for example); neighbours are
            looked for inside one sitting.
        speaker: Who said it; may be empty.
        at: When it was said.
        text: What was said.
        label: What filters look at (a space, for example); few distinct values.
    """

    key: str
    conversation: str
    session: str
    speaker: str
    at: datetime
    text: str
    label: Hashable = None

    @property
    def embedding_text(self) -> str:
        """The text whose vector belongs to this round: who said it counts as meaning."""
        return f"{self.speaker}: {self.text}" if self.speaker else self.text


@dataclass(frozen=True, slots=True)
class RoundHit:
    """A past round that answers a question; fields as in `FactHit`."""

    key: str
    conversation: str
    score: float
    cosine: float | None
    coverage: float
    relevance: float
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Calibration:
    """Where unrelated texts lie in one vector space, so that cosines mean the same everywhere.

    Attributes:
        question_to_fact: Median cosine of questions and facts that have nothing in common.
        fact_to_fact: The same for two facts.
        question_to_passage: The same for questions and longer texts (rounds).
        questions: `(n, d) float32`, the questions of the fixed list, against which a fact shows
            whether it is close to everything (`hubness`); None when they are not at hand.
        usual_hubness: Mean hubness of the facts of the fixed list.
    """

    question_to_fact: float = 0.0
    fact_to_fact: float = 0.0
    question_to_passage: float = 0.0
    questions: FloatArray | None = field(default=None, compare=False, repr=False)
    usual_hubness: float = 0.0

    def question(self, cosine: float) -> float:
        """Relevance of a fact to a question, 0 to 1."""
        return relevance(cosine, self.question_to_fact)

    def fact(self, cosine: float) -> float:
        """Relevance of a fact to another fact, 0 to 1."""
        return relevance(cosine, self.fact_to_fact)

    def passage(self, cosine: float) -> float:
        """Relevance of a past round to a question, 0 to 1."""
        return relevance(cosine, self.question_to_passage)


def relevance(cosine: float, unrelated: float) -> float:
    """`clamp((cosine - unrelated) / (1 - unrelated), 0, 1)`."""
    if unrelated >= 1.0:
        return 0.0
    return min(1.0, max(0.0, (cosine - unrelated) / (1.0 - unrelated)))
