"""Fixtures of the window's tests: one look for the session, and operations that only take notes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from assistant_app.base.errors import UserError
from assistant_app.conversation.types import (
    Conversation,
    ConversationSummary,
    LearnedItem,
    Message,
    UsedMemory,
)
from assistant_app.llm.port import Role
from assistant_app.memory.tidy import TidyPlan
from assistant_app.memory.types import (
    Cause,
    CauseKind,
    Changes,
    Entry,
    HitKind,
    Origin,
    OriginKind,
    Recall,
    Snapshot,
    Space,
    State,
)
from assistant_app.settings import declarations
from assistant_app.settings.types import Language
from assistant_app.settings.values import Settings
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.window_factory import Window
from assistant_app.workers.models import ModelChoice

NOW = datetime(2026, 6, 20, 10, 42, tzinfo=UTC)
PLAIN = Settings().having(declarations.LANGUAGE, Language.ENGLISH)


@pytest.fixture(scope="session")
def shared_look(qapp: QApplication) -> ThemeController:
    return ThemeController(qapp, PLAIN, motion=False)


@pytest.fixture
def look(shared_look: ThemeController) -> Iterator[ThemeController]:
    yield shared_look
    shared_look.set_contrast(on=False)
    shared_look.use(PLAIN)


def summary(name: str, title: str, days: float = 0, *, pinned: bool = False) -> ConversationSummary:
    at = NOW - timedelta(days=days)
    return ConversationSummary(name, title, at, at, pinned=pinned)


def user(name: str = "u1", text: str = "My sister Anna lives in Porto.", **more: object) -> Message:
    return Message(name, Role.USER, text, NOW, **more)


def answer(name: str = "a1", text: str = "How lovely!", **more: object) -> Message:
    return Message(name, Role.ASSISTANT, text, NOW, **more)


def learned(
    text: str = "Sister Anna lives in Porto", status: str = "saved", **more: object
) -> LearnedItem:
    return LearnedItem(more.pop("id", "m1"), text, status, **{"seq": 7, **more})


def entry(name: str, text: str, category: str = "people", **more: object) -> Entry:
    return Entry(name, text, NOW - timedelta(days=1), NOW, category=category, **more)


USED = (
    UsedMemory(HitKind.MEMORY, "m1", "Sister Anna lives in Porto", 0.9),
    UsedMemory(HitKind.MEMORY, "m2", "Is allergic to shellfish", 0.6, pinned=True),
)
ENTRIES = (
    entry("m1", "Sister Anna lives in Porto", origin=Origin(OriginKind.AUTOMATIC, "c1", "u1")),
    entry("m2", "Is allergic to shellfish", "health", pinned=True),
    entry("p1", "Tom is vegetarian", state=State.PROPOSED),
)
LIST = (summary("c1", "Porto"), summary("c2", "Bread", 1), summary("c3", "Cheese", 9))


class FakeMemories(QObject):
    """Takes notes; mutating calls answer at once with a change set."""

    changed = Signal(object)
    snapshot_changed = Signal(object)
    vectors_changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[tuple[str, object]] = []
        self.snapshot: Snapshot | None = Snapshot(1, ENTRIES, {}, frozenset())
        self.seq = 20
        self.recall: Recall | UserError = Recall()

    def refresh(self) -> None:
        self.snapshot_changed.emit(self.snapshot)

    def _note(self, name: str, what: object, done: Callable[[Changes], None] | None) -> None:
        self.calls.append((name, what))
        self.seq += 1
        if done is not None:
            done(Changes(self.seq, NOW, Cause(CauseKind.USER)))

    def undo(self, owner, done=None, failed=None, *, seq=None) -> None:
        self._note("undo", seq, done)

    def forget(self, ids, owner, done=None, failed=None) -> None:
        self._note("forget", tuple(ids), done)

    def accept(self, name, owner, done=None, failed=None) -> None:
        self._note("accept", name, done)

    def reject(self, name, owner, done=None, failed=None) -> None:
        self._note("reject", name, done)

    def try_recall(self, text, scope, owner, done, failed=None) -> None:
        if isinstance(self.recall, UserError):
            failed(self.recall)
        else:
            done(self.recall)

    def revise(self, name, owner, done=None, failed=None, **changes) -> None:
        self._note("revise", (name, changes), done)


class FakeChats(QObject):
    """Takes notes; a test emits the events of a turn itself."""

    list_changed = Signal(object)
    turn_event = Signal(object)
    running_changed = Signal(str, bool)

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[tuple[object, ...]] = []
        self.running: set[str] = set()
        self.broken: UserError | None = None
        self.stored = {"c1": Conversation(LIST[0], (user(), answer(used=USED)))}
        self.growing = {}

    def refresh(self) -> None:
        self.list_changed.emit(LIST)

    def create(self, owner, done, failed=None, *, scope="global", temporary=False) -> None:
        self.calls.append(("create", scope, temporary))
        if self.broken is not None:
            failed(self.broken)
            return
        done(Conversation(summary("new", ""), (), temporary))

    def open(self, name, owner, done, failed=None) -> None:
        self.calls.append(("open", name))
        done(self.stored[name])

    def search(self, text, owner, done) -> None:
        done(tuple(item for item in LIST if text.lower() in item.title.lower()))

    def send(self, conversation, text, *, reads=False) -> None:
        self.calls.append(("send", conversation.summary.id, text))
        self.reads = reads
        self._run(conversation.summary.id)

    def retry(self, conversation, answer_id, *, reads=False) -> None:
        self.calls.append(("retry", answer_id))
        self._run(conversation.summary.id)

    def stop(self, name) -> None:
        self.calls.append(("stop", name))

    def is_answering(self, name) -> bool:
        return name in self.running

    def is_running(self, name) -> bool:
        return name in self.running

    def partial(self, name):
        return self.growing.get(name)

    def rename(self, name, title) -> None:
        self.calls.append(("rename", name, title))

    def pin(self, name, *, pinned) -> None:
        self.calls.append(("pin", name, pinned))

    def delete(self, name, owner, done=None) -> None:
        self.calls.append(("delete", name))

    def move(self, name, space, owner, done=None, failed=None) -> None:
        self.calls.append(("move", name, space))
        if done is not None:
            done(summary(name, "moved"))

    def keep(self, name, owner, done, failed=None) -> None:
        self.calls.append(("keep", name))
        done(Conversation(summary(name, "Kept"), (user("u9", "hello"), answer("a9"))))

    def mute(self, name, memory, *, muted) -> None:
        self.calls.append(("mute", name, memory, muted))

    def _run(self, name) -> None:
        self.running.add(name)
        self.running_changed.emit(name, True)

    def end(self, name) -> None:
        self.running.discard(name)
        self.running_changed.emit(name, False)


class FakePreferences(QObject):
    """Keeps settings in memory."""

    changed = Signal(object)
    models_changed = Signal(object)

    def __init__(self, settings: Settings = PLAIN) -> None:
        super().__init__()
        self.settings = settings
        self.models: tuple[ModelChoice, ...] = (
            ModelChoice("ollama:linnet", "ollama", "linnet", True),
            ModelChoice("openai:large", "openai", "large", False),
        )
        self.keys: dict[str, str] = {}
        self.probe_result: object = self.models

    def set(self, setting, value, *, failed=None) -> None:
        self.settings = self.settings.having(setting, value)
        self.changed.emit(self.settings)

    def find_models(self) -> None:
        self.models_changed.emit(self.models)

    def has_key(self, provider, owner, done) -> None:
        done(provider in self.keys)

    def set_key(self, provider, key, owner, done, failed=None) -> None:
        self.keys[provider] = key
        done("keyring")

    def probe(self, provider, base_url, key, owner, done, failed=None) -> None:
        if isinstance(self.probe_result, Exception):
            failed(self.probe_result)
        else:
            done(self.probe_result)


SPACES = (Space("s1", "Work", "#4c8dae"), Space("s2", "Lisbon trip", "#c2703d"))


class FakeSpaces(QObject):
    """Keeps spaces in memory."""

    changed = Signal(object)
    deleted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.spaces: tuple[Space, ...] = SPACES
        self.calls: list[tuple[object, ...]] = []
        self.refuses: UserError | None = None

    def _change(self, call, spaces, result, done, failed) -> None:
        if self.refuses is not None:
            failed(self.refuses)
            return
        self.calls.append(call)
        self.spaces = tuple(spaces)
        self.changed.emit(self.spaces)
        if done is not None:
            done(result)

    def _replaced(self, key, **changes) -> list[Space]:
        return [replace(one, **changes) if one.id == key else one for one in self.spaces]

    def create(self, name, owner, done=None, failed=None, *, colour=None) -> None:
        made = Space(name.lower(), name, colour or "#5f9a5b")
        self._change(("create", name, colour), (*self.spaces, made), made, done, failed)

    def rename(self, space, name, owner, done=None, failed=None) -> None:
        after = self._replaced(space, name=name)
        self._change(("rename", space, name), after, None, done, failed)

    def recolour(self, space, colour, owner, done=None, failed=None) -> None:
        after = self._replaced(space, colour=colour)
        self._change(("recolour", space, colour), after, None, done, failed)

    def delete(self, space, owner, done=None, failed=None, *, move_to=None) -> None:
        after = [one for one in self.spaces if one.id != space]
        made = Changes(40, NOW, Cause(CauseKind.USER))
        self._change(("delete", space, move_to), after, made, done, failed)


class FakeTidy(QObject):
    """Has nothing to suggest."""

    progressed = Signal(int, int)
    model = "builtin:memory"

    def plan(self, owner, done, failed=None) -> None:
        done(TidyPlan(NOW))

    def stop(self) -> None:
        pass


class FakeDelivery(QObject):
    failed = Signal(object)


class FakeRuntime(QObject):
    opened = Signal()
    failed_to_open = Signal(object)
    notices = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.memories = FakeMemories()
        self.spaces = FakeSpaces()
        self.tidy = FakeTidy()
        self.chats = FakeChats()
        self.preferences = FakePreferences()
        self.delivery = FakeDelivery()


@pytest.fixture
def runtime(qapp: QApplication) -> FakeRuntime:
    return FakeRuntime()


@pytest.fixture
def window(qtbot, look: ThemeController, runtime: FakeRuntime) -> Window:
    built = Window(look, runtime, clock=lambda: NOW)
    qtbot.addWidget(built.main)
    built.main.resize(1280, 800)
    built.main.show()
    runtime.chats.refresh()
    runtime.memories.refresh()
    return built


def ime(widget: QObject, text: str, *, commit: bool = True) -> None:
    """Type through an input method: keyClicks aborts the process on text beyond Latin-1."""
    from PySide6.QtGui import QInputMethodEvent

    event = QInputMethodEvent("" if commit else text, [])
    if commit:
        event.setCommitString(text)
    QApplication.sendEvent(widget, event)
