from __future__ import annotations

import json
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.memory.store.codec import canonical_json
from assistant_app.memory.types import Access, Cause, CauseKind, State
from tests.memory.store.makers import START, USER, entry, everything_under, opened, store_in, texts


def test_a_change_is_there_after_the_next_start(tmp_path: Path) -> None:
    store = opened(tmp_path)
    cause = Cause(CauseKind.LEARNED, conversation="c", message="m")
    changes = store.commit(cause, [entry("a", "Anna lives in Porto"), entry("b", "no nuts")])
    assert (changes.seq, changes.before) == (1, (None, None))
    store.close()
    again = opened(tmp_path)
    assert texts(again) == {"a": "Anna lives in Porto", "b": "no nuts"}
    assert again.last_changes(5) == (changes,)


def test_a_change_set_is_one_checked_line_as_the_format_says(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.commit(USER, [entry("a", "茶"), entry("b", "two")])
    (segment,) = (tmp_path / "journal").iterdir()
    lines = segment.read_bytes().splitlines()
    assert len(lines) == 1
    record = json.loads(lines[0])
    assert list(record) == ["seq", "at", "crc", "change"]
    assert list(record["change"]) == ["before", "cause", "put"]
    assert record["crc"] == f"{zlib.crc32(canonical_json(record['change'])):08x}"
    assert record["change"]["before"] == [None, None]
    assert segment.stat().st_mode & 0o777 == 0o600


def test_putting_what_is_there_writes_nothing(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.commit(USER, [entry("a", "tea")])
    size = store.bytes_on_disk
    assert store.commit(USER, [entry("a", "tea")]).seq == 0
    assert store.bytes_on_disk == size


def test_a_failed_write_changes_nothing(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.commit(USER, [entry("a", "tea")])
    store.close()  # the next line opens the file anew
    (tmp_path / "journal").rename(tmp_path / "elsewhere")
    (tmp_path / "journal").write_text("in the way")
    with pytest.raises(UserError) as caught:
        store.commit(USER, [entry("a", "coffee")])
    assert caught.value.code is ErrorCode.MEMORY_SAVE_FAILED
    assert texts(store) == {"a": "tea"}
    assert store.last_seq == 1


def test_undo_takes_back_the_last_act_and_again_the_one_before(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.commit(USER, [entry("a", "tea")])
    store.commit(USER, [entry("a", "coffee", revision=2)])
    undone = store.undo()
    assert undone.cause == Cause(CauseKind.UNDO, undoes=2)
    assert texts(store) == {"a": "tea"}
    store.undo()
    assert store.entries["a"].state is State.DELETED
    assert store.undo_target() is None
    with pytest.raises(UserError) as caught:
        store.undo()
    assert caught.value.code is ErrorCode.NOTHING_TO_UNDO


def test_undoing_an_undo_is_redo_and_can_be_undone(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.commit(USER, [entry("a", "tea")])
    store.commit(USER, [entry("a", "coffee", revision=2)])
    undone = store.undo()
    store.undo(undone.seq)
    assert texts(store) == {"a": "coffee"}
    assert store.undo_target() == 2


def test_undo_works_after_a_restart_and_a_snapshot(tmp_path: Path) -> None:
    store = opened(tmp_path)
    for number in range(120):
        store.commit(USER, [entry("a", f"version {number}", revision=number + 1)])
        if number in (30, 60, 119):
            store.compact()
    store.close()
    again = opened(tmp_path)
    for number in range(118, 18, -1):
        again.undo()
        assert texts(again) == {"a": f"version {number}"}
        again.close()
        if number % 25 == 0:
            again = opened(tmp_path)


def test_only_the_last_hundred_acts_can_be_taken_back(tmp_path: Path) -> None:
    store = opened(tmp_path)
    for number in range(102):
        store.commit(USER, [entry(f"e{number}", "x")])
    with pytest.raises(UserError):
        store.undo(2)
    assert store.undo(3).put[0].state is State.DELETED


def test_undo_of_an_older_act_keeps_later_edits_of_other_fields(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.commit(USER, [entry("a", "tea")])
    edited = replace(store.entries["a"], text="coffee", revision=2)
    store.commit(USER, [edited])
    store.commit(USER, [replace(edited, pinned=True, revision=3)])
    store.undo(2)
    assert (store.entries["a"].text, store.entries["a"].pinned) == ("tea", True)


def test_expiry_is_no_act_that_undo_takes_back(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.commit(USER, [entry("a", "tea")])
    store.commit(Cause(CauseKind.EXPIRY), [entry("a", "tea", state=State.ARCHIVED)])
    assert store.undo_target() == 1


def test_history_reads_old_compressed_segments(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.commit(USER, [entry("a", "tea"), entry("b", "other")])
    store.compact()
    store.commit(USER, [entry("a", "coffee")])
    assert [path.suffix for path in sorted((tmp_path / "journal").iterdir())] == [".gz", ".jsonl"]
    assert [changes.put[0].text for changes in store.history_of("a")] == ["tea", "coffee"]
    first = store.change_set(1)
    assert first is not None
    assert [item.text for item in first.put] == ["tea", "other"]
    assert store.change_set(3) is None


def test_a_snapshot_is_one_memory_a_line(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.commit(USER, [entry(f"e{number}", f"text {number}") for number in range(150)])
    store.compact()
    lines = (tmp_path / "memories.json").read_text().splitlines()
    assert len(lines) == 152
    document = json.loads("\n".join(lines))
    assert (document["schema"], document["last_seq"]) == (1, 1)
    assert [item["id"] for item in document["memories"]] == [f"e{n}" for n in range(150)]
    store.close()
    assert len(opened(tmp_path).entries) == 150


def test_commits_between_the_steps_of_a_snapshot_are_kept(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.commit(USER, [entry(f"e{number}", "old") for number in range(200)])
    for step, _ in enumerate(store.compaction()):
        store.commit(USER, [entry("e0", f"new {step}", revision=step + 2)])
    expected = texts(store)
    store.close()
    assert texts(opened(tmp_path)) == expected


def test_a_second_snapshot_ends_the_first_ones_work(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.commit(USER, [entry(f"e{number}", "old") for number in range(200)])
    first = store.compaction()
    next(first)
    store.compact()
    assert list(first) == []
    assert not list(tmp_path.glob(".*.tmp"))
    store.close()
    assert len(opened(tmp_path).entries) == 200


def test_a_snapshot_is_due_after_a_thousand_lines(tmp_path: Path) -> None:
    store = opened(tmp_path)
    for number in range(1001):
        assert not store.compaction_due
        store.commit(USER, [entry("a", f"{number}")])
    assert store.compaction_due
    store.compact()
    assert not store.compaction_due


def test_unknown_fields_of_the_file_survive_a_snapshot(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.commit(USER, [entry("a", "tea", extra={"mood": [1]})])
    store.compact()
    store.close()
    path = tmp_path / "memories.json"
    path.write_text(path.read_text().replace('"memories"', '"owner": "me", "memories"', 1))
    again = opened(tmp_path)
    again.compact()
    document = json.loads(path.read_text())
    assert (document["owner"], document["memories"][0]["mood"]) == ("me", [1])


def test_lone_surrogates_never_reach_the_files(tmp_path: Path) -> None:
    store = opened(tmp_path)
    changes = store.commit(USER, [entry("a", "cup \ud83c")])
    assert changes.put[0].text == "cup \ufffd"
    store.close()
    assert texts(opened(tmp_path)) == {"a": "cup \ufffd"}


def test_uses_are_counted_and_come_back(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.commit(USER, [entry("a", "tea"), entry("b", "nuts")])
    store.append_use("c", "m", [("a", 0.91234567), ("b", 0.5)])
    store.append_use(None, None, [("a", 1.0)])
    store.close()
    with (tmp_path / "uses.jsonl").open("ab") as file:
        file.write(b'garbage\n{"at": 3}\n{"at": "2026-01-31T09:0')
    again = opened(tmp_path)
    assert {key: use.count for key, use in again.access.items()} == {"a": 2, "b": 1}
    again.append_use("c", "m", [("b", 0.5)])
    again.close()
    last = opened(tmp_path)
    assert last.access["b"].count == 2
    assert last.access.get("z", Access()) == Access()


def test_the_last_use_is_the_latest_even_when_the_clock_went_back(tmp_path: Path) -> None:
    (tmp_path / "uses.jsonl").write_text(
        '{"at": "2026-02-01T00:00:00Z", "used": [["a", 1]]}\n'
        '{"at": "2026-01-01T00:00:00Z", "used": [["a", 1]]}\n'
    )
    assert opened(tmp_path).access["a"].last == START.replace(month=2, day=1, hour=0, minute=0)


def test_erasing_leaves_no_word_of_it_in_any_file(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.commit(USER, [entry("a", "my secret diary lies in the attic"), entry("b", "tea")])
    store.compact()
    store.commit(USER, [entry("a", "my secret diary lies in the cellar", revision=2)])
    store.append_use("c", "m", [("a", 0.9), ("b", 0.5)])
    changes = store.erase(USER, ["a"])
    assert b"diary" not in everything_under(tmp_path)
    assert "diary" not in repr(changes)
    assert "diary" not in repr(store.last_changes(100))
    assert [item.put[0].text for item in store.history_of("a")] == ["", "", ""]
    store.close()
    again = opened(tmp_path)
    assert (again.entries["a"].text, again.entries["a"].state) == ("", State.DELETED)
    assert again.was_erased("My secret diary lies in the CELLAR!")
    assert not again.was_erased("tea")
    assert "a" not in again.access
    assert again.access["b"].count == 1


def test_undo_never_brings_back_what_was_erased(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.commit(USER, [entry("a", "diary"), entry("b", "tea")])
    store.commit(USER, [entry("a", "diary two", revision=2)])
    store.erase(USER, ["a"])
    store.undo()
    assert store.entries["a"].text == ""
    assert store.entries["b"].state is State.DELETED
    assert store.undo_target() is None


def test_erasing_ends_a_snapshot_that_would_hold_the_text(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.commit(USER, [entry(f"e{number}", f"diary {number}") for number in range(200)])
    running = store.compaction()
    next(running)
    store.erase(USER, [f"e{number}" for number in range(200)])
    assert list(running) == []
    assert b"diary" not in everything_under(tmp_path)


def test_an_erasure_cut_short_is_finished_at_the_next_start(tmp_path: Path) -> None:
    store = opened(tmp_path)
    store.commit(USER, [entry("a", "my diary")])
    (tmp_path / "memories.json").mkdir()  # the snapshot cannot take its place
    (tmp_path / "memories.json" / "x").touch()
    with pytest.raises(UserError):
        store.erase(USER, ["a"])
    store.close()
    (tmp_path / "memories.json" / "x").unlink()
    (tmp_path / "memories.json").rmdir()
    assert b"my diary" in everything_under(tmp_path)
    again = opened(tmp_path)
    assert again.entries["a"].text == ""
    assert b"my diary" not in everything_under(tmp_path)


def test_erasing_an_unknown_id_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        opened(tmp_path).erase(USER, ["nobody"])
    assert caught.value.code is ErrorCode.NOT_FOUND


def test_leftovers_of_a_killed_program_are_removed(tmp_path: Path) -> None:
    places = [tmp_path, tmp_path / "journal", tmp_path / "vectors" / "e5" / "rounds"]
    left = [place / ".name.12.tmp" for place in places]
    for path in left:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("half")
    store_in(tmp_path).open()
    assert not any(path.exists() for path in left)
