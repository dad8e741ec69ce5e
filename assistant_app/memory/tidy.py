"""Tidying up: which old memories could be one statement, and what was never of use.

A plan is a suggestion that is shown before anything happens. A cluster holds old memories of one
scope on one subject that can all be true together. Namesakes are never put together: where one name
goes with two roles ("Anna (sister)", "Anna from work") every memory of that name is left alone.
A statement that takes the place of a cluster must carry each number and each name of the originals,
and bring none of its own; else the cluster stays as it is. The statements come from outside.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from assistant_app.memory.claims import contradicts
from assistant_app.memory.normal import DENSE, normalise
from assistant_app.memory.profile import profile_part
from assistant_app.memory.same import core
from assistant_app.memory.types import Access, Entry, State
from assistant_app.memory.wordlist import words

MOST_IN_CLUSTER = 8
MOST_CLUSTERS = 40
_LONGEST_STATEMENT = 600
_NEVER = Access()

Near = Callable[[Entry], frozenset[str]]
"""Ids of memories that are about the subject of one; asked once or twice of each."""


@dataclass(frozen=True, slots=True)
class TidyOptions:
    """What counts as old.

    Attributes:
        old_after: Neither said, changed, confirmed nor used for so long.
        unused_after: Never used in so long: suggested for the archive, nothing more.
    """

    old_after: timedelta = timedelta(days=30)
    unused_after: timedelta = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class Cluster:
    """Old memories that could be one statement; their words and revisions are those of the plan."""

    entries: tuple[Entry, ...]

    @property
    def key(self) -> str:
        """Names the cluster while its plan is looked at: the id of its oldest memory."""
        return self.entries[0].id

    @property
    def local_only(self) -> bool:
        """Whether one of them must not leave this machine; then none of them does."""
        return any(entry.local_only for entry in self.entries)


@dataclass(frozen=True, slots=True)
class TidyPlan:
    """A suggestion, as things stood at one moment.

    Attributes:
        made_at: UTC.
        clusters: What could be put together, the largest first.
        unused: Old memories that never were of use, the oldest first.
    """

    made_at: datetime
    clusters: tuple[Cluster, ...] = ()
    unused: tuple[Entry, ...] = ()

    @property
    def helps(self) -> bool:
        """Whether there is anything to suggest."""
        return bool(self.clusters or self.unused)


@dataclass(frozen=True, slots=True)
class Merge:
    """One statement that shall take the place of memories, as it was previewed.

    Attributes:
        ids: Of the originals.
        statement: What is kept instead.
    """

    ids: tuple[str, ...]
    statement: str


def plan(
    entries: Iterable[Entry],
    access: Mapping[str, Access],
    near: Near,
    now: datetime,
    options: TidyOptions,
) -> TidyPlan:
    """Suggest what could be tidied up.

    Args:
        entries: All memories.
        access: Their uses.
        near: Which memories are about the subject of one.
        now: UTC.
        options: What counts as old.
    """
    active = [entry for entry in entries if entry.state is State.ACTIVE and entry.text]
    old = [
        entry
        for entry in active
        if _may_go(entry) and now - _last_seen(entry, access) >= options.old_after
    ]
    unsure = ambiguous_names(entry.text for entry in active)
    mergeable = [entry for entry in old if not unsure & set(names(entry.text))]
    clusters = _clusters(mergeable, near)
    together = {entry.id for cluster in clusters for entry in cluster.entries}
    unused = tuple(
        entry
        for entry in old
        if entry.id not in access
        and entry.id not in together
        and not entry.confirmations
        and now - entry.updated_at >= options.unused_after
    )
    return TidyPlan(now, clusters, unused)


def fault_of(statement: str, originals: Sequence[Entry]) -> str | None:
    """Say why a statement cannot take the place of memories; None when it can.

    Args:
        statement: One statement, as a model wrote it.
        originals: What it is to replace.

    Returns:
        A code: `empty`, `too_long`, `numbers`, `names`, `invented`, `lost`.
    """
    said = " ".join(entry.text for entry in originals)
    if len(core(statement)) < 2:
        return "empty"
    if len(statement) > min(_LONGEST_STATEMENT, 2 * len(said)):
        return "too_long"
    mine, theirs = set(_figures(statement)), set(_figures(said))
    if mine != theirs:
        return "numbers" if theirs - mine else "invented"
    form = normalise(statement)
    if any(name not in form for name in names(said)):
        return "names"
    if set(names(statement)) - set(names(said)) - set(normalise(said).split()):
        return "invented"
    return "lost" if any(_is_lost(entry, statement) for entry in originals) else None


def fault_of_merge(
    statement: str, originals: Sequence[Entry], unsure: frozenset[str]
) -> str | None:
    """Say why memories cannot be put together, asked again of whoever wants it.

    Args:
        statement: What would take their place.
        originals: The memories as they are now.
        unsure: Names that go with more than one role in all of memory.

    Returns:
        A code: `changed`, `namesakes`, `conflict`, or one of `fault_of`; None when they can.
    """
    if len(originals) < 2 or any(
        entry.state is not State.ACTIVE
        or not _may_go(entry)
        or entry.scope != originals[0].scope
        or entry.local_only != originals[0].local_only
        for entry in originals
    ):
        return "changed"
    if any(unsure & set(names(entry.text)) for entry in originals):
        return "namesakes"
    for number, entry in enumerate(originals):
        for other in originals[:number]:
            if not _same_people(entry.text, other.text):
                return "namesakes"
            if contradicts(entry.text, other.text) or contradicts(other.text, entry.text):
                return "conflict"
    return fault_of(statement, originals)


def ambiguous_names(texts: Iterable[str]) -> frozenset[str]:
    """Return names that go with more than one role, so that nobody can tell who is meant."""
    roles: dict[str, set[str]] = {}
    for text in texts:
        for name, role in _roles(text):
            roles.setdefault(name, set()).add(role)
    return frozenset(name for name, known in roles.items() if len(known) > 1)


def names(text: str) -> tuple[str, ...]:
    """Return the names of a text, case folded.

    Those are capitalised words inside a sentence, and one that opens a sentence and plainly is
    somebody ("Anna lives ...").
    """
    found = [
        _bare(match.group())
        for match in _CAPITAL.finditer(text)
        if not _opens_sentence(text, match.start()) or _NAMED_FIRST.match(text, match.start())
    ]
    return tuple(dict.fromkeys(name for name in found if name not in _NO_NAMES))


def _clusters(entries: Sequence[Entry], near: Near) -> tuple[Cluster, ...]:
    """Group what is close and agrees, around the oldest; each memory is in one group at most."""
    left = {entry.id: entry for entry in sorted(entries, key=lambda entry: entry.id)}
    found: list[Cluster] = []
    taken: set[str] = set()
    for first in left.values():
        if first.id in taken:
            continue
        group, close = [first], near(first)
        for other_id in sorted(close):
            if len(group) == MOST_IN_CLUSTER:
                break
            other = left.get(other_id)
            if other is None or other_id <= first.id or other_id in taken:
                continue
            if other_id in close and _joins(other, group):
                group.append(other)
                close &= near(other)
        if len(group) > 1:
            taken.update(entry.id for entry in group)
            found.append(Cluster(tuple(group)))
    found.sort(key=lambda cluster: (-len(cluster.entries), cluster.key))
    return tuple(found[:MOST_CLUSTERS])


def _joins(other: Entry, group: Sequence[Entry]) -> bool:
    return all(
        other.scope == entry.scope
        and other.local_only == entry.local_only
        and _same_people(entry.text, other.text)
        and not contradicts(entry.text, other.text)
        and not contradicts(other.text, entry.text)
        for entry in group
    )


def _same_people(first: str, second: str) -> bool:
    """Whether two memories speak of the same persons in the same roles."""
    mine, theirs = _roles_by_name(first), _roles_by_name(second)
    if any(mine[name] != theirs[name] for name in mine.keys() & theirs.keys()):
        return False
    # Two statements about different persons stay two: "Anna is ill" and "Tom is ill".
    subjects = {_subject(first), _subject(second)} - {None}
    return len(subjects) < 2


def _roles_by_name(text: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for name, role in _roles(text):
        found.setdefault(name, set()).add(role)
    return found


def _may_go(entry: Entry) -> bool:
    return not entry.pinned and entry.expires_at is None and profile_part(entry) is None


def _last_seen(entry: Entry, access: Mapping[str, Access]) -> datetime:
    moments = [entry.updated_at, entry.confirmed_at, access.get(entry.id, _NEVER).last]
    return max(moment for moment in moments if moment is not None)


def _figures(text: str) -> list[str]:
    return [word for word in core(text) if any(letter.isdigit() for letter in word)]


def _is_lost(entry: Entry, statement: str) -> bool:
    """Whether too little of an original is left in the words that take its place."""
    words = set(core(entry.text))
    kept = set(core(statement))
    return len(words & kept) * 2 < len(words)


_CAPITAL = re.compile(r"[A-ZÀ-ÖØ-Þ][\w’'-]*")
_NAME = r"(?P<name>[A-ZÀ-ÖØ-Þ][\w-]*)"
_NAMED_FIRST = re.compile(
    r"[A-ZÀ-ÖØ-Þ][\w-]*(?:['’]s\b| \(|,? (?:is|was|has|can|lives|likes|works|plays|from|wants|moved"
    r"|loves|hates|drinks|eats|speaks|comes|will|ist|wohnt|vive|habite)\b)"
)
_ROLE_PATTERNS = (
    re.compile(_NAME + r" \((?P<role>[\w' -]{2,30})\)"),
    re.compile(r"\b(?:[Mm]y|[Tt]he user['’]s|[Oo]ur) (?P<role>[a-z][\w-]*(?: [a-z]\w+)?) " + _NAME),
    re.compile(_NAME + r",? (?P<role>(?:from|at) (?:the )?[a-z][\w-]*|(?:my|our) [a-z][\w-]*)\b"),
    re.compile(f"(?P<role>我的?[{DENSE}]{{2}})(?P<name>[A-Z]\\w*)"),
)
_SUBJECT = re.compile(r"(?:(?:[Mm]y|[Oo]ur|[Tt]he user['’]s) [a-z]+ )?" + _NAME)
_NO_NAMES = words(
    "i i'm i’m my the user users we our you in on at when if a an it this that he she they"
)


def _roles(text: str) -> Iterator[tuple[str, str]]:
    """Yield names with the role that a text gives them."""
    for pattern in _ROLE_PATTERNS:
        for match in pattern.finditer(text):
            role = re.sub(r"^(?:the user['’]s|my|our|the|a) ", "", match["role"].casefold())
            yield _bare(match["name"]), role


def _subject(text: str) -> str | None:
    """Return the name that a statement begins with, None where it begins with none."""
    match = _SUBJECT.match(text)
    if match is None or not _NAMED_FIRST.match(text, match.start("name")):
        return None
    name = _bare(match["name"])
    return None if name in _NO_NAMES else name


def _bare(name: str) -> str:
    return re.sub(r"['’]s$", "", name.casefold())


def _opens_sentence(text: str, at: int) -> bool:
    before = text[:at].rstrip()
    return not before or before[-1] in ".!?:;。！？"
