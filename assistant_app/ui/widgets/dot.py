"""A category: its dot and its word, or its icon in a tile."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.theme.paint import box, mix, space_hue
from assistant_app.ui.theme.roles import category_icon
from assistant_app.ui.widgets.painted import Painted
from assistant_app.ui.words import category_word


class CategoryDot(Painted):
    """A dot in the hue of a category with the word beside it."""

    def __init__(self, look: ThemeController, category: str, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self._category = category
        self._word = category_word(category)
        self.setAccessibleName(self._word)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Dot, gap and word."""
        self.setFont(self.look.font(Type.CAPTION))
        width = self.fontMetrics().horizontalAdvance(self._word)
        return QSize(width + self.look.px(16) + 2, self.look.px(18))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint dot and word."""
        painter = QPainter(self)
        side = self.look.px(8)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        left = self.width() - side if mirrored else 0
        hue = self.look.theme.category(self._category)
        box(painter, QRectF(left, (self.height() - side) / 2, side, side), side / 2, fill=hue)
        painter.setFont(self.look.font(Type.CAPTION))
        painter.setPen(self.look.color("text2"))
        gap = self.look.px(14)
        painter.drawText(
            QRect(0 if mirrored else gap, 0, self.width() - gap, self.height()),
            int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading),
            self._word,
        )
        painter.end()


def draw_category_tile(
    painter: QPainter, rect: QRect, look: ThemeController, category: str
) -> None:
    """Paint the tile of a category: its icon on a light ground of its hue (for delegates)."""
    theme = look.theme
    hue = theme.category(category)
    line = theme.text if theme.high_contrast else None
    box(
        painter,
        QRectF(rect),
        look.px(8),
        fill=mix(theme.surface, hue, theme.tile),
        line=line,
    )
    side = look.px(18)
    painter.drawPixmap(
        rect.x() + (rect.width() - side) // 2,
        rect.y() + (rect.height() - side) // 2,
        look.pixmap(category_icon(category), hue, 18),
    )


def dot_icon(look: ThemeController, hue: str, *, side: int = 18, spot: int = 8) -> QIcon:
    """Return a dot in a colour, for menus.

    Args:
        look: The look.
        hue: `#rrggbb`.
        side: Of the whole picture.
        spot: Of the dot.
    """
    whole, part, ratio = (
        look.px(side),
        look.px(spot),
        QGuiApplication.primaryScreen().devicePixelRatio(),
    )
    pixmap = QPixmap(round(whole * ratio), round(whole * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    area = QRectF((whole - part) / 2, (whole - part) / 2, part, part)
    box(painter, area, part / 2, fill=space_hue(look, hue))
    painter.end()
    return QIcon(pixmap)
