"""Missing system libraries are installed as root, else the exact command is shown."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.packaging.scripts import load

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux only")
script = load("system_libraries")


@pytest.fixture
def lacking(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """A machine that lacks one library and has apt; what it was told to run."""
    told: list[list[str]] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        told.append(command)
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(
        script, "LIBRARIES", {"libnowhere.so.0": "libnowhere0", "libc.so.6": "libc6"}
    )
    monkeypatch.setattr(script.shutil, "which", lambda _name: "/usr/bin/apt-get")
    monkeypatch.setattr(script.subprocess, "run", run)
    return told


def test_only_what_the_linker_does_not_find_is_missing(lacking: list[list[str]]) -> None:
    assert script.missing_libraries() == ["libnowhere0"]


def test_root_installs(lacking: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    assert script.main([]) == 1  # still missing: our fake installs nothing
    assert lacking[0][-1].endswith("install -y --no-install-recommends libnowhere0")


def test_everyone_else_sees_the_command(
    lacking: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert script.main([]) == 1
    assert lacking == []
    assert "sudo" in capsys.readouterr().out


def test_a_complete_machine_is_left_alone(
    lacking: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, "LIBRARIES", {"libc.so.6": "libc6"})
    monkeypatch.setattr(script, "_has_chinese_font", lambda: True)
    assert script.main(["--tests"]) == 0
    assert lacking == []
