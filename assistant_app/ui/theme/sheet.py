"""The style sheet, made from a template: `{accent}` is a role, `{8u}` eight times the unit.

Only what Qt's own widgets need stands here (fields, menus, scroll bars, plain buttons of message
boxes); our widgets paint themselves. Sizes of type never stand in a sheet: it would override the
font size that the user chose for the whole system.
"""

from __future__ import annotations

import re

from assistant_app.ui.theme.roles import Theme

_MARK = re.compile(r"\{(?:(\d+)u|([a-z_0-9]+))\}")

TEMPLATE = """
.QPushButton { background:{raised}; border:1px solid {line2}; border-radius:{8u}px;
  padding:0 {14u}px; min-height:{32u}px; }
.QPushButton:hover { background:{raised_h}; border-color:{ctl}; }
.QPushButton:pressed { background:{raised_p}; }
.QPushButton:default { background:{accent}; color:{on_accent}; border-color:{accent}; }
.QPushButton:disabled { color:{disabled}; border-color:{line}; }
QLineEdit, QPlainTextEdit, QComboBox { background:{raised}; border:1px solid {line2};
  border-radius:{8u}px; padding:1px {9u}px; }
QLineEdit, QComboBox { min-height:{30u}px; }
QPlainTextEdit { padding:{5u}px; }
QLineEdit:focus, QComboBox:focus { border:2px solid {accent}; padding:0 {8u}px; }
QPlainTextEdit:focus { border:2px solid {accent}; padding:{4u}px; }
QLineEdit[wrong="true"] { border-color:{danger}; }
QLineEdit:disabled, QPlainTextEdit:disabled, QComboBox:disabled { background:{sunken}; }
QPlainTextEdit[bare="true"] { background:transparent; border:0; padding:0; border-radius:0; }
QLineEdit[bare="true"] { background:transparent; border:0; padding:0; min-height:0; }
QComboBox { padding-right:{28u}px; }
QComboBox:focus { padding-right:{27u}px; }
QComboBox::drop-down { border:0; width:{28u}px; subcontrol-origin:border; }
QComboBox::down-arrow { image:none; }
QComboBox QAbstractItemView { background:{raised}; border:1px solid {line2}; padding:{4u}px;
  selection-background-color:{accent_soft}; selection-color:{text}; outline:0; }
QComboBox > QLineEdit, QAbstractSpinBox > QLineEdit { border:0; padding:0; min-height:0;
  background:transparent; }
QListView, QTreeView { background:transparent; border:0; outline:0; }
QScrollArea, QTextBrowser { background:transparent; border:0; }
QMenu { background:{raised}; border:1px solid {line2}; padding:{5u}px; }
QMenu::item { padding:{6u}px {24u}px {6u}px {10u}px; border-radius:{6u}px; }
QMenu::icon { padding-left:{8u}px; }
QMenu::item:selected { background:{accent_soft}; color:{text}; }
QMenu::item:disabled { color:{disabled}; }
QMenu::separator { height:1px; background:{line}; margin:{5u}px {8u}px; }
QToolTip { background:{raised}; color:{text}; border:1px solid {line2}; padding:{5u}px; }
QProgressBar { background:{line}; border:0; border-radius:{3u}px; max-height:{6u}px; }
QProgressBar::chunk { background:{accent}; border-radius:{3u}px; }
QSlider::groove:horizontal { height:{4u}px; border-radius:{2u}px; background:{ctl}; }
QSlider::sub-page:horizontal { background:{accent}; border-radius:{2u}px; }
QSlider::handle:horizontal { width:{16u}px; height:{16u}px; margin:-{6u}px 0;
  border-radius:{8u}px; background:{accent}; }
QSplitter::handle { background:{line}; }
QScrollBar:vertical { width:{10u}px; background:transparent; margin:{2u}px; }
QScrollBar::handle:vertical { background:{line2}; border-radius:{3u}px; min-height:{32u}px; }
QScrollBar::handle:vertical:hover { background:{ctl}; }
QScrollBar:horizontal { height:{10u}px; background:transparent; margin:{2u}px; }
QScrollBar::handle:horizontal { background:{line2}; border-radius:{3u}px; min-width:{32u}px; }
QScrollBar::add-line, QScrollBar::sub-line { height:0; width:0; }
QScrollBar::add-page, QScrollBar::sub-page { background:transparent; }
"""


def make_sheet(theme: Theme, unit: float, template: str = TEMPLATE) -> str:
    """Fill a template.

    Args:
        theme: Where the roles come from.
        unit: Pixels of one unit; every measure is rounded to whole pixels.
        template: A style sheet with marks.

    Raises:
        KeyError: The template names a role that does not exist.
    """

    def fill(mark: re.Match[str]) -> str:
        number, role = mark.groups()
        return str(round(int(number) * unit)) if number else theme.color(role)

    return _MARK.sub(fill, template)
