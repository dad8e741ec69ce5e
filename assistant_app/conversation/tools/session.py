"""Runs the calls of one turn: whatever is asked for answers with JSON.

A fault of the model's is a result too, so that it can do better. A change that has begun is always
told, also when the turn is stopped meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from datetime import tzinfo
from typing import TypeVar

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.conversation.port import ConversationAccess, MemoryAccess
from assistant_app.conversation.tools.arguments import Arguments, ArgumentsError, read_arguments
from assistant_app.conversation.tools.changing import Changer
from assistant_app.conversation.tools.context import ToolContext, offered
from assistant_app.conversation.tools.looking import Looker
from assistant_app.conversation.tools.memory import ToolMemory
from assistant_app.conversation.tools.results import Json, encode
from assistant_app.conversation.tools.specs import SPECS, WRITING, Tool
from assistant_app.conversation.types import LearnedItem, TurnEvent
from assistant_app.llm.port import ToolSpec
from assistant_app.memory.types import Hit

_T = TypeVar("_T")
_NO_SUCH = "there is no such memory"
_log = logging.getLogger(__name__)
_Act = Callable[[Arguments], Coroutine[object, object, Json]]


class ToolSession:
    """The calls of one turn.

    Args:
        context: Conditions.
        memory: Finding and adding.
        tools: Looking and changing.
        conversations: Where it is kept what was changed.
        emit: Takes `Learned`.
        zone: The user's time zone; None for that of the system.
        redact: Removes secrets from what is told.
    """

    def __init__(
        self,
        context: ToolContext,
        *,
        memory: MemoryAccess,
        tools: ToolMemory,
        conversations: ConversationAccess,
        emit: Callable[[TurnEvent], object],
        zone: tzinfo | None,
        redact: Callable[[str], str],
    ) -> None:
        self._offered = offered(context)
        looker = Looker(context, memory, tools, zone)
        changer = Changer(
            context,
            looker,
            memory=memory,
            tools=tools,
            conversations=conversations,
            emit=emit,
            redact=redact,
        )
        self._looker, self._changer = looker, changer
        self._acts: dict[Tool, _Act] = {
            Tool.ADD: changer.add,
            Tool.UPDATE: changer.update,
            Tool.DELETE: changer.delete,
            Tool.SEARCH: looker.search,
            Tool.LIST: looker.listed,
            Tool.GET: looker.show,
            Tool.RELATED: looker.related,
            Tool.STATS: looker.stats,
        }

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        """The tools that are offered."""
        return tuple(SPECS[tool] for tool in self._offered)

    @property
    def names(self) -> frozenset[str]:
        """Names of the tools that are offered."""
        return frozenset(tool.value for tool in self._offered)

    @property
    def items(self) -> tuple[LearnedItem, ...]:
        """What was changed, as it is shown under the user's message."""
        return tuple(self._changer.items)

    @property
    def hits(self) -> tuple[Hit, ...]:
        """What results have put before the model."""
        return tuple(self._looker.hits.values())

    async def run(self, name: str, given: Mapping[str, object], fault: str = "") -> str:
        """Run one call and return its result as JSON; a fault is a result too.

        Args:
            name: As the model wrote it.
            given: Its arguments.
            fault: Why the call could not be read; it is not run then.
        """
        if name not in self.names and not (fault and not name):
            known = ", ".join(sorted(self.names))
            return encode({"error": f"there is no tool {name[:60]!r}; there are: {known}"})
        if fault:
            return encode({"error": fault})
        tool = Tool(name)
        try:
            return encode(await self._perform(tool, read_arguments(tool, given)))
        except ArgumentsError as error:
            return encode({"error": str(error)})
        except UserError as error:
            missing = error.code is ErrorCode.NOT_FOUND
            return encode({"error": _NO_SUCH if missing else error.code.value})
        except Exception:  # noqa: BLE001 - the boundary of a tool: its fault costs no answer
            _log.exception("A memory tool failed")
            return encode({"error": "the tool failed"})

    async def _perform(self, tool: Tool, arguments: Arguments) -> Json:
        job = self._acts[tool](arguments)
        return await (_to_its_end(job) if tool in WRITING else job)


async def _to_its_end(job: Coroutine[object, object, _T]) -> _T:
    """Run a change to its end even when the turn is stopped meanwhile: it must not go untold."""
    task = asyncio.ensure_future(job)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait({task})
        raise
