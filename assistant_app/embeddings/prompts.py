"""The words that some embedding models want in front of a text, from their model cards.

Without them these models work, but find less. A change here changes vectors: raise `VERSION`,
which is part of the name of every remote vector space.
"""

from __future__ import annotations

from dataclasses import dataclass

VERSION = 1


@dataclass(frozen=True, slots=True)
class Prompts:
    """What stands in front of a question and of a stored text."""

    query: str = ""
    document: str = ""


_SEARCH = "Represent this sentence for searching relevant passages: "
_INSTRUCT = "Instruct: Given a question, retrieve the notes that answer it\nQuery: "
# The first name that occurs in the model's name decides, so longer names come first.
_FAMILIES: tuple[tuple[str, Prompts], ...] = (
    ("nomic-embed", Prompts("search_query: ", "search_document: ")),
    ("embeddinggemma", Prompts("task: search result | query: ", "title: none | text: ")),
    ("qwen3-embedding", Prompts(query=_INSTRUCT)),
    ("e5-mistral", Prompts(query=_INSTRUCT)),
    ("e5-large-instruct", Prompts(query=_INSTRUCT)),
    ("multilingual-e5", Prompts("query: ", "passage: ")),
    ("arctic-embed2", Prompts(query="query: ")),
    ("arctic-embed", Prompts(query=_SEARCH)),
    ("mxbai-embed", Prompts(query=_SEARCH)),
)


def prompts_for(model: str) -> Prompts:
    """Look up a model.

    Args:
        model: Its name at the server, for example `nomic-embed-text:latest`.

    Returns:
        Its prompts; empty ones for a model that is not known to need any.
    """
    name = model.lower().replace("_", "-")
    return next((prompts for family, prompts in _FAMILIES if family in name), Prompts())
