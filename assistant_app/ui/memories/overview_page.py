"""The page "Overview": figures, months, what memories are about, and which are used."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from assistant_app.ui.layout import Mode
from assistant_app.ui.memories.figures import Overview
from assistant_app.ui.memories.index import Facet, FacetKind
from assistant_app.ui.memories.overview_parts import CategoryBars, FigureCard, MonthBars, UsedRow
from assistant_app.ui.memories.sentences import number, used_words
from assistant_app.ui.pages import Page
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.card import Card
from assistant_app.ui.widgets.page_header import PageHeader
from assistant_app.ui.widgets.text_label import TextLabel
from assistant_app.ui.words import day_word


class OverviewPage(Page):
    """A view only.

    Signals:
        was_entered(): The page was opened.
        memory_wanted(str): Open a memory.
        facet_wanted(Facet): Show a part of the memories.
    """

    was_entered = Signal()
    memory_wanted = Signal(str)
    facet_wanted = Signal(object)

    bar_below = True

    def __init__(
        self, look: ThemeController, clock: Callable[[], datetime], parent: QWidget | None = None
    ) -> None:
        super().__init__(look, parent)
        self._clock = clock
        self._two_columns = True
        self._figures_beside = 4
        self._overview: Overview | None = None
        self.setObjectName("memoryStats")
        self.setAccessibleName(self.tr("Overview"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._header = PageHeader(look, self.tr("Overview"), parent=self)
        self._header.menu_requested.connect(self.menu_requested)
        self._header.row.addStretch(1)
        column.addWidget(self._header)
        column.addWidget(self._build_area(), 1)
        self._measure()

    def show_overview(self, overview: Overview) -> None:
        """Show other figures."""
        self._overview = overview
        self._fill_figures(overview)
        now = self._clock()
        self.months.set_months(overview.months)
        self.categories.set_categories(overview.categories)
        self._fill_used(overview)
        day = overview.last_use
        self._last.set_text(
            self.tr("Last used %1.", "day").replace("%1", day_word(day, now, inside=True))
            if day is not None
            else self.tr("As soon as an answer uses memories, they are counted here.")
        )

    def set_mode(self, mode: Mode) -> None:
        """Lay out for a width of the window."""
        self._header.set_folded(folded=mode.sidebar_folded)
        beside = 2 if mode.list_then_detail else 4
        if mode.two_columns != self._two_columns or beside != self._figures_beside:
            self._two_columns, self._figures_beside = mode.two_columns, beside
            self._arrange()

    def entered(self) -> None:
        """The page was opened."""
        self.was_entered.emit()

    def look_changed(self) -> None:
        """Measure anew."""
        self._measure()
        super().look_changed()

    # Building

    def _build_area(self) -> QWidget:
        look = self.look
        area = QScrollArea(self)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.viewport().setAutoFillBackground(False)
        inner = QWidget(area)
        inner.setAutoFillBackground(False)
        area.setWidget(inner)
        self._outer = QVBoxLayout(inner)
        self._figures = QGridLayout()
        icons = ("memories", "chat", "pin", "forget")
        names = ("kept", "uses", "pinned", "forgotten")
        self.figures = [
            FigureCard(look, icon, object_name=f"figure:{name}", parent=inner)
            for icon, name in zip(icons, names, strict=True)
        ]
        facets = (FacetKind.ALL, None, FacetKind.PINNED, FacetKind.TRASH)
        for card, kind in zip(self.figures, facets, strict=True):
            if kind is None:
                card.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            else:
                card.clicked.connect(lambda _=False, kind=kind: self.facet_wanted.emit(Facet(kind)))
                card.set_pressable()
        self._outer.addLayout(self._figures)
        self._grid = QGridLayout()
        self._outer.addLayout(self._grid)
        self._outer.addStretch(1)
        self._build_cards(inner)
        return area

    def _build_cards(self, inner: QWidget) -> None:
        look = self.look
        self._months_card = self._card(inner, self.tr("Kept each month"))
        self.months = MonthBars(look, self._months_card)
        self._indent(self._months_card, self.months, stretch=1)
        self._about_card = self._card(inner, self.tr("What they are about"))
        self.categories = CategoryBars(look, self._about_card)
        self.categories.chosen.connect(
            lambda name: self.facet_wanted.emit(Facet(FacetKind.CATEGORY, name))
        )
        self._about_card.body.addWidget(self.categories)
        self._about_card.body.addStretch(1)
        self._used_card = self._card(inner, self.tr("Used most"))
        self._used = QVBoxLayout()
        self._used_card.body.addLayout(self._used)
        self._last = TextLabel(look, type_=Type.SMALL, role="text2", parent=self._used_card)
        self._indent(self._used_card, self._last)
        self._used_card.body.addStretch(1)
        self._unused_card = self._card(inner, self.tr("Never used yet"))
        self._unused_say = TextLabel(look, type_=Type.SMALL, role="text2", parent=self._unused_card)
        self._indent(self._unused_card, self._unused_say)
        self._unused = QVBoxLayout()
        self._unused_card.body.addLayout(self._unused)
        self._unused_card.body.addStretch(1)

    def _card(self, parent: QWidget, title: str) -> Card:
        card = Card(self.look, padding=10, spacing=6, parent=parent)
        card.setAccessibleName(title)
        self._indent(card, TextLabel(self.look, title, type_=Type.CARD, weight=600, parent=card))
        return card

    def _indent(self, card: Card, widget: QWidget, *, stretch: int = 0) -> None:
        """Put something in line with the words of rows, which have room for their hover."""
        px = self.look.px
        row = QVBoxLayout()
        row.setContentsMargins(px(6), px(4), px(6), px(2))
        row.addWidget(widget)
        card.body.addLayout(row, stretch)

    # Filling

    def _fill_figures(self, overview: Overview) -> None:
        new = overview.kept_this_month
        this_month = self.tr("%1 of them this month").replace("%1", number(new))
        texts = (
            (overview.kept, self.tr("memories kept"), this_month),
            (
                overview.uses,
                self.tr("times used"),
                self.tr("in answers, or opened by you"),
            ),
            (overview.pinned, self.tr("pinned"), self.tr("always given along")),
            (
                overview.forgotten,
                self.tr("forgotten by you"),
                self.tr("in the trash, not learned again"),
            ),
        )
        for card, (value, word, more) in zip(self.figures, texts, strict=True):
            card.set_figure(number(value), word, more)

    def _fill_used(self, overview: Overview) -> None:
        rows = [
            UsedRow(self.look, entry, number(count), used_words(count), self._used_card)
            for entry, count in overview.most_used
        ]
        self._fill(self._used, rows)
        count = overview.never_used
        if not count:
            words = (
                self.tr("Each of your memories has been used.")
                if overview.kept
                else self.tr("Nothing is kept yet.")
            )
        elif count == 1:
            words = self.tr("One memory has not been of use so far.")
        else:
            words = self.tr("%1 memories have not been of use so far.").replace("%1", number(count))
        self._unused_say.set_text(words)
        now = self._clock()
        unused = [
            UsedRow(
                self.look,
                entry,
                day_word(entry.created_at, now),
                day_word(entry.created_at, now),
                self._unused_card,
            )
            for entry in overview.unused
        ]
        self._fill(self._unused, unused)

    def _fill(self, place: QVBoxLayout, rows: list[UsedRow]) -> None:
        while (item := place.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for row in rows:
            row.clicked.connect(lambda _=False, name=row.memory_id: self.memory_wanted.emit(name))
            place.addWidget(row)

    def _arrange(self) -> None:
        for place, card in enumerate(self.figures):
            self._figures.removeWidget(card)
            row, column = divmod(place, self._figures_beside)
            self._figures.addWidget(card, row, column)
        for column in range(4):
            self._figures.setColumnStretch(column, 1 if column < self._figures_beside else 0)
        cards = (self._months_card, self._used_card, self._about_card, self._unused_card)
        for place, one in enumerate(cards):
            self._grid.removeWidget(one)
            if self._two_columns:
                self._grid.addWidget(one, place // 2, place % 2)
            else:
                self._grid.addWidget(one, (0, 2, 1, 3)[place], 0)
        self._grid.setColumnStretch(0, 3)
        self._grid.setColumnStretch(1, 2 if self._two_columns else 0)

    def _measure(self) -> None:
        px = self.look.px
        self._outer.setContentsMargins(px(24), px(18), px(24), px(18))
        self._outer.setSpacing(px(16))
        for grid in (self._figures, self._grid):
            grid.setHorizontalSpacing(px(12 if grid is self._figures else 16))
            grid.setVerticalSpacing(px(12 if grid is self._figures else 16))
        self._used.setSpacing(0)
        self._unused.setSpacing(0)
        self._arrange()
        if self._overview is not None:
            self.show_overview(self._overview)
