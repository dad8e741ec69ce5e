"""A small question in our look, for the few acts that have no undo or need a word before."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.focus_ring import FocusRing
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.buttons import Button, Kind
from assistant_app.ui.widgets.text_label import TextLabel


class Question(QDialog):
    """A title, a sentence or two, and two answers in verbs.

    Attributes:
        body: Below the sentences; for more that is asked.
        yes, no: The two answers.
    """

    def __init__(
        self,
        look: ThemeController,
        parent: QWidget,
        *,
        title: str,
        text: str,
        yes: str,
        no: str,
        danger: bool = False,
    ) -> None:
        super().__init__(parent)
        self.look = look
        self.setObjectName("question")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setAccessibleDescription(text)
        px = look.px
        column = QVBoxLayout(self)
        column.setContentsMargins(px(24), px(22), px(24), px(20))
        column.setSpacing(px(10))
        column.addWidget(TextLabel(look, title, type_=Type.TITLE, weight=600, parent=self))
        column.addWidget(TextLabel(look, text, role="text2", parent=self))
        self.body = QVBoxLayout()
        self.body.setSpacing(px(8))
        column.addLayout(self.body)
        column.addSpacing(px(6))
        row = QHBoxLayout()
        row.setSpacing(px(8))
        self.no = Button(look, no, kind=Kind.GHOST, parent=self)
        self.no.clicked.connect(self.reject)
        self.yes = Button(look, yes, kind=Kind.DANGER if danger else Kind.PRIMARY, parent=self)
        self.yes.setObjectName("questionYes")
        self.yes.clicked.connect(self.accept)
        row.addStretch(1)
        row.addWidget(self.no)
        row.addWidget(self.yes)
        column.addLayout(row)
        self.setMinimumWidth(px(400))
        FocusRing(look, self)
        (self.no if danger else self.yes).setFocus(Qt.FocusReason.OtherFocusReason)


def ask(
    look: ThemeController,
    parent: QWidget,
    *,
    title: str,
    text: str,
    yes: str,
    no: str,
    agreed: Callable[[], None],
    danger: bool = False,
) -> Question:
    """Ask, and call back where the user agrees.

    Args:
        look: The look.
        parent: The window.
        title: The question.
        text: What happens then.
        yes: The one answer, a verb.
        no: The other.
        agreed: Called where the answer is yes.
        danger: The yes takes something away.
    """
    dialog = Question(look, parent, title=title, text=text, yes=yes, no=no, danger=danger)
    dialog.accepted.connect(agreed)
    dialog.open()
    return dialog
