"""Type: sizes as factors of the system's font, three weights, and CJK first where it is read."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF


class Type(StrEnum):
    """Sizes of type; see `FACTORS`."""

    CAPTION = "caption"
    SMALL = "small"
    BODY = "body"
    READING = "reading"
    CARD = "card"
    TITLE = "title"
    DIALOG = "dialog"
    WELCOME = "welcome"


FACTORS = {
    Type.CAPTION: 12 / 14,
    Type.SMALL: 13 / 14,
    Type.BODY: 1.0,
    Type.READING: 15 / 14,
    Type.CARD: 15 / 14,
    Type.TITLE: 18 / 14,
    Type.DIALOG: 22 / 14,
    Type.WELCOME: 27 / 14,
}

_FALLBACK_POINTS = 9.0
_COMFORTABLE_POINTS = 10.5
_CJK_FAMILIES = (
    "PingFang SC",
    "Microsoft YaHei UI",
    "Noto Sans CJK SC",
    "Source Han Sans SC",
    "Noto Sans SC",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
    "Droid Sans Fallback",
)


def base_font(system: QFont, scale: float) -> QFont:
    """Return the font of the program.

    Where no desktop names a font, Qt falls back on nine points of "Sans Serif". That is nobody's
    choice and too small to read in, so it becomes the size that the look was drawn with.

    Args:
        system: The application font before we touched it.
        scale: The user's own factor, 1.0 for the system's size.
    """
    font = QFont(system)
    points = font.pointSizeF()
    if points <= 0:
        points = font.pixelSize() * 72 / 96
    if points <= _FALLBACK_POINTS and font.family() in ("Sans Serif", "Sans", ""):
        points = _COMFORTABLE_POINTS
    font.setPointSizeF(points * scale)
    return font


def unit_of(font: QFont) -> float:
    """Return the pixels of one unit: 1.0 where the font is 17 high, as in the drawings."""
    return max(0.5, QFontMetricsF(font).height() / 17)


def chinese_first(font: QFont) -> QFont:
    """Put a CJK family first, so that quotation marks and dots have their full width."""
    installed = set(QFontDatabase.families())
    chosen = [family for family in _CJK_FAMILIES if family in installed][:1]
    result = QFont(font)
    result.setFamilies([*chosen, *font.families()])
    return result


def monospace(base: QFont) -> QFont:
    """Return the system's font of fixed width, in the size of small text."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPointSizeF(base.pointSizeF() * FACTORS[Type.SMALL])
    return font
