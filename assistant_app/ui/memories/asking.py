"""The one question of the memory pages: erasing is the one act without a way back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QMessageBox, QWidget


def ask_erase(parent: QWidget, agreed: Callable[[], None]) -> None:
    """Ask before a memory is erased, and be honest about what keeps it a while longer.

    Args:
        parent: The window of the question.
        agreed: Called when the user wants it.
    """
    translate = QCoreApplication.translate
    dialog = QMessageBox(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle("Keepsake")
    dialog.setText(translate("EraseMemory", "Erase this memory for good?"))
    dialog.setInformativeText(
        translate(
            "EraseMemory",
            "Its words are removed from this computer and cannot be brought back; they are not "
            "learned again. Backups made before keep them until they are replaced by newer ones, "
            "and the chat in which you said it stays as it is.",
        )
    )
    yes = dialog.addButton(
        translate("EraseMemory", "Erase for good"), QMessageBox.ButtonRole.DestructiveRole
    )
    keep = dialog.addButton(translate("EraseMemory", "Keep it"), QMessageBox.ButtonRole.RejectRole)
    dialog.setDefaultButton(keep)
    yes.clicked.connect(agreed)
    dialog.open()
