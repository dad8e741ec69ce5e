"""One space in the settings: its colour, its name, how much it holds, and Delete."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QVBoxLayout, QWidget

from assistant_app.memory.types import SPACE_COLOURS, Space
from assistant_app.ui.settings.rows import line_edit
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.focus_ring import RING_RADIUS
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.theme.paint import box, space_hue
from assistant_app.ui.widgets.buttons import icon_button
from assistant_app.ui.widgets.dot import dot_icon
from assistant_app.ui.widgets.painted import PaintedButton
from assistant_app.ui.widgets.text_label import TextLabel


def colour_word(colour: str) -> str:
    """Return the name of a colour that spaces come in; its figures where it has none."""
    translate = QCoreApplication.translate
    names = (
        translate("Spaces", "Blue"),
        translate("Spaces", "Orange"),
        translate("Spaces", "Green"),
        translate("Spaces", "Purple"),
        translate("Spaces", "Gold"),
        translate("Spaces", "Violet blue"),
        translate("Spaces", "Red"),
        translate("Spaces", "Teal"),
    )
    return dict(zip(SPACE_COLOURS, names, strict=True)).get(colour, colour)


class ColourButton(PaintedButton):
    """A dot in the colour of a space; pressing it offers the others.

    Signals:
        chosen(str): Another colour.
    """

    chosen = Signal(str)

    def __init__(self, look: ThemeController, space: Space, parent: QWidget) -> None:
        super().__init__(look, parent=parent)
        self._colour = space.colour
        self.setProperty(RING_RADIUS, 8)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.clicked.connect(self._open)
        self.show_space(space)

    def show_space(self, space: Space) -> None:
        """Show another colour."""
        self._colour = space.colour
        name = self.tr("Colour of %1: %2")
        words = name.replace("%1", space.name).replace("%2", colour_word(space.colour))
        self.setAccessibleName(words)
        self.setToolTip(words)
        self.update()

    def sizeHint(self) -> QSize:
        """A target of its own."""
        return QSize(self.look.px(34), self.look.px(34))

    def menu(self) -> QMenu:
        """Return the menu of colours."""
        menu = QMenu(self)
        for colour in SPACE_COLOURS:
            action = QAction(dot_icon(self.look, colour, spot=12), colour_word(colour), menu)
            action.triggered.connect(lambda _=False, colour=colour: self.chosen.emit(colour))
            menu.addAction(action)
        return menu

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the dot, on a ground while it is pointed at."""
        painter = QPainter(self)
        theme, px = self.look.theme, self.look.px
        if self.hovered() or self.isDown():
            box(painter, QRectF(self.rect()), px(8), fill=theme.hover)
        side = px(14)
        spot = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
        box(painter, spot, side / 2, fill=space_hue(self.look, self._colour))
        painter.end()

    def _open(self) -> None:
        menu = self.menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.mapToGlobal(self.rect().bottomLeft()))


class SpaceRow(QWidget):
    """The row.

    Signals:
        renamed(str): Another name.
        recoloured(str): Another colour.
        delete_requested(): The space shall go.
    """

    renamed = Signal(str)
    recoloured = Signal(str)
    delete_requested = Signal()

    def __init__(self, look: ThemeController, space: Space, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.space = space
        self.setObjectName(f"space:{space.id}")
        px = look.px
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(2))
        row = QHBoxLayout()
        row.setSpacing(px(8))
        self.colour = ColourButton(look, space, self)
        self.colour.chosen.connect(self.recoloured)
        self.name = line_edit(look, self.tr("Name of the space"), space.name)
        self.name.setObjectName("spaceName")
        self.name.setMinimumWidth(look.px(110))
        self.name.editingFinished.connect(self._edited)
        self._count = TextLabel(look, type_=Type.SMALL, role="text3", parent=self)
        self._count.setMinimumWidth(px(92))
        self._delete = icon_button(
            look, "forget", self.tr("Delete the space"), object_name="spaceDelete", parent=self
        )
        self._delete.clicked.connect(self.delete_requested)
        row.addWidget(self.colour)
        row.addWidget(self.name, 1)
        row.addWidget(self._count, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self._delete)
        column.addLayout(row)
        self._error = TextLabel(look, type_=Type.SMALL, role="danger", parent=self)
        self._error.hide()
        column.addWidget(self._error)

    def show_space(self, space: Space, memories: int) -> None:
        """Show the space as it is; a name that is being written stays."""
        if self.name.text().strip() == self.space.name or not self.name.hasFocus():
            self.name.setText(space.name)
        self.space = space
        self.colour.show_space(space)
        self._count.set_text(memories_word(memories))
        words = self.tr("Delete the space %1").replace("%1", space.name)
        self._delete.setAccessibleName(words)
        self._delete.setToolTip(words)

    def fail(self, sentence: str) -> None:
        """Say why the name was not taken."""
        self._error.set_text(sentence)
        self._error.show()
        self._mark(wrong=True)

    def _edited(self) -> None:
        text = self.name.text().strip()
        if text == self.space.name:
            self._error.hide()
            self._mark(wrong=False)
        else:
            self.renamed.emit(text)

    def _mark(self, *, wrong: bool) -> None:
        self.name.setProperty("wrong", "true" if wrong else "false")
        self.name.style().unpolish(self.name)
        self.name.style().polish(self.name)


def memories_word(count: int) -> str:
    """Return a number of memories in words."""
    translate = QCoreApplication.translate
    if count == 1:
        return translate("Spaces", "1 memory")
    return translate("Spaces", "%1 memories").replace("%1", str(count))
