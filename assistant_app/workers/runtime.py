"""Everything that runs beside the window, started after the first paint and ended in stages.

Shutdown: turns are stopped (their partial answers are recorded), waiting saves are done, files are
closed, threads are joined; all within a deadline. Nothing waits for exit to be saved.
"""

from __future__ import annotations

import concurrent.futures
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer, Signal

from assistant_app.conversation.types import TurnOptions
from assistant_app.settings import declarations
from assistant_app.workers.chats import ChatOperations
from assistant_app.workers.delivery import Delivery
from assistant_app.workers.memories import MemoryOperations
from assistant_app.workers.preferences import PreferenceOperations
from assistant_app.workers.searching import SearchThread
from assistant_app.workers.spaces import SpaceOperations
from assistant_app.workers.threads import MemoryThread, NetworkThread
from assistant_app.workers.tidying import TidyOperations

if TYPE_CHECKING:
    from assistant_app.services import Services
    from assistant_app.workers.upkeep import Upkeep

T = TypeVar("T")
_STOP_TURNS_MS = 1000
_JOIN_MS = 2000
_log = logging.getLogger(__name__)


class Runtime(QObject):
    """The threads of the program and the operations that the window calls.

    Signals:
        opened(): The store is open.
        failed_to_open(UserError): The store cannot be opened; nothing works.
        notices(tuple[Notice, ...]): What the user should know.
        changed_elsewhere(): The command line changed something; may be emitted on any thread.

    Attributes:
        memories, spaces, tidy, chats, preferences: The operations.
        delivery: Brings results to the window.
    """

    opened = Signal()
    failed_to_open = Signal(object)
    notices = Signal(object)
    changed_elsewhere = Signal()
    _background_changes = Signal(object)
    _background_refresh = Signal()

    def __init__(
        self,
        services: Services,
        options: Callable[[str, bool], TurnOptions],
        parent: QObject | None = None,
    ) -> None:
        """Create the runtime; nothing runs before `start`.

        Args:
            services: The assembled program.
            options: Makes the options of a turn from scope and temporary.
            parent: Qt parent.
        """
        super().__init__(parent)
        self._services = services
        self._memory_thread = MemoryThread(services.core.executor, self)
        self._network = NetworkThread(self)
        self._search = SearchThread(self)
        self.delivery = Delivery(self)
        self.memories = MemoryOperations(
            services.core, self._network, self._search, self.delivery, self
        )
        self.spaces = SpaceOperations(services.core, self.memories, self.delivery, self)
        self.preferences = PreferenceOperations(services, self._network, self.delivery, self)
        self.tidy = TidyOperations(
            services.core,
            self._network,
            self.memories,
            self.delivery,
            lambda: self.preferences.settings.get(declarations.CHAT_MODEL),
            self,
        )
        self.chats = ChatOperations(
            services.core, self._network, self.memories, self.delivery, options, self
        )
        self.spaces.deleted.connect(self.chats.refresh)
        self._upkeep: Upkeep | None = None
        self._upkeep_task: Future[None] | None = None
        queued = Qt.ConnectionType.QueuedConnection
        self._background_changes.connect(self.memories.announce, queued)
        self._background_refresh.connect(self.memories.refresh, queued)
        for screen in (self.memories, self.spaces, self.chats, self.preferences):
            self.changed_elsewhere.connect(screen.refresh, queued)

    def start(self) -> None:
        """Start the threads and open the store; call it after the first paint."""
        for thread in (self._memory_thread, self._network, self._search):
            thread.start()
        self.delivery.deliver(
            self._services.core.submit(lambda core: (*self._services.notices, *core.notices)),
            self,
            self._opened,
            self.failed_to_open.emit,
        )

    def submit(self, make: Callable[[], Coroutine[object, object, T]]) -> Future[T]:
        """Start a coroutine on the network thread (requests over the local channel)."""
        return self._network.submit(make)

    def shut_down(self) -> None:
        """End everything in stages; returns within a few seconds, whatever hangs."""
        self.chats.stop_all()
        if self._upkeep_task is not None:
            self._upkeep_task.cancel()
        self._wait_for_turns()
        models = self._network.submit(self._services.close_models)
        self._services.core.close()
        if not self._memory_thread.wait(_JOIN_MS):
            _log.warning("the memory worker did not end in time")
        concurrent.futures.wait([models], _JOIN_MS / 1000)
        self._network.stop()
        self._search.stop()
        for thread in (self._network, self._search):
            if not thread.wait(_JOIN_MS):
                _log.warning("the thread %s did not end in time", thread.objectName())

    def _wait_for_turns(self) -> None:
        """Let stopped turns record what they have, for a limited time."""
        if not self.chats.any_running():
            return
        loop = QEventLoop()
        self.chats.running_changed.connect(
            lambda *_: None if self.chats.any_running() else loop.quit()
        )
        QTimer.singleShot(_STOP_TURNS_MS, loop.quit)
        loop.exec()

    def _opened(self, notices: object) -> None:
        from assistant_app.workers.upkeep import Upkeep

        self.opened.emit()
        self.notices.emit(notices)
        self.chats.notices.connect(self.notices)
        self.memories.refresh()
        self.spaces.refresh()
        self.chats.refresh()
        upkeep = Upkeep(
            self._services.core,
            changed=self._background_changes.emit,
            refreshed=self._background_refresh.emit,
        )
        self._upkeep = upkeep
        self.memories.changed.connect(lambda _: upkeep.wake())
        self._upkeep_task = self._network.submit(upkeep.run)
        self.delivery.deliver(self._upkeep_task, self)
