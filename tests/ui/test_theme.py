from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QFont, QPalette

from assistant_app.settings import declarations
from assistant_app.settings.types import Theme as Choice
from assistant_app.ui.theme.contrast import high_contrast
from assistant_app.ui.theme.fonts import Type, base_font
from assistant_app.ui.theme.roles import CATEGORIES, DARK, LIGHT, ROLES, Theme, category_slot
from assistant_app.ui.theme.sheet import TEMPLATE, make_sheet
from tests.ui.conftest import PLAIN

UI = Path(__file__).resolve().parents[2] / "assistant_app" / "ui"


def luminance(color: str) -> float:
    parts = [channel / 255 for channel in QColor(color).getRgb()[:3]]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ratio(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


TEXTS = [
    ("text", ("window", "surface", "raised", "sunken", "bubble", "press")),
    ("text2", ("window", "surface", "raised", "sunken")),
    ("text3", ("window", "surface", "raised")),
    ("on_accent", ("accent", "accent_h", "accent_p")),
    ("accent_text", ("surface", "accent_soft")),
    ("mem_text", ("mem_soft", "surface")),
    ("danger", ("surface", "danger_soft")),
    ("warn", ("warn_soft",)),
    ("ok", ("ok_soft", "surface")),
    ("temp", ("temp_soft",)),
    ("code_word", ("sunken",)),
    ("code_text", ("sunken",)),
    ("code_number", ("sunken",)),
    ("code_note", ("sunken",)),
]


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("role", "grounds"), TEXTS)
def test_words_stand_out_from_every_ground_they_are_used_on(
    theme: Theme, role: str, grounds: tuple[str, ...]
) -> None:
    for ground in grounds:
        assert ratio(theme.color(role), theme.color(ground)) >= 4.5, (role, ground)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_outlines_of_controls_and_hues_can_be_seen(theme: Theme) -> None:
    assert ratio(theme.ctl, theme.surface) >= 3
    assert ratio(theme.mem, theme.surface) >= 3
    for hue in theme.hues:
        assert ratio(hue, theme.surface) >= 3


def test_an_unknown_role_is_an_error() -> None:
    with pytest.raises(KeyError):
        LIGHT.color("pink")


def test_a_category_of_the_users_own_keeps_its_hue() -> None:
    assert category_slot("garden") == category_slot("garden") < len(CATEGORIES) - 1
    assert LIGHT.category("people") == LIGHT.hues[0]


def test_high_contrast_takes_every_colour_from_the_system() -> None:
    palette = QPalette()
    palette.setColor(QPalette.ColorRole.Window, QColor("#000000"))
    palette.setColor(QPalette.ColorRole.WindowText, QColor("#ffffff"))
    palette.setColor(QPalette.ColorRole.Highlight, QColor("#ffe060"))
    theme = high_contrast(palette)
    assert theme.high_contrast
    assert theme.dark
    assert theme.surface == theme.bubble == "#000000"
    assert theme.text == theme.line == theme.text3 == "#ffffff"
    assert theme.accent == theme.mem == "#ffe060"


def test_the_sheet_names_no_size_of_type_and_knows_every_mark() -> None:
    assert "font" not in TEMPLATE
    assert "{8u}" in TEMPLATE
    filled = make_sheet(LIGHT, 1.5)
    assert "{8u}" not in filled
    assert "border-radius:12px" in filled
    with pytest.raises(KeyError):
        make_sheet(LIGHT, 1, "a { color:{pink}; }")


def test_nobody_but_the_roles_writes_a_colour() -> None:
    for path in UI.rglob("*.py"):
        if path.name == "roles.py":
            continue
        found = re.findall(r"[\"']#[0-9A-Fa-f]{6}\b|QColor\(\s*\d", path.read_text("utf-8"))
        assert not found, f"{path.name}: {found}"


def test_every_role_has_a_colour() -> None:
    for theme in (LIGHT, DARK):
        assert len(theme.hues) == len(CATEGORIES)
        for role in ROLES:
            assert QColor(theme.color(role)).isValid(), role


def test_the_look_follows_the_setting(look, qapp) -> None:
    told = []
    look.changed.connect(lambda: told.append(look.theme.name))
    look.use(PLAIN.having(declarations.THEME, Choice.DARK))
    assert look.theme is DARK
    assert qapp.palette().color(QPalette.ColorRole.Window) == QColor(DARK.surface)
    assert told
    assert told[-1] == "dark"
    told.clear()
    look.use(PLAIN.having(declarations.THEME, Choice.DARK))
    assert not told


def test_measures_and_type_grow_with_the_text_size(look) -> None:
    before = look.px(100), look.font(Type.TITLE).pointSizeF()
    look.use(PLAIN.having(declarations.TEXT_SIZE, 200))
    assert look.px(100) == pytest.approx(before[0] * 2, rel=0.05)
    assert look.font(Type.TITLE).pointSizeF() == pytest.approx(before[1] * 2)


def test_the_systems_font_size_is_kept_and_only_qts_own_fallback_is_not() -> None:
    chosen = QFont("Somebody's Choice")
    chosen.setPointSizeF(8)
    assert base_font(chosen, 1.0).pointSizeF() == 8
    fallback = QFont("Sans Serif")
    fallback.setPointSizeF(9)
    assert base_font(fallback, 1.0).pointSizeF() > 9


def test_icons_take_the_colour_of_their_role(look) -> None:
    picture = look.pixmap("memory", "mem", 24).toImage()
    side = range(picture.width())
    colors = {picture.pixelColor(x, y).name() for x in side for y in side}
    assert LIGHT.mem.lower() in colors
    assert (
        look.pixmap("memory", "mem", 24).cacheKey() == look.pixmap("memory", "mem", 24).cacheKey()
    )


def test_every_icon_that_is_named_exists(look) -> None:
    icons = {path.stem for path in (UI.parents[1] / "resources" / "icons").glob("*.svg")}
    for path in UI.rglob("*.py"):
        for name in re.findall(r"(?:icon|pixmap)\(\s*\"([a-z-]+)\"", path.read_text("utf-8")):
            assert name in icons, f"{path.name}: {name}"
