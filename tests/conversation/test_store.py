"""Conversations on disk: nothing acknowledged is lost, nothing unreadable hides the rest."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant_app.base.clock import IdFactory
from assistant_app.base.errors import UserError
from assistant_app.base.paths import DataFolder
from assistant_app.conversation.store.store import ConversationStore
from assistant_app.conversation.types import (
    Completeness,
    LearnedItem,
    Message,
    TalkState,
    UsedMemory,
)
from assistant_app.llm.port import Role, Usage
from assistant_app.memory.types import HitKind
from tests.conversation.fakes import NOON, FakeClock


class House:
    """A store that can be closed, damaged and opened again."""

    def __init__(self, root: Path) -> None:
        self.folder = DataFolder(root)
        self.clock = FakeClock()
        self.ids = IdFactory(self.clock)
        self.store = self._store()

    def _store(self) -> ConversationStore:
        return ConversationStore(
            self.folder, self.clock, self.ids, redact=lambda text: text.replace("hunter2", "▮")
        )

    def restart(self) -> ConversationStore:
        self.store.close()
        self.store = self._store()
        return self.store

    def crash(self) -> ConversationStore:
        self.store = self._store()
        return self.store

    def path(self, conversation: str) -> Path:
        return self.folder.conversations / f"{conversation}.jsonl"

    def lines(self, conversation: str) -> list[dict[str, Any]]:
        return [json.loads(x) for x in self.path(conversation).read_text("utf-8").splitlines()]

    def talk(self, *texts: str, conversation: str | None = None) -> str:
        c = conversation or self.store.create().summary.id
        for text in texts:
            user = self.store.append_user(c, text)
            self.answer(c, user.id, f"re {text}")
        return c

    def answer(self, c: str, parent: str, text: str, **fields: Any) -> Message:
        made = Message(self.ids(), Role.ASSISTANT, text, self.clock(), parent=parent, **fields)
        return self.store.append_answer(c, made)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def texts(store: ConversationStore, c: str) -> list[str]:
    return [message.text for message in store.open(c).messages]


def test_all_of_a_message_survives_a_crash(house: House) -> None:
    c = house.store.create(space="s1").summary.id
    user = house.store.append_user(c, "Where is Anna?")
    used = (UsedMemory(HitKind.MEMORY, "m1", "Anna lives in Porto", 0.75, 2, pinned=True),)
    answer = house.answer(
        c, user.id, "In **Porto**", model="a:b", usage=Usage(3, None), used=used, reasoning="hm"
    )
    items = (LearnedItem("m2", "text", "saved", "new", None, 9),)
    house.store.record_learned(c, user.id, items)
    opened = house.crash().open(c)
    assert opened.messages[1] == answer
    assert opened.messages[0].learned == items
    assert opened.summary.space == "s1"


@pytest.mark.parametrize("how", [Completeness.STOPPED, Completeness.BROKEN])
def test_a_partial_answer_is_kept_marked(house: House, how: Completeness) -> None:
    c = house.store.create().summary.id
    user = house.store.append_user(c, "x")
    house.answer(c, user.id, "so f", completeness=how, error="stream_broken")
    kept = house.restart().open(c).messages[-1]
    assert (kept.completeness, kept.error, kept.text) == (how, "stream_broken", "so f")
    assert house.lines(c)[-1]["type"] == "partial"


def test_a_conversation_without_a_message_leaves_no_file(house: House) -> None:
    house.store.create()
    house.store.close()
    assert not list(house.folder.root.rglob("*.jsonl"))


def test_the_title_comes_from_the_first_message_without_secrets(house: House) -> None:
    c = house.talk("My password is hunter2. Keep it safe.", "Second message")
    assert house.restart().open(c).summary.title == "My password is ▮"
    assert "hunter2" not in (house.folder.conversations / "index.json").read_text("utf-8")


def test_a_torn_last_line_costs_only_itself(house: House) -> None:
    c = house.talk("one", "two")
    house.store.close()
    data = house.path(c).read_bytes()
    house.path(c).write_bytes(data[: len(data) - 40])
    store = house.crash()
    assert texts(store, c) == ["one", "re one", "two"]
    assert [notice.code for notice in store.take_notices()] == ["line_quarantined"]
    store.append_user(c, "three")
    assert texts(house.restart(), c) == ["one", "re one", "two", "three"]


@pytest.mark.parametrize(
    "bad", [b"{nonsense", b"\x00" * 50, b"[1]", b'{"type":"message"}', b"\xff\xfe", b"[" * 9000]
)
def test_a_bad_line_is_set_aside_once_and_the_rest_is_shown(house: House, bad: bytes) -> None:
    c = house.talk("one")
    house.store.close()
    rows = house.path(c).read_bytes().splitlines()
    rows.insert(2, bad)
    house.path(c).write_bytes(b"\n".join(rows) + b"\n")
    assert texts(house.crash(), c) == ["one", "re one"]
    assert texts(house.crash(), c) == ["one", "re one"]
    (copy,) = house.folder.quarantine.iterdir()
    assert copy.read_bytes() == bad


def test_a_file_of_nul_bytes_is_moved_aside_whole(house: House) -> None:
    c, other = house.talk("one"), house.talk("two")
    house.store.close()
    house.path(c).write_bytes(b"\x00" * 4096)
    store = house.crash()
    assert [summary.id for summary in store.list()] == [other]
    assert [notice.code for notice in store.take_notices()] == ["conversation_quarantined"]
    assert not house.path(c).exists()
    assert len(list(house.folder.quarantine.iterdir())) == 1


@pytest.mark.parametrize("field", ["text", "at", "parent", "model", "used", "usage", "reasoning"])
def test_one_null_field_does_not_close_the_conversation(house: House, field: str) -> None:
    c = house.talk("one", "two")
    house.store.close()
    rows = house.lines(c)
    answer = next(row for row in rows if row.get("role") == "assistant")
    answer[field] = None
    house.path(c).write_text("\n".join(map(json.dumps, rows)) + "\n", "utf-8")
    assert len(house.crash().open(c).messages) == 4


def test_a_lost_parent_does_not_hide_what_follows(house: House) -> None:
    c = house.talk("one", "two")
    house.store.close()
    rows = [row for row in house.lines(c) if row.get("text") != "re one"]
    house.path(c).write_text("\n".join(map(json.dumps, rows)) + "\n", "utf-8")
    assert texts(house.crash(), c) == ["one", "two", "re two"]


def test_parents_in_a_circle_do_not_hang(house: House) -> None:
    c = house.talk("one")
    house.store.close()
    rows = house.lines(c)
    rows[1]["parent"] = next(row["id"] for row in rows if row.get("role") == "assistant")
    house.path(c).write_text("\n".join(map(json.dumps, rows)) + "\n", "utf-8")
    assert "one" in texts(house.crash(), c)


def test_a_newer_file_is_left_untouched(house: House) -> None:
    c = house.talk("one")
    house.store.close()
    rows = house.lines(c)
    rows[0]["schema"] = 99
    house.path(c).write_text("\n".join(map(json.dumps, rows)) + "\n", "utf-8")
    before = house.path(c).read_bytes()
    store = house.crash()
    with pytest.raises(UserError, match="store_newer"):
        store.open(c)
    assert store.list() == ()
    assert [notice.code for notice in store.take_notices()] == ["conversation_unreadable"]
    assert house.path(c).read_bytes() == before


def test_order_is_that_of_the_file_when_the_clock_goes_back(house: House) -> None:
    c = house.talk("one", "two")
    house.clock.move(hours=-2)
    house.talk("three", "four", conversation=c)
    shown = house.restart().open(c).messages
    assert [m.text for m in shown if m.role is Role.USER] == ["one", "two", "three", "four"]
    ids = [m.id for m in shown]
    assert ids == sorted(ids)
    assert len(set(ids)) == len(ids)


def test_lone_surrogates_are_replaced_at_the_door(house: House) -> None:
    c = house.talk("lone \ud83c end", "pair \ud83d\ude00")
    house.path(c).read_bytes().decode("utf-8", errors="strict")
    assert texts(house.restart(), c)[0] == "lone \ufffd end"
    assert texts(house.store, c)[2] == "pair 😀"
    rows = house.path(c).read_text("utf-8").replace("pair 😀", "esc \\ud83c")
    house.store.close()
    house.path(c).write_text(rows, "utf-8")
    assert texts(house.crash(), c)[2] == "esc \ufffd"


class TestBranches:
    def test_another_version_of_a_message_is_a_branch(self, house: House) -> None:
        c = house.talk("one", "two")
        first = house.store.open(c).messages
        again = house.store.append_user(c, "two, better", after=first[1].id)
        house.answer(c, again.id, "re better")
        assert texts(house.store, c) == ["one", "re one", "two, better", "re better"]
        assert house.store.siblings(c, again.id) == (first[2].id, again.id)
        house.store.show_branch(c, first[2].id)
        assert texts(house.restart(), c) == ["one", "re one", "two", "re two"]

    def test_another_first_message(self, house: House) -> None:
        c = house.talk("one")
        house.store.append_user(c, "other start", first=True)
        assert texts(house.restart(), c) == ["other start"]

    def test_an_answer_for_a_hidden_branch_does_not_pull_the_view_away(self, house: House) -> None:
        c = house.talk("one")
        waiting = house.store.append_user(c, "two")
        first = house.store.open(c).messages[1]
        house.store.rewind_to(c, first.id)
        house.store.append_user(c, "instead")
        house.answer(c, waiting.id, "late")
        assert texts(house.restart(), c) == ["one", "re one", "instead"]


class TestList:
    def test_pinned_first_then_the_newest(self, house: House) -> None:
        old = house.talk("old")
        house.clock.move(days=1)
        new = house.talk("new")
        house.clock.move(days=1)
        newest = house.talk("newest")
        house.store.pin(old, pinned=True)
        assert [s.id for s in house.restart().list()] == [old, newest, new]

    def test_archived_ones_are_told_apart(self, house: House) -> None:
        a, b = house.talk("a"), house.talk("b")
        house.store.archive(a, archived=True)
        store = house.restart()
        assert [s.id for s in store.list(archived=True)] == [a]
        assert [s.id for s in store.list(archived=False)] == [b]

    def test_a_name_is_kept(self, house: House) -> None:
        c = house.talk("one")
        house.store.rename(c, "  My\n trip ")
        house.talk("two", conversation=c)
        assert house.restart().list()[0].title == "My trip"

    @pytest.mark.parametrize("damage", [b"", b"\x00" * 99, b'{"schema": 1', b"[]\n{}\n[["])
    def test_a_damaged_index_costs_nothing(self, house: House, damage: bytes) -> None:
        c = house.talk("one")
        house.store.close()
        (house.folder.conversations / "index.json").write_bytes(damage)
        assert [s.id for s in house.crash().list()] == [c]

    def test_the_index_is_not_believed_against_the_file(self, house: House) -> None:
        c = house.talk("one")
        house.store.close()
        old = (house.folder.conversations / "index.json").read_bytes()
        house.crash()
        house.talk("two", conversation=c)
        house.store.rename(c, "renamed")
        (house.folder.conversations / "index.json").write_bytes(old)
        (summary,) = house.crash().list()
        assert (summary.title, summary.messages) == ("renamed", 4)

    def test_a_good_index_saves_reading_the_files(self, house: House) -> None:
        c = house.talk("one")
        house.store.close()
        index = house.folder.conversations / "index.json"
        index.write_text(index.read_text("utf-8").replace('"one"', '"from the index"'), "utf-8")
        assert [s.title for s in house.crash().list()] == ["from the index"]
        assert house.store.open(c).summary.title == "one"

    def test_times_are_kept(self, house: House) -> None:
        house.talk("one")
        house.clock.move(hours=5)
        (summary,) = house.restart().list()
        assert summary.created_at == summary.updated_at == NOON
        assert summary.updated_at - summary.created_at == timedelta(0)


class TestDeleting:
    def test_a_deleted_conversation_is_nowhere(self, house: House) -> None:
        c, other = house.talk("FINDME please"), house.talk("stays")
        house.store.delete(c)
        everything = b"".join(p.read_bytes() for p in house.folder.root.rglob("*") if p.is_file())
        assert b"FINDME" not in everything
        assert [s.id for s in house.store.list()] == [other]
        with pytest.raises(UserError, match="not_found"):
            house.store.open(c)

    def test_a_deleted_message_is_no_longer_in_the_file(self, house: House) -> None:
        c = house.talk("one", "FINDME", "three")
        target = house.store.open(c).messages[2]
        house.store.record_learned(c, target.id, (LearnedItem("m", "FINDME too", "saved"),))
        house.store.edit_message(c, target.id, "FINDME edited")
        house.store.set_summary(c, "FINDME summary", covers_up_to=target.id)
        house.store.delete_message(c, target.id)
        expected = ["one", "re one", "re FINDME", "three", "re three"]
        assert texts(house.store, c) == expected
        assert 'FINDME"' not in house.path(c).read_text("utf-8").replace("re FINDME", "")
        assert "FINDME " not in house.path(c).read_text("utf-8")
        assert texts(house.restart(), c) == expected

    def test_words_can_be_taken_out_of_the_file(self, house: House) -> None:
        c = house.talk("my key is FINDME", "two")
        first = house.store.open(c).messages[0]
        house.store.edit_message(c, first.id, "my key is gone", keep_old=False)
        raw = house.path(c).read_text("utf-8").replace("re my key is FINDME", "")
        assert "FINDME" not in raw
        assert texts(house.restart(), c)[0] == "my key is gone"
        assert house.store.open(c).summary.title == "my key is gone"

    def test_unknown_fields_and_events_survive_a_rewriting(self, house: House) -> None:
        c = house.talk("one", "two")
        house.store.close()
        rows = house.lines(c)
        rows[1]["mood"] = "new field"
        rows.append({"type": "sticker", "id": "s1"})
        house.path(c).write_text("\n".join(map(json.dumps, rows)) + "\n", "utf-8")
        store = house.crash()
        store.delete_message(c, store.open(c).messages[2].id)
        after = house.lines(c)
        assert after[1]["mood"] == "new field"
        assert after[-1] == {"type": "sticker", "id": "s1"}

    def test_ids_are_no_paths(self, house: House) -> None:
        for bad in ("../memories", "", "a/b", "index.json", ".."):
            with pytest.raises(UserError, match="not_found"):
                house.store.open(bad)


class TestTemporary:
    def test_nothing_of_it_is_on_the_disk(self, house: House) -> None:
        c = house.store.create(temporary=True).summary.id
        house.talk("FINDME", conversation=c)
        house.store.rename(c, "FINDME")
        assert texts(house.store, c) == ["FINDME", "re FINDME"]
        assert house.store.open(c).temporary
        assert house.store.list() == ()
        assert list(house.store.rounds()) == []
        house.store.delete_message(c, house.store.open(c).messages[0].id)
        assert texts(house.store, c) == ["re FINDME"]
        house.store.close()
        assert not [p for p in house.folder.root.rglob("*") if p.is_file()]

    def test_it_can_be_kept_by_an_act(self, house: House) -> None:
        c = house.store.create(temporary=True).summary.id
        house.talk("one", conversation=c)
        house.store.keep(c)
        assert texts(house.restart(), c) == ["one", "re one"]
        assert not house.store.open(c).temporary


class TestReading:
    def test_words_are_found_in_every_conversation(self, house: House) -> None:
        a = house.talk("我妹妹喜欢用老式相机")
        b = house.talk("The ＣＡＭＥＲＡ is old")
        assert [s.id for s in house.store.search("相机")] == [a]
        assert [s.id for s in house.store.search("机")] == [a]
        assert [s.id for s in house.store.search("camera")] == [b]
        assert house.store.search("  ") == ()
        assert house.store.search("。") == ()
        assert all(found.message for found in house.store.find("re 我妹妹"))

    def test_rounds_hold_the_exchanges_without_secrets(self, house: House) -> None:
        c = house.talk("pass hunter2", "two")
        open_end = house.store.append_user(c, "three")
        found = list(house.restart().rounds())
        assert [(r.user, r.assistant) for r in found] == [
            ("pass ▮", "re pass ▮"),
            ("two", "re two"),
            ("three", ""),
        ]
        assert found[2].id == open_end.id
        assert {r.conversation for r in found} == {c}

    def test_a_mute_holds_until_it_is_taken_back(self, house: House) -> None:
        c = house.talk("one")
        house.store.mute(c, "m1", muted=True)
        assert house.restart().open(c).muted == {"m1"}
        house.store.mute(c, "m1", muted=False)
        assert house.restart().open(c).muted == frozenset()

    def test_many_open_conversations_keep_few_files_open(self, house: House) -> None:
        made = [house.talk(f"number {n}") for n in range(40)]
        for c in made:
            assert len(house.store.open(c).messages) == 2
        held = [h for h in house.store._open.values() if h.log is not None]
        assert len(held) <= 17


@settings(max_examples=40)
@given(data=st.data())
def test_whatever_is_cut_off_the_rest_is_a_prefix(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    house = House(tmp_path_factory.mktemp("cut"))
    c = house.talk("one", "zwei 二", "three")
    house.store.close()
    raw = house.path(c).read_bytes()
    cut = data.draw(st.integers(0, len(raw)))
    house.path(c).write_bytes(raw[:cut])
    store = house.crash()
    try:
        found = texts(store, c)
    except UserError:
        assert cut < raw.index(b"\n")
        return
    full = ["one", "re one", "zwei 二", "re zwei 二", "three", "re three"]
    assert found == full[: len(found)]
    store.append_user(c, "after")
    assert texts(house.restart(), c)[-1] == "after"


def test_each_branch_keeps_where_it_stands(tmp_path: Path) -> None:
    clock = FakeClock()
    store = ConversationStore(DataFolder(tmp_path), clock, IdFactory(clock))
    conversation = store.create().summary.id
    first = store.append_user(conversation, "We are planning a trip to Porto.")
    state = TalkState(
        first.id, "a trip", "plan it", ("when?",), ("Porto", "Anna"), mood="looking forward"
    )
    store.record_state(conversation, state)
    store.append_user(conversation, "In May.")
    assert store.open(conversation).state == state
    store.close()
    again = ConversationStore(DataFolder(tmp_path), clock, IdFactory(clock))
    assert again.open(conversation).state == state
    again.edit_message(conversation, first.id, "We go nowhere.", keep_old=False)
    assert again.open(conversation).state is None
    assert b"Porto" not in next((tmp_path / "conversations").glob("*.jsonl")).read_bytes()
    again.close()
