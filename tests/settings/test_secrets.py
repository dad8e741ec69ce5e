"""Keys are kept in the keyring, else for the session, and whatever the keyring does, we go on."""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.log import RedactingFormatter, redact
from assistant_app.settings.secrets import Secret, SecretStore, Source
from assistant_app.settings.vault import KeyringFailure, Vault, system_backend

KEY = "planted-5521-abcdef"


class FakeBackend:
    """A keyring in a dictionary."""

    priority = 5

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


class HangingBackend(FakeBackend):
    """Answers nothing until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.go = threading.Event()
        self.calls = 0

    def get_password(self, service: str, username: str) -> str | None:
        self.calls += 1
        self.go.wait(30)
        return super().get_password(service, username)


class FailingBackend(FakeBackend):
    """Fails, and tells the secret in its message."""

    def set_password(self, service: str, username: str, password: str) -> None:
        raise RuntimeError(f"could not write {password}")


class ForgetfulBackend(FakeBackend):
    """Says that it kept a secret, and did not."""

    def set_password(self, service: str, username: str, password: str) -> None:
        pass


def none() -> FakeBackend:
    raise KeyringFailure("none")


def store(find: Callable[[], FakeBackend], *, limit: float = 20, **environment: str) -> SecretStore:
    return SecretStore(vault=Vault(find_backend=find, time_limit=limit), environment=environment)


@pytest.fixture
def hanging() -> Iterator[HangingBackend]:
    backend = HangingBackend()
    yield backend
    backend.go.set()


def test_a_key_is_kept_in_the_keyring_under_our_name() -> None:
    backend = FakeBackend()
    secrets = store(lambda: backend)
    assert secrets.get("openai") is None
    assert secrets.set("openai", f" {KEY}\r\n") is Source.KEYRING
    assert backend.kept == {("Keepsake", "openai"): KEY}
    assert secrets.get("openai") == Secret(KEY, Source.KEYRING)
    assert store(lambda: backend).get("openai") == Secret(KEY, Source.KEYRING)
    probe = secrets.probe()
    assert probe.usable
    assert probe.notices == ()
    secrets.delete("openai")
    secrets.delete("openai")
    assert secrets.get("openai") is None
    assert backend.kept == {}


def test_what_another_program_put_into_the_keyring_is_seen() -> None:
    backend = FakeBackend()
    secrets = store(lambda: backend)
    secrets.set("openai", KEY)
    backend.kept["Keepsake", "openai"] = "other-key-1234"
    assert secrets.get("openai") == Secret("other-key-1234", Source.KEYRING)


def test_without_a_keyring_a_key_holds_for_the_session_and_this_is_said() -> None:
    secrets = store(none)
    probe = secrets.probe()
    assert (probe.usable, probe.reason) == (False, "none")
    assert [notice.code for notice in probe.notices] == ["keyring_session_only"]
    assert secrets.set("openai", KEY) is Source.SESSION
    assert secrets.get("openai") == Secret(KEY, Source.SESSION)
    assert store(none).get("openai") is None
    secrets.delete("openai")
    assert secrets.get("openai") is None


@pytest.mark.parametrize("backend", [FailingBackend(), ForgetfulBackend()])
def test_a_keyring_that_does_not_keep_is_not_relied_on(backend: FakeBackend) -> None:
    secrets = store(lambda: backend)
    assert secrets.set("openai", KEY) is Source.SESSION
    assert secrets.get("openai") == Secret(KEY, Source.SESSION)


def test_a_hanging_keyring_holds_nobody_up(hanging: HangingBackend) -> None:
    secrets = store(lambda: hanging, limit=0.05, OPENAI_API_KEY="from-environment")
    assert secrets.get("openai") == Secret("from-environment", Source.ENVIRONMENT)
    assert secrets.set("openai", KEY) is Source.SESSION
    assert secrets.get("openai") == Secret(KEY, Source.SESSION)
    assert secrets.probe().reason == "timeout"
    with pytest.raises(UserError) as caught:
        secrets.delete("openai")
    assert caught.value.code is ErrorCode.KEYRING_UNAVAILABLE
    assert hanging.calls == 1  # nobody waits for it twice


def test_a_backend_that_cannot_even_be_found_in_time_counts_as_hanging() -> None:
    go = threading.Event()

    def find() -> FakeBackend:
        go.wait(30)
        return FakeBackend()

    try:
        assert store(find, limit=0.05).probe().reason == "timeout"
    finally:
        go.set()


def test_a_late_answer_is_used_for_the_next_question(hanging: HangingBackend) -> None:
    hanging.kept["Keepsake", "openai"] = KEY
    vault = Vault(find_backend=lambda: hanging, time_limit=0.05)
    came = threading.Event()
    answers: list[str | None] = []

    def late(key: str | None) -> None:
        answers.append(key)
        came.set()

    with pytest.raises(KeyringFailure):
        vault.get("openai", late=late)
    hanging.go.set()
    assert came.wait(20)
    assert answers == [KEY]
    assert vault.get("openai", late=late) == KEY


def test_who_waits_behind_a_hanging_question_gives_up_too(hanging: HangingBackend) -> None:
    vault = Vault(find_backend=lambda: hanging, time_limit=0.3)
    outcomes: list[str] = []

    def ask() -> None:
        try:
            vault.get("openai", late=lambda _: None)
        except KeyringFailure as failure:
            outcomes.append(failure.reason)

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes == ["timeout"] * 3
    hanging.go.set()
    assert hanging.calls == 1


class SlowToSay(FakeBackend):
    """Has a time limit of its own."""

    def get_password(self, service: str, username: str) -> str | None:
        raise TimeoutError


def test_a_time_limit_of_the_keyring_itself_is_a_failure_like_others() -> None:
    assert store(SlowToSay, OPENAI_API_KEY=KEY).get("openai") == Secret(KEY, Source.ENVIRONMENT)


def test_a_key_that_was_seen_is_used_while_the_keyring_is_away(hanging: HangingBackend) -> None:
    hanging.kept["Keepsake", "openai"] = KEY
    hanging.go.set()
    secrets = store(lambda: hanging, limit=0.2)
    assert secrets.get("openai") == Secret(KEY, Source.KEYRING)
    hanging.go.clear()
    assert secrets.get("openai") == Secret(KEY, Source.KEYRING)


def test_the_environment_comes_last() -> None:
    backend = FakeBackend()
    secrets = store(lambda: backend, OPENAI_API_KEY="from-environment")
    assert secrets.get("openai") == Secret("from-environment", Source.ENVIRONMENT)
    secrets.set("openai", KEY)
    assert secrets.get("openai") == Secret(KEY, Source.KEYRING)


def test_a_refused_key_leaves_the_former_one() -> None:
    secrets = store(FakeBackend)
    secrets.set("openai", KEY)
    with pytest.raises(UserError):
        secrets.set("openai", "two words")
    assert secrets.get("openai") == Secret(KEY, Source.KEYRING)


def test_a_key_shows_in_no_text_log_or_traceback() -> None:
    secrets = store(FailingBackend)
    secrets.set("openai", KEY)
    shown = [repr(secrets.get("openai")), str(secrets.probe())]
    vault = Vault(find_backend=FailingBackend, time_limit=20)
    with pytest.raises(KeyringFailure) as caught:
        vault.set("openai", KEY)
    shown.append("".join(traceback.format_exception(caught.value)))
    record = logging.LogRecord("x", logging.INFO, __file__, 1, "key %s", (KEY,), None)
    shown.append(RedactingFormatter().format(record))
    shown.append(redact(f"Authorization: Bearer {KEY}"))
    assert not [text for text in shown if KEY in text]


class Chain:
    """What keyring hands out where several back ends are installed."""

    priority = 10

    def __init__(self, *backends: object) -> None:
        self.backends = list(backends)


def plain_text() -> object:
    kind = type("PlaintextKeyring", (FakeBackend,), {"priority": 5})
    kind.__module__ = "keyrings.alt.file"
    return kind()


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: Chain(plain_text()), "unsafe"),
        (plain_text, "unsafe"),
        (type("Weak", (FakeBackend,), {"priority": 0.5}), "unsafe"),
    ],
)
def test_what_does_not_protect_is_no_keyring(
    make: Callable[[], object], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import keyring

    monkeypatch.setattr(keyring, "get_keyring", make)
    with pytest.raises(KeyringFailure) as caught:
        system_backend()
    assert caught.value.reason == reason


def test_the_best_link_of_a_chain_is_used_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    import keyring

    good = FakeBackend()
    monkeypatch.setattr(keyring, "get_keyring", lambda: Chain(plain_text(), good))
    assert system_backend() is good


@pytest.mark.parametrize("name", ["fail", "null"])
def test_a_system_without_a_keyring_is_recognised(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import importlib

    import keyring

    backend = importlib.import_module(f"keyring.backends.{name}").Keyring()
    monkeypatch.setattr(keyring, "get_keyring", lambda: backend)
    with pytest.raises(KeyringFailure) as caught:
        system_backend()
    assert caught.value.reason == "none"


_REAL = """
from assistant_app.settings.secrets import SecretStore
first = SecretStore()
probe = first.probe()
print(probe.usable, probe.backend, probe.reason)
print(first.set("openai", "planted-key-in-a-real-keyring"))
print(SecretStore().get("openai"), SecretStore().get("openai").value)
first.delete("openai")
print(SecretStore().get("openai"))
"""

_TOOLS = ("dbus-run-session", "gnome-keyring-daemon")


@pytest.mark.skipif(
    any(shutil.which(tool) is None for tool in _TOOLS),
    reason=f"needs a Secret Service of its own: {' and '.join(_TOOLS)}",
)
def test_a_real_secret_service_keeps_a_key(tmp_path: Path) -> None:
    runtime = tmp_path / "runtime"
    runtime.mkdir(mode=0o700)
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("XDG_")},
        "HOME": str(tmp_path),
        "XDG_RUNTIME_DIR": str(runtime),
        "PYTHONPATH": str(Path(__file__).resolve().parents[2]),
    }
    del environment["PYTHON_KEYRING_BACKEND"]
    daemon = "gnome-keyring-daemon --unlock --components=secrets --daemonize"
    script = f'printf "pw\\n" | {daemon} >/dev/null 2>&1; exec "$0" -c "$1"'
    run = subprocess.run(
        ["dbus-run-session", "--", "sh", "-c", script, sys.executable, _REAL],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.stdout.splitlines() == [
        "True keyring.backends.SecretService ",
        "keyring",
        "Secret(source=<Source.KEYRING: 'keyring'>) planted-key-in-a-real-keyring",
        "None",
    ], run.stderr
