"""The store: every memory in this process's memory, every change on the disk before it counts.

One thread owns it. A change set is one fsynced journal line; the mapping changes only after that
line is on the disk. Long work (`compaction`) is a generator whose steps are short, so that its
owner can save between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from assistant_app.base.clock import Clock, system_clock
from assistant_app.base.paths import DataFolder
from assistant_app.memory.types import Access, Cause, Changes, Entry, Notice


class MemoryStore:
    """Entries, their journal and their uses in one data folder.

    Args:
        folder: Where the files lie; created by `open` when missing.
        clock: Stamps change sets and uses.
        ids: Makes the salt of tombstones.
    """

    def __init__(
        self,
        folder: DataFolder,
        *,
        clock: Clock = system_clock,
        ids: Callable[[], str] | None = None,
    ) -> None:
        raise NotImplementedError

    def open(self) -> tuple[Notice, ...]:
        """Read the files (bringing them to this format first) and say what was odd about them.

        Raises:
            UserError: `store_newer` (nothing was touched), `store_unreadable`, `disk_full` or
                `memory_save_failed`.
        """
        raise NotImplementedError

    @property
    def entries(self) -> Mapping[str, Entry]:
        """Every entry by id, tombstones too; a live read-only view, oldest id written first."""
        raise NotImplementedError

    @property
    def access(self) -> Mapping[str, Access]:
        """Uses by id, derived from `uses.jsonl`; a live read-only view."""
        raise NotImplementedError

    @property
    def last_seq(self) -> int:
        """Number of the newest change set; 0 in an empty store."""
        raise NotImplementedError

    @property
    def bytes_on_disk(self) -> int:
        """Bytes of snapshot, journal and uses."""
        raise NotImplementedError

    def commit(self, cause: Cause, puts: Sequence[Entry]) -> Changes:
        """Write one change set: one line, one fsync. The entries are taken as they are given
        (`revision` and `updated_at` are the caller's), except that lone surrogates are mended.

        Returns:
            What was written; `seq` is 0 when every put equals what is there.

        Raises:
            UserError: `disk_full` or `memory_save_failed`; nothing has changed.
        """
        raise NotImplementedError

    def undo_target(self) -> int | None:
        """Number of the change set that the next undo takes back, or None.

        Among the last 100; neither one that was taken back already, nor expiry or maintenance.
        """
        raise NotImplementedError

    def undo(self, seq: int | None = None) -> Changes:
        """Take back a change set (the `undo_target` by default) as a new one, cause `UNDO`.

        Only the fields that it changed go back; what changed later stays. An entry that it made
        goes to the trash. An erased entry stays erased. Undoing an undo is redo, by its number.

        Raises:
            UserError: `nothing_to_undo`, or as `commit`.
        """
        raise NotImplementedError

    def change_set(self, seq: int) -> Changes | None:
        """Return a change set from the journal, or None when no segment holds it."""
        raise NotImplementedError

    def last_changes(self, n: int) -> tuple[Changes, ...]:
        """Return up to `n` (at most 100) change sets, the newest first."""
        raise NotImplementedError

    def history_of(self, entry_id: str) -> Iterator[Changes]:
        """Stream every change set that touched an entry, the oldest first.

        Each holds only this entry in `put` and `before`.
        """
        raise NotImplementedError

    @property
    def compaction_due(self) -> bool:
        """Whether the lines after the snapshot exceed max(1000, a quarter of the entries)."""
        raise NotImplementedError

    def compaction(self) -> Iterator[None]:
        """Write a snapshot in steps of a few milliseconds; commits may come between them."""
        raise NotImplementedError

    def compact(self) -> None:
        """Run a whole compaction now."""
        raise NotImplementedError

    def append_use(
        self, conversation: str | None, message: str | None, used: Sequence[tuple[str, float]]
    ) -> None:
        """Count memories as used (id, relevance) by a message, or opened by the user (None)."""
        raise NotImplementedError

    def erase(self, cause: Cause, ids: Sequence[str]) -> Changes:
        """Remove the text of entries for good from every file here; tombstones stay.

        Vectors and caches are the caller's. Cannot be undone; `before` of the result is empty
        of text.
        """
        raise NotImplementedError

    def was_erased(self, text: str) -> bool:
        """Whether a text says the same, or nearly, as something that was erased."""
        raise NotImplementedError

    def close(self) -> None:
        """Close the files; everything acknowledged is on the disk already."""
        raise NotImplementedError
