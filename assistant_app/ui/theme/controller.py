"""The look of the running program: follows the system and the setting, and tells every widget.

One controller is made by the composition root and handed to every widget as `look`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QIcon, QPalette, QPixmap
from PySide6.QtWidgets import QApplication

from assistant_app.base.paths import resource
from assistant_app.settings import declarations
from assistant_app.settings.types import Language
from assistant_app.settings.types import Theme as Choice
from assistant_app.settings.values import Settings
from assistant_app.ui.i18n import language_of
from assistant_app.ui.theme import fonts
from assistant_app.ui.theme.contrast import high_contrast
from assistant_app.ui.theme.fonts import FACTORS, Type
from assistant_app.ui.theme.icons import Icons
from assistant_app.ui.theme.palette import palette_of
from assistant_app.ui.theme.roles import DARK, LIGHT, Theme
from assistant_app.ui.theme.sheet import make_sheet
from assistant_app.ui.theme.style import KeepsakeStyle


def icon_file(name: str) -> Path:
    """Return the file of an icon."""
    return resource("icons", f"{name}.svg")


class ThemeController(QObject):
    """Roles, measures, fonts and icons as they are now.

    Attributes:
        theme: The roles.
        motion: Whether anything may move.

    Signals:
        changed(): Everything was set anew; painted widgets update, cached sizes are stale.
    """

    changed = Signal()

    def __init__(
        self,
        app: QApplication,
        settings: Settings,
        *,
        contrast: bool = False,
        motion: bool = True,
        locate_icon: Callable[[str], Path] = icon_file,
    ) -> None:
        """Take over the application's style, palette, font and sheet.

        Args:
            app: The application; its palette and font are still the system's.
            settings: With the user's choice of colours, text size and language.
            contrast: High contrast, whatever the system says.
            motion: Whether anything may move.
            locate_icon: Returns the file of an icon.
        """
        super().__init__(app)
        self._app = app
        self._choice = settings.get(declarations.THEME)
        self._contrast = contrast
        self._text_scale = settings.get(declarations.TEXT_SIZE) / 100
        language = language_of(settings.get(declarations.LANGUAGE))
        self._chinese = language == Language.CHINESE
        self.motion = motion
        self._system_palette = QPalette(app.palette())
        self._system_font = QFont(app.font())
        self._icons = Icons(locate_icon)
        self.theme: Theme = LIGHT
        self._unit = 1.0
        self._base = QFont(app.font())
        app.setStyle(KeepsakeStyle(lambda: self.theme, self.px))
        app.styleHints().colorSchemeChanged.connect(self._scheme_changed)
        self._follow_contrast()
        self.set_choice(self._choice)

    # What the user chooses

    def set_choice(self, choice: Choice) -> None:
        """Follow the system, or stay light or dark."""
        self._choice = choice
        scheme = {
            Choice.SYSTEM: Qt.ColorScheme.Unknown,
            Choice.LIGHT: Qt.ColorScheme.Light,
            Choice.DARK: Qt.ColorScheme.Dark,
        }[choice]
        self._app.styleHints().setColorScheme(scheme)
        self.refresh()

    def use(self, settings: Settings) -> None:
        """Take the user's settings; nothing happens where they are in force already."""
        choice = settings.get(declarations.THEME)
        scale = settings.get(declarations.TEXT_SIZE) / 100
        if scale != self._text_scale:
            self._text_scale = scale
            if choice == self._choice:
                self.refresh()
        if choice != self._choice:
            self.set_choice(choice)

    def set_contrast(self, *, on: bool) -> None:
        """Take all roles from the system's palette."""
        self._contrast = on
        self.refresh()

    # What widgets ask

    @property
    def unit(self) -> float:
        """Pixels of one unit."""
        return self._unit

    @property
    def chinese(self) -> bool:
        """Whether the interface is Chinese: fonts are taller, lines stand closer."""
        return self._chinese

    def px(self, measure: float) -> int:
        """Return a measure of the look in whole pixels."""
        return round(measure * self._unit)

    def color(self, role: str) -> QColor:
        """Return the colour of a role."""
        return QColor(self.theme.color(role))

    def font(self, kind: Type = Type.BODY, weight: int = 400) -> QFont:
        """Return the font of a size of type.

        Args:
            kind: The size.
            weight: 400, 500 or 600.
        """
        font = QFont(self._base)
        font.setPointSizeF(self._base.pointSizeF() * FACTORS[kind])
        # CJK families seldom have the weights between; Qt makes a bold face from 700 on only.
        heavy = self._chinese and weight >= 600
        font.setWeight(QFont.Weight(700 if heavy else weight))
        return font

    def monospace(self) -> QFont:
        """Return the font of code."""
        return fonts.monospace(self._base)

    def line_height(self, *, reading: bool = False) -> int:
        """Return the line height in per cent of the font's own, as rich text takes it.

        The look counts lines in sizes of type; a font is about 1.17 times its size high, and CJK
        fonts are taller still.
        """
        wanted = 1.5 if reading else 1.4
        return round(wanted / (1.32 if self._chinese else 1.17) * 100)

    def pixmap(self, name: str, role: str = "text2", size: float = 18) -> QPixmap:
        """Return an icon in the colour of a role (or in a literal category hue)."""
        color = role if role.startswith("#") else self.theme.color(role)
        mirrored = self._app.layoutDirection() == Qt.LayoutDirection.RightToLeft
        return self._icons.pixmap(
            name, color, self.px(size), self._app.devicePixelRatio(), mirrored=mirrored
        )

    def icon(self, name: str, role: str = "text2", size: float = 18) -> QIcon:
        """Return an icon for a menu."""
        icon = QIcon(self.pixmap(name, role, size))
        icon.addPixmap(self.pixmap(name, "disabled", size), QIcon.Mode.Disabled)
        return icon

    def app_icon(self) -> QIcon:
        """Return the icon of the program."""
        icon = QIcon()
        for size in (16, 24, 32, 48, 64, 128, 256):
            icon.addPixmap(self._icons.pixmap("keepsake", self.theme.text, size, 1.0))
        return icon

    # How it is set

    def refresh(self) -> None:
        """Compute everything anew, set it on the application and tell the widgets."""
        self.theme = self._pick()
        base = fonts.base_font(self._system_font, self._text_scale)
        self._unit = fonts.unit_of(base)
        self._base = fonts.chinese_first(base) if self._chinese else base
        self._icons.clear()
        self._app.setFont(self._base)
        self._app.setPalette(palette_of(self.theme))
        self._app.setStyleSheet(make_sheet(self.theme, self._unit))
        self.changed.emit()

    def _pick(self) -> Theme:
        if self._contrast:
            return high_contrast(self._system_palette)
        if self._choice == Choice.SYSTEM:
            scheme = self._app.styleHints().colorScheme()
            return DARK if scheme == Qt.ColorScheme.Dark else LIGHT
        return DARK if self._choice == Choice.DARK else LIGHT

    def _scheme_changed(self) -> None:
        if self._choice == Choice.SYSTEM:
            self.refresh()

    def _follow_contrast(self) -> None:
        hints = self._app.styleHints()
        if not hasattr(hints, "accessibility"):  # before Qt 6.10
            return
        accessibility = hints.accessibility()
        high = Qt.ContrastPreference.HighContrast
        self._contrast = self._contrast or accessibility.contrastPreference() == high
        accessibility.contrastPreferenceChanged.connect(
            lambda preference: self.set_contrast(on=preference == high)
        )


class ScreenWatcher(QObject):
    """Refreshes the look when a window moves to a screen with another pixel ratio."""

    def __init__(self, look: ThemeController, window: QObject) -> None:
        super().__init__(window)
        self._look = look
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Watch for a new pixel ratio."""
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            QTimer.singleShot(0, self, self._look.refresh)
        return super().eventFilter(watched, event)
