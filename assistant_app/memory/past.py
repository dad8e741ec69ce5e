"""Rounds of past conversations as memory holds them for recall.

A round whose statement the user has forgotten is not recalled either: "forget that" would be empty
words if the old conversation told it again. It comes back when the memory is restored.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from assistant_app.embeddings.port import Purpose
from assistant_app.memory.rules import NeverCheck
from assistant_app.memory.types import Round
from assistant_app.memory.vectorbook import Wanted
from assistant_app.retrieval.rounds import RoundIndex
from assistant_app.retrieval.types import Round as IndexedRound

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from assistant_app.memory.vectorbook import VectorBook

_LONGEST_USER = 4000
_LONGEST_ASSISTANT = 1500
"""Characters that are searched: the beginning tells what a text is about, and a paste of
megabytes must not hold up the thread."""


class PastRounds:
    """The rounds and their index; one thread owns it."""

    def __init__(self) -> None:
        self.index = RoundIndex()
        self._rounds: dict[str, Round] = {}
        self._hidden: Counter[str] = Counter()
        self._book: VectorBook | None = None
        self._never = NeverCheck()

    def follow_vectors(self, book: VectorBook) -> None:
        """Tell a book which rounds need vectors."""
        self._book = book

    def follow_rules(self, never: NeverCheck) -> None:
        """Leave out of every round what may not be remembered by the rules as they are now."""
        changed = never.rules != self._never.rules
        self._never = never
        if changed and self._rounds:
            self.add(tuple(self._rounds.values()))

    def text_of(self, one: Round) -> str:
        """Return a round as the model reads it, without anything that is never remembered."""
        parts = (one.user, one.assistant)
        return self._never.redact("\n".join(part.strip() for part in parts if part.strip()))

    def __len__(self) -> int:
        return len(self._rounds)

    def __contains__(self, key: object) -> bool:
        return key in self._rounds

    def __getitem__(self, round_id: str) -> Round:
        return self._rounds[round_id]

    def add(self, rounds: Sequence[Round]) -> None:
        """Add rounds, or replace those with the same id."""
        rounds = [_shortened(one) for one in rounds]
        for one in rounds:
            self._rounds[one.id] = one
            if not self._hidden[one.id]:
                self.index.put(self._indexed(one))
        if self._book is None:
            return
        wanted = [self._wanted(one) for one in rounds if not self._hidden[one.id]]
        if len(wanted) > 1:
            self._book.adopt(wanted)
        elif wanted:
            self._book.expect(wanted[0])

    def forget_conversation(self, conversation: str) -> None:
        """Take every round of a conversation out, vectors too."""
        gone = [key for key, one in self._rounds.items() if one.conversation == conversation]
        for key in gone:
            del self._rounds[key]
            self.index.remove(key)
        if self._book is not None and gone:
            self._book.forget(gone)

    def hide(self, message: str) -> None:
        """Keep the round of a message from being recalled."""
        self._hidden[message] += 1
        if self.index.remove(message) and self._book is not None:
            self._book.forget([message])

    def unhide(self, message: str) -> None:
        """Let the round of a message be recalled again, unless another reason hides it."""
        self._hidden[message] -= 1
        if self._hidden[message] <= 0:
            del self._hidden[message]
            if message in self._rounds:
                self.add([self._rounds[message]])

    def wanted(self) -> Iterator[Wanted]:
        """Yield the rounds that should have a vector."""
        return (self._wanted(one) for key, one in self._rounds.items() if not self._hidden[key])

    def _wanted(self, one: Round) -> Wanted:
        return Wanted(one.id, self._indexed(one).embedding_text, Purpose.PASSAGE)

    def _indexed(self, one: Round) -> IndexedRound:
        return IndexedRound(
            key=one.id,
            conversation=one.conversation,
            session=one.conversation,
            speaker="",
            at=one.at,
            text=self.text_of(one),
            label=(one.scope, one.conversation),
        )


def _shortened(one: Round) -> Round:
    return replace(one, user=one.user[:_LONGEST_USER], assistant=one.assistant[:_LONGEST_ASSISTANT])
