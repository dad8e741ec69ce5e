"""Fits recalled text into its budget of tokens, the most relevant first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant_app.base.tokens import count_tokens
from assistant_app.memory.types import Hit

_ELLIPSIS = " …"


def fit(hits: Sequence[Hit], tokens: int) -> tuple[tuple[Hit, ...], tuple[Hit, ...], int]:
    """Take hits in their order while they fit; a long one is passed over for shorter ones.

    The very best one is cut rather than left out: the right memory must not vanish for its length.

    Args:
        hits: Best first.
        tokens: Most tokens together.

    Returns:
        What fits, what was left out, and how many tokens are left.
    """
    taken: list[Hit] = []
    left_out: list[Hit] = []
    for position, hit in enumerate(hits):
        fitting = hit if position else replace(hit, text=cut(hit.text, tokens))
        cost = count_tokens(fitting.text)
        if fitting.text and cost <= tokens:
            taken.append(fitting)
            tokens -= cost
        else:
            left_out.append(hit)
    return tuple(taken), tuple(left_out), tokens


def cut(text: str, tokens: int) -> str:
    """Return the text, or as much of its beginning as the tokens take, marked with an ellipsis."""
    if count_tokens(text) <= tokens:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if count_tokens(text[:middle] + _ELLIPSIS) <= tokens:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + _ELLIPSIS if low else ""
