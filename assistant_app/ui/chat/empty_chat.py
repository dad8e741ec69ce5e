"""A chat that has not begun: a drawing, a greeting, and three ways to begin."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from assistant_app.ui.layout import COLUMN
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.focus_ring import RING_RADIUS
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.theme.paint import box, shadow
from assistant_app.ui.widgets.painted import Painted, PaintedButton
from assistant_app.ui.widgets.text_label import TextLabel

_STACK_BELOW = 620


class CardsDrawing(Painted):
    """Three cards, a ribbon on the middle one."""

    def __init__(self, look: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(look, parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Its fixed size."""
        return QSize(self.look.px(200), self.look.px(104))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the drawing."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self.look.unit, self.look.unit)
        self._card(painter, QPointF(54, 61), -9)
        self._card(painter, QPointF(146, 58), 9)
        self._card(painter, QPointF(100, 52), 0)
        theme = self.look.theme
        painter.setBrush(QColor(theme.mem_fill))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawPolygon(
            QPolygonF(
                [
                    QPointF(114, 8),
                    QPointF(138, 8),
                    QPointF(138, 46),
                    QPointF(126, 37),
                    QPointF(114, 46),
                ]
            )
        )
        painter.setBrush(QColor(theme.accent_soft))
        painter.setPen(QPen(QColor(theme.accent), 2.2))
        painter.drawEllipse(QPointF(73, 38), 6.5, 6.5)
        painter.end()

    def _card(self, painter: QPainter, centre: QPointF, angle: float) -> None:
        theme = self.look.theme
        painter.save()
        painter.translate(centre)
        painter.rotate(angle)
        rect = QRectF(-46, -30, 92, 60)
        tint = self.look.color("shadow")
        tint.setAlphaF(theme.shadow_alpha / 3)
        if theme.shadow_alpha:
            shadow(painter, rect, 9, tint, blur=5, drop=1)
        box(painter, rect, 9, fill=theme.raised, line=theme.line2, width=1.2)
        painter.setPen(QPen(QColor(theme.line2), 3, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(QPointF(-32, -2), QPointF(4, -2))
        painter.drawLine(QPointF(-32, 10), QPointF(22, 10))
        painter.restore()


class StartCard(PaintedButton):
    """One way to begin: icon, title, two lines."""

    def __init__(
        self, look: ThemeController, icon: str, title: str, text: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(look, title, weight=600, parent=parent)
        self._icon_name = icon
        self._line = TextLabel(look, text, type_=Type.SMALL, role="text2", parent=self)
        self._line.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleDescription(text)
        self.setProperty(RING_RADIUS, 12)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Room for icon, title and two lines."""
        return QSize(self.look.px(200), self.look.px(140))

    def minimumSizeHint(self) -> QSize:
        """Narrow columns squeeze it."""
        return QSize(self.look.px(140), self.look.px(140))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return presses it too."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
            return
        super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint card, tile and title; the lines are a widget."""
        painter = QPainter(self)
        theme, px = self.look.theme, self.look.px
        fill = (
            theme.raised_p if self.isDown() else theme.raised_h if self.hovered() else theme.raised
        )
        line = theme.line2 if self.hovered() else theme.line
        box(painter, QRectF(self.rect()), px(12), fill=fill, line=line)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        side = px(36)
        left = self.width() - px(14) - side if mirrored else px(14)
        tile_line = theme.text if theme.high_contrast else None
        tile = QRectF(left, px(14), side, side)
        box(painter, tile, px(9), fill=theme.accent_soft, line=tile_line)
        icon = px(20)
        pad = (side - icon) // 2
        painter.drawPixmap(
            left + pad, px(14) + pad, self.look.pixmap(self._icon_name, "accent_text", 20)
        )
        painter.setFont(self.font())
        painter.setPen(self.look.color("text"))
        painter.drawText(
            px(14),
            px(60),
            self.width() - px(28),
            px(22),
            int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading),
            self.text(),
        )
        painter.end()
        self._line.setGeometry(px(14), px(84), self.width() - px(28), px(44))


class EmptyChat(QScrollArea):
    """Shown while a chat has no messages.

    Signals:
        suggested(str): Put this into the composer.
        bring_requested(): Bring memories in from a file.
    """

    suggested = Signal(str)
    bring_requested = Signal()

    def __init__(self, look: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.look = look
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        inner = QWidget(self)
        self.setWidget(inner)
        inner.setAutoFillBackground(False)  # setWidget turns it on
        column = QVBoxLayout(inner)
        column.addStretch(3)
        column.addWidget(CardsDrawing(look, inner), 0, Qt.AlignmentFlag.AlignHCenter)
        centre = Qt.AlignmentFlag.AlignHCenter
        self._hello = TextLabel(look, type_=Type.WELCOME, weight=600, align=centre, parent=inner)
        self._more = TextLabel(
            look, type_=Type.READING, role="text2", align=centre, spacing=1.5, parent=inner
        )
        column.addWidget(self._hello)
        # A layout with an alignment asks for the height at the whole width: keep it beside springs.
        line = QHBoxLayout()
        line.addStretch(1)
        line.addWidget(self._more)
        line.addStretch(1)
        column.addLayout(line)
        self._grid = QGridLayout()
        self._cards = self._make_cards(inner)
        self._wide: bool | None = None
        holder = QWidget(inner)
        holder.setLayout(self._grid)
        self._holder = holder
        column.addWidget(holder)
        column.addStretch(4)
        self._column = column
        look.changed.connect(self._measure)
        self.set_temporary(temporary=False)
        self._measure()

    def set_temporary(self, *, temporary: bool) -> None:
        """Greet for a chat that leaves no trace."""
        if temporary:
            self._hello.set_text(self.tr("This chat leaves no trace."))
            self._more.set_text(
                self.tr(
                    "Nothing of it is remembered, no memories are used, "
                    "and it is gone when you close it."
                )
            )
        else:
            self._hello.set_text(self.tr("Hello. What shall I keep in mind?"))
            self._more.set_text(
                self.tr(
                    "Ask anything, or tell me something about you. What matters later is "
                    "remembered, and you can always see, change or forget it."
                )
            )
        self._holder.setVisible(not temporary)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stack the cards in a narrow column."""
        super().resizeEvent(event)
        self._arrange()

    def _make_cards(self, parent: QWidget) -> list[StartCard]:
        me = self.tr("“I’m Clara, I live in Leeds with Tom and two children.”")
        plan = self.tr("“A birthday dinner for eight, two of them vegetarian.”")
        cards = [
            StartCard(self.look, "person", self.tr("Introduce yourself"), me, parent),
            StartCard(self.look, "dates", self.tr("Plan something"), plan, parent),
        ]
        cards[0].clicked.connect(lambda: self.suggested.emit(self.tr("I’m ")))
        cards[1].clicked.connect(lambda: self.suggested.emit(self.tr("Help me plan ")))
        bring = StartCard(
            self.look,
            "memories",
            self.tr("See what is kept"),
            self.tr("All that is remembered, to read, change or forget."),
            parent,
        )
        bring.clicked.connect(self.bring_requested)
        return [*cards, bring]

    def _arrange(self) -> None:
        px = self.look.px
        room = self.viewport().width()
        self._holder.setFixedWidth(min(px(COLUMN), max(px(300), room - px(48))))
        self._more.setFixedWidth(min(px(540), max(px(200), room - px(48))))
        wide = room >= px(_STACK_BELOW)
        if wide == self._wide:
            return
        self._wide = wide
        for place, card in enumerate(self._cards):
            self._grid.removeWidget(card)
            self._grid.addWidget(card, 0 if wide else place, place if wide else 0)

    def _measure(self) -> None:
        px = self.look.px
        self._column.setContentsMargins(px(24), px(16), px(24), px(16))
        self._column.setSpacing(px(14))
        self._grid.setContentsMargins(0, px(14), 0, 0)
        self._grid.setSpacing(px(12))
        self._column.setAlignment(self._holder, Qt.AlignmentFlag.AlignHCenter)
        self._holder.setMinimumWidth(
            min(px(COLUMN), max(px(300), self.viewport().width() - px(48)))
        )
        self._wide = None
        self._arrange()
