"""Painting that several widgets share: boxes, shadows and dashed frames."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

if TYPE_CHECKING:
    from assistant_app.ui.theme.controller import ThemeController


def box(
    painter: QPainter,
    rect: QRectF,
    radius: float,
    *,
    fill: str | QColor | None = None,
    line: str | QColor | None = None,
    width: float = 1.0,
    dashed: bool = False,
) -> None:
    """Paint a box with round corners; the line lies inside the rectangle.

    Args:
        painter: Where to.
        rect: The outer edge.
        radius: Of the corners; at most half the height.
        fill: Colour of the ground; none for an outline.
        line: Colour of the line; none for a plain box.
        width: Of the line.
        dashed: Dashes mean: leaves no trace.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    inset = width / 2 if line is not None else 0.0
    inner = rect.adjusted(inset, inset, -inset, -inset)
    painter.setBrush(QColor(fill) if fill is not None else Qt.BrushStyle.NoBrush)
    if line is None:
        painter.setPen(Qt.PenStyle.NoPen)
    else:
        pen = QPen(QColor(line), width)
        if dashed:
            pen.setDashPattern([4, 3])
        painter.setPen(pen)
    radius = min(radius - inset, inner.height() / 2, inner.width() / 2)
    painter.drawRoundedRect(inner, radius, radius)


def shadow(
    painter: QPainter, rect: QRectF, radius: float, color: QColor, *, blur: int, drop: int
) -> None:
    """Paint a soft shadow under a box.

    A graphics effect makes a message paint two and a half times slower, so the shadow is a few
    frames of falling strength.

    Args:
        painter: Where to.
        rect: The box that throws the shadow.
        radius: Its corners.
        color: With the alpha of the whole shadow.
        blur: How far it reaches.
        drop: How far it falls.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    strength = color.alphaF()
    for step in range(blur):
        share = (1 - step / blur) ** 2
        tint = QColor(color)
        tint.setAlphaF(strength * share)
        grown = rect.adjusted(-step, -step + drop, step, step + drop)
        painter.setPen(QPen(tint, 1.5))
        painter.drawRoundedRect(grown, radius + step, radius + step)


def bubble_path(rect: QRectF, radius: float, tail: float, *, mirrored: bool) -> QPainterPath:
    """Return the outline of a bubble whose lower trailing corner is tighter."""
    left_tail, right_tail = (tail, radius) if mirrored else (radius, tail)
    path = QPainterPath()
    path.moveTo(rect.left() + radius, rect.top())
    path.lineTo(rect.right() - radius, rect.top())
    path.arcTo(rect.right() - 2 * radius, rect.top(), 2 * radius, 2 * radius, 90, -90)
    path.lineTo(rect.right(), rect.bottom() - right_tail)
    side = 2 * right_tail
    path.arcTo(rect.right() - side, rect.bottom() - side, side, side, 0, -90)
    path.lineTo(rect.left() + left_tail, rect.bottom())
    side = 2 * left_tail
    path.arcTo(rect.left(), rect.bottom() - side, side, side, 270, -90)
    path.lineTo(rect.left(), rect.top() + radius)
    path.arcTo(rect.left(), rect.top(), 2 * radius, 2 * radius, 180, -90)
    path.closeSubpath()
    return path


def mix(ground: str, tint: str, share: float) -> QColor:
    """Return a ground with a share of a tint laid over it."""
    low, high = QColor(ground), QColor(tint)
    return QColor.fromRgbF(
        low.redF() + (high.redF() - low.redF()) * share,
        low.greenF() + (high.greenF() - low.greenF()) * share,
        low.blueF() + (high.blueF() - low.blueF()) * share,
    )


def space_hue(look: ThemeController, hue: str) -> QColor:
    """Return the colour that a space is painted in; in high contrast it is that of the text."""
    return look.color("text") if look.theme.high_contrast or not hue else QColor(hue)
