"""The built-in embedding model behind the port."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.paths import resource
from assistant_app.base.tokens import count_tokens
from assistant_app.embeddings.e5.encoder import Encoder
from assistant_app.embeddings.e5.languages import LanguageDirections
from assistant_app.embeddings.e5.tokenizer import Tokenizer
from assistant_app.embeddings.e5.weights import WeightsError, WeightsFile
from assistant_app.embeddings.port import Purpose
from assistant_app.embeddings.prepare import prepared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from assistant_app.embeddings.port import FloatArray

MODEL_ID = "builtin:e5-small"
SPACE = "e5-small-q4-ls8-1"
DIMENSION = 384

_QUERY_PREFIX = "query:"
# Facts take the query's prefix: they are compared with questions and with each other, and short
# statements were found better so (hit@1 0.88 against 0.77 to 0.82 with `passage:`).
_PREFIXES = {Purpose.FACT: "query:", Purpose.PASSAGE: "passage:"}
_PASS_TOKENS = 128
"""Tokens that are encoded together; more does not get faster and takes more memory."""
_MAX_TOKENS = 512
_SLICE_SECONDS = 0.08
_EXTRA_TOKENS = 5
_FIRST_RATE = 1_500.0
_MIN_RATE, _MAX_RATE = 300.0, 20_000.0
_MEASURED_FROM_TOKENS = 64


@dataclass(frozen=True, slots=True)
class _Model:
    tokenizer: Tokenizer
    encoder: Encoder
    languages: LanguageDirections


class E5Embedder:
    """multilingual-e5-small with the languages taken out.

    Nothing is read before the first text; then it takes some tenths of a second, in the thread
    that calls, and about 220 MB. Safe to use from several threads. Vectors of facts and of
    passages are prepared differently and must not share an index; `space` names the model, and
    whoever keeps both appends the purpose.

    numpy's matrix products are fastest here on one thread; the program sets
    `OPENBLAS_NUM_THREADS=1` before numpy is imported.

    Args:
        weights: The E5S1 file; the one that ships with the program by default.
        directions: The language directions.
        timer: Seconds that only grow; measures the speed of this machine.
    """

    def __init__(
        self,
        weights: Path | None = None,
        directions: Path | None = None,
        *,
        timer: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._weights = weights or resource("models", "e5-small-q4.bin")
        self._directions = directions or resource("models", "e5-small-language-directions.npz")
        self._timer = timer
        self._lock = threading.Lock()
        self._model: _Model | None = None
        self._tokens_per_second = _FIRST_RATE

    @property
    def model_id(self) -> str:
        """See `Embedder.model_id`."""
        return MODEL_ID

    @property
    def space(self) -> str:
        """See `Embedder.space`; append the purpose where both kinds are kept."""
        return SPACE

    @property
    def dimension(self) -> int | None:
        """Always 384."""
        return DIMENSION

    @property
    def is_local(self) -> bool:
        """Always true."""
        return True

    @property
    def is_remote_call(self) -> bool:
        """Always false."""
        return False

    def embed_documents(
        self, texts: Sequence[str], *, purpose: Purpose = Purpose.FACT
    ) -> FloatArray:
        """See `Embedder.embed_documents`.

        Raises:
            UserError: `embedding_unavailable` when the weights are missing or damaged.
        """
        return self._embed(texts, _PREFIXES[purpose])

    def embed_query(self, text: str) -> FloatArray:
        """See `Embedder.embed_query`.

        Raises:
            UserError: `embedding_unavailable` when the weights are missing or damaged.
        """
        vector: FloatArray = self._embed([text], _QUERY_PREFIX)[0]
        return vector

    def load(self) -> None:
        """Read the weights now, so that the first text need not wait.

        Raises:
            UserError: `embedding_unavailable`.
        """
        self._loaded()

    def batches(self, texts: Sequence[str]) -> Iterator[slice]:
        """Cut work into pieces of at most about 100 ms each (see `batching.Sliced`)."""
        begin, tokens = 0, 0
        for number, text in enumerate(texts):
            cost = min(count_tokens(prepared(text)) + _EXTRA_TOKENS, _MAX_TOKENS)
            if number > begin and tokens + cost > self._tokens_per_second * _SLICE_SECONDS:
                yield slice(begin, number)
                begin, tokens = number, 0
            tokens += cost
        if begin < len(texts):
            yield slice(begin, len(texts))

    def close(self) -> None:
        """Free the memory; a later call loads again."""
        with self._lock:
            self._model = None

    def _embed(self, texts: Sequence[str], prefix: str) -> FloatArray:
        vectors = np.zeros((len(texts), DIMENSION), np.float32)
        lines = [prepared(text) for text in texts]
        if not any(lines):
            return vectors
        model = self._loaded()
        tokens = {
            row: model.tokenizer.encode(line, prefix=prefix, limit=model.encoder.max_tokens)
            for row, line in enumerate(lines)
            if line
        }
        for rows in _passes(tokens):
            vectors[rows] = self._timed_pass(model, [tokens[row] for row in rows])
        return vectors

    def _timed_pass(self, model: _Model, tokens: list[list[int]]) -> FloatArray:
        began = self._timer()
        vectors = self._encoded(model, tokens)
        count, seconds = sum(map(len, tokens)), self._timer() - began
        if count >= _MEASURED_FROM_TOKENS and seconds > 0:
            # A moving average; a lost update of another thread does no harm.
            rate = 0.7 * self._tokens_per_second + 0.3 * count / seconds
            self._tokens_per_second = min(max(rate, _MIN_RATE), _MAX_RATE)
        return vectors

    def _encoded(self, model: _Model, tokens: list[list[int]]) -> FloatArray:
        """Encode, and never return what damaged weights make of a text."""
        try:
            with np.errstate(over="ignore", invalid="ignore"):
                vectors = model.languages.remove(model.encoder.encode(tokens))
        except WeightsError as error:
            raise self._unavailable(str(error)) from error
        if not np.isfinite(vectors).all():
            raise self._unavailable("damaged numbers")
        return vectors

    def _loaded(self) -> _Model:
        with self._lock:
            if self._model is None:
                self._model = self._read()
            return self._model

    def _read(self) -> _Model:
        try:
            with WeightsFile(self._weights) as weights:
                encoder = Encoder(weights)
                if encoder.width != DIMENSION:
                    raise self._unavailable("weights of another model")
                languages = LanguageDirections.load(self._directions, DIMENSION)
                return _Model(Tokenizer(weights.pieces), encoder, languages)
        except FileNotFoundError as error:
            raise self._unavailable("missing", error.filename) from error
        except (OSError, WeightsError, ValueError, MemoryError) as error:
            raise self._unavailable(str(error)) from error

    def _unavailable(self, detail: str, path: object = None) -> UserError:
        return UserError(
            ErrorCode.EMBEDDING_UNAVAILABLE,
            model=MODEL_ID,
            detail=detail,
            path=path or self._weights,
        )


def _passes(tokens: dict[int, list[int]]) -> Iterator[list[int]]:
    """Group rows of similar length, so that attention runs over many texts at once."""
    rows: list[int] = []
    total = 0
    for row in sorted(tokens, key=lambda row: len(tokens[row])):
        if rows and total + len(tokens[row]) > _PASS_TOKENS:
            yield rows
            rows, total = [], 0
        rows.append(row)
        total += len(tokens[row])
    if rows:
        yield rows
