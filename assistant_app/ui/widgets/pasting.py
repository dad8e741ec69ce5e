"""What a field takes of the clipboard: plain words, whatever else lies beside them."""

from __future__ import annotations

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextDocumentFragment

_LONGEST_HTML = 500_000
"""Longer pages take too long to read; every browser gives their plain text too."""


def pasted_text(source: QMimeData, most: int | None = None) -> str:
    """Return the words of what is pasted or dropped; empty where it has none.

    Args:
        source: What is pasted.
        most: Cut after so many characters; for fields that refuse such lengths anyway.
    """
    if source.hasText():
        return source.text()[:most]
    html = source.html() if source.hasHtml() else ""
    if not html or len(html) > _LONGEST_HTML:
        return ""
    return QTextDocumentFragment.fromHtml(html).toPlainText().replace("\ufffc", "").strip()[:most]
