"""Acts of the user on memories that are there. Each is one change set and has an inverse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from assistant_app.base.clock import Clock
from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.text import clean_text, has_content
from assistant_app.memory.keeper import Keeper
from assistant_app.memory.labels import Labels
from assistant_app.memory.marks import FORGET_ASKED, MAY_RETURN, PROPOSAL, REFUSED, unmarked
from assistant_app.memory.options import MemoryOptions
from assistant_app.memory.rules import SECRET, NeverCheck
from assistant_app.memory.types import Cause, CauseKind, Changes, Entry, State

USER = Cause(CauseKind.USER)
TRASH_LASTS = timedelta(days=30)
_SHORTEST_PREFIX = 4


class Changer:
    """Changes, forgets and restores.

    Args:
        keeper: Store and indexes.
        clock: Stamps changes.
        options: Limits.
        labels: Makes up category and tags anew when the text changes.
        never: Says what may not be kept.
    """

    def __init__(
        self,
        keeper: Keeper,
        clock: Clock,
        options: MemoryOptions,
        labels: Labels,
        never: NeverCheck,
    ) -> None:
        self._keeper = keeper
        self._clock = clock
        self._options = options
        self._labels = labels
        self._never = never

    def get(self, memory_id: str) -> Entry:
        """Find a memory by its id, or by the beginning of one where that is clear.

        Raises:
            UserError: `not_found`.
        """
        entries = self._keeper.entries
        found = entries.get(memory_id)
        if found is not None:
            return found
        wanted = memory_id.strip().lower()
        if len(wanted) >= _SHORTEST_PREFIX:
            fitting = [entry for key, entry in entries.items() if key.startswith(wanted)]
            if len(fitting) == 1:
                return fitting[0]
        raise UserError(ErrorCode.NOT_FOUND, id=memory_id)

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
        """Change a memory; what is None stays as it is.

        Category and tags that were made up follow a new text; typed ones stay.

        Raises:
            UserError: `not_found`, `empty_text`, `text_too_long`, `secret_refused`,
                `rule_refused`, or a failed write.
        """
        old = self.get(memory_id)
        if not old.text:  # erased: what stays of it may not become a memory again
            raise UserError(ErrorCode.NOT_FOUND, id=memory_id)
        new = old
        if text is not None and clean_text(text).strip() != old.text:
            new = self.worded(old, text)
        if category is not None:
            new = replace(new, category=self._labels.category(new.text, category, None))
        if tags is not None:
            new = replace(new, tags=self._labels.tags(new.text, tags))
        if pinned is not None:
            new = replace(new, pinned=pinned)
        if local_only is not None:
            new = replace(new, local_only=local_only)
        if never_expires or expires_at is not None:
            new = replace(new, expires_at=None if never_expires else expires_at)
        if new == old:
            return Changes(0, self._clock(), cause)
        return self._keeper.commit(cause, [self._stamped(new)])

    def forget(self, ids: Sequence[str], *, cause: Cause = USER) -> Changes:
        """Put memories into the trash: found nowhere, not learned again, restorable."""
        now = self._clock()
        return self._change(
            ids,
            lambda entry: replace(
                unmarked(entry, FORGET_ASKED), state=State.DELETED, deleted_at=now
            ),
            cause,
            unless=State.DELETED,
        )

    def restore(self, ids: Sequence[str], *, cause: Cause = USER) -> Changes:
        """Take memories out of the trash, the archive or the past.

        Raises:
            UserError: `not_found`, also for one that was erased.
        """
        for memory_id in ids:
            if not self.get(memory_id).text:
                raise UserError(ErrorCode.NOT_FOUND, id=memory_id)
        now = self._clock()

        def back(entry: Entry) -> Entry:
            over = entry.expires_at is not None and entry.expires_at <= now
            return replace(
                unmarked(entry, MAY_RETURN, REFUSED, PROPOSAL),
                state=State.ACTIVE,
                deleted_at=None,
                superseded_by=None,
                expires_at=None if over else entry.expires_at,
            )

        return self._change(ids, back, cause, unless=State.ACTIVE)

    def archive(self, ids: Sequence[str], *, cause: Cause = USER) -> Changes:
        """Put memories away: kept, shown on request, not recalled."""
        return self._change(
            ids, lambda entry: replace(entry, state=State.ARCHIVED), cause, unless=State.ARCHIVED
        )

    def move(self, ids: Sequence[str], scope: str, *, cause: Cause = USER) -> Changes:
        """Move memories to another scope."""
        return self._change(ids, lambda entry: replace(entry, scope=scope), cause)

    def leave_scope(
        self, scope: str, *, move_to: str | None = None, cause: Cause = USER
    ) -> Changes:
        """Move every memory of a scope to another one, what is in the trash too; or trash them."""
        ids = [
            entry.id
            for entry in self._keeper.entries.values()
            if entry.scope == scope and entry.text
        ]
        return (
            self.forget(ids, cause=cause)
            if move_to is None
            else self.move(ids, move_to, cause=cause)
        )

    def pin(self, ids: Sequence[str], *, pinned: bool = True, cause: Cause = USER) -> Changes:
        """Pin memories, or take the pin out."""
        return self._change(ids, lambda entry: replace(entry, pinned=pinned), cause)

    def erase(self, ids: Sequence[str], *, cause: Cause = USER) -> Changes:
        """Remove the text of memories for good, from every file and every vector space.

        Raises:
            UserError: `not_found`, `disk_full` or `memory_save_failed`.
        """
        return self._keeper.erase(cause, [self.get(memory_id).id for memory_id in ids])

    def undo(self, seq: int | None = None) -> Changes:
        """Take back a change set, the newest one by default, as a new one.

        Raises:
            UserError: `nothing_to_undo`, or a failed write.
        """
        return self._keeper.undo(seq)

    def expire_due(self) -> Changes | None:
        """Archive what is past its end; None when nothing is."""
        now = self._clock()
        over = [
            self._stamped(replace(entry, state=State.ARCHIVED)) for entry in self._keeper.ended(now)
        ]
        return self._keeper.commit(Cause(CauseKind.EXPIRY), over) if over else None

    def empty_trash(self) -> Changes | None:
        """Erase what has been in the trash for 30 days; None when nothing has."""
        limit = self._clock() - TRASH_LASTS
        old = [
            entry.id
            for entry in self._keeper.trash()
            if entry.deleted_at is not None and entry.deleted_at <= limit
        ]
        return self._keeper.erase(Cause(CauseKind.EXPIRY), old) if old else None

    def _change(
        self,
        ids: Sequence[str],
        act: Callable[[Entry], Entry],
        cause: Cause,
        *,
        unless: State | None = None,
    ) -> Changes:
        olds = [self.get(memory_id) for memory_id in dict.fromkeys(ids)]
        changed = [
            self._stamped(new)
            for old in olds
            if old.text and old.state is not unless and (new := act(old)) != old
        ]
        if not changed:
            return Changes(0, self._clock(), cause)
        return self._keeper.commit(cause, changed)

    def worded(self, old: Entry, text: str) -> Entry:
        """Return a memory with other words (or its own, asked again whether they may be kept).

        Raises:
            UserError: `empty_text`, `text_too_long`, `secret_refused`, `rule_refused`.
        """
        text = clean_text(text).strip()
        if not has_content(text):
            raise UserError(ErrorCode.EMPTY_TEXT)
        # Making a text shorter is always allowed, whatever the limit is by now.
        if len(text) > self._options.text_limit and len(text) >= len(old.text):
            raise UserError(ErrorCode.TEXT_TOO_LONG, limit=self._options.text_limit)
        reason = self._never.refusal(text)
        if reason is not None:
            secret = reason == SECRET
            raise UserError(
                ErrorCode.SECRET_REFUSED if secret else ErrorCode.RULE_REFUSED, rule=reason
            )
        if text == old.text:
            return old
        new = replace(old, text=text)
        if old.tags == self._labels.tags(old.text, None):
            new = replace(new, tags=self._labels.tags(text, None))
        if old.category == self._labels.category(old.text, None, None):
            new = replace(new, category=self._labels.category(text, None, None))
        return new

    def _stamped(self, entry: Entry) -> Entry:
        return replace(entry, revision=entry.revision + 1, updated_at=self._clock())
