"""The opened core as the memory worker holds it, and the handle through which work reaches it.

The core is opened on the memory worker, after the window is painted: reading files and importing
numpy happen there. Until then work simply waits in its lane.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from assistant_app.base.lanes import Lane, LaneExecutor

if TYPE_CHECKING:
    from assistant_app.conversation.access import LaneConversations, LaneMemory
    from assistant_app.conversation.filling import VectorFiller
    from assistant_app.conversation.store.store import ConversationStore
    from assistant_app.conversation.turn import Turn
    from assistant_app.llm.port import ChatModel
    from assistant_app.memory.memory import Memory
    from assistant_app.memory.spaces import Spaces
    from assistant_app.memory.types import Changes, Notice

T = TypeVar("T")


@dataclass(slots=True)
class Core:
    """Everything that works on one data folder; touched on the memory worker only.

    Attributes:
        memory: The façade of memory.
        spaces: The named parts of memory.
        conversations: The files of the conversations.
        lane_memory, lane_conversations: The same two for coroutines.
        vectors: Fills in the vectors that are missing.
        turn: Runs a turn.
        chat_model: Makes the chat model of a name `provider:model`.
        notices: What the user should know about opening.
        close: Flushes and closes every file.
    """

    memory: Memory
    spaces: Spaces
    conversations: ConversationStore
    lane_memory: LaneMemory
    lane_conversations: LaneConversations
    vectors: VectorFiller
    turn: Turn
    chat_model: Callable[[str], Awaitable[ChatModel]]
    notices: tuple[Notice, ...]
    close: Callable[[], None]


class CoreHandle:
    """Runs work on the memory worker, opening the core before the first job."""

    def __init__(self, executor: LaneExecutor, open_core: Callable[[], Core]) -> None:
        self.executor = executor
        self._open_core = open_core
        self._core: Core | None = None

    def submit(self, job: Callable[[Core], T], lane: Lane = Lane.READ) -> Future[T]:
        """Queue `job(core)` on the memory worker."""
        return self.executor.submit(lambda: job(self._opened()), lane)

    async def opened(self) -> Core:
        """Return the core to a coroutine; its lane adapters may be used there, nothing else."""
        import asyncio

        return await asyncio.wrap_future(self.submit(lambda core: core, Lane.RECALL))

    def close(self) -> None:
        """Close the core after the saves that wait, then refuse new work."""
        self.executor.submit(self._close, Lane.SAVE)
        self.executor.close()

    def _opened(self) -> Core:
        if self._core is None:
            self._core = self._open_core()
        return self._core

    def _close(self) -> None:
        if self._core is not None:
            self._core.close()
            self._core = None


def delete_space(core: Core, name: str, *, move_to: str | None = None) -> Changes:
    """Delete a space on the memory worker: its memories and its conversations go elsewhere.

    Args:
        core: The opened core.
        name: Name or id of the space.
        move_to: Name or id of what takes over; None sends the memories to the trash and makes the
            conversations global.

    Raises:
        UserError: `space_unknown`, or a failed write.
    """
    space = core.spaces.get(name).id
    target = core.spaces.resolve(move_to)
    changes = core.spaces.delete(space, move_to=move_to)
    moved = {one.id for one in core.conversations.list() if one.space == space}
    for conversation in moved:
        core.conversations.move(conversation, target)
    if moved:  # what is recalled of them belongs to the other scope from now on
        rounds = [one for one in core.conversations.rounds() if one.conversation in moved]
        core.memory.load_rounds(rounds)
    return changes
