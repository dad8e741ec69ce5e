"""The QPalette of a theme, for everything that Qt paints itself."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPalette

from assistant_app.ui.theme.roles import Theme

_R = QPalette.ColorRole


def palette_of(theme: Theme) -> QPalette:
    """Return the palette that belongs to a theme."""
    palette = QPalette()
    for role, color in {
        _R.Window: theme.surface,
        _R.WindowText: theme.text,
        _R.Text: theme.text,
        _R.ButtonText: theme.text,
        _R.Base: theme.raised,
        _R.Button: theme.raised,
        _R.AlternateBase: theme.sunken,
        _R.ToolTipBase: theme.raised,
        _R.ToolTipText: theme.text,
        _R.Light: theme.raised,
        _R.Midlight: theme.hover,
        _R.Mid: theme.line2,
        _R.Dark: theme.ctl,
        _R.Shadow: theme.shadow,
        _R.Highlight: theme.accent,
        _R.Accent: theme.accent,
        _R.HighlightedText: theme.on_accent,
        _R.Link: theme.accent_text,
        _R.LinkVisited: theme.accent_text,
        _R.PlaceholderText: theme.text3,
        _R.BrightText: theme.danger,
    }.items():
        palette.setColor(role, QColor(color))
    disabled = QPalette.ColorGroup.Disabled
    for role in (_R.WindowText, _R.Text, _R.ButtonText, _R.PlaceholderText):
        palette.setColor(disabled, role, QColor(theme.disabled))
    palette.setColor(disabled, _R.Base, QColor(theme.sunken))
    palette.setColor(disabled, _R.Highlight, QColor(theme.line2))
    return palette
