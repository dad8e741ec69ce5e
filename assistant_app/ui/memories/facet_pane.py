"""The facets in the sidebar: all, pinned, put away, trash; where; about what."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from assistant_app.memory.types import GLOBAL_SCOPE
from assistant_app.ui.memories.index import EVERYTHING, Counts, Facet, FacetKind
from assistant_app.ui.spaces import SpaceBook
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.theme.roles import CATEGORIES
from assistant_app.ui.widgets.nav_row import NavRow
from assistant_app.ui.widgets.text_label import TextLabel
from assistant_app.ui.words import category_word

_ROW, _FEW = 29, 6


def facet_word(facet: Facet, spaces: SpaceBook | None = None) -> str:
    """Return the name of a facet; `spaces` knows the names of those."""
    if facet.kind is FacetKind.CATEGORY:
        return category_word(facet.value)
    if facet.kind is FacetKind.SCOPE:
        return (spaces or SpaceBook()).name(facet.value)
    words = {
        FacetKind.ALL: QCoreApplication.translate("Memories", "All memories"),
        FacetKind.PINNED: QCoreApplication.translate("Memories", "Pinned"),
        FacetKind.ARCHIVED: QCoreApplication.translate("Memories", "Put away"),
        FacetKind.TRASH: QCoreApplication.translate("Memories", "Trash"),
    }
    return words[facet.kind]


_ICONS = {
    FacetKind.ALL: "memories",
    FacetKind.PINNED: "pin",
    FacetKind.ARCHIVED: "archive",
    FacetKind.TRASH: "forget",
}


class FacetPane(QScrollArea):
    """Rows of facets with their counts; exactly one is chosen.

    A facet that became empty stays while it is chosen, so that nobody is stranded in a list that
    cannot be left.

    Signals:
        chosen(Facet): The user chose one.
    """

    chosen = Signal(object)

    def __init__(self, look: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.look = look
        self._counts = Counts()
        self._facet = EVERYTHING
        self._unfolded = False
        self._spaces = SpaceBook()
        self._rows: dict[Facet, NavRow] = {}
        self.setObjectName("memoryFacets")
        self.setAccessibleName(self.tr("Parts of your memories"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        self._inner = QWidget(self)
        self._inner.setAutoFillBackground(False)
        self._column = QVBoxLayout(self._inner)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.setWidget(self._inner)
        # A scroll area makes its widget opaque; the sidebar's ground is to be seen.
        self._inner.setAutoFillBackground(False)
        self._shown: tuple[object, ...] = ()
        look.changed.connect(self._look_changed)
        self._rebuild()

    @property
    def facet(self) -> Facet:
        """The chosen facet."""
        return self._facet

    def use_spaces(self, spaces: SpaceBook) -> None:
        """Show these spaces, and follow their names and colours."""
        self._spaces = spaces
        spaces.changed.connect(self._look_changed)
        self._look_changed()

    def set_facet(self, facet: Facet) -> None:
        """Show another facet as chosen."""
        self._facet = facet
        self._rebuild()

    def set_counts(self, counts: Counts) -> None:
        """Show other counts."""
        self._counts = counts
        self._rebuild()

    def row(self, facet: Facet) -> NavRow | None:
        """Return the row of a facet, None where it is not shown."""
        return self._rows.get(facet)

    def _rebuild(self) -> None:
        self._column.setSpacing(self.look.px(1))
        plan = self._plan()
        if plan != self._shown:
            self._shown = plan
            focused = next((key for key, row in self._rows.items() if row.hasFocus()), None)
            self._clear()
            for item in plan:
                self._add(item)
            self._column.addStretch(1)
            if focused in self._rows:
                self._rows[focused].setFocus(Qt.FocusReason.OtherFocusReason)
        for facet, row in self._rows.items():
            row.set_count(self._counts.of(facet))
            row.setChecked(facet == self._facet)

    def _plan(self) -> tuple[object, ...]:
        """List what is shown: facets, headings, the fold, or the hint of an empty store."""
        counts, chosen = self._counts, self._facet
        plan: list[object] = [EVERYTHING]
        if counts.empty and chosen == EVERYTHING:
            return (EVERYTHING, "hint")
        plan += [Facet(kind) for kind in (FacetKind.PINNED, FacetKind.ARCHIVED, FacetKind.TRASH)]
        plan.append("where")
        known = [GLOBAL_SCOPE, *(space.id for space in self._spaces.spaces)]
        scopes = [*known, *sorted(set(counts.scopes) - set(known))]
        plan += self._with_chosen([Facet(FacetKind.SCOPE, name) for name in scopes])
        plan.append("manage")
        names = self._category_names()
        if names:
            plan.append("about")
            few = names if self._unfolded or len(names) <= _FEW + 1 else names[:_FEW]
            shown = [Facet(FacetKind.CATEGORY, name) for name in few]
            plan += self._with_chosen(shown)
            if len(names) > _FEW + 1:
                plan.append(("fold", len(names) - _FEW))
        return tuple(plan)

    def _with_chosen(self, facets: list[Facet]) -> list[Facet]:
        kind = facets[0].kind
        if self._facet.kind is kind and self._facet not in facets:
            facets.append(self._facet)
        return facets

    def _category_names(self) -> list[str]:
        found = {name for name, count in self._counts.categories.items() if count}
        if self._facet.kind is FacetKind.CATEGORY:
            found.add(self._facet.value)
        known = [name for name in CATEGORIES[:-1] if name in found]
        typed = sorted(found - set(CATEGORIES))
        return known + typed + [name for name in CATEGORIES[-1:] if name in found]

    def _add(self, item: object) -> None:
        if isinstance(item, Facet):
            self._add_row(item)
        elif item == "hint":
            text = self.tr("Categories show up with your first memories.")
            self._add_label(TextLabel(self.look, text, type_=Type.SMALL, role="text2"), 8)
        elif item == "manage":
            self._add_manage()
        elif item == "where":
            self._add_heading(self.tr("Where"))
        elif item == "about":
            self._add_heading(self.tr("About"))
        elif isinstance(item, tuple):
            self._add_fold(item[1])

    def _add_row(self, facet: Facet) -> None:
        icon, dot = _ICONS.get(facet.kind, ""), ""
        if facet.kind is FacetKind.SCOPE:
            icon = "everywhere" if facet.value == GLOBAL_SCOPE else "space"
        elif facet.kind is FacetKind.CATEGORY:
            dot = facet.value
        row = NavRow(
            self.look,
            facet_word(facet, self._spaces),
            icon=icon,
            dot=dot,
            height=_ROW,
            object_name=f"facet:{facet.kind.value}{':' if facet.value else ''}{facet.value}",
            parent=self._inner,
        )
        if facet.kind is FacetKind.SCOPE:
            row.set_hue(self._spaces.colour(facet.value))
        row.clicked.connect(lambda _=False, facet=facet: self._choose(facet))
        self._rows[facet] = row
        self._column.addWidget(row)
        row.show()

    def _add_manage(self) -> None:
        row = NavRow(
            self.look,
            self.tr("Spaces…"),
            icon="sliders",
            height=_ROW,
            object_name="facet:manage",
            parent=self._inner,
        )
        row.setCheckable(False)
        row.clicked.connect(lambda: self._spaces.manage())  # noqa: PLW0108 - set after the start
        self._column.addWidget(row)
        row.show()

    def _add_heading(self, text: str) -> None:
        label = TextLabel(self.look, text, type_=Type.CAPTION, role="text2", weight=600)
        self._add_label(label, 7)

    def _add_label(self, label: TextLabel, above: int) -> None:
        px = self.look.px
        label.setParent(self._inner)
        label.setContentsMargins(0, 0, 0, 0)
        holder = QVBoxLayout()
        holder.setContentsMargins(px(10), px(above), px(6), px(2))
        holder.addWidget(label)
        self._column.addLayout(holder)
        label.show()

    def _add_fold(self, hidden: int) -> None:
        less = self.tr("Fewer")
        more = self.tr("%1 more").replace("%1", str(hidden))
        row = NavRow(
            self.look,
            less if self._unfolded else more,
            icon="chevron-up" if self._unfolded else "chevron-down",
            height=_ROW,
            object_name="facet:fold",
            parent=self._inner,
        )
        row.setCheckable(False)
        row.clicked.connect(self._toggle)
        self._column.addWidget(row)
        row.show()

    def _toggle(self) -> None:
        self._unfolded = not self._unfolded
        self._shown = ()
        self._rebuild()
        fold = self.findChild(NavRow, "facet:fold")
        if fold is not None:
            fold.setFocus(Qt.FocusReason.OtherFocusReason)

    def _choose(self, facet: Facet) -> None:
        self._facet = facet
        self._rebuild()
        self.chosen.emit(facet)

    def _clear(self) -> None:
        self._rows.clear()
        while (item := self._column.takeAt(0)) is not None:
            layout, widget = item.layout(), item.widget()
            if layout is not None:
                inner = layout.takeAt(0)
                widget = inner.widget() if inner is not None else None
                layout.deleteLater()
            if widget is not None:
                widget.setObjectName("")
                widget.hide()
                widget.deleteLater()

    def _look_changed(self) -> None:
        self._shown = ()
        self._rebuild()
