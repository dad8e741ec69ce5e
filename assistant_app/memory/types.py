"""The values of memory: entries, changes, recall. Frozen, without behaviour that touches a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType

# Part of this module's names: the store and the façade return notices too.
from assistant_app.base.notices import Notice as Notice  # noqa: PLC0414 - an explicit re-export

GLOBAL_SCOPE = "global"
DEFAULT_CATEGORY = "general"
SPACE_COLOURS = (
    *("#4c8dae", "#c2703d", "#5f9a5b", "#a35d9c", "#b8963e", "#6f6fb8", "#b85c63", "#4f9c93"),
)
"""Colours of spaces, given out in this order where the user chooses none."""
FORGET_ASKED = "forget_asked"
"""Mark in `Entry.extra` of an active memory that somebody other than the user wants forgotten."""
PROPOSAL, CHANGED = "proposal", "changed"
"""Mark of a proposal that would replace something, and its value where that was said as such."""
NO_EXTRA: Mapping[str, object] = MappingProxyType({})


class State(StrEnum):
    """Where a memory stands in its life."""

    PROPOSED = "proposed"
    ACTIVE = "active"
    ARCHIVED = "archived"
    SUPERSEDED = "superseded"
    DELETED = "deleted"


class OriginKind(StrEnum):
    """How a memory came to be."""

    MANUAL = "manual"
    AUTOMATIC = "automatic"
    TOOL = "tool"
    IMPORT = "import"
    CONSOLIDATED = "consolidated"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a memory comes from: the quoted words, and the message that held them."""

    kind: OriginKind = OriginKind.MANUAL
    conversation: str | None = None
    message: str | None = None
    quote: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One memory: a short statement in the user's language.

    Attributes:
        id: Stable, unique, sortable; an edit never changes it.
        text: What the model reads. Empty in a tombstone.
        category: One lower-case word.
        tags: Lower-case, without repeats, in the order they were given.
        scope: `global`, or the id of one space.
        origin: How and from which words it came.
        created_at, updated_at: UTC.
        pinned: Always part of the prompt.
        expires_at: Ends by itself at this instant; None for never.
        local_only: Never sent to a provider beyond this machine.
        state: See `State`.
        supersedes, superseded_by: Neighbours in the was -> now chain.
        revision: Counts the versions of this id, from 1.
        confirmed_at, confirmations: How often the same was said again, and when last.
        deleted_at: When it went to the trash.
        extra: Unknown fields of a newer program, kept when the file is rewritten.
    """

    id: str
    text: str
    created_at: datetime
    updated_at: datetime
    category: str = DEFAULT_CATEGORY
    tags: tuple[str, ...] = ()
    scope: str = GLOBAL_SCOPE
    origin: Origin = field(default_factory=Origin)
    pinned: bool = False
    expires_at: datetime | None = None
    local_only: bool = False
    state: State = State.ACTIVE
    supersedes: str | None = None
    superseded_by: str | None = None
    revision: int = 1
    confirmations: int = 0
    confirmed_at: datetime | None = None
    deleted_at: datetime | None = None
    # Python 3.11 takes an unhashable default for a mutable one: this one is immutable.
    extra: Mapping[str, object] = field(default_factory=lambda: NO_EXTRA)

    @property
    def asks(self) -> ProposalKind | None:
        """What the inbox asks about it; None where it does not wait for the user's word."""
        if self.state is State.ACTIVE:
            return ProposalKind.DELETION if FORGET_ASKED in self.extra else None
        if self.state is not State.PROPOSED:
            return None
        if self.supersedes is None:
            return ProposalKind.NEW
        changed = self.extra.get(PROPOSAL) == CHANGED
        return ProposalKind.CHANGED if changed else ProposalKind.CONFLICT


@dataclass(frozen=True, slots=True)
class Access:
    """How often a memory was used, and when last (derived from the log of uses)."""

    count: int = 0
    last: datetime | None = None


class CauseKind(StrEnum):
    """The act behind a change set."""

    USER = "user"
    LEARNED = "learned"
    TOOL = "tool"
    IMPORT = "import"
    CONSOLIDATION = "consolidation"
    EXPIRY = "expiry"
    UNDO = "undo"
    MAINTENANCE = "maintenance"


@dataclass(frozen=True, slots=True)
class Cause:
    """Who changed something, and from which message."""

    kind: CauseKind
    conversation: str | None = None
    message: str | None = None
    undoes: int | None = None
    """Sequence number of the change set that this one takes back."""


