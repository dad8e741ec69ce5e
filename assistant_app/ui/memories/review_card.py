"""One thing that waits for a decision: what was noticed, from which words, and what to do."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from assistant_app.memory.types import Entry
from assistant_app.ui.memories.acts_row import ActsRow
from assistant_app.ui.memories.proposals import Decision, Proposal
from assistant_app.ui.memories.review_parts import (
    RivalPair,
    kind_word,
    review_head,
    review_quote,
)
from assistant_app.ui.memories.rival_option import RivalOption
from assistant_app.ui.memories.text_editor import GrowingEdit
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.focus_ring import RING
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.buttons import SMALL, Button, Kind
from assistant_app.ui.widgets.card import Card
from assistant_app.ui.widgets.text_label import TextLabel

_BESIDE_FROM = 480


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
        self.setAccessibleName(f"{kind_word(proposal)}: {self._spoken()}")
        keys = self.tr("Enter keeps · E edits · Delete doesn’t keep")
        if proposal.deletion:
            keys = self.tr("Enter forgets · Delete keeps it")
        self.setAccessibleDescription(keys)
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
        if self.proposal.deletion:
            return
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

    def _spoken(self) -> str:
        rival = self.proposal.rival
        text = self.proposal.entry.text
        if rival is None:
            return text
        shape = self.tr("%1, now %2") if self.proposal.change else self.tr("%1, or %2")
        return shape.replace("%1", rival.text).replace("%2", text)

    def _build_head(self) -> None:
        self.body.addWidget(review_head(self.look, self.proposal, self._clock(), self))

    def _build_text(self) -> None:
        look = self.look
        self._text: QWidget
        rival, words = self.proposal.rival, self.proposal.entry.text
        if rival is not None and self.proposal.conflict:
            self._text = self._make_options(rival)
        else:
            label = TextLabel(look, words, type_=Type.CARD, weight=600, parent=self)
            if rival is not None:
                label.set_parts([(f"{rival.text}  →  ", "text3", 400), (words, "text", 600)])
            self._text = label
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
        holder = RivalPair(self.look, self.proposal, rival, self._clock(), self)
        self._option_row = holder.row
        self._options = holder.options
        return holder

    def _build_quote(self) -> None:
        quote = (self.proposal.entry.origin.quote or "").strip()
        if quote:
            words = self.proposal.entry.text
            self.body.addWidget(review_quote(self.look, quote, words, self))

    def _build_acts(self) -> None:
        if self.proposal.deletion:
            self._build_deletion_acts()
            return
        conflict = self.proposal.conflict
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

    def _build_deletion_acts(self) -> None:
        note = self.tr("The model wants to forget this. It stays as it is until you decide.")
        self.body.addWidget(TextLabel(self.look, note, type_=Type.SMALL, role="text2", parent=self))
        self.accept = self._act(self.tr("Forget"), "forget", Kind.SECONDARY, "inboxAccept")
        self.accept.clicked.connect(self._keep)
        stay = self._act(self.tr("Keep it"), "", Kind.GHOST, "inboxReject")
        stay.clicked.connect(lambda: self._decide(Decision.REJECT))
        row = ActsRow((self.accept,), (stay,), gap=self.look.px(4), parent=self)
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
