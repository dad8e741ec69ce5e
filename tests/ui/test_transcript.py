from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject, QUrl
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from assistant_app.conversation.types import Completeness, TurnPhase
from assistant_app.settings import declarations
from assistant_app.settings.types import Theme
from assistant_app.ui.chat import text_block
from assistant_app.ui.chat.answer_view import AnswerView
from assistant_app.ui.chat.code_block import CodeBlock, CopyButton
from assistant_app.ui.chat.markdown import Block, BlockKind
from assistant_app.ui.chat.table_block import TableBlock
from assistant_app.ui.chat.text_block import TextBlock, open_link
from assistant_app.ui.chat.transcript import WINDOW, Transcript
from assistant_app.ui.chat.user_view import LONGEST_SHOWN, Bubble, UserView
from assistant_app.ui.widgets.buttons import Button
from tests.ui.conftest import PLAIN, USED, answer, learned, user
from tests.ui.test_markdown import TEXT


@pytest.fixture
def transcript(qtbot, look):
    widget = Transcript(look)
    qtbot.addWidget(widget)
    widget.resize(800, 600)
    widget.show()
    return widget


def plain(view: AnswerView) -> str:
    shown = [block for block in view.findChildren(TextBlock) if block.isVisible()]
    return "\n".join(block.toPlainText() for block in shown)


def test_a_message_is_a_container_that_says_who_speaks(transcript) -> None:
    transcript.set_messages([user(), answer(used=USED)])
    mine, other = transcript.views
    assert mine.objectName() == "message:u1"
    assert mine.accessibleName() == "You: My sister Anna lives in Porto."
    assert other.objectName() == "message:a1"
    assert other.accessibleName() == "Keepsake: How lovely!"
    assert other.findChild(Button, "usedMemoriesButton").text() == "Used 2 memories"


@pytest.mark.parametrize(("count", "text"), [(0, "No memories used"), (1, "Used 1 memory")])
def test_the_line_counts_what_was_used(transcript, count, text) -> None:
    transcript.set_messages([answer(used=USED[:count])])
    assert transcript.views[0].line.used.text() == text


def test_an_answer_grows_and_ends_as_the_whole(transcript) -> None:
    transcript.set_messages([user()])
    transcript.set_phase("a1", TurnPhase.RECALLING)
    view = transcript.begin_answer("a1")
    assert view.line.status.text() == "Looking through your memories…"
    for place in range(0, len(TEXT), 7):
        transcript.append("a1", TEXT[place : place + 7])
    assert view.text == TEXT
    assert text_block.WRITING_MARK in plain(view)
    growing = [type(widget) for widget in view._blocks._widgets]
    transcript.finish(answer(text=TEXT, used=USED))
    assert text_block.WRITING_MARK not in plain(view)
    assert [type(widget) for widget in view._blocks._widgets] == growing
    assert growing == [TextBlock, TableBlock, CodeBlock, TextBlock]
    assert view.accessibleName().startswith("Keepsake: # Head")


def test_closed_blocks_are_left_alone_while_the_last_one_grows(transcript) -> None:
    view = transcript.begin_answer("a1")
    transcript.append("a1", "one\n\n```python\nx\n```\n\nthree")
    first = view._blocks._widgets[0]
    told = []
    first.document().contentsChanged.connect(lambda: told.append(1))
    transcript.append("a1", " and more")
    transcript.append("a1", " and more")
    assert not told


def test_code_grows_by_what_is_new(transcript) -> None:
    view = transcript.begin_answer("a1")
    transcript.append("a1", "```python\nx = 1\n")
    code = view.findChild(CodeBlock)
    transcript.append("a1", "y = 2\n")
    assert code._view.toPlainText().split() == ["x", "=", "1", "y", "=", "2"]
    transcript.append("a1", "```\n\nend")
    assert view.findChild(CodeBlock) is code
    assert "color:" in code._view.toHtml()


def test_a_stopped_answer_can_go_on(transcript) -> None:
    transcript.set_messages([answer(completeness=Completeness.STOPPED)])
    view = transcript.views[0]
    assert view.line.status.text() == "Stopped"
    asked = []
    transcript.go_on_requested.connect(asked.append)
    view.line.go_on.click()
    assert asked == ["a1"]


def test_a_broken_answer_keeps_its_text_and_offers_another_try(transcript) -> None:
    transcript.set_messages(
        [answer(text="Half", completeness=Completeness.BROKEN, error="stream_broken")]
    )
    view = transcript.views[0]
    retry = view.findChild(Button, "retryButton")
    assert retry.isVisible()
    assert "Half" in plain(view)
    asked = []
    transcript.again_requested.connect(asked.append)
    retry.click()
    assert asked == ["a1"]