@dataclass(frozen=True, slots=True)
class Changes:
    """One acknowledged change set: on the disk when the caller holds it.

    Attributes:
        seq: Its number in the journal; 0 when nothing changed.
        at: UTC.
        cause: The act behind it.
        put: Entries as they are now.
        before: Entries as they were, in the same order; None for a new one.
    """

    seq: int
    at: datetime
    cause: Cause
    put: tuple[Entry, ...] = ()
    before: tuple[Entry | None, ...] = ()


class VerdictKind(StrEnum):
    """What a statement means for a memory that is known."""

    SAME_FACT = "same_fact"
    UPDATE_OLD = "update_old"
    CONFLICT = "conflict"
    UNRELATED = "unrelated"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judgement from outside about a statement and one active memory of its scope.

    `UPDATE_OLD` is carried out as it stands: whoever gives it has made sure of it.
    """

    kind: VerdictKind
    memory: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A statement that someone wants remembered, before it is compared with what is known.

    Attributes:
        category, tags: Made up automatically where they are None.
        changed: The user said in so many words that something is new ("has moved", "from now
            on"): another value of the same attribute is replaced, not questioned.
        unsure: Not certain enough to be saved unasked: it goes to the inbox.
        verdict: What it means for a memory, where that was judged already.
    """

    text: str
    category: str | None = None
    tags: tuple[str, ...] | None = None
    scope: str = GLOBAL_SCOPE
    origin: Origin = field(default_factory=Origin)
    pinned: bool = False
    expires_at: datetime | None = None
    local_only: bool = False
    changed: bool = False
    unsure: bool = False
    verdict: Verdict | None = None


class RememberStatus(StrEnum):
    """What became of a draft."""

    SAVED = "saved"
    DUPLICATE = "duplicate"
    UPDATED = "updated"
    PROPOSED = "proposed"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Remembered:
    """The outcome of one draft.

    Attributes:
        status: What became of it.
        entry: The saved, existing, updated or proposed memory; None when refused.
        reason: A short code: `new`, `same_text`, `near_identical`, `changed`, `conflict`,
            `same_fact`, `ask_first`, `low_confidence`, `secret`, `never_health`, `never_contact`,
            `never_word`, `never_topic`, `never_pattern`, `forgotten_before`, `empty`, `too_long`.
        replaced: The memory that this one took the place of, or would.
        changes: What was written; None when nothing was.
    """

    status: RememberStatus
    entry: Entry | None
    reason: str
    replaced: Entry | None = None
    changes: Changes | None = None


