"""Colour roles: what a colour is for, in one frozen value for each look.

Widgets ask for a role and never for a colour, so that light, dark and high contrast are three
values of one type. The contrast of each text role over its grounds is held by a test.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, fields
from types import MappingProxyType

CATEGORIES = (
    "people",
    "tastes",
    "home",
    "work",
    "health",
    "travel",
    "dates",
    "learning",
    "general",
)
"""Categories with a hue and an icon of their own; the last stands for everything else."""

CATEGORY_ICONS = MappingProxyType(
    {
        "people": "person",
        "tastes": "taste",
        "home": "home",
        "work": "work",
        "health": "health",
        "travel": "travel",
        "dates": "dates",
        "learning": "learn",
        "general": "general",
    }
)


@dataclass(frozen=True, slots=True)
class Theme:
    """All roles as `#RRGGBB`; `hues` belongs to `CATEGORIES`, in that order.

    Attributes:
        name: `light`, `dark` or `contrast`.
        dark: Whether texts are lighter than grounds.
        high_contrast: Grounds are one colour, so states are drawn as outlines.
        tile: Share of a category's hue in the tile behind its icon.
        shadow_alpha: Strength of the composer's shadow, 0 to 1.
        sheet_shadow_alpha: Strength of the shadow of dialogs and sheets.
        scrim_alpha: Strength of the veil behind sheets.
    """

    name: str
    window: str
    surface: str
    raised: str
    raised_h: str
    raised_p: str
    sunken: str
    bubble: str
    chip: str
    hover: str
    press: str
    line: str
    line2: str
    ctl: str
    text: str
    text2: str
    text3: str
    disabled: str
    accent: str
    accent_h: str
    accent_p: str
    on_accent: str
    accent_soft: str
    accent_line: str
    accent_text: str
    mem: str
    mem_text: str
    mem_soft: str
    mem_line: str
    mem_fill: str
    danger: str
    danger_soft: str
    danger_line: str
    warn: str
    warn_soft: str
    warn_line: str
    ok: str
    ok_soft: str
    temp: str
    temp_soft: str
    temp_line: str
    code_word: str
    code_text: str
    code_number: str
    code_note: str
    scrim: str
    shadow: str
    hues: tuple[str, ...] = field(default=())
    dark: bool = False
    high_contrast: bool = False
    tile: float = 0.13
    shadow_alpha: float = 0.06
    sheet_shadow_alpha: float = 0.16
    scrim_alpha: float = 0.34

    def color(self, role: str) -> str:
        """Return the colour of a role.

        Raises:
            KeyError: There is no such role.
        """
        if role not in ROLES:
            raise KeyError(role)
        return str(getattr(self, role))

    def category(self, name: str) -> str:
        """Return the hue of a category; an unknown one takes a hue by a stable hash."""
        return self.hues[category_slot(name)]


ROLES = frozenset(item.name for item in fields(Theme) if item.type == "str") - {"name"}


def category_slot(name: str) -> int:
    """Return the place of a category in `CATEGORIES`; unknown names spread over the hues."""
    if name in CATEGORIES:
        return CATEGORIES.index(name)
    digest = hashlib.blake2b(name.encode(), digest_size=2).digest()
    return int.from_bytes(digest) % (len(CATEGORIES) - 1)


def category_icon(name: str) -> str:
    """Return the icon of a category; one that the user made up has the tag."""
    return CATEGORY_ICONS.get(name, "tag")


LIGHT = Theme(
    name="light",
    window="#F4F2ED",
    surface="#FDFCFA",
    raised="#FFFFFF",
    raised_h="#F7F5F1",
    raised_p="#EFECE5",
    sunken="#F3F1EB",
    bubble="#EDEAE3",
    chip="#F1EEE7",
    hover="#ECE9E2",
    press="#E3DED5",
    line="#E5E1D9",
    line2="#CFC9BE",
    ctl="#8A8378",
    text="#25221E",
    text2="#57524A",
    text3="#6A645B",
    disabled="#A39C91",
    accent="#2B6A5C",
    accent_h="#235A4E",
    accent_p="#1B493F",
    on_accent="#FFFFFF",
    accent_soft="#E3EDE6",
    accent_line="#B9D5CC",
    accent_text="#23604F",
    mem="#A9711A",
    mem_text="#76500F",
    mem_soft="#FBF3E2",
    mem_line="#EBDAB4",
    mem_fill="#DCA849",
    danger="#B03A2E",
    danger_soft="#FBEBE8",
    danger_line="#EDC4BD",
    warn="#8A4A0B",
    warn_soft="#FDF0E0",
    warn_line="#F0D2AC",
    ok="#2F6B3A",
    ok_soft="#E6F1E7",
    temp="#5A5383",
    temp_soft="#EFEDF6",
    temp_line="#A29BC4",
    code_word="#7A3E8E",
    code_text="#2F6B3A",
    code_number="#9A4A0C",
    code_note="#6A645B",
    scrim="#2B2620",
    shadow="#2B2620",
    hues=(
        "#B84C70",
        "#954C9C",
        "#4F7F33",
        "#3A6DAF",
        "#B94A3A",
        "#1F8284",
        "#7358AE",
        "#6B6C1E",
        "#7D766B",
    ),
)

DARK = Theme(
    name="dark",
    window="#1B1A18",
    surface="#21201D",
    raised="#2A2825",
    raised_h="#312F2B",
    raised_p="#3A3732",
    sunken="#191816",
    bubble="#35322D",
    chip="#3A3732",
    hover="#2D2B27",
    press="#37342F",
    line="#35322D",
    line2="#4B4740",
    ctl="#8F887D",
    text="#EEEAE3",
    text2="#BDB7AD",
    text3="#AAA399",
    disabled="#6C675F",
    accent="#79C2AF",
    accent_h="#8CCFBE",
    accent_p="#A3DCCD",
    on_accent="#0E2A23",
    accent_soft="#263530",
    accent_line="#3C5F54",
    accent_text="#8ED0BF",
    mem="#DDAE57",
    mem_text="#E8C37E",
    mem_soft="#352C1B",
    mem_line="#584825",
    mem_fill="#DDAE57",
    danger="#F0948A",
    danger_soft="#3D2724",
    danger_line="#6B3E38",
    warn="#EDB06F",
    warn_soft="#3A2B1B",
    warn_line="#614728",
    ok="#8CCB97",
    ok_soft="#233527",
    temp="#BBB4DF",
    temp_soft="#2C2938",
    temp_line="#6F688F",
    code_word="#CFA1DE",
    code_text="#8CCB97",
    code_number="#EDB06F",
    code_note="#AAA399",
    scrim="#0C0B0A",
    shadow="#000000",
    hues=(
        "#E58BA8",
        "#D79EDD",
        "#95C274",
        "#86B1E6",
        "#E9907F",
        "#6CC4C4",
        "#B7A0E4",
        "#C4C36E",
        "#A39C91",
    ),
    dark=True,
    tile=0.18,
    shadow_alpha=0.22,
    sheet_shadow_alpha=0.5,
    scrim_alpha=0.5,
)
