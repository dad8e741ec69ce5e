"""Keeps the store and everything derived from it in step: indexes, forms, claims, the profile.

Whatever changes memories goes through `Keeper.commit`; a derived structure that is not updated
here would show a forgotten memory, or hide a new one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from assistant_app.embeddings.port import Purpose
from assistant_app.memory.claims import Claim, claims, contradicts, sentences
from assistant_app.memory.marks import MAY_RETURN, REFUSED
from assistant_app.memory.normal import DENSE, normalise
from assistant_app.memory.past import PastRounds
from assistant_app.memory.profile import profile_part
from assistant_app.memory.store.tombstones import matches_any
from assistant_app.memory.store.vectors import content_hash
from assistant_app.memory.types import (
    GLOBAL_SCOPE,
    Cause,
    Changes,
    Entry,
    Round,
    Snapshot,
    State,
)
from assistant_app.memory.vectorbook import VectorBook, Wanted
from assistant_app.retrieval.facts import FactIndex

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from assistant_app.memory.store.store import MemoryStore
    from assistant_app.memory.vectorfiles import VectorFiles
    from assistant_app.retrieval.port import VectorIndex

    FloatArray = NDArray[np.float32]

_COMPARED = frozenset({State.ACTIVE, State.PROPOSED, State.ARCHIVED})
Group = TypeVar("Group")
Label = tuple[str, bool]
"""What filters look at: scope, and whether the memory must stay on this machine."""


class Keeper:
    """The store with its indexes; one thread owns it.

    Args:
        store: An opened store.
        files: Where vectors are kept between two starts; None keeps none.
        vectors: An empty index for the vectors of memories; None for the one that ships.
    """

    def __init__(
        self,
        store: MemoryStore,
        files: VectorFiles | None = None,
        vectors: VectorIndex | None = None,
    ) -> None:
        self.store = store
        self.facts = FactIndex(vectors=vectors)
        self.past = PastRounds()
        self.book = VectorBook(self.facts, self.past.index, self._wanted, files)
        self.past.follow_vectors(self.book)
        self._forms: dict[tuple[str, str], dict[str, None]] = {}
        self._claims: dict[tuple[str, str], dict[str, None]] = {}
        self._active: dict[str, dict[str, None]] = {}
        self._ending: dict[str, datetime] = {}
        self._local_only: set[str] = set()
        self._profile: dict[str, None] = {}
        self._trash: dict[str, None] = {}
        self._erased: dict[str, None] = {}
        self._outdated: dict[str, dict[str, None]] = {}
        self._gone: dict[str, str] = {}
        self._version = 0
        self._snapshot: Snapshot | None = None
        for entry in store.entries.values():
            self._enter(entry)

    @property
    def entries(self) -> Mapping[str, Entry]:
        """Every memory by id, tombstones too."""
        return self.store.entries

    def commit(
        self,
        cause: Cause,
        puts: Sequence[Entry],
        vectors: Mapping[str, FloatArray] | None = None,
    ) -> Changes:
        """Write one change set and bring everything derived up to date.

        Args:
            cause: The act behind it.
            puts: Entries as they shall be.
            vectors: Vectors of new texts that are known already, by id, in the present space.

        Raises:
            UserError: `disk_full` or `memory_save_failed`; nothing has changed.
        """
        changes = self.store.commit(cause, puts)
        self.follow(changes)
        if vectors:
            self._take_vectors(changes.put, vectors)
        return changes

    def undo(self, seq: int | None) -> Changes:
        """Take back a change set and bring everything derived up to date.

        Raises:
            UserError: `nothing_to_undo`, or a failed write.
        """
        changes = self.store.undo(seq)
        self.follow(changes)
        return changes

    def erase(self, cause: Cause, ids: Sequence[str]) -> Changes:
        """Remove memories for good, from every derived structure too.

        Raises:
            UserError: `not_found`, or a failed write.
        """
        before = {memory_id: self.entries[memory_id] for memory_id in ids}
        changes = self.store.erase(cause, ids)
        olds = tuple(before[entry.id] for entry in changes.put)
        # The store's own `before` holds no text any more; what is derived must know what went.
        self.follow(replace(changes, before=olds))
        self.book.erase([entry.id for entry in changes.put])
        return changes

    def follow(self, changes: Changes) -> None:
        """Bring everything derived up to date with a change set that the store has written."""
        for before, entry in zip(changes.before, changes.put, strict=True):
            if before is not None:
                self._leave(before)
            self._enter(entry)
        self.touch()

    def touch(self) -> None:
        """Make the next snapshot a new one."""
        self._version += 1

    def in_reach(
        self, scope: str, now: datetime, *, beyond_this_machine: bool = False
    ) -> Iterator[Entry]:
        """Yield the active memories that a question in a scope may use, oldest first."""
        ids: Iterable[str] = self._active.get(GLOBAL_SCOPE, ())
        if scope != GLOBAL_SCOPE:
            ids = sorted((*ids, *self._active.get(scope, ())))
        for memory_id in ids:
            entry = self.entries[memory_id]
            if usable(entry, now) and not (beyond_this_machine and entry.local_only):
                yield entry

    def count_in_reach(
        self, scope: str, now: datetime, *, beyond_this_machine: bool = False
    ) -> int:
        """Count what `in_reach` yields, without walking over all of it."""
        scopes = {scope, GLOBAL_SCOPE}
        total = sum(len(self._active.get(one, ())) for one in scopes)
        odd = {memory_id for memory_id, ends in self._ending.items() if ends <= now}
        if beyond_this_machine:
            odd |= self._local_only
        return total - sum(self.entries[memory_id].scope in scopes for memory_id in odd)

    def scopes_in_use(self) -> frozenset[str]:
        """Return the scopes beside `global` of all memories that are not in the trash."""
        found = {entry.scope for entry in self.entries.values() if entry.state is not State.DELETED}
        return frozenset(found - {GLOBAL_SCOPE})

    def counts_by_scope(self) -> Mapping[str, int]:
        """Return how many active memories each scope holds."""
        return {scope: len(ids) for scope, ids in self._active.items()}

    def profile(self, scope: str, now: datetime, *, beyond_this_machine: bool) -> list[Entry]:
        """Return the usable memories that belong into the profile block, unordered."""
        entries = (self.entries[memory_id] for memory_id in self._profile)
        return [
            entry
            for entry in entries
            if entry.scope in {scope, GLOBAL_SCOPE}
            and usable(entry, now)
            and not (beyond_this_machine and entry.local_only)
        ]

    def ended(self, now: datetime) -> list[Entry]:
        """Return active memories whose time is over."""
        return [self.entries[key] for key, ends in self._ending.items() if ends <= now]

    def with_form(self, scope: str, form: str) -> list[Entry]:
        """Return active, proposed and archived memories of a scope with this normal form."""
        return [self.entries[memory_id] for memory_id in self._forms.get((scope, form), ())]

    def claiming(self, scope: str, claim: Claim) -> list[Entry]:
        """Return active memories of a scope that give a value to the same attribute."""
        ids = self._claims.get((scope, claim.attribute), ())
        return [self.entries[memory_id] for memory_id in ids]

    def trash(self) -> Iterator[Entry]:
        """Yield forgotten memories that still have their text."""
        return (self.entries[memory_id] for memory_id in self._trash)

    def is_outdated(self, message: str) -> bool:
        """Whether what was learned from a message has been replaced by something newer."""
        return bool(self._outdated.get(message))

    def former(self, entry: Entry) -> Iterator[Entry]:
        """Yield what a memory has replaced, the newest first."""
        seen = {entry.id}
        while entry.supersedes is not None and entry.supersedes not in seen:
            before = self.entries.get(entry.supersedes)
            if before is None or before.state is not State.SUPERSEDED or not before.text:
                return
            seen.add(before.id)
            yield before
            entry = before

    def was_erased(self, text: str) -> bool:
        """Whether a text, or one of its sentences, says what was erased."""
        if not self._erased:
            return False
        stones = [self.entries[memory_id] for memory_id in self._erased]
        return any(matches_any(part, stones) for part in (text, *sentences(text)))

    def tells_forgotten(self, text: str) -> bool:
        """Whether a text repeats a memory that lies in the trash, in the same words.

        Another conversation may have told it again, and "forget that ..." itself quotes it.
        """
        if not self._gone:
            return False
        form = f" {normalise(text)} "
        return any(gone in form for gone in self._gone.values())

    def tells_former(self, one: Round) -> bool:
        """Whether a round gives a value that a memory of later date contradicts."""
        for claim in claims(one.user):
            for scope in {one.scope, GLOBAL_SCOPE}:
                for entry in self.claiming(scope, claim):
                    if entry.updated_at >= one.at and contradicts(entry.text, one.user):
                        return True
        return False

    def _wanted(self) -> Iterator[Wanted]:
        """Yield what should have a vector."""
        for ids in self._active.values():
            yield from (_wanted(self.entries[memory_id]) for memory_id in ids)
        yield from self.past.wanted()

    def snapshot(self) -> Snapshot:
        """Return an immutable picture; the same object until something changes.

        Any thread may call it. Each container is copied by one call that runs in C, so a change
        cannot come in between; the version is read first, so that a picture taken during a change
        counts as old and is taken again.
        """
        version, last = self._version, self._snapshot
        if last is not None and last.version == version:
            return last
        entries = tuple(self.entries.values())
        last = self._snapshot = Snapshot(
            version=version,
            entries=tuple(entry for entry in entries if entry.text),
            access=MappingProxyType(dict(self.store.access)),
            pending=self.book.pending_memories(),
        )
        return last

    def _enter(self, entry: Entry) -> None:
        if entry.state in _COMPARED:
            self._forms.setdefault((entry.scope, normalise(entry.text)), {})[entry.id] = None
        if entry.state is State.DELETED:
            self._enter_trash(entry)
        if entry.state is State.SUPERSEDED and entry.origin.message is not None:
            self._outdated.setdefault(entry.origin.message, {})[entry.id] = None
        if entry.state is not State.ACTIVE:
            return
        self._active.setdefault(entry.scope, {})[entry.id] = None
        if entry.expires_at is not None:
            self._ending[entry.id] = entry.expires_at
        if entry.local_only:
            self._local_only.add(entry.id)
        if profile_part(entry) is not None:
            self._profile[entry.id] = None
        for claim in claims(entry.text):
            self._claims.setdefault((entry.scope, claim.attribute), {})[entry.id] = None
        self.facts.put(entry.id, entry.text, label=(entry.scope, entry.local_only))
        self.book.expect(_wanted(entry))

    def _enter_trash(self, entry: Entry) -> None:
        (self._trash if entry.text else self._erased)[entry.id] = None
        if not _was_remembered(entry):
            return
        if entry.text:
            self._gone[entry.id] = _as_part(normalise(entry.text))
        if entry.origin.message is not None:
            self.past.hide(entry.origin.message)

    def _leave(self, entry: Entry) -> None:
        """Take out what an entry was known by before a change."""
        _discard(self._forms, (entry.scope, normalise(entry.text)), entry.id)
        if entry.state is State.DELETED:
            self._trash.pop(entry.id, None)
            self._gone.pop(entry.id, None)
            if entry.origin.message is not None and _was_remembered(entry):
                self.past.unhide(entry.origin.message)
        if entry.state is State.SUPERSEDED and entry.origin.message is not None:
            _discard(self._outdated, entry.origin.message, entry.id)
        if entry.state is not State.ACTIVE:
            return
        _discard(self._active, entry.scope, entry.id)
        self._ending.pop(entry.id, None)
        self._local_only.discard(entry.id)
        self._profile.pop(entry.id, None)
        for claim in claims(entry.text):
            _discard(self._claims, (entry.scope, claim.attribute), entry.id)
        if self.entries[entry.id].state is not State.ACTIVE:
            self.facts.remove(entry.id)
            self.book.forget([entry.id])

    def _take_vectors(self, put: Sequence[Entry], vectors: Mapping[str, FloatArray]) -> None:
        known = [entry for entry in put if entry.id in vectors]
        if known:
            self.book.accept(
                self.book.space,
                [entry.id for entry in known],
                [content_hash(entry.text) for entry in known],
                np.stack([vectors[entry.id] for entry in known]),
            )


def usable(entry: Entry, now: datetime) -> bool:
    """Whether a memory may be recalled at a moment: active, and not past its end."""
    return entry.state is State.ACTIVE and (entry.expires_at is None or entry.expires_at > now)


def _as_part(form: str) -> str:
    """Return a normal form as it is looked for in a longer one: whole words, where there are."""
    return form if re.search(f"[{DENSE}]", form) else f" {form} "


def _was_remembered(entry: Entry) -> bool:
    """Whether a thrown away memory was once more than a proposal."""
    return not entry.extra.keys() & {MAY_RETURN, REFUSED}


def _wanted(entry: Entry) -> Wanted:
    return Wanted(entry.id, entry.text, Purpose.FACT, entry.local_only)


def _discard(groups: dict[Group, dict[str, None]], group: Group, memory_id: str) -> None:
    members = groups.get(group)
    if members is not None:
        members.pop(memory_id, None)
        if not members:
            del groups[group]
