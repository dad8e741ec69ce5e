from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.paths import DataFolder
from assistant_app.memory.store.archive import write_archive
from tests.memory.store.makers import USER, entry, opened, store_in, texts

_ROOT = Path(__file__).parents[3]
_TMPFS_BYTES = 1_000_000

# Commits as fast as it can, snapshots often, and names on stdout what was acknowledged.
_WRITER = """
import sys
from pathlib import Path
from assistant_app.memory.store.lock import StoreLock
from assistant_app.base.paths import DataFolder
from tests.memory.store.makers import USER, entry, store_in

root, name = Path(sys.argv[1]), sys.argv[2]
with StoreLock(DataFolder(root)):
    store = store_in(root)
    assert store.open() == (), "a killed program leaves nothing odd"
    number = 0
    while True:
        number += 1
        store.commit(USER, [entry(f"{name}-{number}", f"text {number} of {name}")])
        print(f"{name}-{number}", flush=True)
        if number % 20 == 0:
            store.compact()
"""

_LIMITED = """
import resource, signal, sys
from pathlib import Path
from assistant_app.base.errors import UserError
from tests.memory.store.makers import USER, entry, store_in

root = Path(sys.argv[1])
store = store_in(root)
store.open()
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
saved = 0
try:
    while True:
        store.commit(USER, [entry(f"e{saved}", "x" * 100)])
        saved += 1
except UserError as error:
    assert len(store.entries) == saved
    print(error.code.value, saved)
"""


def _python(code: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        cwd=_ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.skipif(os.name == "nt", reason="kill -9 is a thing of POSIX")
def test_every_acknowledged_memory_survives_kill_9(tmp_path: Path) -> None:
    acknowledged: set[str] = set()
    for run in range(4):
        with _python(_WRITER, str(tmp_path), f"run{run}") as process:
            assert process.stdout is not None
            assert process.stderr is not None
            for _ in range(15 + 17 * run):
                acknowledged.add(process.stdout.readline().strip())
            process.send_signal(signal.SIGKILL)
            acknowledged.update(line.strip() for line in process.stdout if line.endswith("\n"))
            assert process.stderr.read() == ""
    assert len(acknowledged) > 100
    store = opened(tmp_path)
    assert acknowledged <= set(store.entries)


@pytest.mark.skipif(os.name == "nt", reason="RLIMIT_FSIZE is a thing of POSIX")
def test_a_file_that_may_not_grow_fails_cleanly(tmp_path: Path) -> None:
    with _python(_LIMITED, str(tmp_path)) as process:
        output, errors = process.communicate()
    assert errors == ""
    code, saved = output.split()
    assert code == ErrorCode.MEMORY_SAVE_FAILED
    assert len(opened(tmp_path).entries) == int(saved) > 0


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of one megabyte; needs root on Linux."""
    mount = shutil.which("mount")
    if mount is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("mounting a tmpfs needs root")
    place = tmp_path / "disk"
    place.mkdir()
    command = [mount, "-t", "tmpfs", "-o", f"size={_TMPFS_BYTES}", "tmpfs", str(place)]
    if subprocess.run(command, capture_output=True, check=False).returncode != 0:
        pytest.skip("this container may not mount a tmpfs")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def _fill_up(place: Path) -> Path:
    filler = place / "filler"
    with filler.open("wb", buffering=0) as file:
        for size in (65536, 4096, 512, 1):
            try:
                while file.write(b"x" * size):
                    pass
            except OSError:
                continue
    return filler


def test_a_full_disk_leaves_every_old_file_as_it_was(small_disk: Path) -> None:
    store = opened(small_disk)
    for number in range(30):
        store.commit(USER, [entry(f"e{number}", "tea " * 100)])
    store.compact()
    store.commit(USER, [entry("late", "tea")])
    store.append_use("c", "m", [("e1", 0.5)])
    filler = _fill_up(small_disk)
    before = {path: path.read_bytes() for path in small_disk.rglob("*") if path.is_file()}
    expected = texts(store)

    with pytest.raises(UserError) as caught:
        store.commit(USER, [entry("big", "y" * 20_000)])
    assert caught.value.code is ErrorCode.DISK_FULL
    with pytest.raises(UserError) as caught:
        store.append_use("c", "m", [(f"e{number}", 0.5) for number in range(1000)])
    assert caught.value.code is ErrorCode.DISK_FULL
    with pytest.raises(UserError) as caught:
        store.compact()
    assert caught.value.code is ErrorCode.DISK_FULL
    with pytest.raises(UserError) as caught:
        store.erase(USER, ["e1"])
    assert caught.value.code is ErrorCode.DISK_FULL
    folder = DataFolder(small_disk)
    folder.backups.mkdir()
    with pytest.raises(UserError) as caught:
        write_archive(folder, folder.backups / "b.zip")
    assert caught.value.code is ErrorCode.DISK_FULL

    assert texts(store) == expected
    for path, data in before.items():
        assert path.read_bytes() == data
    filler.unlink()
    store.commit(USER, [entry("after", "there is room again")])
    store.close()
    assert texts(opened(small_disk)) == {**expected, "after": "there is room again"}


def test_a_read_only_disk_is_read_and_says_so_when_written(small_disk: Path) -> None:
    store = opened(small_disk)
    store.commit(USER, [entry("a", "tea")])
    store.close()
    remount = ["mount", "-o", "remount,ro", str(small_disk)]
    subprocess.run(remount, check=True)
    again = store_in(small_disk)
    assert again.open() == ()
    assert texts(again) == {"a": "tea"}
    with pytest.raises(UserError) as caught:
        again.commit(USER, [entry("b", "nuts")])
    assert caught.value.code is ErrorCode.MEMORY_SAVE_FAILED
    with pytest.raises(UserError) as caught:
        again.compact()
    assert caught.value.code is ErrorCode.MEMORY_SAVE_FAILED
    assert texts(again) == {"a": "tea"}
