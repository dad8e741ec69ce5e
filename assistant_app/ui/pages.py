"""What the window knows of a page; pages are added without touching the window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from assistant_app.ui.layout import Mode
from assistant_app.ui.spaces import SpaceBook
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.widgets.card import Ground
from assistant_app.ui.widgets.message_bar import MessageBar
from assistant_app.workers.memories import MemoryOperations
from assistant_app.workers.tidying import TidyOperations


class Page(Ground):
    """A page of the window.

    Signals:
        menu_requested(): The folded sidebar is wanted.
    """

    menu_requested = Signal()
    bar_below = False
    """Whether the message bar stands at the lower edge of this page."""

    def __init__(self, look: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(look, "surface", parent)

    def section(self) -> QWidget | None:
        """Return what the sidebar shows under its line for this page, or None."""
        return None

    def set_mode(self, mode: Mode) -> None:
        """Lay the page out for a width of the window.

        `mode.sidebar_folded` is also true where the user folded the sidebar: show a menu button
        in the header (`PageHeader.set_folded`) that emits `menu_requested`.
        """

    def entered(self) -> None:
        """The page was opened."""


@dataclass(frozen=True, slots=True)
class PageSpec:
    """A page as it stands in the sidebar.

    Attributes:
        key: Name for `MainWindow.open_page`.
        text: In the sidebar; translated.
        icon: In the sidebar.
        build: Makes the page when it is first opened.
        shortcut: Keys that open it.
    """

    key: str
    text: str
    icon: str
    build: Callable[[], Page]
    shortcut: str = ""


@dataclass(frozen=True, slots=True)
class PageContext:
    """What pages are built with; a package of pages offers `pages(context) -> Sequence[PageSpec]`.

    Attributes:
        look: The look.
        memories: The operations on memories.
        clock: The present moment, with a time zone.
        bar: Returns the message bar of the window.
        open_page: Opens the page of a key, and returns it.
        open_chat: Opens a conversation, at a message where one is named.
        title_of: Returns the title of a conversation, empty where there is none.
        spaces: Names and colours of the spaces.
        tidy: Operations of tidying up.
        provider: Returns where answers come from; empty where that is this computer.
    """

    look: ThemeController
    memories: MemoryOperations
    clock: Callable[[], datetime]
    bar: Callable[[], MessageBar]
    open_page: Callable[[str], Page]
    open_chat: Callable[[str, str | None], None]
    title_of: Callable[[str], str]
    spaces: SpaceBook
    tidy: TidyOperations
    provider: Callable[[], str]
