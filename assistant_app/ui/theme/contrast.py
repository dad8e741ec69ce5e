"""High contrast: every role from the system's own palette, so that the user's choice decides."""

from __future__ import annotations

from dataclasses import fields

from PySide6.QtGui import QPalette

from assistant_app.ui.theme.roles import CATEGORIES, ROLES, Theme

_GROUNDS = frozenset(
    [
        "window",
        "surface",
        "raised",
        "raised_h",
        "raised_p",
        "sunken",
        "bubble",
        "chip",
        "hover",
        "press",
        "accent_soft",
        "mem_soft",
        "danger_soft",
        "warn_soft",
        "ok_soft",
        "temp_soft",
        "scrim",
        "shadow",
    ]
)
_HIGHLIGHT = frozenset(
    [
        "accent",
        "accent_h",
        "accent_p",
        "accent_text",
        "mem",
        "mem_text",
        "mem_fill",
        "accent_line",
        "mem_line",
    ]
)


def high_contrast(palette: QPalette) -> Theme:
    """Make the theme of high contrast.

    Grounds are the palette's Window, texts and lines its WindowText, pine and honey its
    Highlight; the hues of categories drop to the text colour.

    Args:
        palette: The palette of the system, before ours was set.
    """
    ground = palette.color(QPalette.ColorRole.Window).name()
    ink = palette.color(QPalette.ColorRole.WindowText).name()
    highlight = palette.color(QPalette.ColorRole.Highlight).name()
    on_highlight = palette.color(QPalette.ColorRole.HighlightedText).name()
    disabled = palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.WindowText).name()
    roles: dict[str, str] = {}
    for item in fields(Theme):
        if item.name not in ROLES:
            continue
        if item.name in _GROUNDS:
            roles[item.name] = ground
        elif item.name in _HIGHLIGHT:
            roles[item.name] = highlight
        else:
            roles[item.name] = ink
    roles["on_accent"] = on_highlight
    roles["disabled"] = disabled
    return Theme(
        name="contrast",
        **roles,
        hues=(ink,) * len(CATEGORIES),
        dark=palette.color(QPalette.ColorRole.Window).lightness() < 128,
        high_contrast=True,
        tile=0.0,
        shadow_alpha=0.0,
        sheet_shadow_alpha=0.0,
        scrim_alpha=0.6,
    )
