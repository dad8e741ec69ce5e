"""Plans tidying up over the store, and carries out what was agreed to, in one change set."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from assistant_app.base.clock import Clock
from assistant_app.base.text import clean_text
from assistant_app.memory.keeper import Keeper
from assistant_app.memory.marks import MERGED_FROM, marked
from assistant_app.memory.rules import NeverCheck
from assistant_app.memory.same import core
from assistant_app.memory.tidy import (
    Merge,
    Near,
    TidyOptions,
    TidyPlan,
    ambiguous_names,
    fault_of_merge,
    plan,
)
from assistant_app.memory.types import (
    Cause,
    CauseKind,
    Changes,
    Entry,
    Origin,
    OriginKind,
    State,
)

ONE_SUBJECT = 0.4
"""From this fact-to-fact relevance on, two memories are about one subject."""
_SHARED_WORDS = 1 / 3
_MOST_NEAR = 64
_FEW = 24
_MOST_TAGS = 5
_CAUSE = Cause(CauseKind.CONSOLIDATION)


@dataclass(frozen=True, slots=True)
class Tidied:
    """What became of merges.

    Attributes:
        changes: What was written; `seq` is 0 when nothing was.
        refused: Merges that were left out, each with a code of `fault_of_merge` or of a
            never-remember rule.
    """

    changes: Changes
    refused: tuple[tuple[Merge, str], ...] = ()


class Tidier:
    """Plans, and carries out.

    Args:
        keeper: Store and indexes.
        clock: Decides what is old.
        ids: Makes ids.
        options: What counts as old.
        never: Says what may not be kept.
    """

    def __init__(
        self,
        keeper: Keeper,
        clock: Clock,
        ids: Callable[[], str],
        options: TidyOptions,
        never: NeverCheck,
    ) -> None:
        self._keeper = keeper
        self._clock = clock
        self._ids = ids
        self._options = options
        self._never = never

    def plan(self) -> TidyPlan:
        """Suggest what could be tidied up; changes nothing."""
        return plan(
            self._keeper.entries.values(),
            self._keeper.store.access,
            self._nearness(),
            self._clock(),
            self._options,
        )

    def apply(self, merges: Sequence[Merge], *, cause: Cause = _CAUSE) -> Tidied:
        """Put statements in the place of memories, which are archived and linked to them.

        What has changed since the preview, or cannot be put together, is left as it is.

        Raises:
            UserError: `disk_full` or `memory_save_failed`; nothing has changed.
        """
        now = self._clock()
        entries = self._keeper.entries
        unsure = ambiguous_names(
            entry.text for entry in entries.values() if entry.state is State.ACTIVE
        )
        puts: dict[str, Entry] = {}
        refused: list[tuple[Merge, str]] = []
        for merge in merges:
            statement = clean_text(merge.statement).strip()
            ids = dict.fromkeys(merge.ids)
            originals = [entries[one] for one in ids if one in entries and one not in puts]
            fault = "changed" if len(originals) < len(ids) else None
            fault = fault or fault_of_merge(statement, originals, unsure)
            fault = fault or self._never.refusal(statement)
            if fault is not None:
                refused.append((merge, fault))
                continue
            made = _merged(self._ids(), statement, originals, now)
            puts[made.id] = made
            puts |= {entry.id: _put_away(entry, made.id, now) for entry in originals}
        if not puts:
            return Tidied(Changes(0, now, cause), tuple(refused))
        return Tidied(self._keeper.commit(cause, tuple(puts.values())), tuple(refused))

    def _nearness(self) -> Near:
        """Return how the neighbours of a memory are found: by meaning, else by shared words."""
        facts = self._keeper.facts
        entries = self._keeper.entries
        unrelated = facts.calibration.fact_to_fact
        floor = unrelated + ONE_SUBJECT * (1.0 - unrelated)
        words: dict[str, frozenset[str]] = {}
        holding: dict[str, list[str]] = defaultdict(list)
        for entry in entries.values():
            if entry.state is State.ACTIVE:
                words[entry.id] = frozenset(core(entry.text))
                for word in words[entry.id]:
                    holding[word].append(entry.id)
        # A word that many memories hold names no subject, and walking over them takes long.
        most = max(_FEW, len(words) // 50)
        pending = frozenset(key for key in words if facts.vector_of(key) is None)

        def by_words(entry: Entry) -> Iterator[str]:
            own = words[entry.id]
            telling = (holding[word] for word in own if len(holding[word]) <= most)
            for other in {key for keys in telling for key in keys}:
                count = len(own & words[other])
                if count >= _SHARED_WORDS * (len(own) + len(words[other]) - count):
                    yield other

        def near(entry: Entry) -> frozenset[str]:
            found = {one.key for one in facts.neighbours(entry.id, _MOST_NEAR, floor=floor)}
            if pending:
                alone = entry.id in pending
                found |= {other for other in by_words(entry) if alone or other in pending}
            return frozenset(found - {entry.id})

        return near


def _merged(memory_id: str, statement: str, originals: Sequence[Entry], now: datetime) -> Entry:
    tags = Counter(tag for entry in originals for tag in entry.tags)
    category = Counter(entry.category for entry in originals).most_common(1)[0][0]
    made = Entry(
        id=memory_id,
        text=statement,
        created_at=now,
        updated_at=now,
        category=category,
        tags=tuple(tag for tag, _ in tags.most_common(_MOST_TAGS)),
        scope=originals[0].scope,
        origin=Origin(OriginKind.CONSOLIDATED),
        local_only=originals[0].local_only,
        confirmations=sum(entry.confirmations for entry in originals),
    )
    return marked(made, MERGED_FROM, [entry.id for entry in originals])


def _put_away(entry: Entry, successor: str, now: datetime) -> Entry:
    return replace(
        entry,
        state=State.ARCHIVED,
        superseded_by=successor,
        revision=entry.revision + 1,
        updated_at=now,
    )
