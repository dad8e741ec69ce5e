"""The store: every memory in this process's memory, every change on the disk before it counts.

One thread owns it. A change set is one fsynced journal line; the mapping changes only after that
line is on the disk. Long work (`compaction`) is a generator whose steps are short, so that its
owner can save between them.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain, islice
from types import MappingProxyType

from assistant_app.base.clock import Clock, IdFactory, system_clock
from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.files import make_folder
from assistant_app.base.paths import DataFolder
from assistant_app.memory.marks import MAY_RETURN
from assistant_app.memory.store import erasure
from assistant_app.memory.store.codec import mend_entry
from assistant_app.memory.store.formats import bring_up_to_date
from assistant_app.memory.store.journal import (
    JournalWriter,
    compress,
    encode_line,
    read_changes,
    segment_path,
    segments,
)
from assistant_app.memory.store.loading import Loaded, load
from assistant_app.memory.store.snapshot import write_snapshot
from assistant_app.memory.store.tombstones import is_tombstone, matches_any, tombstone
from assistant_app.memory.store.undo import (
    MOST_KEPT,
    RecentChanges,
    inverse,
    is_taken_back,
    undoable,
)
from assistant_app.memory.store.uses import Use, UsesLog
from assistant_app.memory.types import Access, Cause, CauseKind, Changes, Entry, Notice

_FEWEST_LINES = 1000
_SHARE_OF_ENTRIES = 4
_END = object()


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
        self._folder = folder
        self._clock = clock
        self._ids = IdFactory(clock) if ids is None else ids
        self._loaded = Loaded()
        self._uses = UsesLog(folder.uses)
        self._writer = JournalWriter(folder.journal, segment_path(folder.journal, 1))
        self._recent_is_whole = False
        self._compaction = 0

    def open(self) -> tuple[Notice, ...]:
        """Read the files (bringing them to this format first) and say what was odd about them.

        Raises:
            UserError: `store_newer` (nothing was touched), `store_unreadable`, `disk_full` or
                `memory_save_failed`.
        """
        notices = bring_up_to_date(self._folder, self._clock)
        self._loaded = load(self._folder, self._clock)
        self._writer = self._writer_of(self._loaded)
        self._recent_is_whole = False
        self._uses.load()
        self._remove_leftovers()
        self._finish_erasing()
        return (*notices, *self._loaded.notices)

    @property
    def entries(self) -> Mapping[str, Entry]:
        """Every entry by id, tombstones too; a live read-only view, in the order of making."""
        return MappingProxyType(self._loaded.entries)

    @property
    def access(self) -> Mapping[str, Access]:
        """Uses by id, derived from `uses.jsonl`; a live read-only view."""
        return MappingProxyType(self._uses.access)

    @property
    def last_seq(self) -> int:
        """Number of the newest change set; 0 in an empty store."""
        return self._loaded.last_seq

    @property
    def bytes_on_disk(self) -> int:
        """Bytes of snapshot, journal and uses."""
        paths = [self._folder.memories, self._folder.uses]
        paths += [segment.path for segment in segments(self._folder.journal)]
        return sum(path.stat().st_size for path in paths if path.exists())

    def commit(self, cause: Cause, puts: Sequence[Entry]) -> Changes:
        """Write one change set: one line, one fsync.

        The entries are taken as they are given (`revision` and `updated_at` are the caller's),
        except that lone surrogates are mended.

        Returns:
            What was written; `seq` is 0 when every put equals what is there.

        Raises:
            UserError: `disk_full` or `memory_save_failed`; nothing has changed.
        """
        before = tuple(self._loaded.entries.get(entry.id) for entry in puts)
        if all(put == old for put, old in zip(puts, before, strict=True)):
            return Changes(0, self._clock(), cause)
        return self._write(cause, tuple(puts), before)

    def undo_target(self) -> int | None:
        """Number of the change set that the next undo takes back, or None.

        Among the last 100 acts; neither one that was taken back already, nor expiry or maintenance.
        """
        now = self._clock()
        for changes in undoable(self._recent()):
            if inverse(changes, self._loaded.entries, now):
                return changes.seq
        return None

    def undo(self, seq: int | None = None) -> Changes:
        """Take back a change set (the `undo_target` by default) as a new one, cause `UNDO`.

        Only the fields that it changed go back; what changed later stays. An entry that it made
        goes to the trash. An erased entry stays erased. Undoing an undo is redo, by its number.

        Raises:
            UserError: `nothing_to_undo`, or as `commit`.
        """
        target = self.undo_target() if seq is None else seq
        recent = self._recent()
        changes = next((item for item in recent if item.seq == target), None)
        if changes is None or is_taken_back(recent, changes.seq):
            raise UserError(ErrorCode.NOTHING_TO_UNDO)
        puts = inverse(changes, self._loaded.entries, self._clock())
        if not puts:
            raise UserError(ErrorCode.NOTHING_TO_UNDO)
        return self.commit(Cause(CauseKind.UNDO, undoes=changes.seq), puts)

    def change_set(self, seq: int) -> Changes | None:
        """Return a change set from the journal, or None when no segment holds it."""
        for changes in self._loaded.recent:
            if changes.seq == seq:
                return changes
        parts = segments(self._folder.journal)
        for number, segment in enumerate(parts):
            if number + 1 < len(parts) and parts[number + 1].first_seq <= seq:
                continue
            mark = f'"seq":{seq},'.encode()
            for changes in read_changes(segment, containing=mark):
                if changes.seq == seq:
                    return changes
        return None

    def last_changes(self, n: int) -> tuple[Changes, ...]:
        """Return up to `n` change sets, the newest first; all of the last 100 acts are there."""
        return tuple(islice(reversed(self._recent()), n))

    def history_of(self, entry_id: str) -> Iterator[Changes]:
        """Stream every change set that touched an entry, the oldest first.

        Each holds only this entry in `put` and `before`.
        """
        for segment in segments(self._folder.journal):
            for changes in read_changes(segment, containing=entry_id.encode()):
                for put, before in zip(changes.put, changes.before, strict=True):
                    if put.id == entry_id:
                        yield Changes(changes.seq, changes.at, changes.cause, (put,), (before,))

    @property
    def compaction_due(self) -> bool:
        """Whether the lines after the snapshot exceed max(1000, a quarter of the entries).

        Also after something was repaired, so that the next start finds a good snapshot.
        """
        most = max(_FEWEST_LINES, len(self._loaded.entries) // _SHARE_OF_ENTRIES)
        return self._loaded.repaired or self._loaded.lines > most

    def compaction(self) -> Iterator[None]:
        """Write a snapshot in steps of a few milliseconds; commits may come between them.

        A second call, or an erasure, ends the first one's work.

        Raises:
            UserError: `disk_full` or `memory_save_failed`; every file is as it was.
        """
        self._compaction += 1
        mine = self._compaction
        loaded = self._loaded
        make_folder(self._folder.journal)
        entries, seq, lines = list(loaded.entries.values()), loaded.last_seq, loaded.lines
        self._writer.rotate(seq + 1)
        writing = write_snapshot(self._folder.memories, entries, seq, loaded.extra)
        yield from self._while_mine(writing, mine)
        if self._compaction != mine:
            return
        loaded.snapshot_seq = seq
        loaded.lines -= lines
        loaded.repaired = False
        for segment in segments(self._folder.journal):
            if segment.compressed or segment.path == self._writer.path:
                continue
            yield from self._while_mine(compress(segment.path), mine)

    def compact(self) -> None:
        """Run a whole compaction now."""
        for _ in self.compaction():
            pass

    def append_use(
        self, conversation: str | None, message: str | None, used: Sequence[tuple[str, float]]
    ) -> None:
        """Count memories as used (id, relevance) by a message, or opened by the user (None).

        Raises:
            UserError: `disk_full` or `memory_save_failed`; nothing was counted.
        """
        self._uses.append(self._clock(), conversation, message, used)

    def uses_of(self, entry_id: str) -> Iterator[Use]:
        """Stream when and where an entry was used, oldest first."""
        return self._uses.uses(entry_id)

    def erase(self, cause: Cause, ids: Sequence[str]) -> Changes:
        """Remove the text of entries for good from every file here; tombstones stay.

        Vectors, archives and caches are the caller's. Cannot be undone; the result holds no text.

        Raises:
            UserError: `not_found`; or `disk_full` or `memory_save_failed`: when `entries` shows
                tombstones after that, the next start removes what is left in the files.
        """
        now, salt = self._clock(), self._ids()
        puts: list[Entry] = []
        for entry_id in dict.fromkeys(ids):
            entry = self._loaded.entries.get(entry_id)
            if entry is None:
                raise UserError(ErrorCode.NOT_FOUND, id=entry_id)
            if not is_tombstone(entry):
                # What was only turned down may be proposed again: nothing is kept to know it by.
                known_by = "" if MAY_RETURN in entry.extra else entry.text
                puts.append(tombstone(entry_id, known_by, salt, now))
        if not puts:
            return Changes(0, now, cause)
        self._compaction += 1  # a snapshot under way would hold the text
        erasure.mark(self._folder, {*erasure.marked(self._folder), *(put.id for put in puts)})
        changes = self._write(cause, tuple(puts), tuple(puts))
        self._finish_erasing()
        return changes

    def backups_since(self, moment: datetime) -> int:
        """Count the archives in the folder of backups that are not older than a moment."""
        folder = self._folder.backups
        if not folder.is_dir():
            return 0
        least = moment.timestamp()
        return sum(path.is_file() and path.stat().st_mtime >= least for path in folder.iterdir())

    def was_erased(self, text: str) -> bool:
        """Whether a text says the same, or nearly, as something that was erased."""
        return matches_any(text, filter(is_tombstone, self._loaded.entries.values()))

    def close(self) -> None:
        """Close the files; everything acknowledged is on the disk already."""
        self._compaction += 1
        self._writer.close()
        self._uses.close()

    def _while_mine(self, steps: Generator[None, None, None], mine: int) -> Iterator[None]:
        """Take steps as long as no other compaction or erasure has begun."""
        with contextlib.closing(steps):
            while self._compaction == mine and next(steps, _END) is not _END:
                yield

    def _write(
        self, cause: Cause, puts: tuple[Entry, ...], before: tuple[Entry | None, ...]
    ) -> Changes:
        loaded = self._loaded
        changes = Changes(loaded.last_seq + 1, self._clock(), cause, puts, before)
        try:
            line = encode_line(changes)
        except UnicodeEncodeError:
            puts = tuple(mend_entry(entry) for entry in puts)
            changes = Changes(changes.seq, changes.at, cause, puts, before)
            line = encode_line(changes)
        self._writer.append(line)
        loaded.entries.update((entry.id, entry) for entry in puts)
        loaded.last_seq = changes.seq
        loaded.lines += 1
        loaded.recent.append(changes)
        return changes

    def _recent(self) -> RecentChanges:
        """Return the last change sets; older segments are read when they are first asked for."""
        recent = self._loaded.recent
        if self._recent_is_whole or recent.full:
            return recent
        self._recent_is_whole = True
        oldest = recent.oldest_seq or self._loaded.last_seq + 1
        for segment in reversed(segments(self._folder.journal)):
            if segment.first_seq >= oldest or recent.full:
                continue
            older = deque(
                (item for item in read_changes(segment) if item.seq < oldest), maxlen=MOST_KEPT
            )
            for changes in reversed(older):
                recent.add_older(changes)
        return recent

    def _writer_of(self, loaded: Loaded) -> JournalWriter:
        parts = segments(self._folder.journal)
        if parts and not parts[-1].compressed:
            path = parts[-1].path
        else:
            path = segment_path(self._folder.journal, loaded.last_seq + 1)
        return JournalWriter(self._folder.journal, path, good_length=loaded.good_length)

    def _finish_erasing(self) -> None:
        """Rewrite every file that may still hold the text of erased entries."""
        entries = self._loaded.entries
        ids = erasure.marked(self._folder)
        tombstones = {
            entry_id: entries[entry_id]
            for entry_id in ids
            if entry_id in entries and is_tombstone(entries[entry_id])
        }
        if tombstones:
            self._writer.close()
            self.compact()
            erasure.rewrite_journal(self._folder.journal, tombstones)
            self._uses.drop(tombstones)
            self._loaded.recent = RecentChanges()
            self._recent_is_whole = False
        if ids:
            erasure.unmark(self._folder)

    def _remove_leftovers(self) -> None:
        """Remove the temporary files of a program that was killed; they may hold erased text."""
        folder = self._folder
        places = [folder.root, folder.journal, folder.backups, *folder.vectors.rglob("")]
        for path in chain.from_iterable(place.glob(".*.tmp") for place in places):
            with contextlib.suppress(OSError):  # no right to write: they stay
                path.unlink()
