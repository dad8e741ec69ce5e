"""Finds what belongs into a prompt: memories and past rounds, ranked, cut by relevance and budget.

Nothing comes twice, nothing that is over, replaced, proposed or forgotten comes at all, and what
must stay on this machine does not come for a model beyond it.
"""

from __future__ import annotations

import heapq
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from assistant_app.base.clock import Clock
from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.text import clean_text, has_content
from assistant_app.memory.budget import cut, fit
from assistant_app.memory.everything import asks_for_everything
from assistant_app.memory.filters import passes, round_passes
from assistant_app.memory.keeper import Keeper, usable
from assistant_app.memory.normal import normalise
from assistant_app.memory.options import MemoryOptions
from assistant_app.memory.ordering import ordered
from assistant_app.memory.past_questions import asks_about_past
from assistant_app.memory.profile import profile_block
from assistant_app.memory.types import (
    GLOBAL_SCOPE,
    NO_FILTER,
    Entry,
    Hit,
    HitKind,
    Recall,
    RecallQuery,
    Round,
)
from assistant_app.retrieval.floors import FACT_FLOOR, ROUND_FLOOR
from assistant_app.retrieval.types import FactHit, RoundHit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from assistant_app.retrieval.port import Allowed
    from assistant_app.retrieval.types import Reason

    FloatArray = NDArray[np.float32]

_log = logging.getLogger(__name__)
BEST_COUNTS_AS = 0.5
"""A better best hit is no reason to drop others: words that match exactly give up to 1."""
_HALF_OF_LONGEST = 1000
_EXACT = 2
_EXACT_COVERAGE = 0.8
"""A memory that holds so much of what was asked for is not dropped for what its vector says."""
_EVERYTHING: Mapping[str, float] = MappingProxyType({"everything": 1.0})


_FORMER: Mapping[str, float] = MappingProxyType({"former": 1.0})