def test_what_was_remembered_stands_under_the_message(transcript) -> None:
    transcript.set_messages([user(learned=(learned(),))])
    view = transcript.views[0]
    assert isinstance(view, UserView)
    assert view.line.objectName() == "rememberedLine"
    told = []
    transcript.undo_requested.connect(lambda *what: told.append(what))
    view.line.findChild(Button, "rememberedUndo").click()
    assert told == [("u1", (7,))]
    transcript.set_learned("u1", [])
    assert view.line is None


def test_only_a_window_of_a_long_chat_is_made_of_widgets(qtbot, transcript) -> None:
    messages = [
        user(f"m{n}", f"number {n}") if n % 2 else answer(f"m{n}", f"number {n}")
        for n in range(1000)
    ]
    transcript.set_messages(messages)
    assert len(transcript.views) < WINDOW
    qtbot.waitUntil(lambda: len(transcript.views) == WINDOW)
    bar = transcript.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() == bar.maximum())
    assert transcript.views[-1].message_id == "m999"
    assert len(transcript.messages) == 1000


def test_older_messages_lay_out_nothing_that_is_there(qtbot, transcript) -> None:
    class Watch(QObject):
        widths = 0

        def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
            if isinstance(event, QResizeEvent):
                self.widths += event.size().width() != event.oldSize().width()
            return False

    text = "number\n\n| A | B |\n|---|---|\n| 1 | 2 |"
    transcript.set_messages([user("u", "hello"), *(answer(f"m{n}", text) for n in range(100))])
    QApplication.processEvents()
    watch = Watch()
    for view in transcript.views:
        view.installEventFilter(watch)
    qtbot.waitUntil(lambda: len(transcript.views) == WINDOW)
    assert watch.widths == 0


def test_older_messages_come_when_one_scrolls_up_and_nothing_jumps(qtbot, transcript) -> None:
    transcript.set_messages([answer(f"m{n}", f"number {n}\n\nwith a line") for n in range(200)])
    bar = transcript.verticalScrollBar()
    qtbot.waitUntil(lambda: len(transcript.views) == WINDOW)
    bar.setValue(100)
    view = transcript.views[0]
    before = view.mapTo(transcript, view.rect().topLeft()).y()
    qtbot.waitUntil(lambda: not transcript._older.isActive())
    assert len(transcript.views) > WINDOW
    after = view.mapTo(transcript, view.rect().topLeft()).y()
    assert abs(after - before) <= 2


