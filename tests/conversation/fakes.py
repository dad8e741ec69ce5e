"""Fakes of memory for the tests of a turn, and small builders."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from assistant_app.base.clock import IdFactory
from assistant_app.base.errors import UserError
from assistant_app.base.paths import DataFolder
from assistant_app.conversation.answer import MemoryAnswerer
from assistant_app.conversation.port import Neighbours, RecallResult
from assistant_app.conversation.store.store import ConversationStore
from assistant_app.conversation.turn import Turn
from assistant_app.conversation.types import (
    Conversation,
    LearnedItem,
    Message,
    TalkState,
    TurnEvent,
    TurnOptions,
)
from assistant_app.llm.port import ChatModel, Role
from assistant_app.memory.types import (
    Cause,
    Changes,
    Draft,
    Entry,
    Hit,
    HitKind,
    Recall,
    RecallQuery,
    Remembered,
    RememberStatus,
    Round,
)

NOON = datetime(2026, 11, 29, 12, 0, tzinfo=UTC)


class FakeClock:
    """A clock that a test sets."""

    def __init__(self, now: datetime = NOON) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def move(self, **change: float) -> None:
        self.now += timedelta(**change)


def entry(text: str, identity: str = "m1", **fields: object) -> Entry:
    made = Entry(identity, text, created_at=NOON, updated_at=NOON)
    return replace(made, **fields)  # type: ignore[arg-type]  # a test's shorthand


def hit(text: str, identity: str = "m1", relevance: float = 0.8, **fields: object) -> Hit:
    found = entry(text, identity, **fields)
    return Hit(HitKind.MEMORY, identity, text, relevance, relevance, {}, entry=found)


def past(text: str, identity: str = "r1", relevance: float = 0.6) -> Hit:
    return Hit(HitKind.ROUND, identity, text, relevance, relevance, {}, at=NOON)


def message(text: str, role: Role = Role.USER, identity: str = "u1") -> Message:
    return Message(identity, role, text, NOON)


class FakeMemory:
    """Memory that keeps what it is told and finds what a test has put there."""

    def __init__(self, recall: Recall | None = None) -> None:
        self.found = recall or Recall()
        self.failure: str | None = None
        self.error: BaseException | None = None
        self.hangs = False
        self.status = RememberStatus.SAVED
        self.save_error: UserError | None = None
        self.queries: list[RecallQuery] = []
        self.remembered: list[tuple[Draft, Cause, bool]] = []
        self.change_sets: list[list[str]] = []
        self.uses: list[tuple[str, str, list[str]]] = []
        self.rounds: list[Round] = []
        self.neighbours: Neighbours = ()
        self.forgotten: list[list[str]] = []

    async def recall(self, query: RecallQuery, *, deadline: float) -> RecallResult:
        self.queries.append(query)
        if self.hangs:
            await asyncio.Event().wait()
        if self.error is not None:
            raise self.error
        return RecallResult(self.found, self.failure)

    async def remember(
        self, drafts: Sequence[Draft], cause: Cause, *, ask: bool
    ) -> tuple[Remembered, ...]:
        if self.save_error is not None:
            raise self.save_error
        self.change_sets.append([draft.text for draft in drafts])
        outcomes = []
        for draft in drafts:
            self.remembered.append((draft, cause, ask))
            made = entry(draft.text, f"m{len(self.remembered)}", origin=draft.origin)
            status = RememberStatus.PROPOSED if ask else self.status
            if status is RememberStatus.REFUSED:
                outcomes.append(Remembered(status, None, "secret"))
                continue
            changes = Changes(len(self.change_sets), NOON, cause, (made,), (None,))
            outcomes.append(Remembered(status, made, "new", changes=changes))
        return tuple(outcomes)

    async def may_be_same(self, texts: Sequence[str], scope: str) -> tuple[Neighbours, ...]:
        return tuple(self.neighbours for _ in texts)

    async def forget(self, ids: Sequence[str], cause: Cause) -> Changes:
        self.forgotten.append(list(ids))
        gone = tuple(entry("gone", one) for one in ids)
        return Changes(len(self.forgotten) + 100, NOON, cause, gone, gone)

    async def note_use(self, conversation: str, message: str, hits: Sequence[Hit]) -> None:
        self.uses.append((conversation, message, [one.id for one in hits]))

    async def note_round(self, exchange: Round) -> None:
        self.rounds.append(exchange)

    @property
    def texts(self) -> list[str]:
        return [draft.text for draft, _, _ in self.remembered]


class DirectConversations:
    """A real store without a worker thread."""

    def __init__(self, store: ConversationStore) -> None:
        self.store = store
        self.save_error: UserError | None = None

    async def open(self, conversation: str) -> Conversation:
        return self.store.open(conversation)

    async def append_user(self, conversation: str, text: str) -> Message:
        return self.store.append_user(conversation, text)

    async def append_answer(self, conversation: str, message: Message) -> Message:
        if self.save_error is not None:
            raise self.save_error
        return self.store.append_answer(conversation, message)

    async def record_learned(
        self, conversation: str, message: str, items: tuple[LearnedItem, ...]
    ) -> None:
        self.store.record_learned(conversation, message, items)

    async def record_state(self, conversation: str, state: TalkState) -> None:
        self.store.record_state(conversation, state)

    async def set_summary(self, conversation: str, text: str, *, covers_up_to: str) -> None:
        if self.save_error is not None:
            raise self.save_error
        self.store.set_summary(conversation, text, covers_up_to=covers_up_to)

    async def rewind_to(self, conversation: str, message: str) -> None:
        self.store.rewind_to(conversation, message)


class Bench:
    """A turn on a real store, with fake memory and a fake model."""

    def __init__(self, folder: DataFolder, model: ChatModel | None = None) -> None:
        self.clock = FakeClock()
        self.folder = folder
        self.ids = IdFactory(self.clock)
        self.store = ConversationStore(folder, self.clock, self.ids)
        self.conversations = DirectConversations(self.store)
        self.memory = FakeMemory()
        self.model = model
        self.model_error: UserError | None = None
        self.events: list[TurnEvent] = []
        self.turn = Turn(
            conversations=self.conversations,
            memory=self.memory,
            models=self._model,
            answerer=MemoryAnswerer,
            clock=self.clock,
            ids=self.ids,
            zone=UTC,
        )

    async def _model(self, name: str) -> ChatModel:
        if self.model_error is not None:
            raise self.model_error
        assert self.model is not None
        return self.model

    def new(self, *, temporary: bool = False) -> str:
        return self.store.create(temporary=temporary).summary.id

    async def say(
        self, conversation: str, text: str, *, again: str | None = None, **options: object
    ) -> None:
        name = "fake:model" if self.model or self.model_error else "builtin:memory"
        made = replace(TurnOptions(model=name), **options)  # type: ignore[arg-type]
        await self.turn.run(conversation, text, made, emit=self.events.append, again=again)

    def of(self, kind: type) -> list[TurnEvent]:
        return [event for event in self.events if type(event) is kind]
