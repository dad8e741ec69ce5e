from __future__ import annotations

import pytest

from assistant_app.ui.chat.saved_line import UNDONE_MS, LineKind, SavedLine, line_kind
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
    assert (undone, edited) == ([7], ["m1"])


def test_an_undo_can_be_done_again_and_leaves_after_a_while(make) -> None:
    line = make(learned())
    line.show_undone(8)
    assert line.undone
    assert words(line) == ["Do it again"]
    assert line._forget_undone.interval() == UNDONE_MS
    again = []
    line.undo_requested.connect(again.append)
    next(b for b in line.findChildren(Button) if b.objectName() == "rememberedRedo").click()
    assert again == [8]
    line.show_restored(9)
    assert words(line) == ["Undo", "Edit"]
    assert line.seq == 9
    line.show_undone(10)
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
    line.show_decided(kept=True)
    assert line.accessibleName() == "Kept: Tom is vegetarian"
    assert words(line) == []


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
