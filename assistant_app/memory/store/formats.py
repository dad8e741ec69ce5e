"""The version of the folder: refuse what is newer, bring what is older up to date, one step each.

Before a step the whole folder is archived and the archive read back; without a good archive
there is no step. Version 1 is the first, so there are no steps yet; the way is tested.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from types import MappingProxyType

from assistant_app.base.clock import Clock
from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.files import make_folder, quarantine_file, replace_file
from assistant_app.base.paths import DataFolder
from assistant_app.memory.store.archive import write_archive
from assistant_app.memory.store.codec import BadRecord, loads, readable_json
from assistant_app.memory.types import Notice

FORMAT = 1
_OLDEST = 1
_KEY = "keepsake"

Step = Callable[[DataFolder], None]
STEPS: Mapping[int, Step] = MappingProxyType({})
"""What brings a folder of version N to N + 1, by N. A step may be run again after a crash."""

_log = logging.getLogger(__name__)


def bring_up_to_date(
    folder: DataFolder,
    clock: Clock,
    *,
    steps: Mapping[int, Step] = STEPS,
    current: int = FORMAT,
) -> list[Notice]:
    """Check the version of a data folder and take the steps that are missing.

    Args:
        folder: Created when missing.
        clock: Names archives and quarantined files.
        steps: See `STEPS`; replaced in tests.
        current: The version to come to; replaced in tests.

    Returns:
        A notice when `format.json` had to be moved aside.

    Raises:
        UserError: `store_newer` (nothing was touched), `store_unreadable`, `disk_full` or
            `memory_save_failed`.
    """
    version, notices = _version(folder, clock)
    if version is None:
        make_folder(folder.root)
        # Data without a number is as old as can be; an empty folder begins with today's.
        version = _OLDEST if folder.memories.exists() or folder.journal.exists() else current
        _write(folder, version)
    if version > current:
        raise UserError(ErrorCode.STORE_NEWER, path=folder.root, found=version, supported=current)
    while version < current:
        stamp = clock().strftime("%Y%m%dT%H%M%SZ")
        make_folder(folder.backups)
        write_archive(folder, folder.backups / f"{stamp}-before-format-{version + 1}.zip")
        _log.info("bringing the data folder from format %d to %d", version, version + 1)
        steps[version](folder)
        version += 1
        _write(folder, version)
    return notices


def _version(folder: DataFolder, clock: Clock) -> tuple[int | None, list[Notice]]:
    path = folder.format_file
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None, []
    except OSError as error:
        raise UserError(
            ErrorCode.STORE_UNREADABLE, path=path, reason=error.strerror or "unreadable"
        ) from error
    try:
        document = loads(data)
    except BadRecord:
        document = None
    version = document.get(_KEY) if isinstance(document, dict) else None
    if isinstance(version, int) and version >= 1:
        return version, []
    # Every file carries a schema number of its own, so a newer store is still recognised.
    moved = quarantine_file(path, folder.quarantine, clock)
    return None, [Notice("snapshot_quarantined", {"file": path.name, "moved_to": str(moved)})]


def _write(folder: DataFolder, version: int) -> None:
    replace_file(folder.format_file, [readable_json({_KEY: version}) + b"\n"])
