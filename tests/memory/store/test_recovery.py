from __future__ import annotations

import gzip
import json
import os
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant_app.base.clock import format_utc
from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.paths import DataFolder
from assistant_app.memory.store.archive import write_archive
from assistant_app.memory.store.journal import encode_line
from assistant_app.memory.store.store import MemoryStore
from assistant_app.memory.types import Changes
from tests.memory.store.makers import START, USER, entry, opened, store_in, texts


def _journal(root: Path) -> Path:
    return max((root / "journal").glob("*.jsonl"))


def _filled(root: Path, count: int = 5, *, compact_after: int | None = None) -> MemoryStore:
    store = opened(root)
    for number in range(1, count + 1):
        store.commit(USER, [entry(f"e{number}", f"text {number}")])
        if number == compact_after:
            store.compact()
    return store


def _quarantine(root: Path) -> list[Path]:
    return sorted((root / "quarantine").iterdir()) if (root / "quarantine").exists() else []


def test_a_torn_last_line_is_dropped_and_the_next_one_is_whole(tmp_path: Path) -> None:
    _filled(tmp_path, 3).close()
    path = _journal(tmp_path)
    path.write_bytes(path.read_bytes()[:-40])
    store = opened(tmp_path)
    assert list(store.entries) == ["e1", "e2"]
    store.commit(USER, [entry("e9", "after")])
    store.close()
    assert list(opened(tmp_path).entries) == ["e1", "e2", "e9"]
    assert not _quarantine(tmp_path)


def test_a_last_line_that_lacks_only_its_line_feed_counts(tmp_path: Path) -> None:
    _filled(tmp_path, 2).close()
    path = _journal(tmp_path)
    path.write_bytes(path.read_bytes()[:-1])
    store = opened(tmp_path)
    store.commit(USER, [entry("e3", "after")])
    store.close()
    assert list(opened(tmp_path).entries) == ["e1", "e2", "e3"]


@pytest.mark.parametrize("spoil", [b"\0" * 30, b"not json", b'{"seq":2}'])
def test_a_bad_line_in_the_middle_is_kept_aside_and_the_rest_is_applied(
    tmp_path: Path, spoil: bytes
) -> None:
    _filled(tmp_path, 3).close()
    path = _journal(tmp_path)
    lines = path.read_bytes().splitlines()
    lines[1] = spoil
    path.write_bytes(b"\n".join(lines) + b"\n")
    store = store_in(tmp_path)
    assert [notice.code for notice in store.open()] == ["line_quarantined"]
    assert list(store.entries) == ["e1", "e3"]
    assert [item.read_bytes() for item in _quarantine(tmp_path)] == [spoil]
    assert store.compaction_due
    assert store_in(tmp_path).open() == ()  # told and kept once
    assert len(_quarantine(tmp_path)) == 1


def test_a_changed_letter_is_found_by_the_checksum(tmp_path: Path) -> None:
    _filled(tmp_path, 3).close()
    path = _journal(tmp_path)
    path.write_bytes(path.read_bytes().replace(b"text 2", b"text 7"))
    store = store_in(tmp_path)
    assert [notice.code for notice in store.open()] == ["line_quarantined"]
    assert "e2" not in store.entries


def test_a_line_that_a_person_laid_out_anew_still_counts(tmp_path: Path) -> None:
    _filled(tmp_path, 2).close()
    path = _journal(tmp_path)
    lines = [json.dumps(json.loads(line)) for line in path.read_text().splitlines()]
    path.write_text("\n".join(lines) + "\n")
    assert list(opened(tmp_path).entries) == ["e1", "e2"]


def test_a_journal_of_zero_bytes_is_kept_aside(tmp_path: Path) -> None:
    _filled(tmp_path, 4, compact_after=2).close()
    path = _journal(tmp_path)
    zeros = b"\0" * path.stat().st_size
    path.write_bytes(zeros)
    store = store_in(tmp_path)
    assert [notice.code for notice in store.open()] == ["line_quarantined"]
    assert list(store.entries) == ["e1", "e2"]
    assert _quarantine(tmp_path)[0].read_bytes() == zeros
    store.commit(USER, [entry("e9", "after")])
    store.close()
    assert list(opened(tmp_path).entries) == ["e1", "e2", "e9"]


@pytest.mark.parametrize(("seqs", "told"), [((1, 2, 5), 1), ((1, 2, 2), 1), ((1, 2, 3), 0)])
def test_a_gap_or_a_step_back_is_told(tmp_path: Path, seqs: tuple[int, ...], told: int) -> None:
    opened(tmp_path)
    (tmp_path / "journal").mkdir()
    lines = [
        encode_line(Changes(seq, START, USER, (entry(f"e{number}", "x"),), (None,)))
        for number, seq in enumerate(seqs)
    ]
    (tmp_path / "journal" / "0000000001.jsonl").write_bytes(b"".join(lines))
    store = store_in(tmp_path)
    assert [notice.code for notice in store.open()] == ["sequence_gap"] * told
    assert list(store.entries) == ["e0", "e1", "e2"]
    assert store.last_seq == max(seqs)


