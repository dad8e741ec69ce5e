"""A choice as a card: radio, title, one line, icon (settings, the first start, disagreements)."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QRadioButton, QSizePolicy, QWidget

from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.focus_ring import RING_RADIUS
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.theme.paint import box
from assistant_app.ui.theme.style import draw_indicator
from assistant_app.ui.widgets.text_label import TextLabel


class OptionCard(QRadioButton):
    """A radio button that is a card; cards with one parent exclude each other."""

    def __init__(
        self,
        look: ThemeController,
        title: str,
        text: str,
        *,
        icon: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(title, parent)
        self.look = look
        self._icon_name = icon
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setProperty(RING_RADIUS, 12)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._line = TextLabel(look, text, type_=Type.SMALL, role="text2", parent=self)
        self._line.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        look.changed.connect(self.updateGeometry)

    def hitButton(self, _pos: object) -> bool:
        """The whole card can be pressed."""
        return True

    def hasHeightForWidth(self) -> bool:
        """The line wraps."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height at a width."""
        px = self.look.px
        return px(14) + px(18) + px(6) + self._line.heightForWidth(width - px(28)) + px(14)

    def sizeHint(self) -> QSize:
        """A third of a dialog's width."""
        width = self.look.px(196)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Narrow windows squeeze it."""
        return QSize(self.look.px(120), self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the line."""
        super().resizeEvent(event)
        px = self.look.px
        top = px(14) + px(18) + px(6)
        width = self.width() - px(28)
        self._line.setGeometry(px(14), top, width, self._line.heightForWidth(width))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint card, radio, title and icon."""
        painter = QPainter(self)
        look, theme, px = self.look, self.look.theme, self.look.px
        on = self.isChecked()
        fill = theme.accent_soft if on else theme.raised_h if self.underMouse() else theme.raised
        line = theme.accent if on else theme.line2
        box(painter, QRectF(self.rect()), px(12), fill=fill, line=line, width=2 if on else 1)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        side = px(18)
        lead = self.width() - px(14) - side if mirrored else px(14)
        draw_indicator(painter, QRectF(lead, px(13), side, side), theme, round_=True, on=on)
        painter.setFont(look.font(Type.BODY, 600))
        painter.setPen(look.color("text"))
        start = px(14) + side + px(10)
        width = self.width() - start - px(40)
        painter.drawText(
            self.width() - start - width if mirrored else start,
            px(12),
            width,
            px(20),
            int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading),
            self.text(),
        )
        if self._icon_name:
            trail = px(14) if mirrored else self.width() - px(14) - side
            role = "accent" if on else "text2"
            painter.drawPixmap(trail, px(13), look.pixmap(self._icon_name, role, 18))
        painter.end()
