"""Fusion with our check boxes and radio buttons; a palette alone leaves its boxes invisible."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QProxyStyle, QStyle, QStyleOption, QWidget

from assistant_app.ui.theme.roles import Theme

_PE = QStyle.PrimitiveElement
_PM = QStyle.PixelMetric
_BOX = {
    _PM.PM_IndicatorWidth,
    _PM.PM_IndicatorHeight,
    _PM.PM_ExclusiveIndicatorWidth,
    _PM.PM_ExclusiveIndicatorHeight,
}
_SPACING = {_PM.PM_CheckBoxLabelSpacing, _PM.PM_RadioButtonLabelSpacing}


class KeepsakeStyle(QProxyStyle):
    """Draws boxes and dots from the theme, everything else as Fusion does."""

    def __init__(self, theme: Callable[[], Theme], px: Callable[[float], int]) -> None:
        super().__init__("Fusion")
        self._theme = theme
        self._px = px

    def pixelMetric(
        self,
        metric: QStyle.PixelMetric,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
    ) -> int:
        """Boxes are 18, their labels 8 away; menus have rows of a comfortable height."""
        if metric in _BOX:
            return self._px(18)
        if metric in _SPACING:
            return self._px(8)
        return super().pixelMetric(metric, option, widget)

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returnData: object = None,  # noqa: N803 - Qt's name
    ) -> int:
        """No frames around focused items and no etched disabled text."""
        if hint == QStyle.StyleHint.SH_EtchDisabledText:
            return 0
        return super().styleHint(hint, option, widget, returnData)  # type: ignore[arg-type]  # stub asks for QStyleHintReturn, Qt passes None

    def drawPrimitive(
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        """Draw our boxes and dots."""
        if element == _PE.PE_FrameFocusRect:
            return
        if element in (_PE.PE_IndicatorCheckBox, _PE.PE_IndicatorRadioButton):
            state = option.state
            rect = QRectF(option.rect)
            draw_indicator(
                painter,
                rect,
                self._theme(),
                round_=element == _PE.PE_IndicatorRadioButton,
                on=bool(state & QStyle.StateFlag.State_On),
                enabled=bool(state & QStyle.StateFlag.State_Enabled),
            )
            return
        super().drawPrimitive(element, option, painter, widget)


def draw_indicator(
    painter: QPainter, rect: QRectF, theme: Theme, *, round_: bool, on: bool, enabled: bool = True
) -> None:
    """Paint a check box or radio button into a square.

    Args:
        painter: Where to.
        rect: The square.
        theme: The roles.
        round_: A radio button.
        on: Checked.
        enabled: Greyed out otherwise.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    size = min(rect.width(), rect.height())
    box = QRectF(rect.x() + 1, rect.center().y() - size / 2 + 1, size - 2, size - 2)
    radius = box.width() / 2 if round_ else size * 5 / 18
    fill = QColor(theme.accent if enabled else theme.line2)
    if on:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        painter.drawRoundedRect(box, radius, radius)
        _draw_mark(painter, box, QColor(theme.on_accent), round_=round_)
    else:
        painter.setPen(QPen(QColor(theme.ctl if enabled else theme.line2), 1.5))
        painter.setBrush(QColor(theme.raised))
        painter.drawRoundedRect(box.adjusted(0.25, 0.25, -0.25, -0.25), radius, radius)
    painter.restore()


def _draw_mark(painter: QPainter, box: QRectF, color: QColor, *, round_: bool) -> None:
    if round_:
        painter.setBrush(color)
        painter.drawEllipse(box.center(), box.width() * 0.2, box.width() * 0.2)
        return
    side = box.width()
    points = [QPointF(0.26, 0.52), QPointF(0.43, 0.69), QPointF(0.75, 0.34)]
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(color, side / 10, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawPolyline(
        QPolygonF([QPointF(box.x() + p.x() * side, box.y() + p.y() * side) for p in points])
    )
