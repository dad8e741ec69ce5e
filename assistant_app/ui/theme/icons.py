"""Icons: one SVG file serves every role, rendered at the pixel ratio of the screen and cached."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap, QTransform

MIRRORED = frozenset(
    {"back", "arrow-right", "undo", "sidebar", "panel", "chevron-left", "chevron-right"}
)
"""Icons that point along the reading direction and turn round from right to left."""


class Icons:
    """Renders icons; one cache for a theme, emptied when theme, unit or screen change."""

    def __init__(self, locate: Callable[[str], Path]) -> None:
        """Take the function that returns the file of an icon."""
        self._locate = locate
        self._sources: dict[str, bytes] = {}
        self._pixmaps: dict[tuple[str, str, int, float, bool], QPixmap] = {}

    def clear(self) -> None:
        """Forget the rendered pictures."""
        self._pixmaps.clear()

    def pixmap(
        self, name: str, color: str, size: int, ratio: float, *, mirrored: bool = False
    ) -> QPixmap:
        """Return an icon.

        Args:
            name: The file without its ending.
            color: `#RRGGBB` in place of `currentColor`.
            size: Side in device independent pixels.
            ratio: Device pixel ratio.
            mirrored: Whether the reading direction is right to left.
        """
        turned = mirrored and name in MIRRORED
        key = (name, color, size, ratio, turned)
        found = self._pixmaps.get(key)
        if found is None:
            found = self._render(name, color, size, ratio)
            if turned:
                found = found.transformed(QTransform().scale(-1, 1))
            self._pixmaps[key] = found
        return found

    def _render(self, name: str, color: str, size: int, ratio: float) -> QPixmap:
        from PySide6.QtSvg import QSvgRenderer

        source = self._sources.get(name)
        if source is None:
            source = self._locate(name).read_bytes()
            self._sources[name] = source
        tinted = source.replace(b"currentColor", QColor(color).name().encode())
        pixmap = QPixmap(round(size * ratio), round(size * ratio))
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        QSvgRenderer(QByteArray(tinted)).render(painter, QRectF(0, 0, size, size))
        painter.end()
        return pixmap