class ProposalKind(StrEnum):
    """What the inbox asks the user about."""

    NEW = "new"
    """A statement that nothing known speaks against."""
    CHANGED = "changed"
    """A newer value of something known, said as such."""
    CONFLICT = "conflict"
    """Another value of something known; only one of the two can hold."""
    DELETION = "deletion"
    """Somebody other than the user wants a memory forgotten; until then it stays as it is."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """One thing that waits for the user's word.

    Attributes:
        entry: The proposed memory; for a deletion the one that would go.
        kind: What is asked.
        would_replace: What it would take the place of.
    """

    entry: Entry
    kind: ProposalKind
    would_replace: Entry | None = None


@dataclass(frozen=True, slots=True)
class Space:
    """A named part of memory: "work", "trip".

    Attributes:
        id: The scope of its memories; a new name never changes it.
        name: As the user wrote it.
        colour: `#rrggbb`, lower case.
    """

    id: str
    name: str
    colour: str


@dataclass(frozen=True, slots=True)
class Filter:
    """What a memory must be beside relevant; None does not ask.

    Attributes:
        category, tag: Compared without case.
        scope: Exactly this one, and not `global` beside it.
        origin: How it came to be.
        since, until: When it was made, both included, UTC; for a round when it took place.
    """

    category: str | None = None
    tag: str | None = None
    scope: str | None = None
    origin: OriginKind | None = None
    since: datetime | None = None
    until: datetime | None = None


NO_FILTER = Filter()


class HitKind(StrEnum):
    """What recall found."""

    MEMORY = "memory"
    ROUND = "round"


@dataclass(frozen=True, slots=True)
class Hit:
    """One thing that recall found.

    Attributes:
        kind: A memory, or a round of a past conversation.
        id: Of the memory or the round.
        text: What the model would read.
        relevance: 0 to 1, comparable between embedding models.
        score: What the ranking sorted by.
        reasons: Parts of the score by name, for example `{"meaning": 0.61, "words": 0.2}`.
        entry: The memory, for a hit of that kind.
        at: When a round took place.
        conversation: Where a round took place.
    """

    kind: HitKind
    id: str
    text: str
    relevance: float
    score: float
    reasons: Mapping[str, float]
    entry: Entry | None = None
    at: datetime | None = None
    conversation: str | None = None


@dataclass(frozen=True, slots=True)
class RecallQuery:
    """What is looked for.

    Attributes:
        text: The question; see DESIGN for what a turn joins into it.
        scope: The current space; `global` is always searched too.
        limit: Most memories; None for the setting.
        round_limit: Most rounds; None for the setting.
        budget_tokens: Most tokens of recalled text; None for the setting.
        beyond_this_machine: Leave out what is `local_only`.
        exclude: Ids that must not come (already in the request).
        exclude_conversation: Rounds of this conversation are not recalled.
        kinds: Which kinds to look for.
        filters: What a hit must be beside relevant.
        recent: The last messages of the conversation, for the memory that fits it among like ones.
    """

    text: str
    scope: str = GLOBAL_SCOPE
    limit: int | None = None
    round_limit: int | None = None
    budget_tokens: int | None = None
    beyond_this_machine: bool = False
    exclude: frozenset[str] = frozenset()
    exclude_conversation: str | None = None
    kinds: frozenset[HitKind] = frozenset(HitKind)
    filters: Filter = NO_FILTER
    recent: str = ""


@dataclass(frozen=True, slots=True)
class Recall:
    """What was found, best first: memories, then rounds.

    Attributes:
        used: What goes into the prompt.
        looked_at: The next best, left out by floor, limit or budget.
        profile: Pinned and identity memories in fixed order; not counted as accesses.
        profile_hits: Those of the profile that answer the question too, for a search that shows
            what was found; never part of `used`, because the prompt holds them already.
        total: How many active memories there are in reach.
        withheld: How many more there are that must not leave this machine, and were not looked at.
        by_meaning: False when only words could be searched (no vector for the question).
        everything: The question asked for all that is known ("what do you know about me?").
    """

    used: tuple[Hit, ...] = ()
    looked_at: tuple[Hit, ...] = ()
    profile: tuple[Entry, ...] = ()
    profile_hits: tuple[Hit, ...] = ()
    total: int = 0
    withheld: int = 0
    by_meaning: bool = True
    everything: bool = False


@dataclass(frozen=True, slots=True)
class Related:
    """A memory that belongs near another one, and why."""

    entry: Entry
    score: float
    relevance: float
    reasons: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class VectorStatus:
    """How far the vectors of the current space are."""

    space: str
    ready: int
    pending: int


@dataclass(frozen=True, slots=True)
class Stats:
    """Figures about the whole store; see the command line's `memory stats`."""

    total: int
    by_state: Mapping[str, int]
    by_category: Mapping[str, int]
    top_tags: tuple[tuple[str, int], ...]
    most_used: tuple[tuple[Entry, Access], ...]
    never_used: int
    vectors: VectorStatus
    bytes: int


@dataclass(frozen=True, slots=True)
class HistoryEvent:
    """One event in a memory's life.

    Attributes:
        at: UTC.
        what: `created`, `edited`, `confirmed`, `moved`, `pinned`, `unpinned`, `archived`,
            `superseded`, `deleted`, `restored`, `proposed`, `accepted`, `rejected`, `expired`,
            `merged` (archived into one statement), `used` (in a prompt), `opened` (by the user),
            `deletion_proposed`, `deletion_rejected`.
        text: Its text at that time.
        cause: The act behind it.
    """

    at: datetime
    what: str
    text: str
    cause: Cause


@dataclass(frozen=True, slots=True)
class Snapshot:
    """An immutable picture of the store for the window; safe to read on any thread.

    Attributes:
        version: Grows with every change set and every use.
        entries: Every entry that has text, oldest first, all states.
        access: By id; a missing id was never used.
        pending: Ids whose vector is still to come.
    """

    version: int
    entries: tuple[Entry, ...]
    access: Mapping[str, Access]
    pending: frozenset[str]


@dataclass(frozen=True, slots=True)
class Round:
    """One exchange of a past conversation, as it can be recalled.

    Attributes:
        id: Id of the user's message.
        conversation: Id of the conversation.
        at: When the user's message was written, UTC.
        user: The user's words, without recalled text, secrets removed.
        assistant: The answer; empty when there was none.
        scope: The space of the conversation.
    """

    id: str
    conversation: str
    at: datetime
    user: str
    assistant: str
    scope: str = GLOBAL_SCOPE
