"""The question before a space with memories is deleted: where do they go?"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHBoxLayout, QRadioButton, QWidget

from assistant_app.memory.types import GLOBAL_SCOPE, Space
from assistant_app.ui.settings.rows import select_of
from assistant_app.ui.settings.space_row import memories_word
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.widgets.question import Question


def ask_deletion(
    look: ThemeController,
    parent: QWidget,
    space: Space,
    count: int,
    others: Sequence[Space],
    agreed: Callable[[str | None], None],
) -> Question:
    """Ask where the memories of a space go.

    Args:
        look: The look.
        parent: The window.
        space: Which one is to be deleted.
        count: How many memories it holds.
        others: The other spaces.
        agreed: Takes the scope that the memories move to; None for the trash.
    """
    translate = QCoreApplication.translate
    held = memories_word(count)
    dialog = Question(
        look,
        parent,
        title=translate("SpaceDeletion", "Delete the space %1?").replace("%1", space.name),
        text=translate("SpaceDeletion", "It holds %1. Its chats stay.").replace("%1", held),
        yes=translate("SpaceDeletion", "Delete the space"),
        no=translate("SpaceDeletion", "Keep it"),
        danger=True,
    )
    move = QRadioButton(translate("SpaceDeletion", "Move its memories to"), dialog)
    move.setObjectName("spaceMove")
    move.setChecked(True)
    trash = QRadioButton(translate("SpaceDeletion", "Put its memories into the trash"), dialog)
    trash.setObjectName("spaceTrash")
    everywhere = (GLOBAL_SCOPE, translate("Spaces", "Everywhere"))
    choices = [everywhere, *((one.id, one.name) for one in others)]
    name = translate("SpaceDeletion", "Where to")
    target = select_of(look, name, choices, GLOBAL_SCOPE, lambda _: move.setChecked(True))
    target.setObjectName("spaceTarget")
    row = QHBoxLayout()
    row.addWidget(move)
    row.addWidget(target)
    row.addStretch(1)
    dialog.body.addLayout(row)
    dialog.body.addWidget(trash)
    dialog.accepted.connect(lambda: agreed(str(target.currentData()) if move.isChecked() else None))
    dialog.open()
    return dialog
