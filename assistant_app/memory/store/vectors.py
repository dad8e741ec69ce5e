"""Vectors on disk: a cache beside the text, thrown away and made anew whenever it disagrees.

`rows.bin` holds float16 rows of one length, `index.jsonl` one `[key, row, content hash, crc]` a
line, `meta.json` the name of the vector space, its dimension and its calibration. The CRC of the
row makes the pair of files safe without fsync: an index line that outlived its row, or points
into a replaced file, matches nothing. Files are read or replaced, never mapped.
"""

from __future__ import annotations

import hashlib
import logging
import time
import zlib
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.files import AppendLog, Replacement, make_folder, replace_file, save_error
from assistant_app.base.paths import DataFolder
from assistant_app.memory.store.codec import BadRecord, canonical_json, loads, readable_json

FloatArray = NDArray[np.float32]

SCHEMA = 1
_ROWS, _INDEX, _META = "rows.bin", "index.jsonl", "meta.json"
_log = logging.getLogger(__name__)
_SLICE_ROWS = 512
_HASH_BYTES = 8
_HALF_BYTES = 2
_FEWEST_WASTED = 1000


class Part(StrEnum):
    """What the vectors of a space stand for; each part has files of its own."""

    FACTS = "facts"
    ROUNDS = "rounds"


@dataclass(frozen=True, slots=True)
class VectorRows:
    """What the cache holds for its owners.

    Attributes:
        keys: Of the rows, in their order.
        rows: `(n, d) float32`, L2-normalised (or zero); `(0, 0)` where nothing is known.
        ignored: How many stored rows were stale, damaged or without an owner.
    """

    keys: tuple[str, ...]
    rows: FloatArray
    ignored: int


def content_hash(text: str) -> str:
    """Return the hash by which a stored vector knows the text that it was made from."""
    data = text.encode(errors="replace")
    return hashlib.blake2b(data, digest_size=_HASH_BYTES).hexdigest()


def sidecar(folder: DataFolder, space: str, part: Part = Part.FACTS) -> VectorSidecar:
    """Return the cache of one vector space.

    Args:
        folder: The data folder.
        space: `Embedder.space`; safe as a folder name.
        part: Facts lie in the folder of the space, rounds in one below it.
    """
    if not space or space.startswith(".") or set(space) & set("/\\:\0"):
        raise ValueError(f"not a folder name: {space!r}")
    root = folder.vectors / space
    return VectorSidecar(root if part is Part.FACTS else root / part.value, space)


def drop_everywhere(folder: DataFolder, keys: Collection[str]) -> None:
    """Remove the vectors of erased texts from every space, also those not in use.

    Raises:
        UserError: `disk_full` or `memory_save_failed`.
    """
    for meta in sorted(folder.vectors.rglob(_META)):
        cache = VectorSidecar.at(meta.parent)
        if cache is None:
            continue
        owners = {key: known.content for key, known in cache.index().items() if key not in keys}
        for _ in cache.compaction(owners):
            pass


@dataclass(frozen=True, slots=True)
class _Known:
    row: int
    content: str
    crc: str


