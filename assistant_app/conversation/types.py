"""The values of a conversation: messages as they are kept, and what a turn reports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from assistant_app.llm.port import Role, Usage
from assistant_app.memory.types import GLOBAL_SCOPE, Changes, HitKind, Recall, Remembered

DELETION = "deletion"
"""`LearnedItem.reason` of a proposal to forget: it waits in the inbox, the memory still holds."""


class Completeness(StrEnum):
    """Whether an answer came to its end."""

    COMPLETE = "complete"
    STOPPED = "stopped"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class UsedMemory:
    """A memory or round exactly as it was put into a prompt, kept with the answer."""

    kind: HitKind
    id: str
    text: str
    relevance: float
    revision: int = 1
    pinned: bool = False
    """Part of the profile block: always there, not counted as an access."""


@dataclass(frozen=True, slots=True)
class LearnedItem:
    """What became of one statement that a turn learned from a user's message."""

    id: str | None
    text: str
    status: str
    reason: str = ""
    replaced_text: str | None = None
    seq: int = 0
    """Change set that `undo` takes back; all items of one turn share it where possible."""


@dataclass(frozen=True, slots=True)
class TalkState:
    """Where a conversation stands, read from the user's words by the call that reads facts.

    Attributes:
        message: The user's newest message that was read for it.
        topic: What the conversation is about.
        intent: What the user wants of it.
        open_questions: What is still to be answered.
        entities: People, places and things that it is about.
        mood: One word, where the words show one.
    """

    message: str
    topic: str = ""
    intent: str = ""
    open_questions: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    mood: str = ""

    @property
    def says_nothing(self) -> bool:
        """Whether nothing but the place of the last message read is known."""
        return not (self.topic or self.intent or self.open_questions or self.entities or self.mood)


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation as it is shown.

    Attributes:
        id: Stable and sortable.
        role: `user` or `assistant`.
        text: Markdown for answers; the very words for the user.
        at: UTC.
        parent: The message before it; None for the first.
        model: `provider:model` of an answer.
        usage: Tokens as the server counted them.
        used: What was recalled into the prompt of this answer.
        completeness: Whether the answer came to its end.
        error: Code of what broke it off.
        reasoning: The model's thinking; shown in a fold, never sent again, never learned from.
        learned: What was learned from this message of the user.
    """

    id: str
    role: Role
    text: str
    at: datetime
    parent: str | None = None
    model: str | None = None
    usage: Usage | None = None
    used: tuple[UsedMemory, ...] = ()
    completeness: Completeness = Completeness.COMPLETE
    error: str | None = None
    reasoning: str = ""
    learned: tuple[LearnedItem, ...] = ()


@dataclass(frozen=True, slots=True)
class ConversationSummary:
    """One line of the list of conversations."""

    id: str
    title: str
    created_at: datetime
    updated_at: datetime
    space: str = GLOBAL_SCOPE
    pinned: bool = False
    archived: bool = False
    messages: int = 0


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation with its shown branch of messages, oldest first."""

    summary: ConversationSummary
    messages: tuple[Message, ...] = ()
    temporary: bool = False
    muted: frozenset[str] = frozenset()
    """Memories that the user keeps out of this conversation ("Not here")."""
    summary_text: str = ""
    """What the messages up to `summary_covers` came to; a request carries it in their place."""
    summary_covers: str | None = None
    """Id of the newest message that the summary holds; it and those before it are still shown."""
    state: TalkState | None = None
    """Where the shown branch stands; None until its words were read by a model."""


class LearningState(StrEnum):
    """How learning from a turn ended; two kinds of nothing are told apart."""

    DONE = "done"
    NOTHING = "nothing"
    UNREADABLE = "unreadable"
    FAILED = "failed"
    OFF = "off"


class ForgetStatus(StrEnum):
    """What became of "forget that ...", as the status of a `LearnedItem`."""

    FORGOTTEN = "forgotten"
    """It is in the trash; `seq` takes that back."""
    WHICH = "forget_which"
    """One of those that may be meant: the user is asked."""
    NONE = "forget_none"
    """Nothing like it is remembered; `text` is what was asked for."""


@dataclass(frozen=True, slots=True)
class TurnOptions:
    """What the caller of a turn decides.

    Attributes:
        model: `provider:model`.
        scope: The current space.
        temporary: Nothing is kept.
        temporary_reads: A temporary chat may read memory.
        learn: Whether anything may be learned.
        automatic: Whether facts are learned without being asked; what the user wants remembered
            in so many words is learned in any case.
        ask_first: Learned facts go to the inbox.
        ends_session: Nothing will follow: what would be read later is read after this turn.
        recall: Whether memory is read.
        recall_deadline: Seconds.
        system_prompt: The user's own instructions.
        tools: Whether memory tools are offered to the model.
        tool_rounds: The most times that results of tools go back to the model in one turn.
        answer_tokens: The longest answer of a model on this computer; None decides by its context.
    """

    model: str
    scope: str = GLOBAL_SCOPE
    temporary: bool = False
    temporary_reads: bool = False
    learn: bool = True
    automatic: bool = True
    ask_first: bool = False
    ends_session: bool = False
    recall: bool = True
    recall_deadline: float = 1.5
    system_prompt: str = ""
    tools: bool = True
    tool_rounds: int = 5
    answer_tokens: int | None = None


class TurnPhase(StrEnum):
    """What a turn is doing."""

    RECALLING = "recalling"
    WAITING = "waiting"
    LOADING = "loading"
    RETRYING = "retrying"
    WRITING = "writing"
    TOOLS = "tools"
    LEARNING = "learning"
    SUMMARISING = "summarising"


@dataclass(frozen=True, slots=True)
class UserMessageSaved:
    """The user's message is on the disk."""

    conversation: str
    message: Message


@dataclass(frozen=True, slots=True)
class Recalled:
    """Recall ended; `failure` says why nothing came where it failed or was late."""

    conversation: str
    answer_id: str
    recall: Recall
    failure: str | None = None


@dataclass(frozen=True, slots=True)
class PhaseChanged:
    """The turn went on to something else."""

    conversation: str
    answer_id: str
    phase: TurnPhase
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class AnswerDelta:
    """More of the answer (coalesced by the window)."""

    conversation: str
    answer_id: str
    text: str
    reasoning: str = ""


@dataclass(frozen=True, slots=True)
class AnswerDone:
    """The answer is recorded: complete, stopped or broken (`message.error`)."""

    conversation: str
    message: Message
    error_params: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Learned:
    """Learning ended. `items` come from the store's own outcomes."""

    conversation: str
    user_message_id: str
    state: LearningState
    items: tuple[LearnedItem, ...] = ()
    outcomes: tuple[Remembered, ...] = ()
    changes: tuple[Changes, ...] = ()
    """Change sets that are no outcome of remembering: a memory edited or forgotten by a tool."""
    talk: TalkState | None = None
    """Where the conversation stands, where that was read anew."""
    reason: str = ""
    """Why something was written or not; see `learning.policy.WriteReason`."""


@dataclass(frozen=True, slots=True)
class Summarised:
    """The older half of a full window was summed up; its messages stay in the file and in view."""

    conversation: str
    text: str
    covers_up_to: str


TurnEvent = (
    UserMessageSaved | Recalled | PhaseChanged | AnswerDelta | AnswerDone | Learned | Summarised
)
