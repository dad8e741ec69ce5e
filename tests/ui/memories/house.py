"""A real memory behind the real operations, without threads: jobs run where they are queued.

Results still arrive as queued signals, so a test waits for them as the window does.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from pathlib import Path
from types import SimpleNamespace

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from assistant_app.base.lanes import Lane
from assistant_app.memory.search import SnapshotSearch
from assistant_app.memory.types import Entry, Snapshot, State
from assistant_app.ui.main_window import MainWindow
from assistant_app.ui.memories.pages import memory_pages
from assistant_app.ui.pages import Page, PageContext, PageSpec
from assistant_app.ui.spaces import SpaceBook
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.workers.delivery import Delivery
from assistant_app.workers.memories import MemoryOperations
from assistant_app.workers.tidying import TidyOperations
from tests.memory.builders import House


def run_now(job):
    future = Future()
    try:
        future.set_result(job())
    except Exception as error:  # noqa: BLE001 - it travels in the future, as in the lanes
        future.set_exception(error)
    return future


class _LaneMemory:
    def __init__(self, memory) -> None:
        self._memory = memory

    async def remember(self, drafts, cause, *, ask):
        return self._memory.remember(drafts, cause=cause, mode_ask=ask)


class InlineCore:
    """The handle of the core; jobs run at once."""

    def __init__(self, memory) -> None:
        self.core = SimpleNamespace(memory=memory, lane_memory=_LaneMemory(memory))

    def submit(self, job, lane=Lane.READ):
        return run_now(lambda: job(self.core))

    async def opened(self):
        return self.core


class InlineNetwork:
    def submit(self, make):
        return run_now(lambda: asyncio.run(make()))


class InlineSearch:
    """What the search thread does, at once."""

    def __init__(self) -> None:
        self.searcher = SnapshotSearch()

    def submit(self, snapshot, text, *, trash=False, meaning=()):
        if trash:
            return run_now(
                lambda: self.searcher.search(snapshot, text, states=frozenset({State.DELETED}))
            )
        return run_now(lambda: self.searcher.search(snapshot, text, meaning=meaning))

    def derive(self, job):
        return run_now(job)


class SnapshotMemory:
    """A memory that is only a snapshot: for lists too long to be written to a store in a test."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.value = snapshot
        self.opened: list[str] = []

    def snapshot(self) -> Snapshot:
        return self.value

    def note_opened(self, name: str) -> None:
        self.opened.append(name)

    def near(self, text: str):
        return ()

    def uses_of(self, name: str):
        return ()

    def history(self, name: str):
        return ()

    def related(self, name: str, k=None):
        return ()


class Home(QObject):
    """A window with a chat page that is none, and the pages of memory.

    Attributes:
        memory: Behind the operations.
        operations: As the window calls them.
        window: Shown.
        chats: What was asked of the chat.
        spaces: Names and colours of the spaces.
        tidy: Over the same core; `model` names who writes.
    """

    def __init__(self, look: ThemeController, memory, clock, titles=None) -> None:
        super().__init__()
        self.memory = memory
        self.delivery = Delivery()
        self.operations = MemoryOperations(
            InlineCore(memory), InlineNetwork(), InlineSearch(), self.delivery
        )
        self.chats: list[tuple[str, str | None]] = []
        self.spaces = SpaceBook()
        self.core = InlineCore(memory)
        self.model = "builtin:memory"
        self.provider = ""
        self.tidy = TidyOperations(
            self.core, InlineNetwork(), self.operations, self.delivery, lambda: self.model
        )
        names = titles or {}
        context = PageContext(
            look=look,
            memories=self.operations,
            clock=clock,
            bar=lambda: self.window.bar,
            open_page=self._open_page,
            open_chat=lambda conversation, message: self.chats.append((conversation, message)),
            title_of=lambda name: names.get(name, ""),
            spaces=self.spaces,
            tidy=self.tidy,
            provider=lambda: self.provider,
        )
        chat = PageSpec("chats", "Chats", "chat", lambda: Page(look))
        self.window = MainWindow(look, [chat, *memory_pages(context)])

    def _open_page(self, key: str) -> Page:
        self.window.open_page(key)
        return self.window.page(key)

    def find(self, name: str, kind: type = QWidget):
        """Return the visible widget of a name."""
        found = [item for item in self.window.findChildren(kind, name) if item.isVisible()]
        assert len(found) == 1, (name, found)
        return found[0]


def real_house(path: Path) -> House:
    return House(path)


def entry_of(home: Home, text: str) -> Entry:
    (found,) = [item for item in home.memory.snapshot().entries if item.text == text]
    return found
