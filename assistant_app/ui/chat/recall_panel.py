"""The panel of used memories: which, how close, where from, and what one can do about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from assistant_app.memory.types import HitKind, OriginKind
from assistant_app.ui.chat.memory_card import Act, MemoryCard
from assistant_app.ui.chat.panel_items import PanelContent, PanelItem
from assistant_app.ui.chat.talk_section import TalkSection
from assistant_app.ui.chat.text_block import TextBlock
from assistant_app.ui.layout import PANEL
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.buttons import icon_button
from assistant_app.ui.widgets.card import Card, Ground
from assistant_app.ui.widgets.nav_row import NavRow
from assistant_app.ui.widgets.page_header import PageHeader
from assistant_app.ui.widgets.text_label import TextLabel
from assistant_app.ui.words import day_word, quoted

TitleOf = Callable[[str], str]


class RecallPanel(Ground):
    """Beside the chat, or sliding over it.

    Signals:
        closed(): The user closes it.
        fix_requested(str), forget_requested(str): Of a memory.
        mute_requested(str): Leave the memory out of this chat ("Not here").
        opened(str): Show the memory in the browser.
    """

    closed = Signal()
    fix_requested = Signal(str)
    forget_requested = Signal(str)
    mute_requested = Signal(str)
    opened = Signal(str)

    def __init__(
        self,
        look: ThemeController,
        clock: Callable[[], datetime],
        title_of: TitleOf,
        parent: QWidget | None = None,
    ) -> None:
        """Create the panel.

        Args:
            look: The look.
            clock: The present moment.
            title_of: Returns the title of a conversation, empty where there is none.
            parent: Qt parent.
        """
        super().__init__(look, "window", parent)
        self._clock = clock
        self._title_of = title_of
        self.setObjectName("recallPanel")
        self.setAccessibleName(self.tr("Used for this answer"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._build()
        self._measure()

    def show_content(self, content: PanelContent) -> None:
        """Show what was used for an answer."""
        self._empty_list()
        self._say.set_text(self._sentence(content))
        if content.withheld:
            self._add(self._held_back(content.withheld))
        for item in content.used:
            self._add(MemoryCard(self.look, item, self._origin(item), self._acts()))
        if content.looked_at:
            self._add_fold(
                self.tr("Looked at, not used"),
                "eye",
                len(content.looked_at),
                lambda: self._looked_at(content.looked_at),
            )
        if content.used and content.model:
            self._add_fold(
                self.tr("Show exactly what was sent"),
                "chevron-right",
                None,
                lambda: [self._sent(content.used)],
            )
        if content.talk is not None and not content.talk.says_nothing:
            self._add(TalkSection(self.look, content.talk, self._inner))
        self._list.addStretch(1)

    def _add(self, part: QWidget) -> None:
        self._list.addWidget(part)
        part.show()

    def look_changed(self) -> None:
        """Measure anew."""
        self._measure()
        super().look_changed()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
            return
        super().keyPressEvent(event)

    def _build(self) -> None:
        look = self.look
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._header = PageHeader(
            look,
            self.tr("Used for this answer"),
            type_=Type.READING,
            ground="window",
            parent=self,
        )
        close = icon_button(look, "close", self.tr("Close"), parent=self._header)
        close.clicked.connect(self.closed)
        self._header.row.addWidget(close)
        self._header.row.setStretch(1, 1)
        column.addWidget(self._header)
        column.addWidget(self._build_list(), 1)
        self._build_foot()
        column.addLayout(self._foot)

    def _build_list(self) -> QScrollArea:
        area = QScrollArea(self)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.viewport().setAutoFillBackground(False)
        inner = QWidget(area)
        self._outer = QVBoxLayout(inner)
        self._say = TextLabel(self.look, type_=Type.SMALL, role="text2", parent=inner)
        self._outer.addWidget(self._say)
        self._list = QVBoxLayout()
        self._outer.addLayout(self._list, 1)
        area.setWidget(inner)
        inner.setAutoFillBackground(False)  # setWidget turns it on
        self._inner = inner
        return area

    def _build_foot(self) -> None:
        self._foot = QHBoxLayout()
        self._info = QLabel(self)
        note = TextLabel(self.look, type_=Type.CAPTION, role="text2", parent=self)
        note.set_parts(
            [
                (self.tr("Not here"), "text", 600),
                (" " + self.tr("leaves the memory out of this chat only.") + " ", "", 0),
                (self.tr("Forget"), "text", 600),
                (" " + self.tr("can be undone."), "", 0),
            ]
        )
        self._foot.addWidget(self._info, 0, Qt.AlignmentFlag.AlignVCenter)
        self._foot.addWidget(note, 1)

    def _measure(self) -> None:
        px = self.look.px
        self.setMinimumWidth(px(260))
        self.resize(px(PANEL), self.height())
        self._header.row.setContentsMargins(px(16), 0, px(6), 0)
        self._outer.setContentsMargins(px(16), px(12), px(16), px(12))
        self._outer.setSpacing(px(14))
        self._list.setSpacing(px(10))
        self._foot.setContentsMargins(px(16), px(10), px(16), px(14))
        self._foot.setSpacing(px(10))
        self._info.setPixmap(self.look.pixmap("info", "text2", 16))

    def _empty_list(self) -> None:
        while self._list.count():
            item = self._list.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def _sentence(self, content: PanelContent) -> str:
        count, total = len(content.used), content.total
        if not count:
            text = self.tr("No memories were used for this answer.")
        elif not content.model:
            text = self.tr("This answer was made from %1 of your %2 memories, without a model.")
        elif count == 1:
            text = self.tr(
                "1 of your %2 memories was given to the model together with your question."
            )
        else:
            text = self.tr(
                "%1 of your %2 memories were given to the model together with your question."
            )
        known = max(count, total or 0)
        text = text.replace("%1", str(count)).replace("%2", str(known))
        if count and not content.by_meaning:
            text += " " + self.tr("They were found by their words only.")
        return text

    def _origin(self, item: PanelItem) -> str:
        now = self._clock()
        if item.kind == HitKind.ROUND:
            return self.tr("From an earlier chat")
        if item.gone or item.entry is None:
            return self.tr("Forgotten since")
        entry = item.entry
        day = day_word(entry.created_at, now, inside=True)
        title = self._title_of(entry.origin.conversation or "")
        if entry.origin.kind == OriginKind.MANUAL:
            return self.tr("Typed by you, %1").replace("%1", day)
        if entry.origin.kind == OriginKind.IMPORT:
            return self.tr("Brought in, %1").replace("%1", day)
        if title:
            return self.tr("You, in %1, %2").replace("%1", quoted(title)).replace("%2", day)
        return self.tr("From a chat, %1").replace("%1", day)

    def _add_fold(
        self, text: str, icon: str, count: int | None, build: Callable[[], list[QWidget]]
    ) -> None:
        row = NavRow(self.look, text, icon=icon, parent=self._inner)
        row.set_count(count)
        holder = QWidget(self._inner)
        layout = QVBoxLayout(holder)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(self.look.px(6))
        holder.hide()

        def toggle() -> None:
            if layout.count() == 0:
                for widget in build():
                    layout.addWidget(widget)
            holder.setVisible(not holder.isVisible())
            row.setChecked(holder.isVisible())

        row.clicked.connect(toggle)
        self._list.addWidget(row)
        self._list.addWidget(holder)

    def _looked_at(self, items: Iterable[PanelItem]) -> list[QWidget]:
        return [MemoryCard(self.look, item, self._origin(item)) for item in items]

    def _acts(self) -> tuple[Act, ...]:
        return (
            (self.tr("Fix"), "edit", self.fix_requested.emit),
            (self.tr("Forget"), "forget", self.forget_requested.emit),
            (self.tr("Not here"), "not-here", self.mute_requested.emit),
        )

    def _held_back(self, count: int) -> QWidget:
        """Say what never left this computer."""
        if count == 1:
            text = self.tr("1 memory is for this computer only and was held back.")
        else:
            text = self.tr("%1 memories are for this computer only and were held back.")
        holder = QWidget(self._inner)
        holder.setObjectName("withheldNote")
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(self.look.px(8))
        icon = QLabel(holder)
        icon.setPixmap(self.look.pixmap("lock", "text2", 16))
        row.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        words = text.replace("%1", str(count))
        row.addWidget(TextLabel(self.look, words, type_=Type.SMALL, role="text2", parent=holder), 1)
        return holder

    def _sent(self, items: Iterable[PanelItem]) -> QWidget:
        card = Card(self.look, fill="sunken", line="line", radius=10, padding=12)
        words = TextBlock(self.look, type_=Type.SMALL, role="text2", parent=card)
        import html

        words.set_html("".join(f"<p>{html.escape(item.text)}</p>" for item in items))
        card.body.addWidget(words)
        return card
