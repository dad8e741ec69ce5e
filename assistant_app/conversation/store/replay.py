"""From events to a conversation: the state of one file, in the order of the file.

Clocks go back and forth; the order of the lines does not. A message belongs after its parent; one
whose parent was lost belongs after the message that stands before it in the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from assistant_app.conversation.store.events import (
    read_learned,
    read_message,
    read_state,
    read_text,
    read_time,
)
from assistant_app.conversation.store.titles import make_title
from assistant_app.conversation.types import (
    Conversation,
    ConversationSummary,
    Message,
    TalkState,
)
from assistant_app.llm.port import Role
from assistant_app.memory.types import GLOBAL_SCOPE


@dataclass(slots=True)
class ConversationState:
    """Everything that the events of one conversation add up to; lives on the owner's thread."""

    id: str
    created_at: datetime
    space: str = GLOBAL_SCOPE
    temporary: bool = False
    title: str = ""
    title_made: bool = False
    """Cut from the first message, not given by the user."""
    pinned: bool = False
    archived: bool = False
    updated_at: datetime | None = None
    messages: dict[str, Message] = field(default_factory=dict)
    leaf: str | None = None
    muted: set[str] = field(default_factory=set)
    summaries: dict[str, str] = field(default_factory=dict)
    """By the newest message that they hold, so that each branch has its own."""
    states: dict[str, TalkState] = field(default_factory=dict)
    """By the message that they were read up to, so that each branch has its own."""

    def apply(self, event: Mapping[str, object]) -> None:
        """Take one event in; events of a newer program are passed over.

        Raises:
            ValueError: It is a message that cannot be shown.
        """
        kind = event.get("type")
        if kind in ("message", "partial"):
            self._add(event)
        elif kind == "header":
            self.created_at = read_time(event.get("created"), self.created_at)
            self.space = read_text(event.get("space")) or self.space
        elif kind == "meta":
            self._change(event)
        elif kind == "summary":
            self._sum_up(event)
        elif kind == "state":
            self._stand(event)
        elif kind in ("edit", "delete", "remembered"):
            self._touch(str(kind), event)

    def branch(self) -> tuple[Message, ...]:
        """Return the shown messages, oldest first."""
        return self.path_to(self.leaf)

    def path_to(self, leaf: str | None) -> tuple[Message, ...]:
        """Return the messages from the first one down to a leaf."""
        path: list[Message] = []
        seen: set[str] = set()
        while leaf is not None and leaf in self.messages and leaf not in seen:
            seen.add(leaf)
            path.append(self.messages[leaf])
            leaf = self.messages[leaf].parent
        return tuple(reversed(path))

    def siblings(self, message: str) -> tuple[Message, ...]:
        """Return the versions that stand at the place of a message, in the order of the file."""
        parent = self.messages[message].parent
        role = self.messages[message].role
        return tuple(
            other
            for other in self.messages.values()
            if other.parent == parent and other.role is role
        )

    def deepest_below(self, message: str) -> str:
        """Return the newest leaf below a message."""
        current = message
        while True:
            children = [other.id for other in self.messages.values() if other.parent == current]
            if not children:
                return current
            current = children[-1]

    def summary(self) -> ConversationSummary:
        """Return the line for the list."""
        return ConversationSummary(
            id=self.id,
            title=self.title,
            created_at=self.created_at,
            updated_at=self.updated_at or self.created_at,
            space=self.space,
            pinned=self.pinned,
            archived=self.archived,
            messages=len(self.messages),
        )

    def conversation(self) -> Conversation:
        """Return the immutable picture."""
        covers, text = self.summary_of_branch()
        return Conversation(
            summary=self.summary(),
            messages=self.branch(),
            temporary=self.temporary,
            muted=frozenset(self.muted),
            summary_text=text,
            summary_covers=covers,
            state=self.state(),
        )

    def summary_of_branch(self) -> tuple[str | None, str]:
        """Return the summary that reaches furthest on the shown branch, and up to where."""
        for message in reversed(self.branch()):
            if message.id in self.summaries:
                return message.id, self.summaries[message.id]
        return None, ""

    def state(self) -> TalkState | None:
        """Return where the shown branch stands, by the newest of its messages that was read."""
        for message in reversed(self.branch()):
            if message.id in self.states:
                return self.states[message.id]
        return None

    def _add(self, event: Mapping[str, object]) -> None:
        last = next(reversed(self.messages), None)
        before = self.messages[last].at if last else self.created_at
        message = read_message(event, fallback_time=before)
        parent = message.parent
        lost = parent is not None and parent not in self.messages
        orphan = parent is None and (message.role is not Role.USER or "parent" not in event)
        if lost or orphan:
            message = replace(message, parent=last)
        self.messages[message.id] = message
        self.updated_at = message.at
        # An answer that arrives while another branch is shown does not pull the view away.
        if message.role is Role.USER or message.parent == self.leaf or self.leaf is None:
            self.leaf = message.id

    def _change(self, event: Mapping[str, object]) -> None:
        if isinstance(event.get("title"), str):
            self.title = read_text(event["title"])
            self.title_made = event.get("made") is True
        if isinstance(event.get("pinned"), bool):
            self.pinned = event["pinned"] is True
        if isinstance(event.get("archived"), bool):
            self.archived = event["archived"] is True
        if isinstance(event.get("space"), str):
            self.space = read_text(event["space"])
        if event.get("leaf") in self.messages:
            self.leaf = str(event["leaf"])
        if isinstance(event.get("mute"), str):
            self.muted.add(str(event["mute"]))
        if isinstance(event.get("unmute"), str):
            self.muted.discard(str(event["unmute"]))

    def _sum_up(self, event: Mapping[str, object]) -> None:
        covers, text = event.get("covers_up_to"), read_text(event.get("text"))
        if isinstance(covers, str) and text:
            self.summaries[covers] = text

    def _stand(self, event: Mapping[str, object]) -> None:
        state = read_state(event)
        if state is not None:
            self.states[state.message] = state

    def _touch(self, kind: str, event: Mapping[str, object]) -> None:
        identity = event.get("message") if kind == "remembered" else event.get("id")
        message = self.messages.get(str(identity))
        if message is None:
            return
        if kind == "edit":
            self.messages[message.id] = replace(message, text=read_text(event.get("text")))
            self.summaries.clear()  # any of them may repeat the old words
        elif kind == "remembered":
            self.messages[message.id] = replace(message, learned=read_learned(event))
        else:
            self.drop(message.id)

    def drop(self, message: str) -> None:
        """Take a message out; what follows it moves up to the one before it."""
        gone = self.messages.pop(message)
        self.states.clear()  # any of them may repeat its words
        self.summaries.clear()
        for child in [other for other in self.messages.values() if other.parent == message]:
            self.messages[child.id] = replace(child, parent=gone.parent)
        if self.leaf == message:
            self.leaf = gone.parent or next(reversed(self.messages), None)


def shown_pairs(messages: tuple[Message, ...]) -> Iterator[tuple[Message, Message | None]]:
    """Yield each user message of a branch with the answer that follows it, if there is one."""
    for place, message in enumerate(messages):
        if message.role is Role.USER:
            following = messages[place + 1] if place + 1 < len(messages) else None
            answered = following is not None and following.role is Role.ASSISTANT
            yield message, following if answered else None


def title_of(state: ConversationState) -> str:
    """Return the title, made from the first message where none was given."""
    if state.title:
        return state.title
    first = next((m for m in state.messages.values() if m.role is Role.USER), None)
    return make_title(first.text) if first else ""
