"""`keepsake space`: the named parts of memory."""

from __future__ import annotations

from collections.abc import Callable

from assistant_app.base.lanes import Lane
from assistant_app.cli.commands import Arguments, Context
from assistant_app.cli.objects import Object, space_object
from assistant_app.workers.core import Core, delete_space


async def space_list(context: Context, words: Arguments) -> Object:
    """List the spaces and how many memories each holds."""
    del words

    def job(core: Core) -> list[Object]:
        counts = core.spaces.counts()
        return [space_object(space, counts.get(space.id, 0)) for space in core.spaces.all()]

    return {"spaces": await context.lane(job)}


async def space_add(context: Context, words: Arguments) -> Object:
    """Make a space."""
    return await _one(
        context, lambda core: core.spaces.create(words["name"], words.get("colour")).id
    )


async def space_rename(context: Context, words: Arguments) -> Object:
    """Give a space another name."""
    return await _one(context, lambda core: core.spaces.rename(words["name"], words["new"]).id)


async def space_recolour(context: Context, words: Arguments) -> Object:
    """Give a space another colour."""
    return await _one(context, lambda core: core.spaces.recolour(words["name"], words["colour"]).id)


async def space_delete(context: Context, words: Arguments) -> Object:
    """Delete a space; its memories move, or go to the trash."""

    def job(core: Core) -> Object:
        space = core.spaces.get(words["name"])
        target = words.get("move_to")
        moved_to = None if target is None else core.spaces.resolve(target)
        changes = delete_space(core, space.id, move_to=moved_to)
        return {
            "space": space_object(space, 0),
            "moved_to": moved_to,
            "memories": len(changes.put),
            "seq": changes.seq,
        }

    return await context.lane(job, Lane.SAVE)


async def _one(context: Context, act: Callable[[Core], str]) -> Object:
    def job(core: Core) -> Object:
        space = core.spaces.get(act(core))
        return space_object(space, core.spaces.counts().get(space.id, 0))

    return {"space": await context.lane(job, Lane.SAVE)}