class VectorSidecar:
    """The rows of one vector space, appended as they are made.

    Args:
        folder: Where its files lie; created at the first append.
        space: Name of the vector space; files of another one are ignored and replaced.
    """

    def __init__(self, folder: Path, space: str) -> None:
        self._folder = folder
        self._space = space
        self._dimension, self._calibration = self._read_meta()
        self._rows: AppendLog | None = None
        self._index: AppendLog | None = None

    @classmethod
    def at(cls, folder: Path) -> VectorSidecar | None:
        """Return the cache in a folder by what its `meta.json` says; None where that is unread."""
        document = _document(folder / _META)
        space = document.get("space")
        return cls(folder, space) if isinstance(space, str) else None

    @property
    def dimension(self) -> int | None:
        """Length of a row; None while there is none."""
        return self._dimension

    @property
    def calibration(self) -> Mapping[str, float]:
        """Figures of the space (see DESIGN, Recall); empty until they were measured."""
        return self._calibration

    def set_calibration(self, calibration: Mapping[str, float], *, dimension: int) -> None:
        """Keep the figures of the space.

        Raises:
            UserError: `dimension_mismatch`, `disk_full` or `memory_save_failed`.
        """
        self._settle_dimension(dimension)
        self._calibration = dict(calibration)
        self._write_meta()

    def index(self) -> dict[str, _Known]:
        """Return what the index says, the newest line of a key only; nothing is checked yet."""
        known: dict[str, _Known] = {}
        path = self._folder / _INDEX
        if self._dimension is None or not path.exists():
            return known
        with _despite_faults(path), path.open("rb") as file:
            for number, line in enumerate(file):
                entry = _index_line(line)
                if entry is not None:
                    known[entry[0]] = entry[1]
                if number % _SLICE_ROWS == 0:
                    time.sleep(0)
        return known

    def load(self, owners: Mapping[str, str]) -> VectorRows:
        """Read the rows that still belong to a text.

        Args:
            owners: Content hash of the present text by key.

        Raises:
            UserError: `store_unreadable`.
        """
        width = self._dimension
        if width is None:
            return VectorRows((), np.empty((0, 0), np.float32), 0)
        keys: list[str] = []
        rows = np.empty((min(len(owners), self._stored_rows(width)), width), np.float32)
        for some, block in self._read_blocks(owners, self.index(), width):
            rows[len(keys) : len(keys) + len(some)] = block
            keys.extend(some)
        found = rows[: len(keys)]
        _normalise(found)
        return VectorRows(tuple(keys), found, self._stored_rows(width) - len(keys))

    def append(self, keys: Sequence[str], hashes: Sequence[str], rows: FloatArray) -> None:
        """Add rows; those of a known key take the place of its older one.

        Args:
            keys: Whose rows they are.
            hashes: `content_hash` of the texts, in the same order.
            rows: `(n, d) float32`.

        Raises:
            UserError: `dimension_mismatch`, `disk_full` or `memory_save_failed`.
        """
        if not len(keys) == len(hashes) == len(rows):
            raise ValueError("keys, hashes and rows differ in length")
        if not len(rows):
            return
        width = self._settle_dimension(rows.shape[1])
        self._open_logs(width)
        if self._rows is None or self._index is None:
            raise RuntimeError("the files were just opened")
        first = self._rows.length // (width * _HALF_BYTES)
        packed = [np.asarray(row, np.float16).tobytes() for row in rows]
        lines = [
            _line(key, first + number, content, data)
            for number, (key, content, data) in enumerate(zip(keys, hashes, packed, strict=True))
        ]
        self._rows.append(b"".join(packed), durable=False)
        self._index.append(b"".join(lines), durable=False)

    def compaction_due(self, owners: int) -> bool:
        """Whether most of the file belongs to nobody.

        Args:
            owners: How many texts there are.
        """
        stored = 0 if self._dimension is None else self._stored_rows(self._dimension)
        return stored > 2 * owners + _FEWEST_WASTED

    def compaction(self, owners: Mapping[str, str]) -> Generator[None, None, None]:
        """Write the files anew in steps, with only the rows that still belong to a text.

        Nothing may be appended before the last step.

        Raises:
            UserError: `disk_full` or `memory_save_failed`; the old files are as they were.
        """
        width = self._dimension
        if width is None:
            return
        self.close()
        index = self.index()
        rows_file = Replacement(self._folder / _ROWS)
        try:
            index_file = Replacement(self._folder / _INDEX)
            try:
                number = 0
                for keys, block in self._read_blocks(owners, index, width):
                    for key, row in zip(keys, block, strict=True):
                        data = row.tobytes()
                        rows_file.write(data)
                        index_file.write(_line(key, number, index[key].content, data))
                        number += 1
                    yield
                rows_file.finish()
                index_file.finish()
            finally:
                index_file.abandon()
        finally:
            rows_file.abandon()

    def clear(self) -> None:
        """Remove every row and the calibration (`rebuild-index`)."""
        self.close()
        for name in (_INDEX, _ROWS, _META):
            path = self._folder / name
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise save_error(error, path) from error
        self._dimension, self._calibration = None, {}

    def close(self) -> None:
        """Close the files; the next append opens them again."""
        for log in (self._rows, self._index):
            if log is not None:
                log.close()
        self._rows = self._index = None

    def _settle_dimension(self, width: int) -> int:
        if self._dimension is None:
            make_folder(self._folder)
            self.clear()  # of another space, or without a readable meta.json
            self._dimension = width
            self._write_meta()
        if width != self._dimension:
            raise UserError(ErrorCode.DIMENSION_MISMATCH, expected=self._dimension, found=width)
        return width

    def _open_logs(self, width: int) -> None:
        if self._rows is not None:
            return
        path = self._folder / _ROWS
        if path.exists():
            beyond = path.stat().st_size % (width * _HALF_BYTES)
            if beyond:  # a torn row
                try:
                    with path.open("r+b") as file:
                        file.truncate(path.stat().st_size - beyond)
                except OSError as error:
                    raise save_error(error, path) from error
        self._rows = _RowLog(path)
        self._index = AppendLog(self._folder / _INDEX)

    def _stored_rows(self, width: int) -> int:
        path = self._folder / _ROWS
        return path.stat().st_size // (width * _HALF_BYTES) if path.exists() else 0

    def _read_blocks(
        self, owners: Mapping[str, str], index: Mapping[str, _Known], width: int
    ) -> Iterator[tuple[list[str], NDArray[np.float16]]]:
        """Stream good rows and their keys in the order of the file, some hundred at a time."""
        path = self._folder / _ROWS
        if not path.exists():
            return
        key_of: list[str | None] = [None] * self._stored_rows(width)
        for key, known in index.items():
            if known.row < len(key_of) and owners.get(key) == known.content:
                key_of[known.row] = key
        length = width * _HALF_BYTES
        with _despite_faults(path), path.open("rb") as file:
            for start in range(0, len(key_of), _SLICE_ROWS):
                data = file.read(_SLICE_ROWS * length)
                block = np.frombuffer(data[: len(data) // length * length], np.float16)
                block = block.reshape(-1, width)
                good: list[int] = []
                keys: list[str] = []
                for at, owner in enumerate(key_of[start : start + len(block)]):
                    if owner is not None and index[owner].crc == f"{zlib.crc32(block[at]):08x}":
                        good.append(at)
                        keys.append(owner)
                yield keys, block[good]
                time.sleep(0)

    def _read_meta(self) -> tuple[int | None, Mapping[str, float]]:
        document = _document(self._folder / _META)
        dimension = document.get("dimension")
        same = document.get("schema") == SCHEMA and document.get("space") == self._space
        if not same or not isinstance(dimension, int) or dimension < 1:
            return None, {}
        figures = document.get("calibration")
        if not isinstance(figures, dict):
            return dimension, {}
        return dimension, {
            name: float(value) for name, value in figures.items() if isinstance(value, int | float)
        }

    def _write_meta(self) -> None:
        document = {
            "schema": SCHEMA,
            "space": self._space,
            "dimension": self._dimension,
            "calibration": dict(self._calibration),
        }
        replace_file(self._folder / _META, [readable_json(document) + b"\n"])


class _RowLog(AppendLog):
    """Rows are no lines: a file that does not end in a line feed is whole all the same."""

    def _mend_missing_newline(self) -> None:
        return


def _line(key: str, row: int, content: str, data: bytes) -> bytes:
    return canonical_json([key, row, content, f"{zlib.crc32(data):08x}"]) + b"\n"


def _index_line(line: bytes) -> tuple[str, _Known] | None:
    try:
        value = loads(line)
    except BadRecord:
        return None
    match value:
        case [str(key), int(row), str(content), str(crc)] if row >= 0:
            return key, _Known(row, content, crc)
    return None


def _document(path: Path) -> dict[str, object]:
    try:
        document = loads(path.read_bytes())
    except (OSError, BadRecord):
        return {}
    return document if isinstance(document, dict) else {}


@contextmanager
def _despite_faults(path: Path) -> Iterator[None]:
    """Go on without the rest of a cache that the disk does not give."""
    try:
        yield
    except OSError:
        _log.warning("%s cannot be read; its rows are made afresh", path.name, exc_info=True)


def _normalise(rows: FloatArray) -> None:
    """Undo the rounding to float16 in the length of rows, slice by slice, in place."""
    for start in range(0, len(rows), _SLICE_ROWS):
        part = rows[start : start + _SLICE_ROWS]
        part[~np.isfinite(part).all(axis=1)] = 0.0
        lengths = np.sqrt(np.einsum("ij,ij->i", part, part))
        lengths[lengths == 0.0] = 1.0
        part /= lengths[:, None]
