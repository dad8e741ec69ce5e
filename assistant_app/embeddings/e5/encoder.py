"""The network itself: BERT's encoder in float32, all texts of a batch in one matrix.

Where the time goes, and what is done about it (figures: tests/benchmarks/bench_embedding.py):

- Dense products are nearly all of it. The tokens of all texts stand in one matrix, and each
  weight matrix is stored as panels of 32 columns. OpenBLAS multiplies small matrices without
  repacking them when the product is small enough, and a panel is; a short text takes half the
  time of the plain product on AVX-512, and the same time elsewhere.
- Attention mixes tokens of one text only. Texts of equal length are computed together.
- The scale of the attention is folded into the query weights, the token type into the positions.
- GELU costs one tanh, see `double_gelu`; its factor of a half is folded into the next weights.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from assistant_app.embeddings.e5.weights import dequantised

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assistant_app.embeddings.e5.weights import ByteArray, Shape, WeightsFile
    from assistant_app.embeddings.port import FloatArray

PANEL = 32
_GELU_A, _GELU_B = 0.80015659, 0.03470103


@dataclass(frozen=True, slots=True)
class _Dense:
    """A linear layer: `(columns / 32, rows, 32)` panels and a bias."""

    panels: FloatArray
    bias: FloatArray

    def apply(self, x: FloatArray, out: FloatArray) -> FloatArray:
        """Compute `x @ W + b` into `out`, `(tokens, columns) float32`."""
        np.matmul(x, self.panels, out=out.reshape(len(x), -1, PANEL).transpose(1, 0, 2))
        out += self.bias
        return out


@dataclass(frozen=True, slots=True)
class _Norm:
    weight: FloatArray
    bias: FloatArray
    epsilon: float

    def apply(self, x: FloatArray) -> None:
        """Normalise each row of `x` in place."""
        share = np.float32(1.0 / x.shape[1])
        mean = np.add.reduce(x, axis=1, keepdims=True)
        mean *= share
        x -= mean
        factor = np.einsum("ij,ij->i", x, x)
        factor *= share
        factor += self.epsilon
        np.sqrt(factor, out=factor)
        np.reciprocal(factor, out=factor)
        x *= factor[:, None]
        x *= self.weight
        x += self.bias


@dataclass(frozen=True, slots=True)
class _Layer:
    attention_in: _Dense
    attention_out: _Dense
    attention_norm: _Norm
    inner: _Dense
    outer: _Dense
    output_norm: _Norm


class Encoder:
    """Token numbers to one vector for each text.

    Immutable after construction; may be used from several threads.

    Args:
        weights: The open file; not needed afterwards.
    """

    def __init__(self, weights: WeightsFile) -> None:
        shape = self._shape = weights.shape
        # The table of words stays in 4 bits: 54 MB instead of 384.
        self._words: ByteArray = weights.blocks("emb.word", shape.vocabulary, shape.width)
        positions = weights.floats("emb.pos").reshape(-1, shape.width)
        self._positions = positions + weights.floats("emb.type")[: shape.width]
        self._first_norm = _norm(weights, "emb.ln", shape)
        self._layers = [_layer(weights, f"l{number}.", shape) for number in range(shape.layers)]

    @property
    def width(self) -> int:
        """Length of a vector."""
        return self._shape.width

    @property
    def max_tokens(self) -> int:
        """The most tokens of one text."""
        return self._shape.positions

    def encode(self, texts: Sequence[Sequence[int]]) -> FloatArray:
        """Encode texts; fastest when they are ordered by length.

        Args:
            texts: Token numbers, none empty, none longer than `max_tokens`.

        Returns:
            `(n, width) float32`, the mean over the tokens of each text.
        """
        lengths = [len(text) for text in texts]
        tokens = np.concatenate([np.asarray(text, np.intp) for text in texts])
        places = np.concatenate([np.arange(length) for length in lengths])
        x = dequantised(self._words[tokens])
        x += self._positions[places]
        self._first_norm.apply(x)
        scratch = _Scratch(len(tokens), self._shape)
        groups = _groups(lengths)
        for layer in self._layers:
            self._run(layer, x, scratch, groups)
        starts = np.cumsum([0, *lengths[:-1]])
        pooled: FloatArray = np.add.reduceat(x, starts, axis=0)
        pooled /= np.asarray(lengths, np.float32)[:, None]
        return pooled

    def _run(
        self, layer: _Layer, x: FloatArray, scratch: _Scratch, groups: list[tuple[int, int, int]]
    ) -> None:
        """Send `x` through one layer, in place."""
        heads = self._shape.heads
        mixed = layer.attention_in.apply(x, scratch.mixed)
        for first, count, length in groups:
            rows = slice(first, first + count * length)
            _attend(mixed[rows], scratch.context[rows], (count, length, heads))
        x += layer.attention_out.apply(scratch.context, scratch.narrow)
        layer.attention_norm.apply(x)
        double_gelu(layer.inner.apply(x, scratch.inner), scratch.factor)
        x += layer.outer.apply(scratch.inner, scratch.narrow)
        layer.output_norm.apply(x)


class _Scratch:
    """Room for intermediate results, shared by all layers of one pass."""

    def __init__(self, tokens: int, shape: Shape) -> None:
        self.mixed = np.empty((tokens, 3 * shape.width), np.float32)
        self.context = np.empty((tokens, shape.width), np.float32)
        self.narrow = np.empty((tokens, shape.width), np.float32)
        self.inner = np.empty((tokens, shape.inner), np.float32)
        self.factor = np.empty((tokens, shape.inner), np.float32)


def double_gelu(x: FloatArray, factor: FloatArray) -> None:
    """Replace `x` by twice its GELU, approximately.

    `x * (1 + tanh(a x + b x^3))`, Hendrycks and Gimpel's form with `a` and `b` fitted anew: the
    largest error of the single GELU against the exact form with erf is 2.8e-4 instead of 4.8e-4
    (a test holds it), far below what 4-bit weights cost. The missing half lies in the weights of
    the layer that follows.

    Args:
        x: Any shape.
        factor: Room of the same shape.
    """
    np.multiply(x, x, out=factor)
    factor *= _GELU_B
    factor += _GELU_A
    factor *= x
    np.tanh(factor, out=factor)
    factor += 1.0
    x *= factor


def _attend(mixed: FloatArray, context: FloatArray, dims: tuple[int, int, int]) -> None:
    """Scaled dot-product attention of texts of equal length.

    Args:
        mixed: `(count * length, 3 * width)`: queries (already scaled), keys, values.
        context: `(count * length, width)`, receives the result.
        dims: count, length, heads.
    """
    count, length, heads = dims
    parts = mixed.reshape(count, length, 3, heads, -1)
    queries = parts[:, :, 0].transpose(0, 2, 1, 3)
    keys = parts[:, :, 1].transpose(0, 2, 3, 1)
    values = parts[:, :, 2].transpose(0, 2, 1, 3)
    weights = np.matmul(queries, keys)
    weights -= np.maximum.reduce(weights, axis=-1, keepdims=True)
    np.exp(weights, out=weights)
    total = np.add.reduce(weights, axis=-1, keepdims=True)
    out = context.reshape(count, length, heads, -1).transpose(0, 2, 1, 3)
    np.matmul(weights, values, out=out)
    out /= total  # after the product: there are fewer numbers here than weights of long texts


def _groups(lengths: Sequence[int]) -> list[tuple[int, int, int]]:
    """Runs of neighbouring texts of equal length: (first row, texts, length)."""
    groups: list[tuple[int, int, int]] = []
    row = 0
    for length, run in groupby(lengths):
        count = sum(1 for _ in run)
        groups.append((row, count, length))
        row += count * length
    return groups


def _panels(matrix: FloatArray) -> FloatArray:
    """Turn `(columns, rows)`, as stored in the file, into `(columns / 32, rows, 32)`."""
    columns, rows = matrix.shape
    return np.ascontiguousarray(matrix.reshape(columns // PANEL, PANEL, rows).transpose(0, 2, 1))


def _dense(weights: WeightsFile, name: str, columns: int, rows: int) -> _Dense:
    panels = _panels(weights.matrix(f"{name}.w", columns, rows))
    return _Dense(panels, weights.floats(f"{name}.b"))


def _norm(weights: WeightsFile, name: str, shape: Shape) -> _Norm:
    return _Norm(weights.floats(f"{name}.w"), weights.floats(f"{name}.b"), shape.epsilon)


def _layer(weights: WeightsFile, name: str, shape: Shape) -> _Layer:
    width, inner = shape.width, shape.inner
    queries = _dense(weights, f"{name}q", width, width)
    keys = _dense(weights, f"{name}k", width, width)
    values = _dense(weights, f"{name}v", width, width)
    scale = np.float32((width // shape.heads) ** -0.5)
    together = _Dense(
        np.concatenate([queries.panels * scale, keys.panels, values.panels]),
        np.concatenate([queries.bias * scale, keys.bias, values.bias]),
    )
    outer = _dense(weights, f"{name}fo", width, inner)
    halved = _Dense(outer.panels * np.float32(0.5), outer.bias)  # see `double_gelu`
    return _Layer(
        attention_in=together,
        attention_out=_dense(weights, f"{name}ao", width, width),
        attention_norm=_norm(weights, f"{name}aln", shape),
        inner=_dense(weights, f"{name}fi", inner, width),
        outer=halved,
        output_norm=_norm(weights, f"{name}oln", shape),
    )