def test_one_bad_memory_in_the_snapshot_costs_that_memory_only(tmp_path: Path) -> None:
    store = _filled(tmp_path, 3)
    store.compact()
    store.close()
    shutil.rmtree(tmp_path / "journal")
    path = tmp_path / "memories.json"
    path.write_text(path.read_text().replace('"text": "text 2"', '"text": 2'))
    again = store_in(tmp_path)
    assert [notice.code for notice in again.open()] == ["line_quarantined"]
    assert sorted(again.entries) == ["e1", "e3"]
    assert b'"text": 2' in _quarantine(tmp_path)[0].read_bytes()


def test_a_line_of_zero_bytes_in_the_snapshot_costs_that_memory_only(tmp_path: Path) -> None:
    store = _filled(tmp_path, 3)
    store.compact()
    store.close()
    shutil.rmtree(tmp_path / "journal")
    path = tmp_path / "memories.json"
    lines = path.read_bytes().splitlines()
    lines[2] = b"\0" * len(lines[2])
    path.write_bytes(b"\n".join(lines))
    again = store_in(tmp_path)
    assert [notice.code for notice in again.open()] == ["line_quarantined"]
    assert sorted(again.entries) == ["e1", "e3"]
    assert path.exists()


def test_a_bad_memory_comes_back_from_the_journal(tmp_path: Path) -> None:
    store = _filled(tmp_path, 3)
    store.compact()
    store.close()
    path = tmp_path / "memories.json"
    path.write_text(path.read_text().replace('"text": "text 2"', '"text": 2'))
    again = store_in(tmp_path)
    again.open()
    assert texts(again) == {"e1": "text 1", "e2": "text 2", "e3": "text 3"}


def test_a_snapshot_that_a_person_laid_out_anew_is_read(tmp_path: Path) -> None:
    store = _filled(tmp_path, 3)
    store.compact()
    store.close()
    path = tmp_path / "memories.json"
    for text in (
        json.dumps(json.loads(path.read_text()), indent=2),
        json.dumps(json.loads(path.read_text())),
        "\ufeff" + path.read_text(),
        path.read_text().replace(', "category"', ',\n "category"'),
    ):
        path.write_text(text)
        assert len(opened(tmp_path).entries) == 3


