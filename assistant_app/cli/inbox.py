"""`keepsake memory inbox`: what waits for the user's word, and deciding about it."""

from __future__ import annotations

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.lanes import Lane
from assistant_app.cli.commands import Arguments, Context
from assistant_app.cli.objects import Object, entry_object, proposal_object
from assistant_app.memory.types import Changes, Proposal
from assistant_app.workers.core import Core

_ALL = "all"


async def memory_inbox(context: Context, words: Arguments) -> Object:
    """Show what waits, or decide about one, several, or all of it in one act."""
    decision = words.get("decision")
    if decision is None:
        waiting = await context.lane(lambda core: core.memory.inbox())
        return {"memories": [proposal_object(one) for one in waiting]}
    named = list(words.get("id") or ())
    if not named:
        raise UserError(ErrorCode.NOT_FOUND, id="")

    def job(core: Core) -> Object:
        waiting = core.memory.inbox()
        ids = _chosen(core, named, waiting)
        _decide(core, decision, ids, words.get("text"))
        decided = [entry_object(core.memory.get(one)) for one in ids]
        if len(decided) == 1 and named != [_ALL]:
            return {"memory": decided[0]}
        return {"memories": decided}

    return await context.lane(job, Lane.SAVE)


def _chosen(core: Core, named: list[str], waiting: tuple[Proposal, ...]) -> list[str]:
    if named == [_ALL]:
        return [one.entry.id for one in waiting]
    return [core.memory.get(one).id for one in named]


def _decide(core: Core, decision: str, ids: list[str], text: str | None) -> Changes | None:
    if not ids:
        return None
    if decision == "accept":
        return core.memory.accept(ids, text=text)
    return core.memory.reject(ids) if decision == "reject" else core.memory.never(ids)
