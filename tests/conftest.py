"""House rules of every test: no network, no real home, no real keyring, nothing left running.

A test that breaks one of them fails, whatever else it asserts (`test_house_rules.py` proves it).
"""

from __future__ import annotations

import ipaddress
import os
import socket
import sys
import tempfile
import threading
import time
import weakref
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

# Before anything imports Qt: without a display Qt would abort the process.
if not os.environ.get("KEEPSAKE_E2E"):
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Whatever the developer has set would make a test pass or fail on this machine only.
_FOREIGN = [
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "ANTHROPIC_API_KEY",
    "GEMINI_API_KEY",
    "GOOGLE_API_KEY",
    "DEEPSEEK_API_KEY",
    "DASHSCOPE_API_KEY",
    "MOONSHOT_API_KEY",
    "MISTRAL_API_KEY",
    "GROQ_API_KEY",
    "OPENROUTER_API_KEY",
    "XAI_API_KEY",
    "OLLAMA_HOST",
    "KEEPSAKE_NOW",
]
for _name in _FOREIGN:
    os.environ.pop(_name, None)
    os.environ.pop(_name.lower(), None)

_GRACE_SECONDS = 3.0
_MODAL_MILLISECONDS = 2000


def pytest_configure(config: pytest.Config) -> None:
    """Give hypothesis no deadline: this kind of machine is noisy, and no test asserts seconds."""
    try:
        import hypothesis
    except ImportError:
        return
    hypothesis.settings.register_profile(
        "keepsake", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
    )
    hypothesis.settings.load_profile("keepsake")


@pytest.fixture(scope="session")
def _empty_home() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="keepsake-home-", ignore_cleanup_errors=True) as home:
        yield Path(home)


