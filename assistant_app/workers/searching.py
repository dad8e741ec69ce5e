"""Search as you type: a small thread that reads immutable snapshots and keeps only the newest wish.

A keystroke must not wait behind embedding or saving, so this never touches the memory worker.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QThread

from assistant_app.base.lanes import Lane, LaneExecutor
from assistant_app.memory.types import Snapshot, State

if TYPE_CHECKING:
    from assistant_app.memory.search import SnapshotSearch

T = TypeVar("T")
_TRASH = frozenset({State.DELETED})


class SearchThread(QThread):
    """Answers searches over snapshots; an older search that has not begun is cancelled."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("search")
        self._executor = LaneExecutor()
        self._latest: Future[tuple[str, ...]] | None = None
        self._searcher: SnapshotSearch | None = None

    def run(self) -> None:
        """Work; called by Qt on the new thread."""
        self._executor.run()

    def submit(
        self,
        snapshot: Snapshot,
        text: str,
        *,
        trash: bool = False,
        meaning: Sequence[tuple[str, float]] = (),
    ) -> Future[tuple[str, ...]]:
        """Find the ids of memories that match a text, best first.

        Args:
            snapshot: The picture to search.
            text: What was typed.
            trash: Look only there.
            meaning: Ids with relevance of what is close in meaning; they follow.
        """
        if self._latest is not None:
            self._latest.cancel()

        def find() -> tuple[str, ...]:
            from assistant_app.memory.search import SnapshotSearch

            if self._searcher is None:
                self._searcher = SnapshotSearch()
            if trash:
                return self._searcher.search(snapshot, text, states=_TRASH)
            return self._searcher.search(snapshot, text, meaning=meaning)

        self._latest = self._executor.submit(find, Lane.READ)
        return self._latest

    def derive(self, job: Callable[[], T]) -> Future[T]:
        """Run a pure function over values (sorting and counting 50,000 rows for a list)."""
        return self._executor.submit(job, Lane.READ)

    def stop(self) -> None:
        """End the thread; searches that wait are dropped."""
        self._executor.close()
