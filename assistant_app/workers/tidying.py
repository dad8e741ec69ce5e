"""What the window can do to tidy memory up: a plan, statements for it, and carrying it out.

The plan is made on the memory worker, the statements are written by the chat model on the network
thread, and nothing changes before `apply`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from assistant_app.base.lanes import Lane
from assistant_app.workers.delivery import Delivery, Done, Failed

if TYPE_CHECKING:
    from concurrent.futures import Future

    from assistant_app.memory.tidy import TidyPlan
    from assistant_app.memory.tidying import Tidied
    from assistant_app.workers.core import Core, CoreHandle
    from assistant_app.workers.memories import MemoryOperations
    from assistant_app.workers.threads import NetworkThread


class TidyOperations(QObject):
    """Operations of tidying up.

    Signals:
        progressed(int, int): So many statements of so many are written.
    """

    progressed = Signal(int, int)
    _told = Signal(int, int)

    def __init__(
        self,
        core: CoreHandle,
        network: NetworkThread,
        memories: MemoryOperations,
        delivery: Delivery,
        model: Callable[[], str],
        parent: QObject | None = None,
    ) -> None:
        """Create the operations.

        Args:
            core: The memory worker.
            network: Where the model is asked.
            memories: Told about what changed.
            delivery: Brings results back.
            model: Returns the name of the model that writes, `provider:model`.
            parent: Qt parent.
        """
        super().__init__(parent)
        self._core = core
        self._network = network
        self._memories = memories
        self._delivery = delivery
        self._model = model
        self._writing: Future[dict[str, str]] | None = None
        self._told.connect(self.progressed, Qt.ConnectionType.QueuedConnection)

    @property
    def model(self) -> str:
        """Name of the model that would write."""
        return self._model()

    def plan(self, owner: QObject, done: Done[TidyPlan], failed: Failed | None = None) -> None:
        """Ask what could be tidied up; changes nothing."""
        planning = self._core.submit(lambda core: core.memory.tidy_plan(), Lane.BACKGROUND)
        self._delivery.deliver(planning, owner, done, failed)

    def write(
        self,
        plan: TidyPlan,
        owner: QObject,
        done: Done[dict[str, str]],
        failed: Failed | None = None,
    ) -> None:
        """Have the model write a statement for each cluster; by `Cluster.key`."""
        name = self._model()

        async def statements() -> dict[str, str]:
            from assistant_app.conversation.tidying import write_statements

            core = await self._core.opened()
            model = await core.chat_model(name)
            return await write_statements(model, plan.clusters, progress=self._told.emit)

        self.stop()
        writing = self._network.submit(statements)
        self._writing = writing
        self._delivery.deliver(writing, owner, done, failed)

    def stop(self) -> None:
        """Stop the writing; what is not there yet is left as it is."""
        writing, self._writing = self._writing, None
        if writing is not None:
            writing.cancel()

    def apply(
        self,
        plan: TidyPlan,
        statements: Mapping[str, str],
        owner: QObject,
        done: Done[Tidied] | None = None,
        failed: Failed | None = None,
    ) -> None:
        """Put statements in the place of the memories of their clusters, in one change set.

        Args:
            plan: As it was shown.
            statements: Those that the user agreed to, by `Cluster.key`.
            owner: Whoever waits.
            done: Takes what became of it; `refused` has changed meanwhile and stays as it is.
            failed: Takes the error.
        """

        def tidy(core: Core) -> Tidied:
            from assistant_app.memory.tidy import Merge

            merges = [
                Merge(tuple(entry.id for entry in cluster.entries), statements[cluster.key])
                for cluster in plan.clusters
                if cluster.key in statements
            ]
            return core.memory.tidy(merges)

        def told(tidied: Tidied) -> None:
            self._memories.announce(tidied.changes)
            if done is not None:
                done(tidied)

        self._delivery.deliver(self._core.submit(tidy, Lane.SAVE), owner, told, failed)
