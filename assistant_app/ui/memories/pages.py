"""The pages of memory as the window knows them; each is built when it is first opened."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from assistant_app.ui.pages import Page, PageContext, PageSpec

MEMORIES, REVIEW, OVERVIEW = "memories", "review", "overview"


def memory_pages(context: PageContext) -> Sequence[PageSpec]:
    """Return the pages of memory: keys `memories`, `review` and `overview`, in this order.

    Args:
        context: What the pages are built with.
    """
    translate = QCoreApplication.translate

    def browser() -> Page:
        from assistant_app.ui.memories.browser import BrowserController
        from assistant_app.ui.memories.browser_page import BrowserPage

        page = BrowserPage(context.look, context.clock)
        page.use_spaces(context.spaces)
        BrowserController(page, context)
        return page

    def inbox() -> Page:
        from assistant_app.ui.memories.inbox import InboxController
        from assistant_app.ui.memories.inbox_page import InboxPage

        page = InboxPage(context.look, context.clock)
        InboxController(page, context)
        return page

    def overview() -> Page:
        from assistant_app.ui.memories.overview import OverviewController
        from assistant_app.ui.memories.overview_page import OverviewPage

        page = OverviewPage(context.look, context.clock)
        OverviewController(page, context)
        return page

    return (
        PageSpec(MEMORIES, translate("Memories", "Memories"), "memories", browser, "Ctrl+2"),
        PageSpec(REVIEW, translate("Memories", "To review"), "inbox", inbox, "Ctrl+3"),
        PageSpec(OVERVIEW, translate("Memories", "Overview"), "overview", overview, "Ctrl+4"),
    )
