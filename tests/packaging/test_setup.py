"""The set-up script does everything once, again when something changed, and stops at a fault."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.scripts import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has its own commands")

# Stands for Python: writes down what it is asked for, and makes what the real one would.
_FAKE_PYTHON = """#!/bin/sh
case "$*" in
  *sys.prefix*) echo "$(pwd)/.venv" ;;
  -c*|--version|"-m pip --version") ;;
  "-m venv .venv") mkdir -p .venv/bin; cp "$0" .venv/bin/python; echo venv >>calls ;;
  *"pip"*install*) touch .venv/bin/keepsake; chmod +x .venv/bin/keepsake; echo pip >>calls ;;
  *fetch_model*) mkdir -p resources/models; touch resources/models/e5-small-q4.bin
                 echo model >>calls ;;
  *translations*) touch resources/translations/a.qm; echo translations >>calls ;;
  *system_libraries*) echo "libraries ${2:-}" >>calls; [ ! -f lacking ] ;;
esac
"""


class Project:
    """A checkout with nothing in it but the set-up."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "packaging").mkdir(parents=True)
        (folder / "resources" / "translations").mkdir(parents=True)
        shutil.copy(ROOT / "packaging" / "setup.sh", folder / "packaging")
        (folder / "packaging" / "x.py").touch()
        for name in ("pyproject.toml", "packaging/constraints.txt", "resources/translations/a.ts"):
            (folder / name).touch()
        self.python = folder / "fake-python"
        self.python.write_text(_FAKE_PYTHON, "utf-8")
        self.python.chmod(0o755)

    def set_up(self, part: str = "run") -> list[str]:
        """Run the script; what it asked Python for, or `failed`."""
        calls = self.folder / "calls"
        calls.unlink(missing_ok=True)
        done = subprocess.run(
            ["sh", "packaging/setup.sh", part],
            cwd=self.folder,
            env={"PATH": "/usr/bin:/bin", "PYTHON": str(self.python)},
            capture_output=True,
            timeout=60,
            check=False,
        )
        asked = calls.read_text("utf-8").split("\n")[:-1] if calls.exists() else []
        return [line.strip() for line in asked] + (["failed"] if done.returncode else [])


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path / "a folder with spaces")


ALL = ["venv", "pip", "libraries", "model", "translations"]


def test_everything_is_done_once(project: Project) -> None:
    assert project.set_up() == ALL
    assert project.set_up() == []


def test_the_tests_add_their_tools_only(project: Project) -> None:
    project.set_up()
    assert project.set_up("tests") == ["libraries --tests"]
    assert project.set_up("tests") == []


@pytest.mark.parametrize("changed", ["pyproject.toml", "packaging/constraints.txt"])
def test_a_change_of_what_is_needed_installs_again(project: Project, changed: str) -> None:
    project.set_up()
    (project.folder / changed).write_text("changed", "utf-8")
    assert project.set_up() == ["pip", "libraries", "model"]
    assert project.set_up() == []


def test_missing_weights_are_fetched_again(project: Project) -> None:
    project.set_up()
    (project.folder / "resources" / "models" / "e5-small-q4.bin").unlink()
    assert "model" in project.set_up()


def test_a_lost_environment_is_made_anew(project: Project) -> None:
    project.set_up()
    shutil.rmtree(project.folder / ".venv")
    assert project.set_up()[:2] == ["venv", "pip"]


def test_a_missing_library_stops_until_it_is_there(project: Project) -> None:
    (project.folder / "lacking").touch()
    assert project.set_up() == ["venv", "pip", "libraries", "failed"]
    (project.folder / "lacking").unlink()
    assert project.set_up()[-1] == "translations"
    assert project.set_up() == []
