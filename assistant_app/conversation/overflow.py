"""What has left the window of a temporary chat, found again by meaning: in memory only.

A kept conversation has a summary for that. A temporary one is written nowhere, so the rounds that
no longer fit go into a memory of the session, and what answers the newest message comes back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from assistant_app.base.lanes import Lane, LaneExecutor
from assistant_app.base.text import clean_text
from assistant_app.conversation.types import Message
from assistant_app.llm.port import Role
from assistant_app.memory.contract import LongTermMemory, MakeMemory
from assistant_app.memory.types import Hit, HitKind

_MOST_SESSIONS = 4
_LONGEST_ROUND = 1_200


class SessionRounds(Protocol):
    """Finds rounds of a temporary chat that no longer stand in its window."""

    async def find(
        self, conversation: str, rounds: Mapping[str, str], question: str
    ) -> tuple[str, ...]:
        """Return the texts that answer a question, the most relevant first.

        Args:
            conversation: Its id.
            rounds: All that have left the window, by id, oldest first.
            question: The newest message.
        """


@dataclass(slots=True)
class _Session:
    memory: LongTermMemory
    known: set[str] = field(default_factory=set)


class LaneSessionRounds:
    """Session memories on the memory worker, which owns the embedding model.

    Args:
        executor: The memory worker.
        make: Makes an empty memory; called on the worker.
    """

    def __init__(self, executor: LaneExecutor, make: MakeMemory) -> None:
        self._executor = executor
        self._make = make
        self._sessions: dict[str, _Session] = {}

    async def find(
        self, conversation: str, rounds: Mapping[str, str], question: str
    ) -> tuple[str, ...]:
        """Take in what is new, one round a job, and search."""
        for identity, text in rounds.items():
            await self._on(partial(self._take, conversation, identity, text))
        return await self._on(lambda: self._search(conversation, question))

    def _take(self, conversation: str, identity: str, text: str) -> tuple[str, ...]:
        session = self._sessions.pop(conversation, None) or _Session(self._make())
        self._sessions[conversation] = session  # the one used last stands last
        while len(self._sessions) > _MOST_SESSIONS:
            del self._sessions[next(iter(self._sessions))]
        if identity not in session.known:
            session.known.add(identity)
            session.memory.update(text)
        return ()

    def _search(self, conversation: str, question: str) -> tuple[str, ...]:
        session = self._sessions.get(conversation)
        return tuple(session.memory.search(question)) if session is not None else ()

    async def _on(self, job: Callable[[], tuple[str, ...]]) -> tuple[str, ...]:
        return await asyncio.wrap_future(self._executor.submit(job, Lane.RECALL))


async def find_left_out(
    sessions: SessionRounds,
    conversation: str,
    left_out: Sequence[Message],
    question: str,
    *,
    deadline: float,
) -> tuple[Hit, ...]:
    """Return rounds that left the window and answer the newest message; none when it takes long.

    Args:
        sessions: Where they are found.
        conversation: Its id.
        left_out: Messages before the window, oldest first.
        question: The newest message.
        deadline: Seconds.
    """
    rounds = {key: text[:_LONGEST_ROUND] for key, text in _rounds(left_out).items()}
    if not rounds:
        return ()
    try:
        found = await asyncio.wait_for(sessions.find(conversation, rounds, question), deadline)
    except TimeoutError:
        return ()
    ids = {_form(text): key for key, text in rounds.items()}
    times = {message.id: message.at for message in left_out}
    hits = []
    for text in found:
        key = ids.get(_form(text), "")  # what a rule has cut something out of has no place any more
        hits.append(Hit(HitKind.ROUND, key, text, 1.0, 1.0, {}, at=times.get(key)))
    return tuple(hits)


def _form(text: str) -> str:
    return "".join(clean_text(text).split())


def _rounds(messages: Sequence[Message]) -> dict[str, str]:
    rounds: dict[str, str] = {}
    newest = ""
    for message in messages:
        if message.role is Role.USER:
            newest = message.id
            rounds[newest] = f"User: {message.text}"
        elif newest and message.text.strip():
            rounds[newest] += f"\nAssistant: {message.text}"
    return rounds
