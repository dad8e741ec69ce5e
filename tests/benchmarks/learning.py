"""What is known at the end of scripted conversations, through the real policy, rules and memory.

    python -m tests.benchmarks.learning [--model-url URL [--model NAME]] [--only en-01,zh]

Without a model the rules learn alone, which is what the tests hold. With one (any server that
speaks the OpenAI protocol, for example `python -m tests.servers.real_model --serve`) it reads and
judges as in the program; the answers of the chat are canned, nothing is learned from them anyway.

`learning/*.jsonl` holds one conversation a line: `say` (a number of days may pass in between),
`known` (facts that must be active at the end, each as words that must all occur; `a|b` for either),
`also` (facts that may be active as well), `asked` (may be in the inbox), `gone` (must not be
active), `never` (secrets that must not stand in any file of memory), `expires`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from assistant_app.base.clock import IdFactory
from assistant_app.base.paths import DataFolder
from assistant_app.conversation.learning.learner import FinishedTurn, Learner
from assistant_app.conversation.learning.policy import Occasion
from assistant_app.conversation.port import Neighbours, RecallResult
from assistant_app.conversation.store.store import ConversationStore
from assistant_app.conversation.types import (
    Conversation,
    Learned,
    LearnedItem,
    Message,
    TalkState,
    TurnEvent,
    TurnOptions,
)
from assistant_app.embeddings.port import Embedder
from assistant_app.llm.port import ChatModel, Role
from assistant_app.memory.memory import Memory
from assistant_app.memory.never import redact
from assistant_app.memory.store.store import MemoryStore
from assistant_app.memory.types import (
    Cause,
    Changes,
    Draft,
    Entry,
    Hit,
    OriginKind,
    RecallQuery,
    Remembered,
    Round,
    State,
)

FOLDER = Path(__file__).with_name("learning")
START = datetime(2026, 11, 29, 9, 0, tzinfo=UTC)
Fact = list[str]


@dataclass(frozen=True)
class Script:
    """One conversation and what should be known at its end."""

    id: str
    kind: str
    say: list[str | dict[str, int]]
    known: list[Fact] = field(default_factory=list)
    also: list[Fact] = field(default_factory=list)
    asked: list[Fact] = field(default_factory=list)
    gone: list[Fact] = field(default_factory=list)
    gone_exact: list[str] = field(default_factory=list)
    never: list[str] = field(default_factory=list)
    expires: list[Fact] = field(default_factory=list)

    @property
    def language(self) -> str:
        """Its language, by its id."""
        return self.id.partition("-")[0]


@dataclass
class Figures:
    """What came of one or more conversations.

    Attributes:
        right, wrong: Memories saved without asking that should be known, or should not.
        asked_for, asked_for_wrong: Saved because the user asked for it, and the wrong ones.
        found, wanted: Facts that should be known: those that are, and all.
        inbox, inbox_wrong: Proposals, and those that no fact of the script bears out.
        duplicates: Active memories that only repeat another one.
        stale: Active memories that no longer hold.
        secrets: Secrets that stand in a file of memory.
        undated: Facts that should end by themselves and do not.
        unread: Readings by the model that failed or could not be read.
        lines: What was not as it should be.
    """

    right: int = 0
    wrong: int = 0
    asked_for: int = 0
    asked_for_wrong: int = 0
    found: int = 0
    wanted: int = 0
    inbox: int = 0
    inbox_wrong: int = 0
    duplicates: int = 0
    stale: int = 0
    secrets: int = 0
    undated: int = 0
    unread: int = 0
    conversations: int = 0
    lines: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        """Right ones among what was saved without asking."""
        return self.right / (self.right + self.wrong) if self.right + self.wrong else 1.0

    @property
    def recall(self) -> float:
        """Facts that are known among those that should be."""
        return self.found / self.wanted if self.wanted else 1.0

    def add(self, other: Figures) -> None:
        """Add the figures of another one."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


