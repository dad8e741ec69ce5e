"""`keepsake doctor`: looks at everything that can stop Keepsake from working; changes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from assistant_app.base.errors import UserError
from assistant_app.base.log import redact
from assistant_app.cli.commands import Arguments, Context
from assistant_app.cli.objects import Object, notice_objects
from assistant_app.cli.texts import sentence_for
from assistant_app.conversation.answer import MODEL_NAME
from assistant_app.settings import declarations

if TYPE_CHECKING:
    from assistant_app.settings.secrets import Probe

Check = Callable[[Context], Awaitable[str]]


async def doctor(context: Context, words: Arguments) -> Object:
    """Run every check; one that fails does not keep the others from running."""
    del words
    checks = [await _run(context, name, check) for name, check in _CHECKS.items()]
    return {"ok": all(check["ok"] for check in checks), "checks": checks}


async def _run(context: Context, name: str, check: Check) -> Object:
    try:
        detail = await check(context)
    except UserError as error:
        detail = sentence_for(error.code.value, error.params)
        return {"name": name, "ok": False, "detail": redact(detail)}
    return {"name": name, "ok": True, "detail": redact(detail)}


async def _data(context: Context) -> str:
    stats = await context.lane(lambda core: core.memory.stats())
    return f"{stats.total} memories, {stats.bytes} bytes in {context.services.folder.root}"


async def _damage(context: Context) -> str:
    notices = (await context.services.core.opened()).notices
    told = "; ".join(one["message"] for one in notice_objects(notices))
    folder = context.services.folder.quarantine
    kept = len(list(folder.iterdir())) if folder.is_dir() else 0
    return told or f"nothing found at this start; {kept} files set aside earlier"


async def _meaning(context: Context) -> str:
    core = await context.services.core.opened()
    await core.vectors.check()
    vectors = (await context.lane(lambda core: core.memory.stats())).vectors
    return f"{vectors.space}: {vectors.ready} ready, {vectors.pending} pending"


async def _keyring(context: Context) -> str:
    probe: Probe = await asyncio.to_thread(context.services.secrets.probe)
    return probe.backend if probe.usable else f"for this session only ({probe.reason})"


async def _model(context: Context) -> str:
    name = context.services.settings.current.get(declarations.CHAT_MODEL)
    core = await context.services.core.opened()
    if name == MODEL_NAME:
        return "none: answers are built from memory alone"
    model = await core.chat_model(name)
    await model.capabilities()
    return f"{name}, on {'this computer' if model.is_local else 'a server on the network'}"


_CHECKS: dict[str, Check] = {
    "data": _data,
    "damage": _damage,
    "meaning": _meaning,
    "keyring": _keyring,
    "model": _model,
}
