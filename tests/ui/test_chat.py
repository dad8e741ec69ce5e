"""The chat page with its controller, over operations that only take notes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.conversation.types import (
    AnswerDelta,
    AnswerDone,
    Completeness,
    Conversation,
    ForgetStatus,
    Learned,
    LearningState,
    PhaseChanged,
    Recalled,
    Summarised,
    TalkState,
    TurnPhase,
    UserMessageSaved,
)
from assistant_app.memory.types import Hit, HitKind, Recall, State
from assistant_app.settings import declarations
from assistant_app.ui.chat.empty_chat import EmptyChat, StartCard
from assistant_app.ui.chat.recall_panel import RecallPanel
from assistant_app.ui.chat.talk_section import TalkSection
from assistant_app.ui.theme.fonts import Type
from assistant_app.ui.widgets.buttons import Button
from assistant_app.ui.widgets.nav_row import NavRow
from assistant_app.ui.widgets.question import Question
from assistant_app.ui.widgets.relevance import RelevanceBar
from assistant_app.ui.widgets.sheet import EditSheet
from assistant_app.ui.widgets.text_label import TextLabel
from tests.ui.conftest import ENTRIES, LIST, PLAIN, USED, answer, learned, user


def hit(place: int = 0) -> Hit:
    found = ENTRIES[place]
    return Hit(HitKind.MEMORY, found.id, found.text, 0.9, 1.0, {}, found)


RECALL = Recall(used=(hit(),), looked_at=(hit(1),), profile=(ENTRIES[1],), total=248)


@pytest.fixture
def chat(window):
    return window._chat


def send(qtbot, chat, text: str) -> None:
    chat.composer.set_draft(text)
    qtbot.keyClick(chat.composer.edit, Qt.Key.Key_Return)


def turn(runtime, name: str = "new") -> None:
    """Emit the events of a whole turn."""
    tell = runtime.chats.turn_event.emit
    tell(UserMessageSaved(name, user("u9", "hello")))
    tell(Recalled(name, "a9", RECALL))
    tell(PhaseChanged(name, "a9", TurnPhase.WRITING))
    tell(AnswerDelta(name, "a9", "How "))
    tell(AnswerDelta(name, "a9", "lovely!"))
    tell(AnswerDone(name, answer("a9", used=USED)))
    runtime.chats.end(name)
    tell(Learned(name, "u9", LearningState.DONE, (learned(),)))


def test_the_first_message_begins_a_conversation(qtbot, window, chat, runtime) -> None:
    assert chat.empty.isVisible()
    send(qtbot, chat, "hello")
    assert runtime.chats.calls == [("create", "global", False), ("send", "new", "hello")]
    assert chat.transcript.isVisible()
    assert chat.composer.stop.isVisible()
    turn(runtime)
    assert [view.message_id for view in chat.transcript.views] == ["u9", "a9"]
    assert chat.composer.send.isVisible()
    first, second = chat.transcript.views
    assert first.line.accessibleName() == "Remembered: Sister Anna lives in Porto"
    assert second.line.used.text() == "Used 2 memories"


def test_a_second_new_chat_does_not_wait_for_the_first_to_be_created(
    qtbot, window, chat, runtime, monkeypatch
) -> None:
    asked = []
    monkeypatch.setattr(runtime.chats, "create", lambda owner, done, *_, **how: asked.append(done))
    send(qtbot, chat, "the first")
    window.main.sidebar.new_chat_requested.emit()
    send(qtbot, chat, "the second")
    assert len(asked) == 2


def test_the_next_message_goes_to_the_same_conversation(qtbot, window, chat, runtime) -> None:
    send(qtbot, chat, "hello")
    turn(runtime)
    send(qtbot, chat, "and more")
    assert runtime.chats.calls[-1] == ("send", "new", "and more")


def test_a_message_that_never_reached_the_disk_comes_back_to_the_field(
    qtbot, window, chat, runtime
) -> None:
    send(qtbot, chat, "precious words")
    runtime.chats.end("new")
    assert chat.composer.draft[0] == "precious words"
    assert len(chat.transcript.views) == 0


def test_where_no_chat_can_begin_the_words_come_back_and_it_is_said(
    qtbot, window, chat, runtime
) -> None:
    runtime.chats.broken = UserError(ErrorCode.STORE_NEWER, path="x")
    send(qtbot, chat, "precious words")
    assert chat.composer.draft[0] == "precious words"
    assert not chat.composer.stop.isVisible()
    assert len(chat.transcript.views) == 0
    assert "newer Keepsake" in window.main.bar.text
    runtime.chats.broken = None
    qtbot.keyClick(chat.composer.edit, Qt.Key.Key_Return)
    assert runtime.chats.calls[-1] == ("send", "new", "precious words")


def test_what_was_too_long_is_not_held_against_what_is_sent_later(
    qtbot, window, chat, runtime
) -> None:
    chat.composer.too_long.emit(3_000_000)
    assert "longer than any model" in window.main.bar.text
    send(qtbot, chat, "hello")
    assert not window.main.bar.isVisible()


def test_stop_stops_the_turn(qtbot, window, chat, runtime) -> None:
    send(qtbot, chat, "hello")
    chat.composer.stop.click()
    assert runtime.chats.calls[-1] == ("stop", "new")


def test_events_of_another_conversation_change_nothing_here(qtbot, window, chat, runtime) -> None:
    window.controller.open("c1")
    before = len(chat.transcript.views)
    turn(runtime, "elsewhere")
    assert len(chat.transcript.views) == before


def test_a_chat_that_is_opened_again_shows_what_has_arrived_meanwhile(
    window, chat, runtime
) -> None:
    runtime.chats.growing["c1"] = AnswerDelta("c1", "a7", "So far")
    runtime.chats.running.add("c1")
    window.controller.open("c1")
    assert chat.transcript.views[-1].text == "So far"
    assert chat.composer.stop.isVisible()


def test_a_chat_that_is_opened_again_still_waits_for_its_first_word(window, chat, runtime) -> None:
    runtime.chats.running.add("c1")
    runtime.chats.turn_event.emit(Recalled("c1", "a7", RECALL))
    window.controller.open("c1")
    waiting = chat.transcript.views[-1]
    assert (waiting.message_id, waiting.text) == ("a7", "")
    assert waiting.line.used.text() == "Used 2 memories"


def test_an_answer_that_has_ended_elsewhere_is_not_awaited(window, chat, runtime) -> None:
    turn(runtime, "c1")
    before = len(runtime.chats.stored["c1"].messages)
    window.controller.open("c1")
    assert len(chat.transcript.views) == before


def test_the_title_of_the_window_follows_the_chat(window) -> None:
    assert window.main.windowTitle() == "Keepsake"
    window.controller.open("c1")
    assert window.main.windowTitle() == "Porto – Keepsake"
    window.controller.new_chat(temporary=True)
    assert window.main.windowTitle() == "Temporary chat – Keepsake"


def test_each_chat_keeps_its_draft(window, chat, runtime) -> None:
    chat.composer.set_draft("new words")
    window.controller.open("c1")
    assert chat.composer.draft[0] == ""
    chat.composer.set_draft("for Porto")
    window.controller.new_chat()
    assert chat.composer.draft[0] == "new words"
    window.controller.open("c1")
    assert chat.composer.draft[0] == "for Porto"


def test_a_temporary_chat_says_so_all_the_time_and_goes(qtbot, window, chat, runtime) -> None:
    window.main.findChild(Button, "temporaryChatButton").click()
    head = window.main.findChild(type(chat.temporary_head), "temporaryHeader")
    assert head.isVisible()
    send(qtbot, chat, "secret plans")
    assert runtime.chats.calls[0] == ("create", "global", True)
    turn(runtime)
    window.main.findChild(Button, "newChatButton").click()
    assert ("delete", "new") in runtime.chats.calls
    assert not head.isVisible()
    assert chat.composer.draft == ("", "")


def test_the_chosen_space_goes_with_the_first_message(qtbot, window, chat, runtime) -> None:
    chat.composer.spaces._choose("s1")
    send(qtbot, chat, "hello")
    assert runtime.chats.calls[0] == ("create", "s1", False)
    turn(runtime)
    assert chat.composer.spaces.text() == "Work"


def test_a_broken_answer_is_tried_again(qtbot, window, chat, runtime) -> None:
    window.controller.open("c1")
    broken = answer("a9", "Half", completeness=Completeness.BROKEN, error="stream_broken")
    runtime.chats.turn_event.emit(AnswerDone("c1", broken, {"host": "127.0.0.1"}))
    view = chat.transcript.views[-1]
    assert "127.0.0.1" in view._error._text.text()
    view.findChild(Button, "retryButton").click()
    assert ("retry", "a9") in runtime.chats.calls
    assert all(shown.message_id != "a9" for shown in chat.transcript.views)


def test_a_stopped_answer_goes_on(window, chat, runtime) -> None:
    window.controller.open("c1")
    stopped = answer("a9", "Half", completeness=Completeness.STOPPED)
    runtime.chats.turn_event.emit(AnswerDone("c1", stopped))
    chat.transcript.views[-1].line.go_on.click()
    assert runtime.chats.calls[-1] == ("send", "c1", "Please go on.")


def test_a_recall_that_failed_is_reported_and_stops_nothing(qtbot, window, chat, runtime) -> None:
    send(qtbot, chat, "hello")
    runtime.chats.turn_event.emit(Recalled("new", "a9", Recall(), "recall_late"))
    assert "could not be searched in time" in window.main.bar.text
    assert chat.transcript.view("a9").line.used.text() == "No memories used"


def test_that_only_words_are_searched_is_said_once(qtbot, window, chat, runtime) -> None:
    send(qtbot, chat, "hello")
    runtime.chats.turn_event.emit(Recalled("new", "a9", RECALL, "embedding_unavailable"))
    assert "by their words only" in window.main.bar.text
    window.main.bar.leave()
    runtime.chats.turn_event.emit(Recalled("new", "a9", RECALL, "embedding_unavailable"))
    assert not window.main.bar.isVisible()


def test_undo_and_do_it_again(window, chat, runtime) -> None:
    runtime.chats.stored["c1"] = Conversation(LIST[0], (user(learned=(learned(),)), answer()))
    window.controller.open("c1")
    line = chat.transcript.views[0].line
    line.findChild(Button, "rememberedUndo").click()
    assert runtime.memories.calls == [("undo", 7)]
    assert line.undone
    line.findChild(Button, "rememberedRedo").click()
    assert runtime.memories.calls[-1] == ("undo", 21)
    assert not line.undone
    line._forget_undone.stop()


def test_a_memory_is_edited_where_it_is_named(qtbot, window, chat, runtime) -> None:
    runtime.chats.stored["c1"] = Conversation(LIST[0], (user(learned=(learned(),)), answer()))
    window.controller.open("c1")
    chat.transcript.views[0].line.findChild(Button, "rememberedEdit").click()
    sheet = window.main.findChild(EditSheet)
    assert sheet.edit.toPlainText() == "Sister Anna lives in Porto"
    assert not sheet.save.isEnabled()
    sheet.edit.setPlainText("Sister Anna lives in Lisbon")
    sheet.save.click()
    assert runtime.memories.calls == [("revise", ("m1", {"text": "Sister Anna lives in Lisbon"}))]
    line = chat.transcript.views[0].line
    assert line.accessibleName() == "Remembered: Sister Anna lives in Lisbon"


def test_a_line_does_not_claim_what_was_taken_back_since(window, chat, runtime) -> None:
    from dataclasses import replace

    gone = replace(ENTRIES[0], state=State.DELETED, text="")
    kept = replace(ENTRIES[2], state=State.ACTIVE, text="Tom eats no meat")
    runtime.memories.snapshot = replace(runtime.memories.snapshot, entries=(gone, kept))
    messages = (
        user(learned=(learned(),)),
        user("u2", learned=(learned("Tom is vegetarian", "proposed", id="p1"),)),
        user("u3", learned=(learned("PIN", "refused", reason="secret", id=None),)),
    )
    runtime.chats.stored["c1"] = Conversation(LIST[0], messages)
    window.controller.open("c1")
    first, second, third = chat.transcript.views
    assert first.line is None
    assert second.line.accessibleName() == "Remembered: Tom eats no meat"
    assert third.line.accessibleName().startswith("Not saved:")


def test_a_proposed_memory_is_kept_or_not(window, chat, runtime) -> None:
    proposed = learned("Tom is vegetarian", "proposed", id="p1")
    runtime.chats.stored["c1"] = Conversation(LIST[0], (user(learned=(proposed,)), answer()))
    window.controller.open("c1")
    line = chat.transcript.views[0].line
    line.findChild(Button, "rememberedNo").click()
    assert runtime.memories.calls == [("reject", "p1")]
    assert line.accessibleName() == "Not kept: Tom is vegetarian"


def open_panel(window, chat) -> RecallPanel:
    window.controller.open("c1")
    chat.transcript.views[-1].line.used.click()
    return window.main.findChild(RecallPanel, "recallPanel")


def cards(panel: RecallPanel) -> list[str]:
    from assistant_app.ui.widgets.card import Card

    return [
        card.objectName()
        for card in panel.findChildren(Card)
        if card.objectName().startswith("memory:") and not card.isHidden()
    ]


def test_the_panel_shows_exactly_what_was_used(window, chat) -> None:
    panel = open_panel(window, chat)
    assert panel.isVisible()
    assert cards(panel) == ["memory:m1", "memory:m2"]
    assert panel._say.text().startswith("2 of your")
    chat.transcript.views[-1].line.used.click()
    assert not panel.isVisible()


def test_a_pinned_memory_is_not_said_to_be_close(window, chat) -> None:
    panel = open_panel(window, chat)
    near = [bar for bar in panel.findChildren(RelevanceBar) if bar.isVisibleTo(panel)]
    labels = [label for label in panel.findChildren(TextLabel) if label.isVisibleTo(panel)]
    assert len(near) == 1
    assert [label.text() for label in labels].count("Pinned: always given along") == 1


def test_without_a_model_nothing_is_said_to_be_sent(window, chat, runtime) -> None:
    made = answer(used=USED[:1], model="builtin:memory")
    runtime.chats.stored["c1"] = Conversation(LIST[0], (user(), made))
    panel = open_panel(window, chat)
    assert panel._say.text() == ("This answer was made from 1 of your 2 memories, without a model.")
    assert panel.findChildren(NavRow) == []


def test_the_panel_closes_by_escape(qtbot, window, chat) -> None:
    panel = open_panel(window, chat)
    qtbot.keyClick(panel, Qt.Key.Key_Escape)
    assert not panel.isVisible()
    assert not chat.transcript.views[-1].line.used.isChecked()


def test_in_a_narrow_window_the_panel_slides_over_the_chat(qtbot, window, chat) -> None:
    window.main.resize(900, 700)
    panel = open_panel(window, chat)
    assert panel.isVisible()
    assert panel.parentWidget() is chat._slide
    window.main.resize(1400, 800)
    assert panel.parentWidget() is not chat._slide
    assert panel.isVisible()


def test_while_an_answer_is_written_the_panel_shows_what_was_recalled(
    qtbot, window, chat, runtime
) -> None:
    send(qtbot, chat, "hello")
    runtime.chats.turn_event.emit(Recalled("new", "a9", RECALL))
    chat.transcript.view("a9").line.used.click()
    panel = chat.panel
    assert panel._say.text() == (
        "2 of your 248 memories were given to the model together with your question."
    )
    assert cards(panel) == ["memory:m2", "memory:m1"]


def test_forget_can_be_undone_and_not_here_only_hides(window, chat, runtime) -> None:
    panel = open_panel(window, chat)
    buttons = {button.accessibleName(): button for button in panel.findChildren(Button)}
    buttons["Forget: Sister Anna lives in Porto"].click()
    assert runtime.memories.calls == [("forget", ("m1",))]
    assert window.main.bar.text == "Forgotten: “Sister Anna lives in Porto”"
    window.main.findChild(Button, "undoButton").click()
    assert runtime.memories.calls[-1] == ("undo", 21)
    buttons["Not here: Sister Anna lives in Porto"].click()
    assert runtime.chats.calls[-1] == ("mute", "c1", "m1", True)
    window.main.findChild(Button, "undoButton").click()
    assert runtime.chats.calls[-1] == ("mute", "c1", "m1", False)


def test_a_memory_that_is_gone_is_shown_as_it_was_given(window, chat, runtime) -> None:
    from dataclasses import replace

    runtime.memories.snapshot = replace(runtime.memories.snapshot, entries=())
    panel = open_panel(window, chat)
    assert cards(panel) == ["memory:m1", "memory:m2"]
    names = [button.accessibleName() for button in panel.findChildren(Button)]
    assert not any(name.startswith("Forget:") for name in names)


def test_a_failed_opening_is_told(window, runtime) -> None:
    runtime.chats.open = lambda name, owner, done, failed: failed(UserError(ErrorCode.NOT_FOUND))
    window.controller.open("c2")
    assert "not there any more" in window.main.bar.text


def test_a_local_model_is_offered_once_and_never_taken_silently(window, runtime) -> None:
    runtime.opened.emit()
    assert "Ollama" in window.main.bar.text
    assert runtime.preferences.settings.get(declarations.CHAT_MODEL) == "builtin:memory"
    window.main.findChild(Button, "messageAction").click()
    assert runtime.preferences.settings.get(declarations.CHAT_MODEL) == "ollama:linnet"
    window.main.bar.leave()
    runtime.preferences.find_models()
    assert not window.main.bar.isVisible()


def test_no_model_is_looked_for_where_that_is_switched_off(window, runtime) -> None:
    runtime.preferences.settings = PLAIN.having(declarations.DISCOVERY, False)
    runtime.opened.emit()
    assert not window.main.bar.isVisible()


def test_renaming_and_deleting_from_the_list(window, runtime) -> None:
    window.pane.rename_requested.emit("c2", "Loaf")
    window.pane.pin_requested.emit("c2", True)
    window.controller.open("c1")
    window.pane.delete_requested.emit("c1")
    assert ("rename", "c2", "Loaf") in runtime.chats.calls
    assert ("pin", "c2", True) in runtime.chats.calls
    assert runtime.chats.calls[-1] == ("delete", "c1")
    assert window.controller.conversation_id == ""


def test_what_tools_changed_is_taken_back_newest_first(qtbot, window, chat, runtime) -> None:
    send(qtbot, chat, "hello")
    turn(runtime)
    items = (learned(seq=7), learned("Tom", "forgotten", id="m2", seq=9))
    runtime.chats.turn_event.emit(Learned("new", "u9", LearningState.DONE, items))
    line = chat.transcript.views[0].line
    assert line.accessibleName() == "2 changes to your memories"
    line.findChild(Button, "rememberedUndo").click()
    assert runtime.memories.calls[-2:] == [("undo", 9), ("undo", 7)]
    assert line.accessibleName() == "Undone"
    next(b for b in line.findChildren(Button) if b.objectName() == "rememberedRedo").click()
    assert line.accessibleName() == "2 changes to your memories"
    assert len(line.seqs) == 2


def test_the_one_that_is_meant_is_forgotten(qtbot, window, chat, runtime) -> None:
    send(qtbot, chat, "hello")
    turn(runtime)
    which = [learned(f"key {n}", ForgetStatus.WHICH, id=f"k{n}", seq=0) for n in (1, 2)]
    runtime.chats.turn_event.emit(Learned("new", "u9", LearningState.DONE, tuple(which)))
    line = chat.transcript.views[0].line
    line.forget_requested.emit("k2")
    assert runtime.memories.calls[-1] == ("forget", ("k2",))
    assert line.accessibleName() == "Forgotten: key 2"


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (LearningState.NOTHING, "Nothing to remember was found in this message"),
        (LearningState.UNREADABLE, "The model's reply about what to remember could not be read"),
        (LearningState.DONE, ""),
    ],
)
def test_quiet_states_are_told_on_demand_only(qtbot, window, chat, runtime, state, said) -> None:
    send(qtbot, chat, "hello")
    turn(runtime)
    runtime.chats.turn_event.emit(Learned("new", "u9", state))
    asked, answered = chat.transcript.views
    assert asked.line is None
    assert asked.bubble.toolTip() == said
    assert [action.text() for action in answered.line.menu().actions()] == ([said] if said else [])
    assert answered.line.more.isVisible() == bool(said)


def test_the_panel_says_where_the_chat_stands_and_what_was_held_back(
    qtbot, window, chat, runtime
) -> None:
    send(qtbot, chat, "hello")
    turn(runtime)
    tell = runtime.chats.turn_event.emit
    tell(Recalled("new", "a9", replace(RECALL, withheld=3)))
    tell(AnswerDone("new", answer("a9", used=USED)))
    talk = TalkState("u9", "A trip", "a date", ("Which weekend?",), ("Lisbon",), "glad")
    tell(Learned("new", "u9", LearningState.DONE, (), talk=talk))
    chat.show_panel(open_=True)
    texts = [label.text() for label in chat.panel.findChildren(TextLabel) if label.isVisible()]
    assert "3 memories are for this computer only and were held back." in texts
    for word in ("A trip", "a date", "Which weekend?", "glad"):
        assert word in texts
    tell(Learned("new", "u9", LearningState.DONE, (), talk=TalkState("u9")))
    assert not any(section.isVisible() for section in chat.panel.findChildren(TalkSection))


def test_the_summary_of_older_turns_is_a_fold(qtbot, window, chat, runtime) -> None:
    messages = tuple(
        message for n in range(20) for message in (user(f"u{n}"), answer(f"a{n}", used=USED))
    )
    runtime.chats.stored["c1"] = Conversation(
        LIST[0], messages, summary_text="Anna **lives** in Porto.", summary_covers="a17"
    )
    window.controller.open("c1")
    fold = chat.transcript._fold.fold
    column = chat.transcript._column
    assert column.indexOf(fold) == column.indexOf(chat.transcript.view("a17")) + 1
    assert fold.isVisible()
    fold.row.click()
    assert fold._card.isVisible()
    runtime.chats.turn_event.emit(Summarised("c1", "Anna lives in Lisbon.", "a18"))
    assert column.indexOf(fold) == column.indexOf(chat.transcript.view("a18")) + 1
    assert fold._card.isVisible()
    window.controller.new_chat()
    assert chat.transcript._fold.fold is None


def test_a_fold_far_up_is_made_with_its_message(qtbot, window, chat, runtime) -> None:
    messages = tuple(
        message for n in range(20) for message in (user(f"u{n}"), answer(f"a{n}", used=USED))
    )
    runtime.chats.stored["c1"] = Conversation(
        LIST[0], messages, summary_text="Short.", summary_covers="a3"
    )
    window.controller.open("c1")
    assert not chat.transcript._fold.fold.isVisible()
    qtbot.waitUntil(chat.transcript._fold.fold.isVisible)


def test_a_temporary_chat_may_read_memory_where_the_user_lets_it(
    qtbot, window, chat, runtime
) -> None:
    window.controller.new_chat(temporary=True)
    assert not chat.temporary_head.keep.isVisible()
    chat.temporary_head.reads.click()
    send(qtbot, chat, "hello")
    assert runtime.chats.reads is True
    window.controller.new_chat(temporary=True)
    assert not chat.temporary_head.reads.isChecked()
    send(qtbot, chat, "hello")
    assert runtime.chats.reads is False


def test_a_temporary_chat_can_be_kept(qtbot, window, chat, runtime) -> None:
    window.controller.new_chat(temporary=True)
    send(qtbot, chat, "hello")
    chat.temporary_head.keep.click()
    assert window.main.findChild(Question) is None  # the answer is still written
    turn(runtime)
    chat.temporary_head.keep.click()
    window.main.findChild(Question).accept()
    assert ("keep", "new") in runtime.chats.calls
    assert not chat.temporary_head.isVisible()
    assert chat.composer.spaces.isVisible()
    assert window.main.bar.text == "This chat is kept now."
    window.controller.new_chat()
    assert ("delete", "new") not in runtime.chats.calls


@pytest.mark.parametrize("width", [480, 580, 619, 640, 900])
def test_the_ways_to_begin_are_never_cut(qtbot, look, width) -> None:
    empty = EmptyChat(look)
    qtbot.addWidget(empty)
    empty.resize(look.px(width), 900)
    empty.show()
    QApplication.processEvents()
    for card in empty.findChildren(StartCard):
        words = QFontMetrics(look.font(Type.BODY, 600)).horizontalAdvance(card.text())
        assert card.width() >= words + 2 * look.px(14)


def test_letters_typed_over_the_messages_reach_the_composer(qtbot, window, chat, runtime) -> None:
    send(qtbot, chat, "hello")
    turn(runtime)
    chat.transcript.setFocus()
    qtbot.keyClicks(chat.transcript, "hi")
    assert chat.composer.edit.toPlainText() == "hi"
    assert chat.composer.edit.hasFocus()
