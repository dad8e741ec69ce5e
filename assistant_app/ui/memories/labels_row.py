"""Category, space and tags of a memory as chips that can be changed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QInputDialog, QLineEdit, QMenu, QSizePolicy, QWidget

from assistant_app.memory.types import GLOBAL_SCOPE, Entry
from assistant_app.ui.spaces import SpaceBook
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.theme.roles import CATEGORIES
from assistant_app.ui.widgets.chips import Chip, ChipKind
from assistant_app.ui.widgets.dot import dot_icon
from assistant_app.ui.widgets.flow_layout import FlowLayout
from assistant_app.ui.words import category_word


class _TagEdit(QLineEdit):
    """A field in the row of chips; Escape gives up."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape gives up."""
        if event.key() == Qt.Key.Key_Escape:
            self.clear()
            self.left.emit()
            return
        super().keyPressEvent(event)


class LabelsRow(QWidget):
    """The chips.

    Signals:
        category_chosen(str): Another category.
        scope_chosen(str): Another space.
        tags_changed(tuple[str, ...]): All tags as they are wanted.
    """

    category_chosen = Signal(str)
    scope_chosen = Signal(str)
    tags_changed = Signal(object)

    def __init__(self, look: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.look = look
        self._entry: Entry | None = None
        self._categories: Sequence[str] = ()
        self._scopes: Sequence[str] = ()
        self._spaces = SpaceBook()
        self._shown: tuple[object, ...] = ()
        self._flow = FlowLayout(self, spacing=look.px(6))
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setObjectName("memoryTags")
        self.setAccessibleName(self.tr("Category and tags"))
        self._field: _TagEdit | None = None
        look.changed.connect(self._look_changed)

    def use_spaces(self, spaces: SpaceBook) -> None:
        """Offer these spaces, and follow their names and colours."""
        self._spaces = spaces
        spaces.changed.connect(self._look_changed)
        self._look_changed()

    def show_entry(
        self, entry: Entry, categories: Sequence[str], scopes: Sequence[str], *, editable: bool
    ) -> None:
        """Show a memory.

        Args:
            entry: The memory.
            categories: Those that the user made up.
            scopes: Spaces that hold memories.
            editable: Whether anything can be changed.
        """
        self._entry, self._categories, self._scopes = entry, categories, scopes
        shown = (entry.id, entry.category, entry.scope, entry.tags, editable, tuple(scopes))
        if shown == self._shown:
            return
        focused = self._focused_name()
        self._shown = shown
        self._rebuild(entry, editable=editable)
        for chip in self.findChildren(Chip):
            if focused and chip.objectName() == focused:
                chip.setFocus(Qt.FocusReason.OtherFocusReason)

    def category_menu(self) -> QMenu:
        """Return the menu of categories."""
        menu = QMenu(self)
        current = self._entry.category if self._entry is not None else ""
        names = [*CATEGORIES[:-1], *self._own_categories(), *CATEGORIES[-1:]]
        for name in names:
            action = QAction(
                dot_icon(self.look, self.look.theme.category(name)), category_word(name), menu
            )
            action.setCheckable(True)
            action.setChecked(name == current)
            action.triggered.connect(lambda _=False, name=name: self.category_chosen.emit(name))
            menu.addAction(action)
        menu.addSeparator()
        menu.addAction(self.look.icon("plus"), self.tr("Another one…"), self._ask_category)
        return menu

    def begin_tag(self) -> None:
        """Open the field for a new tag."""
        if self._field is not None or self._entry is None:
            return
        field = _TagEdit(self)
        field.setObjectName("memoryTagField")
        field.setAccessibleName(self.tr("A new tag"))
        field.setPlaceholderText(self.tr("Tag"))
        field.setFont(self.look.font(Type.SMALL))
        field.setFixedWidth(self.look.px(120))
        field.returnPressed.connect(self._add_tag)
        field.left.connect(self._end_tag)
        field.editingFinished.connect(self._end_tag)
        self._field = field
        self._flow.insert_widget(self._flow.count() - 1, field)
        field.show()
        self.updateGeometry()
        field.setFocus(Qt.FocusReason.OtherFocusReason)

    def hasHeightForWidth(self) -> bool:
        """Chips wrap."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines of chips."""
        return self._flow.heightForWidth(width)

    def _rebuild(self, entry: Entry, *, editable: bool) -> None:
        self._field = None
        self._flow.clear()
        self._flow.addWidget(self._category_chip(entry, editable=editable))
        self._flow.addWidget(self._scope_chip(entry, editable=editable))
        for tag in entry.tags:
            chip = Chip(
                self.look,
                tag,
                removable=editable,
                object_name=f"tag:{tag}",
                name=self.tr("Tag %1; Delete takes it away").replace("%1", tag)
                if editable
                else tag,
                parent=self,
            )
            chip.removed.connect(lambda tag=tag: self._remove(tag))
            self._flow.addWidget(chip)
        if editable:
            add = Chip(
                self.look,
                self.tr("Tag"),
                kind=ChipKind.ADD,
                icon="plus",
                object_name="memoryTagAdd",
                name=self.tr("Add a tag"),
                parent=self,
            )
            add.clicked.connect(self.begin_tag)
            self._flow.addWidget(add)
        for index in range(self._flow.count()):
            item = self._flow.itemAt(index)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.show()
        self.updateGeometry()

    def _category_chip(self, entry: Entry, *, editable: bool) -> Chip:
        word = category_word(entry.category)
        chip = Chip(
            self.look,
            word,
            kind=ChipKind.CHOICE if editable else ChipKind.TAG,
            dot=entry.category,
            object_name="memoryCategory",
            name=self.tr("Category: %1").replace("%1", word),
            parent=self,
        )
        if editable:
            chip.clicked.connect(lambda: self._open(self.category_menu(), chip))
        else:
            chip.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return chip

    def _scope_chip(self, entry: Entry, *, editable: bool) -> Chip:
        word = self._spaces.name(entry.scope)
        choice = editable and len(self._offered()) > 1
        chip = Chip(
            self.look,
            word,
            kind=ChipKind.CHOICE if choice else ChipKind.TAG,
            icon="everywhere" if entry.scope == GLOBAL_SCOPE else "space",
            object_name="memorySpace",
            name=self.tr("Used in: %1").replace("%1", word),
            parent=self,
        )
        if self._spaces.colour(entry.scope):
            chip.set_icon("")
            chip.set_hue(self._spaces.colour(entry.scope))
        if choice:
            chip.clicked.connect(lambda: self._open(self.scope_menu(), chip))
        else:
            chip.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            chip.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        return chip

    def _offered(self) -> list[str]:
        known = [GLOBAL_SCOPE, *(space.id for space in self._spaces.spaces)]
        return [*known, *sorted(set(self._scopes) - set(known))]

    def scope_menu(self) -> QMenu:
        """Return the menu of spaces that the memory can be moved to."""
        menu = QMenu(self)
        current = self._entry.scope if self._entry is not None else GLOBAL_SCOPE
        for name in self._offered():
            action = QAction(self._spaces.name(name).replace("&", "&&"), menu)
            if self._spaces.colour(name) and name != current:
                action.setIcon(dot_icon(self.look, self._spaces.colour(name)))
            action.setCheckable(True)
            action.setChecked(name == current)
            action.triggered.connect(lambda _=False, name=name: self.scope_chosen.emit(name))
            menu.addAction(action)
        return menu

    def _open(self, menu: QMenu, chip: Chip) -> None:
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(chip.mapToGlobal(QPoint(0, chip.height() + self.look.px(4))))

    def _own_categories(self) -> list[str]:
        return sorted(set(self._categories) - set(CATEGORIES))

    def _ask_category(self) -> None:
        dialog = QInputDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setObjectName("categoryDialog")
        dialog.setWindowTitle(self.tr("Another category"))
        dialog.setLabelText(self.tr("One word for what this is about:"))
        dialog.textValueSelected.connect(self._take_category)
        dialog.open()

    def _take_category(self, text: str) -> None:
        if text.strip():
            self.category_chosen.emit(text.strip())

    def _add_tag(self) -> None:
        if self._field is None or self._entry is None:
            return
        tag = self._field.text().strip().lstrip("#").strip()
        self._end_tag()
        if tag and tag.casefold() not in self._entry.tags:
            self.tags_changed.emit((*self._entry.tags, tag))

    def _end_tag(self) -> None:
        field, self._field = self._field, None
        if field is not None:
            self._flow.removeWidget(field)
            field.blockSignals(True)
            field.hide()
            field.deleteLater()
            self.updateGeometry()

    def _remove(self, tag: str) -> None:
        if self._entry is not None:
            self.tags_changed.emit(tuple(name for name in self._entry.tags if name != tag))

    def _focused_name(self) -> str:
        chips = self.findChildren(Chip)
        return next((chip.objectName() for chip in chips if chip.hasFocus()), "")

    def _look_changed(self) -> None:
        self._flow.setSpacing(self.look.px(6))
        self._shown = ()
        if self._entry is not None:
            self._rebuild(self._entry, editable=self.findChild(Chip, "memoryTagAdd") is not None)
