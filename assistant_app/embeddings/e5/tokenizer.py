"""Cuts text into the pieces that the model knows: XLM-RoBERTa's unigram vocabulary.

The most probable cut is found by Viterbi over the pieces (Kudo 2018, "Subword Regularization",
section 3.1). No piece of this vocabulary crosses a space, so words are cut one by one, and common
words come out of a cache. The work is bounded for any input: a piece has at most 16 characters,
and cutting stops as soon as there are as many tokens as the model takes.
"""

from __future__ import annotations

import functools
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from assistant_app.embeddings.e5.weights import Pieces

WORD_START = "\u2581"
_UNKNOWN_PENALTY = 10.0
_CACHED_WORDS = 20_000
_CACHED_WORD_LENGTH = 24
_MAX_CHARACTERS = 4_000
"""The normaliser may write one character as 18; a text is cut again after it."""


class Tokenizer:
    """Text to token numbers. Safe to use from several threads.

    Args:
        pieces: The vocabulary as read from the weights.
    """

    def __init__(self, pieces: Pieces) -> None:
        self._bos, self._eos, self._unk = pieces.bos, pieces.eos, pieces.unk
        self._normaliser = pieces.normaliser
        self._numbers, self._longest = _vocabulary(pieces)
        self._scores: list[float] = pieces.scores.tolist()
        self._unknown_score = float(pieces.scores.min()) - _UNKNOWN_PENALTY
        self._cut_cached = functools.lru_cache(_CACHED_WORDS)(self._cut)

    def encode(self, text: str, *, prefix: str = "", limit: int = 512) -> list[int]:
        """Cut a text.

        Args:
            text: Cleaned text.
            prefix: Words that the model expects in front, for example `query:`.
            limit: The most tokens, the two marks at the ends included.

        Returns:
            Token numbers, beginning and end marked.
        """
        tokens = [self._bos]
        for part in (prefix, text):
            normal = part[:_MAX_CHARACTERS].translate(self._normaliser)[:_MAX_CHARACTERS]
            for word in normal.split(" "):
                if word:
                    tokens.extend(self._word(WORD_START + word))
                if len(tokens) >= limit:
                    break
        del tokens[limit - 1 :]
        tokens.append(self._eos)
        return tokens

    def _word(self, word: str) -> tuple[int, ...]:
        return self._cut_cached(word) if len(word) <= _CACHED_WORD_LENGTH else self._cut(word)

    def _cut(self, word: str) -> tuple[int, ...]:
        """Find the most probable cut of one word."""
        numbers, scores, longest = self._numbers, self._scores, self._longest
        length = len(word)
        best = [-1e30] * (length + 1)
        best[0] = 0.0
        token = [self._unk] * (length + 1)
        came_from = [0] * (length + 1)
        for start in range(length):
            score_here = best[start]
            unknown = score_here + self._unknown_score
            if unknown > best[start + 1]:
                best[start + 1], token[start + 1], came_from[start + 1] = unknown, self._unk, start
            reach = min(length, start + longest.get(word[start : start + 2], 1))
            for end in range(start + 1, reach + 1):
                number = numbers.get(word[start:end])
                if number is not None and score_here + scores[number] > best[end]:
                    best[end] = score_here + scores[number]
                    token[end], came_from[end] = number, start
        return self._walk_back(token, came_from, length)

    def _walk_back(self, token: list[int], came_from: list[int], end: int) -> tuple[int, ...]:
        backwards: list[int] = []
        while end > 0:
            # Neighbouring unknown characters are one unknown token, as SentencePiece has it.
            if token[end] != self._unk or not backwards or backwards[-1] != self._unk:
                backwards.append(token[end])
            end = came_from[end]
        return tuple(reversed(backwards))


def _vocabulary(pieces: Pieces) -> tuple[dict[str, int], dict[str, int]]:
    """Make the look-up tables.

    Returns:
        Number of each piece by its spelling (the first wins where two are spelled alike), and the
        length of the longest piece for each first two characters, which bounds the inner loop.

    Raises:
        ValueError: The vocabulary is damaged.
    """
    spelled = pieces.text.decode("utf-8")
    data = np.frombuffer(pieces.text, np.uint8)
    if int(pieces.offsets.max(initial=0)) > len(data):
        raise ValueError("offsets beyond the text")
    # Bytes that begin a character, counted up to each offset, give the offset in characters.
    begun = np.concatenate(([0], np.cumsum((data & 0xC0) != 0x80)))[pieces.offsets]
    lengths = np.diff(begun)
    # Longest last, so that the last word on a start is its longest piece.
    order = np.argsort(lengths, kind="stable")
    starts, sizes = begun[order].tolist(), lengths[order].tolist()
    longest = {spelled[at : at + min(2, n)]: n for at, n in zip(starts, sizes, strict=True)}
    bounds = begun.tolist()
    bounds.reverse()
    numbers = {
        spelled[begin:end]: number
        for number, (end, begin) in zip(
            range(len(bounds) - 2, -1, -1), pairwise(bounds), strict=True
        )
    }
    numbers.pop("", None)
    # The unknown piece is no spelling; a text that happens to spell it is cut like any other.
    numbers.pop(spelled[begun[pieces.unk] : begun[pieces.unk + 1]], None)
    return numbers, longest
