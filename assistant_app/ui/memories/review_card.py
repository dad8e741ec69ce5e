"""One thing that waits for a decision: what was noticed, from which words, and what to do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from assistant_app.memory.types import Access, Entry
from assistant_app.ui.memories.acts_row import ActsRow
from assistant_app.ui.memories.origin_box import quote_parts
from assistant_app.ui.memories.rival_option import RivalOption
from assistant_app.ui.memories.sentences import used_words
from assistant_app.ui.memories.text_editor import GrowingEdit
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.focus_ring import RING
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.buttons import SMALL, Button, Kind
from assistant_app.ui.widgets.card import Card
from assistant_app.ui.widgets.chips import Chip, ChipKind
from assistant_app.ui.widgets.dot import CategoryDot
from assistant_app.ui.widgets.text_label import ElidedLabel, TextLabel
from assistant_app.ui.words import day_word, quoted

_TAGS, _BESIDE_FROM = 4, 480


class Decision(StrEnum):
    """What the user decided about a proposal."""

    KEEP = "keep"
    """Keep it; what it disagrees with becomes its past."""
    REJECT = "reject"
    """Leave everything as it was."""
    NEVER = "never"
    """Leave everything as it was, and do not ask again."""
    BOTH = "both"
    NEITHER = "neither"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposed memory, and the one that it would replace.

    Attributes:
        entry: What was noticed.
        rival: The memory that disagrees with it; None for something new.
        rival_access: How often that one was used.
        title: Of the chat that it comes from; empty where that is gone.
    """

    entry: Entry
    rival: Entry | None = None
    rival_access: Access | None = None
    title: str = ""


