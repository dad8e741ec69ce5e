"""Writes a tiny model in the format of the real one, and computes what it should answer."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np

WIDTH, LAYERS, HEADS, INNER, POSITIONS = 64, 2, 2, 96, 24
EPSILON = 1e-12
PIECES = [
    ("<s>", 0.0),
    ("<pad>", 0.0),
    ("</s>", 0.0),
    ("<unk>", 0.0),
    ("▁", -3.0),
    ("▁dog", -5.0),
    ("▁do", -4.0),
    ("g", -4.0),
    ("d", -4.5),
    ("o", -4.5),
    ("gs", -4.2),
    ("s", -4.0),
    ("犬", -6.0),
    ("dog", -5.5),
    ("dog", -1.0),  # spelled like the one before: never used
]
NORMALISER = {ord("Ⅷ"): "dog", ord("\t"): " ", 0xFDFA: "dog dog dog dog"}


@dataclass
class Tiny:
    """A model as it was written: names and values."""

    path: Path
    tensors: dict[str, np.ndarray]


def quantised(matrix: np.ndarray) -> tuple[bytes, np.ndarray]:
    """Write rows in blocks of 4 bits; returns the bytes and the values that they stand for."""
    blocks = matrix.reshape(-1, 32)
    scales = (np.abs(blocks).max(axis=1) / 7).astype("<f2")
    codes = np.clip(np.rint(blocks / scales[:, None].astype(float)) + 8, 0, 15).astype(np.uint8)
    packed = codes[:, :16] | (codes[:, 16:] << 4)
    data = b"".join(s.tobytes() + p.tobytes() for s, p in zip(scales, packed, strict=True))
    values = (codes.astype(float) - 8) * scales[:, None].astype(float)
    return data, values.reshape(matrix.shape)


def write(path: Path, seed: int = 0) -> Tiny:
    """Write a random model."""
    random = np.random.default_rng(seed)
    shapes: dict[str, tuple[int, ...]] = {"emb.word": (len(PIECES), WIDTH)}
    floats = {
        "emb.pos": (POSITIONS, WIDTH),
        "emb.type": (2, WIDTH),
        "emb.ln.w": (WIDTH,),
        "emb.ln.b": (WIDTH,),
    }
    for layer in range(LAYERS):
        for name, rows, columns in (
            ("q", WIDTH, WIDTH),
            ("k", WIDTH, WIDTH),
            ("v", WIDTH, WIDTH),
            ("ao", WIDTH, WIDTH),
            ("fi", INNER, WIDTH),
            ("fo", WIDTH, INNER),
        ):
            shapes[f"l{layer}.{name}.w"] = (rows, columns)
            floats[f"l{layer}.{name}.b"] = (rows,)
        for name in ("aln", "oln"):
            floats[f"l{layer}.{name}.w"] = floats[f"l{layer}.{name}.b"] = (WIDTH,)
    head = _head()
    names = [*shapes, *floats]
    directory_size = 4 + sum(2 + len(name) + 21 for name in names)
    offset = len(head) + directory_size
    directory = struct.pack("<i", len(names))
    body = b""
    tensors: dict[str, np.ndarray] = {}
    for name in names:
        if name in shapes:
            data, tensors[name] = quantised(random.standard_normal(shapes[name]) * 0.5)
            kind, count = 1, math.prod(shapes[name])
        else:
            tensors[name] = random.standard_normal(floats[name]).astype(np.float32)
            data, kind, count = tensors[name].astype("<f4").tobytes(), 0, tensors[name].size
        directory += struct.pack("<H", len(name)) + name.encode()
        directory += struct.pack("<BIQQ", kind, count, offset + len(body), len(data))
        body += data
    path.write_bytes(head + directory + body)
    return Tiny(path, tensors)


def _head() -> bytes:
    text = b"".join(piece.encode() for piece, _ in PIECES)
    offsets = np.cumsum([0, *(len(piece.encode()) for piece, _ in PIECES)])
    normal = b"".join(
        struct.pack("<IB", point, len(out)) + struct.pack(f"<{len(out)}I", *map(ord, out))
        for point, out in NORMALISER.items()
    )
    return (
        b"E5S1"
        + struct.pack("<I7i", 1, WIDTH, LAYERS, HEADS, INNER, len(PIECES), POSITIONS, 2)
        + struct.pack("<fi", EPSILON, 32)
        + struct.pack("<5iQ", len(PIECES), 0, 2, 1, 3, len(text))
        + offsets.astype("<u4").tobytes()
        + np.array([score for _, score in PIECES], "<f4").tobytes()
        + text
        + struct.pack("<iI", len(NORMALISER), len(normal))
        + normal
    )


def expected(tiny: Tiny, tokens: list[int]) -> np.ndarray:
    """The mean vector of a text, computed the plain way in float64."""
    t = tiny.tensors

    def norm(x, name):
        x = x - x.mean(1, keepdims=True)
        return (
            x / np.sqrt((x * x).mean(1, keepdims=True) + EPSILON) * t[f"{name}.w"] + t[f"{name}.b"]
        )

    def dense(x, name):
        return x @ t[f"{name}.w"].T + t[f"{name}.b"]

    x = t["emb.word"][tokens] + t["emb.pos"][: len(tokens)] + t["emb.type"][0]
    x = norm(x, "emb.ln")
    for layer in range(LAYERS):
        p = f"l{layer}."
        heads = [dense(x, p + n).reshape(len(tokens), HEADS, -1).transpose(1, 0, 2) for n in "qkv"]
        a = heads[0] @ heads[1].transpose(0, 2, 1) / math.sqrt(WIDTH // HEADS)
        a = np.exp(a - a.max(-1, keepdims=True))
        mixed = (a / a.sum(-1, keepdims=True)) @ heads[2]
        x = norm(x + dense(mixed.transpose(1, 0, 2).reshape(len(tokens), -1), p + "ao"), p + "aln")
        x = norm(x + dense(exact_gelu(dense(x, p + "fi")), p + "fo"), p + "oln")
    return x.mean(0)


def exact_gelu(x: np.ndarray) -> np.ndarray:
    """GELU by its definition."""
    return x * 0.5 * (1 + np.vectorize(math.erf)(x / math.sqrt(2)))
