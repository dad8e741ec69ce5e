"""The pages of memory as the window knows them."""

from __future__ import annotations

from collections.abc import Sequence

from assistant_app.ui.pages import PageContext, PageSpec


def memory_pages(_context: PageContext) -> Sequence[PageSpec]:
    """Return the pages of memory: keys `memories`, `review` and `overview`, in this order."""
    return ()
