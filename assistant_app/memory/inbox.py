"""What waits for the user's word, and what each word does. One act is one change set.

A proposed memory is an entry in the state `proposed`; what it would replace stands in its
`supersedes`. A proposed deletion leaves its memory as it is, active and recalled, with a mark:
until the user agrees nothing has happened. Marks live in `Entry.extra`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assistant_app.base.clock import Clock
from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.memory.changing import USER, Changer
from assistant_app.memory.claims import claims, contradicts
from assistant_app.memory.keeper import Keeper
from assistant_app.memory.marks import (
    FORGET_ASKED,
    MAY_RETURN,
    PROPOSAL,
    REFUSED,
    marked,
    unmarked,
)
from assistant_app.memory.normal import normalise
from assistant_app.memory.remembering import superseded
from assistant_app.memory.types import (
    Cause,
    Changes,
    Entry,
    Proposal,
    ProposalKind,
    State,
)

Ids = str | Sequence[str]


class Inbox:
    """Shows what waits, and decides.

    Args:
        keeper: Store and indexes.
        clock: Stamps changes.
        changer: Finds, edits and stamps entries.
    """

    def __init__(self, keeper: Keeper, clock: Clock, changer: Changer) -> None:
        self._keeper = keeper
        self._clock = clock
        self._changer = changer

    def proposals(self) -> tuple[Proposal, ...]:
        """Return what waits for the user's word, the newest first."""
        entries = self._keeper.entries
        found: list[Proposal] = []
        for entry in reversed(tuple(entries.values())):
            kind = entry.asks
            if kind is not None:
                replaced = entries.get(entry.supersedes or "") if entry.supersedes else None
                shown = replaced if replaced is not None and replaced.text else None
                found.append(
                    Proposal(entry, kind, shown if kind is not ProposalKind.DELETION else None)
                )
        return tuple(found)

    def propose_forget(self, ids: Ids, *, cause: Cause) -> Changes:
        """Ask the user whether memories shall go; they stay as they are until the answer.

        Raises:
            UserError: `not_found` when one is not active.
        """
        puts = []
        for memory_id in _several(ids):
            entry = self._changer.get(memory_id)
            if entry.state is not State.ACTIVE:
                raise UserError(ErrorCode.NOT_FOUND, id=memory_id)
            if FORGET_ASKED not in entry.extra:
                puts.append(self._stamped(marked(entry, FORGET_ASKED)))
        return self._commit(cause, puts)

    def accept(self, ids: Ids, *, text: str | None = None, cause: Cause = USER) -> Changes:
        """Keep proposed memories; what one replaces becomes its past. Agree to deletions.

        Args:
            ids: One id, or several: then what a never-remember rule refuses stays in the inbox.
            text: Other words for a single proposed memory, put in before it is kept.
            cause: Whose word it is.

        Raises:
            UserError: `not_found` when one is no proposal; `empty_text`, `text_too_long`,
                `secret_refused` or `rule_refused` when nothing could be kept.
        """
        wanted = [self._proposal(memory_id) for memory_id in dict.fromkeys(_several(ids))]
        if text is not None and len(wanted) != 1:
            raise ValueError("other words are for one proposal")
        puts: dict[str, Entry] = {}
        refusal: UserError | None = None
        for proposal in wanted:
            try:
                self._keep(proposal, text, puts)
            except UserError as error:
                refusal = error
        if refusal is not None and not puts:
            raise refusal
        return self._commit(cause, tuple(puts.values()))

    def reject(self, ids: Ids, *, cause: Cause = USER) -> Changes:
        """Do not keep proposed memories; they may be proposed again. Decline deletions.

        Raises:
            UserError: `not_found` when one is no proposal.
        """
        return self._turn_down(ids, MAY_RETURN, cause)

    def never(self, ids: Ids, *, cause: Cause = USER) -> Changes:
        """Do not keep proposed memories, and do not propose them again. Decline deletions.

        Raises:
            UserError: `not_found` when one is no proposal.
        """
        return self._turn_down(ids, REFUSED, cause)

    def _keep(self, proposal: Entry, text: str | None, puts: dict[str, Entry]) -> None:
        """Add to `puts` what keeping one proposal writes."""
        if proposal.state is State.ACTIVE:
            gone = unmarked(proposal, FORGET_ASKED)
            puts[gone.id] = self._stamped(
                replace(gone, state=State.DELETED, deleted_at=self._clock())
            )
            return
        kept = self._changer.worded(proposal, proposal.text if text is None else text)
        known = self._known(kept) if text is not None else None
        if known is not None:
            # What the user wrote over it is known already: that one counts, the proposal goes.
            puts[known.id] = replace(
                known, confirmations=known.confirmations + 1, confirmed_at=self._clock()
            )
            puts[kept.id] = self._turned_down(proposal, MAY_RETURN)
            return
        kept = unmarked(kept, PROPOSAL)
        old = self._current(proposal.supersedes, puts)
        if old is None:
            kept = replace(kept, state=State.ACTIVE, supersedes=None)
        else:
            kept = replace(
                kept,
                state=State.ACTIVE,
                supersedes=old.id,
                pinned=kept.pinned or old.pinned,
                local_only=kept.local_only or old.local_only,
            )
            for past in (old, *self._rivals(kept, old, puts)):
                puts[past.id] = superseded(past, kept.id, self._clock())
        puts[kept.id] = self._stamped(kept)

    def _rivals(self, kept: Entry, old: Entry, puts: dict[str, Entry]) -> list[Entry]:
        """Find what else cannot hold beside a new value."""
        found: dict[str, Entry] = {}
        for claim in claims(kept.text):
            for entry in self._keeper.claiming(kept.scope, claim):
                taken = entry.id in puts or entry.id in {kept.id, old.id}
                if not taken and contradicts(kept.text, entry.text):
                    found[entry.id] = entry
        return list(found.values())

    def _current(self, memory_id: str | None, puts: dict[str, Entry]) -> Entry | None:
        """Follow was -> now links from what a proposal replaces to the value that holds today."""
        seen: set[str] = set()
        while memory_id is not None and memory_id not in seen:
            seen.add(memory_id)
            entry = puts.get(memory_id) or self._keeper.entries.get(memory_id)
            if entry is None:
                return None
            if entry.state is State.ACTIVE:
                return entry
            memory_id = entry.superseded_by if entry.state is State.SUPERSEDED else None
        return None

    def _known(self, kept: Entry) -> Entry | None:
        same = self._keeper.with_form(kept.scope, normalise(kept.text))
        return next(
            (entry for entry in same if entry.state is State.ACTIVE and entry.id != kept.id), None
        )

    def _turn_down(self, ids: Ids, mark: str, cause: Cause) -> Changes:
        puts = []
        for memory_id in dict.fromkeys(_several(ids)):
            proposal = self._proposal(memory_id)
            if proposal.state is State.ACTIVE:
                puts.append(self._stamped(unmarked(proposal, FORGET_ASKED)))
            else:
                puts.append(self._turned_down(proposal, mark))
        return self._commit(cause, puts)

    def _turned_down(self, proposal: Entry, mark: str) -> Entry:
        gone = replace(
            unmarked(proposal, PROPOSAL),
            state=State.DELETED,
            deleted_at=self._clock(),
            supersedes=None,
        )
        return self._stamped(marked(gone, mark))

    def _proposal(self, memory_id: str) -> Entry:
        entry = self._changer.get(memory_id)
        if entry.asks is None:
            raise UserError(ErrorCode.NOT_FOUND, id=memory_id)
        return entry

    def _commit(self, cause: Cause, puts: Sequence[Entry]) -> Changes:
        if not puts:
            return Changes(0, self._clock(), cause)
        return self._keeper.commit(cause, puts)

    def _stamped(self, entry: Entry) -> Entry:
        return replace(entry, revision=entry.revision + 1, updated_at=self._clock())


def _several(ids: Ids) -> Sequence[str]:
    return (ids,) if isinstance(ids, str) else ids
