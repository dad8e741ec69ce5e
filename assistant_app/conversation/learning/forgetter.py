"""Carries out "forget that ...": one memory that is clearly meant goes, else the user is asked."""

from __future__ import annotations

from assistant_app.conversation.learning.forgetting import (
    MOST_OFFERED,
    ForgetRequest,
    clearly_meant,
    said_before,
    worth_offering,
)
from assistant_app.conversation.learning.saving import FinishedTurn
from assistant_app.conversation.port import MemoryAccess
from assistant_app.conversation.types import ForgetStatus, LearnedItem
from assistant_app.memory.types import Cause, CauseKind, Changes, Hit, HitKind, RecallQuery

_DEADLINE_S = 20.0
_LOOKED_AT = 12


class Forgetter:
    """Forgets what the user wants forgotten.

    Args:
        memory: What is known.
    """

    def __init__(self, memory: MemoryAccess) -> None:
        self._memory = memory

    async def forget(
        self, request: ForgetRequest, turn: FinishedTurn
    ) -> tuple[tuple[LearnedItem, ...], tuple[Changes, ...]]:
        """Forget one memory, or return those among which the user may choose.

        Args:
            request: What is meant.
            turn: Where it was asked for.

        Returns:
            What to tell, and what was changed.

        Raises:
            UserError: Memory cannot be read, or a failed write; nothing has changed.
        """
        if not request.what:
            return await self._said_before(turn)
        hits = await self._find(request, turn)
        meant = clearly_meant(request, hits)
        if meant is not None:
            return await self._forgotten(meant.id, meant.text, turn)
        if not hits:
            return (LearnedItem(None, request.what, ForgetStatus.NONE),), ()
        return tuple(_offer(hit.id, hit.text) for hit in hits), ()

    async def _said_before(
        self, turn: FinishedTurn
    ) -> tuple[tuple[LearnedItem, ...], tuple[Changes, ...]]:
        ids = said_before(turn.branch)
        texts = {
            item.id: item.text for message in turn.branch for item in message.learned if item.id
        }
        if len(ids) == 1:
            return await self._forgotten(ids[0], texts[ids[0]], turn)
        if not ids:
            return (LearnedItem(None, "", ForgetStatus.NONE),), ()
        return tuple(_offer(one, texts[one]) for one in ids[:MOST_OFFERED]), ()

    async def _forgotten(
        self, identity: str, text: str, turn: FinishedTurn
    ) -> tuple[tuple[LearnedItem, ...], tuple[Changes, ...]]:
        cause = Cause(CauseKind.USER, turn.conversation, turn.user.id)
        changes = await self._memory.forget([identity], cause)
        item = LearnedItem(identity, text, ForgetStatus.FORGOTTEN, seq=changes.seq)
        return (item,), (changes,)

    async def _find(self, request: ForgetRequest, turn: FinishedTurn) -> list[Hit]:
        query = RecallQuery(
            text=request.what,
            scope=turn.options.scope,
            limit=_LOOKED_AT,
            kinds=frozenset({HitKind.MEMORY}),
        )
        recall = (await self._memory.recall(query, deadline=_DEADLINE_S)).recall
        found = {
            hit.id: hit
            for hit in (*recall.used, *recall.profile_hits, *recall.looked_at)
            if hit.kind is HitKind.MEMORY
        }
        for entry in recall.profile:
            found.setdefault(entry.id, Hit(HitKind.MEMORY, entry.id, entry.text, 0.0, 0.0, {}))
        return worth_offering(request, list(found.values()))


def _offer(identity: str, text: str) -> LearnedItem:
    return LearnedItem(identity, text, ForgetStatus.WHICH)
