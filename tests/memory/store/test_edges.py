"""Corners of the store that a user meets once in years, and must not lose anything in."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.paths import DataFolder
from assistant_app.memory.store import erasure
from assistant_app.memory.store.archive import write_archive
from assistant_app.memory.store.channel import ChannelServer
from assistant_app.memory.store.codec import BadRecord, canonical_json, cause_from_dict
from assistant_app.memory.store.codec import entry_from_dict as read
from assistant_app.memory.store.journal import decode_line, line_of, segment_of
from assistant_app.memory.store.tombstones import matches_any, tombstone
from assistant_app.memory.store.undo import RecentChanges, inverse, undoable
from assistant_app.memory.store.vectors import VectorSidecar, content_hash, drop_everywhere
from assistant_app.memory.types import Cause, CauseKind, Changes, State
from tests.memory.store.makers import (
    START,
    USER,
    SteppingClock,
    entry,
    everything_under,
    opened,
    store_in,
    texts,
)


@pytest.mark.parametrize("steps", range(8))
def test_a_snapshot_cut_short_at_any_step_loses_nothing(tmp_path: Path, steps: int) -> None:
    store = opened(tmp_path)
    store.commit(USER, [entry(f"e{number}", "first") for number in range(150)])
    store.compact()
    store.commit(USER, [entry("late", "second")])
    running = store.compaction()
    for _ in range(steps):
        next(running, None)
    store.commit(USER, [entry("later", "third")])
    expected = texts(store)
    again = opened(tmp_path)  # as if the first one had been killed here
    assert texts(again) == expected
    again.compact()
    assert texts(opened(tmp_path)) == expected
    assert len(list(again.history_of("late"))) == 1
    running.close()  # type: ignore[attr-defined]


def test_a_torn_line_does_not_travel_into_an_old_segment(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.commit(USER, [entry("a", "tea")])
    store.close()
    (path,) = (tmp_path / "journal").iterdir()
    path.write_bytes(path.read_bytes() + b'{"seq":2,"at":"2026')
    again = opened(tmp_path)
    again.compact()
    again.close()
    (tmp_path / "memories.json").unlink()
    assert texts(opened(tmp_path)) == {"a": "tea"}  # and no notice about a bad line


def test_strangers_in_the_journal_folder_are_left_alone(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.commit(USER, [entry("a", "tea")])
    stranger = tmp_path / "journal" / "copy of 0000000001.jsonl"
    stranger.write_text("hello")
    assert segment_of(stranger) is None
    store.compact()
    store.erase(USER, ["a"])
    assert opened(tmp_path).last_seq == 2
    assert stranger.read_text() == "hello"


_ENTRY = {"id": "a", "text": "tea", "created_at": "2026-01-31T09:05:00Z"}
_CHANGE = {"before": [None], "cause": {"kind": "user"}, "put": [_ENTRY]}


@pytest.mark.parametrize(
    ("seq", "at", "change"),
    [
        (1, "yesterday", _CHANGE),
        (1, "2026-01-31T09:05:00Z", {**_CHANGE, "put": {}}),
        (1, "2026-01-31T09:05:00Z", {**_CHANGE, "before": []}),
        (1, "2026-01-31T09:05:00Z", {**_CHANGE, "put": [3]}),
        (1, "2026-01-31T09:05:00Z", {**_CHANGE, "cause": "me"}),
        (1, "2026-01-31T09:05:00Z", {**_CHANGE, "cause": {"kind": "fate"}}),
    ],
)
def test_a_line_with_a_good_checksum_may_still_be_bad(seq: int, at: str, change: object) -> None:
    decode_line(line_of(1, "2026-01-31T09:05:00Z", canonical_json(_CHANGE)).rstrip())
    with pytest.raises(BadRecord):
        decode_line(line_of(seq, at, canonical_json(change)).rstrip())


@pytest.mark.parametrize("record", [[], {"change": {}}, {"seq": "1", "at": 2, "change": {}}])
def test_a_line_that_is_no_change_set_is_bad(record: object) -> None:
    with pytest.raises(BadRecord):
        decode_line(json.dumps(record).encode())


def test_what_is_no_record_at_all_is_bad() -> None:
    for function in (read, cause_from_dict):
        with pytest.raises(BadRecord):
            function(["a list"])


@pytest.mark.parametrize("text", ['{"schema": "one"}', '{"schema": 1, "memories": {}}'])
def test_a_snapshot_of_another_shape_is_moved_aside(tmp_path: Path, text: str) -> None:
    (tmp_path / "memories.json").write_text(text)
    store = store_in(tmp_path)
    assert [notice.code for notice in store.open()] == ["snapshot_quarantined"]
    assert not (tmp_path / "memories.json").exists()


def test_lines_and_uses_that_cannot_be_read_go_with_what_is_erased(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.commit(USER, [entry("a1b2c3", "my diary"), entry("b", "tea")])
    store.append_use("c", "m", [("a1b2c3", 0.5)])
    store.close()
    (segment,) = (tmp_path / "journal").iterdir()
    segment.write_bytes(segment.read_bytes() + b'{"id":"a1b2c3","text":"my diary"}\n')
    with (tmp_path / "uses.jsonl").open("ab") as file:
        file.write(b'{"a1b2c3": my diary\n{"used": "a1b2c3"}\nnoise')
    again = store_in(tmp_path)
    again.open()
    again.erase(USER, ["a1b2c3"])
    for path in (*(tmp_path / "journal").iterdir(), tmp_path / "uses.jsonl"):
        assert b"my diary" not in path.read_bytes()
    assert b"my diary" not in everything_under(tmp_path / "journal")
    assert (tmp_path / "uses.jsonl").read_bytes().endswith(b"noise\n")
    assert again.erase(USER, ["a1b2c3"]).seq == 0


@pytest.mark.parametrize("data", [b"", b"\0", b"[]", b'{"ids": null}'])
def test_a_damaged_note_about_erasing_does_not_stop_a_start(tmp_path: Path, data: bytes) -> None:
    opened(tmp_path).commit(USER, [entry("a", "tea")])
    (tmp_path / "erasing.json").write_bytes(data)
    assert texts(opened(tmp_path)) == {"a": "tea"}


def test_an_erasure_that_was_never_acknowledged_erases_nothing(tmp_path: Path) -> None:
    opened(tmp_path).commit(USER, [entry("a", "tea")])
    erasure.mark(DataFolder(tmp_path), ["a"])
    assert texts(opened(tmp_path)) == {"a": "tea"}
    assert not (tmp_path / "erasing.json").exists()


@given(st.text(min_size=1, max_size=60))
def test_an_erased_text_is_known_again_however_it_is_written(text: str) -> None:
    stone = tombstone("a", text, "salt", START)
    assert stone.text == ""
    said_again = matches_any(f"  {text.upper()}!", [stone])
    assert said_again == matches_any(text.upper(), [stone])
    if any(character.isalnum() for character in text) and text.isascii():
        assert said_again


def test_another_statement_is_not_taken_for_an_erased_one() -> None:
    stones = [
        tombstone("a", "My sister Anna lives in Porto", "salt", START),
        tombstone("b", "我妹妹住在波尔图", "salt", START),
        entry("c", "", extra={"tombstone": "damaged"}),
        entry("d", "", extra={"tombstone": {"salt": "s", "shingles": None}}),
    ]
    assert matches_any("my sister Anna lives in porto.", stones)
    assert matches_any("我妹妹住在波尔图。", stones)
    assert not matches_any("My sister Anna lives in Lyon", stones)
    assert not matches_any("我妹妹住在里昂", stones)
    assert not matches_any("?!", stones)


def test_salts_differ_so_equal_texts_leave_different_marks() -> None:
    one, two = (tombstone("a", "tea", salt, START).extra["tombstone"] for salt in ("x", "y"))
    assert one != two


def test_undo_passes_over_what_someone_else_took_back_already() -> None:
    live = entry("a", "tea")
    trashed = replace(live, state=State.DELETED, deleted_at=START)
    made = Changes(1, START, USER, (live,), (None,))
    assert inverse(made, {"a": trashed}, START) == []
    assert inverse(made, {}, START) == []
    erased = tombstone("a", "tea", "salt", START)
    odd = Changes(2, START, USER, (live,), (erased,))
    assert inverse(odd, {"a": live}, START) == []
    edited = Changes(3, START, USER, (replace(live, text="coffee"),), (live,))
    assert inverse(edited, {"a": replace(live, pinned=True)}, START) == []


def test_recent_changes_keep_a_hundred_acts_and_what_took_them_back() -> None:
    recent = RecentChanges()
    assert recent.oldest_seq is None
    for seq in range(1, 301):
        kind = CauseKind.UNDO if seq % 2 else CauseKind.USER
        recent.append(Changes(seq, START, Cause(kind, undoes=seq - 1 if seq % 2 else None)))
    assert sum(1 for item in recent if item.cause.kind is CauseKind.USER) == 100
    assert recent.full
    recent.add_older(Changes(0, START, USER))
    assert recent.oldest_seq != 0
    assert [item.seq for item in undoable(list(recent))] == [300]
    assert len(recent) == 200


def test_the_channel_says_when_it_cannot_publish_its_address(tmp_path: Path) -> None:
    (tmp_path / "channel.json").mkdir()
    (tmp_path / "channel.json" / "x").touch()
    server = ChannelServer(DataFolder(tmp_path), lambda request: request)
    with pytest.raises(UserError):
        server.start()
    assert not (tmp_path / "channel.sock").exists()
    server.close()
    server.close()


def test_an_archive_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    opened(tmp_path).commit(USER, [entry("a", "tea")])
    with pytest.raises(UserError) as caught:
        write_archive(DataFolder(tmp_path), tmp_path / "missing" / "b.zip")
    assert caught.value.code is ErrorCode.MEMORY_SAVE_FAILED


def test_an_old_file_time_does_not_stop_an_archive(tmp_path: Path) -> None:
    opened(tmp_path).commit(USER, [entry("a", "tea")])
    os.utime(tmp_path / "format.json", (0, 0))  # zip knows no year before 1980
    (tmp_path / "backups").mkdir()
    write_archive(DataFolder(tmp_path), tmp_path / "backups" / "b.zip")
    assert (tmp_path / "backups" / "b.zip").stat().st_mode & 0o777 == 0o600


def test_rows_are_given_with_their_keys_and_hashes(tmp_path: Path) -> None:
    cache = VectorSidecar(tmp_path / "v", "space")
    with pytest.raises(ValueError, match="length"):
        cache.append(["a"], [], np.ones((1, 3), np.float32))
    cache.append([], [], np.empty((0, 3), np.float32))
    assert list(cache.compaction({})) == []
    assert not (tmp_path / "v").exists()
    assert VectorSidecar.at(tmp_path / "v") is None


def test_a_torn_row_is_cut_before_the_next_one(tmp_path: Path) -> None:
    rows = np.eye(3, dtype=np.float32)
    cache = VectorSidecar(tmp_path, "space")
    cache.append(["a"], [content_hash("a")], rows[:1])
    cache.close()
    with (tmp_path / "rows.bin").open("ab") as file:
        file.write(b"\x01")
    again = VectorSidecar(tmp_path, "space")
    again.append(["b"], [content_hash("b")], rows[1:2])
    loaded = again.load({"a": content_hash("a"), "b": content_hash("b")})
    assert loaded.keys == ("a", "b")


def test_vectors_of_an_unreadable_space_do_not_stop_an_erasure(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    (folder.vectors / "odd").mkdir(parents=True)
    (folder.vectors / "odd" / "meta.json").write_text("{}")
    drop_everywhere(folder, ["a"])


def test_the_clock_going_back_neither_stops_saving_nor_undo(tmp_path: Path) -> None:
    clock = SteppingClock()
    store = opened(tmp_path)
    store.commit(USER, [entry("a", "tea")])
    clock.at = START.replace(year=2020)
    store.commit(USER, [entry("a", "coffee", updated_at=clock())])
    store.close()
    again = opened(tmp_path)
    assert texts(again) == {"a": "coffee"}
    again.undo()
    assert texts(again) == {"a": "tea"}


def test_erasing_reaches_the_other_form_of_a_segment_that_a_crash_left(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.commit(USER, [entry("a", "my diary")])
    plain = tmp_path / "journal" / "0000000001.jsonl"
    data = plain.read_bytes()
    store.compact()
    store.close()
    plain.write_bytes(data)
    opened(tmp_path).erase(USER, ["a"])
    assert b"my diary" not in everything_under(tmp_path)


@pytest.mark.parametrize("part", ["index.jsonl", "rows.bin"])
def test_a_cache_of_vectors_that_the_disk_does_not_give_is_empty(tmp_path: Path, part: str) -> None:
    vectors = VectorSidecar(tmp_path, "space")
    hashed = content_hash("tea")
    vectors.append(["a"], [hashed], np.eye(1, 4, dtype=np.float32))
    vectors.close()
    (tmp_path / part).unlink()
    (tmp_path / part).mkdir()  # reading it is an OSError, for root too
    again = VectorSidecar(tmp_path, "space")
    assert again.load({"a": hashed}).keys == ()
    with pytest.raises(UserError) as caught:
        again.append(["a"], [hashed], np.eye(1, 4, dtype=np.float32))
    assert caught.value.code is ErrorCode.MEMORY_SAVE_FAILED


def test_uses_that_the_disk_does_not_give_do_not_hide_the_memories(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.commit(USER, [entry("a", "tea")])
    (tmp_path / "uses.jsonl").mkdir()
    again = opened(tmp_path)
    assert texts(again) == texts(store)
    assert not again.access
