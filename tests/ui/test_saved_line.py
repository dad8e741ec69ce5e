from __future__ import annotations

import pytest

from assistant_app.conversation.types import DELETION, ForgetStatus
from assistant_app.ui.chat.learned_lines import LineKind, line_kind
from assistant_app.ui.chat.saved_line import UNDONE_MS, SavedLine
from assistant_app.ui.widgets.buttons import Button
from tests.ui.conftest import learned


@pytest.fixture
def make(qtbot, look):
    def build(*items) -> SavedLine:
        line = SavedLine(look, items)
        qtbot.addWidget(line)
        line.resize(600, 60)
        line.show()
        return line

    return build


def words(line: SavedLine) -> list[str]:
    return [button.text() for button in line.findChildren(Button) if button.isVisible()]


@pytest.mark.parametrize(
    ("items", "kind"),
    [
        ([], None),
        ([learned(status="duplicate")], None),
        ([learned()], LineKind.REMEMBERED),
        ([learned(status="updated", replaced_text="Lyon")], LineKind.CHANGED),
        ([learned(status="proposed")], LineKind.REVIEW),
        ([learned(status="refused", reason="secret")], LineKind.FAILED),
        ([learned(), learned("Tom is vegetarian")], LineKind.SEVERAL),
        ([learned(), learned(status="duplicate")], LineKind.REMEMBERED),
    ],
)
def test_what_is_said_follows_from_what_the_store_answered(items, kind) -> None:
    assert line_kind(items) == kind


def test_what_was_remembered_can_be_undone_and_edited(make) -> None:
    line = make(learned())
    assert line.accessibleName() == "Remembered: Sister Anna lives in Porto"
    undone, edited = [], []
    line.undo_requested.connect(undone.append)
    line.edit_requested.connect(edited.append)
    line.findChild(Button, "rememberedUndo").click()
    line.findChild(Button, "rememberedEdit").click()
    assert (undone, edited) == ([(7,)], ["m1"])


def test_an_undo_can_be_done_again_and_leaves_after_a_while(make) -> None:
    line = make(learned())
    line.show_undone([8])
    assert line.undone
    assert words(line) == ["Do it again"]
    assert line._forget_undone.interval() == UNDONE_MS
    again = []
    line.undo_requested.connect(again.append)
    next(b for b in line.findChildren(Button) if b.objectName() == "rememberedRedo").click()
    assert again == [(8,)]
    line.show_restored([9])
    assert words(line) == ["Undo", "Edit"]
    assert line.seqs == (9,)
    line.show_undone([10])
    line._forget_undone.timeout.emit()
    assert not line.isVisible()
    line._forget_undone.stop()


def test_a_change_shows_was_and_now(make) -> None:
    line = make(learned("Anna lives in Porto", "updated", replaced_text="Anna lives in Lyon"))
    assert line.accessibleName() == "Changed: Anna lives in Lyon → Anna lives in Porto"


def test_several_things_unfold_into_a_list(make) -> None:
    line = make(learned(), learned("Tom is vegetarian", id="m2"))
    assert line.accessibleName() == "Remembered 2 things"
    assert words(line) == ["Undo", "Show"]
    line.findChild(Button, "rememberedShow").click()
    names = [b.accessibleName() for b in line.findChildren(Button) if b.isVisible()]
    assert "Edit: Tom is vegetarian" in names
    assert words(line)[1] == "Hide" or "Hide" in words(line)
    line.findChild(Button, "rememberedShow").click()
    assert "Show" in words(line)


def test_a_proposed_memory_is_decided_in_place(make) -> None:
    line = make(learned("Tom is vegetarian", "proposed"))
    kept, refused = [], []
    line.accept_requested.connect(kept.append)
    line.reject_requested.connect(refused.append)
    line.findChild(Button, "rememberedKeep").click()
    line.findChild(Button, "rememberedNo").click()
    assert (kept, refused) == (["m1"], ["m1"])
    line.show_decided("m1", agreed=True, seq=11)
    assert line.accessibleName() == "Kept: Tom is vegetarian"
    assert words(line) == ["Undo", "Edit"]
    assert line.seqs == (11,)


