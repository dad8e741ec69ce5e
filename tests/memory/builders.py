"""A memory on a real store in a folder, with a clock that the test moves, and small helpers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from assistant_app.base.clock import IdFactory
from assistant_app.base.paths import DataFolder
from assistant_app.embeddings.hashing import HashingEmbedder
from assistant_app.embeddings.port import Embedder
from assistant_app.memory.memory import Memory
from assistant_app.memory.options import MemoryOptions
from assistant_app.memory.store.store import MemoryStore
from assistant_app.memory.types import (
    Cause,
    CauseKind,
    Draft,
    Hit,
    Origin,
    OriginKind,
    Recall,
    RecallQuery,
    Remembered,
    Round,
)
from assistant_app.memory.vectorfiles import FolderVectorFiles
from assistant_app.retrieval.port import VectorIndex

START = datetime(2026, 3, 1, 8, 0, tzinfo=UTC)
USER = Cause(CauseKind.USER)
LEARNED = Cause(CauseKind.LEARNED, "c1", "m1")


class Clock:
    """Moves a second at every look, and as the test wants."""

    def __init__(self) -> None:
        self.at = START

    def __call__(self) -> datetime:
        self.at += timedelta(seconds=1)
        return self.at


class House:
    """A data folder and the memory in it."""

    def __init__(
        self,
        root: Path,
        embedder: Embedder | None = None,
        options: MemoryOptions | None = None,
        vectors: Callable[[], VectorIndex] | None = None,
    ) -> None:
        self.vectors = vectors
        self.folder = DataFolder(root)
        self.clock = Clock()
        self.options = options or MemoryOptions()
        self.memory = self.open(embedder)

    def open(self, embedder: Embedder | None = None) -> Memory:
        store = MemoryStore(self.folder, clock=self.clock, ids=IdFactory(self.clock))
        store.open()
        self.memory = Memory(
            store,
            embedder,
            clock=self.clock,
            ids=IdFactory(self.clock),
            options=self.options,
            files=FolderVectorFiles(self.folder),
            vectors=None if self.vectors is None else self.vectors(),
        )
        return self.memory

    def reopen(self, embedder: Embedder | None = None) -> Memory:
        self.memory.close()
        return self.open(embedder)

    def say(self, *texts: str, **fields: object) -> list[Remembered]:
        """Remember in the user's name."""
        drafts = [Draft(text, **fields) for text in texts]  # type: ignore[arg-type]
        return list(self.memory.remember(drafts, cause=USER))

    def learn(self, *texts: str, message: str = "m1", ask: bool = False) -> list[Remembered]:
        """Remember what a turn has learned."""
        origin = Origin(OriginKind.AUTOMATIC, "c1", message, texts[0])
        drafts = [Draft(text, origin=origin) for text in texts]
        return list(self.memory.remember(drafts, cause=LEARNED, mode_ask=ask))

    def id_of(self, text: str) -> str:
        (found,) = [entry.id for entry in self.memory.list(state=None) if entry.text == text]
        return found

    def ask(self, text: str, **fields: object) -> Recall:
        return self.memory.recall(RecallQuery(text, **fields))  # type: ignore[arg-type]

    def found(self, text: str, **fields: object) -> list[str]:
        return [hit.text for hit in self.ask(text, **fields).used]


def texts(hits: tuple[Hit, ...]) -> list[str]:
    return [hit.text for hit in hits]


def past_round(number: int, user: str, assistant: str = "", conversation: str = "c9") -> Round:
    at = START - timedelta(days=30) + timedelta(minutes=number)
    return Round(f"r{number:03}", conversation, at, user, assistant)


class CountingEmbedder(HashingEmbedder):
    """Counts what it is asked, and can fail, be remote, or be another model."""

    def __init__(
        self,
        dimension: int = 64,
        *,
        space: str = "counting-1",
        remote: bool = False,
        beyond: bool = False,
    ) -> None:
        super().__init__(dimension)
        self._space = space
        self._remote = remote
        self._beyond = beyond
        self.asked: list[str] = []
        self.failure: Exception | None = None

    @property
    def space(self) -> str:
        return self._space

    @property
    def is_local(self) -> bool:
        return not self._beyond

    @property
    def is_remote_call(self) -> bool:
        return self._remote

    def embed_documents(self, texts, *, purpose=None):  # type: ignore[no-untyped-def, override]
        self.asked += list(texts)
        if self.failure is not None:
            raise self.failure
        return super().embed_documents(texts)

    def embed_query(self, text: str):
        self.asked.append(text)
        if self.failure is not None:
            raise self.failure
        return super().embed_query(text)


def fill_all(memory: Memory) -> None:
    """Fill in until nothing is missing."""
    for _ in range(10_000):
        if not memory.fill_in(0.05):
            return
    raise AssertionError("filling in does not end")
