"""Where things lie: the user's data folder and the resources that ship with the program.

`resources/` lies outside the package. `resource()` finds it in a checkout, in an installed wheel
(where it is included as `assistant_app/_resources`) and in a frozen program.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

DATA_DIR_VARIABLE = "KEEPSAKE_DATA_DIR"
APP_NAME = "Keepsake"


@dataclass(frozen=True, slots=True)
class DataFolder:
    """The one folder that holds everything a user has in Keepsake (layout: one user, local)."""

    root: Path

    @property
    def format_file(self) -> Path:
        """`format.json`: the number that newer programs raise so that older ones keep off."""
        return self.root / "format.json"

    @property
    def memories(self) -> Path:
        """The snapshot of all memories."""
        return self.root / "memories.json"

    @property
    def journal(self) -> Path:
        """Folder of the change sets: log, history and source of undo."""
        return self.root / "journal"

    @property
    def uses(self) -> Path:
        """One line per turn that used memories."""
        return self.root / "uses.jsonl"

    @property
    def spaces(self) -> Path:
        """Names and colours of the spaces."""
        return self.root / "spaces.json"

    @property
    def vectors(self) -> Path:
        """Folder of vector spaces; a cache."""
        return self.root / "vectors"

    @property
    def conversations(self) -> Path:
        """Folder of conversations, one JSONL file each."""
        return self.root / "conversations"

    @property
    def backups(self) -> Path:
        """Folder of archives made before migrations and by the calendar."""
        return self.root / "backups"

    @property
    def quarantine(self) -> Path:
        """Folder of everything that could not be read; nothing here is ever removed by us."""
        return self.root / "quarantine"

    @property
    def settings(self) -> Path:
        """The settings; no secrets."""
        return self.root / "settings.json"

    @property
    def lock(self) -> Path:
        """The file whose lock says that a program works on this folder."""
        return self.root / "lock"

    @property
    def logs(self) -> Path:
        """Folder of log files."""
        return self.root / "logs"


def data_folder(chosen: str | Path | None = None) -> DataFolder:
    """Return the data folder: the given one, `KEEPSAKE_DATA_DIR`, or the platform's local one.

    Args:
        chosen: What the user named on the command line.
    """
    named = chosen or os.environ.get(DATA_DIR_VARIABLE)
    if named:
        return DataFolder(Path(named).expanduser().absolute())
    import platformdirs

    # Local, not roaming: a profile that is synchronised would copy half-written files.
    return DataFolder(Path(platformdirs.user_data_dir(APP_NAME, appauthor=False, roaming=False)))


def resource(*parts: str) -> Path:
    """Return the path of a file that ships with the program, whether or not it exists.

    Args:
        parts: Path below `resources`, for example `("icons", "send.svg")`.
    """
    return _resource_root().joinpath(*parts)


def _resource_root() -> Path:
    frozen = getattr(sys, "_MEIPASS", None)
    if frozen is not None:
        return Path(frozen) / "resources"
    package = Path(__file__).resolve().parent.parent
    installed = package / "_resources"
    return installed if installed.is_dir() else package.parent / "resources"
