"""What each command does with the core. Takes plain words, returns one plain object.

The same functions answer a command line that found a window running on its data folder: the words
travel over the local channel and the object travels back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import Any, TypeVar

from assistant_app.base.clock import system_clock
from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.lanes import Lane
from assistant_app.cli.objects import (
    Object,
    entry_object,
    history_object,
    hit_object,
    related_object,
    stats_object,
)
from assistant_app.memory.types import (
    GLOBAL_SCOPE,
    Access,
    Cause,
    CauseKind,
    Changes,
    Draft,
    Entry,
    Filter,
    HitKind,
    Origin,
    OriginKind,
    RecallQuery,
    State,
)
from assistant_app.services import Services
from assistant_app.workers.core import Core

T = TypeVar("T")
Arguments = Mapping[str, Any]
_USER = Cause(CauseKind.USER)
_SEARCH_DEADLINE_S = 20.0
_NEVER_USED = Access()


@dataclass(frozen=True, slots=True)
class Context:
    """What a command works with.

    Attributes:
        services: The assembled program.
        write: Takes pieces of an answer as they arrive.
        tell: Takes a code and values of something worth knowing meanwhile.
    """

    services: Services
    write: Callable[[str], None]
    tell: Callable[[str, Mapping[str, str]], None]

    def note(self, code: str, **params: str) -> None:
        """Tell something worth knowing meanwhile."""
        self.tell(code, params)

    async def scope(self, space: str | None) -> str:
        """Return the scope of a space that somebody named.

        Raises:
            UserError: `space_unknown`.
        """
        if space is None:
            return GLOBAL_SCOPE
        return await self.lane(lambda core: core.spaces.resolve(space))

    async def lane(self, job: Callable[[Core], T], lane: Lane = Lane.READ) -> T:
        """Run `job(core)` on the memory worker."""
        return await asyncio.wrap_future(self.services.core.submit(job, lane))


async def memory_add(context: Context, words: Arguments) -> Object:
    """Remember a statement."""
    scope = await context.scope(words.get("space"))
    draft = Draft(
        text=words["text"],
        category=words.get("category"),
        tags=_tags(words.get("tag")),
        scope=scope,
        origin=Origin(OriginKind.MANUAL),
        pinned=bool(words.get("pin")),
        expires_at=_expiry(words.get("expires")),
        local_only=bool(words.get("local_only")),
    )
    core = await context.services.core.opened()
    outcome = (await core.lane_memory.remember((draft,), _USER, ask=False))[0]
    return {
        "status": outcome.status.value,
        "id": outcome.entry.id if outcome.entry else None,
        "reason": outcome.reason,
    }


async def memory_search(context: Context, words: Arguments) -> Object:
    """Recall, as a turn does it."""
    kind = words.get("kind")
    origin = words.get("origin")
    query = RecallQuery(
        text=words["text"],
        scope=await context.scope(words.get("space")),
        limit=words.get("limit"),
        round_limit=words.get("limit"),
        kinds=frozenset(HitKind) if kind is None else frozenset({HitKind(kind)}),
        filters=Filter(
            category=words.get("category"),
            tag=words.get("tag"),
            scope=await context.scope(words["only_space"]) if words.get("only_space") else None,
            origin=OriginKind(origin) if origin else None,
            since=_moment(words.get("since"), time.min),
            until=_expiry(words.get("until")),
        ),
    )
    core = await context.services.core.opened()
    answer = await core.lane_memory.recall(query, deadline=_SEARCH_DEADLINE_S)
    if answer.failure is not None:
        context.note("words_only")
    found = answer.recall
    memories = [hit for hit in found.used if hit.kind is HitKind.MEMORY]
    rounds = [hit for hit in found.used if hit.kind is HitKind.ROUND]
    # What stands in every prompt (pinned, the name) is found all the same.
    memories = sorted((*memories, *found.profile_hits), key=lambda hit: -hit.score)
    return {"results": [hit_object(hit) for hit in (*memories[: query.limit], *rounds)]}


async def memory_list(context: Context, words: Arguments) -> Object:
    """List memories, newest first."""
    wanted = words.get("state") or "active"
    state = None if wanted == "all" else State(wanted)
    scope = await context.scope(words["space"]) if words.get("space") else None
    origin = words.get("origin")

    def job(core: Core) -> list[Object]:
        snapshot = core.memory.snapshot()
        return [
            entry_object(entry, snapshot.access.get(entry.id, _NEVER_USED))
            for entry in core.memory.list(
                state=state,
                category=words.get("category"),
                tag=words.get("tag"),
                scope=scope,
                origin=OriginKind(origin) if origin else None,
            )
        ]

    return {"memories": await context.lane(job)}


async def memory_show(context: Context, words: Arguments) -> Object:
    """Show one memory with its uses."""
    return {"memory": await context.lane(lambda core: _shown(core, words["id"]))}


async def memory_edit(context: Context, words: Arguments) -> Object:
    """Change one memory."""
    expires = words.get("expires")
    ends = None if expires in {None, "never"} else _expiry(expires)

    def job(core: Core) -> Object:
        core.memory.revise(
            core.memory.get(words["id"]).id,
            text=words.get("text"),
            category=words.get("category"),
            tags=_tags(words.get("tag")),
            pinned=words.get("pin"),
            local_only=words.get("local_only"),
            expires_at=ends,
            never_expires=expires == "never",
        )
        return _shown(core, words["id"])

    return {"memory": await context.lane(job, Lane.SAVE)}


async def memory_forget(context: Context, words: Arguments) -> Object:
    """Put one memory into the trash."""
    return await _on_one(context, words, lambda core, found: core.memory.forget([found]))


async def memory_restore(context: Context, words: Arguments) -> Object:
    """Take one memory out of the trash or the archive."""
    return await _on_one(context, words, lambda core, found: core.memory.restore([found]))


async def memory_archive(context: Context, words: Arguments) -> Object:
    """Put one memory away."""
    return await _on_one(context, words, lambda core, found: core.memory.archive([found]))


async def memory_move(context: Context, words: Arguments) -> Object:
    """Move one memory to another scope."""
    scope = await context.scope(words["space"])
    return await _on_one(context, words, lambda core, found: core.memory.move([found], scope))


async def memory_erase(context: Context, words: Arguments) -> Object:
    """Remove the text of one memory for good, and say where it may still stand."""

    def job(core: Core) -> Object:
        found = core.memory.get(words["id"])
        kept_in = core.memory.backups_since(found.created_at)
        core.memory.erase([found.id])
        return {"memory": _shown(core, found.id), "backups": kept_in}

    return await context.lane(job, Lane.SAVE)


async def memory_related(context: Context, words: Arguments) -> Object:
    """Memories that belong near one."""

    def job(core: Core) -> list[Object]:
        found = core.memory.get(words["id"])
        return [related_object(related) for related in core.memory.related(found.id)]

    return {"related": await context.lane(job)}


async def memory_history(context: Context, words: Arguments) -> Object:
    """The life of one memory, oldest first; before it that of what it has replaced."""

    def job(core: Core) -> list[Object]:
        lives = [core.memory.get(words["id"])]
        while (before := _replaced_by(core, lives[0])) is not None and before not in lives:
            lives.insert(0, before)
        events = [event for one in lives for event in core.memory.history(one.id)]
        return [history_object(event) for event in events]

    return {"history": await context.lane(job)}


def _replaced_by(core: Core, entry: Entry) -> Entry | None:
    if entry.supersedes is None:
        return None
    try:
        before = core.memory.get(entry.supersedes)
    except UserError:  # erased since
        return None
    return before if before.state is State.SUPERSEDED else None


async def memory_stats(context: Context, words: Arguments) -> Object:
    """Figures about the whole store."""
    del words
    return stats_object(await context.lane(lambda core: core.memory.stats()))


async def memory_undo(context: Context, words: Arguments) -> Object:
    """Take back the newest change with all else that its message brought, or a given one."""

    def job(core: Core) -> Object:
        seq = words.get("seq")
        undone = core.memory.undo_turn() if seq is None else (core.memory.undo(seq),)
        return {
            "seq": undone[0].seq,
            "undone": undone[0].cause.undoes,
            "memories": [entry_object(entry) for changes in undone for entry in changes.put],
        }

    return await context.lane(job, Lane.SAVE)


async def memory_rebuild_index(context: Context, words: Arguments) -> Object:
    """Make every vector afresh and wait for the end."""
    del words
    await context.lane(lambda core: core.memory.rebuild_index(), Lane.SAVE)
    core = await context.services.core.opened()
    await core.vectors.fill_in()
    stats = stats_object(await context.lane(lambda core: core.memory.stats()))
    return {"vectors": stats["vectors"]}


async def config_get(context: Context, words: Arguments) -> Object:
    """Print one setting."""
    from assistant_app.settings.declarations import find

    setting = find(words["key"])
    value = context.services.settings.current.get(setting)
    return {"key": setting.key, "value": setting.kind.encode(value)}


async def config_set(context: Context, words: Arguments) -> Object:
    """Change one setting."""
    key = words["key"]

    def job(core: Core) -> None:
        context.services.settings.set_text(key, words["value"])
        # In the window the open memory works by it at once: a rule must not wait for a restart.
        if key.startswith("memory."):
            context.services.use_settings(core, embedding=False)

    await context.lane(job, Lane.SAVE)
    return await config_get(context, words)


async def config_list(context: Context, words: Arguments) -> Object:
    """Print every setting."""
    del words
    from assistant_app.settings.declarations import ALL

    current = context.services.settings.current
    return {"settings": {one.key: one.kind.encode(current.get(one)) for one in ALL}}


async def key_set(context: Context, words: Arguments) -> Object:
    """Keep a provider's key."""
    kept = await context.services.set_key(words["provider"], words["key"])
    return {"provider": words["provider"], "kept": kept}


