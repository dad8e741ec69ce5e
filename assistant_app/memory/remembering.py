"""Decides what becomes of a statement that someone wants remembered, and writes it.

The order of the questions: Is it a statement, and no secret? Is it known already? Was it forgotten
on purpose? Does it contradict something? Only then it is new. All drafts of one call are one change
set, so that one undo takes back all that one turn learned.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING

from assistant_app.base.clock import Clock
from assistant_app.base.errors import UserError
from assistant_app.base.text import clean_text, has_content
from assistant_app.memory.claims import claims, contradicts, replace_claim
from assistant_app.memory.keeper import Keeper
from assistant_app.memory.labels import Labels
from assistant_app.memory.marks import CHANGED, MAY_RETURN, PROPOSAL, marked
from assistant_app.memory.normal import normalise, shingles
from assistant_app.memory.options import MemoryOptions
from assistant_app.memory.rules import NeverCheck
from assistant_app.memory.same import same_statement
from assistant_app.memory.tags import clean_tags
from assistant_app.memory.types import (
    Cause,
    CauseKind,
    Changes,
    Draft,
    Entry,
    OriginKind,
    Related,
    Remembered,
    RememberStatus,
    State,
    VerdictKind,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from assistant_app.retrieval.types import Neighbour

    FloatArray = NDArray[np.float32]

_NEIGHBOURS = 8
_NEARLY_FORGOTTEN = 0.7


@dataclass(frozen=True, slots=True)
class _Decision:
    """What is to become of one draft; `put` is what gets written for it, then `past`."""

    status: RememberStatus
    reason: str
    entry: Entry | None = None
    put: Entry | None = None
    replaced: Entry | None = None
    vector: FloatArray | None = None
    past: tuple[Entry, ...] = ()


class Rememberer:
    """Takes statements in.

    Args:
        keeper: Store and indexes.
        clock: Stamps entries.
        ids: Makes ids.
        options: Thresholds and limits.
        labels: Makes up categories and tags.
        never: Says what may not be kept.
    """

    def __init__(
        self,
        keeper: Keeper,
        clock: Clock,
        ids: Callable[[], str],
        options: MemoryOptions,
        labels: Labels,
        never: NeverCheck,
    ) -> None:
        self._keeper = keeper
        self._clock = clock
        self._ids = ids
        self._options = options
        self._labels = labels
        self._never = never

    def remember(
        self,
        drafts: Sequence[Draft],
        *,
        cause: Cause,
        mode_ask: bool = False,
        vectors: Sequence[FloatArray | None] | None = None,
    ) -> tuple[Remembered, ...]:
        """Remember statements in one change set.

        Args:
            drafts: What is wanted.
            cause: Who wants it; an act of the user may bring back what was forgotten.
            mode_ask: Put what is new into the inbox; acts of the user are saved all the same.
            vectors: Of the drafts, where they are known, in the present space. None: embedded
                here when that needs no server.

        Returns:
            What became of each draft, in their order.

        Raises:
            UserError: `disk_full` or `memory_save_failed`; nothing has changed.
        """
        now = self._clock()
        cleaned = [self._clean(draft) for draft in drafts]
        if vectors is None:
            vectors = self._keeper.book.facts([draft.text for draft in cleaned])
        decisions: list[_Decision] = []
        puts: dict[str, Entry] = {}
        for draft, vector in zip(cleaned, vectors, strict=True):
            asked = mode_ask and not _is_users_act(draft, cause)
            decision = self._decide(draft, cause, now, vector, puts, ask_first=asked)
            decisions.append(decision)
            if decision.put is not None:
                puts[decision.put.id] = decision.put
                puts |= {entry.id: entry for entry in decision.past}
        if not puts:
            return tuple(_outcome(decision, puts, None) for decision in decisions)
        known = {
            decision.put.id: decision.vector
            for decision in decisions
            if decision.put is not None and decision.vector is not None
        }
        changes = self._keeper.commit(cause, tuple(puts.values()), known)
        return tuple(_outcome(decision, puts, changes) for decision in decisions)

    def supersede(
        self, old: Entry, draft: Draft, *, cause: Cause, vector: FloatArray | None = None
    ) -> Remembered:
        """Write a new value, link it to the old one and mark that as past, in one change set.

        What the user had set on the old memory (pin, scope, privacy) holds for the new one.

        Raises:
            UserError: `disk_full` or `memory_save_failed`; nothing has changed.
        """
        draft = self._clean(draft)
        if vector is None:
            vector = self._keeper.book.facts([draft.text])[0]
        refusal = self._refusal(draft, vector)
        if refusal is not None:
            return Remembered(RememberStatus.REFUSED, None, refusal)
        now = self._clock()
        new = self._new(draft, now, vector, State.ACTIVE)
        new = replace(
            new,
            scope=old.scope,
            pinned=old.pinned or draft.pinned,
            local_only=old.local_only or draft.local_only,
            supersedes=old.id,
        )
        past = superseded(old, new.id, now)
        changes = self._keeper.commit(
            cause, (new, past), None if vector is None else {new.id: vector}
        )
        return Remembered(RememberStatus.UPDATED, changes.put[0], "changed", past, changes)

    def may_be_same(
        self, text: str, *, scope: str, vector: FloatArray | None = None
    ) -> tuple[Related, ...]:
        """Find active memories of a scope that may say the same as a text, or an older value.

        They go to a verdict by a model, or by the user; the cosine alone does not decide.

        Args:
            text: A statement.
            scope: Where it would be kept.
            vector: Of the statement, in the present space; None: embedded here when that needs
                no server, else nothing is found.

        Returns:
            From `MemoryOptions.may_be_same_cosine` on, the closest first.
        """
        if vector is None:
            vector = self._keeper.book.facts([clean_text(text).strip()])[0]
        if vector is None or not vector.any():
            return ()
        return tuple(
            Related(
                self._keeper.entries[near.key],
                near.cosine,
                near.relevance,
                MappingProxyType({"meaning": near.cosine}),
            )
            for near in self._neighbours(scope, vector, self._options.may_be_same_cosine)
        )

    def _decide(
        self,
        draft: Draft,
        cause: Cause,
        now: datetime,
        vector: FloatArray | None,
        puts: dict[str, Entry],
        *,
        ask_first: bool,
    ) -> _Decision:
        refusal = self._refusal(draft, vector)
        if refusal is not None:
            return _Decision(RememberStatus.REFUSED, refusal)
        users_act = _is_users_act(draft, cause)
        twin = self._twin(draft, vector, puts)
        if twin is not None:
            return self._known(*twin, draft, now, users_act=users_act)
        if not users_act and self._was_forgotten(draft):
            return _Decision(RememberStatus.REFUSED, "forgotten_before")
        judged = self._judged(draft, puts)
        if judged is not None and _says(draft, VerdictKind.SAME_FACT):
            return self._known(judged, "same_fact", draft, now, users_act=users_act)
        waits = "low_confidence" if draft.unsure and not users_act else None
        waits = "ask_first" if ask_first else waits
        rivals = self._rivals(draft, puts)
        if judged is not None and not _says(draft, VerdictKind.UNRELATED):
            rivals = [judged, *(rival for rival in rivals if rival.id != judged.id)]
        if rivals:
            return self._replacing(draft, rivals, now, vector, waits)
        new = self._new(draft, now, vector, State.PROPOSED if waits else State.ACTIVE)
        status = RememberStatus.PROPOSED if waits else RememberStatus.SAVED
        return _Decision(status, waits or "new", new, new, None, vector)

    def _replacing(
        self,
        draft: Draft,
        rivals: Sequence[Entry],
        now: datetime,
        vector: FloatArray | None,
        waits: str | None,
    ) -> _Decision:
        """Put a new value in the place of an old one, or propose it where that is not certain."""
        first = rivals[0]
        text = draft.text
        for rival in rivals:
            text = replace_claim(rival.text, text)
        if text != draft.text:
            vector = None
        sure = draft.changed or _says(draft, VerdictKind.UPDATE_OLD)
        state = State.ACTIVE if sure and not waits else State.PROPOSED
        new = replace(
            self._new(replace(draft, text=text), now, vector, state),
            supersedes=first.id,
            pinned=draft.pinned or first.pinned,
            local_only=draft.local_only or any(rival.local_only for rival in rivals),
        )
        if state is State.PROPOSED:
            reason = (waits or "conflict") if sure else "conflict"
            new = marked(new, PROPOSAL, CHANGED) if sure else new
            return _Decision(RememberStatus.PROPOSED, reason, new, new, first, vector)
        past = tuple(superseded(rival, new.id, now) for rival in rivals)
        return _Decision(RememberStatus.UPDATED, "changed", new, new, past[0], vector, past)

    def _judged(self, draft: Draft, puts: dict[str, Entry]) -> Entry | None:
        """Return the memory that a verdict speaks of, while it is still current."""
        if draft.verdict is None or draft.verdict.memory in puts:
            return None
        entry = self._keeper.entries.get(draft.verdict.memory)
        current = entry is not None and entry.state is State.ACTIVE and entry.scope == draft.scope
        return entry if current else None

    def _clean(self, draft: Draft) -> Draft:
        origin = draft.origin
        if origin.quote is not None:
            quote = self._never.redact(clean_text(origin.quote).strip())
            origin = replace(origin, quote=quote)
        return replace(draft, text=clean_text(draft.text).strip(), origin=origin)

    def _refusal(self, draft: Draft, vector: FloatArray | None) -> str | None:
        if not has_content(draft.text):
            return "empty"
        if len(draft.text) > self._options.text_limit:
            return "too_long"
        return self._never.refusal(draft.text, vector)

    def _twin(
        self, draft: Draft, vector: FloatArray | None, puts: dict[str, Entry]
    ) -> tuple[Entry, str] | None:
        """Find the memory of this scope that says the same, and how that was seen."""
        form = normalise(draft.text)
        for entry in (*puts.values(), *self._keeper.with_form(draft.scope, form)):
            stands = entry.state is not State.SUPERSEDED and entry.scope == draft.scope
            if stands and normalise(entry.text) == form:
                return puts.get(entry.id, entry), "same_text"
        if vector is None or not vector.any():
            return None
        return self._near_twin(draft, vector, puts)

    def _near_twin(
        self, draft: Draft, vector: FloatArray, puts: dict[str, Entry]
    ) -> tuple[Entry, str] | None:
        least = self._options.duplicate_cosine
        for neighbour in self._neighbours(draft.scope, vector, least):
            entry = puts.get(neighbour.key, self._keeper.entries[neighbour.key])
            if entry.state is State.SUPERSEDED:
                continue
            if same_statement(draft.text, entry.text, neighbour.cosine, least=least):
                return entry, "near_identical"
        return None

    def _neighbours(self, scope: str, vector: FloatArray, least: float) -> Sequence[Neighbour]:
        try:
            return self._keeper.facts.neighbours(
                vector,
                _NEIGHBOURS,
                lambda label: isinstance(label, tuple) and label[0] == scope,
                floor=least,
            )
        except UserError:  # a vector of another length: words decide alone
            return ()

    def _known(
        self, entry: Entry, reason: str, draft: Draft, now: datetime, *, users_act: bool
    ) -> _Decision:
        """Confirm a memory that says the same; it is never deleted, and what was set stays set."""
        confirmed = replace(
            entry,
            confirmations=entry.confirmations + 1,
            confirmed_at=now,
            local_only=entry.local_only or draft.local_only,
        )
        waits = entry.state is State.PROPOSED
        if users_act:
            tags = clean_tags((*entry.tags, *(draft.tags or ())))
            confirmed = replace(confirmed, pinned=entry.pinned or draft.pinned, tags=tags)
            if draft.expires_at is not None:
                confirmed = replace(confirmed, expires_at=draft.expires_at)
            if entry.state is State.ARCHIVED or (waits and entry.supersedes is None):
                confirmed = replace(confirmed, state=State.ACTIVE, updated_at=now)
                if waits:
                    return _Decision(RememberStatus.SAVED, "new", confirmed, confirmed)
        if waits and entry.supersedes is not None:
            rival = self._keeper.entries.get(entry.supersedes)
            return _Decision(RememberStatus.PROPOSED, "conflict", confirmed, confirmed, rival)
        return _Decision(RememberStatus.DUPLICATE, reason, confirmed, confirmed)

    def _was_forgotten(self, draft: Draft) -> bool:
        """Whether the user has thrown away a memory with the same or similar words."""
        if self._keeper.was_erased(draft.text):
            return True
        mine = shingles(draft.text)
        for entry in self._keeper.trash():
            if MAY_RETURN in entry.extra:
                continue
            theirs = shingles(entry.text)
            if mine == theirs or len(mine & theirs) >= _NEARLY_FORGOTTEN * len(mine | theirs):
                return True
        return False

    def _rivals(self, draft: Draft, puts: dict[str, Entry]) -> list[Entry]:
        """Find active memories of this scope that cannot hold at the same time, newest first."""
        found: dict[str, Entry] = {}
        for claim in claims(draft.text):
            for entry in self._keeper.claiming(draft.scope, claim):
                if entry.id not in puts and contradicts(draft.text, entry.text):
                    found[entry.id] = entry
        return [found[key] for key in sorted(found, reverse=True)]

    def _new(self, draft: Draft, now: datetime, vector: FloatArray | None, state: State) -> Entry:
        return Entry(
            id=self._ids(),
            text=draft.text,
            created_at=now,
            updated_at=now,
            category=self._labels.category(draft.text, draft.category, vector),
            tags=self._labels.tags(draft.text, draft.tags),
            scope=draft.scope,
            origin=draft.origin,
            pinned=draft.pinned,
            expires_at=draft.expires_at,
            local_only=draft.local_only,
            state=state,
        )


def _says(draft: Draft, kind: VerdictKind) -> bool:
    return draft.verdict is not None and draft.verdict.kind is kind


def superseded(old: Entry, successor: str, now: datetime) -> Entry:
    """Return an entry as the past of another one."""
    return replace(
        old,
        state=State.SUPERSEDED,
        superseded_by=successor,
        pinned=False,
        revision=old.revision + 1,
        updated_at=now,
    )


def _is_users_act(draft: Draft, cause: Cause) -> bool:
    """Whether the user asked for it in so many words; a tool or a turn may hand that on."""
    handed_on = cause.kind in {CauseKind.LEARNED, CauseKind.TOOL}
    return cause.kind is CauseKind.USER or (handed_on and draft.origin.kind is OriginKind.MANUAL)


def _outcome(decision: _Decision, puts: dict[str, Entry], changes: Changes | None) -> Remembered:
    entry = decision.entry
    if entry is not None and changes is not None:
        entry = next((put for put in changes.put if put.id == entry.id), puts.get(entry.id, entry))
    wrote = changes if decision.put is not None else None
    return Remembered(decision.status, entry, decision.reason, decision.replaced, wrote)
