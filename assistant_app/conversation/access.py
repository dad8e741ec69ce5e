"""The ports of a turn over the memory worker's lanes.

A remote embedding server is asked on a daemon thread with a time limit and never on the worker:
one that hangs delays neither a save nor a search by words.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from assistant_app.base.daemon import in_daemon
from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.lanes import Lane, LaneExecutor
from assistant_app.base.text import has_content
from assistant_app.conversation.port import Neighbours, RecallResult
from assistant_app.conversation.store.store import ConversationStore
from assistant_app.conversation.types import Conversation, LearnedItem, Message, TalkState
from assistant_app.memory.types import (
    Cause,
    Changes,
    Draft,
    Hit,
    Recall,
    RecallQuery,
    Related,
    Remembered,
    Round,
)

if TYPE_CHECKING:
    from assistant_app.embeddings.port import Embedder, FloatArray

T = TypeVar("T")
_VECTOR_SHARE = 0.6
"""Part of the deadline that the vector may take; the rest is for the search itself."""
_MOST_WAITING = 2
"""Calls that may hang at one time; further ones are not begun."""
_STATEMENTS_LIMIT_S = 20.0
"""Learning may wait for a vector: nobody waits for learning."""
_log = logging.getLogger(__name__)


class MemoryFacade(Protocol):
    """The part of the façade that is used here."""

    def recall(self, query: RecallQuery, vector: FloatArray | None = None) -> Recall:
        """See `Memory.recall`."""

    def remember(
        self, drafts: Sequence[Draft], *, cause: Cause, mode_ask: bool = False
    ) -> tuple[Remembered, ...]:
        """See `Memory.remember`."""

    def may_be_same(
        self, text: str, *, scope: str, vector: FloatArray | None = None
    ) -> tuple[Related, ...]:
        """See `Memory.may_be_same`."""

    def forget(self, ids: Sequence[str], *, cause: Cause) -> Changes:
        """See `Memory.forget`."""

    def note_use(self, conversation: str, message: str, hits: Sequence[Hit]) -> None:
        """See `Memory.note_use`."""

    def note_round(self, exchange: Round, /) -> None:
        """See `Memory.note_round`."""


class LaneMemory:
    """Memory for coroutines.

    Args:
        executor: The memory worker.
        memory: The façade; only ever touched on the worker.
        embedder: Asked for the question's vector where it is remote; a local one is used by the
            façade itself. Can be replaced while the program runs.
    """

    def __init__(
        self, executor: LaneExecutor, memory: MemoryFacade, embedder: Embedder | None
    ) -> None:
        self._executor = executor
        self._memory = memory
        self._waiting = threading.Semaphore(_MOST_WAITING)
        self.embedder = embedder

    async def recall(self, query: RecallQuery, *, deadline: float) -> RecallResult:
        """Find memories and rounds; by words alone where the vector is late."""
        vector, failure = await self._vector(query.text, deadline * _VECTOR_SHARE)
        recall = await self._on(Lane.RECALL, lambda: self._memory.recall(query, vector=vector))
        return RecallResult(recall, failure)

    async def remember(
        self, drafts: Sequence[Draft], cause: Cause, *, ask: bool
    ) -> tuple[Remembered, ...]:
        """Remember statements; a remote vector is filled in later, the text is saved now."""
        return await self._on(
            Lane.SAVE, lambda: self._memory.remember(drafts, cause=cause, mode_ask=ask)
        )

    async def may_be_same(self, texts: Sequence[str], scope: str) -> tuple[Neighbours, ...]:
        """Find what may say the same; nothing where a remote vector does not come in time."""
        vectors = await self._vectors(texts)

        def look() -> tuple[Neighbours, ...]:
            return tuple(
                self._memory.may_be_same(text, scope=scope, vector=vector)
                for text, vector in zip(texts, vectors, strict=True)
            )

        return await self._on(Lane.SAVE, look)

    async def forget(self, ids: Sequence[str], cause: Cause) -> Changes:
        """Put memories into the trash."""
        return await self._on(Lane.SAVE, lambda: self._memory.forget(ids, cause=cause))

    async def note_use(self, conversation: str, message: str, hits: Sequence[Hit]) -> None:
        """Count what was used."""
        await self._on(Lane.SAVE, lambda: self._memory.note_use(conversation, message, hits))

    async def note_round(self, exchange: Round) -> None:
        """Make an exchange recallable."""
        await self._on(Lane.BACKGROUND, lambda: self._memory.note_round(exchange))

    async def _on(self, lane: Lane, job: Callable[[], T]) -> T:
        return await asyncio.wrap_future(self._executor.submit(job, lane))

    async def _vectors(self, texts: Sequence[str]) -> Sequence[FloatArray | None]:
        """Return vectors of statements where a remote model makes them; the façade has its own."""
        embedder = self.embedder
        nothing = [None] * len(texts)
        if embedder is None or not embedder.is_remote_call or not texts:
            return nothing
        if not self._waiting.acquire(blocking=False):
            return nothing
        call = in_daemon(
            lambda: embedder.embed_documents(texts),
            ended=self._waiting.release,
            name="embedding-call",
        )
        try:
            return list(await asyncio.wait_for(call, _STATEMENTS_LIMIT_S))
        except TimeoutError:
            return nothing
        except UserError as error:
            _log.info("Statements not embedded: %s", error.code.value)
            return nothing

    async def _vector(self, text: str, limit: float) -> tuple[FloatArray | None, str | None]:
        embedder = self.embedder
        if embedder is None or not embedder.is_remote_call or not has_content(text):
            return None, None
        if not self._waiting.acquire(blocking=False):
            return None, ErrorCode.EMBEDDING_UNAVAILABLE.value
        call = in_daemon(
            lambda: embedder.embed_query(text),
            ended=self._waiting.release,
            name="embedding-call",
        )
        try:
            return await asyncio.wait_for(call, limit), None
        except TimeoutError:
            return None, ErrorCode.EMBEDDING_UNAVAILABLE.value
        except UserError as error:
            _log.info("Question not embedded: %s", error.code.value)
            return None, error.code.value


class LaneConversations:
    """Conversations for coroutines.

    Args:
        executor: The memory worker.
        store: Only ever touched on the worker.
    """

    def __init__(self, executor: LaneExecutor, store: ConversationStore) -> None:
        self._executor = executor
        self._store = store

    async def open(self, conversation: str) -> Conversation:
        """Return a conversation with its shown branch."""
        return await self._on(lambda: self._store.open(conversation))

    async def append_user(self, conversation: str, text: str) -> Message:
        """Append the user's message."""
        return await self._on(lambda: self._store.append_user(conversation, text))

    async def append_answer(self, conversation: str, message: Message) -> Message:
        """Append an answer, whole or partial."""
        return await self._on(lambda: self._store.append_answer(conversation, message))

    async def record_learned(
        self, conversation: str, message: str, items: tuple[LearnedItem, ...]
    ) -> None:
        """Keep with a message what was learned from it."""
        await self._on(lambda: self._store.record_learned(conversation, message, items))

    async def record_state(self, conversation: str, state: TalkState) -> None:
        """Keep where the conversation stands."""
        await self._on(lambda: self._store.record_state(conversation, state))

    async def set_summary(self, conversation: str, text: str, *, covers_up_to: str) -> None:
        """Keep a summary of the messages up to one of them."""
        await self._on(
            lambda: self._store.set_summary(conversation, text, covers_up_to=covers_up_to)
        )

    async def rewind_to(self, conversation: str, message: str) -> None:
        """Make a message the shown leaf."""
        await self._on(lambda: self._store.rewind_to(conversation, message))

    async def _on(self, job: Callable[[], T]) -> T:
        return await asyncio.wrap_future(self._executor.submit(job, Lane.SAVE))
