"""The settings: pages at the left, rows at the right; in a narrow window one after the other."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from assistant_app.ui.settings.answers_page import AnswersSettings
from assistant_app.ui.settings.look_page import LookSettings
from assistant_app.ui.settings.memory_page import MemorySettings
from assistant_app.ui.settings.never_page import NeverSettings
from assistant_app.ui.settings.spaces_page import SpacesSettings
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.focus_ring import FocusRing
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.buttons import icon_button
from assistant_app.ui.widgets.card import Ground, Line
from assistant_app.ui.widgets.nav_row import NavRow
from assistant_app.ui.widgets.text_label import ElidedLabel
from assistant_app.workers.memories import MemoryOperations
from assistant_app.workers.preferences import PreferenceOperations
from assistant_app.workers.spaces import SpaceOperations

WIDTH, HEIGHT, NAV = 920, 656, 236
_NARROW = 700


class SettingsDialog(QDialog):
    """Changes take effect at once; there is nothing to confirm."""

    def __init__(
        self,
        look: ThemeController,
        preferences: PreferenceOperations,
        parent: QWidget | None,
        *,
        memories: MemoryOperations,
        spaces: SpaceOperations,
    ) -> None:
        super().__init__(parent)
        self.look = look
        self._preferences = preferences
        self._narrow = False
        self._in_page = False
        self._rows: dict[str, NavRow] = {}
        self._pages: dict[str, QWidget] = {}
        self._makers: dict[str, Callable[[], QWidget]] = {
            "memory": lambda: MemorySettings(look, preferences, memories),
            "never": lambda: NeverSettings(look, preferences),
            "spaces": lambda: SpacesSettings(look, spaces, memories),
            "answers": lambda: AnswersSettings(look, preferences),
            "look": lambda: LookSettings(look, preferences),
        }
        self.setObjectName("settingsDialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Settings") + " – Keepsake")
        self.setAccessibleName(self.tr("Settings"))
        self._build()
        FocusRing(look, self)
        px = look.px
        width, height = px(WIDTH), px(HEIGHT)
        if parent is not None:
            room = parent.window().size()
            width = min(width, max(px(380), room.width() - px(40)))
            height = min(height, max(px(440), room.height() - px(40)))
        self.resize(width, height)
        self.open_page("memory", enter=False)

    def open_page(self, key: str, *, enter: bool = True) -> None:
        """Show a page: `memory`, `never`, `spaces`, `answers` or `look`."""
        if key not in self._pages:
            page = self._makers[key]()
            self._pages[key] = page
            self._stack.addWidget(page)
        self._stack.setCurrentWidget(self._pages[key])
        for name, row in self._rows.items():
            row.setChecked(name == key)
        self._in_page = enter
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out for the new width."""
        super().resizeEvent(event)
        self._narrow = self.width() < self.look.px(_NARROW)
        self._arrange()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape goes back, then closes; Enter presses nothing by chance."""
        if event.key() == Qt.Key.Key_Escape and self._narrow and self._in_page:
            self._back_to_list()
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            return
        super().keyPressEvent(event)

    def _build(self) -> None:
        look, px = self.look, self.look.px
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._build_nav())
        self._line = Line(look, vertical=True, parent=self)
        row.addWidget(self._line)
        self._right = Ground(look, "surface", self)
        column = QVBoxLayout(self._right)
        column.setContentsMargins(0, px(8), 0, 0)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(px(12), 0, px(12), 0)
        self._back = icon_button(look, "back", self.tr("Back"), parent=self._right)
        self._back.clicked.connect(self._back_to_list)
        close = icon_button(look, "close", self.tr("Close"), parent=self._right)
        close.clicked.connect(self.accept)
        head.addWidget(self._back)
        head.addStretch(1)
        head.addWidget(close)
        column.addLayout(head)
        self._stack = QStackedWidget(self._right)
        column.addWidget(self._stack, 1)
        row.addWidget(self._right, 1)

    def _build_nav(self) -> QWidget:
        look, px = self.look, self.look.px
        self._nav = Ground(look, "window", self)
        nav = QVBoxLayout(self._nav)
        nav.setContentsMargins(px(14), px(20), px(14), px(14))
        nav.setSpacing(px(2))
        nav.addWidget(
            ElidedLabel(look, self.tr("Settings"), type_=Type.TITLE, weight=600, parent=self._nav)
        )
        nav.addSpacing(px(10))
        for key, text, icon in (
            ("memory", self.tr("Memory"), "memory"),
            ("never", self.tr("Never remember"), "shield"),
            ("spaces", self.tr("Spaces"), "space"),
            ("answers", self.tr("Answers and models"), "chat"),
            ("look", self.tr("Look and language"), "appearance"),
        ):
            item = NavRow(
                look, text, icon=icon, page=True, object_name=f"settings:{key}", parent=self._nav
            )
            item.clicked.connect(lambda _=False, chosen=key: self.open_page(chosen))
            self._rows[key] = item
            nav.addWidget(item)
        nav.addStretch(1)
        return self._nav

    def _back_to_list(self) -> None:
        self._in_page = False
        self._arrange()

    def _arrange(self) -> None:
        alone = self._narrow and not self._in_page
        self._nav.setVisible(not self._narrow or alone)
        self._right.setVisible(not alone)
        self._line.setVisible(not self._narrow)
        self._back.setVisible(self._narrow)
        if self._narrow:
            self._nav.setMinimumWidth(0)
            self._nav.setMaximumWidth(16_777_215)
        else:
            self._nav.setFixedWidth(self.look.px(NAV))
