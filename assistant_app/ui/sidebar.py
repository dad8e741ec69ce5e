"""The sidebar: a new chat, the pages, what belongs to the page, and the foot."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedWidget, QVBoxLayout, QWidget

from assistant_app.ui.layout import SIDEBAR
from assistant_app.ui.pages import PageSpec
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.buttons import SMALL, Button, icon_button
from assistant_app.ui.widgets.card import Ground, Line
from assistant_app.ui.widgets.nav_row import NavRow
from assistant_app.ui.widgets.text_label import ElidedLabel


class Sidebar(Ground):
    """Always the same from top to foot; only the section under the line changes.

    Signals:
        new_chat_requested(), temporary_chat_requested(), settings_requested(): Acts.
        fold_requested(): Fold the sidebar away.
        page_requested(str): Open the page of this key.
    """

    new_chat_requested = Signal()
    temporary_chat_requested = Signal()
    settings_requested = Signal()
    fold_requested = Signal()
    page_requested = Signal(str)

    def __init__(
        self, look: ThemeController, pages: Sequence[PageSpec], parent: QWidget | None = None
    ) -> None:
        super().__init__(look, "window", parent)
        self.setAccessibleName(self.tr("Sidebar"))
        self._rows: dict[str, NavRow] = {}
        self._sections: dict[str, QWidget] = {}
        self._column = QVBoxLayout(self)
        self._build_head()
        self._build_new()
        self._build_pages(pages)
        self._line = Line(look, parent=self)
        self._column.addWidget(self._line)
        self._stack = QStackedWidget(self)
        self._blank = QWidget(self)
        self._stack.addWidget(self._blank)
        self._column.addWidget(self._stack, 1)
        self._column.addWidget(Line(look, parent=self))
        self._build_foot()
        self._measure()

    def set_page(self, key: str) -> None:
        """Mark the current page and show its section; a page without one keeps the last."""
        for name, row in self._rows.items():
            row.setChecked(name == key)
        if key in self._sections:
            self._stack.setCurrentWidget(self._sections[key])

    def set_section(self, key: str, section: QWidget) -> None:
        """Give a page a section under the line."""
        if key not in self._sections:
            self._sections[key] = section
            self._stack.addWidget(section)

    def set_badge(self, key: str, count: int) -> None:
        """Show how much waits on a page."""
        if key in self._rows:
            self._rows[key].set_count(count, badge=True)

    def look_changed(self) -> None:
        """Measure anew."""
        self._measure()
        super().look_changed()

    def _build_head(self) -> None:
        look = self.look
        self._head = QHBoxLayout()
        self._mark = QLabel(self)
        self._name = ElidedLabel(look, "Keepsake", type_=Type.READING, weight=600, parent=self)
        self._fold = icon_button(
            look, "sidebar", self.tr("Fold the sidebar"), height=SMALL, parent=self
        )
        self._fold.clicked.connect(self.fold_requested)
        self._head.addWidget(self._mark)
        self._head.addWidget(self._name, 1)
        self._head.addWidget(self._fold)
        self._column.addLayout(self._head)

    def _build_new(self) -> None:
        look = self.look
        self._new_row = QHBoxLayout()
        new = Button(
            look,
            self.tr("New chat"),
            icon="chat-new",
            object_name="newChatButton",
            name=self.tr("New chat"),
            parent=self,
        )
        new.set_wide(wide=True)
        new.clicked.connect(self.new_chat_requested)
        temporary = Button(
            look,
            icon="chat-temporary",
            icon_role="temp",
            name=self.tr("New temporary chat: nothing is remembered"),
            object_name="temporaryChatButton",
            parent=self,
        )
        temporary.clicked.connect(self.temporary_chat_requested)
        self._new_row.addWidget(new, 1)
        self._new_row.addWidget(temporary)
        self._column.addLayout(self._new_row)

    def _build_pages(self, pages: Sequence[PageSpec]) -> None:
        self._nav = QVBoxLayout()
        for spec in pages:
            row = NavRow(
                self.look,
                spec.text,
                icon=spec.icon,
                page=True,
                object_name=f"page:{spec.key}",
                parent=self,
            )
            row.clicked.connect(lambda _=False, key=spec.key: self.page_requested.emit(key))
            self._rows[spec.key] = row
            self._nav.addWidget(row)
        self._column.addLayout(self._nav)

    def _build_foot(self) -> None:
        look = self.look
        settings = NavRow(
            look, self.tr("Settings"), icon="settings", object_name="settingsButton", parent=self
        )
        settings.setCheckable(False)
        settings.clicked.connect(self.settings_requested)
        self._column.addWidget(settings)
        self._foot = QHBoxLayout()
        self._lock = QLabel(self)
        self._kept = ElidedLabel(
            look,
            self.tr("Kept on this computer"),
            type_=Type.CAPTION,
            role="text3",
            parent=self,
        )
        self._foot.addWidget(self._lock)
        self._foot.addWidget(self._kept, 1)
        self._column.addLayout(self._foot)

    def _measure(self) -> None:
        px = self.look.px
        self.setFixedWidth(px(SIDEBAR))
        self._column.setContentsMargins(px(12), px(9), px(12), px(12))
        self._column.setSpacing(px(10))
        self._head.setContentsMargins(px(8), 0, px(2), 0)
        self._head.setSpacing(px(8))
        self._new_row.setSpacing(px(8))
        self._nav.setSpacing(px(2))
        self._foot.setContentsMargins(px(12), 0, 0, 0)
        self._foot.setSpacing(px(12))
        self._mark.setPixmap(self.look.pixmap("keepsake", "text", 24))
        self._lock.setPixmap(self.look.pixmap("lock", "text3", 16))
        self._mark.setFixedHeight(px(34))
        self._name.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
