"""What the window can do with spaces. Every call returns at once; results arrive by callback."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal

from assistant_app.base.lanes import Lane
from assistant_app.memory.types import Changes, Space
from assistant_app.workers.core import delete_space
from assistant_app.workers.delivery import Delivery, Done, Failed

if TYPE_CHECKING:
    from assistant_app.workers.core import Core, CoreHandle
    from assistant_app.workers.memories import MemoryOperations

T = TypeVar("T")


class SpaceOperations(QObject):
    """Operations on spaces.

    Signals:
        changed(tuple[Space, ...]): The spaces as they are now.
        deleted(str): A space is gone, its conversations have moved.
    """

    changed = Signal(object)
    deleted = Signal(str)

    def __init__(
        self,
        core: CoreHandle,
        memories: MemoryOperations,
        delivery: Delivery,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._core = core
        self._memories = memories
        self._delivery = delivery
        self._spaces: tuple[Space, ...] = ()
        # An undo may bring a deleted space back, an import may make one.
        memories.changed.connect(lambda _: self.refresh())

    @property
    def spaces(self) -> tuple[Space, ...]:
        """The spaces as last heard of."""
        return self._spaces

    def refresh(self) -> None:
        """Fetch the spaces; `changed` follows where they are others than before."""
        self._delivery.deliver(self._core.submit(lambda core: core.spaces.all()), self, self._take)

    def list(self, owner: QObject, done: Done[tuple[Space, ...]]) -> None:
        """Ask for the spaces."""
        self._delivery.deliver(self._core.submit(lambda core: core.spaces.all()), owner, done)

    def create(
        self,
        name: str,
        owner: QObject,
        done: Done[Space] | None = None,
        failed: Failed | None = None,
        *,
        colour: str | None = None,
    ) -> None:
        """Make a space; without a colour it gets one that no other has."""
        self._change(lambda core: core.spaces.create(name, colour), owner, done, failed)

    def rename(
        self,
        space_id: str,
        name: str,
        owner: QObject,
        done: Done[Space] | None = None,
        failed: Failed | None = None,
    ) -> None:
        """Give a space another name."""
        self._change(lambda core: core.spaces.rename(space_id, name), owner, done, failed)

    def recolour(
        self,
        space_id: str,
        colour: str,
        owner: QObject,
        done: Done[Space] | None = None,
        failed: Failed | None = None,
    ) -> None:
        """Give a space another colour, `#rrggbb`."""
        self._change(lambda core: core.spaces.recolour(space_id, colour), owner, done, failed)

    def delete(
        self,
        space_id: str,
        owner: QObject,
        done: Done[Changes] | None = None,
        failed: Failed | None = None,
        *,
        move_to: str | None = None,
    ) -> None:
        """Delete a space; its memories move to a scope, or go to the trash where None is given.

        Its conversations move to the same scope, or are global.
        """

        def told(changes: Changes) -> None:
            self.deleted.emit(space_id)
            self._memories.announce(changes)
            if done is not None:
                done(changes)

        self._change(
            lambda core: delete_space(core, space_id, move_to=move_to), owner, told, failed
        )

    def _change(
        self,
        job: Callable[[Core], T],
        owner: QObject,
        done: Done[T] | None,
        failed: Failed | None,
    ) -> None:
        def told(result: T) -> None:
            self.refresh()
            if done is not None:
                done(result)

        self._delivery.deliver(self._core.submit(job, Lane.SAVE), owner, told, failed)

    def _take(self, spaces: tuple[Space, ...]) -> None:
        if spaces != self._spaces:
            self._spaces = spaces
            self.changed.emit(spaces)
