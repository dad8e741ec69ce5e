"""The list of conversations, kept up to date in memory and cached in `index.json`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from assistant_app.base.files import make_folder
from assistant_app.conversation.store.files import SUFFIX
from assistant_app.conversation.store.index import IndexLine, read_index, stamp_of, write_index
from assistant_app.conversation.types import ConversationSummary


class Listing:
    """Knows every conversation of a folder without reading each file at every start.

    Args:
        folder: The folder of conversations; need not exist yet.
        read: Reads one file for its summary; None where it cannot be shown.
    """

    def __init__(self, folder: Path, read: Callable[[Path], ConversationSummary | None]) -> None:
        self._folder = folder
        self._read = read
        self._lines: dict[str, IndexLine] | None = None
        self._changed = False

    def summaries(self) -> Iterable[ConversationSummary]:
        """Return the conversations, in no order of meaning."""
        return [line.summary for line in self._known().values()]

    def note(self, summary: ConversationSummary, path: Path) -> None:
        """Take in what a conversation is now."""
        self._known()[summary.id] = IndexLine(summary, stamp_of(path))
        self._changed = True

    def drop(self, conversation: str) -> None:
        """Forget a conversation, in the cached file too."""
        if self._known().pop(conversation, None) is not None:
            self._changed = True
            self.save()

    def save(self) -> None:
        """Write the cache where it changed.

        Raises:
            UserError: `disk_full` or `memory_save_failed`.
        """
        if self._lines is not None and self._changed:
            make_folder(self._folder)
            write_index(self._file, self._lines)
            self._changed = False

    @property
    def _file(self) -> Path:
        return self._folder / "index.json"

    def _known(self) -> dict[str, IndexLine]:
        """Return the list, from the cache and from those files that it does not match."""
        if self._lines is not None:
            return self._lines
        cached = read_index(self._file)
        self._lines = lines = {}
        for path in sorted(self._folder.glob(f"*{SUFFIX}")) if self._folder.is_dir() else ():
            line = cached.get(path.stem)
            if line is None or line.stamp != stamp_of(path):
                self._changed = True
                summary = self._read(path)
                line = IndexLine(summary, stamp_of(path)) if summary else None
            if line is not None:
                lines[path.stem] = line
        return lines
