"""Knows which texts have a vector in the current space, and fills in those that have none.

Text comes first: a memory is saved and found by its words before its vector exists. A vector
belongs to one key, one space and the hash of one text; whatever does not match is never used and
is made anew. The owner's thread never waits for a server: a remote model is asked elsewhere, by
`pending`, and its answers come back by `accept`.
"""

from __future__ import annotations

import itertools
import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.embeddings.port import Purpose
from assistant_app.memory.store.vectors import content_hash
from assistant_app.memory.types import VectorStatus
from assistant_app.memory.yardstick import (
    FixedText,
    calibration_from,
    calibration_texts,
    categories_from,
    category_texts,
    is_fixed,
    shipped_vectors,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from assistant_app.embeddings.port import Embedder
    from assistant_app.memory.vectorfiles import VectorFile, VectorFiles
    from assistant_app.retrieval.facts import FactIndex
    from assistant_app.retrieval.rounds import RoundIndex

    FloatArray = NDArray[np.float32]

_log = logging.getLogger(__name__)
_CHARACTERS_AT_ONCE = 160
_TEXTS_AT_ONCE = 16


class Pending(NamedTuple):
    """A text whose vector is missing.

    Attributes:
        key: Of the memory, the round or the fixed text.
        text: What to embed.
        purpose: As what.
        hash: Comes back with the vector, so that one of an older text is recognised.
    """

    key: str
    text: str
    purpose: Purpose
    hash: str


class Wanted(NamedTuple):
    """A text that should have a vector.

    Attributes:
        key: Of the memory or the round.
        text: What the vector stands for.
        purpose: As what it is embedded.
        local_only: It must not be sent to a model beyond this machine.
    """

    key: str
    text: str
    purpose: Purpose
    local_only: bool = False


class VectorBook:
    """Vectors of facts and rounds in one space at a time; one thread owns it.

    Args:
        facts: The index of memories.
        rounds: The index of past rounds.
        wanted: Every text that should have a vector now.
        files: Where vectors are kept between two starts; None keeps none.
        timer: Seconds that only grow; for slices.
    """

    def __init__(
        self,
        facts: FactIndex,
        rounds: RoundIndex,
        wanted: Callable[[], Iterable[Wanted]],
        files: VectorFiles | None = None,
        timer: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._facts = facts
        self._rounds = rounds
        self._wanted = wanted
        self._files = files
        self._timer = timer
        self._embedder: Embedder | None = None
        self._open: dict[Purpose, VectorFile] = {}
        self._saves = 0
        self._hashes: dict[Purpose, dict[str, str]] = {purpose: {} for purpose in Purpose}
        self._missing: dict[str, Pending] = {}
        self._withheld: set[str] = set()
        self._fixed: dict[str, FixedText] = {}
        self._fixed_missing: dict[str, Pending] = {}
        self._fixed_vectors: dict[str, FloatArray] = {}
        self.prototypes: Mapping[str, FloatArray] = {}

    @property
    def embedder(self) -> Embedder | None:
        """The model in use; None when memory works by words alone."""
        return self._embedder

    @property
    def space(self) -> str:
        """Name of the vector space; empty without a model."""
        return self._embedder.space if self._embedder is not None else ""

    @property
    def computes_here(self) -> bool:
        """Whether the model may be asked on this thread."""
        return self._embedder is not None and not self._embedder.is_remote_call

    @property
    def status(self) -> VectorStatus:
        """How many texts have a vector, and how many are still to come."""
        if self._embedder is None:
            return VectorStatus(space="", ready=0, pending=0)
        known = sum(map(len, self._hashes.values()))
        pending = len(self._missing)
        return VectorStatus(self.space, known - pending - len(self._withheld), pending)

    @property
    def status_of_memories(self) -> VectorStatus:
        """The same for memories alone, without past rounds."""
        if self._embedder is None:
            return VectorStatus(space="", ready=0, pending=0)
        hashes = self._hashes[Purpose.FACT]
        pending = len(self.pending_memories())
        return VectorStatus(self.space, len(hashes) - pending - len(self._withheld), pending)

    def pending_memories(self) -> frozenset[str]:
        """Ids of memories whose vector is still to come; any thread may ask."""
        missing = tuple(self._missing.values())
        return frozenset(one.key for one in missing if one.purpose is Purpose.FACT)

    def use(self, embedder: Embedder | None) -> None:
        """Change to another model: its stored vectors are read, the others are made later."""
        self.close()
        self._embedder = embedder
        self._start()

    def rebuild(self) -> None:
        """Forget every vector of this space, stored ones too, and plan all of them anew."""
        for file in self._open.values():
            file.clear()
        self._start()

    def adopt(self, wanted: Iterable[Wanted]) -> None:
        """Take many texts at once: stored vectors are read where their text is unchanged.

        Reading walks over the whole file; a single new text is only expected.
        """
        for purpose, some in _by_purpose(wanted).items():
            owners = {one.key: content_hash(one.text) for one in some}
            self._read_file(purpose, owners)
            for one in some:
                self._expect(one, owners[one.key])

    def expect(self, one: Wanted) -> None:
        """Say that a key has this text now; its vector is kept, or planned."""
        self._expect(one, content_hash(one.text))

    def forget(self, keys: Sequence[str]) -> None:
        """Say that keys are gone; their rows leave the file when it is compacted."""
        for key in keys:
            for hashes in self._hashes.values():
                hashes.pop(key, None)
            self._missing.pop(key, None)
            self._withheld.discard(key)

    def erase(self, keys: Sequence[str]) -> None:
        """Remove the vectors of keys for good, from every space."""
        self.forget(keys)
        if self._files is not None:
            for file in self._open.values():
                file.close()
            self._files.erase(keys)

    def pending(self, limit: int) -> list[Pending]:
        """Return texts whose vector is missing, those of the user first."""
        both = itertools.chain(self._missing.values(), self._fixed_missing.values())
        return list(itertools.islice(both, limit))

    def accept(
        self, space: str, keys: Sequence[str], hashes: Sequence[str], vectors: FloatArray
    ) -> int:
        """Take vectors that were made elsewhere.

        Those of another space, of a text that has changed since, or of a key that is gone are
        left out. Another length than before means that the model behind the name has changed:
        everything is made anew.

        Args:
            space: Where they belong.
            keys: Of `pending`.
            hashes: Of `pending`.
            vectors: `(n, d) float32`.

        Returns:
            How many were taken.
        """
        if self._embedder is None or space != self.space or not len(keys):
            return 0
        if self._facts.dimension not in {None, vectors.shape[1]}:
            _log.warning("the vectors of %s changed their length", space)
            self.rebuild()
        taken: dict[Purpose, list[int]] = {purpose: [] for purpose in Purpose}
        for number, (key, digest) in enumerate(zip(keys, hashes, strict=True)):
            if is_fixed(key):
                if self._fixed_missing.pop(key, None) is not None:
                    self._fixed_vectors[key] = vectors[number]
                    taken[Purpose.FACT].append(number)
                continue
            one = self._missing.get(key)
            if one is not None and one.hash == digest and self._place(one, vectors[number]):
                del self._missing[key]
                taken[one.purpose].append(number)
        for purpose, rows in taken.items():
            self._save(purpose, keys, hashes, vectors, rows)
        self._finish_fixed()
        return sum(map(len, taken.values()))

    def fill_in(self, seconds: float) -> int:
        """Make missing vectors here for about so long.

        Returns:
            How many are still missing; 0 when the model is remote, absent or failing.
        """
        if not self.computes_here:
            return 0
        end = self._timer() + seconds
        while (self._missing or self._fixed_missing) and self._timer() < end:
            some = self._next_batch()
            try:
                vectors = self._embed(some)
            except UserError as error:
                _log.warning("vectors cannot be made: %s", error.code)
                return 0
            self.accept(self.space, [one.key for one in some], [one.hash for one in some], vectors)
            for one in some:
                # A vector that the index refuses would be asked for again for ever.
                self._missing.pop(one.key, None)
        return len(self._missing) + len(self._fixed_missing)

    def query(self, text: str) -> FloatArray | None:
        """Embed a question here; None when that is not possible on this thread."""
        if self._embedder is None or not self.computes_here:
            return None
        try:
            return self._embedder.embed_query(text)
        except UserError as error:
            _log.warning("the question has no vector: %s", error.code)
            return None

    def facts(self, texts: Sequence[str]) -> list[FloatArray | None]:
        """Embed statements here; None for each when that is not possible on this thread."""
        if self._embedder is None or not texts or not self.computes_here:
            return [None] * len(texts)
        try:
            return list(self._embedder.embed_documents(texts, purpose=Purpose.FACT))
        except UserError as error:
            _log.warning("statements have no vector: %s", error.code)
            return [None] * len(texts)

    def cosine_of(self, relevance: float) -> float:
        """Return the fact-to-fact cosine that stands for a relevance in this space."""
        unrelated = self._facts.calibration.fact_to_fact
        return unrelated + relevance * (1.0 - unrelated)

    def compaction(self) -> Iterator[None]:
        """Compact files most of whose rows belong to nobody, in steps.

        Vectors that arrive meanwhile end the compaction; a later one does it.
        """
        for purpose, file in tuple(self._open.items()):
            if file.compaction_due(len(self._hashes[purpose])):
                saved = self._saves
                owners = self._hashes[purpose] | self._fixed_hashes()
                for _ in file.compaction(owners):
                    yield None
                    if self._saves != saved or self._open.get(purpose) is not file:
                        return

    def close(self) -> None:
        """Close the files of vectors."""
        for file in self._open.values():
            file.close()
        self._open.clear()

    def _start(self) -> None:
        """Begin anew in the space of the model: read what is stored, plan the rest."""
        self._facts.clear_vectors()
        self._rounds.clear_vectors()
        self._missing.clear()
        self._withheld.clear()
        self._fixed_missing.clear()
        self._fixed_vectors.clear()
        self.prototypes = {}
        if self._embedder is not None and self._files is not None and not self._open:
            self._open = {purpose: self._files.open(self.space, purpose) for purpose in Purpose}
        self._plan_fixed()
        self.adopt(self._wanted())

    def _expect(self, one: Wanted, digest: str) -> None:
        self._hashes[one.purpose][one.key] = digest
        self._missing.pop(one.key, None)
        self._withheld.discard(one.key)
        if self._embedder is None or self._vector_of(one) is not None:
            return
        if one.local_only and not self._embedder.is_local:
            self._withheld.add(one.key)
        else:
            self._missing[one.key] = Pending(one.key, one.text, one.purpose, digest)

    def _read_file(self, purpose: Purpose, owners: Mapping[str, str]) -> None:
        file = self._open.get(purpose)
        if file is None or not owners:
            return
        index = self._facts if purpose is Purpose.FACT else self._rounds
        found = file.load(owners)
        try:
            for key, row in zip(found.keys, found.rows, strict=True):
                index.set_vector(key, row)
        except UserError as error:
            _log.warning("stored vectors are made anew: %s", error.code)
            file.clear()

    def _save(
        self,
        purpose: Purpose,
        keys: Sequence[str],
        hashes: Sequence[str],
        vectors: FloatArray,
        rows: Sequence[int],
    ) -> None:
        """Keep vectors for the next start; they are a cache, so a full disk only costs time."""
        file = self._open.get(purpose)
        if file is None or not rows:
            return
        self._saves += 1
        taken = ([keys[row] for row in rows], [hashes[row] for row in rows], vectors[list(rows)])
        try:
            file.append(*taken)
        except UserError as error:
            _log.warning("vectors were not kept: %s", error.code)
            if error.code is ErrorCode.DIMENSION_MISMATCH:
                file.clear()

    def _plan_fixed(self) -> None:
        """Look the fixed texts up: those that ship, those of the last start; plan the rest."""
        if self._embedder is None:
            self._fixed = {}
            return
        self._fixed = {**calibration_texts(), **category_texts()}
        hashes = self._fixed_hashes()
        self._fixed_vectors.update(shipped_vectors(self.space, hashes))
        file = self._open.get(Purpose.FACT)
        if file is not None and not self._fixed_vectors.keys() >= hashes.keys():
            found = file.load(hashes)
            self._fixed_vectors.update(zip(found.keys, found.rows, strict=True))
        self._fixed_missing.update(
            (key, Pending(key, fixed.text, fixed.purpose, hashes[key]))
            for key, fixed in self._fixed.items()
            if key not in self._fixed_vectors
        )
        self._finish_fixed()

    def _fixed_hashes(self) -> dict[str, str]:
        return {key: content_hash(fixed.text) for key, fixed in self._fixed.items()}

    def _finish_fixed(self) -> None:
        """Derive calibration and category centres once all of their texts have a vector."""
        for texts, finish in (
            (calibration_texts(), self._calibrate),
            (category_texts(), self._centre),
        ):
            if texts.keys() <= self._fixed_vectors.keys():
                finish({key: self._fixed_vectors.pop(key) for key in texts})

    def _calibrate(self, vectors: Mapping[str, FloatArray]) -> None:
        self._facts.calibration = self._rounds.calibration = calibration_from(vectors)

    def _centre(self, vectors: Mapping[str, FloatArray]) -> None:
        self.prototypes = categories_from(vectors)

    def _next_batch(self) -> list[Pending]:
        """Take short texts of one kind together, so few that one call stays short."""
        waiting = self.pending(_TEXTS_AT_ONCE)
        batch = waiting[:1]
        characters = len(batch[0].text)
        for one in waiting[1:]:
            characters += len(one.text)
            if characters > _CHARACTERS_AT_ONCE or self._kind(one) != self._kind(batch[0]):
                break
            batch.append(one)
        return batch

    def _kind(self, one: Pending) -> tuple[Purpose, str]:
        """Texts of one kind are embedded together; a question always alone."""
        fixed = self._fixed.get(one.key)
        return one.purpose, one.key if fixed is not None and fixed.question else ""

    def _embed(self, some: Sequence[Pending]) -> FloatArray:
        if self._embedder is None:
            raise RuntimeError("there is no model")
        if self._kind(some[0])[1]:
            return self._embedder.embed_query(some[0].text)[np.newaxis]
        return self._embedder.embed_documents([one.text for one in some], purpose=some[0].purpose)

    def _vector_of(self, one: Wanted) -> FloatArray | None:
        index = self._facts if one.purpose is Purpose.FACT else self._rounds
        return index.vector_of(one.key)

    def _place(self, one: Pending, vector: FloatArray) -> bool:
        """Hand a vector to its index; False when it is refused, or the text is gone."""
        index = self._facts if one.purpose is Purpose.FACT else self._rounds
        try:
            return index.set_vector(one.key, vector)
        except UserError as error:
            _log.warning("a vector was refused: %s", error.code)
            return False


def _by_purpose(wanted: Iterable[Wanted]) -> Mapping[Purpose, list[Wanted]]:
    sorted_out: dict[Purpose, list[Wanted]] = {}
    for one in wanted:
        sorted_out.setdefault(one.purpose, []).append(one)
    return sorted_out
