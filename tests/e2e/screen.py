"""A private screen for the real program: Xvfb, a window manager, a D-Bus session, xdotool."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

TOOLS = ("Xvfb", "openbox", "xdotool", "dbus-run-session")
_PATIENCE_S = 60.0


def missing_tools() -> list[str]:
    """Names of the programs that a screen needs and this machine lacks."""
    return [tool for tool in TOOLS if shutil.which(tool) is None]


def wait_for(condition: Callable[[], object], what: str, patience: float = _PATIENCE_S) -> object:
    """Wait until a condition is true and return its value."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.1)
    raise AssertionError(f"waited {patience:.0f} s in vain for {what}")


class Screen:
    """A running X server with a window manager."""

    def __init__(self, folder: Path, size: str = "1280x800") -> None:
        self._folder = folder
        self._read, write = os.pipe()
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size}x24", "-nolisten", "tcp"],
            pass_fds=(write,),
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        self.display = ":" + os.read(self._read, 16).decode().strip()
        self._manager = subprocess.Popen(
            ["openbox"],
            env=self.environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def environment(self) -> dict[str, str]:
        """Environment of a program on this screen: a fresh user without any settings."""
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        runtime = self._folder / "run"
        runtime.mkdir(mode=0o700, exist_ok=True)
        return kept | {
            "DISPLAY": self.display,
            "HOME": str(self._folder),
            "XDG_RUNTIME_DIR": str(runtime),
            "XDG_DATA_HOME": str(self._folder / "data"),
            "XDG_CONFIG_HOME": str(self._folder / "config"),
            "XDG_CACHE_HOME": str(self._folder / "cache"),
            "LC_ALL": "C.UTF-8",
            "OPENBLAS_NUM_THREADS": "1",
        }

    def start(self, *words: str, **environment: str) -> subprocess.Popen[bytes]:
        """Start the real program with these words, in a process group of its own."""
        with (self._folder / "stderr.txt").open("ab") as errors:
            return subprocess.Popen(
                ["dbus-run-session", "--", sys.executable, "-m", "assistant_app", *words],
                env=self.environment() | environment,
                cwd=Path(__file__).parents[2],
                stdout=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,
            )

    def xdotool(self, *words: str) -> str:
        """Run xdotool and return what it printed."""
        done = subprocess.run(
            ["xdotool", *words], env=self.environment(), capture_output=True, text=True, check=False
        )
        return done.stdout.strip()

    def window(self) -> str:
        """Wait for the window of Keepsake, give it the focus, and return its id."""
        found = wait_for(
            lambda: self.xdotool("search", "--onlyvisible", "--name", "Keepsake"), "the window"
        )
        window = str(found).splitlines()[-1]
        self.xdotool("windowactivate", "--sync", window)
        return window

    def type(self, text: str) -> None:
        """Type ASCII text where the focus is, and press Enter."""
        self.xdotool("type", "--delay", "12", text)
        self.xdotool("key", "Return")

    def picture(self, path: Path) -> None:
        """Save a picture of the whole screen, where ImageMagick can."""
        if shutil.which("import"):
            subprocess.run(
                ["import", "-window", "root", str(path)], env=self.environment(), check=False
            )

    def close(self) -> None:
        """End window manager and server."""
        for process in (self._manager, self._server):
            process.terminate()
            process.wait(10)
        os.close(self._read)


def kill(program: subprocess.Popen[bytes], how: signal.Signals = signal.SIGKILL) -> None:
    """Kill a program and everything it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(program.pid, how)
    program.wait(20)


@contextlib.contextmanager
def screen(folder: Path, size: str = "1280x800") -> Iterator[Screen]:
    """Run a private screen."""
    opened = Screen(folder, size)
    try:
        yield opened
    finally:
        opened.close()
