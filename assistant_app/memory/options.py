"""The numbers that steer memory, in one place; DESIGN explains each default."""

from __future__ import annotations

from dataclasses import dataclass

from assistant_app.memory.ranking import MEASURED, Weights
from assistant_app.memory.rules import NO_RULES, NeverRules
from assistant_app.memory.tidy import TidyOptions

_TIDY = TidyOptions()


@dataclass(frozen=True, slots=True)
class MemoryOptions:
    """Settings of memory. Every threshold named relevance is comparable between models.

    Attributes:
        top_k: Most memories that one question brings.
        round_top_k: Most rounds of past conversations that one question brings.
        floor: Least relevance of a memory; None for the measured one of the index.
        round_floor: Least relevance of a round; None for the measured one of the index.
        budget_tokens: Most tokens of recalled text.
        round_tokens: Most tokens of one recalled round; the rest is cut.
        duplicate_cosine: From this fact-to-fact cosine on, near-identical words are one memory.
        may_be_same_cosine: From here on two memories may be the same or an update.
        word_weight: Weight of word coverage beside the cosine; None for the measured one.
        beside_best: Least relevance of a memory as a share of the best one's (see
            `recalling.BEST_COUNTS_AS`). Halves what is recalled beside the point; of right facts
            it keeps what the floor keeps (evaluation set: 0.94, with 3 instead of 6 recalled).
        small_store: Up to this many memories in reach the floor is lowered.
        small_store_factor: By how much. With no floor but `beside_best`, 0.97 of right facts
            reach the prompt instead of 0.94, in the company of less than one wrong one.
        looked_at: How many of the next best are kept for the explanation.
        text_limit: Longest text of a memory in characters.
        related: How many related memories are shown.
        category_floor: Least relevance to a category's examples that decides a category.
        slice_seconds: How long one slice of filling in may work.
        ranking: What age, use and the conversation add to relevance.
        tidy: What counts as old when memory is tidied up.
        never: What the user does not want remembered.
        topic_floor: From this relevance on a statement is about a topic of `never`. Measured on
            six topics and thirty statements in three languages: two of three statements about a
            topic are found by meaning alone, one of a hundred others.
    """

    top_k: int = 8
    round_top_k: int = 4
    floor: float | None = None
    round_floor: float | None = None
    budget_tokens: int = 800
    round_tokens: int = 160
    duplicate_cosine: float = 0.95
    may_be_same_cosine: float = 0.60
    word_weight: float | None = None
    beside_best: float = 0.35
    small_store: int = 8
    small_store_factor: float = 0.0
    looked_at: int = 8
    text_limit: int = 4000
    related: int = 5
    category_floor: float = 0.25
    slice_seconds: float = 0.1
    ranking: Weights = MEASURED
    tidy: TidyOptions = _TIDY
    never: NeverRules = NO_RULES
    topic_floor: float = 0.15
