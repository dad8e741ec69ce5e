"""An archive of the whole data folder: streamed into a zip file and read back before it counts."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator
from pathlib import Path

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.files import save_error, sync_folder
from assistant_app.base.paths import DataFolder

_SLICE_BYTES = 262_144
# Archives of archives, what belongs to a running program, and logs do not go in.
_LEFT_OUT = frozenset({"backups", "lock", "logs", "channel.json", "channel.sock"})


def write_archive(folder: DataFolder, target: Path) -> None:
    """Write everything a user has into a zip file.

    Args:
        folder: What to archive.
        target: The file to make; its folder must exist, it must not.

    Raises:
        UserError: `disk_full` or `memory_save_failed`; no file remains.
    """
    temporary = target.with_name(f".{target.name}.tmp")
    try:
        with zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED, allowZip64=True) as archive:
            temporary.chmod(0o600)
            for path in files_of(folder):
                _add(archive, path, path.relative_to(folder.root).as_posix())
        _verify(temporary)
        with temporary.open("r+b") as file:
            os.fsync(file.fileno())
        temporary.replace(target)
        sync_folder(target.parent)
    except OSError as error:
        raise save_error(error, target) from error
    except (zipfile.BadZipFile, zipfile.LargeZipFile) as error:
        raise UserError(
            ErrorCode.MEMORY_SAVE_FAILED, path=target, reason="archive damaged"
        ) from error
    finally:
        temporary.unlink(missing_ok=True)


def files_of(folder: DataFolder) -> Iterator[Path]:
    """List the files that an archive holds, in a fixed order."""
    for path in sorted(folder.root.rglob("*")):
        inside = path.relative_to(folder.root)
        if inside.parts[0] not in _LEFT_OUT and not path.name.endswith(".tmp") and path.is_file():
            yield path


def _add(archive: zipfile.ZipFile, path: Path, name: str) -> None:
    info = zipfile.ZipInfo.from_file(path, name, strict_timestamps=False)
    info.compress_type = zipfile.ZIP_DEFLATED
    with path.open("rb") as source, archive.open(info, "w", force_zip64=True) as member:
        while data := source.read(_SLICE_BYTES):
            member.write(data)


def _verify(path: Path) -> None:
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            with archive.open(info) as member:
                while member.read(_SLICE_BYTES):  # checks the CRC at the end
                    pass