class Recaller:
    """Answers what is known about a question.

    Args:
        keeper: Store and indexes.
        clock: Decides what is over.
        options: Limits, floors and budget.
    """

    def __init__(self, keeper: Keeper, clock: Clock, options: MemoryOptions) -> None:
        self._keeper = keeper
        self._clock = clock
        self._options = options

    def recall(self, query: RecallQuery, vector: FloatArray | None = None) -> Recall:
        """Find memories and rounds for a question.

        Args:
            query: What is looked for, and what must not come.
            vector: The question embedded, `(d,) float32`. None: embedded here when that needs
                no server, else words alone decide.
        """
        found = self._recall(query, vector)
        withheld = self._withheld(query) if query.beyond_this_machine else 0
        return replace(found, withheld=withheld) if withheld else found

    def _withheld(self, query: RecallQuery) -> int:
        """Count what is for this machine only: the window says how many were held back."""
        now = self._clock()
        count = self._keeper.count_in_reach
        return count(query.scope, now) - count(query.scope, now, beyond_this_machine=True)

    def _recall(self, query: RecallQuery, vector: FloatArray | None) -> Recall:
        now = self._clock()
        profile = profile_block(
            self._keeper.profile(query.scope, now, beyond_this_machine=query.beyond_this_machine)
        )
        total = self._keeper.count_in_reach(
            query.scope, now, beyond_this_machine=query.beyond_this_machine
        )
        text = _question(query.text)
        if not has_content(text):
            return Recall(profile=profile, total=total)
        if asks_for_everything(text) and HitKind.MEMORY in query.kinds:
            return self._everything(query, now, profile, total)
        if vector is None:
            vector = self._keeper.book.query(text)
        try:
            return self._search(query, text, vector, now, profile, total)
        except UserError as error:
            if error.code is not ErrorCode.DIMENSION_MISMATCH or vector is None:
                raise
        # The model behind the name gives other vectors than before: words alone decide, and the
        # vectors are made anew in the background.
        _log.warning("vectors of another length: the index is made anew")
        self._keeper.book.rebuild()
        return self._search(query, text, None, now, profile, total)

    def near(self, text: str, limit: int) -> tuple[tuple[str, float], ...]:
        """Return ids and relevance of active memories close in meaning; see `Memory.near`."""
        text = _question(text)
        vector = self._keeper.book.query(text) if has_content(text) else None
        if vector is None:
            return ()
        hits = self._keeper.facts.search(
            text, vector, limit, floor=self._floor(self._options.small_store + 1)
        )
        return tuple((hit.key, hit.relevance) for hit in hits)

    def _search(
        self,
        query: RecallQuery,
        text: str,
        vector: FloatArray | None,
        now: datetime,
        profile: tuple[Entry, ...],
        total: int,
    ) -> Recall:
        options = self._options
        budget = options.budget_tokens if query.budget_tokens is None else query.budget_tokens
        limit = options.top_k if query.limit is None else query.limit
        facts: Sequence[Hit] = ()
        if HitKind.MEMORY in query.kinds:
            facts = self._facts(query, text, vector, now, limit + len(profile), total)
        standing = frozenset(entry.id for entry in profile)
        profile_hits = tuple(hit for hit in facts if hit.id in standing)
        facts = [hit for hit in facts if hit.id not in standing]
        near, far = self._beside_best(facts, profile_hits)
        near = ordered(near, self._keeper, options.ranking, now, query.recent)
        about_past = asks_about_past(text)
        if about_past:
            near = self._with_former(near, query)
        used, left_out, budget = fit(near[:limit], budget)
        rounds: Sequence[Hit] = ()
        round_limit = options.round_top_k if query.round_limit is None else query.round_limit
        if HitKind.ROUND in query.kinds and round_limit > 0:
            known = [*profile, *(hit.entry for hit in used if hit.entry is not None)]
            rounds = self._rounds(query, text, vector, known, round_limit, outdated=about_past)
        used_rounds, left_rounds, _ = fit(rounds[:round_limit], budget)
        looked_at = (*left_out, *near[limit:], *far, *left_rounds, *rounds[round_limit:])
        return Recall(
            used=used + used_rounds,
            looked_at=looked_at[: options.looked_at],
            profile=profile,
            profile_hits=profile_hits,
            total=total,
            by_meaning=vector is not None,
        )

    def _everything(
        self,
        query: RecallQuery,
        now: datetime,
        profile: tuple[Entry, ...],
        total: int,
    ) -> Recall:
        """Bring as many memories as the budget takes: those used and confirmed most, newest."""
        access = self._keeper.store.access
        hidden = query.exclude | {entry.id for entry in profile}
        reach = self._keeper.in_reach(
            query.scope, now, beyond_this_machine=query.beyond_this_machine
        )
        options = self._options
        budget = options.budget_tokens if query.budget_tokens is None else query.budget_tokens
        # No memory takes less than a token, so no more than these can fit.
        entries = heapq.nlargest(
            budget + options.looked_at,
            (entry for entry in reach if entry.id not in hidden and passes(entry, query.filters)),
            key=lambda entry: (
                (access[entry.id].count if entry.id in access else 0) + entry.confirmations,
                entry.id,
            ),
        )
        hits = [
            Hit(HitKind.MEMORY, entry.id, entry.text, 1.0, 1.0, _EVERYTHING, entry=entry)
            for entry in entries
        ]
        used, left_out, _ = fit(hits, budget)
        return Recall(
            used=used,
            looked_at=left_out[: options.looked_at],
            profile=profile,
            total=total,
            everything=True,
        )

    def _facts(
        self,
        query: RecallQuery,
        text: str,
        vector: FloatArray | None,
        now: datetime,
        limit: int,
        total: int,
    ) -> list[Hit]:
        allowed = self._allowed(query)
        spare = len(query.exclude) + len(self._keeper.ended(now))
        search = self._keeper.facts.search
        wanted = limit + self._options.looked_at + spare
        found = search(text, vector, wanted, allowed, floor=self._floor(total))
        if vector is not None:
            exact = search(text, None, _EXACT + spare, allowed, floor=_EXACT_COVERAGE)
            found = _with_exact(found, exact, limit)
        entries = self._keeper.entries
        return [
            _fact(hit, entries[hit.key])
            for hit in found
            if hit.key not in query.exclude and usable(entries[hit.key], now)
        ]

    def _rounds(
        self,
        query: RecallQuery,
        text: str,
        vector: FloatArray | None,
        known: Sequence[Entry],
        limit: int,
        *,
        outdated: bool,
    ) -> list[Hit]:
        """Find rounds; one whose statement was replaced comes for questions about the past only."""
        floor = self._options.round_floor
        found = self._keeper.past.index.search(
            text,
            vector,
            2 * limit + self._options.looked_at + len(query.exclude),
            self._rounds_allowed(query),
            floor=ROUND_FLOOR if floor is None else floor,
        )
        told = _Told(known)
        hits = []
        for hit in found:
            one = self._keeper.past[hit.key]
            if hit.key in query.exclude or told.already(one.user) or self._is_gone(one):
                continue
            if not outdated and self._is_former(one):
                continue
            body = cut(self._keeper.past.text_of(one), self._options.round_tokens)
            hits.append(_round(hit, body, one.at))
        return hits

    def _is_gone(self, one: Round) -> bool:
        return self._keeper.was_erased(one.user) or self._keeper.tells_forgotten(one.user)

    def _is_former(self, one: Round) -> bool:
        return self._keeper.is_outdated(one.id) or self._keeper.tells_former(one)

    def _with_former(self, hits: Sequence[Hit], query: RecallQuery) -> list[Hit]:
        """Put behind each memory what it has replaced, the newest first."""
        found: list[Hit] = []
        for hit in hits:
            found.append(hit)
            for before in self._keeper.former(hit.entry) if hit.entry is not None else ():
                withheld = before.local_only and query.beyond_this_machine
                if not withheld and before.id not in query.exclude:
                    found.append(
                        replace(hit, id=before.id, text=before.text, entry=before, reasons=_FORMER)
                    )
        return found

    def _allowed(self, query: RecallQuery) -> Allowed:
        """Say which memories may be found: by label, or row by row where a filter is set."""
        scopes = _scopes(query)
        beyond = query.beyond_this_machine

        def by_label(label: object) -> bool:
            return isinstance(label, tuple) and label[0] in scopes and not (beyond and label[1])

        if query.filters == NO_FILTER:
            return by_label
        rows = self._keeper.facts.snapshot().rows
        entries = self._keeper.entries
        keys = rows.keys[: rows.count]
        passing = [key in entries and passes(entries[key], query.filters) for key in keys]
        return rows.mask(by_label) & np.array(passing, np.bool_)

    def _rounds_allowed(self, query: RecallQuery) -> Allowed:
        scopes = _scopes(query)

        def by_label(label: object) -> bool:
            return (
                isinstance(label, tuple)
                and label[0] in scopes
                and label[1] != query.exclude_conversation
            )

        if query.filters == NO_FILTER:
            return by_label
        past = self._keeper.past
        rows = past.index.snapshot().rows
        keys = rows.keys[: rows.count]
        passing = [key in past and round_passes(past[key], query.filters) for key in keys]
        return rows.mask(by_label) & np.array(passing, np.bool_)

    def _beside_best(
        self, facts: Sequence[Hit], standing: Sequence[Hit]
    ) -> tuple[list[Hit], list[Hit]]:
        """Part what is near the best hit in relevance from what is far behind it."""
        best = max((hit.relevance for hit in (*facts, *standing)), default=0.0)
        least = self._options.beside_best * min(best, BEST_COUNTS_AS)
        near = [hit for hit in facts if hit.relevance >= least]
        return near, [hit for hit in facts if hit.relevance < least]

    def _floor(self, total: int) -> float:
        """The least relevance. In a small store there is little else to choose from."""
        floor = FACT_FLOOR if self._options.floor is None else self._options.floor
        small = total <= self._options.small_store
        return floor * self._options.small_store_factor if small else floor