class ReviewCard(Card):
    """A card that has the keyboard as a whole: Enter, E, Delete, and the arrows to its neighbours.

    Signals:
        decided(str, Decision, str): Id, decision, and other words where they were changed.
        undo_wanted(): Ctrl+Z.
        step_wanted(int): The focus goes on by this many cards.
        chat_wanted(str, str): Conversation and message that it comes from.
    """

    decided = Signal(str, object, str)
    undo_wanted = Signal()
    step_wanted = Signal(int)

    def __init__(
        self,
        look: ThemeController,
        proposal: Proposal,
        clock: Callable[[], datetime],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(look, radius=14, padding=18, spacing=8, parent=parent)
        self.proposal = proposal
        self._clock = clock
        self._edit: GrowingEdit | None = None
        self._options: tuple[RivalOption, RivalOption] | None = None
        self._option_row: QBoxLayout | None = None
        entry = proposal.entry
        self.setObjectName(f"memory:{entry.id}")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty(RING, "none")
        self._build_head()
        self._build_text()
        self._build_quote()
        self._build_acts()
        self.setAccessibleName(f"{self._kind_word()}: {self._spoken()}")
        self.setAccessibleDescription(self.tr("Enter keeps · E edits · Delete doesn’t keep"))
        self._follow_focus(focused=False)

    # What is done by keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Decide, edit, or go on."""
        key = event.key()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if key == Qt.Key.Key_Z:
                self.undo_wanted.emit()
                return
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._keep()
            return
        elif key == Qt.Key.Key_E:
            self.begin_edit()
            return
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._decide(Decision.REJECT)
            return
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.step_wanted.emit(1 if key == Qt.Key.Key_Down else -1)
            return
        super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The focused card has the filled button."""
        super().focusInEvent(event)
        self._follow_focus(focused=True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Give the filled button away, unless the focus stays inside."""
        super().focusOutEvent(event)
        self._follow_focus(focused=False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow card the two that disagree stand below each other."""
        super().resizeEvent(event)
        if self._option_row is not None:
            wide = self.width() >= self.look.px(_BESIDE_FROM)
            direction = QBoxLayout.Direction
            self._option_row.setDirection(direction.LeftToRight if wide else direction.TopToBottom)

    def set_current(self, *, current: bool) -> None:
        """Show the card as the one that the keyboard works on."""
        self._follow_focus(focused=current)

    def begin_edit(self) -> None:
        """Change the words before they are kept."""
        if self._edit is None:
            self._edit = self._make_edit()
        self._edit.show()
        self._text.hide()
        self._edit_hint.show()
        if self._options is not None:
            self._options[1].setChecked(True)
        self._edit.setFocus(Qt.FocusReason.OtherFocusReason)
        cursor = self._edit.textCursor()
        cursor.movePosition(cursor.MoveOperation.End)
        self._edit.setTextCursor(cursor)

    @property
    def editing(self) -> bool:
        """Whether the words are being changed."""
        return self._edit is not None and self._edit.isVisibleTo(self)

    @property
    def draft(self) -> str:
        """The changed words; empty while there are none."""
        return self._edit.toPlainText() if self._edit is not None and self.editing else ""

    # Building

    def _kind_word(self) -> str:
        return self.tr("Two that disagree") if self.proposal.rival else self.tr("New")

    def _spoken(self) -> str:
        rival = self.proposal.rival
        text = self.proposal.entry.text
        if rival is None:
            return text
        return self.tr("%1, or %2").replace("%1", rival.text).replace("%2", text)

    def _build_head(self) -> None:
        look, entry = self.look, self.proposal.entry
        conflict = self.proposal.rival is not None
        kind = Chip(
            look,
            self._kind_word(),
            kind=ChipKind.STATE,
            height=24,
            icon="warning" if conflict else "memory",
            state_role="warn" if conflict else "mem",
            parent=self,
        )
        dot = CategoryDot(look, entry.category, self)
        lead: list[QWidget] = [kind, dot]
        for tag in entry.tags[:_TAGS]:
            chip = Chip(look, tag, height=24, parent=self)
            chip.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            chip.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            lead.append(chip)
        day = day_word(entry.created_at, self._clock())
        title = self.proposal.title
        source = f"{day} · {quoted(title)}" if title else day
        label = ElidedLabel(look, source, type_=Type.SMALL, role="text2", parent=self)
        self.body.addWidget(ActsRow(lead, (label,), gap=look.px(8), parent=self))

    def _build_text(self) -> None:
        look = self.look
        self._text: QWidget
        if self.proposal.rival is None:
            self._text = TextLabel(
                look, self.proposal.entry.text, type_=Type.CARD, weight=600, parent=self
            )
        else:
            self._text = self._make_options(self.proposal.rival)
        self.body.addWidget(self._text)
        self._edit_place = QVBoxLayout()
        self.body.addLayout(self._edit_place)
        self._edit_hint = TextLabel(
            look,
            self.tr("Ctrl+Enter keeps · Esc cancels"),
            type_=Type.CAPTION,
            role="text3",
            parent=self,
        )
        self._edit_hint.hide()
        self.body.addWidget(self._edit_hint)

    def _make_options(self, rival: Entry) -> QWidget:
        look, now = self.look, self._clock()
        holder = QWidget(self)
        row = QBoxLayout(QBoxLayout.Direction.LeftToRight, holder)
        self._option_row = row
        row.setContentsMargins(0, look.px(2), 0, look.px(2))
        row.setSpacing(look.px(10))
        since = day_word(rival.created_at, now, inside=True)
        access = self.proposal.rival_access
        used = used_words(access.count if access is not None else 0)
        old_line = self.tr("kept since %1 · %2", "day, uses").replace("%1", since)
        old = RivalOption(look, rival.text, old_line.replace("%2", used), parent=holder)
        day = day_word(self.proposal.entry.created_at, now, inside=True)
        new_line = self.tr("new, from %1", "day").replace("%1", day)
        new = RivalOption(look, self.proposal.entry.text, new_line, parent=holder)
        new.setChecked(True)
        for option in (old, new):
            row.addWidget(option, 1)
        self._options = (old, new)
        return holder

    def _build_quote(self) -> None:
        quote = (self.proposal.entry.origin.quote or "").strip()
        if not quote:
            return
        row = QHBoxLayout()
        row.setSpacing(self.look.px(6))
        icon = QLabel(self)
        icon.setPixmap(self.look.pixmap("quote", "text2", 16))
        words = TextLabel(self.look, type_=Type.SMALL, role="text2", parent=self)
        words.set_parts(quote_parts(quote, self.proposal.entry.text))
        row.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(words, 1)
        self.body.addLayout(row)

    def _build_acts(self) -> None:
        conflict = self.proposal.rival is not None
        keep = self.tr("Keep the chosen one") if conflict else self.tr("Keep")
        self.accept = self._act(keep, "check", Kind.SECONDARY, "inboxAccept")
        self.accept.clicked.connect(self._keep)
        if conflict:
            other = self._act(self.tr("Both are true"), "merge", Kind.GHOST, "inboxBoth")
            other.clicked.connect(lambda: self._decide(Decision.BOTH))
        else:
            other = self._act(self.tr("Edit first"), "edit", Kind.GHOST, "inboxEdit")
            other.clicked.connect(self.begin_edit)
        reject = self._act(self.tr("Don’t keep"), "", Kind.GHOST, "inboxReject")
        reject.clicked.connect(lambda: self._decide(Decision.REJECT))
        never = self._act(self.tr("Never again"), "", Kind.GHOST, "inboxNever")
        never.setToolTip(self.tr("Don’t keep this, and don’t ask about it again"))
        never.clicked.connect(lambda: self._decide(Decision.NEVER))
        trail = [reject, never]
        if conflict:
            neither = self._act(self.tr("Neither"), "", Kind.GHOST, "inboxNeither")
            neither.clicked.connect(lambda: self._decide(Decision.NEITHER))
            trail.insert(0, neither)
        row = ActsRow((self.accept, other), trail, gap=self.look.px(4), parent=self)
        self.body.addSpacing(self.look.px(2))
        self.body.addWidget(row)

    def _act(self, text: str, icon: str, kind: Kind, object_name: str) -> Button:
        button = Button(
            self.look,
            text,
            kind=kind,
            icon=icon,
            height=SMALL,
            object_name=object_name,
            parent=self,
        )
        button.setAccessibleName(f"{text}: {self.proposal.entry.text}")
        return button

    def _make_edit(self) -> GrowingEdit:
        edit = GrowingEdit(self)
        edit.setProperty("bare", "")
        edit.setObjectName("inboxText")
        edit.setAccessibleName(self.tr("What is to be remembered"))
        edit.setFont(self.look.font(Type.CARD, 500))
        edit.setPlainText(self.proposal.entry.text)
        edit.save_wanted.connect(self._keep)
        edit.cancel_wanted.connect(self._end_edit)
        edit.focused.connect(lambda on: self._follow_focus(focused=on))
        edit.frame_room = self.look.px(16)
        self._edit_place.addWidget(edit)
        edit.fit()
        return edit

    # Deciding

    def _keep(self) -> None:
        old_chosen = self._options is not None and self._options[0].isChecked()
        if old_chosen and not self.editing:
            self._decide(Decision.REJECT)
            return
        text = self.draft.strip()
        if self.editing and not text:
            return
        changed = text if text and text != self.proposal.entry.text else ""
        self.decided.emit(self.proposal.entry.id, Decision.KEEP, changed)

    def _decide(self, decision: Decision) -> None:
        self.decided.emit(self.proposal.entry.id, decision, "")

    def _end_edit(self) -> None:
        if self._edit is not None:
            self._edit.setPlainText(self.proposal.entry.text)
            self._edit.hide()
        self._edit_hint.hide()
        self._text.show()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _follow_focus(self, *, focused: bool) -> None:
        self.set_tones(line="accent" if focused else "line")
        self.set_line_width(2 if focused else 1)
        self.accept.set_kind(Kind.PRIMARY if focused else Kind.SECONDARY)
