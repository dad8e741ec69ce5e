"""One memory with everything that is known about it; the chat opens the same pane."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QMenu,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from assistant_app.memory.types import Entry, HistoryEvent, Related, State
from assistant_app.ui.memories.detail_header import DetailHeader
from assistant_app.ui.memories.history_view import HistoryView
from assistant_app.ui.memories.labels_row import LabelsRow
from assistant_app.ui.memories.life import Wording, wordings
from assistant_app.ui.memories.origin_box import OriginBox
from assistant_app.ui.memories.related_list import RelatedList
from assistant_app.ui.memories.sentences import (
    came_words,
    moment_words,
    reader_words,
)
from assistant_app.ui.memories.text_editor import MemoryText
from assistant_app.ui.memories.use_chart import UseChart
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.card import Ground
from assistant_app.ui.widgets.text_label import TextLabel

_COLUMN, _TWO_COLUMNS = 760, 480
_KEPT = (State.ACTIVE, State.ARCHIVED, State.PROPOSED)


@dataclass(frozen=True, slots=True)
class Known:
    """What was asked about a memory beside itself; None until it has arrived.

    Attributes:
        events: Its life, oldest first.
        past: The memories that it took the place of, newest first.
        uses: When it was used, oldest first.
        past_uses: When those of its past were used.
        related: What belongs near it.
    """

    events: tuple[HistoryEvent, ...] | None = None
    past: tuple[Entry, ...] = ()
    uses: tuple[datetime, ...] | None = None
    past_uses: tuple[datetime, ...] = ()
    related: tuple[Related, ...] | None = None


class DetailPane(Ground):
    """A view only.

    Attributes:
        head: State and acts.
        text: The words in their frame.
        labels, origin, uses, history, related: The parts below.
        provider: Returns where answers come from; empty where that is this computer.

    Signals:
        copied(): The words are on the clipboard.
        local_only_chosen(bool), never_ends_chosen(), erase_chosen(): From the menu.
    """

    copied = Signal()
    local_only_chosen = Signal(bool)
    never_ends_chosen = Signal()
    erase_chosen = Signal()

    def __init__(
        self, look: ThemeController, clock: Callable[[], datetime], parent: QWidget | None = None
    ) -> None:
        super().__init__(look, "surface", parent)
        self._clock = clock
        self._entry: Entry | None = None
        self._two_columns: bool | None = None
        self.provider: Callable[[], str] = str
        self.setObjectName("memoryDetail")
        self.setAccessibleName(self.tr("The chosen memory"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.head = DetailHeader(look, self)
        self.head.menu_wanted.connect(self._open_menu)
        column.addWidget(self.head)
        self._stack = QStackedWidget(self)
        self._build_body()
        self._build_blank()
        column.addWidget(self._stack, 1)
        self._measure()
        self.show_nothing("")

    # What is shown

    @property
    def entry(self) -> Entry | None:
        """The memory that is shown."""
        return self._entry

    def show_nothing(self, words: str) -> None:
        """Show no memory, and say why."""
        self._entry = None
        self._blank.set_text(words)
        self._stack.setCurrentWidget(self._blank_holder)
        self.head.show_entry(None)

    def show_entry(
        self,
        entry: Entry,
        known: Known,
        *,
        title: str = "",
        categories: Sequence[str] = (),
        scopes: Sequence[str] = (),
        draft: str | None = None,
    ) -> None:
        """Show a memory.

        Args:
            entry: The memory.
            known: What has arrived about it so far.
            title: Of the chat that it comes from.
            categories: That the user made up.
            scopes: Spaces that hold memories.
            draft: What the user had begun to change its words to.
        """
        other = self._entry is None or self._entry.id != entry.id
        self._entry = entry
        now = self._clock()
        editable = entry.state in _KEPT
        self.head.show_entry(entry)
        note = self.tr("Kept since %1", "day").replace("%1", moment_words(entry.created_at, now))
        kept_draft = draft if other else self.text.draft
        self.text.show_text(entry.text, note, draft=kept_draft)
        self.text.set_editable(editable=editable)
        self.labels.show_entry(entry, categories, scopes, editable=editable)
        self.origin.show_entry(entry, title, now)
        self._show_known(entry, known, now, editable=editable, other=other)
        self._foot.set_text(self._foot_words(entry, now))
        if self._stack.currentWidget() is not self._area:
            self._stack.setCurrentWidget(self._area)
        if other:
            self._area.verticalScrollBar().setValue(0)

    def set_back(self, *, back: bool) -> None:
        """Show the way back to the list."""
        self.head.set_back(back=back)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Uses and history stand beside each other where there is room."""
        super().resizeEvent(event)
        self._arrange()

    def look_changed(self) -> None:
        """Measure anew."""
        self._measure()
        super().look_changed()

    # Building

    def _build_body(self) -> None:
        look = self.look
        self._area = QScrollArea(self._stack)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.viewport().setAutoFillBackground(False)
        self._inner = QWidget(self._area)
        self._inner.setAutoFillBackground(False)
        self._area.setWidget(self._inner)
        self.text = MemoryText(look, self._inner)
        self.labels = LabelsRow(look, self._inner)
        self.origin = OriginBox(look, self._inner)
        self.uses = UseChart(look, self._inner)
        self.history = HistoryView(look, self._inner)
        self.related = RelatedList(look, self._inner)
        self._foot = TextLabel(look, type_=Type.SMALL, role="text2", parent=self._inner)
        self._pair = QGridLayout()
        self._body = QVBoxLayout(self._inner)
        self._body.addWidget(self.text)
        self._body.addWidget(self.labels)
        self._body.addWidget(self.origin)
        self._body.addLayout(self._pair)
        self._body.addWidget(self.related)
        self._body.addStretch(1)
        self._body.addWidget(self._foot)
        self._stack.addWidget(self._area)

    def _build_blank(self) -> None:
        self._blank_holder = QWidget(self._stack)
        holder = QVBoxLayout(self._blank_holder)
        centre = Qt.AlignmentFlag.AlignHCenter
        self._blank = TextLabel(self.look, role="text2", align=centre, parent=self._blank_holder)
        holder.addStretch(2)
        holder.addWidget(self._blank)
        holder.addStretch(3)
        self._stack.addWidget(self._blank_holder)

    def _show_known(
        self, entry: Entry, known: Known, now: datetime, *, editable: bool, other: bool
    ) -> None:
        spans = wordings(entry, known.events or (), known.past)
        if known.uses is not None:
            since = spans[0].since if len(spans) > 1 else None
            mine = [use for use in known.uses if since is None or use >= since]
            before = [use for use in known.uses if since is not None and use < since]
            self.uses.show_uses(mine, (*known.past_uses, *before), now)
        if known.events is not None or other:
            self.history.show_wordings(
                spans or (Wording(entry.text, entry.created_at),), now, editable=editable
            )
        if known.related is not None:
            self.related.show_related(entry, known.related)
        elif other:
            self.related.show_related(entry, ())

    def _foot_words(self, entry: Entry, now: datetime) -> str:
        parts = [came_words(entry), reader_words(entry, self.provider())]
        if entry.expires_at is not None:
            day = moment_words(entry.expires_at, now)
            parts.append(self.tr("ends by itself: %1", "day").replace("%1", day))
        return " · ".join(parts)

    def _arrange(self) -> None:
        px = self.look.px
        wide = self.width() >= px(_TWO_COLUMNS)
        side = max(px(24), (self.width() - px(_COLUMN)) // 2) if self.width() > px(900) else px(24)
        self._body.setContentsMargins(side, px(20), side, px(14))
        if wide == self._two_columns:
            return
        self._two_columns = wide
        for part in (self.uses, self.history):
            self._pair.removeWidget(part)
        self._pair.addWidget(self.uses, 0, 0)
        self._pair.addWidget(self.history, 0 if wide else 1, 1 if wide else 0)
        self._pair.setColumnStretch(0, 1)
        self._pair.setColumnStretch(1, 1 if wide else 0)

    def _measure(self) -> None:
        px = self.look.px
        self._two_columns = None
        self._body.setSpacing(px(12))
        self._pair.setHorizontalSpacing(px(28))
        self._pair.setVerticalSpacing(px(20))
        self._pair.setContentsMargins(0, px(16), 0, px(16))
        self._arrange()

    def _open_menu(self) -> None:
        entry = self._entry
        if entry is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.look.icon("copy"), self.tr("Copy the words"), self._copy)
        if entry.state in _KEPT:
            local = menu.addAction(self.tr("On this computer only"))
            local.setCheckable(True)
            local.setChecked(entry.local_only)
            local.toggled.connect(self.local_only_chosen)
            if entry.expires_at is not None:
                menu.addAction(self.tr("Keep for good"), self.never_ends_chosen.emit)
        menu.addSeparator()
        menu.addAction(
            self.look.icon("forget", "danger"), self.tr("Erase for good…"), self.erase_chosen.emit
        )
        self.head.more.show_menu(menu)

    def _copy(self) -> None:
        if self._entry is not None:
            QGuiApplication.clipboard().setText(self._entry.text)
            self.copied.emit()
