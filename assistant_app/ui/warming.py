"""Reads the modules of pages that are not open yet while nobody waits, one at a time.

Each takes a few milliseconds; all of them at once, when a page is first opened, were seen as a
hitch of 200 ms.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer

_MEMORIES = "assistant_app.ui.memories."
MODULES = (
    "markdown_it",
    "pygments.lexers",
    "pygments.lexers.python",
    *(
        _MEMORIES + name
        for name in (
            *("index", "model", "delegate", "memory_list", "list_pane", "facet_pane"),
            *("text_editor", "labels_row", "origin_box", "use_chart", "history_view"),
            *("related_list", "detail_header", "detail_pane", "browser_page", "browser"),
            *("review_card", "inbox_page", "inbox", "overview_parts", "overview_page", "overview"),
        )
    ),
    "assistant_app.ui.settings.dialog",
)
_QUIET_MS, _STEP_MS = 1500, 40


class WarmUp(QObject):
    """Begins a moment after `start`, and ends by itself."""

    def __init__(self, modules: Sequence[str] = MODULES, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._left = list(modules)
        self._timer = QTimer(self)
        self._timer.setInterval(_STEP_MS)
        self._timer.timeout.connect(self._step)

    @property
    def left(self) -> Sequence[str]:
        """What is not read yet."""
        return tuple(self._left)

    def start(self) -> None:
        """Begin, a moment from now: what the user does first goes first."""
        QTimer.singleShot(_QUIET_MS, self, self._timer.start)

    def _step(self) -> None:
        if not self._left:
            self._timer.stop()
            return
        importlib.import_module(self._left.pop(0))
