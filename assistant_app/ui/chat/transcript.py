"""The transcript: a window of about sixty messages as widgets, however long the chat is.

Older messages are made one at a time when the user scrolls up to them. While an answer grows the
view stays where the user put it: at the end if they were there, else exactly in place.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from assistant_app.conversation.types import LearnedItem, Message, TurnPhase
from assistant_app.llm.port import Role
from assistant_app.ui.chat.answer_view import AnswerView
from assistant_app.ui.chat.summary_fold import SummaryPlace
from assistant_app.ui.chat.user_view import UserView
from assistant_app.ui.layout import COLUMN
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.focus_ring import RING
from assistant_app.ui.widgets.announce import announce
from assistant_app.ui.widgets.buttons import Button

WINDOW = 60
_AT_ONCE = 8
"""Messages that are made before a chat is shown; they fill a screen."""
_STEP = 20
_NEAR_TOP = 400
_NEAR_END = 24

MessageView = UserView | AnswerView


class Transcript(QScrollArea):
    """Messages of one conversation.

    Signals:
        used_requested(str), again_requested(str), go_on_requested(str): From answers, with the
            message's id.
        undo_requested(str, tuple[int, ...]): Take change sets back; the id is of the user's
            message.
        edit_requested(str): Edit a memory.
        accept_requested(str, str), reject_requested(str, str), forget_requested(str, str):
            Message id and memory id.
    """

    used_requested = Signal(str)
    again_requested = Signal(str)
    go_on_requested = Signal(str)
    undo_requested = Signal(str, object)
    edit_requested = Signal(str)
    accept_requested = Signal(str, str)
    reject_requested = Signal(str, str)
    forget_requested = Signal(str, str)

    def __init__(self, look: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.look = look
        self._messages: list[Message] = []
        self._first = 0
        self._views: list[MessageView] = []
        self._temporary = False
        self._follow = True
        self._wanted_older = 0
        self.setObjectName("transcript")
        self.setAccessibleName(self.tr("Messages"))
        self.setProperty(RING, "inside")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        self._build()
        self._older = QTimer(self)
        self._older.setInterval(0)
        self._older.timeout.connect(self._insert_older)
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._scrolled)
        bar.rangeChanged.connect(self._range_changed)
        look.changed.connect(self._measure)
        self._measure()

    # What is shown

    @property
    def messages(self) -> Sequence[Message]:
        """All messages of the conversation, oldest first."""
        return tuple(self._messages)

    @property
    def views(self) -> Sequence[MessageView]:
        """The messages that are widgets at the moment, oldest first."""
        return tuple(self._views)

    def view(self, message_id: str) -> MessageView | None:
        """Return the widget of a message, if it is one at the moment."""
        for view in reversed(self._views):
            if view.message_id == message_id:
                return view
        return None

    def set_messages(self, messages: Sequence[Message], *, temporary: bool = False) -> None:
        """Show another conversation, at its end."""
        self._older.stop()
        self._wanted_older = 0
        self._follow = True
        self._temporary = temporary
        self.setUpdatesEnabled(False)
        for view in self._views:
            self._column.removeWidget(view)
            view.hide()
            view.deleteLater()
        self._views = []
        self.set_summary("", "")
        self._messages = list(messages)
        self._first = max(0, len(messages) - _AT_ONCE)
        for message in self._messages[self._first :]:
            self._append_view(self._make(message))
        self.setUpdatesEnabled(True)
        self.to_end()
        self._wanted_older = min(WINDOW - _AT_ONCE, self._first)
        if self._wanted_older:
            self._older.start()

    def add_user(self, message: Message) -> None:
        """Append the user's message and go to the end."""
        self._messages.append(message)
        self._append_view(self._make(message))
        self._drop_far()
        self.to_end()

    def confirm_user(self, pending_id: str, message: Message) -> None:
        """Give a message that was shown at once the id under which it was saved."""
        view = self.view(pending_id)
        if not isinstance(view, UserView):
            self.add_user(message)
            return
        view.set_message(message)
        self._messages = [message if shown.id == pending_id else shown for shown in self._messages]

    def begin_answer(self, answer_id: str) -> AnswerView:
        """Append an empty answer, or return the one that already grows."""
        found = self.view(answer_id)
        if isinstance(found, AnswerView):
            return found
        view = AnswerView(self.look, answer_id, self._box)
        self._wire_answer(view)
        self._append_view(view)
        if self._follow:
            self.to_end()
        return view

    def set_phase(self, answer_id: str, phase: TurnPhase, seconds: float | None = None) -> None:
        """Say what a turn is doing."""
        self.begin_answer(answer_id).set_phase(phase, seconds)

    def append(self, answer_id: str, text: str, reasoning: str = "") -> None:
        """Add what arrived of an answer."""
        self.begin_answer(answer_id).append(text, reasoning)

    def finish(self, message: Message, error: str = "") -> None:
        """Show a recorded answer in place of the growing one."""
        view = self.begin_answer(message.id)
        self._messages.append(message)
        view.finish(message, error)
        announce(view, view.accessibleName())

    def remove_from(self, message_id: str) -> None:
        """Take a message and everything after it out (it is answered again)."""
        place = next(
            (n for n, message in enumerate(self._messages) if message.id == message_id), None
        )
        if place is None:
            return
        del self._messages[place:]
        keep = place - self._first
        for view in self._views[max(0, keep) :]:
            self._column.removeWidget(view)
            view.hide()
            view.deleteLater()
        del self._views[max(0, keep) :]

    def set_learned(self, message_id: str, items: Sequence[LearnedItem]) -> None:
        """Say what was remembered from a message."""
        view = self.view(message_id)
        if isinstance(view, UserView):
            view.set_learned(items)
            view.set_room(self._box.width())
            if view.line is not None:
                announce(view.line, view.line.accessibleName())

    def set_learning(self, message_id: str, words: str) -> None:
        """Say on demand how looking for something to remember in a message went."""
        views = [view.message_id for view in self._views]
        if message_id not in views:
            return
        for view in self._views[views.index(message_id) :][:2]:
            view.set_learning(words)

    def set_summary(self, text: str, covers: str) -> None:
        """Show what the older messages came to, in a fold below the newest of them.

        Args:
            text: The summary; empty for none.
            covers: Id of the newest message that it holds.
        """
        self._fold.show_summary(text, covers, self.view)

    def mark_panel(self, message_id: str | None) -> None:
        """Show which answer the panel of used memories belongs to."""
        for view in self._views:
            if isinstance(view, AnswerView):
                view.set_panel_open(open_=view.message_id == message_id)

    def to_end(self) -> None:
        """Go to the end and stay there while it grows."""
        self._follow = True
        self._end.hide()
        self._grow()
        bar = self.verticalScrollBar()
        bar.setValue(bar.maximum())
        QTimer.singleShot(0, self, self._settle)

    # Building

    def _build(self) -> None:
        self._column_widget = QWidget(self)
        outer = QHBoxLayout(self._column_widget)
        outer.setContentsMargins(0, 0, 0, 0)
        self._outer = outer
        self._box = QWidget(self._column_widget)
        self._column = QVBoxLayout(self._box)
        self._column.addStretch(1)
        outer.addStretch(1)
        outer.addWidget(self._box, 1000)
        outer.addStretch(1)
        self.setWidget(self._column_widget)
        self._column_widget.setAutoFillBackground(False)  # setWidget turns it on
        self._fold = SummaryPlace(self.look, self._box, self._column)
        self._column.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._column.takeAt(0)
        self._end = Button(
            self.look,
            icon="chevron-down",
            name=self.tr("To the end"),
            object_name="toEndButton",
            parent=self,
        )
        self._end.clicked.connect(self.to_end)
        self._end.hide()
        self._box.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tell messages how wide the column is."""
        if watched is self._box and isinstance(event, QResizeEvent) and _wider(event):
            for view in self._views:
                view.set_room(self._box.width())
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the end in sight, and the button in its place."""
        super().resizeEvent(event)
        side = self._end.sizeHint()
        gap = self.look.px(12)
        self._end.resize(side)
        self._end.move((self.width() - side.width()) // 2, self.height() - side.height() - gap)

    def _make(self, message: Message) -> MessageView:
        if message.role == Role.USER:
            view = UserView(self.look, message, temporary=self._temporary, parent=self._box)
            view.undo_requested.connect(self.undo_requested)
            view.edit_requested.connect(self.edit_requested)
            view.accept_requested.connect(self.accept_requested)
            view.reject_requested.connect(self.reject_requested)
            view.forget_requested.connect(self.forget_requested)
            return view
        answer = AnswerView(self.look, message.id, self._box)
        answer.finish(message)
        self._wire_answer(answer)
        return answer

    def _wire_answer(self, view: AnswerView) -> None:
        view.used_requested.connect(self.used_requested)
        view.again_requested.connect(self.again_requested)
        view.go_on_requested.connect(self.go_on_requested)

    def _append_view(self, view: MessageView) -> None:
        self._views.append(view)
        self._column.addWidget(view)
        view.set_room(self._box.width())
        view.show()

    # The window over the messages

    def _scrolled(self, value: int) -> None:
        bar = self.verticalScrollBar()
        self._follow = bar.maximum() - value <= _NEAR_END
        self._end.setVisible(not self._follow)
        if value < _NEAR_TOP and self._first > 0 and not self._wanted_older:
            self._wanted_older = min(_STEP, self._first)
            self._older.start()

    def _range_changed(self, _low: int, high: int) -> None:
        self._measure_sides(scrolls=high > 0)
        if self._follow:
            self.verticalScrollBar().setValue(high)

    def _settle(self) -> None:
        if self._follow:
            bar = self.verticalScrollBar()
            bar.setValue(bar.maximum())

    def _insert_older(self) -> None:
        """Make one older message, keeping what the user looks at in its place."""
        bar = self.verticalScrollBar()
        distance = bar.maximum() - bar.value()
        self._first -= 1
        self._wanted_older -= 1
        view = self._make(self._messages[self._first])
        self._views.insert(0, view)
        self._column.insertWidget(0, view)
        view.set_room(self._box.width())
        view.show()
        self._fold.place(self.view)
        self._grow()
        bar.setValue(bar.maximum() - distance)
        if self._wanted_older <= 0:
            self._wanted_older = 0
            self._older.stop()

    def _grow(self) -> None:
        """Take the height of all messages now.

        The width stays: with `adjustSize` every message was laid out for another one and back.
        """
        room = self.viewport().size()
        for _ in range(2):  # a message that gets its width may want another height
            self._column.activate()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
            height = self._column_widget.minimumSizeHint().height()
            self._column_widget.resize(room.width(), max(room.height(), height))

    def _drop_far(self) -> None:
        """Let go of the oldest widgets while the user is at the end."""
        if not self._follow:
            return
        while len(self._views) > WINDOW + _STEP:
            view = self._views.pop(0)
            self._first += 1
            self._column.removeWidget(view)
            view.hide()
            view.deleteLater()
        self._fold.place(self.view)

    def _measure(self) -> None:
        px = self.look.px
        self._box.setMaximumWidth(px(COLUMN))
        self._measure_sides(scrolls=self.verticalScrollBar().maximum() > 0)
        self._column.setContentsMargins(0, px(16), 0, px(24))
        self._column.setSpacing(px(18))

    def _measure_sides(self, *, scrolls: bool) -> None:
        """Give the scroll bar its room from the margin, so that the column stays in its place."""
        side = self.look.px(24)
        bar = self.verticalScrollBar().sizeHint().width() if scrolls else 0
        self._outer.setContentsMargins(side, 0, max(0, side - bar), 0)


def _wider(event: QResizeEvent) -> bool:
    return event.size().width() != event.oldSize().width()