def test_a_proposed_deletion_asks_and_is_carried_out_in_place(make) -> None:
    line = make(learned("Tom is vegetarian", "proposed", reason=DELETION))
    assert line.accessibleName() == "Forget this? Tom is vegetarian"
    agreed, refused = [], []
    line.accept_requested.connect(agreed.append)
    line.reject_requested.connect(refused.append)
    line.findChild(Button, "rememberedForget").click()
    line.findChild(Button, "rememberedStay").click()
    assert (agreed, refused) == (["m1"], ["m1"])
    line.show_decided("m1", agreed=True, seq=11)
    assert line.accessibleName() == "Forgotten: Tom is vegetarian"
    assert words(line) == ["Undo"]
    other = make(learned("Tom is vegetarian", "proposed", reason=DELETION))
    other.show_decided("m1", agreed=False, seq=0)
    assert other.accessibleName() == "Stays: Tom is vegetarian"
    assert words(other) == []


def test_what_was_forgotten_can_be_brought_back(make) -> None:
    line = make(learned("Tom is vegetarian", ForgetStatus.FORGOTTEN))
    assert line.accessibleName() == "Forgotten: Tom is vegetarian"
    assert words(line) == ["Undo"]


def test_where_several_may_be_meant_each_is_offered(make) -> None:
    line = make(
        learned("Tom is vegetarian", ForgetStatus.WHICH, seq=0),
        learned("Tom likes tofu", ForgetStatus.WHICH, id="m2", seq=0),
    )
    assert line.accessibleName() == "Which one shall be forgotten?"
    chosen = []
    line.forget_requested.connect(chosen.append)
    offered = [b for b in line.findChildren(Button) if b.text() == "Forget" and b.isVisible()]
    assert [b.accessibleName() for b in offered] == [
        "Forget: Tom is vegetarian",
        "Forget: Tom likes tofu",
    ]
    offered[1].click()
    assert chosen == ["m2"]
    line.show_decided("m2", agreed=True, seq=12)
    assert line.accessibleName() == "Forgotten: Tom likes tofu"
    assert line.seqs == (12,)


def test_where_nothing_like_it_is_known_that_is_said(make) -> None:
    line = make(learned("my shoe size", ForgetStatus.NONE, id=None, seq=0))
    assert line.accessibleName() == "Nothing like this is remembered. my shoe size"
    assert words(line) == []


def test_several_change_sets_are_taken_back_together(make) -> None:
    line = make(learned(seq=7), learned("Tom is vegetarian", id="m2", seq=9))
    undone = []
    line.undo_requested.connect(undone.append)
    line.findChild(Button, "rememberedUndo").click()
    assert undone == [(7, 9)]


@pytest.mark.parametrize(
    ("items", "said"),
    [
        (["proposed", "proposed"], "To review: 2 things"),
        (["forgotten", "forgotten"], "Forgotten: 2 things"),
        (["refused", "refused"], "Not saved: 2 things"),
        (["saved", "updated"], "Remembered 2 things"),
        (["saved", "forgotten"], "2 changes to your memories"),
    ],
)
def test_several_things_are_named_for_what_they_are(make, items, said) -> None:
    line = make(*(learned(f"fact {n}", one, id=f"m{n}") for n, one in enumerate(items)))
    assert line.accessibleName() == said


def test_one_of_several_is_decided_in_the_list(make) -> None:
    line = make(learned(), learned("Tom is vegetarian", "proposed", id="m2", seq=0))
    line.findChild(Button, "rememberedShow").click()
    kept = []
    line.accept_requested.connect(kept.append)
    next(
        b for b in line.findChildren(Button) if b.accessibleName() == "Keep: Tom is vegetarian"
    ).click()
    assert kept == ["m2"]
    line.show_decided("m2", agreed=True, seq=12)
    assert line.seqs == (7, 12)
    assert "Hide" in words(line)


def test_a_refusal_says_why(make) -> None:
    line = make(learned("My PIN is …", "refused", reason="secret", id=None))
    assert line.accessibleName() == "Not saved: it looks like a secret"
    assert not line.grab().isNull()


def test_a_failed_save_can_be_tried_again(make) -> None:
    line = make(learned("x", "refused", reason="save_failed", id=None))
    asked = []
    line.again_requested.connect(lambda: asked.append(1))
    line.findChild(Button, "rememberedAgain").click()
    assert asked == [1]
