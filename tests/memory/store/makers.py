"""Small builders of entries and stores."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from assistant_app.base.clock import IdFactory
from assistant_app.base.paths import DataFolder
from assistant_app.memory.store.store import MemoryStore
from assistant_app.memory.types import Cause, CauseKind, Entry

START = datetime(2026, 1, 31, 9, 5, tzinfo=UTC)
USER = Cause(CauseKind.USER)


class SteppingClock:
    """A clock that moves on by a second whenever it is looked at."""

    def __init__(self, at: datetime = START) -> None:
        self.at = at

    def __call__(self) -> datetime:
        self.at += timedelta(seconds=1)
        return self.at


def entry(entry_id: str, text: str, **fields: object) -> Entry:
    moments = {"created_at": START, "updated_at": START}
    return Entry(**{"id": entry_id, "text": text, **moments, **fields})  # type: ignore[arg-type]


def store_in(root: Path) -> MemoryStore:
    clock = SteppingClock()
    return MemoryStore(DataFolder(root), clock=clock, ids=IdFactory(clock))


def opened(root: Path) -> MemoryStore:
    store = store_in(root)
    assert store.open() == ()
    return store


def texts(store: MemoryStore) -> dict[str, str]:
    return {key: item.text for key, item in store.entries.items()}


def everything_under(root: Path) -> bytes:
    """All bytes of all files, compressed ones opened."""
    import gzip

    parts = []
    for path in sorted(root.rglob("*")):
        if path.is_file():
            data = path.read_bytes()
            parts.append(gzip.decompress(data) if path.suffix == ".gz" else data)
    return b"\n".join(parts)
