"""Finds out who works on the data folder, and runs a command there."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from time import monotonic, sleep
from typing import Any

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.lanes import start_thread
from assistant_app.base.notices import Notice
from assistant_app.base.paths import DataFolder
from assistant_app.cli import commands, readiness
from assistant_app.cli.asking import ask
from assistant_app.cli.commands import Arguments, Command, Context
from assistant_app.cli.doctor import doctor
from assistant_app.cli.inbox import memory_inbox
from assistant_app.cli.objects import Object, error_object, notice_objects
from assistant_app.cli.spaces import (
    space_add,
    space_delete,
    space_list,
    space_recolour,
    space_rename,
)
from assistant_app.cli.tidying import memory_tidy
from assistant_app.services import Services

COMMANDS: Mapping[str, Command] = {
    "ask": ask,
    "memory add": commands.memory_add,
    "memory search": commands.memory_search,
    "memory list": commands.memory_list,
    "memory show": commands.memory_show,
    "memory edit": commands.memory_edit,
    "memory forget": commands.memory_forget,
    "memory restore": commands.memory_restore,
    "memory archive": commands.memory_archive,
    "memory erase": commands.memory_erase,
    "memory related": commands.memory_related,
    "memory history": commands.memory_history,
    "memory stats": commands.memory_stats,
    "memory undo": commands.memory_undo,
    "memory rebuild-index": commands.memory_rebuild_index,
    "memory inbox": memory_inbox,
    "memory move": commands.memory_move,
    "memory tidy": memory_tidy,
    "space list": space_list,
    "space add": space_add,
    "space rename": space_rename,
    "space recolour": space_recolour,
    "space delete": space_delete,
    "config get": commands.config_get,
    "config set": commands.config_set,
    "config list": commands.config_list,
    "key set": commands.key_set,
    "models": commands.models,
    "doctor": doctor,
}

_WAIT_FOR_ANOTHER_S = 4.0
_BETWEEN_TRIES_S = 0.05

Write = Callable[[str], None]
Tell = Callable[[str, Mapping[str, str]], None]


def run_command(
    folder: DataFolder, name: str, words: Arguments, *, write: Write, tell: Tell
) -> Object:
    """Run a command on a data folder, in this process or in the one that holds its lock.

    Args:
        folder: The data folder.
        name: A key of `COMMANDS`.
        words: What was written on the command line, as plain JSON values.
        write: Takes pieces of an answer as they arrive.
        tell: Takes a code and values of something worth knowing meanwhile.

    Raises:
        UserError: What went wrong; `store_locked` when the holder does not answer.
    """
    from assistant_app.memory.store.lock import StoreLock

    lock = StoreLock(folder)
    deadline = monotonic() + _WAIT_FOR_ANOTHER_S
    while True:
        try:
            lock.acquire()
            break
        except UserError as error:
            if error.code is not ErrorCode.STORE_LOCKED:
                raise
        try:
            return _ask_holder(folder, name, words, write=write)
        except UserError as error:
            # Another command line listens to nobody, and a window not yet: both soon are through.
            if error.params.get("taken") != "False" or monotonic() > deadline:
                raise
        sleep(_BETWEEN_TRIES_S)
    try:
        return asyncio.run(_run_here(folder, name, words, write=write, tell=tell))
    finally:
        lock.release()


async def answer_request(services: Services, request: Mapping[str, Any]) -> Object:
    """Run a command that came over the channel; never raises a `UserError`."""
    written: list[str] = []
    context = Context(services, written.append, _tell_nobody)
    command = COMMANDS.get(str(request.get("command")))
    if command is None:
        return error_object(UserError(ErrorCode.NOT_FOUND, id=request.get("command")))
    try:
        return await command(context, request.get("words") or {})
    except UserError as error:
        return error_object(error)


def _tell_nobody(code: str, params: Mapping[str, str]) -> None:
    del code, params  # the other end has no way to show it meanwhile


async def _run_here(
    folder: DataFolder, name: str, words: Arguments, *, write: Write, tell: Tell
) -> Object:
    from assistant_app.app import assemble

    # What goes wrong is told as an error or a notice; a log on the terminal would tell it twice.
    logging.getLogger("assistant_app").addHandler(logging.NullHandler())
    services = assemble(folder)
    thread = start_thread(services.core.executor, "memory")
    try:
        try:
            await readiness.before(services, name)
            result = await COMMANDS[name](Context(services, write, tell), words)
            await readiness.after(services, name)
        except UserError as error:
            # Damage that was found at this start is told once; an error must not swallow it.
            result = error_object(error)
        notices = await _notices(services)
        return result | {"notices": notice_objects(notices)} if notices else result
    finally:
        await services.close_models()
        services.core.close()
        await asyncio.to_thread(thread.join)


async def _notices(services: Services) -> tuple[Notice, ...]:
    """What was odd about the files that this command read."""
    try:
        core = await services.core.opened()
    except UserError:  # the command itself has met it and told it
        return services.notices
    conversations = services.core.submit(lambda core: core.conversations.take_notices())
    return (*services.notices, *core.notices, *await asyncio.wrap_future(conversations))


def _ask_holder(folder: DataFolder, name: str, words: Arguments, *, write: Write) -> Object:
    from assistant_app.memory.store.channel import call

    result = call(folder, {"command": name, "words": dict(words)})
    assert isinstance(result, dict)
    if name == "ask" and "answer" in result:
        write(result["answer"])
    return result
