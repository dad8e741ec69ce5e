"""Parts of a review card that only show: its head, the two that disagree, the quoted words."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QWidget

from assistant_app.memory.types import Entry
from assistant_app.ui.memories.acts_row import ActsRow
from assistant_app.ui.memories.origin_box import quote_parts
from assistant_app.ui.memories.proposals import Proposal
from assistant_app.ui.memories.rival_option import RivalOption
from assistant_app.ui.memories.sentences import used_words
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.chips import Chip, ChipKind
from assistant_app.ui.widgets.dot import CategoryDot
from assistant_app.ui.widgets.text_label import ElidedLabel, TextLabel
from assistant_app.ui.words import day_word, quoted

_TAGS = 4


def kind_word(proposal: Proposal) -> str:
    """Return what kind of question a proposal is."""
    translate = QCoreApplication.translate
    if proposal.deletion:
        return translate("ReviewCard", "Forget this?")
    if proposal.change:
        return translate("ReviewCard", "Changed")
    if proposal.conflict:
        return translate("ReviewCard", "Two that disagree")
    return translate("ReviewCard", "New")


def review_head(
    look: ThemeController, proposal: Proposal, now: datetime, parent: QWidget
) -> QWidget:
    """Return the head: kind, category, tags, and where it comes from."""
    entry = proposal.entry
    grave = proposal.conflict or proposal.deletion
    icon = "forget" if proposal.deletion else "warning" if grave else "memory"
    kind = Chip(
        look,
        kind_word(proposal),
        kind=ChipKind.STATE,
        height=24,
        icon=icon,
        state_role="warn" if grave else "mem",
        parent=parent,
    )
    lead: list[QWidget] = [kind, CategoryDot(look, entry.category, parent)]
    for tag in entry.tags[:_TAGS]:
        chip = Chip(look, tag, height=24, parent=parent)
        chip.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        chip.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        lead.append(chip)
    day = day_word(entry.created_at, now)
    source = f"{day} · {quoted(proposal.title)}" if proposal.title else day
    label = ElidedLabel(look, source, type_=Type.SMALL, role="text2", parent=parent)
    return ActsRow(lead, (label,), gap=look.px(8), parent=parent)


def review_quote(look: ThemeController, quote: str, text: str, parent: QWidget) -> QWidget:
    """Return the words that a proposal was read from."""
    holder = QWidget(parent)
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(look.px(6))
    icon = QLabel(holder)
    icon.setPixmap(look.pixmap("quote", "text2", 16))
    words = TextLabel(look, type_=Type.SMALL, role="text2", parent=holder)
    words.set_parts(quote_parts(quote, text))
    row.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
    row.addWidget(words, 1)
    return holder


class RivalPair(QWidget):
    """Two memories that disagree, to choose one.

    Attributes:
        options: The old one and the new one, which is chosen at first.
        row: Beside each other, or below each other in a narrow card.
    """

    def __init__(
        self,
        look: ThemeController,
        proposal: Proposal,
        rival: Entry,
        now: datetime,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        translate = QCoreApplication.translate
        self.row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self.row.setContentsMargins(0, look.px(2), 0, look.px(2))
        self.row.setSpacing(look.px(10))
        since = day_word(rival.created_at, now, inside=True)
        access = proposal.rival_access
        used = used_words(access.count if access is not None else 0)
        old_line = translate("ReviewCard", "kept since %1 · %2", "day, uses")
        old_line = old_line.replace("%1", since).replace("%2", used)
        old = RivalOption(look, rival.text, old_line, parent=self)
        day = day_word(proposal.entry.created_at, now, inside=True)
        new_line = translate("ReviewCard", "new, from %1", "day").replace("%1", day)
        new = RivalOption(look, proposal.entry.text, new_line, parent=self)
        new.setChecked(True)
        for option in (old, new):
            self.row.addWidget(option, 1)
        self.options = (old, new)
