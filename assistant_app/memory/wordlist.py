"""Word lists written as plain text."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """Return the words of a text that are separated by white space."""
    return frozenset(text.split())