def test_who_reads_above_is_not_pulled_down_by_a_growing_answer(qtbot, transcript) -> None:
    transcript.set_messages([answer(f"m{n}", "line\n\n" * 5) for n in range(20)])
    bar = transcript.verticalScrollBar()
    qtbot.waitUntil(lambda: not transcript._older.isActive() and bar.value() == bar.maximum())
    bar.setValue(bar.maximum() // 2)
    place = bar.value()
    assert transcript._end.isVisible()
    for _ in range(20):
        transcript.append("new", "more and more words\n\n")
    qtbot.wait(30)
    assert bar.value() == place
    transcript._end.click()
    qtbot.waitUntil(lambda: bar.value() == bar.maximum())
    assert not transcript._end.isVisible()


def test_who_is_at_the_end_stays_there(qtbot, transcript) -> None:
    transcript.set_messages([answer(f"m{n}", "line\n\n" * 5) for n in range(20)])
    bar = transcript.verticalScrollBar()
    for _ in range(30):
        transcript.append("new", "more and more words\n\n")
    qtbot.waitUntil(lambda: bar.maximum() > 0 and bar.value() == bar.maximum())


def test_far_messages_are_let_go_while_one_talks_on(transcript) -> None:
    for n in range(WINDOW + 60):
        transcript.add_user(user(f"m{n}", f"number {n}"))
    assert len(transcript.views) <= WINDOW + 20
    assert len(transcript.messages) == WINDOW + 60


def test_the_message_that_was_shown_at_once_takes_its_real_name(transcript) -> None:
    transcript.add_user(user("pending"))
    transcript.confirm_user("pending", user("real"))
    assert [view.message_id for view in transcript.views] == ["real"]
    assert transcript.views[0].objectName() == "message:real"
    transcript.confirm_user("pending", user("other"))
    assert len(transcript.views) == 2


def test_answering_again_takes_the_old_answer_away(transcript) -> None:
    transcript.set_messages([user(), answer(), user("u2"), answer("a2")])
    transcript.remove_from("a1")
    assert [view.message_id for view in transcript.views] == ["u1"]
    transcript.remove_from("gone")
    assert len(transcript.messages) == 1


def test_a_huge_message_is_shown_in_part_and_unfolds(qtbot, look) -> None:
    bubble = Bubble(look, "word " * 100_000, temporary=False)
    qtbot.addWidget(bubble)
    assert len(bubble._view.toPlainText()) <= LONGEST_SHOWN
    bubble._more.click()
    assert len(bubble._view.toPlainText()) > LONGEST_SHOWN


def test_a_huge_answer_is_shown_in_part_and_unfolds(transcript) -> None:
    text = "y " * 400_000
    transcript.set_messages([answer(text=text)])
    view = transcript.views[0]
    before = len(plain(view))
    assert before < 100_000
    view.more.click()
    assert len(plain(view)) > before
    view.line.copy.click()
    assert QGuiApplication.clipboard().text() == text
    view.line.copy._back.stop()


def test_the_users_words_are_not_taken_as_markup(qtbot, look) -> None:
    bubble = Bubble(look, "<b>x</b> a < b && c", temporary=True)
    qtbot.addWidget(bubble)
    assert bubble._view.toPlainText() == "<b>x</b> a < b && c"
    assert not bubble.grab().isNull()


def test_copy_copies_the_whole_answer(transcript) -> None:
    transcript.set_messages([answer(text=TEXT)])
    view = transcript.views[0]
    view.line.copy.click()
    assert QGuiApplication.clipboard().text() == TEXT
    view.line.copy._back.stop()
    copy = view.findChild(CodeBlock).findChild(CopyButton)
    copy.click()
    assert QGuiApplication.clipboard().text() == "x = 1\n\ny = 2"
    copy._back.stop()


def test_only_safe_links_reach_the_system(monkeypatch) -> None:
    opened = []
    monkeypatch.setattr(
        text_block, "QDesktopServices", type("S", (), {"openUrl": staticmethod(opened.append)})
    )
    for link in ("https://a.example", "file:///etc/passwd", "javascript:x", "mailto:a@b.example"):
        open_link(QUrl(link))
    assert [url.scheme() for url in opened] == ["https", "mailto"]


def test_everything_is_painted_anew_in_the_dark(transcript, look) -> None:
    transcript.set_messages([user(learned=(learned(),)), answer(text=TEXT, used=USED)])
    light = transcript.grab().toImage()
    look.use(PLAIN.having(declarations.THEME, Theme.DARK))
    dark = transcript.views[1].findChild(TextBlock)
    assert look.theme.text.lower() in dark.document().toHtml()
    assert transcript.grab().toImage() != light


def test_thoughts_are_folded(transcript) -> None:
    transcript.append("a1", "", reasoning="Let me *think*")
    transcript.append("a1", "Done.")
    view = transcript.begin_answer("a1")
    assert view._thoughts_button.isVisible()
    assert view._thoughts is None
    view._thoughts_button.click()
    assert "think" in view._thoughts.toPlainText()
    transcript.append("a1", "", reasoning=" more")
    assert "more" in view._thoughts.toPlainText()
    view._thoughts_button.click()
    assert not view._thoughts.isVisible()


def test_a_table_shows_all_its_rows_at_any_width(qtbot, look) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    column = QVBoxLayout(host)
    table = TableBlock(look)
    words = "no nuts, no sesame, and keep the stock cube out of it"
    rows = (("Day", "Meal", "Notes"), *((f"Day {n}", "Lentil soup", words) for n in range(4)))
    table.set_block(Block(BlockKind.TABLE, rows=rows, aligns=("left",) * 3))
    column.addWidget(table)
    column.addStretch(1)
    host.resize(760, 900)
    host.show()
    for width in (760, 500, 390, 300, 760):
        host.resize(width, 900)
        QApplication.processEvents()
        seen = table._area.geometry()
        assert seen == table.rect().adjusted(1, 1, -1, -1)
        assert seen.height() >= table._grid.height()
        assert table._area.mask().boundingRect().size() == seen.size()


def test_a_wide_table_scrolls_by_itself(qtbot, look) -> None:
    table = TableBlock(look)
    qtbot.addWidget(table)
    table.resize(200, 100)
    row = tuple(f"column{n}withalongword" for n in range(12))
    table.set_block(Block(BlockKind.TABLE, rows=(row, row), aligns=("left",) * 12))
    table.show()
    assert table._grid.width() > table.width()
    assert table.accessibleName().startswith("column0")
    table._copy()
    assert QGuiApplication.clipboard().text().count("\t") == 22


def test_what_happens_is_read_out_without_moving_the_focus(transcript, monkeypatch) -> None:
    from assistant_app.ui.chat import transcript as module

    told = []
    monkeypatch.setattr(module, "announce", lambda widget, text: told.append(text))
    transcript.set_messages([user()])
    transcript.finish(answer())
    transcript.set_learned("u1", [learned()])
    assert told == ["Keepsake: How lovely!", "Remembered: Sister Anna lives in Porto"]
