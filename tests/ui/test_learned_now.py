"""Lines of an old conversation agree with the store as it is now."""

from __future__ import annotations

import pytest

from assistant_app.conversation.types import DELETION, ForgetStatus, LearnedItem
from assistant_app.memory.types import FORGET_ASKED, Entry, Snapshot, State
from assistant_app.ui.chat.learned_now import messages_now
from tests.ui.conftest import entry, learned, user


def now(items: list[LearnedItem], *entries: Entry) -> list[tuple[str, str]]:
    snapshot = Snapshot(1, entries, {}, frozenset())
    (message,) = messages_now([user(learned=tuple(items))], snapshot)
    return [(item.status, item.text) for item in message.learned]


def kept(name: str = "m1", **more: object) -> Entry:
    return entry(name, "Tom is vegan", **more)


@pytest.mark.parametrize(
    ("item", "entries", "said"),
    [
        (learned("Tom is vegetarian"), [kept()], [("saved", "Tom is vegan")]),
        (learned("Tom is vegetarian"), [kept(state=State.DELETED)], []),
        (learned("x", "proposed"), [kept(state=State.PROPOSED)], [("proposed", "Tom is vegan")]),
        (learned("x", "proposed"), [kept()], [("saved", "Tom is vegan")]),
        (learned("x", "proposed"), [], []),
        (learned("x", ForgetStatus.FORGOTTEN), [kept(state=State.DELETED)], [("forgotten", "x")]),
        (learned("x", ForgetStatus.FORGOTTEN), [], [("forgotten", "x")]),
        (learned("x", ForgetStatus.FORGOTTEN), [kept()], []),
        (learned("x", ForgetStatus.NONE, id=None), [], [("forget_none", "x")]),
        (learned("x", "refused", id=None), [], [("refused", "x")]),
    ],
)
def test_a_line_claims_nothing_that_was_taken_back(item, entries, said) -> None:
    assert now([item], *entries) == said


def test_a_proposed_deletion_is_asked_until_it_is_decided() -> None:
    item = learned("Tom is vegan", "proposed", reason=DELETION)
    assert now([item], kept(extra={FORGET_ASKED: True})) == [("proposed", "Tom is vegan")]
    assert now([item], kept()) == []
    assert now([item], kept(state=State.DELETED)) == [("forgotten", "Tom is vegan")]


def test_the_question_which_one_ends_with_its_answer() -> None:
    items = [learned(f"key {n}", ForgetStatus.WHICH, id=f"k{n}", seq=0) for n in (1, 2)]
    both = [kept("k1"), kept("k2")]
    assert len(now(items, *both)) == 2
    assert now(items, both[0], kept("k2", state=State.DELETED)) == []


def test_without_a_store_everything_stays_as_it_was_recorded() -> None:
    messages = [user(learned=(learned(),))]
    assert messages_now(messages, None) == messages
