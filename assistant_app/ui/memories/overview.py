"""What the page "Overview" means: it asks for figures and leads to the memories behind them."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject

from assistant_app.memory.types import Snapshot
from assistant_app.ui.memories.browser_page import BrowserPage
from assistant_app.ui.memories.figures import Overview, overview
from assistant_app.ui.memories.index import Facet
from assistant_app.ui.memories.overview_page import OverviewPage
from assistant_app.ui.pages import PageContext


class OverviewController(QObject):
    """Asks only while the page is in sight."""

    def __init__(self, page: OverviewPage, context: PageContext) -> None:
        super().__init__(page)
        self._page = page
        self._context = context
        self._job = 0
        context.memories.snapshot_changed.connect(self._snapshot_changed)
        page.was_entered.connect(self._refresh)
        page.memory_wanted.connect(self._open)
        page.facet_wanted.connect(self._show)
        self._refresh()

    def _snapshot_changed(self, _snapshot: Snapshot) -> None:
        if self._page.isVisible():
            self._refresh()

    def _refresh(self) -> None:
        self._job += 1
        now = self._context.clock()
        self._context.memories.derive(
            lambda snapshot: overview(snapshot, now), self, partial(self._take, self._job)
        )

    def _take(self, job: int, found: Overview) -> None:
        if job == self._job:
            self._page.show_overview(found)

    def _open(self, memory_id: str) -> None:
        page = self._context.open_page("memories")
        if isinstance(page, BrowserPage):
            page.open_memory(memory_id)

    def _show(self, facet: Facet) -> None:
        page = self._context.open_page("memories")
        if isinstance(page, BrowserPage):
            page.facet_wanted.emit(facet)
