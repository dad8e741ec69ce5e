"""The façade of memory: everything the rest of the program does with it goes through here.

One thread owns it; only `snapshot()`'s value and searches over it may go elsewhere. Nothing here
waits for a server: methods that need the vector of a text take it as an argument, and make it
themselves only where the model computes in this process. What is missing is found by words, and
filled in by `fill_in` (a model here) or `pending` and `accept_vectors` (a remote one).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from assistant_app.base.clock import Clock
from assistant_app.memory.changing import USER, Changer
from assistant_app.memory.contract import SimpleMemory
from assistant_app.memory.inbox import Ids, Inbox
from assistant_app.memory.keeper import Keeper
from assistant_app.memory.labels import Labels
from assistant_app.memory.options import MemoryOptions
from assistant_app.memory.recalling import Recaller
from assistant_app.memory.remembering import Rememberer
from assistant_app.memory.rules import NeverCheck
from assistant_app.memory.session import SessionMemory
from assistant_app.memory.tidy import Merge, TidyPlan
from assistant_app.memory.tidying import Tidied, Tidier
from assistant_app.memory.types import (
    GLOBAL_SCOPE,
    Access,
    Cause,
    Changes,
    Draft,
    Entry,
    HistoryEvent,
    Hit,
    HitKind,
    OriginKind,
    Proposal,
    Recall,
    RecallQuery,
    Related,
    Remembered,
    Round,
    Snapshot,
    State,
    Stats,
    VectorStatus,
)
from assistant_app.memory.viewing import Viewer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from assistant_app.embeddings.port import Embedder
    from assistant_app.memory.store.store import MemoryStore
    from assistant_app.memory.vectorbook import Pending
    from assistant_app.memory.vectorfiles import VectorFiles
    from assistant_app.retrieval.port import VectorIndex

    FloatArray = NDArray[np.float32]

_NO_OPTIONS = MemoryOptions()


class Memory:
    """What the user wants kept, and finding it again.

    Args:
        store: An opened store.
        embedder: Makes vectors; None works by words alone.
        clock: The present moment.
        ids: Makes ids that sort in the order of their making.
        options: Limits and thresholds.
        files: Where vectors are kept between two starts; None keeps none.
        vectors: Another store of vectors, empty; None for the one that ships.
    """

    def __init__(
        self,
        store: MemoryStore,
        embedder: Embedder | None,
        *,
        clock: Clock,
        ids: Callable[[], str],
        options: MemoryOptions = _NO_OPTIONS,
        files: VectorFiles | None = None,
        vectors: VectorIndex | None = None,
    ) -> None:
        self._clock = clock
        self._ids = ids
        self._keeper = Keeper(store, files, vectors)
        self._keeper.book.use(embedder)
        self._configure(options)

    def configure(self, options: MemoryOptions) -> None:
        """Work with other limits and thresholds from now on."""
        self._configure(options)

    @property
    def options(self) -> MemoryOptions:
        """The limits and thresholds in force."""
        return self._options

    # Taking in ---------------------------------------------------------------------------------

    def remember(
        self,
        drafts: Sequence[Draft],
        *,
        cause: Cause,
        mode_ask: bool = False,
        vectors: Sequence[FloatArray | None] | None = None,
    ) -> tuple[Remembered, ...]:
        """Remember statements in one change set; see `Rememberer.remember`."""
        return self._rememberer.remember(drafts, cause=cause, mode_ask=mode_ask, vectors=vectors)

    def supersede(
        self,
        old_id: str,
        draft: Draft,
        *,
        cause: Cause = USER,
        vector: FloatArray | None = None,
    ) -> Remembered:
        """Put a new memory in the place of an old one, in one change set.

        Raises:
            UserError: `not_found`, or a failed write; nothing has changed.
        """
        return self._rememberer.supersede(self.get(old_id), draft, cause=cause, vector=vector)

    def may_be_same(
        self, text: str, *, scope: str = GLOBAL_SCOPE, vector: FloatArray | None = None
    ) -> tuple[Related, ...]:
        """Find memories that may say the same or an older value; see `Rememberer.may_be_same`."""
        return self._rememberer.may_be_same(text, scope=scope, vector=vector)

    # Changing ----------------------------------------------------------------------------------

    def revise(
        self,
        memory_id: str,
        *,
        text: str | None = None,
        category: str | None = None,
        tags: tuple[str, ...] | None = None,
        pinned: bool | None = None,
        local_only: bool | None = None,
        expires_at: datetime | None = None,
        never_expires: bool = False,
        cause: Cause = USER,
    ) -> Changes:
        """Change a memory; what is None stays as it is. See `Changer.revise`."""
        return self._changer.revise(
            memory_id,
            text=text,
            category=category,
            tags=tags,
            pinned=pinned,
            local_only=local_only,
            expires_at=expires_at,
            never_expires=never_expires,
            cause=cause,
        )

    def forget(self, ids: Sequence[str], *, cause: Cause = USER) -> Changes:
        """Put memories into the trash: found nowhere, not learned again, restorable."""
        return self._changer.forget(ids, cause=cause)

    def restore(self, ids: Sequence[str], *, cause: Cause = USER) -> Changes:
        """Take memories out of the trash, the archive or the past."""
        return self._changer.restore(ids, cause=cause)

    def activate(self, ids: Sequence[str], *, cause: Cause = USER) -> Changes:
        """Take memories out of the archive."""
        return self._changer.restore(ids, cause=cause)

    def archive(self, ids: Sequence[str], *, cause: Cause = USER) -> Changes:
        """Put memories away: kept, not recalled."""
        return self._changer.archive(ids, cause=cause)

    def move(self, ids: Sequence[str], scope: str, *, cause: Cause = USER) -> Changes:
        """Move memories to another scope."""
        return self._changer.move(ids, scope, cause=cause)

    def leave_scope(
        self, scope: str, *, move_to: str | None = None, cause: Cause = USER
    ) -> Changes:
        """Move every memory out of a scope, or put it into the trash; see `Changer`."""
        return self._changer.leave_scope(scope, move_to=move_to, cause=cause)

    def scopes_in_use(self) -> frozenset[str]:
        """Return the scopes beside `global` of all memories that are not in the trash."""
        return self._keeper.scopes_in_use()

    def counts_by_scope(self) -> Mapping[str, int]:
        """Return how many active memories each scope holds."""
        return self._keeper.counts_by_scope()

    def pin(self, ids: Sequence[str], *, pinned: bool = True, cause: Cause = USER) -> Changes:
        """Pin memories, or take the pin out."""
        return self._changer.pin(ids, pinned=pinned, cause=cause)

    def inbox(self) -> tuple[Proposal, ...]:
        """Return what waits for the user's word, the newest first."""
        return self._inbox.proposals()

    def propose_forget(self, ids: Ids, *, cause: Cause) -> Changes:
        """Ask the user whether memories shall go; until the answer they stay as they are."""
        return self._inbox.propose_forget(ids, cause=cause)

    def accept(self, ids: Ids, *, text: str | None = None, cause: Cause = USER) -> Changes:
        """Keep proposed memories, one with other words; see `Inbox.accept`."""
        return self._inbox.accept(ids, text=text, cause=cause)

    def reject(self, ids: Ids, *, cause: Cause = USER) -> Changes:
        """Do not keep proposed memories; they may be proposed again."""
        return self._inbox.reject(ids, cause=cause)

    def never(self, ids: Ids, *, cause: Cause = USER) -> Changes:
        """Do not keep proposed memories, and do not propose them again."""
        return self._inbox.never(ids, cause=cause)

    def may_not_keep(self, text: str) -> str | None:
        """Return why a text is never remembered (a reason code of `Remembered`), or None."""
        return self._never.refusal(text)

    def erase(self, ids: Sequence[str], *, cause: Cause = USER) -> Changes:
        """Remove the text of memories for good; only enough stays not to learn them again."""
        return self._changer.erase(ids, cause=cause)

    def backups_since(self, moment: datetime) -> int:
        """Count the backups that may hold something that was there at a moment."""
        return self._keeper.store.backups_since(moment)

    def undo(self, seq: int | None = None) -> Changes:
        """Take back a change set, the newest one by default, as a new one.

        Raises:
            UserError: `nothing_to_undo`, or a failed write.
        """
        return self._changer.undo(seq)

    def undo_turn(self) -> tuple[Changes, ...]:
        """Take back the newest change set, and with it all that came of the same message.

        What a message asked for in so many words, what was learned from it and what tools did for
        it are change sets of their own; for the user they are one.

        Raises:
            UserError: `nothing_to_undo`, or a failed write.
        """
        store = self._keeper.store
        undone = [self._changer.undo()]
        turn = _turn(store.change_set(undone[0].cause.undoes or 0))
        while turn is not None:
            target = store.undo_target()
            if target is None or _turn(store.change_set(target)) != turn:
                break
            undone.append(self._changer.undo(target))
        return tuple(undone)

    def expire_due(self) -> Changes | None:
        """Archive what is past its end; None when nothing is."""
        return self._changer.expire_due()

    # Tidying up --------------------------------------------------------------------------------

    def tidy_plan(self) -> TidyPlan:
        """Suggest which old memories could be one statement, and which were never of use."""
        return self._tidier.plan()

    def tidy(self, merges: Sequence[Merge]) -> Tidied:
        """Put statements in the place of memories, in one change set; see `Tidier.apply`."""
        return self._tidier.apply(merges)

    # Finding -----------------------------------------------------------------------------------

    def recall(self, query: RecallQuery, vector: FloatArray | None = None) -> Recall:
        """Find memories and past rounds for a question; see `Recaller.recall`."""
        return self._recaller.recall(query, vector)

    def near(self, text: str, limit: int = 20) -> tuple[tuple[str, float], ...]:
        """Return ids and relevance of active memories close in meaning to what somebody types.

        Nothing where the question cannot be embedded on this thread.
        """
        return self._recaller.near(text, limit)

    def get(self, memory_id: str) -> Entry:
        """Find a memory by its id, or by the beginning of one where that is clear.

        Raises:
            UserError: `not_found`.
        """
        return self._changer.get(memory_id)

    def list(
        self,
        *,
        state: State | None = State.ACTIVE,
        category: str | None = None,
        tag: str | None = None,
        scope: str | None = None,
        origin: OriginKind | None = None,
    ) -> tuple[Entry, ...]:
        """Return memories that pass every given filter, newest first; `state=None` for all."""
        return self._viewer.list(
            state=state, category=category, tag=tag, scope=scope, origin=origin
        )

    def related(self, memory_id: str, k: int | None = None) -> tuple[Related, ...]:
        """Return the memories that belong near one, the nearest first, and why."""
        return self._viewer.related(self.get(memory_id), k)

    def history(self, memory_id: str) -> tuple[HistoryEvent, ...]:
        """Return the events in a memory's life, oldest first."""
        return self._viewer.history(self.get(memory_id))

    def stats(self) -> Stats:
        """Return figures about the whole store."""
        return self._viewer.stats()

    def snapshot(self) -> Snapshot:
        """Return an immutable picture, safe on any thread; the same until something changes."""
        return self._keeper.snapshot()

    def for_session(self, top_k: int = 5) -> SessionMemory:
        """Make a memory for one session, with this one's model and rules and nothing in it."""
        facts = self._keeper.facts
        return SessionMemory(
            self.embedder, calibration=facts.calibration, top_k=top_k, never=self._never
        )

    def as_simple(self, scope: str = GLOBAL_SCOPE) -> SimpleMemory:
        """Offer this memory behind the contract of two methods."""
        return SimpleMemory(self, scope=scope)

    # Uses --------------------------------------------------------------------------------------

    def note_use(self, conversation: str, message: str, hits: Sequence[Hit]) -> None:
        """Count the memories that a finished answer's prompt held; rounds are not counted.

        Raises:
            UserError: `disk_full` or `memory_save_failed`; nothing was counted.
        """
        used = {hit.id: hit.relevance for hit in hits if hit.kind is HitKind.MEMORY}
        known = [(key, value) for key, value in used.items() if key in self._keeper.entries]
        if known:
            self._keeper.store.append_use(conversation, message, known)
            self._keeper.touch()

    def note_opened(self, memory_id: str) -> None:
        """Count that the user opened a memory on purpose.

        Raises:
            UserError: `not_found`, or a failed write.
        """
        self._keeper.store.append_use(None, None, [(self.get(memory_id).id, 1.0)])
        self._keeper.touch()

    def access(self, memory_id: str) -> Access:
        """Return how often a memory was used, and when last."""
        return self._viewer.access(self.get(memory_id).id)

    def uses_of(self, memory_id: str) -> tuple[datetime, ...]:
        """Return when a memory was used, oldest first."""
        return tuple(use.at for use in self._keeper.store.uses_of(self.get(memory_id).id))

    # Rounds of past conversations --------------------------------------------------------------

    def note_round(self, one: Round) -> None:
        """Make an exchange recallable, or replace it."""
        self._keeper.past.add((one,))

    def load_rounds(self, rounds: Sequence[Round]) -> None:
        """Make many exchanges recallable at once; stored vectors are read together."""
        self._keeper.past.add(rounds)

    def forget_conversation(self, conversation: str) -> None:
        """Recall nothing of a conversation any more."""
        self._keeper.past.forget_conversation(conversation)

    # Vectors -----------------------------------------------------------------------------------

    @property
    def embedder(self) -> Embedder | None:
        """The model in use."""
        return self._keeper.book.embedder

    def use_embedder(self, embedder: Embedder | None) -> None:
        """Change to another model. Its stored vectors are read, missing ones are pending."""
        self._keeper.book.use(embedder)
        self._configure(self._options)  # the vectors of topics are of another space
        self._keeper.touch()

    @property
    def vectors(self) -> VectorStatus:
        """How far the vectors of the present space are."""
        return self._keeper.book.status

    def pending(self, limit: int) -> Sequence[Pending]:
        """Return up to so many texts without a vector: key, text, purpose, hash.

        With a remote model the caller embeds them elsewhere, each by its purpose, and hands the
        result to `accept_vectors`.
        """
        return self._keeper.book.pending(limit)

    def accept_vectors(
        self, space: str, keys: Sequence[str], hashes: Sequence[str], vectors: FloatArray
    ) -> int:
        """Take vectors that were made elsewhere; what no longer fits is left out.

        Args:
            space: `Embedder.space` of the model that made them.
            keys: As in `pending`.
            hashes: As in `pending`.
            vectors: `(n, d) float32`.

        Returns:
            How many were taken.
        """
        taken = self._keeper.book.accept(space, keys, hashes, vectors)
        if taken:
            self._keeper.touch()
        return taken

    def fill_in(self, seconds: float | None = None) -> int:
        """Make missing vectors here for about so long (`MemoryOptions.slice_seconds`).

        Returns:
            How many are still missing; 0 when there is nothing to do on this thread.
        """
        before = self._keeper.book.status
        left = self._keeper.book.fill_in(
            self._options.slice_seconds if seconds is None else seconds
        )
        if self._keeper.book.status != before:
            self._keeper.touch()
        return left

    def rebuild_index(self) -> None:
        """Forget every vector of the present space; they are made anew by filling in."""
        self._keeper.book.rebuild()
        self._keeper.touch()

    # Housekeeping ------------------------------------------------------------------------------

    def housekeeping(self) -> Iterator[Changes | None]:
        """Do what is due, in short steps: end, erase what lay in the trash, compact files.

        Yields:
            A change set, or None between two steps.
        """
        yield self._changer.expire_due()
        yield self._changer.empty_trash()
        if self._keeper.store.compaction_due:
            for _ in self._keeper.store.compaction():
                yield None
        yield from self._keeper.book.compaction()

    def close(self) -> None:
        """Close the files of vectors and of the store; nothing needs to be saved."""
        self._keeper.book.close()
        self._keeper.store.close()

    def _relevance(self, cosine: float) -> float:
        """Calibrate a fact-to-fact cosine; the calibration comes later than the first question."""
        return self._keeper.facts.calibration.fact(cosine)

    def _configure(self, options: MemoryOptions) -> None:
        self._options = options
        book = self._keeper.book
        self._never = NeverCheck(
            options.never,
            embed=book.facts,
            relevance=self._relevance,
            topic_floor=options.topic_floor,
        )
        self._keeper.past.follow_rules(self._never)
        labels = Labels(book, options, self._never)
        self._rememberer = Rememberer(
            self._keeper, self._clock, self._ids, options, labels, self._never
        )
        self._changer = Changer(self._keeper, self._clock, options, labels, self._never)
        self._tidier = Tidier(self._keeper, self._clock, self._ids, options.tidy, self._never)
        self._inbox = Inbox(self._keeper, self._clock, self._changer)
        self._recaller = Recaller(self._keeper, self._clock, options)
        self._viewer = Viewer(self._keeper, self._clock, options)


def _turn(changes: Changes | None) -> str | None:
    """Return the message that a change set came of."""
    return changes.cause.message if changes is not None else None