class _Told:
    """Knows what the memories in the prompt tell already, so that no round repeats it."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._forms = [normalise(entry.text) for entry in entries]
        self._forms += [
            normalise(entry.origin.quote) for entry in entries if entry.origin.quote is not None
        ]
        self._seen: set[str] = set()

    def already(self, user: str) -> bool:
        form = normalise(user)
        if form in self._seen or any(form in known for known in self._forms):
            return True
        self._seen.add(form)
        return False


def _scopes(query: RecallQuery) -> frozenset[str]:
    """Return what a question sees: global and its space, or what a filter names."""
    if query.filters.scope is not None:
        return frozenset({query.filters.scope})
    return frozenset({GLOBAL_SCOPE, query.scope})


def _question(text: str) -> str:
    """Return what is searched for: of a long paste its beginning and its end, where people ask."""
    if len(text) > 2 * _HALF_OF_LONGEST:
        text = text[:_HALF_OF_LONGEST] + "\n" + text[-_HALF_OF_LONGEST:]
    return clean_text(text).strip()


def _with_exact(found: list[FactHit], exact: list[FactHit], limit: int) -> list[FactHit]:
    """Give what holds the very words of the question the last places, if it has none."""
    placed = {hit.key for hit in found[:limit]}
    missing = [hit for hit in exact if hit.key not in placed][:_EXACT]
    if not missing:
        return found
    names = {hit.key for hit in missing}
    others = [hit for hit in found if hit.key not in names]
    front = max(0, limit - len(missing))
    return [*others[:front], *missing, *others[front:]]


def _fact(hit: FactHit, entry: Entry) -> Hit:
    return Hit(
        kind=HitKind.MEMORY,
        id=entry.id,
        text=entry.text,
        relevance=hit.relevance,
        score=hit.score,
        reasons=_reasons(hit.reasons),
        entry=entry,
    )


def _round(hit: RoundHit, text: str, at: datetime) -> Hit:
    return Hit(
        kind=HitKind.ROUND,
        id=hit.key,
        text=text,
        relevance=hit.relevance,
        score=hit.score,
        reasons=_reasons(hit.reasons),
        at=at,
        conversation=hit.conversation,
    )


def _reasons(reasons: Iterable[Reason]) -> Mapping[str, float]:
    return MappingProxyType({reason.kind.value: reason.value for reason in reasons})
