"""Builds the translations: `.ts` files are edited and committed, `.qm` files are made from them.

python packaging/translations.py            make the .qm files
python packaging/translations.py --update   bring the .ts files up to date with the sources
python packaging/translations.py --check    fail where a text is missing or untranslated
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import xml.etree.ElementTree as ET
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
FOLDER = _ROOT / "resources" / "translations"
SOURCES = _ROOT / "assistant_app"


class TranslationError(Exception):
    """A tool of Qt failed; the text says which and why."""


def run_tool(name: str, *arguments: str) -> None:
    """Run `pyside6-lupdate` or `pyside6-lrelease` of this Python environment.

    Raises:
        TranslationError: It is missing, or it failed.
    """
    found = shutil.which(name, path=sysconfig.get_path("scripts")) or shutil.which(name)
    if found is None:
        raise TranslationError(f"{name} was not found; PySide6-Essentials brings it.")
    outcome = subprocess.run(
        [found, *arguments], cwd=_ROOT, capture_output=True, text=True, check=False
    )
    if outcome.returncode != 0:
        raise TranslationError(f"{name} failed: {(outcome.stderr or outcome.stdout).strip()}")


def source_files() -> list[str]:
    """Return the modules with texts of the window, as `lupdate` wants them."""
    return [
        str(path.relative_to(_ROOT))
        for package in ("ui", "workers")
        for path in sorted((SOURCES / package).rglob("*.py"))
    ]


def update(catalogue: Path) -> None:
    """Add new texts to a catalogue, and take out those that no source has any more."""
    run_tool(
        "pyside6-lupdate",
        *("-no-obsolete", "-locations", "none", "-source-language", "en"),
        *source_files(),
        "-ts",
        str(catalogue),
    )


def release(catalogue: Path) -> bool:
    """Make the `.qm` of a catalogue where it is missing or older.

    Returns:
        Whether it was made.
    """
    compiled = catalogue.with_suffix(".qm")
    if compiled.exists() and compiled.stat().st_mtime > catalogue.stat().st_mtime:
        return False
    run_tool("pyside6-lrelease", "-silent", str(catalogue), "-qm", str(compiled))
    return True


def unfinished(catalogue: Path) -> list[str]:
    """Return the texts of the sources that a catalogue does not translate.

    The catalogue itself is left as it is.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / catalogue.name
        shutil.copyfile(catalogue, copy)
        update(copy)
        # Our own file, just written by Qt's tool.
        root = ET.parse(copy).getroot()  # noqa: S314
    return [
        message.findtext("source", "")
        for message in root.iter("message")
        if (translation := message.find("translation")) is None
        or translation.get("type") == "unfinished"
        or not "".join(translation.itertext()).strip()
    ]


def main(arguments: list[str] | None = None) -> int:
    """Run from the shell.

    Returns:
        0, or 1 where a tool failed or `--check` found something.
    """
    parser = argparse.ArgumentParser(description="Build the translations of the window.")
    parser.add_argument("--update", action="store_true", help="bring the .ts files up to date")
    parser.add_argument("--check", action="store_true", help="fail where a text is untranslated")
    chosen = parser.parse_args(arguments)
    open_texts = 0
    try:
        for catalogue in sorted(FOLDER.glob("*.ts")):
            if chosen.update:
                update(catalogue)
            if chosen.check:
                for text in unfinished(catalogue):
                    open_texts += 1
                    print(f"{catalogue.name}: not translated: {text!r}")
            release(catalogue)
    except TranslationError as error:
        print(error, file=sys.stderr)
        return 1
    return 1 if open_texts else 0


if __name__ == "__main__":
    sys.exit(main())
