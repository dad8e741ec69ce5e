"""The file recipe: whole or not at all, appended or as before, never over what was not read."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from assistant_app.base import files
from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.files import AppendLog, make_folder, quarantine_bytes, quarantine_file


def _noon() -> datetime:
    return datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_a_replaced_file_has_the_new_contents_and_belongs_to_the_user_alone(tmp_path: Path) -> None:
    path = tmp_path / "memories.json"
    path.write_text("old")
    files.replace_file(path, [b"ne", b"w"])
    assert path.read_bytes() == b"new"
    if os.name != "nt":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_folders_belong_to_the_user_alone(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    make_folder(folder)
    if os.name != "nt":
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_writer_that_fails_half_way_leaves_the_old_file_and_no_litter(tmp_path: Path) -> None:
    path = tmp_path / "memories.json"
    path.write_text("old")

    def chunks() -> object:
        yield b"half"
        raise RuntimeError("the program broke here")

    with pytest.raises(RuntimeError):
        files.replace_file(path, chunks())  # type: ignore[arg-type]
    assert path.read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["memories.json"]


def test_a_held_file_is_tried_again_and_then_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "settings.json"
    path.write_text("old")
    real = Path.replace
    tries = []

    def held(self: Path, target: Path) -> Path:
        tries.append(1)
        if len(tries) < 3:
            raise PermissionError("another program holds it")
        return real(self, target)

    monkeypatch.setattr(Path, "replace", held)
    monkeypatch.setattr(files, "_REPLACE_DELAYS_S", (0.0, 0.0, 0.0))
    files.replace_file(path, [b"new"])
    assert path.read_bytes() == b"new"
    assert len(tries) == 3


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX file size limit")
def test_a_full_disk_leaves_every_old_byte(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"kept\n")
    program = f"""
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
from pathlib import Path
from assistant_app.base.errors import UserError
from assistant_app.base.files import AppendLog, replace_file
log = AppendLog(Path({str(path)!r}))
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
for act in (lambda: log.append(b"x" * 8192), lambda: replace_file(log.path, [b"x" * 8192])):
    try:
        act()
    except UserError as error:
        print(error.code)
log.append(b"after\\n")
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["memory_save_failed", "memory_save_failed"]
    assert path.read_bytes() == b"kept\nafter\n"


def test_no_space_left_is_told_apart_from_other_failures(tmp_path: Path) -> None:
    full = files.save_error(OSError(errno.ENOSPC, "No space left on device"), tmp_path)
    denied = files.save_error(OSError(errno.EACCES, "Permission denied"), tmp_path)
    assert (full.code, denied.code) == (ErrorCode.DISK_FULL, ErrorCode.MEMORY_SAVE_FAILED)


def test_a_torn_last_line_never_joins_the_next_one(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_bytes(b'{"seq": 1}\n{"seq": 2, "at"')
    log = AppendLog(path)
    log.append(b'{"seq": 3}\n')
    log.close()
    assert path.read_bytes().splitlines() == [b'{"seq": 1}', b'{"seq": 2, "at"', b'{"seq": 3}']


def test_quarantine_keeps_everything_under_names_that_never_clash(tmp_path: Path) -> None:
    kept = tmp_path / "quarantine"
    for text in ("one", "two"):
        bad = tmp_path / "memories.json"
        bad.write_text(text)
        quarantine_file(bad, kept, _noon)
    quarantine_bytes(b"three", "memories.json", kept, _noon)
    assert sorted(entry.read_text() for entry in kept.iterdir()) == ["one", "three", "two"]


def test_a_folder_that_cannot_be_made_is_an_error_for_the_user(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError):
        make_folder(tmp_path / "file" / "folder")


def test_new_folders_and_their_new_parents_are_the_users_own(tmp_path: Path) -> None:
    make_folder(tmp_path / "data" / "vectors" / "space")
    made = [tmp_path / "data", tmp_path / "data" / "vectors", tmp_path / "data/vectors/space"]
    assert [oct(one.stat().st_mode & 0o777) for one in made] == ["0o700"] * 3