@pytest.fixture(autouse=True)
def _isolated_home(_empty_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Point every place where a program keeps things to an empty folder of this test."""
    monkeypatch.setenv("HOME", str(_empty_home))
    monkeypatch.setenv("USERPROFILE", str(_empty_home))
    monkeypatch.setenv("LOCALAPPDATA", str(_empty_home / "local"))
    monkeypatch.setenv("APPDATA", str(_empty_home / "roaming"))
    for name in ("CONFIG", "DATA", "CACHE", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(_empty_home / name.lower()))
    _isolated_home.count = getattr(_isolated_home, "count", 0) + 1  # type: ignore[attr-defined]
    folder = _empty_home / f"data-{_isolated_home.count}"  # type: ignore[attr-defined]
    monkeypatch.setenv("KEEPSAKE_DATA_DIR", str(folder))


# --- Network ------------------------------------------------------------------------------------


class NetworkBlockedError(OSError):
    """A test tried to reach something beyond this machine."""


def _is_loopback(host: object) -> bool:
    if isinstance(host, bytes):
        host = host.decode("ascii", "replace")
    if host in (None, "", "localhost") or not isinstance(host, str):
        return True
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    # 0.0.0.0 and :: mean this machine where one connects to them.
    return address.is_loopback or address.is_unspecified


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Refuse connections beyond loopback, and fail the test even if it caught the refusal."""
    attempts: list[str] = []
    real_resolve = socket.getaddrinfo

    def check(target: object) -> None:
        host = target[0] if isinstance(target, tuple) and target else target
        if not _is_loopback(host):
            attempts.append(str(host))
            raise NetworkBlockedError(f"the tests may not reach {host}")

    def guarded(name: str) -> None:
        real = getattr(socket.socket, name)

        def connect(self: socket.socket, address: object) -> object:
            if self.family in (socket.AF_INET, socket.AF_INET6):
                check(address)
            return real(self, address)

        monkeypatch.setattr(socket.socket, name, connect)

    def resolve(host: object, *arguments: object, **options: object) -> object:
        # RFC 2606 reserves `.invalid`: a name that is never found, without asking anyone.
        name = host.decode("ascii", "replace") if isinstance(host, bytes) else host
        if isinstance(name, str) and name.endswith(".invalid"):
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        check(host)
        return real_resolve(host, *arguments, **options)  # type: ignore[arg-type]

    guarded("connect")
    guarded("connect_ex")
    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    yield
    if attempts:
        pytest.fail(f"reached for the network: {', '.join(attempts)}", pytrace=False)


# --- What a test must not leave behind ----------------------------------------------------------


@pytest.fixture(autouse=True)
def _no_leaked_threads() -> Iterator[None]:
    """Fail where a thread that would keep the program from ending outlives its test."""
    before = set(threading.enumerate())
    yield
    deadline = time.monotonic() + _GRACE_SECONDS
    left = [
        thread for thread in threading.enumerate() if thread not in before and not thread.daemon
    ]
    for thread in left:
        thread.join(max(0.0, deadline - time.monotonic()))
    names = [thread.name for thread in left if thread.is_alive()]
    if names:
        pytest.fail(f"threads left running: {', '.join(names)}", pytrace=False)


@pytest.fixture(autouse=True)
def _no_leaked_qt() -> Iterator[None]:
    """Fail where a QThread or a QTimer that a test started outlives it."""
    if "PySide6.QtCore" not in sys.modules:
        yield
        return
    from PySide6.QtCore import QThread, QTimer

    # Weak: a timer that nobody holds any more must be free to go.
    started: list[weakref.ref[QThread | QTimer]] = []
    with pytest.MonkeyPatch.context() as patches:
        for kind in (QThread, QTimer):

            def start(
                self: QThread | QTimer, *arguments: object, _real: object = kind.start
            ) -> None:
                started.append(weakref.ref(self))
                _real(self, *arguments)  # type: ignore[operator]

            patches.setattr(kind, "start", start)
        yield
    left = _still_running([item for item in (ref() for ref in started) if item is not None])
    if left:
        pytest.fail(f"left running: {', '.join(left)}", pytrace=False)


def _still_running(started: list[object]) -> list[str]:
    import shiboken6
    from PySide6.QtCore import QCoreApplication, QEvent, QThread

    if QCoreApplication.instance() is not None:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    left = []
    for item in started:
        if not shiboken6.isValid(item):
            continue
        if isinstance(item, QThread):
            if item.isRunning() and not item.wait(int(_GRACE_SECONDS * 1000)):
                left.append(f"thread {item.objectName() or type(item).__name__}")
        elif item.isActive():  # type: ignore[attr-defined]
            owner = item.parent()  # type: ignore[attr-defined]
            left.append(f"timer of {type(owner).__name__ if owner else 'nobody'}")
    return left


@pytest.fixture(autouse=True)
def _no_stray_modal(request: pytest.FixtureRequest) -> Iterator[None]:
    """Reject a modal dialog that nobody answers, and fail its test, instead of hanging."""
    if not {"qtbot", "qapp"} & set(request.fixturenames):
        yield
        return
    request.getfixturevalue("qapp")
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication, QDialog

    seen: list[object] = []
    stray: list[str] = []

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if dialog is None or dialog not in seen:
            seen[:] = [dialog]
            return
        text = dialog.text() if hasattr(dialog, "text") else ""
        stray.append(f"{type(dialog).__name__} {dialog.windowTitle()!r} {text!r}")
        if isinstance(dialog, QDialog):
            dialog.reject()
        else:
            dialog.close()

    timer = QTimer()
    timer.setInterval(_MODAL_MILLISECONDS // 2)
    timer.timeout.connect(look)
    timer.start()
    yield
    timer.stop()
    if stray:
        pytest.fail(f"a modal dialog stayed open: {'; '.join(stray)}", pytrace=False)


# --- A real language model ----------------------------------------------------------------------


@pytest.fixture(scope="session")
def real_model_file() -> Path:
    """Weights of the real small model; skips with the reason where they cannot be had."""
    from tests.servers import real_model

    try:
        return real_model.find_or_prepare().weights
    except real_model.Unavailable as reason:
        pytest.skip(str(reason))


@pytest.fixture(scope="session")
def real_model_url() -> Iterator[str]:
    """Base URL of a server with the real model; skips with the reason where it cannot be had."""
    from tests.servers import real_model

    try:
        model = real_model.find_or_prepare()
    except real_model.Unavailable as reason:
        pytest.skip(str(reason))
    with real_model.running(model) as url:
        yield url
