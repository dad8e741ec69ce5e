"""`keepsake memory tidy`: a preview of what could be put together, and carrying it out.

Without `--yes` nothing is changed: the preview is printed, and at a terminal the user is asked
(`main.py`), which sends back exactly the statements that were shown.
"""

from __future__ import annotations

from assistant_app.base.lanes import Lane
from assistant_app.cli.commands import Arguments, Context
from assistant_app.cli.objects import Object, entry_object
from assistant_app.conversation.tidying import write_statements
from assistant_app.memory.tidy import Merge, TidyPlan
from assistant_app.settings import declarations
from assistant_app.settings.types import BUILTIN_PROVIDER


async def memory_tidy(context: Context, words: Arguments) -> Object:
    """Preview; with `yes` carry the preview out, with `agreed` what was previewed before."""
    agreed = words.get("agreed")
    if agreed is not None:
        merges = [Merge(tuple(one["ids"]), one["statement"]) for one in agreed]
        return await _apply(context, merges)
    plan = await context.lane(lambda core: core.memory.tidy_plan())
    statements, reason = await _statements(context, plan)
    preview: Object = {
        "clusters": [
            {
                "ids": [entry.id for entry in cluster.entries],
                "texts": [entry.text for entry in cluster.entries],
                "statement": statements.get(cluster.key),
            }
            for cluster in plan.clusters
        ],
        "unused": [{"id": entry.id, "text": entry.text} for entry in plan.unused],
        "reason": reason,
        "applied": False,
    }
    if not words.get("yes"):
        return preview
    merges = [
        Merge(tuple(entry.id for entry in cluster.entries), statements[cluster.key])
        for cluster in plan.clusters
        if cluster.key in statements
    ]
    return preview | await _apply(context, merges)


async def _statements(context: Context, plan: TidyPlan) -> tuple[dict[str, str], str | None]:
    """Return what the chosen model writes, or why nothing was written."""
    name = context.services.settings.current.get(declarations.CHAT_MODEL)
    if not plan.clusters:
        return {}, "nothing_to_do"
    if name.startswith(f"{BUILTIN_PROVIDER}:"):
        return {}, "no_model"
    core = await context.services.core.opened()
    found = await write_statements(await core.chat_model(name), plan.clusters)
    return found, None if found else "no_statement"


async def _apply(context: Context, merges: list[Merge]) -> Object:
    tidied = await context.lane(lambda core: core.memory.tidy(merges), Lane.SAVE)
    changes = tidied.changes
    return {
        "applied": bool(changes.seq),
        "seq": changes.seq or None,
        "memories": [
            entry_object(put)
            for put, before in zip(changes.put, changes.before, strict=True)
            if before is None
        ],
        "archived": sum(before is not None for before in changes.before),
        "refused": [{"ids": list(merge.ids), "reason": why} for merge, why in tidied.refused],
    }
