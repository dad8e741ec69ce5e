"""What the user does not want remembered, beside the secrets that nobody wants remembered.

Every way in asks `NeverCheck.refusal` before anything is saved: the user's own words, what a turn
taught, a tool of the model, an import, an edit, an accepted proposal. Rules are looked at on this
machine only; a topic is compared by meaning where the vectors are made here, else by its words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from assistant_app.base.safe_pattern import SafePattern
from assistant_app.memory.claims import sentences
from assistant_app.memory.never import MASK, has_secret, redact
from assistant_app.memory.normal import DENSE, normalise
from assistant_app.memory.sensitive import holds_others_contact, speaks_of_health
from assistant_app.memory.stopwords import STOP_WORDS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    FloatArray = NDArray[np.float32]

SECRET = "secret"  # noqa: S105 - a reason, not a secret
HEALTH, CONTACT = "never_health", "never_contact"
WORD, TOPIC, PATTERN = "never_word", "never_topic", "never_pattern"
_DENSE = re.compile(f"[{DENSE}]")
_POSSESSIVE = re.compile(r"^(?:my|our|the|about|meine?|mi|mes|mon|ma|我的?|关于)\s*", re.IGNORECASE)
_MANY = re.compile(r"[\s,;/·、，；]+")


@dataclass(frozen=True, slots=True)
class NeverRules:
    """The user's choice.

    Attributes:
        health: Nothing about anybody's health.
        contacts: No addresses, numbers or handles of other people.
        words: Nothing that holds one of these words or names.
        topics: Nothing about one of these subjects.
        patterns: Nothing that one of these matches (see `base.safe_pattern`).
    """

    health: bool = False
    contacts: bool = False
    words: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()


NO_RULES = NeverRules()
Embed = Callable[[Sequence[str]], Sequence["FloatArray | None"]]
Relevance = Callable[[float], float]


class NeverCheck:
    """Asks of a text whether it may be kept.

    Args:
        rules: The user's choice.
        embed: Makes the vectors of topics on this machine; None for each where that cannot be.
        relevance: Turns a fact-to-fact cosine of the present space into a relevance.
        topic_floor: From this relevance on a text is about a topic.
    """

    def __init__(
        self,
        rules: NeverRules = NO_RULES,
        *,
        embed: Embed | None = None,
        relevance: Relevance | None = None,
        topic_floor: float = 0.15,
    ) -> None:
        self.rules = rules
        self._embed = embed
        self._relevance = relevance
        self._floor = topic_floor
        self._words = tuple(_finder(word) for word in rules.words)
        self._topics = tuple(tuple(map(_finder, _topic_words(topic))) for topic in rules.topics)
        self._topic_vectors: Sequence[FloatArray | None] | None = None

    def refusal(self, text: str, vector: FloatArray | None = None) -> str | None:
        """Return why a text may not be kept (a reason code), or None.

        Args:
            text: A statement, or words of the user.
            vector: Of the statement, in the present space, where it is known.
        """
        if has_secret(text):
            return SECRET
        by_rule = self._by_rule(text)
        if by_rule is not None:
            return by_rule
        if self.rules.topics and self._near_topic(text, vector):
            return TOPIC
        return None

    def may_label(self, word: str) -> bool:
        """Whether a tag may be kept; topics are compared by words alone."""
        return not has_secret(word) and self._by_rule(word) is None

    def redact(self, text: str) -> str:
        """Return a text without secrets, and without the sentences that a rule forbids."""
        text = redact(text)
        if self.rules == NO_RULES or self._by_rule(text) is None:
            return text
        parts = sentences(text)
        kept = "".join(_mask(part) if self._by_rule(part) else part for part in parts)
        return kept if parts and self._by_rule(kept) is None else MASK

    def _by_rule(self, text: str) -> str | None:
        """Ask the rules that need nothing but the words."""
        rules = self.rules
        if rules.health and speaks_of_health(text):
            return HEALTH
        if rules.contacts and holds_others_contact(text):
            return CONTACT
        if self._words or self._topics:
            form = f" {normalise(text)} "
            if any(finder.search(form) for finder in self._words):
                return WORD
            if any(finder.search(form) for finders in self._topics for finder in finders):
                return TOPIC
        if any(_compiled(pattern).found_in(text) for pattern in rules.patterns):
            return PATTERN
        return None

    def _near_topic(self, text: str, vector: FloatArray | None) -> bool:
        if self._embed is None or self._relevance is None:
            return False
        if self._topic_vectors is None:
            named = (_POSSESSIVE.sub("", topic) for topic in self.rules.topics)
            self._topic_vectors = self._embed([f"This is about {name}." for name in named])
        if vector is None:
            vector = self._embed([text])[0]
        if vector is None or not vector.any():
            return False
        return any(
            topic is not None
            and topic.shape == vector.shape
            and self._relevance(float(topic @ vector)) >= self._floor
            for topic in self._topic_vectors
        )


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> SafePattern:
    return SafePattern(pattern)


def _finder(word: str) -> re.Pattern[str]:
    """Look for whole words, also with an ending of the plural or the genitive."""
    form = re.escape(normalise(word))
    if not form:
        return re.compile(r"(?!)")
    return re.compile(form if _DENSE.search(form) else rf" {form}(?:e?s)? ")


def _topic_words(topic: str) -> list[str]:
    """Return the words that name a topic; a topic of empty words is looked for as it stands."""
    words = [word for word in _MANY.split(_POSSESSIVE.sub("", topic.strip())) if word]
    telling = [word for word in words if normalise(word) not in STOP_WORDS]
    return telling or [topic]


def _mask(sentence: str) -> str:
    """Keep the white space around a sentence that goes."""
    end = len(sentence.rstrip())
    return MASK + sentence[end:]
