"""Under which conditions the calls of a turn run: what is offered, and what may be shown. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from assistant_app.conversation.learning.explicit import explicit_requests
from assistant_app.conversation.tools.asked import wants_change
from assistant_app.conversation.tools.specs import READING, WRITING, Tool
from assistant_app.conversation.types import Message, TurnOptions
from assistant_app.memory.types import GLOBAL_SCOPE, Entry, State

RESULT_TOKENS = 1_500


@dataclass(frozen=True, slots=True)
class ToolContext:
    """Under which conditions the calls of a turn run.

    Attributes:
        conversation: Its id.
        user: The message that is being answered.
        said: The user's messages of the window, that one last.
        before: The answer before it, for "forget that".
        options: Of the turn.
        now: What ended before is not shown.
        temporary: Nothing may be written.
        beyond_this_machine: What is `local_only` is withheld.
        muted: Memories that the user keeps out of this conversation.
        result_tokens: The longest result.
    """

    conversation: str
    user: Message
    said: tuple[str, ...]
    options: TurnOptions
    now: datetime
    before: str = ""
    temporary: bool = False
    beyond_this_machine: bool = False
    muted: frozenset[str] = frozenset()
    result_tokens: int = RESULT_TOKENS

    def may_see(self, entry: Entry) -> bool:
        """Whether a memory may be shown: the last wall before it leaves this machine."""
        withheld = self.beyond_this_machine and entry.local_only
        over = entry.expires_at is not None and entry.expires_at <= self.now
        in_reach = entry.scope in {GLOBAL_SCOPE, self.options.scope}
        active = entry.state is State.ACTIVE and bool(entry.text) and not over
        return active and in_reach and not withheld and entry.id not in self.muted


def offered(context: ToolContext) -> tuple[Tool, ...]:
    """Return the tools that a turn offers. Pure."""
    options = context.options
    if not options.tools:
        return ()
    reads = options.recall and (options.temporary_reads or not context.temporary)
    tools = list(READING) if reads else []
    if not context.temporary and options.learn:
        tools += [tool for tool in WRITING if _may_write(tool, context, reads=reads)]
    return tuple(tool for tool in Tool if tool in tools)


def _may_write(tool: Tool, context: ToolContext, *, reads: bool) -> bool:
    if tool is not Tool.ADD and not reads:
        return False  # without results there is no id
    if context.options.automatic:
        return True
    text = context.user.text  # learning is off: only what the user asks for
    return bool(explicit_requests(text)) if tool is Tool.ADD else wants_change(text)
