"""The tools that change memory. What they did is told from the store's own outcome."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from typing import TypeVar

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.conversation.learning.explicit import explicit_requests
from assistant_app.conversation.port import ConversationAccess, MemoryAccess
from assistant_app.conversation.tools.arguments import Arguments
from assistant_app.conversation.tools.asked import (
    asks_to_forget,
    borne_out,
    change_borne_out,
    says_the_same,
)
from assistant_app.conversation.tools.context import ToolContext
from assistant_app.conversation.tools.looking import Looker
from assistant_app.conversation.tools.memory import ToolMemory
from assistant_app.conversation.tools.results import Json
from assistant_app.conversation.types import (
    DELETION,
    ForgetStatus,
    Learned,
    LearnedItem,
    LearningState,
    TurnEvent,
)
from assistant_app.memory.types import (
    Cause,
    CauseKind,
    Changes,
    Draft,
    Entry,
    Origin,
    OriginKind,
    Remembered,
    RememberStatus,
    Verdict,
    VerdictKind,
)

_T = TypeVar("_T")
_MOST_DELETED = 3
"""Memories that one turn may delete at once; further ones are asked about."""
_LONGEST_QUOTE = 600
_log = logging.getLogger(__name__)


class Changer:
    """Adds, changes and deletes.

    Args:
        context: Who says what, and what may be written.
        looker: Finds what is to be changed.
        memory: Adding.
        tools: Changing.
        conversations: Where it is kept what was changed.
        emit: Takes `Learned`.
        redact: Removes secrets from what is told.

    Attributes:
        items: What was changed, as it is shown under the user's message.
    """

    def __init__(
        self,
        context: ToolContext,
        looker: Looker,
        *,
        memory: MemoryAccess,
        tools: ToolMemory,
        conversations: ConversationAccess,
        emit: Callable[[TurnEvent], object],
        redact: Callable[[str], str],
    ) -> None:
        self._context = context
        self._looker = looker
        self._memory = memory
        self._tools = tools
        self._conversations = conversations
        self._emit = emit
        self._redact = redact
        self._deleted = 0
        self.items: list[LearnedItem] = []

    async def add(self, arguments: Arguments) -> Json:
        """Keep a statement."""
        content = arguments.content or ""
        draft = self._draft(
            content,
            arguments,
            scope=self._context.options.scope,
            sure=borne_out(content, self._context.said),
        )
        return await self._remember(draft)

    async def update(self, arguments: Arguments) -> Json:
        """Put a new text in the place of an old one, or change its labels."""
        entry = await self._looker.visible(arguments.id)
        content = arguments.content
        if not content or content == entry.text:
            return await self._relabel(entry, arguments)
        draft = self._draft(
            content,
            arguments,
            scope=entry.scope,
            sure=change_borne_out(content, entry.text, self._context.said),
            verdict=Verdict(VerdictKind.UPDATE_OLD, entry.id),
        )
        return await self._remember(draft)

    def _draft(
        self,
        content: str,
        arguments: Arguments,
        *,
        scope: str,
        sure: bool,
        verdict: Verdict | None = None,
    ) -> Draft:
        user = self._context.user
        asked = any(says_the_same(content, told.text) for told in explicit_requests(user.text))
        quote = user.text if sure and len(user.text) <= _LONGEST_QUOTE else None
        return Draft(
            text=content,
            category=arguments.category,
            tags=arguments.tags,
            scope=scope,
            origin=Origin(
                OriginKind.MANUAL if asked and sure else OriginKind.TOOL,
                self._context.conversation,
                user.id,
                quote,
            ),
            unsure=not sure,
            verdict=verdict,
        )

    async def _remember(self, draft: Draft) -> Json:
        ask = self._context.options.ask_first
        outcome = (await self._saving(self._memory.remember((draft,), self._cause, ask=ask)))[0]
        entry, replaced, changes = outcome.entry, outcome.replaced, outcome.changes
        item = LearnedItem(
            id=entry.id if entry else None,
            text=entry.text if entry else self._redact(draft.text),
            status=outcome.status.value,
            reason=outcome.reason,
            replaced_text=replaced.text if replaced else None,
            seq=changes.seq if changes else 0,
        )
        await self._tell(item, outcome=outcome)
        result: Json = {"status": outcome.status.value}
        if entry is not None and self._context.may_see(entry):
            result["id"] = entry.id
        if outcome.status is RememberStatus.PROPOSED:
            result["note"] = "not saved yet: the user is asked first"
        if outcome.status is RememberStatus.REFUSED:
            result["reason"] = outcome.reason
        return result

    async def _relabel(self, entry: Entry, arguments: Arguments) -> Json:
        changes = await self._saving(
            self._tools.relabel(
                entry.id, category=arguments.category, tags=arguments.tags, cause=self._cause
            )
        )
        status = RememberStatus.UPDATED if changes.seq else RememberStatus.DUPLICATE
        await self._tell(
            LearnedItem(entry.id, entry.text, status.value, "labels", seq=changes.seq), changes
        )
        return {"status": status.value, "id": entry.id}

    async def delete(self, arguments: Arguments) -> Json:
        """Delete, where the user asked for it in this turn; else ask the user."""
        entry = await self._looker.visible(arguments.id)
        words = " ".join((entry.text, *entry.tags))
        asked = asks_to_forget(self._context.user.text, words, self._context.before)
        if asked and self._deleted < _MOST_DELETED:
            changes = await self._saving(self._tools.forget((entry.id,), self._cause))
            self._deleted += 1
            item = LearnedItem(
                entry.id, entry.text, ForgetStatus.FORGOTTEN.value, "asked", seq=changes.seq
            )
            await self._tell(item, changes)
            return {"status": "deleted", "id": entry.id}
        changes = await self._saving(self._tools.propose_forget((entry.id,), self._cause))
        status = RememberStatus.PROPOSED.value
        await self._tell(
            LearnedItem(entry.id, entry.text, status, DELETION, seq=changes.seq), changes
        )
        return {"status": status, "note": "not deleted yet: the user is asked first"}

    @property
    def _cause(self) -> Cause:
        return Cause(CauseKind.TOOL, self._context.conversation, self._context.user.id)

    async def _saving(self, job: Coroutine[object, object, _T]) -> _T:
        """Write; a failure is told to the user as well as to the model."""
        try:
            return await job
        except UserError as error:
            if error.code is not ErrorCode.NOT_FOUND:
                self._emit(self._event(LearningState.FAILED))
            raise

    async def _tell(
        self,
        item: LearnedItem,
        changes: Changes | None = None,
        outcome: Remembered | None = None,
    ) -> None:
        """Keep with the user's message what was changed, and tell it."""
        self.items.append(item)
        self._emit(
            self._event(
                LearningState.DONE,
                outcomes=() if outcome is None else (outcome,),
                changes=() if changes is None or not changes.seq else (changes,),
            )
        )
        try:
            await self._conversations.record_learned(
                self._context.conversation, self._context.user.id, tuple(self.items)
            )
        except UserError as error:
            _log.warning("Change not kept with its message: %s", error.code.value)

    def _event(
        self,
        state: LearningState,
        outcomes: tuple[Remembered, ...] = (),
        changes: tuple[Changes, ...] = (),
    ) -> Learned:
        return Learned(
            self._context.conversation,
            self._context.user.id,
            state,
            tuple(self.items),
            outcomes,
            changes,
        )
