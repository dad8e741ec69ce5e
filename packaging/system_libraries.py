"""Finds out which system libraries and programs are missing, and installs them where it may.

Qt's wheels bring Qt itself, not the libraries of the desktop below it. On Debian and its relatives
they are installed by apt when this runs as root; else, and elsewhere, the exact command is
printed. Standard library only: this runs before anything is installed.

    python packaging/system_libraries.py            what the window needs
    python packaging/system_libraries.py --tests    and what the end-to-end tests need
"""

from __future__ import annotations

import argparse
import ctypes
import os
import shutil
import subprocess
import sys
from pathlib import Path

LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
}
"""Package of Debian by library: all that Qt's platform plugins `xcb` and `offscreen` link to."""

TEST_PROGRAMS = {
    "Xvfb": "xvfb",
    "xdotool": "xdotool",
    "openbox": "openbox",
    "dbus-run-session": "dbus",
    "gnome-keyring-daemon": "gnome-keyring",
}
"""Package of Debian by program that the end-to-end tests start."""

CHINESE_FONT = "fonts-wqy-microhei"
_FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")
_CHINESE_FONTS = ("*wqy*", "*NotoSansCJK*", "*SourceHanSans*", "*DroidSansFallback*")


def missing_libraries() -> list[str]:
    """Return the packages of the libraries that the dynamic linker does not find."""
    return [package for name, package in LIBRARIES.items() if not _loads(name)]


def missing_test_tools() -> list[str]:
    """Return the packages of programs and fonts that the end-to-end tests want."""
    packages = [name for program, name in TEST_PROGRAMS.items() if shutil.which(program) is None]
    return packages if _has_chinese_font() else [*packages, CHINESE_FONT]


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _has_chinese_font() -> bool:
    return any(
        next(Path(folder).expanduser().rglob(pattern), None) is not None
        for folder in _FONT_FOLDERS
        for pattern in _CHINESE_FONTS
    )


def install(packages: list[str]) -> bool:
    """Install packages by apt, or print what to type.

    Returns:
        Whether apt says that they are installed.
    """
    command = f"apt-get update && apt-get install -y --no-install-recommends {' '.join(packages)}"
    if shutil.which("apt-get") is None:
        print("Missing system libraries. By Debian's names: " + " ".join(packages))
        return False
    if os.geteuid() != 0:
        print(f"Missing system packages. Please run:\n  sudo sh -c '{command}'")
        return False
    print("Installing " + " ".join(packages), flush=True)
    outcome = subprocess.run(
        ["sh", "-c", command],
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if outcome.returncode != 0:
        print(f"apt failed; please run:\n  {command}\n{outcome.stderr.strip()}")
    return outcome.returncode == 0


def main(arguments: list[str] | None = None) -> int:
    """Run from the shell.

    Returns:
        0 when the window's libraries are there; missing tools for tests only skip tests.
    """
    parser = argparse.ArgumentParser(description="Install the system libraries that Qt needs.")
    parser.add_argument("--tests", action="store_true", help="also what end-to-end tests need")
    chosen = parser.parse_args(arguments)
    if not sys.platform.startswith("linux"):
        return 0  # Windows and macOS have everything
    wanted = missing_libraries() + (missing_test_tools() if chosen.tests else [])
    if wanted:
        install(wanted)
    return 1 if missing_libraries() else 0


if __name__ == "__main__":
    sys.exit(main())
