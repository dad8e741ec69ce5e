"""Buttons in the six kinds of the look; they paint themselves, so that icon and text keep 8."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QPushButton, QSizePolicy, QWidget

from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.focus_ring import RING_RADIUS
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.theme.paint import box, mix


class Kind(StrEnum):
    """What a button is for."""

    PRIMARY = "primary"
    SECONDARY = "secondary"
    TONAL = "tonal"
    GHOST = "ghost"
    LINK = "link"
    """A ghost button whose words are pine."""
    DANGER = "danger"
    ICON = "icon"
    MEMORY = "memory"
    """A pill in honey: something of memory is open."""
    MEMORY_LINK = "memory_link"
    """A ghost button on honey, with words in honey."""
    TEMPORARY = "temporary"


SMALL, MEDIUM, LARGE = 28, 34, 42


@dataclass(frozen=True, slots=True)
class _Tones:
    fill: str | None
    line: str | None
    ink: str


def _tones(kind: Kind, *, hover: bool, down: bool, contrast: bool) -> _Tones:
    ghost = "press" if down else "hover" if hover else None
    table = {
        Kind.PRIMARY: _Tones(
            "accent_p" if down else "accent_h" if hover else "accent", None, "on_accent"
        ),
        Kind.SECONDARY: _Tones(
            "raised_p" if down else "raised_h" if hover else "raised",
            "ctl" if hover or down else "line2",
            "text",
        ),
        Kind.TONAL: _Tones("accent_soft", "accent_text" if contrast else None, "accent_text"),
        Kind.GHOST: _Tones(ghost, None, "text" if hover else "text2"),
        Kind.LINK: _Tones(ghost, None, "accent_text"),
        Kind.ICON: _Tones(ghost, None, "text2"),
        Kind.DANGER: _Tones(
            "danger_soft" if hover or down else "raised",
            "danger" if down else "danger_line",
            "danger",
        ),
        Kind.MEMORY: _Tones("mem_soft", "mem_line", "mem_text"),
        Kind.MEMORY_LINK: _Tones("mem_line" if hover or down else None, None, "mem_text"),
        Kind.TEMPORARY: _Tones("raised", "temp_line", "temp"),
    }
    return table[kind]


class Button(QPushButton):
    """A button of one kind, with an icon, a text, or both.

    `setChecked` on a checkable ghost button shows it as tonal (its panel is open).
    """

    def __init__(
        self,
        look: ThemeController,
        text: str = "",
        *,
        kind: Kind = Kind.SECONDARY,
        icon: str = "",
        trailing: str = "",
        height: int = MEDIUM,
        name: str = "",
        object_name: str = "",
        icon_role: str = "",
        type_: Type = Type.BODY,
        weight: int = 500,
        parent: QWidget | None = None,
    ) -> None:
        """Create the button.

        Args:
            look: The look.
            text: A verb; empty for an icon alone.
            kind: What it is for.
            icon: Before the text.
            trailing: Icon after the text, for example `chevron-down`.
            height: `SMALL`, `MEDIUM` or `LARGE`.
            name: Accessible name and tooltip; needed where there is no text.
            object_name: For tests and accessibility tools.
            icon_role: Colour of the icon where it differs from the text's.
            type_: Size of the text.
            weight: 400, 500 or 600.
            parent: Qt parent.
        """
        super().__init__(text, parent)
        self.look = look
        self._kind = kind
        self._icon_name = icon
        self._trailing = trailing
        self._height = height
        self._icon_role = icon_role
        self._type = type_
        self._weight = weight
        self._wide = False
        self._checked_kind = Kind.TONAL
        self._set_up(object_name, name)

    def _set_up(self, object_name: str, name: str) -> None:
        self.setObjectName(object_name)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setProperty(RING_RADIUS, 8)
        if name:
            self.setAccessibleName(name)
            self.setToolTip(name if not self.text() else "")
        self.setFont(self.look.font(self._type, self._weight))
        self.look.changed.connect(self._look_changed)

    def set_kind(self, kind: Kind) -> None:
        """Show it as another kind."""
        self._kind = kind
        self.update()

    def set_checked_kind(self, kind: Kind) -> None:
        """Choose what a checked button looks like."""
        self._checked_kind = kind

    def set_icon(self, icon: str, *, role: str | None = None) -> None:
        """Show another icon, in the colour of a role."""
        self._icon_name = icon
        if role is not None:
            self._icon_role = role
        self.updateGeometry()
        self.update()

    def set_trailing(self, icon: str) -> None:
        """Show another icon after the text."""
        self._trailing = icon
        self.update()

    def set_wide(self, *, wide: bool) -> None:
        """Fill the width that there is; the content stays in the middle."""
        self._wide = wide
        policy = QSizePolicy.Policy.Expanding if wide else QSizePolicy.Policy.Fixed
        self.setSizePolicy(policy, QSizePolicy.Policy.Fixed)

    def setText(self, text: str) -> None:
        """Set the text; the size follows."""
        super().setText(text)
        self.updateGeometry()

    def show_menu(self, menu: QMenu) -> None:
        """Open a menu under the button."""
        menu.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def sizeHint(self) -> QSize:
        """Icon, text and paddings."""
        height = self.look.px(self._height)
        if not self._shown_text():
            return QSize(height, height)
        return QSize(self._content_width() + 2 * self._padding(), height)

    def minimumSizeHint(self) -> QSize:
        """A text may be elided, but not vanish."""
        hint = self.sizeHint()
        return QSize(min(hint.width(), self.look.px(56)), hint.height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return presses it as Space does."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat():
            self.click()
            return
        super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint ground, icon and text."""
        painter = QPainter(self)
        theme = self.look.theme
        kind = self._checked_kind if self.isChecked() else self._kind
        hover = self.isEnabled() and self.underMouse()
        tones = _tones(kind, hover=hover, down=self.isDown(), contrast=theme.high_contrast)
        ink = tones.ink if self.isEnabled() else "disabled"
        self._paint_ground(painter, kind, tones, hover=hover)
        icon_role = ink
        if self._icon_role and self.isEnabled() and kind != Kind.PRIMARY:
            icon_role = self._icon_role
        self._paint_content(painter, ink, icon_role)
        painter.end()

    def _paint_ground(self, painter: QPainter, kind: Kind, tones: _Tones, *, hover: bool) -> None:
        theme = self.look.theme
        rect = QRectF(self.rect())
        radius = self.look.px(8)
        if kind == Kind.MEMORY:
            rect.adjust(0, self.look.px(1), 0, -self.look.px(1))
        if not self.isEnabled():
            solid = kind in (Kind.PRIMARY, Kind.TONAL)
            filled = solid and not theme.high_contrast
            lined = kind in (Kind.SECONDARY, Kind.DANGER, Kind.TEMPORARY) or solid != filled
            fill = (theme.line if kind == Kind.PRIMARY else theme.sunken) if filled else None
            tone = theme.disabled if theme.high_contrast else theme.line
            box(painter, rect, radius, fill=fill, line=tone if lined else None)
            return
        fill = None if tones.fill is None else theme.color(tones.fill)
        if kind == Kind.TONAL and (hover or self.isDown()):
            fill = mix(theme.accent_soft, theme.accent, 0.28 if self.isDown() else 0.12).name()
        line = None if tones.line is None else theme.color(tones.line)
        if theme.high_contrast and line is None and (hover or kind == Kind.PRIMARY):
            line = theme.accent
        box(painter, rect, radius, fill=fill, line=line)

    def _paint_content(self, painter: QPainter, ink: str, icon_role: str) -> None:
        look = self.look
        rect = self.contentsRect()
        size = look.px(self._icon_size())
        text = self._shown_text()
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        room = rect.width() - 2 * self._padding() if text else rect.width()
        width = min(self._content_width(), room)
        x = rect.x() + (rect.width() - width) // 2
        y = rect.y() + (rect.height() - size) // 2

        def place(left: int, item: int) -> int:
            return rect.width() - left - item if mirrored else left

        if self._icon_name:
            painter.drawPixmap(
                place(x, size), y, look.pixmap(self._icon_name, icon_role, self._icon_size())
            )
            x += size + look.px(self._gap())
            width -= size + look.px(self._gap())
        tail = look.px(16) + look.px(6) if self._trailing else 0
        if text:
            area = max(0, width - tail)
            self._paint_text(painter, QRect(place(x, area + 2), 0, area + 2, self.height()), ink)
            x += area + look.px(6)
        if self._trailing:
            side = look.px(16)
            painter.drawPixmap(
                place(x, side),
                rect.y() + (rect.height() - side) // 2,
                look.pixmap(self._trailing, icon_role, 16),
            )

    def _paint_text(self, painter: QPainter, area: QRect, ink: str) -> None:
        painter.setPen(self.look.color(ink))
        painter.setFont(self.font())
        shown = self.fontMetrics().elidedText(
            self._shown_text(), Qt.TextElideMode.ElideRight, area.width() - 1
        )
        alignment = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading
        painter.drawText(area, int(alignment), shown)

    def _shown_text(self) -> str:
        return self.text().replace("&&", "\0").replace("&", "").replace("\0", "&")

    def _padding(self) -> int:
        tight = self._height <= SMALL or self._kind in (
            Kind.GHOST,
            Kind.LINK,
            Kind.MEMORY,
            Kind.MEMORY_LINK,
        )
        return self.look.px(10 if tight else 14)

    def _gap(self) -> int:
        return 8

    def _icon_size(self) -> int:
        return 16 if self._height <= SMALL else 18

    def _content_width(self) -> int:
        look = self.look
        text = self._shown_text()
        width = self.fontMetrics().horizontalAdvance(text) + 1 if text else 0
        if self._icon_name:
            width += look.px(self._icon_size()) + (look.px(self._gap()) if text else 0)
        if self._trailing:
            width += look.px(16) + look.px(6)
        return width

    def _look_changed(self) -> None:
        self.setFont(self.look.font(self._type, self._weight))
        self.updateGeometry()
        self.update()


def icon_button(
    look: ThemeController,
    icon: str,
    name: str,
    *,
    height: int = MEDIUM,
    object_name: str = "",
    parent: QWidget | None = None,
) -> Button:
    """Return a button with an icon alone; its name is said and shown as a tooltip."""
    return Button(
        look,
        kind=Kind.ICON,
        icon=icon,
        name=name,
        height=height,
        object_name=object_name,
        parent=parent,
    )
