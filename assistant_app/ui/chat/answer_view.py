"""An answer: its blocks, what went wrong, and the line that says which memories were used."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QElapsedTimer, QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from assistant_app.conversation.types import Completeness, Message, TurnPhase
from assistant_app.ui.chat.answer_line import AnswerLine, ErrorLine
from assistant_app.ui.chat.code_block import CodeBlock
from assistant_app.ui.chat.markdown import (
    LONGEST_MARKDOWN,
    Block,
    BlockKind,
    StreamParser,
    parse,
    plain_blocks,
    runs,
)
from assistant_app.ui.chat.table_block import TableBlock
from assistant_app.ui.chat.text_block import TextBlock
from assistant_app.ui.chat.user_view import LONGEST_NAME
from assistant_app.ui.errors import error_sentence
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.buttons import SMALL, Button, Kind
from assistant_app.ui.words import speaker_word

_FULL_PARSE_LIMIT = 20_000
"""Characters up to which a finished answer is laid out once more as a whole."""
_RUN_LIMIT = 2_500
_COSTLY_MS, _BREATHS = 10, 3
"""A block that takes longer than this to lay out is laid out less often: a long table."""
_PART = 40_000
"""Characters of an enormous answer that are shown at a time."""

BlockWidget = TextBlock | CodeBlock | TableBlock


class BlockColumn(QWidget):
    """Widgets for blocks; a change of the last ones leaves the others alone."""

    def __init__(self, look: ThemeController, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._shown: list[tuple[Block, bool]] = []
        self._widgets: list[BlockWidget] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(look.px(10))

    def show_blocks(self, blocks: Sequence[Block], *, writing: bool = False) -> None:
        """Show blocks; `writing` puts the mark behind the last one."""
        last = len(blocks) - 1
        for place, block in enumerate(blocks):
            open_ = writing and place == last
            if place < len(self._shown) and self._shown[place] == (block, open_):
                continue
            self._put(place, block, writing=open_)
        for widget in self._widgets[len(blocks) :]:
            self._column.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        del self._widgets[len(blocks) :]
        self._shown = [(block, writing and place == last) for place, block in enumerate(blocks)]

    def _put(self, place: int, block: Block, *, writing: bool) -> None:
        widget = self._widgets[place] if place < len(self._widgets) else None
        wanted = _WIDGETS[block.kind]
        if not isinstance(widget, wanted):
            if widget is not None:
                self._column.removeWidget(widget)
                widget.hide()
                widget.deleteLater()
            widget = wanted(self._look, parent=self)
            self._column.insertWidget(place, widget)
            self._widgets[place : place + 1] = [widget]
            widget.show()
        if isinstance(widget, TextBlock):
            widget.set_html(block.html, writing=writing)
        elif isinstance(widget, CodeBlock):
            widget.set_block(block, writing=writing)
        elif isinstance(widget, TableBlock):
            widget.set_block(block)


_WIDGETS: dict[BlockKind, type[TextBlock | CodeBlock | TableBlock]] = {
    BlockKind.TEXT: TextBlock,
    BlockKind.CODE: CodeBlock,
    BlockKind.TABLE: TableBlock,
}


class AnswerView(QWidget):
    """One answer, growing or finished.

    Attributes:
        line: What stands under it.
        more: Shows more of an enormous answer.

    Signals:
        used_requested(str): Show which memories were used for the answer of this id.
        again_requested(str): Answer once more.
        go_on_requested(str): Go on with a stopped answer.
    """

    used_requested = Signal(str)
    again_requested = Signal(str)
    go_on_requested = Signal(str)

    def __init__(
        self, look: ThemeController, message_id: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.look = look
        self.message_id = message_id
        self._parser = StreamParser()
        self._closed: list[Block] = []
        self._pending = ""
        self._breath = QTimer(self)
        self._breath.setSingleShot(True)
        self._breath.timeout.connect(self._render)
        self._reasoning = ""
        self._thoughts: TextBlock | None = None
        self.setObjectName(f"message:{message_id}")
        self._build()
        look.changed.connect(self._measure)
        self._measure()
        self._name()

    def _build(self) -> None:
        look = self.look
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._thoughts_button = Button(
            look,
            self.tr("Thoughts"),
            kind=Kind.GHOST,
            trailing="chevron-down",
            height=SMALL,
            type_=Type.SMALL,
            parent=self,
        )
        self._thoughts_button.clicked.connect(self._toggle_thoughts)
        self._thoughts_button.hide()
        self._blocks = BlockColumn(look, self)
        self._shown = 0
        self.more = Button(look, self.tr("Show more"), kind=Kind.LINK, height=SMALL, parent=self)
        self.more.clicked.connect(lambda: self._show_part(self._shown + _PART))
        self.more.hide()
        self._error = ErrorLine(look, self)
        self._error.again.clicked.connect(lambda: self.again_requested.emit(self.message_id))
        self._error.hide()
        self.line = AnswerLine(look, self)
        self.line.used.clicked.connect(lambda: self.used_requested.emit(self.message_id))
        self.line.again.clicked.connect(lambda: self.again_requested.emit(self.message_id))
        self.line.go_on.clicked.connect(lambda: self.go_on_requested.emit(self.message_id))
        for widget in (self._thoughts_button, self._blocks, self.more, self._error, self.line):
            self._column.addWidget(widget)

    @property
    def text(self) -> str:
        """All that has arrived."""
        return self._parser.text + self._pending

    def set_phase(self, phase: TurnPhase, seconds: float | None = None) -> None:
        """Say what the turn is doing; what it does after the answer goes on in silence."""
        if self.line.finished:
            return
        self.line.set_phase(phase, seconds)
        if not self.text:
            self._blocks.show_blocks([Block(BlockKind.TEXT)], writing=True)

    def set_used(self, count: int) -> None:
        """Say how many memories were used, before the answer is there."""
        self.line.set_used(count)

    def set_learning(self, words: str) -> None:
        """Say on demand, in the menu, how looking for something to remember went."""
        self.line.set_learning(words)

    def append(self, text: str, reasoning: str = "") -> None:
        """Add what arrived; only the open block at the end is laid out anew."""
        if reasoning:
            self._reasoning += reasoning
            self._thoughts_button.show()
            if self._thoughts is not None and self._thoughts.isVisible():
                self._show_thoughts()
        self._pending += text
        if self._pending and not self._breath.isActive():
            self._render()

    def finish(self, message: Message, error: str = "") -> None:
        """Show the recorded answer.

        Args:
            message: As it was recorded.
            error: The sentence about what broke it off; made from its code where empty.
        """
        self.message_id = message.id
        self.setObjectName(f"message:{message.id}")
        streamed = self.text == message.text and bool(self._closed)
        if streamed and len(message.text) > _FULL_PARSE_LIMIT:
            self._render()
            _, tail = self._parser.feed("")
            self._blocks.show_blocks([*self._closed, *tail])
        else:
            self._parser = StreamParser()
            self._parser.text = message.text
            self._show_part(_PART if len(message.text) > LONGEST_MARKDOWN else None)
        self._pending = ""
        self._breath.stop()
        if message.reasoning:
            self._reasoning = message.reasoning
            self._thoughts_button.show()
        self.line.set_finished(message)
        broken = message.completeness == Completeness.BROKEN or message.error is not None
        self._error.setVisible(broken)
        if broken:
            self._error.tell(error or error_sentence(message.error or ""))
        self._name()

    def _render(self) -> None:
        """Lay out what has arrived; after a costly time the window gets its turn first."""
        text, self._pending = self._pending, ""
        if not text:
            return
        watch = QElapsedTimer()
        watch.start()
        closed, tail = self._parser.feed(text)
        self._closed = _extended(self._closed, closed)
        self._blocks.show_blocks([*self._closed, *tail], writing=True)
        cost = watch.elapsed()
        if cost > _COSTLY_MS:
            self._breath.start(_BREATHS * cost)

    def _show_part(self, limit: int | None) -> None:
        """Lay out the text, of one that nobody reads whole only a part."""
        text = self.text
        blocks = parse(text).blocks if limit is None else plain_blocks(text[:limit])
        self._blocks.show_blocks(runs(blocks, _RUN_LIMIT))
        self._shown = len(text) if limit is None else limit
        self.more.setVisible(self._shown < len(text))

    def set_panel_open(self, *, open_: bool) -> None:
        """Show whether the panel of this answer is open."""
        self.line.used.setChecked(open_)

    def set_room(self, _width: int) -> None:
        """Take the whole column."""

    def _name(self) -> None:
        self.setAccessibleName(f"{speaker_word(user=False)}: {self.text[:LONGEST_NAME]}")

    def _toggle_thoughts(self) -> None:
        if self._thoughts is None:
            self._thoughts = TextBlock(self.look, role="text2", type_=Type.BODY, parent=self)
            self._column.insertWidget(1, self._thoughts)
            self._thoughts.show()
        else:
            self._thoughts.setVisible(not self._thoughts.isVisible())
        if self._thoughts.isVisible():
            self._show_thoughts()

    def _show_thoughts(self) -> None:
        if self._thoughts is not None:
            joined = runs(parse(self._reasoning[-_FULL_PARSE_LIMIT:]).blocks, _FULL_PARSE_LIMIT * 4)
            self._thoughts.set_html("".join(block.html for block in joined))

    def _measure(self) -> None:
        self._column.setSpacing(self.look.px(6))


def _extended(shown: list[Block], closed: Sequence[Block]) -> list[Block]:
    """Append closed blocks; only the last text may still take more."""
    if not closed:
        return shown
    head, last = shown[:-1], shown[-1:]
    return [*head, *runs([*last, *closed], _RUN_LIMIT)]
