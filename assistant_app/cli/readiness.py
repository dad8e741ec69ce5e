"""What the window does in the background, a command does around itself, for a limited time.

A program that ends after one command has no background: what has ended is put away first, past
conversations are read before a recall, and vectors that are missing are made before a search and
after a change.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging

from assistant_app.base.errors import UserError
from assistant_app.memory.types import RecallQuery
from assistant_app.services import Services
from assistant_app.workers.core import Core

_RECALLS = frozenset({"ask", "memory search"})
_SEARCHES = frozenset({"memory search", "memory related"})
_CHANGES = frozenset({"ask", "memory add", "memory edit", "memory restore", "memory undo"})
_FILL_IN_WITHIN_S = 5.0
"""A server that hangs, or an index to be made afresh, keeps a command no longer than this."""
_log = logging.getLogger(__name__)


async def before(services: Services, name: str) -> None:
    """Make ready what the command of this name looks into."""
    if name in _RECALLS or name.startswith("memory "):
        await asyncio.wrap_future(services.core.submit(_keep_house))
    if name in _RECALLS:
        await asyncio.wrap_future(services.core.submit(_load_rounds))
    if name in _SEARCHES:
        await _fill_in(services)


async def after(services: Services, name: str) -> None:
    """Make what the command of this name has left open."""
    if name in _CHANGES or name.startswith("memory inbox"):
        await _fill_in(services)


def _keep_house(core: Core) -> None:
    """End what has ended meanwhile, so that it is neither listed nor recalled."""
    try:
        for _ in core.memory.housekeeping():
            pass
    except UserError as error:
        # On a full disk memories can still be read.
        _log.info("housekeeping waits: %s", error.code)


def _load_rounds(core: Core) -> None:
    core.memory.load_rounds(tuple(core.conversations.rounds()))
    # The first recall reads the model and makes the index of words. With many memories that is
    # longer than a turn waits, and here nobody has to be kept waiting for the answer instead.
    core.memory.recall(RecallQuery(text="Hello"))


async def _fill_in(services: Services) -> None:
    core = await services.core.opened()
    with contextlib.suppress(TimeoutError):
        try:
            await asyncio.wait_for(core.vectors.fill_in(), _FILL_IN_WITHIN_S)
        except UserError as error:
            # What was asked for is done, or says itself what it goes without.
            _log.info("vectors wait: %s", error.code)
