"""What the window can do with memories. Every call returns at once; results arrive by callback.

A changing call makes one change set; `changed` tells every screen about it, whoever made it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal

from assistant_app.base.lanes import Lane
from assistant_app.memory.types import (
    Cause,
    CauseKind,
    Changes,
    Draft,
    HistoryEvent,
    HitKind,
    Proposal,
    Recall,
    RecallQuery,
    Related,
    Remembered,
    Snapshot,
    Stats,
)
from assistant_app.workers.delivery import Delivery, Done, Failed
from assistant_app.workers.searching import SearchThread

if TYPE_CHECKING:
    from assistant_app.workers.core import Core, CoreHandle
    from assistant_app.workers.threads import NetworkThread

T = TypeVar("T")
_USER = Cause(CauseKind.USER)
_TRY_S = 10.0
_PAUSE_MS = 250
"""A pause in typing after which meaning is asked too."""
_SHORTEST_FOR_MEANING = 2


class MemoryOperations(QObject):
    """Operations on memories.

    Signals:
        changed(Changes): A change set was written, by whichever act.
        snapshot_changed(Snapshot): A newer picture of the store.
        vectors_changed(VectorStatus): How far the filling in of vectors is.
    """

    changed = Signal(object)
    snapshot_changed = Signal(object)
    vectors_changed = Signal(object)

    def __init__(
        self,
        core: CoreHandle,
        network: NetworkThread,
        search: SearchThread,
        delivery: Delivery,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._core = core
        self._network = network
        self._search = search
        self._delivery = delivery
        self._snapshot: Snapshot | None = None
        self._searches = 0

    @property
    def snapshot(self) -> Snapshot | None:
        """The newest picture of the store; None until it has been opened."""
        return self._snapshot

    def refresh(self) -> None:
        """Fetch a new picture of the store."""
        self._delivery.deliver(
            self._core.submit(lambda core: core.memory.snapshot()), self, self._take_snapshot
        )

    def announce(self, changes: Changes | None) -> None:
        """Tell every screen about a change set that something else made (a turn, an undo)."""
        if changes is not None and changes.seq:
            self.changed.emit(changes)
        self.refresh()

    def add(
        self,
        draft: Draft,
        owner: QObject,
        done: Done[Remembered] | None = None,
        failed: Failed | None = None,
    ) -> None:
        """Remember a statement that the user typed."""

        def told(outcome: Remembered) -> None:
            self.announce(outcome.changes)
            if done is not None:
                done(outcome)

        async def remember() -> Remembered:
            core = await self._core.opened()
            return (await core.lane_memory.remember((draft,), _USER, ask=False))[0]

        self._delivery.deliver(self._network.submit(remember), owner, told, failed)

    def revise(
        self,
        memory_id: str,
        owner: QObject,
        done: Done[Changes] | None = None,
        failed: Failed | None = None,
        *,
        text: str | None = None,
        category: str | None = None,
        tags: tuple[str, ...] | None = None,
        pinned: bool | None = None,
        local_only: bool | None = None,
        expires_at: datetime | None = None,
        never_expires: bool = False,
    ) -> None:
        """Change a memory; what is None stays as it is. `never_expires` takes the end away."""
        self._change(
            lambda core: core.memory.revise(
                memory_id,
                text=text,
                category=category,
                tags=tags,
                pinned=pinned,
                local_only=local_only,
                expires_at=expires_at,
                never_expires=never_expires,
            ),
            owner,
            done,
            failed,
        )

    def forget(
        self,
        ids: Sequence[str],
        owner: QObject,
        done: Done[Changes] | None = None,
        failed: Failed | None = None,
    ) -> None:
        """Put memories into the trash."""
        self._change(lambda core: core.memory.forget(ids), owner, done, failed)

    def erase(
        self,
        ids: Sequence[str],
        owner: QObject,
        done: Done[Changes] | None = None,
        failed: Failed | None = None,
    ) -> None:
        """Remove the text of memories for good; there is no undo, and backups keep it a while."""
        self._change(lambda core: core.memory.erase(ids), owner, done, failed)

    def restore(
        self,
        ids: Sequence[str],
        owner: QObject,
        done: Done[Changes] | None = None,
        failed: Failed | None = None,
    ) -> None:
        """Take memories out of the trash, the archive or the past."""
        self._change(lambda core: core.memory.restore(ids), owner, done, failed)

    def archive(
        self,
        ids: Sequence[str],
        owner: QObject,
        done: Done[Changes] | None = None,
        failed: Failed | None = None,
    ) -> None:
        """Put memories away: kept, not recalled."""
        self._change(lambda core: core.memory.archive(ids), owner, done, failed)

    def move(
        self,
        ids: Sequence[str],
        scope: str,
        owner: QObject,
        done: Done[Changes] | None = None,
        failed: Failed | None = None,
    ) -> None:
        """Move memories to another scope."""
        self._change(lambda core: core.memory.move(ids, scope), owner, done, failed)

    def accept(
        self,
        ids: str | Sequence[str],
        owner: QObject,
        done: Done[Changes] | None = None,
        failed: Failed | None = None,
        *,
        text: str | None = None,
    ) -> None:
        """Keep proposed memories, one with other words; what they replace becomes its past."""
        self._change(lambda core: core.memory.accept(ids, text=text), owner, done, failed)

    def reject(
        self,
        ids: str | Sequence[str],
        owner: QObject,
        done: Done[Changes] | None = None,
        failed: Failed | None = None,
    ) -> None:
        """Do not keep proposed memories."""
        self._change(lambda core: core.memory.reject(ids), owner, done, failed)

    def never(
        self,
        ids: str | Sequence[str],
        owner: QObject,
        done: Done[Changes] | None = None,
        failed: Failed | None = None,
    ) -> None:
        """Do not keep proposed memories, and do not propose them again."""
        self._change(lambda core: core.memory.never(ids), owner, done, failed)

    def inbox(self, owner: QObject, done: Done[tuple[Proposal, ...]]) -> None:
        """Ask what waits for the user's word, the newest first."""
        self._ask(lambda core: core.memory.inbox(), owner, done)

    def undo(
        self,
        owner: QObject,
        done: Done[Changes] | None = None,
        failed: Failed | None = None,
        *,
        seq: int | None = None,
    ) -> None:
        """Take a change set back: the given one, or the newest."""
        self._change(lambda core: core.memory.undo(seq), owner, done, failed)

    def related(
        self, memory_id: str, owner: QObject, done: Done[tuple[Related, ...]], *, limit: int = 5
    ) -> None:
        """Ask for the memories that belong near one."""
        self._ask(lambda core: tuple(core.memory.related(memory_id, k=limit)), owner, done)

    def history(self, memory_id: str, owner: QObject, done: Done[tuple[HistoryEvent, ...]]) -> None:
        """Ask for the life of one memory, oldest first."""
        self._ask(lambda core: tuple(core.memory.history(memory_id)), owner, done)

    def uses(self, memory_id: str, owner: QObject, done: Done[tuple[datetime, ...]]) -> None:
        """Ask when one memory was used, oldest first."""
        self._ask(lambda core: tuple(core.memory.uses_of(memory_id)), owner, done)

    def stats(self, owner: QObject, done: Done[Stats]) -> None:
        """Ask for the figures of the whole store."""
        self._ask(lambda core: core.memory.stats(), owner, done)

    def try_recall(
        self,
        text: str,
        scope: str,
        owner: QObject,
        done: Done[Recall],
        failed: Failed | None = None,
    ) -> None:
        """Find what a question would bring into a prompt; counts as no use of anything."""

        async def find() -> Recall:
            core = await self._core.opened()
            query = RecallQuery(text=text, scope=scope, kinds=frozenset({HitKind.MEMORY}))
            return (await core.lane_memory.recall(query, deadline=_TRY_S)).recall

        self._delivery.deliver(self._network.submit(find), owner, done, failed)

    def opened(self, memory_id: str) -> None:
        """Note that the user opened a memory on purpose; counts as an access."""

        def note(core: Core) -> None:
            core.memory.note_opened(memory_id)

        self._delivery.deliver(self._core.submit(note, Lane.SAVE), self, lambda _: self.refresh())

    def search(
        self, text: str, owner: QObject, done: Done[tuple[str, ...]], *, trash: bool = False
    ) -> None:
        """Find memories as the user types; a newer call drops the older one's result.

        Reads the snapshot on a thread of its own: it never queues behind embedding. When the user
        pauses and something else is close in meaning, `done` is called a second time with that
        behind what the words found. What lies in the trash is found only with `trash`, and then
        nothing else.
        """
        self._searches += 1
        snapshot = self._snapshot
        if snapshot is None:
            return
        job = self._searches

        def by_words(found: tuple[str, ...]) -> None:
            done(found)
            if not trash and len(text.strip()) >= _SHORTEST_FOR_MEANING:
                QTimer.singleShot(
                    _PAUSE_MS, self, lambda: self._by_meaning(job, text, found, owner, done)
                )

        self._delivery.deliver(self._search.submit(snapshot, text, trash=trash), owner, by_words)

    def _by_meaning(
        self,
        job: int,
        text: str,
        found: tuple[str, ...],
        owner: QObject,
        done: Done[tuple[str, ...]],
    ) -> None:
        """Ask for what is close in meaning, unless something else is searched for meanwhile."""

        def near(meaning: tuple[tuple[str, float], ...]) -> None:
            snapshot = self._snapshot
            if job == self._searches and snapshot is not None and meaning:
                both = self._search.submit(snapshot, text, meaning=meaning)
                self._delivery.deliver(both, owner, told)

        def told(both: tuple[str, ...]) -> None:
            if job == self._searches and both != found:
                done(both)

        if job == self._searches:
            self._ask(lambda core: core.memory.near(text), owner, near)

    def derive(self, job: Callable[[Snapshot], T], owner: QObject, done: Done[T]) -> None:
        """Compute something from the newest snapshot beside the window's thread.

        Args:
            job: A pure function; it must not touch a widget.
            owner: Whoever waits.
            done: Takes the result; not called before there is a snapshot.
        """
        snapshot = self._snapshot
        if snapshot is not None:
            self._delivery.deliver(self._search.derive(lambda: job(snapshot)), owner, done)

    def rebuild_index(self, owner: QObject, done: Done[None] | None = None) -> None:
        """Make every vector afresh in the background."""
        self._ask(lambda core: core.memory.rebuild_index(), owner, done, lane=Lane.BACKGROUND)

    def _change(
        self,
        job: Callable[[Core], Changes],
        owner: QObject,
        done: Done[Changes] | None,
        failed: Failed | None,
    ) -> None:
        def told(changes: Changes) -> None:
            self.announce(changes)
            if done is not None:
                done(changes)

        self._delivery.deliver(self._core.submit(job, Lane.SAVE), owner, told, failed)

    def _ask(
        self,
        job: Callable[[Core], T],
        owner: QObject,
        done: Done[T] | None,
        *,
        lane: Lane = Lane.READ,
    ) -> None:
        self._delivery.deliver(self._core.submit(job, lane), owner, done)

    def _take_snapshot(self, snapshot: Snapshot) -> None:
        if self._snapshot is None or snapshot.version != self._snapshot.version:
            self._snapshot = snapshot
            self.snapshot_changed.emit(snapshot)
