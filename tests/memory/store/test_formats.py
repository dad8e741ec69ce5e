from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path

import pytest

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.paths import DataFolder
from assistant_app.memory.store import formats
from assistant_app.memory.store.formats import bring_up_to_date
from assistant_app.memory.types import CauseKind, OriginKind, State
from tests.memory.store.makers import USER, SteppingClock, entry, opened, store_in

V1 = Path(__file__).parents[2] / "data" / "v1"


def _two_steps(folder: DataFolder, done: list[int]) -> dict[int, formats.Step]:
    def step(number: int) -> formats.Step:
        def run(given: DataFolder) -> None:
            assert given == folder
            assert len(list(folder.backups.glob("*.zip"))) == number
            done.append(number)

        return run

    return {1: step(1), 2: step(2)}


def test_a_new_folder_says_its_format(tmp_path: Path) -> None:
    opened(tmp_path / "new")
    assert json.loads((tmp_path / "new" / "format.json").read_text()) == {"keepsake": 1}
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700


def test_each_step_is_taken_once_behind_an_archive_of_everything(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    opened(tmp_path).commit(USER, [entry("a", "tea")])
    (tmp_path / "conversations").mkdir()
    (tmp_path / "conversations" / "c.jsonl").write_text("hello")
    (tmp_path / "lock").touch()
    done: list[int] = []
    bring_up_to_date(folder, SteppingClock(), steps=_two_steps(folder, done), current=3)
    bring_up_to_date(folder, SteppingClock(), steps=_two_steps(folder, done), current=3)
    assert done == [1, 2]
    assert json.loads(folder.format_file.read_text()) == {"keepsake": 3}
    with zipfile.ZipFile(min(folder.backups.glob("*.zip"))) as archive:
        assert sorted(archive.namelist()) == [
            "conversations/c.jsonl",
            "format.json",
            "journal/0000000001.jsonl",
        ]


def test_without_an_archive_there_is_no_step(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    opened(tmp_path).commit(USER, [entry("a", "tea")])
    folder.backups.write_text("in the way")
    done: list[int] = []
    with pytest.raises(UserError) as caught:
        bring_up_to_date(folder, SteppingClock(), steps=_two_steps(folder, done), current=3)
    assert caught.value.code is ErrorCode.MEMORY_SAVE_FAILED
    assert done == []
    assert json.loads(folder.format_file.read_text()) == {"keepsake": 1}


@pytest.mark.parametrize("data", [b"\0\0\0\0", b"", b"[]", b'{"keepsake": "one"}'])
def test_an_unreadable_format_is_moved_aside_and_nothing_is_lost(
    tmp_path: Path, data: bytes
) -> None:
    opened(tmp_path).commit(USER, [entry("a", "tea")])
    (tmp_path / "format.json").write_bytes(data)
    store = store_in(tmp_path)
    assert [notice.params["file"] for notice in store.open()] == ["format.json"]
    assert list(store.entries) == ["a"]
    assert next((tmp_path / "quarantine").iterdir()).read_bytes() == data


def test_a_folder_of_version_1_loads_for_ever(tmp_path: Path) -> None:
    root = tmp_path / "v1"
    shutil.copytree(V1, root)
    store = store_in(root)
    assert store.open() == ()
    anna = store.entries["01kg9h4qr0vr3fz4c2q1j7m5te"]
    assert anna.text == "Anna now lives in Lyon."
    assert anna.origin.kind is OriginKind.AUTOMATIC
    assert anna.origin.quote == "My sister Anna lives in Porto."
    assert dict(anna.extra) == {"mood": "glad"}
    assert store.entries["01kg9h4qr0z7z6w8n5p3d1b9ax"].text == "我妹妹不能吃坚果。"
    assert store.entries["01kg9h4qr1b2c3d4e5f6g7h8jk"].state is State.DELETED
    assert store.was_erased("The spare key lies under the third pot")
    assert store.access[anna.id].count == 2
    assert [changes.cause.kind for changes in store.history_of(anna.id)] == [
        CauseKind.LEARNED,
        CauseKind.USER,
    ]
    assert store.undo_target() == 4
    store.compact()
