"""The settings file loses nothing: not what it cannot read, nor what it does not know."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.paths import DataFolder
from assistant_app.settings.declarations import (
    CHAT_MODEL,
    MEMORY_MODE,
    MEMORY_TOP_K,
    PROVIDER_BASE_URL,
    THEME,
)
from assistant_app.settings.file import SettingsFile
from assistant_app.settings.migrations import Document, migrate
from assistant_app.settings.types import MemoryMode, Theme
from assistant_app.settings.values import Settings


def clock() -> datetime:
    return datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    return DataFolder(tmp_path / "data")


def opened(folder: DataFolder) -> SettingsFile:
    file = SettingsFile(folder, clock=clock)
    file.load()
    return file


def write(folder: DataFolder, content: str | bytes) -> None:
    folder.root.mkdir(exist_ok=True)
    folder.settings.write_bytes(content if isinstance(content, bytes) else content.encode())


def read(folder: DataFolder) -> dict[str, object]:
    return json.loads(folder.settings.read_bytes())  # type: ignore[no-any-return]


def test_a_new_folder_has_the_defaults_and_no_file(folder: DataFolder) -> None:
    file = SettingsFile(folder, clock=clock)
    assert file.load() == ()
    assert file.current.get(MEMORY_TOP_K) == 8
    assert not file.current.is_set(MEMORY_TOP_K)
    assert not folder.root.exists()


def test_what_was_set_is_there_after_a_restart(folder: DataFolder) -> None:
    file = opened(folder)
    file.set(THEME, Theme.DARK)
    file.set_text("memory.mode", "ask")
    file.set_values({"memory.top_k": 3, "providers.ollama.base_url": "localhost:1"})
    again = opened(folder).current
    assert again == file.current
    assert again.get(THEME) is Theme.DARK
    assert again.get(MEMORY_MODE) is MemoryMode.ASK
    assert again.get(PROVIDER_BASE_URL.of("ollama")) == "localhost:1"
    assert read(folder)["schema"] == 1


def test_a_default_chosen_on_purpose_counts_as_set_until_reset(folder: DataFolder) -> None:
    file = opened(folder)
    assert file.set(MEMORY_TOP_K, 8).is_set(MEMORY_TOP_K)
    assert not file.reset(MEMORY_TOP_K).is_set(MEMORY_TOP_K)
    assert read(folder)["settings"] == {}


def test_only_the_user_can_read_the_file(folder: DataFolder) -> None:
    opened(folder).set(THEME, Theme.DARK)
    assert folder.settings.stat().st_mode & 0o777 == 0o600


def test_unknown_keys_and_fields_are_kept(folder: DataFolder) -> None:
    write(
        folder, '{"schema":1,"later":[1],"settings":{"new.thing":{"a":"\\ud800"},"theme":"dark"}}'
    )
    file = opened(folder)
    file.set(MEMORY_TOP_K, 2)
    assert read(folder) == {
        "schema": 1,
        "later": [1],
        "settings": {"new.thing": {"a": "\ud800"}, "theme": "dark", "memory.top_k": 2},
    }
    folder.settings.read_bytes().decode("utf-8")


def test_one_bad_value_gives_its_default_a_notice_and_stays(folder: DataFolder) -> None:
    write(folder, '{"schema":1,"settings":{"memory.top_k":"sk-planted","theme":"dark"}}')
    file = SettingsFile(folder, clock=clock)
    (notice,) = file.load()
    assert (notice.code, notice.params["key"]) == ("setting_ignored", "memory.top_k")
    assert "planted" not in str(notice)
    assert file.current.get(MEMORY_TOP_K) == 8
    assert file.current.get(THEME) is Theme.DARK
    file.set(THEME, Theme.LIGHT)
    assert read(folder)["settings"] == {"memory.top_k": "sk-planted", "theme": "light"}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0" * 4096,
        b'{"schema": 1, "settings": {"theme": "da',
        b"[]",
        b'{"schema": 1, "settings": []}',
        b'{"schema": "one", "settings": {}}',
        b'{"schema": 0, "settings": {}}',
        b"\xff\xfe\x00",
        b"[" * 100_000,
    ],
    ids=lambda content: repr(content[:12]),
)
def test_an_unreadable_file_is_put_aside_and_never_written_over(
    folder: DataFolder, content: bytes
) -> None:
    write(folder, content)
    file = SettingsFile(folder, clock=clock)
    (notice,) = file.load()
    assert notice.code == "settings_quarantined"
    assert file.current == Settings()
    file.set(THEME, Theme.DARK)
    (kept,) = folder.quarantine.iterdir()
    assert kept.read_bytes() == content
    assert opened(folder).current.get(THEME) is Theme.DARK


def test_a_byte_order_mark_and_a_missing_schema_are_accepted(folder: DataFolder) -> None:
    write(folder, b'\xef\xbb\xbf{"settings": {"theme": "dark"}}')
    assert opened(folder).current.get(THEME) is Theme.DARK


def test_a_file_that_cannot_be_opened_is_left_alone(folder: DataFolder) -> None:
    folder.settings.mkdir(parents=True)
    file = SettingsFile(folder, clock=clock)
    (notice,) = file.load()
    assert notice.code == "settings_unreadable"
    assert file.current == Settings()
    with pytest.raises(UserError) as caught:
        file.set(THEME, Theme.DARK)
    assert caught.value.code is ErrorCode.MEMORY_SAVE_FAILED
    assert folder.settings.is_dir()
    assert file.current == Settings()


def test_a_bad_file_that_cannot_be_moved_is_left_alone(folder: DataFolder) -> None:
    write(folder, b"broken")
    folder.quarantine.write_bytes(b"in the way")
    file = SettingsFile(folder, clock=clock)
    (notice,) = file.load()
    assert notice.code == "settings_unreadable"
    with pytest.raises(UserError):
        file.set(THEME, Theme.DARK)
    assert folder.settings.read_bytes() == b"broken"


def test_a_failed_write_changes_nothing(
    folder: DataFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = opened(folder)
    file.set(THEME, Theme.DARK)
    before = folder.settings.read_bytes()

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patches:
        patches.setattr(os, "fsync", full)
        with pytest.raises(UserError) as caught:
            file.set(THEME, Theme.LIGHT)
    assert caught.value.code is ErrorCode.DISK_FULL
    assert folder.settings.read_bytes() == before
    assert file.current.get(THEME) is Theme.DARK
    assert file.set(MEMORY_TOP_K, 1).get(THEME) is Theme.DARK


def test_an_invalid_value_writes_nothing(folder: DataFolder) -> None:
    file = opened(folder)
    with pytest.raises(UserError):
        file.set_values({"theme": Theme.DARK, "memory.top_k": -1})
    with pytest.raises(UserError):
        file.set_text("no.such.thing", "1")
    assert not folder.settings.exists()


def test_what_another_program_wrote_meanwhile_is_kept(folder: DataFolder) -> None:
    ours, theirs = opened(folder), opened(folder)
    theirs.set(CHAT_MODEL, "ollama:qwen3:8b")
    ours.set(THEME, Theme.DARK)
    assert ours.current.get(CHAT_MODEL) == "ollama:qwen3:8b"
    assert opened(folder).current == ours.current


def test_a_newer_file_is_refused_and_untouched(folder: DataFolder) -> None:
    content = b'{"schema": 2, "settings": {}}'
    write(folder, content)
    file = SettingsFile(folder, clock=clock)
    with pytest.raises(UserError) as caught:
        file.load()
    assert caught.value.code is ErrorCode.STORE_NEWER
    with pytest.raises(UserError):
        file.set(THEME, Theme.DARK)
    assert folder.settings.read_bytes() == content


def rename(document: Document) -> Document:
    values = document["settings"]
    assert isinstance(values, dict)
    return {**document, "settings": {"theme": values["colour"], "extra": values.get("extra")}}


OLD = b'{"schema": 1, "kept": true, "settings": {"colour": "dark", "extra": 1}}'


def test_an_older_file_is_backed_up_and_brought_up_to_date(folder: DataFolder) -> None:
    write(folder, OLD)
    file = SettingsFile(folder, clock=clock, schema=2, steps={1: rename})
    assert file.load() == ()
    assert file.current.get(THEME) is Theme.DARK
    assert read(folder) == {
        "schema": 2,
        "kept": True,
        "settings": {"theme": "dark", "extra": 1},
    }
    (backup,) = folder.backups.iterdir()
    assert backup.read_bytes() == OLD


def test_without_a_backup_nothing_is_migrated(folder: DataFolder) -> None:
    write(folder, OLD)
    folder.backups.write_bytes(b"in the way")
    file = SettingsFile(folder, clock=clock, schema=2, steps={1: rename})
    for attempt in (file.load, lambda: file.set(THEME, Theme.LIGHT)):
        with pytest.raises(UserError):
            attempt()
    assert folder.settings.read_bytes() == OLD


def test_steps_run_one_after_the_other() -> None:
    steps = {number: lambda document: {**document, "seen": document["schema"]} for number in (1, 2)}
    old: Document = {"schema": 1, "settings": {}}
    assert migrate(old, 1, steps, 3) == {"schema": 3, "settings": {}, "seen": 2}
    assert old == {"schema": 1, "settings": {}}


def test_a_snapshot_never_changes() -> None:
    first = Settings()
    second = first.having(THEME, Theme.DARK)
    assert first.get(THEME) is Theme.SYSTEM
    assert second.get(THEME) is Theme.DARK
    assert second.lacking(THEME) == first
    with pytest.raises(UserError):
        first.having(MEMORY_TOP_K, -1)
    assert "dark" in repr(second)


def test_the_file_of_the_first_version_always_loads(folder: DataFolder) -> None:
    source = Path(__file__).parent.parent / "data" / "settings-v1.json"
    write(folder, source.read_bytes())
    file = SettingsFile(folder, clock=clock)
    assert file.load() == ()
    assert file.current.get(CHAT_MODEL) == "ollama:qwen3:8b"
    assert file.current.get(MEMORY_MODE) is MemoryMode.ASK
