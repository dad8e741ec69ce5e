"""The window: the sidebar, the pages, the message bar, and what is remembered of its shape."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QByteArray, QEvent, QRect, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from assistant_app.ui.layout import MIN_HEIGHT, MIN_WIDTH, SIDEBAR, mode_for
from assistant_app.ui.pages import Page, PageSpec
from assistant_app.ui.sidebar import Sidebar
from assistant_app.ui.theme.controller import ScreenWatcher, ThemeController
from assistant_app.ui.theme.focus_ring import FocusRing
from assistant_app.ui.widgets.card import Ground, Line
from assistant_app.ui.widgets.message_bar import MessageBar
from assistant_app.ui.widgets.slide_panel import Edge, SlidePanel

DEFAULT_WIDTH, DEFAULT_HEIGHT = 1280, 800


class MainWindow(QMainWindow):
    """The one window.

    Attributes:
        sidebar: At the leading edge, or in a drawer.
        bar: The message bar over the pages.

    Signals:
        closing(): The window is about to close; its shape has been saved.
        page_built(str): A page was made.
    """

    closing = Signal()
    page_built = Signal(str)

    def __init__(
        self,
        look: ThemeController,
        pages: Sequence[PageSpec],
        *,
        state: str = "",
        save_state: Callable[[str], None] | None = None,
    ) -> None:
        """Create the window; pages are built when they are first opened.

        Args:
            look: The look.
            pages: In the order of the sidebar; the first is shown at the start.
            state: The shape as `save_state` was given it.
            save_state: Takes the shape when the window closes.
        """
        super().__init__()
        self.look = look
        self._specs = {spec.key: spec for spec in pages}
        self._built: dict[str, Page] = {}
        self._save_state = save_state
        self._user_folded = False
        self._docked = True
        self._current = ""
        self.setObjectName("mainWindow")
        self.setAccessibleName("Keepsake")
        self.sidebar = Sidebar(look, pages)
        self._build()
        self.set_title("")
        self._add_shortcuts(pages)
        FocusRing(look, self)
        ScreenWatcher(look, self)
        look.changed.connect(self._measure)
        self._measure()
        self._restore(state)

    # Pages

    @property
    def current_page(self) -> str:
        """The key of the open page."""
        return self._current

    def page(self, key: str) -> Page:
        """Return a page, building it where that was not done yet."""
        if key not in self._built:
            page = self._specs[key].build()
            page.menu_requested.connect(self._open_drawer)
            self._built[key] = page
            self._stack.addWidget(page)
            section = page.section()
            if section is not None:
                self.sidebar.set_section(key, section)
            self._lay_out()
            self.page_built.emit(key)
        return self._built[key]

    def open_page(self, key: str) -> None:
        """Show a page."""
        page = self.page(key)
        self._stack.setCurrentWidget(page)
        self.bar.set_below(below=page.bar_below)
        self._current = key
        self.sidebar.set_page(key)
        self._drawer.close_panel()
        page.entered()

    def set_title(self, title: str) -> None:
        """Name what is open in the title of the window."""
        self.setWindowTitle(f"{title} – Keepsake" if title else "Keepsake")

    # Events

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out for the new width."""
        super().resizeEvent(event)
        self._lay_out()

    def changeEvent(self, event: QEvent) -> None:
        """Nothing but Qt's own work; kept for the layout direction."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self._lay_out()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keep the shape of the window."""
        if self._save_state is not None:
            shape = bytes(self.saveGeometry().toBase64().data()).decode()
            self._save_state(f"{shape}:{int(self._user_folded)}")
        self.closing.emit()
        super().closeEvent(event)

    # Building

    def _build(self) -> None:
        self._central = Ground(self.look, "surface")
        self.setCentralWidget(self._central)
        row = QHBoxLayout(self._central)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self._row = row
        self._edge = Line(self.look, vertical=True)
        row.addWidget(self.sidebar)
        row.addWidget(self._edge)
        self._content = QWidget(self._central)
        column = QVBoxLayout(self._content)
        column.setContentsMargins(0, 0, 0, 0)
        self._stack = QStackedWidget(self._content)
        column.addWidget(self._stack)
        row.addWidget(self._content, 1)
        self.bar = MessageBar(self.look, self._content)
        self._drawer = SlidePanel(self.look, self._central, edge=Edge.LEADING, width=SIDEBAR)
        self.sidebar.page_requested.connect(self.open_page)
        self.sidebar.fold_requested.connect(self._fold)

    def _add_shortcuts(self, pages: Sequence[PageSpec]) -> None:
        for spec in pages:
            if spec.shortcut:
                shortcut = QShortcut(QKeySequence(spec.shortcut), self)
                shortcut.activated.connect(lambda key=spec.key: self.open_page(key))
        new = QShortcut(QKeySequence(QKeySequence.StandardKey.New), self)
        new.activated.connect(self.sidebar.new_chat_requested)
        temporary = QShortcut(QKeySequence("Ctrl+Shift+N"), self)
        temporary.activated.connect(self.sidebar.temporary_chat_requested)
        settings = QShortcut(QKeySequence("Ctrl+,"), self)
        settings.activated.connect(self.sidebar.settings_requested)
        quit_ = QShortcut(QKeySequence("Ctrl+Q"), self)  # Windows has no standard key for it
        quit_.activated.connect(self.close)

    def _measure(self) -> None:
        px = self.look.px
        self.setMinimumSize(px(MIN_WIDTH), px(MIN_HEIGHT))
        self._lay_out()

    def _fold(self) -> None:
        if self._drawer.isVisible():
            self._drawer.close_panel()
            return
        self._user_folded = True
        self._lay_out()

    def _open_drawer(self) -> None:
        if self._user_folded and not mode_for(self.width(), self.look.unit).sidebar_folded:
            self._user_folded = False
            self._lay_out()
        else:
            self._drawer.open()

    def _lay_out(self) -> None:
        mode = mode_for(self.width(), self.look.unit)
        folded = mode.sidebar_folded or self._user_folded
        if folded and self._docked:
            self._docked = False
            self._row.removeWidget(self.sidebar)
            self._drawer.set_content(self.sidebar)
            self._edge.hide()
        elif not folded and not self._docked:
            self._docked = True
            self._drawer.release()
            self._row.insertWidget(0, self.sidebar)
            self.sidebar.show()
            self._edge.show()
        for page in self._built.values():
            page.set_mode(replace(mode, sidebar_folded=folded))

    # The shape

    def _restore(self, state: str) -> None:
        px = self.look.px
        self.resize(px(DEFAULT_WIDTH), px(DEFAULT_HEIGHT))
        shape, _, folded = state.partition(":")
        self._user_folded = folded == "1"
        try:
            saved = base64.b64decode(shape, validate=True)
        except binascii.Error:
            saved = b""
        if saved:
            self.restoreGeometry(QByteArray(saved))
        QTimer.singleShot(0, self, self._keep_on_screen)

    def _keep_on_screen(self) -> None:
        frame = self.frameGeometry()
        screens = [screen.availableGeometry() for screen in QGuiApplication.screens()]
        moved = onto_a_screen(frame, screens)
        if moved != frame:
            self.resize(moved.size())
            self.move(moved.topLeft())


def onto_a_screen(frame: QRect, screens: Sequence[QRect]) -> QRect:
    """Return where a window has to be so that it can be seen and grabbed.

    Args:
        frame: Where it is.
        screens: The free part of every screen.
    """
    grip = QRect(frame.left(), frame.top(), frame.width(), min(frame.height(), 40))
    for screen in screens:
        seen = screen.intersected(grip)
        if seen.width() >= min(120, frame.width()) and seen.height() >= min(24, grip.height()):
            return frame
    if not screens:
        return frame
    home = screens[0]
    result = QRect(0, 0, min(frame.width(), home.width()), min(frame.height(), home.height()))
    result.moveCenter(home.center())
    return result