@pytest.mark.parametrize("damage", ["nul", "cut", "empty", "garbage", "list"])
def test_a_damaged_snapshot_is_moved_aside_and_the_journal_stands_in(
    tmp_path: Path, damage: str
) -> None:
    store = _filled(tmp_path, 6, compact_after=4)
    expected = texts(store)
    store.close()
    path = tmp_path / "memories.json"
    data = path.read_bytes()
    spoilt = {
        "nul": b"\0" * len(data),
        "cut": data[: len(data) // 2],
        "empty": b"",
        "garbage": b"\x89PNG" + data,
        "list": b"[]",
    }[damage]
    path.write_bytes(spoilt)
    again = store_in(tmp_path)
    assert [notice.code for notice in again.open()] == ["snapshot_quarantined"]
    assert texts(again) == expected
    assert _quarantine(tmp_path)[0].read_bytes() == spoilt
    assert not path.exists()
    again.compact()
    again.close()
    assert texts(opened(tmp_path)) == expected


def test_a_damaged_snapshot_without_journal_is_replaced_by_the_newest_good_backup(
    tmp_path: Path,
) -> None:
    folder = DataFolder(tmp_path)
    store = _filled(tmp_path, 5, compact_after=3)
    folder.backups.mkdir()
    write_archive(folder, folder.backups / "old.zip")
    store.commit(USER, [entry("e6", "text 6")])
    write_archive(folder, folder.backups / "new.zip")
    store.commit(USER, [entry("e7", "text 7")])
    store.compact()
    store.close()
    (folder.backups / "broken.zip").write_bytes(b"PK")
    for number, name in enumerate(("old.zip", "new.zip", "broken.zip")):
        os.utime(folder.backups / name, (number, number))
    shutil.rmtree(folder.journal)
    folder.memories.write_bytes(folder.memories.read_bytes()[:-60])  # e7 is cut
    again = store_in(tmp_path)
    codes = {notice.code: dict(notice.params) for notice in again.open()}
    assert codes["restored_from_backup"] == {"backup": "new.zip"}
    assert "snapshot_quarantined" in codes
    assert sorted(again.entries) == ["e1", "e2", "e3", "e4", "e5", "e6"]


def test_what_only_a_cut_snapshot_holds_is_saved_from_it(tmp_path: Path) -> None:
    store = _filled(tmp_path, 3)
    store.compact()
    store.close()
    shutil.rmtree(tmp_path / "journal")
    path = tmp_path / "memories.json"
    path.write_bytes(path.read_bytes()[:-60])
    again = store_in(tmp_path)
    again.open()
    assert sorted(again.entries) == ["e1", "e2"]


def test_a_lost_snapshot_is_made_up_for_by_the_compressed_journal(tmp_path: Path) -> None:
    store = _filled(tmp_path, 6, compact_after=4)
    expected = texts(store)
    store.close()
    (tmp_path / "memories.json").unlink()
    assert texts(opened(tmp_path)) == expected


def test_a_segment_both_plain_and_compressed_is_read_once(tmp_path: Path) -> None:
    store = _filled(tmp_path, 3)
    plain = _journal(tmp_path)
    data = plain.read_bytes()
    store.compact()
    store.close()
    plain.write_bytes(data)  # killed between the two
    (tmp_path / "memories.json").unlink()
    again = opened(tmp_path)
    assert len(again.entries) == 3
    assert len(list(again.history_of("e1"))) == 1


def test_a_damaged_compressed_segment_costs_history_only(tmp_path: Path) -> None:
    store = _filled(tmp_path, 3)
    store.compact()
    store.close()
    (packed,) = (tmp_path / "journal").glob("*.gz")
    packed.write_bytes(packed.read_bytes()[:-30])
    again = opened(tmp_path)
    assert len(again.entries) == 3
    assert list(again.history_of("e3")) == []
    again.commit(USER, [entry("e4", "goes on")])


def test_a_folder_of_a_newer_program_is_refused_and_untouched(tmp_path: Path) -> None:
    _filled(tmp_path, 2).close()
    (tmp_path / "format.json").write_text('{"keepsake": 2}')
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with pytest.raises(UserError) as caught:
        store_in(tmp_path).open()
    assert caught.value.code is ErrorCode.STORE_NEWER
    assert before == {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}


def test_a_snapshot_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    (tmp_path / "memories.json").write_text('{"schema": 2, "last_seq": 0, "memories": [\n]}\n')
    with pytest.raises(UserError) as caught:
        store_in(tmp_path).open()
    assert caught.value.code is ErrorCode.STORE_NEWER


def test_a_snapshot_that_cannot_be_read_for_lack_of_rights_stays_where_it_is(
    tmp_path: Path,
) -> None:
    (tmp_path / "memories.json").mkdir()
    with pytest.raises(UserError) as caught:
        store_in(tmp_path).open()
    assert caught.value.code is ErrorCode.STORE_UNREADABLE
    assert (tmp_path / "memories.json").is_dir()


_acts = st.lists(
    st.one_of(
        st.tuples(st.just("put"), st.sampled_from("abc"), st.text("xy茶", max_size=3)),
        st.tuples(st.just("undo"), st.none(), st.none()),
        st.tuples(st.just("compact"), st.none(), st.none()),
        st.tuples(st.just("reopen"), st.none(), st.none()),
        st.tuples(st.just("crash"), st.none(), st.integers(0, 400)),
    ),
    max_size=25,
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=_acts)
def test_whatever_happens_the_store_is_what_was_acknowledged(
    tmp_path_factory: pytest.TempPathFactory, acts: list[tuple[str, str | None, object]]
) -> None:
    root = tmp_path_factory.mktemp("state")
    store = opened(root)
    model: list[dict[str, str]] = [{}]  # the states after each change set
    for act, key, value in acts:
        if act == "put":
            changes = store.commit(USER, [entry(str(key), str(value), revision=len(model))])
            model.extend([texts(store)] if changes.seq else [])
            assert store.entries[str(key)].text == value
        elif act == "undo" and store.undo_target() is not None:
            store.undo()
            model.append(texts(store))
        elif act == "compact":
            store.compact()
        elif act == "reopen":
            store.close()
            store = opened(root)
        elif act == "crash":
            store = _crash(root, store, model, int(str(value)))
        assert texts(store) == model[-1]
    store.close()
    assert texts(opened(root)) == model[-1]


def _crash(root: Path, store: MemoryStore, model: list[dict[str, str]], lost: int) -> MemoryStore:
    """Cut bytes off the newest segment; whole lines that are left must be there."""
    store.close()
    newest = sorted((root / "journal").glob("*.jsonl"))
    if newest:
        data = newest[-1].read_bytes()
        cut = data[: max(0, len(data) - lost)]
        newest[-1].write_bytes(cut)
        del model[len(model) - (_whole_lines(data) - _whole_lines(cut)) :]
    return opened(root)


def _whole_lines(data: bytes) -> int:
    """Count lines up to their last brace; the line feed may be missing."""
    return sum(line.endswith(b"]}}") for line in data.split(b"\n"))


def test_compressed_segments_are_ordinary_gzip(tmp_path: Path) -> None:
    _filled(tmp_path, 3, compact_after=3)
    (packed,) = (tmp_path / "journal").glob("*.gz")
    assert len(gzip.decompress(packed.read_bytes()).splitlines()) == 3


def test_times_on_disk_are_utc(tmp_path: Path) -> None:
    _filled(tmp_path, 1, compact_after=1)
    assert format_utc(START) in (tmp_path / "memories.json").read_text()