async def models(context: Context, words: Arguments) -> Object:
    """Models that can be chosen."""
    del words
    found = await context.services.list_models()
    return {
        "models": [
            {
                "provider": model.provider,
                "id": model.label,
                "context": model.context,
                "embedding": model.embedding,
            }
            for model in found.models
        ],
        "errors": found.errors,
    }


async def _on_one(
    context: Context, words: Arguments, act: Callable[[Core, str], Changes]
) -> Object:
    def job(core: Core) -> Object:
        found = core.memory.get(words["id"]).id
        act(core, found)
        return _shown(core, found)

    return {"memory": await context.lane(job, Lane.SAVE)}


def _shown(core: Core, memory_id: str) -> Object:
    entry = core.memory.get(memory_id)
    return entry_object(entry, core.memory.snapshot().access.get(entry.id, _NEVER_USED))


def _tags(given: list[str] | None) -> tuple[str, ...] | None:
    return None if given is None else tuple(given)


def _expiry(text: str | None) -> datetime | None:
    """An instant to come; a date alone means the end of that day."""
    moment = _moment(text, time.max)
    if moment is not None and moment <= system_clock():
        raise UserError(ErrorCode.DATE_INVALID, date=text)
    return moment


def _moment(text: str | None, of_day: time) -> datetime | None:
    """An instant, local time when it has no offset; `of_day` completes a date alone."""
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
        if len(text) == len("2026-01-31"):
            moment = datetime.combine(moment, of_day)
        return moment.astimezone(UTC)
    except (ValueError, OverflowError) as error:  # near the years 1 and 9999 no zone fits
        raise UserError(ErrorCode.DATE_INVALID, date=text) from error


Command = Callable[[Context, Arguments], Awaitable[Object]]
