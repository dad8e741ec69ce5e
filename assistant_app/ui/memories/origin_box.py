"""Where a memory comes from: the quoted words in honey, who said them and when."""

from __future__ import annotations

import re
from datetime import datetime
from difflib import SequenceMatcher

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from assistant_app.memory.types import Entry, OriginKind
from assistant_app.ui.memories.sentences import came_words, moment_words
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.buttons import SMALL, Button, Kind
from assistant_app.ui.widgets.card import Card
from assistant_app.ui.widgets.text_label import TextLabel
from assistant_app.ui.words import quoted

_FEW_WORDS, _MOST_OF = 400, 0.66
_ABBREVIATION = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|vs|e\.g|i\.e|No|Nr|Mme|[A-Z])$")


class OriginBox(Card):
    """The proof of a memory.

    Signals:
        chat_requested(): Open the chat that it comes from.
    """

    chat_requested = Signal()

    def __init__(self, look: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(
            look, fill="mem_soft", line="mem_line", radius=12, padding=12, spacing=4, parent=parent
        )
        self.setObjectName("memoryOrigin")
        head = QHBoxLayout()
        self._icon = QLabel(self)
        self._title = TextLabel(look, type_=Type.SMALL, role="mem_text", weight=600, parent=self)
        self.open = Button(
            look,
            self.tr("Open chat"),
            kind=Kind.MEMORY_LINK,
            trailing="chevron-right",
            height=SMALL,
            type_=Type.SMALL,
            weight=600,
            object_name="memoryOpenChat",
            parent=self,
        )
        self.open.clicked.connect(self.chat_requested)
        head.addWidget(self._icon)
        head.addWidget(self._title, 1, Qt.AlignmentFlag.AlignVCenter)
        head.addWidget(self.open)
        self._head = head
        self._quote = TextLabel(look, type_=Type.READING, spacing=1.5, parent=self)
        self._who = TextLabel(look, type_=Type.SMALL, role="text2", parent=self)
        self.body.addLayout(head)
        self.body.addWidget(self._quote)
        self.body.addWidget(self._who)
        self._title.set_text(self.tr("Where this comes from"))
        self._measure_head()

    def show_entry(self, entry: Entry, title: str, now: datetime) -> None:
        """Show the origin of a memory.

        Args:
            entry: The memory.
            title: Of the chat that it comes from; empty where that is gone.
            now: The present moment.
        """
        origin = entry.origin
        quote = (origin.quote or "").strip()
        if len(quote) > _FEW_WORDS:
            quote = quote[:_FEW_WORDS].rstrip() + "…"
        self._quote.setVisible(bool(quote))
        self._quote.set_parts(quote_parts(quote, entry.text))
        when = moment_words(entry.created_at, now)
        self._who.set_text(self._sentence(entry, title, when))
        self.open.setVisible(bool(origin.conversation))
        self.setAccessibleName(f"{self._title.text()}: {self._quote.text()} {self._who.text()}")

    def look_changed(self) -> None:
        """Measure anew."""
        self._measure_head()
        super().look_changed()

    def _sentence(self, entry: Entry, title: str, when: str) -> str:
        kind = entry.origin.kind
        if kind in (OriginKind.AUTOMATIC, OriginKind.TOOL) and title:
            return (
                self.tr("You, in %1, %2", "chat, moment")
                .replace("%1", quoted(title))
                .replace("%2", when)
            )
        if kind in (OriginKind.AUTOMATIC, OriginKind.TOOL) and entry.origin.conversation:
            return self.tr("You, in a chat, %1", "moment").replace("%1", when)
        return (
            self.tr("%1, %2", "how it came, moment")
            .replace("%1", came_words(entry))
            .replace("%2", when)
        )

    def _measure_head(self) -> None:
        px = self.look.px
        self.body.setContentsMargins(px(16), px(6), px(10), px(11))
        self._icon.setPixmap(self.look.pixmap("quote", "mem_text", 16))
        self._head.setSpacing(px(6))


def quote_parts(quote: str, text: str) -> list[tuple[str, str, int]]:
    """Split quoted words so that the sentence which says the memory stands out.

    Args:
        quote: What the user wrote.
        text: What was made of it.

    Returns:
        Parts as `TextLabel.set_parts` takes them, in quotation marks.
    """
    if not quote:
        return []
    whole = quoted(quote)
    start = whole.find(quote)
    sentence = max(_sentences(quote), key=lambda part: _shared(part, text))
    begin, end = _span(sentence, text)
    place = quote.find(sentence)
    parts = [
        (whole[:start] + quote[: place + begin], "", 0),
        (sentence[begin:end], "", 600),
        (quote[place + end :] + whole[start + len(quote) :], "", 0),
    ]
    return [part for part in parts if part[0]]


def _sentences(quote: str) -> list[str]:
    found, begin = [], 0
    for place, letter in enumerate(quote):
        after = quote[place + 1 : place + 2]
        ends = letter in "。！？\n" or (letter in ".!?" and after in ("", " "))
        ends = ends and not (letter == "." and _ABBREVIATION.search(quote[begin:place]))
        if ends:
            found.append(quote[begin : place + 1].strip())
            begin = place + 1
    found.append(quote[begin:].strip())
    return [sentence for sentence in found if sentence] or [quote]


def _span(sentence: str, text: str) -> tuple[int, int]:
    """Return the part of a sentence between the first and the last words that it shares."""
    blocks = SequenceMatcher(None, sentence.casefold(), text.casefold(), autojunk=False)
    least = 2 if any(letter > "\u2e80" for letter in sentence) else 4
    found = [block for block in blocks.get_matching_blocks() if block.size >= least]
    folded_alike = len(sentence.casefold()) == len(sentence)
    if not found or not folded_alike:
        return 0, len(sentence)
    begin, end = found[0].a, found[-1].a + found[-1].size
    while begin > 0 and _latin(sentence[begin - 1]) and _latin(sentence[begin]):
        begin -= 1
    while end < len(sentence) and _latin(sentence[end]) and _latin(sentence[end - 1]):
        end += 1
    begin += len(sentence[begin:end]) - len(sentence[begin:end].lstrip())
    whole = end - begin > _MOST_OF * len(sentence)
    return (0, len(sentence)) if whole else (begin, end)


def _latin(letter: str) -> bool:
    return letter.isalnum() and letter < "\u2e80"


def _shared(sentence: str, text: str) -> float:
    """Share of a memory's letter pairs that a sentence holds; works without spaces too."""
    pairs = {text.casefold()[at : at + 2] for at in range(max(1, len(text) - 1))}
    folded = sentence.casefold()
    return sum(pair in folded for pair in pairs) / len(pairs)
