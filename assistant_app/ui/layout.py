"""What fits beside what at a width: one pure function that every page asks."""

from __future__ import annotations

from dataclasses import dataclass

WIDE, MEDIUM, NARROW = 1168, 900, 760
"""Breakpoints in units of the look; they grow with the text size."""

SIDEBAR, PANEL, COLUMN = 256, 344, 720
MIN_WIDTH, MIN_HEIGHT = 420, 520


@dataclass(frozen=True, slots=True)
class Mode:
    """How a window of some width is laid out.

    Attributes:
        sidebar_folded: The sidebar is a drawer.
        panel_over: The panel of used memories slides over the chat.
        two_columns: Overview and settings have two columns.
        list_then_detail: A list and its detail are shown one after the other.
        facets_beside: The facets of the memory browser stand in the sidebar.
    """

    sidebar_folded: bool
    panel_over: bool
    two_columns: bool
    list_then_detail: bool
    facets_beside: bool


def mode_for(width: int, unit: float) -> Mode:
    """Return the layout for a window.

    Args:
        width: Of the window, in pixels.
        unit: Pixels of one unit of the look.
    """
    measure = width / unit
    return Mode(
        sidebar_folded=measure < MEDIUM,
        panel_over=measure < WIDE,
        two_columns=measure >= WIDE,
        list_then_detail=measure < NARROW,
        facets_beside=measure >= MEDIUM,
    )
