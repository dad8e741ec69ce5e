"""Settings: spaces. They are made, renamed, coloured and deleted here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from assistant_app.base.errors import UserError
from assistant_app.memory.types import GLOBAL_SCOPE, Changes, Space, State
from assistant_app.ui.errors import sentence_of
from assistant_app.ui.settings.rows import SettingsPage, line_edit
from assistant_app.ui.settings.space_deletion import ask_deletion
from assistant_app.ui.settings.space_row import SpaceRow
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.announce import announce
from assistant_app.ui.widgets.buttons import SMALL, Button, Kind
from assistant_app.ui.widgets.text_label import TextLabel
from assistant_app.workers.memories import MemoryOperations
from assistant_app.workers.spaces import SpaceOperations


class SpacesSettings(SettingsPage):
    """The list of spaces and a field for a new one."""

    def __init__(
        self, look: ThemeController, spaces: SpaceOperations, memories: MemoryOperations
    ) -> None:
        translate = QCoreApplication.translate
        super().__init__(
            look,
            translate("SpacesSettings", "Spaces"),
            translate(
                "SpacesSettings",
                "A space keeps memories to itself: they are used in its chats only. "
                "What is kept everywhere is used in all chats.",
            ),
        )
        self._spaces = spaces
        self._memories = memories
        self._shown: list[SpaceRow] = []
        self.column.addLayout(self._build_adder())
        self._said = self._build_said()
        self.column.addWidget(self._said)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(look.px(6))
        self.column.addLayout(self._rows)
        self._empty = TextLabel(
            look,
            self.tr("There is no space yet. Everything is kept everywhere."),
            role="text3",
        )
        self.column.addWidget(self._empty)
        self.finish()
        spaces.changed.connect(lambda _: self._show())
        memories.snapshot_changed.connect(lambda _: self._show())
        self._show()

    def _build_adder(self) -> QHBoxLayout:
        look = self.look
        row = QHBoxLayout()
        row.setSpacing(look.px(8))
        self.field = line_edit(
            look, self.tr("Name of a new space"), "", self.tr("For example Work")
        )
        self.field.setObjectName("spaceField")
        self.field.setMinimumWidth(look.px(120))
        self.field.returnPressed.connect(self._create)
        self.add = Button(look, self.tr("Add a space"), icon="plus", object_name="spaceAdd")
        self.add.setEnabled(False)
        add = self.add
        self.field.textChanged.connect(lambda text: add.setEnabled(bool(text.strip())))
        self.add.clicked.connect(self._create)
        row.addWidget(self.field, 1)
        row.addWidget(self.add)
        return row

    def _build_said(self) -> QWidget:
        look = self.look
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        self._words = TextLabel(look, type_=Type.SMALL, role="text2", parent=holder)
        self._undo = Button(
            look,
            self.tr("Undo"),
            kind=Kind.LINK,
            height=SMALL,
            object_name="undoButton",
            parent=holder,
        )
        self._undo.clicked.connect(self._take_back)
        self._back: Callable[[], None] | None = None
        row.addWidget(self._words, 1, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self._undo)
        holder.hide()
        return holder

    # The list

    def _show(self) -> None:
        """Show the spaces; rows that stay keep the focus and what is being written."""
        counts = self._counts()
        spaces = self._spaces.spaces
        if [row.space.id for row in self._shown] != [space.id for space in spaces]:
            self._rebuild(spaces)
        for row, space in zip(self._shown, spaces, strict=True):
            row.show_space(space, counts[space.id])
        self._empty.setVisible(not spaces)

    def _rebuild(self, spaces: Sequence[Space]) -> None:
        for row in self._shown:
            self._rows.removeWidget(row)
            row.setObjectName("")
            row.hide()
            row.deleteLater()
        self._shown = []
        for space in spaces:
            row = SpaceRow(self.look, space)
            row.renamed.connect(lambda name, row=row: self._rename(row, name))
            row.recoloured.connect(lambda colour, row=row: self._recolour(row, colour))
            row.delete_requested.connect(lambda row=row: self._ask_delete(row))
            self._shown.append(row)
            self._rows.addWidget(row)
            row.show()

    def _counts(self) -> Counter[str]:
        snapshot = self._memories.snapshot
        entries = snapshot.entries if snapshot is not None else ()
        return Counter(entry.scope for entry in entries if entry.state is not State.DELETED)

    # Acts

    def _create(self) -> None:
        name = self.field.text().strip()
        if name:
            self._spaces.create(name, self, self._created, self._fail)

    def _created(self, space: Space) -> None:
        self.field.clear()
        self._say(self.tr("Made: %1").replace("%1", space.name))

    def _rename(self, row: SpaceRow, name: str) -> None:
        self._spaces.rename(
            row.space.id, name, row, None, lambda error: row.fail(sentence_of(error))
        )

    def _recolour(self, row: SpaceRow, colour: str) -> None:
        self._spaces.recolour(row.space.id, colour, self, None, self._fail)

    def _ask_delete(self, row: SpaceRow) -> None:
        space, count = row.space, self._counts()[row.space.id]
        if not count:
            self._delete(space, GLOBAL_SCOPE)
            return
        others = [one for one in self._spaces.spaces if one.id != space.id]
        ask_deletion(
            self.look,
            self.window(),
            space,
            count,
            others,
            lambda move_to: self._delete(space, move_to),
        )

    def _delete(self, space: Space, move_to: str | None) -> None:
        def done(changes: Changes) -> None:
            def back() -> None:
                if changes.seq:
                    self._memories.undo(self, None, self._fail, seq=changes.seq)
                else:
                    self._spaces.create(space.name, self, None, self._fail, colour=space.colour)

            self._say(self.tr("Deleted: %1").replace("%1", space.name), undo=back)

        self._spaces.delete(space.id, self, done, self._fail, move_to=move_to)

    def _fail(self, error: UserError) -> None:
        self._say(sentence_of(error), role="danger")

    def _say(
        self, text: str, *, role: str = "text2", undo: Callable[[], None] | None = None
    ) -> None:
        self._words.set_role(role)
        self._words.set_text(text)
        self._back = undo
        self._undo.setVisible(undo is not None)
        self._said.show()
        announce(self._said, text)

    def _take_back(self) -> None:
        back, self._back = self._back, None
        self._said.hide()
        if back is not None:
            back()
