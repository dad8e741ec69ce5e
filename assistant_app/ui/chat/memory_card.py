"""The card of one memory in the panel: its words, how close it is, where from, and its acts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel

from assistant_app.memory.types import HitKind
from assistant_app.ui.chat.panel_items import PanelItem
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.buttons import SMALL, Button, Kind
from assistant_app.ui.widgets.card import Card
from assistant_app.ui.widgets.dot import CategoryDot
from assistant_app.ui.widgets.relevance import RelevanceBar
from assistant_app.ui.widgets.text_label import TextLabel

Act = tuple[str, str, Callable[[str], None]]
"""A word, an icon, and what is called with the id of the memory."""


class MemoryCard(Card):
    """One memory with its acts."""

    def __init__(
        self,
        look: ThemeController,
        item: PanelItem,
        origin: str,
        acts: Sequence[Act] = (),
    ) -> None:
        """Create the card.

        Args:
            look: The look.
            item: The memory, or a past exchange.
            origin: Where it comes from, in words.
            acts: What can be done with it; none for what was only looked at.
        """
        super().__init__(look, padding=14, spacing=7)
        translate = QCoreApplication.translate
        self.setObjectName(f"memory:{item.id}")
        self.setAccessibleName(item.text)
        self.body.addWidget(TextLabel(look, item.text, weight=500, parent=self))
        row = QHBoxLayout()
        row.setSpacing(look.px(6))
        if item.pinned:  # given whatever is asked: nothing was measured
            pin = QLabel(self)
            pin.setPixmap(look.pixmap("pin", "mem", 16))
            row.addWidget(pin)
            words = translate("RecallPanel", "Pinned: always given along")
            row.addWidget(
                TextLabel(look, words, type_=Type.CAPTION, weight=500, role="mem_text", parent=self)
            )
        else:
            row.addWidget(RelevanceBar(look, item.relevance, parent=self))
        row.addStretch(1)
        if item.entry is not None:
            row.addWidget(CategoryDot(look, item.entry.category, self))
        self.body.addLayout(row)
        source = QHBoxLayout()
        source.setSpacing(look.px(6))
        icon = QLabel(self)
        icon.setPixmap(look.pixmap("quote", "text2", 16))
        source.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        source.addWidget(TextLabel(look, origin, type_=Type.CAPTION, role="text2", parent=self), 1)
        self.body.addLayout(source)
        if acts and item.kind == HitKind.MEMORY and not item.gone:
            self._add_acts(acts, item)

    def _add_acts(self, acts: Sequence[Act], item: PanelItem) -> None:
        look = self.look
        row = QHBoxLayout()
        row.setSpacing(look.px(2))
        for text, icon, act in acts:
            button = Button(
                look,
                text,
                kind=Kind.GHOST,
                icon=icon,
                height=SMALL,
                type_=Type.SMALL,
                parent=self,
            )
            button.setAccessibleName(f"{text}: {item.text}")
            button.clicked.connect(lambda _=False, act=act: act(item.id))
            row.addWidget(button)
        row.addStretch(1)
        self.body.addLayout(row)
