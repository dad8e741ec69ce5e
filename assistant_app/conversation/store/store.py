"""The store of conversations: one JSONL file each, appended to; temporary ones in memory only.

It belongs to one thread (the memory worker). Nothing that it acknowledges is lost: a message is
on the disk when the call returns.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from assistant_app.base.clock import Clock, IdFactory
from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.files import AppendLog, make_folder, sync_folder
from assistant_app.base.notices import Notice
from assistant_app.base.paths import DataFolder
from assistant_app.base.text import clean_text, one_line
from assistant_app.conversation.store.deleting import with_text_replaced, without_message
from assistant_app.conversation.store.events import (
    Event,
    encode_line,
    header_event,
    message_event,
    remembered_event,
    state_event,
)
from assistant_app.conversation.store.files import SUFFIX, read_conversation, rewrite
from assistant_app.conversation.store.listing import Listing
from assistant_app.conversation.store.replay import ConversationState, title_of
from assistant_app.conversation.store.rounds import rounds_of
from assistant_app.conversation.store.searching import Found, find_in
from assistant_app.conversation.store.titles import make_title
from assistant_app.conversation.types import (
    Conversation,
    ConversationSummary,
    LearnedItem,
    Message,
    TalkState,
)
from assistant_app.llm.port import Role
from assistant_app.memory.types import GLOBAL_SCOPE, Round

# Inside the class, `list` is its method.
Events = list[Event]
FoundList = list[Found]
_MOST_OPEN = 16
_ENOUGH_FOR_A_TITLE = 10_000


def _as_it_is(text: str) -> str:
    return text


@dataclass(slots=True)
class _Open:
    state: ConversationState
    log: AppendLog | None
    """None for a temporary conversation."""


class ConversationStore:
    """Keeps conversations.

    Args:
        folder: The user's data folder.
        clock: Time of what is written.
        ids: Makes ids of conversations and messages.
        redact: Removes secrets from what is derived from messages: titles and rounds.
    """

    def __init__(
        self,
        folder: DataFolder,
        clock: Clock,
        ids: IdFactory,
        *,
        redact: Callable[[str], str] = _as_it_is,
    ) -> None:
        self._folder = folder
        self._clock = clock
        self._ids = ids
        self._redact = redact
        self._open: dict[str, _Open] = {}
        self._temporary: dict[str, _Open] = {}
        self._listing = Listing(folder.conversations, self._read_summary)
        self._notices: deque[Notice] = deque()

    # ---- reading

    def list(self, *, archived: bool | None = None) -> tuple[ConversationSummary, ...]:
        """Return the conversations on disk, pinned first, then the newest.

        Args:
            archived: Only archived ones, only the others, or (None) all.
        """
        found = [
            summary
            for summary in self._listing.summaries()
            if archived is None or summary.archived is archived
        ]
        found.sort(key=lambda summary: (summary.pinned, summary.updated_at, summary.id))
        return tuple(reversed(found))

    def open(self, conversation: str) -> Conversation:
        """Return a conversation with its shown branch.

        Raises:
            UserError: `not_found`, `store_newer`, `store_unreadable`.
        """
        return self._picture(self._get(conversation).state)

    def siblings(self, conversation: str, message: str) -> tuple[str, ...]:
        """Return the ids of the versions at the place of a message, in the order of the file.

        Raises:
            UserError: `not_found`.
        """
        state = self._get(conversation).state
        self._message(state, message)
        return tuple(other.id for other in state.siblings(message))

    def search(self, text: str, *, limit: int = 50) -> tuple[ConversationSummary, ...]:
        """Return the conversations that hold a text in their title or messages, newest first."""
        found = {one.conversation.id: one.conversation for one in self.find(text)}
        return tuple(found.values())[:limit]

    def find(self, text: str, *, limit: int = 1_000) -> tuple[Found, ...]:
        """Return the places that hold a text, in the newest conversations first."""
        found: FoundList = []
        for summary in self.list():
            state = self._state_for_reading(summary.id)
            if state is not None:
                found.extend(find_in(state, summary, text))
            if len(found) >= limit:
                break
        return tuple(found[:limit])

    def rounds(self) -> Iterator[Round]:
        """Yield the exchanges of every conversation on disk, secrets removed, oldest file first."""
        for summary in sorted(self.list(), key=lambda one: one.id):
            state = self._state_for_reading(summary.id)
            if state is not None:
                yield from rounds_of(state, self._redact)

    def take_notices(self) -> tuple[Notice, ...]:
        """Return what the user should know since the last call."""
        notices = tuple(self._notices)
        self._notices.clear()
        return notices

    # ---- writing

    def create(self, *, space: str = GLOBAL_SCOPE, temporary: bool = False) -> Conversation:
        """Begin a conversation. Its file appears with its first message.

        Args:
            space: The space it belongs to.
            temporary: It lives in memory only, from its birth to its end.
        """
        state = ConversationState(self._ids(), self._clock(), space=space, temporary=temporary)
        (self._temporary if temporary else self._open)[state.id] = _Open(state, None)
        return self._picture(state)

    def append_user(
        self, conversation: str, text: str, *, after: str | None = None, first: bool = False
    ) -> Message:
        """Append a message of the user; it is on the disk when this returns.

        Args:
            conversation: Its id.
            text: The very words; only made valid Unicode.
            after: The message that it follows; the shown leaf by default.
            first: It follows nothing: another version of the first message.

        Raises:
            UserError: `not_found`, `disk_full`, `memory_save_failed`.
        """
        held = self._get(conversation)
        parent = None if first else after or held.state.leaf
        if after is not None:
            self._message(held.state, after)
        message = Message(
            id=self._ids(), role=Role.USER, text=clean_text(text), at=self._clock(), parent=parent
        )
        events = [message_event(message)]
        beginning = message.text.lstrip()[:_ENOUGH_FOR_A_TITLE]
        if not held.state.title and (title := make_title(self._redact(beginning))):
            events.append(self._meta(title=title, made=True))
        self._append(held, events)
        return message

    def append_answer(self, conversation: str, message: Message) -> Message:
        """Append an answer: one line, whole or partial.

        Raises:
            UserError: `not_found`, `disk_full`, `memory_save_failed`.
        """
        cleaned = replace(
            message, text=clean_text(message.text), reasoning=clean_text(message.reasoning)
        )
        self._append(self._get(conversation), [message_event(cleaned)])
        return cleaned

    def record_learned(
        self, conversation: str, message: str, items: tuple[LearnedItem, ...]
    ) -> None:
        """Keep with a user's message what was learned from it."""
        held = self._get(conversation)
        self._append(held, [remembered_event(message, items, self._clock())])

    def record_state(self, conversation: str, state: TalkState) -> None:
        """Keep where the conversation stands."""
        held = self._get(conversation)
        self._append(held, [state_event(state, self._clock())])

    def rename(self, conversation: str, title: str) -> ConversationSummary:
        """Give a conversation a title."""
        return self._set(conversation, title=one_line(clean_text(title)))

    def pin(self, conversation: str, *, pinned: bool) -> ConversationSummary:
        """Keep a conversation at the top of the list, or no longer."""
        return self._set(conversation, pinned=pinned)

    def archive(self, conversation: str, *, archived: bool) -> ConversationSummary:
        """Put a conversation aside, or back."""
        return self._set(conversation, archived=archived)

    def move(self, conversation: str, space: str) -> ConversationSummary:
        """Put a conversation into another space."""
        return self._set(conversation, space=space)

    def mute(self, conversation: str, memory: str, *, muted: bool) -> None:
        """Keep a memory out of this conversation ("Not here"), or let it in again."""
        self._set(conversation, **{"mute" if muted else "unmute": memory})

    def show_branch(self, conversation: str, message: str) -> Conversation:
        """Show the branch that runs through a message, down to its newest leaf."""
        held = self._get(conversation)
        self._message(held.state, message)
        self._append(held, [self._meta(leaf=held.state.deepest_below(message))])
        return self._picture(held.state)

    def rewind_to(self, conversation: str, message: str) -> None:
        """Make a message the shown leaf, so that what comes next follows it."""
        held = self._get(conversation)
        self._message(held.state, message)
        self._append(held, [self._meta(leaf=message)])

    def set_summary(self, conversation: str, text: str, *, covers_up_to: str) -> None:
        """Keep a summary of the messages up to one of them."""
        event: Event = {"type": "summary", "text": clean_text(text), "covers_up_to": covers_up_to}
        self._append(self._get(conversation), [event])

    def edit_message(
        self, conversation: str, message: str, text: str, *, keep_old: bool = True
    ) -> None:
        """Change the text of a message in its place.

        Args:
            conversation: Its id.
            message: Id of the message.
            text: The new text.
            keep_old: False rewrites the file so that the old words are nowhere in it.

        Raises:
            UserError: `not_found`, `disk_full`, `memory_save_failed`.
        """
        held = self._get(conversation)
        self._message(held.state, message)
        cleaned = clean_text(text)
        if keep_old or held.log is None:
            event: Event = {"type": "edit", "id": message, "text": cleaned}
            self._append(held, [event])
        else:
            self._rewrite(conversation, lambda all_: with_text_replaced(all_, message, cleaned))

    def delete_message(self, conversation: str, message: str) -> None:
        """Delete a message; the file is rewritten without it."""
        held = self._get(conversation)
        self._message(held.state, message)
        if held.log is None:
            held.state.drop(message)
        else:
            self._rewrite(conversation, lambda all_: without_message(all_, message))

    def delete(self, conversation: str) -> None:
        """Delete a conversation with its file and its line in the index.

        Raises:
            UserError: `not_found`.
        """
        if self._temporary.pop(conversation, None) is not None:
            return
        held = self._get(conversation)
        self._close(conversation)
        path = self._path(conversation)
        if held.log is not None or path.exists():
            path.unlink(missing_ok=True)
            sync_folder(path.parent)
        self._listing.drop(conversation)

    def keep(self, conversation: str) -> Conversation:
        """Turn a temporary conversation into a kept one: an explicit act of the user.

        Raises:
            UserError: `not_found`, `disk_full`, `memory_save_failed`.
        """
        held = self._temporary.get(conversation)
        if held is None:
            raise UserError(ErrorCode.NOT_FOUND, id=conversation)
        state = held.state
        events = [header_event(state.id, state.space, state.created_at)]
        events += [message_event(message) for message in state.messages.values()]
        events.append(self._meta(title=state.title, made=state.title_made, leaf=state.leaf))
        make_folder(self._folder.conversations)
        rewrite(self._path(conversation), events)
        del self._temporary[conversation]
        self._note(conversation)
        return self.open(conversation)

    def save_index(self) -> None:
        """Write the cached list where it changed."""
        self._listing.save()

    def close(self) -> None:
        """Close the files and write the cached list; temporary conversations end here."""
        for conversation in tuple(self._open):
            self._close(conversation)
        self._temporary.clear()
        self.save_index()

    # ---- inside

    def _path(self, conversation: str) -> Path:
        return self._folder.conversations / f"{conversation}{SUFFIX}"

    def _get(self, conversation: str) -> _Open:
        held = self._temporary.get(conversation) or self._open.get(conversation)
        if held is not None:
            return held
        if not conversation.isalnum():  # ids are letters and digits: never a path
            raise UserError(ErrorCode.NOT_FOUND, id=conversation)
        state = self._read(conversation)
        if state is None:
            raise UserError(ErrorCode.NOT_FOUND, id=conversation)
        held = _Open(state, AppendLog(self._path(conversation)))
        self._open[conversation] = held
        self._close_oldest(but=conversation)
        return held

    def _read(self, conversation: str) -> ConversationState | None:
        read = read_conversation(self._path(conversation), self._folder.quarantine, self._clock)
        self._notices.extend(read.notices)
        return read.state

    def _state_for_reading(self, conversation: str) -> ConversationState | None:
        """Return a state without keeping its file open; None where it cannot be read."""
        held = self._open.get(conversation)
        if held is not None:
            return held.state
        try:
            return self._read(conversation)
        except UserError:
            return None  # `list` has already given the notice

    def _append(self, held: _Open, events: Events) -> None:
        state = held.state
        if not state.temporary:
            lines = [encode_line(event) for event in events]
            if held.log is None:
                make_folder(self._folder.conversations)
                held.log = AppendLog(self._path(state.id))
                lines[:0] = [encode_line(event) for event in self._first_events(state)]
            held.log.append(b"".join(lines))
            self._close_oldest(but=state.id)
        for event in events:
            state.apply(event)
        if not state.temporary:
            self._note(state.id)

    def _first_events(self, state: ConversationState) -> Events:
        events = [header_event(state.id, state.space, state.created_at)]
        if state.title or state.pinned or state.archived:
            made = {"title": state.title, "made": state.title_made}
            events.append(self._meta(**made, pinned=state.pinned, archived=state.archived))
        return events

    def _set(self, conversation: str, **changes: object) -> ConversationSummary:
        held = self._get(conversation)
        if held.log is None and not held.state.temporary:
            held.state.apply(self._meta(**changes))  # no file before the first message
        else:
            self._append(held, [self._meta(**changes)])
        return self._summary(held.state)

    def _meta(self, **changes: object) -> Event:
        return {"type": "meta", **changes}

    def _rewrite(self, conversation: str, change: Callable[[Events], Events]) -> None:
        self._close(conversation)
        path = self._path(conversation)
        read = read_conversation(path, self._folder.quarantine, self._clock)
        rewrite(path, change(read.events))
        self._get(conversation)
        self._note(conversation)

    def _close(self, conversation: str) -> None:
        held = self._open.pop(conversation, None)
        if held is not None and held.log is not None:
            held.log.close()

    def _close_oldest(self, *, but: str) -> None:
        written = [name for name, held in self._open.items() if held.log is not None]
        for name in written[:-_MOST_OPEN]:
            if name != but:
                self._close(name)

    def _message(self, state: ConversationState, message: str) -> Message:
        found = state.messages.get(message)
        if found is None:
            raise UserError(ErrorCode.NOT_FOUND, id=message)
        return found

    def _picture(self, state: ConversationState) -> Conversation:
        return replace(state.conversation(), summary=self._summary(state))

    def _summary(self, state: ConversationState) -> ConversationSummary:
        summary = state.summary()
        return summary if summary.title else replace(summary, title=self._redact(title_of(state)))

    def _read_summary(self, path: Path) -> ConversationSummary | None:
        try:
            state = self._read(path.stem)
        except UserError as error:
            self._notices.append(
                Notice("conversation_unreadable", {"file": path.name, "code": error.code.value})
            )
            return None
        return self._summary(state) if state is not None else None

    def _note(self, conversation: str) -> None:
        state = self._get(conversation).state
        self._listing.note(self._summary(state), self._path(conversation))


__all__ = ["ConversationStore", "Found"]
