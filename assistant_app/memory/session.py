"""A memory that lasts for one session: in this process's memory only, found by meaning and words.

It stands behind the contract of two methods (`LongTermMemory`). A temporary chat keeps its own
older rounds in one when they no longer fit into the window; nothing of it ever reaches a file.
"""

from __future__ import annotations

from assistant_app.base.errors import UserError
from assistant_app.base.text import clean_text, has_content
from assistant_app.embeddings.port import Embedder
from assistant_app.memory.normal import normalise
from assistant_app.memory.rules import NeverCheck
from assistant_app.retrieval.facts import FactIndex
from assistant_app.retrieval.types import Calibration

_TOP_K = 5
_LONGEST = 4000
_SHORT = 160
_ALLOW_ALL_BUT_SECRETS = NeverCheck()


class SessionMemory:
    """Remembers segments for one session; one thread uses it.

    Args:
        embedder: Makes vectors; only one that computes in this process is asked. None finds by
            words alone.
        calibration: Where unrelated texts lie in the embedder's space; without it every vector
            would count as close, so words decide alone.
        top_k: At most so many segments answer a question.
        never: Says what may not be kept.
    """

    def __init__(
        self,
        embedder: Embedder | None = None,
        *,
        calibration: Calibration | None = None,
        top_k: int = _TOP_K,
        never: NeverCheck = _ALLOW_ALL_BUT_SECRETS,
    ) -> None:
        here = embedder is not None and not embedder.is_remote_call
        self._embedder = embedder if here else None
        self._index = FactIndex(calibration)
        self._top_k = top_k
        self._never = never
        self._texts: dict[str, str] = {}
        self._forms: set[str] = set()

    def __len__(self) -> int:
        return len(self._texts)

    def update(self, segment: str) -> None:
        """Take in a piece of text; secrets are cut out, blank text and repeats change nothing."""
        text = self._never.redact(clean_text(segment).strip())
        form = normalise(text)
        if not has_content(text) or form in self._forms or self._is_a_secret(segment):
            return
        key = f"{len(self._texts):08}"
        self._forms.add(form)
        self._texts[key] = text
        self._index.put(key, text)
        if self._embedder is not None:
            try:
                (vector,) = self._embedder.embed_documents([text[:_LONGEST]])
            except UserError:  # found by its words then
                return
            self._index.set_vector(key, vector)

    def search(self, question: str) -> list[str]:
        """Return the segments that answer a question, the most relevant first; at most `top_k`."""
        question = clean_text(question).strip()
        if not has_content(question):
            return []
        vector = None
        if self._embedder is not None:
            try:
                vector = self._embedder.embed_query(question[:_LONGEST])
            except UserError:
                vector = None
        hits = self._index.search(question, vector, self._top_k)
        return [self._texts[hit.key] for hit in hits]

    def clear(self) -> None:
        """Forget everything."""
        for key in self._texts:
            self._index.remove(key)
        self._texts.clear()
        self._forms.clear()

    def _is_a_secret(self, segment: str) -> bool:
        """Whether a segment is little else than what may not be kept."""
        return len(segment) <= _SHORT and self._never.refusal(segment) is not None
