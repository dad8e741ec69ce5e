"""The page "To review": cards to decide on, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from assistant_app.ui.layout import Mode
from assistant_app.ui.memories.proposals import Proposal
from assistant_app.ui.memories.review_card import ReviewCard
from assistant_app.ui.pages import Page
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.buttons import SMALL, Button, Kind
from assistant_app.ui.widgets.card import Line
from assistant_app.ui.widgets.page_header import PageHeader
from assistant_app.ui.widgets.text_label import ElidedLabel, TextLabel

_COLUMN, _AT_ONCE = 760, 30


class InboxPage(Page):
    """A view only.

    Signals:
        decided(str, Decision, str): Id, decision, and other words where they were changed.
        undo_wanted(): Ctrl+Z.
        keep_all_wanted(), reject_all_wanted(): From the head.
        chat_wanted(): Nothing to review: go to the chats.
    """

    decided = Signal(str, object, str)
    undo_wanted = Signal()
    keep_all_wanted = Signal()
    reject_all_wanted = Signal()
    chat_wanted = Signal()

    bar_below = True

    def __init__(
        self, look: ThemeController, clock: Callable[[], datetime], parent: QWidget | None = None
    ) -> None:
        super().__init__(look, parent)
        self._clock = clock
        self._proposals: tuple[Proposal, ...] = ()
        self._cards: dict[str, ReviewCard] = {}
        self._limit = _AT_ONCE
        self._wants_focus = False
        self.setObjectName("memoryInbox")
        self.setAccessibleName(self.tr("To review"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._build_header()
        column.addWidget(self._header)
        self._build_cards()
        column.addWidget(self._area, 1)
        self._edge = Line(look, parent=self)
        column.addWidget(self._edge)
        self._keys = TextLabel(
            look,
            self.tr("Enter keeps  ·  E edits  ·  Delete doesn’t keep  ·  Ctrl+Z undoes"),
            type_=Type.SMALL,
            role="text2",
            parent=self,
        )
        self._foot = QVBoxLayout()
        self._foot.addWidget(self._keys)
        column.addLayout(self._foot)
        undo = QShortcut(QKeySequence(QKeySequence.StandardKey.Undo), self)
        undo.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        undo.activated.connect(self.undo_wanted)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._focus_changed)
        self._measure()
        self.show_proposals(())

    def show_proposals(self, proposals: Sequence[Proposal]) -> None:
        """Show what waits; the focus goes on to the next card where its card is gone."""
        focus = self._focused_card()
        place = self._place_of(focus)
        self._proposals = tuple(proposals)
        self._count.set_text(str(len(proposals)))
        shown = self._proposals[: self._limit]
        wanted = {proposal.entry.id for proposal in shown}
        had_focus = focus is not None and focus.proposal.entry.id not in wanted
        for name in [name for name in self._cards if name not in wanted]:
            self._drop(name)
        for number, proposal in enumerate(shown):
            self._place(number, proposal)
        self._more.setVisible(len(self._proposals) > len(shown))
        for widget in (self._say, self._keys, self._edge):
            widget.setVisible(bool(proposals))
        for button in (self.keep_all, self.reject_all):  # a deletion is decided by itself
            button.setVisible(any(not proposal.deletion for proposal in proposals))
        self._empty.setVisible(not proposals)
        if not proposals and had_focus:
            self._onward.setFocus(Qt.FocusReason.OtherFocusReason)  # Ctrl+Z works from there
        if had_focus or (self._wants_focus and proposals):
            self._wants_focus = False
            self._focus_place(place)

    def focus_card(self, memory_id: str) -> None:
        """Put the keyboard on a card."""
        card = self._cards.get(memory_id)
        if card is not None:
            card.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def cards(self) -> tuple[ReviewCard, ...]:
        """The cards in their order."""
        shown = (self._cards.get(item.entry.id) for item in self._proposals)
        return tuple(card for card in shown if card is not None)

    def set_mode(self, mode: Mode) -> None:
        """Lay out for a width of the window."""
        self._header.set_folded(folded=mode.sidebar_folded)
        self.keep_all.setText("" if mode.list_then_detail else self.keep_all.accessibleName())

    def entered(self) -> None:
        """The keyboard works on the first card."""
        self._wants_focus = not self.cards
        if self.cards:
            self.cards[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def look_changed(self) -> None:
        """Measure anew; cards are made afresh in the new look."""
        for name in list(self._cards):
            self._drop(name)
        self._measure()
        self.show_proposals(self._proposals)
        super().look_changed()

    # Building

    def _build_header(self) -> None:
        look = self.look
        self._header = PageHeader(look, self.tr("To review"), parent=self)
        self._header.menu_requested.connect(self.menu_requested)
        self._count = ElidedLabel(look, "", role="text3", parent=self._header)
        self.reject_all = Button(
            look,
            self.tr("Don’t keep any"),
            kind=Kind.GHOST,
            height=SMALL,
            object_name="inboxRejectAll",
            parent=self._header,
        )
        self.reject_all.clicked.connect(self.reject_all_wanted)
        self.keep_all = Button(
            look,
            self.tr("Keep all"),
            icon="check",
            height=SMALL,
            name=self.tr("Keep all"),
            object_name="inboxAcceptAll",
            parent=self._header,
        )
        self.keep_all.clicked.connect(self.keep_all_wanted)
        row = self._header.row
        row.addWidget(self._count)
        row.addStretch(1)
        row.addWidget(self.reject_all)
        row.addWidget(self.keep_all)

    def _build_cards(self) -> None:
        look = self.look
        self._area = QScrollArea(self)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.viewport().setAutoFillBackground(False)
        self._area.verticalScrollBar().rangeChanged.connect(self._margins)
        inner = QWidget(self._area)
        inner.setAutoFillBackground(False)
        self._inner = inner
        self._area.setWidget(inner)
        self._column = QVBoxLayout(inner)
        self._say = TextLabel(
            look,
            self.tr(
                "Things I noticed while we talked. Nothing here is used in answers until you "
                "keep it."
            ),
            role="text2",
            parent=inner,
        )
        self._column.addWidget(self._say)
        self._list = QVBoxLayout()
        self._column.addLayout(self._list)
        self._more = Button(look, self.tr("Show more"), kind=Kind.LINK, parent=inner)
        self._more.clicked.connect(self._show_more)
        self._column.addWidget(self._more, 0, Qt.AlignmentFlag.AlignHCenter)
        self._empty = self._build_empty(inner)
        self._column.addWidget(self._empty)
        self._column.addStretch(1)

    def _build_empty(self, parent: QWidget) -> QWidget:
        look = self.look
        holder = QWidget(parent)
        column = QVBoxLayout(holder)
        column.setSpacing(look.px(10))
        centre = Qt.AlignmentFlag.AlignHCenter
        column.addSpacing(look.px(120))
        title = self.tr("Nothing waits for you")
        column.addWidget(
            TextLabel(look, title, type_=Type.DIALOG, weight=600, align=centre, parent=holder)
        )
        text = self.tr(
            "When I am not sure that something should be remembered, or when it disagrees with "
            "what is kept, I ask you here."
        )
        words = TextLabel(
            look, text, type_=Type.READING, role="text2", align=centre, spacing=1.5, parent=holder
        )
        words.setMaximumWidth(look.px(500))
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(words, 1000)
        middle.addStretch(1)
        column.addLayout(middle)
        chat = Button(look, self.tr("Go to the chats"), kind=Kind.GHOST, icon="chat", parent=holder)
        chat.clicked.connect(self.chat_wanted)
        self._onward = chat
        column.addWidget(chat, 0, centre)
        return holder

    def _place(self, number: int, proposal: Proposal) -> None:
        name = proposal.entry.id
        card = self._cards.get(name)
        if card is not None and card.proposal != proposal and not card.editing:
            focused = card is self._focused_card()
            self._drop(name)
            card = None
            if focused:
                QTimer.singleShot(0, self, lambda: self.focus_card(name))
        if card is None:
            card = ReviewCard(self.look, proposal, self._clock, self._inner)
            card.decided.connect(self.decided)
            card.undo_wanted.connect(self.undo_wanted)
            card.step_wanted.connect(self._step)
            self._cards[name] = card
            card.show()
        if self._list.indexOf(card) != number:
            self._list.removeWidget(card)
            self._list.insertWidget(number, card)

    def _drop(self, name: str) -> None:
        card = self._cards.pop(name)
        self._list.removeWidget(card)
        card.setObjectName("")
        card.hide()
        card.deleteLater()

    # The focus

    def _focused_card(self) -> ReviewCard | None:
        focus: QWidget | None = self.window().focusWidget()
        while focus is not None and not isinstance(focus, ReviewCard):
            focus = focus.parentWidget()
        return focus if focus in self._cards.values() else None

    def _place_of(self, card: ReviewCard | None) -> int:
        cards = self.cards
        return cards.index(card) if card is not None and card in cards else 0

    def _focus_place(self, place: int) -> None:
        cards = self.cards
        if cards:
            cards[min(place, len(cards) - 1)].setFocus(Qt.FocusReason.OtherFocusReason)

    def _step(self, by: int) -> None:
        place = self._place_of(self._focused_card()) + by
        if 0 <= place < len(self.cards):
            self._focus_place(place)

    def _focus_changed(self, _old: QWidget | None, new: QWidget | None) -> None:
        current = self._focused_card() if new is not None else None
        for card in self._cards.values():
            card.set_current(current=card is current)
        if current is not None and new is not None:
            margin = self.look.px(16)
            self._area.ensureWidgetVisible(current, 0, margin)

    def _show_more(self) -> None:
        self._limit += _AT_ONCE
        self.show_proposals(self._proposals)

    def _measure(self) -> None:
        px = self.look.px
        self._list.setSpacing(px(10))
        self._column.setSpacing(px(14))
        self._margins()

    def resizeEvent(self, event: object) -> None:
        """Keep the column in the middle."""
        super().resizeEvent(event)  # type: ignore[arg-type]  # handed through
        self._margins()

    def _margins(self) -> None:
        px = self.look.px
        scroll = self._area.verticalScrollBar()
        bar = scroll.sizeHint().width()
        room = self.width() - 2 * bar
        side = max(px(24), (room - px(_COLUMN)) // 2)
        # The column stands still when the scroll bar comes and takes its room.
        right = side if scroll.maximum() > 0 else side + bar
        self._column.setContentsMargins(side + bar, px(18), right, px(18))
        self._foot.setContentsMargins(side + bar, px(10), side + bar, px(10))
