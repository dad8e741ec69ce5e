"""The house rules of `conftest.py` can fail a test: each is broken once, in a run of its own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

_MISBEHAVING = """
import logging, socket, threading, time
import pytest
from PySide6.QtCore import QThread, QTimer, qWarning
from PySide6.QtWidgets import QDialog, QWidget

def test_network_swallowed():
    try:
        socket.create_connection(("93.184.216.34", 80), timeout=1)
    except OSError:
        pass

def test_name_looked_up():
    with pytest.raises(OSError):
        socket.getaddrinfo("example.org", 80)

def test_loopback_is_fine():
    server = socket.create_server(("127.0.0.1", 0))
    with server, socket.create_connection(server.getsockname()):
        pass
    with pytest.raises(socket.gaierror):
        socket.getaddrinfo("nowhere.invalid", 80)

def test_thread_left():
    threading.Thread(target=time.sleep, args=(6,)).start()

def test_thread_that_ends_is_fine():
    threading.Thread(target=time.sleep, args=(0.2,)).start()

class Endless(QThread):
    def run(self):
        time.sleep(6)

def test_qthread_left(qapp):
    global kept
    kept = Endless()
    kept.start()

def test_timer_left(qapp):
    global timer
    timer = QTimer()
    timer.start(10_000)

def test_timer_of_a_closed_widget_is_fine(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    QTimer(widget).start(10_000)

def test_modal_left(qtbot):
    dialog = QDialog()
    dialog.setWindowTitle("stray")
    dialog.exec()

def test_qt_warning(qapp):
    qWarning("unexpected")

def test_warning():
    import warnings
    warnings.warn("unexpected")

def test_keyring_is_null():
    import keyring
    assert type(keyring.get_keyring()).__module__ == "keyring.backends.null"

def test_home_is_not_ours(tmp_path):
    import os, pathlib
    assert "keepsake-home-" in str(pathlib.Path.home())
    assert "keepsake-home-" in os.environ["KEEPSAKE_DATA_DIR"]
"""


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """Run the misbehaving tests under a copy of our conftest; outcomes by name of the test."""
    root = Path(__file__).resolve().parent.parent
    folder = tmp_path_factory.mktemp("house")
    shutil.copy(root / "pyproject.toml", folder)
    (folder / "tests").mkdir()
    shutil.copy(root / "tests" / "conftest.py", folder / "tests")
    (folder / "tests" / "test_misbehaving.py").write_text(_MISBEHAVING, "utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-rA", "-q", "-p", "no:cacheprovider", "--timeout=60"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": "", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    found: dict[str, set[str]] = {}
    for outcome, name in re.findall(r"^(PASSED|FAILED|ERROR) \S+::(\w+)", run.stdout, re.MULTILINE):
        found.setdefault(name, set()).add(outcome)
    assert len(found) == _MISBEHAVING.count("\ndef test_"), run.stdout + run.stderr
    return found


@pytest.mark.parametrize("name", re.findall(r"\ndef (test_\w+)", _MISBEHAVING))
def test_breaking_a_house_rule_fails(name: str, outcomes: dict[str, set[str]]) -> None:
    harmless = name.endswith(("_fine", "_null", "_ours"))
    assert (outcomes[name] == {"PASSED"}) is harmless, outcomes[name]