def scripts(only: Iterable[str] = ()) -> list[Script]:
    """Read the conversations.

    Args:
        only: Beginnings of ids; all where it is empty.
    """
    wanted = tuple(only)
    found = []
    for path in sorted(FOLDER.glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            script = Script(**json.loads(line))
            if not wanted or script.id.startswith(wanted):
                found.append(script)
    return found


class World:
    """Memory and conversations on a folder, and a clock."""

    def __init__(self, folder: Path, embedder: Embedder) -> None:
        self.now = START
        self.folder = DataFolder(folder)
        ids = IdFactory(self.clock)
        store = MemoryStore(self.folder, clock=self.clock, ids=ids)
        store.open()
        self.memory = Memory(store, embedder, clock=self.clock, ids=ids)
        self.conversations = ConversationStore(self.folder, self.clock, ids, redact=redact)
        self.learner = Learner(
            DirectMemory(self.memory), DirectConversations(self.conversations), zone=UTC,
            redact=redact,
        )  # fmt: skip
        self.ids = ids

    def clock(self) -> datetime:
        """Return the present moment, a second later at every look."""
        self.now += timedelta(seconds=1)
        return self.now

    def close(self) -> None:
        """Close the files."""
        self.conversations.close()
        self.memory.close()

    def memory_files(self) -> str:
        """Return everything that memory has written."""
        root = self.folder.root
        paths = [root / "memories.json", root / "uses.jsonl", *root.glob("journal/*")]
        return "\n".join(p.read_text("utf-8") for p in paths if p.is_file())


class DirectMemory:
    """Memory for coroutines, on this thread."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    async def recall(self, query: RecallQuery, *, deadline: float) -> RecallResult:
        return RecallResult(self._memory.recall(query))

    async def remember(
        self, drafts: Sequence[Draft], cause: Cause, *, ask: bool
    ) -> tuple[Remembered, ...]:
        return self._memory.remember(drafts, cause=cause, mode_ask=ask)

    async def may_be_same(self, texts: Sequence[str], scope: str) -> tuple[Neighbours, ...]:
        return tuple(self._memory.may_be_same(text, scope=scope) for text in texts)

    async def forget(self, ids: Sequence[str], cause: Cause) -> Changes:
        return self._memory.forget(ids, cause=cause)

    async def note_use(self, conversation: str, message: str, hits: Sequence[Hit]) -> None:
        self._memory.note_use(conversation, message, hits)

    async def note_round(self, exchange: Round) -> None:
        self._memory.note_round(exchange)


class DirectConversations:
    """Conversations for coroutines, on this thread."""

    def __init__(self, store: ConversationStore) -> None:
        self._store = store

    async def open(self, conversation: str) -> Conversation:
        return self._store.open(conversation)

    async def append_user(self, conversation: str, text: str) -> Message:
        return self._store.append_user(conversation, text)

    async def append_answer(self, conversation: str, message: Message) -> Message:
        return self._store.append_answer(conversation, message)

    async def record_learned(
        self, conversation: str, message: str, items: tuple[LearnedItem, ...]
    ) -> None:
        self._store.record_learned(conversation, message, items)

    async def record_state(self, conversation: str, state: TalkState) -> None:
        self._store.record_state(conversation, state)

    async def rewind_to(self, conversation: str, message: str) -> None:
        self._store.rewind_to(conversation, message)

    async def set_summary(self, conversation: str, text: str, *, covers_up_to: str) -> None:
        self._store.set_summary(conversation, text, covers_up_to=covers_up_to)


async def hold(script: Script, world: World, model: ChatModel | None) -> list[TurnEvent]:
    """Hold a conversation; it ends as a session."""
    events: list[TurnEvent] = []
    options = TurnOptions("builtin:memory" if model is None else "bench:model")
    conversation = world.conversations.create().summary.id
    for said in script.say:
        if isinstance(said, dict):
            world.now += timedelta(days=said["days"])
            continue
        asked = world.conversations.append_user(conversation, said)
        answer = Message(world.ids(), Role.ASSISTANT, "I see.", world.clock(), parent=asked.id)
        world.conversations.append_answer(conversation, answer)
        await world.learner.learn(_turn(world, conversation, options, model), events.append)
        while world.memory.fill_in(1.0):
            pass
    await world.learner.learn(
        _turn(world, conversation, options, model), events.append, occasion=Occasion.SESSION_END
    )
    return events


def _turn(
    world: World, conversation: str, options: TurnOptions, model: ChatModel | None
) -> FinishedTurn:
    opened = world.conversations.open(conversation)
    return FinishedTurn(conversation, opened.messages, options, False, model, opened.state)


def judge(script: Script, world: World, events: Sequence[TurnEvent]) -> Figures:
    """Compare what is known with what should be."""
    active = world.memory.list(state=State.ACTIVE)
    proposed = world.memory.list(state=State.PROPOSED)
    made = Figures(wanted=len(script.known), conversations=1)
    made.found = sum(any(_says(entry, fact) for entry in active) for fact in script.known)
    for fact in script.known:
        if not any(_says(entry, fact) for entry in active):
            made.lines.append(f"{script.id} not known: {fact}")
    for entry in active:
        _count(entry, script, made)
    made.duplicates = _duplicates(active, script)
    if made.duplicates:
        made.lines.append(f"{script.id} twice: {[entry.text for entry in active]}")
    allowed = [*script.known, *script.also, *script.asked]
    made.inbox = len(proposed)
    for entry in proposed:
        if not any(_says(entry, fact) for fact in allowed):
            made.inbox_wrong += 1
            made.lines.append(f"{script.id} asked needlessly: {entry.text}")
    files = world.memory_files()
    for secret in script.never:
        if secret in files:
            made.secrets += 1
            made.lines.append(f"{script.id} SECRET: {secret}")
    for fact in script.expires:
        if not any(entry.expires_at for entry in active if _says(entry, fact)):
            made.undated += 1
    states = Counter(event.state.value for event in events if isinstance(event, Learned))
    made.unread = states["failed"] + states["unreadable"]
    return made


def _count(entry: Entry, script: Script, made: Figures) -> None:
    stale = any(_says(entry, fact) for fact in script.gone) or entry.text in script.gone_exact
    right = not stale and any(_says(entry, fact) for fact in (*script.known, *script.also))
    if stale:
        made.stale += 1
        made.lines.append(f"{script.id} stale: {entry.text}")
    elif not right:
        made.lines.append(f"{script.id} wrong: {entry.text}")
    if entry.origin.kind is OriginKind.MANUAL:
        made.asked_for += 1
        made.asked_for_wrong += not right
    elif right:
        made.right += 1
    else:
        made.wrong += 1


def _duplicates(active: Sequence[Entry], script: Script) -> int:
    """Count memories that say no fact which an earlier one has not said already."""
    said: set[int] = set()
    twice = 0
    facts = [*script.known, *script.also]
    for entry in sorted(active, key=lambda one: one.id):
        mine = {place for place, fact in enumerate(facts) if _says(entry, fact)}
        if mine and mine <= said:
            twice += 1
        said |= mine
    return twice


def _says(entry: Entry, fact: Fact) -> bool:
    text = entry.text.casefold()
    return all(any(word.casefold() in text for word in words.split("|")) for words in fact)


async def run(
    chosen: Sequence[Script], embedder: Embedder, model: ChatModel | None
) -> dict[str, Figures]:
    """Hold the conversations and return the figures by language, and of all under `all`."""
    figures: dict[str, Figures] = {}
    for script in chosen:
        with tempfile.TemporaryDirectory() as folder:
            world = World(Path(folder), embedder)
            try:
                events = await hold(script, world, model)
                made = judge(script, world, events)
            finally:
                world.close()
        for name in (script.language, "all"):
            figures.setdefault(name, Figures()).add(made)
        if model is not None:
            print(f"{script.id:6} " + ("; ".join(made.lines) or "as it should be"), flush=True)
    return figures


def table(figures: dict[str, Figures]) -> str:
    """Return the figures as a table in Markdown."""
    head = (
        "| language | conversations | saved unasked | precision | recall | duplicates | stale "
        "| secrets | inbox (needless) | not dated | unread |"
    )
    lines = [head, "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"]
    for name in sorted(figures, key=lambda name: (name == "all", name)):
        made = figures[name]
        lines.append(
            f"| {name} | {made.conversations} | {made.right + made.wrong} | {made.precision:.3f} "
            f"| {made.recall:.3f} | {made.duplicates} | {made.stale} | {made.secrets} "
            f"| {made.inbox} ({made.inbox_wrong}) | {made.undated} | {made.unread} |"
        )
    return "\n".join(lines)


def built_in_embedder() -> Embedder:
    """Return the model that ships with the program."""
    from assistant_app.embeddings.factory import make_embedder

    return make_embedder("builtin:e5-small")


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model-url", help="of an OpenAI-compatible server")
    parser.add_argument("--model", default="small-instruct")
    parser.add_argument("--only", default="", help="beginnings of ids, parted by commas")
    parser.add_argument("--verbose", action="store_true", help="what is not as it should be")
    words = parser.parse_args(arguments)
    model: ChatModel | None = None
    if words.model_url:
        from assistant_app.llm.factory import make_chat_model

        model = make_chat_model(f"compatible:{words.model}", base_url=words.model_url)
    chosen = scripts(name for name in words.only.split(",") if name)
    figures = asyncio.run(run(chosen, built_in_embedder(), model))
    print(table(figures))
    if words.verbose:
        print("\n".join(figures["all"].lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
