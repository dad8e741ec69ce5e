"""The tools that look: what they find stands in the prompt then, and counts as used."""

from __future__ import annotations

from datetime import tzinfo

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.conversation.port import MemoryAccess
from assistant_app.conversation.tools.arguments import Arguments
from assistant_app.conversation.tools.context import ToolContext
from assistant_app.conversation.tools.memory import ToolMemory
from assistant_app.conversation.tools.results import (
    Json,
    figures,
    fitting,
    hit_result,
    memory_result,
    related_result,
    used_hit,
)
from assistant_app.conversation.tools.specs import DEFAULT_FOUND, DEFAULT_LISTED, DEFAULT_RELATED
from assistant_app.memory.types import Entry, Hit, RecallQuery

_SEARCH_DEADLINE = 3.0


class Looker:
    """Finds and shows memories.

    Args:
        context: What may be shown.
        memory: Finding.
        tools: Looking.
        zone: The user's time zone; None for that of the system.

    Attributes:
        hits: What results have put before the model, by id.
    """

    def __init__(
        self,
        context: ToolContext,
        memory: MemoryAccess,
        tools: ToolMemory,
        zone: tzinfo | None,
    ) -> None:
        self._context = context
        self._memory = memory
        self._tools = tools
        self._zone = zone
        self.hits: dict[str, Hit] = {}

    async def show(self, arguments: Arguments) -> Json:
        """Show one memory."""
        entry = await self.visible(arguments.id)
        self._show(entry)
        return memory_result(entry, self._zone)

    async def stats(self, _: Arguments) -> Json:
        """Count."""
        return figures(await self._all(None, None))

    async def search(self, arguments: Arguments) -> Json:
        """Find memories and rounds."""
        query = RecallQuery(
            text=arguments.query or "",
            scope=self._context.options.scope,
            limit=arguments.limit or DEFAULT_FOUND,
            budget_tokens=self._context.result_tokens,
            beyond_this_machine=self._context.beyond_this_machine,
            exclude=self._context.muted,
            exclude_conversation=self._context.conversation,
        )
        deadline = max(_SEARCH_DEADLINE, self._context.options.recall_deadline)
        found = (await self._memory.recall(query, deadline=deadline)).recall
        best = sorted((*found.profile_hits, *found.used), key=lambda hit: -hit.relevance)
        allowed = [hit for hit in best if hit.entry is None or self._context.may_see(hit.entry)]
        shown = fitting(
            (hit_result(hit, self._zone) for hit in allowed), self._context.result_tokens
        )
        for hit in allowed[: len(shown)]:
            self.hits.setdefault(hit.id, hit)
        return {"results": shown}

    async def listed(self, arguments: Arguments) -> Json:
        """List the newest."""
        entries = await self._all(arguments.category, arguments.tag)
        wanted = entries[: arguments.limit or DEFAULT_LISTED]
        shown = fitting(
            (memory_result(entry, self._zone) for entry in wanted), self._context.result_tokens
        )
        for entry in wanted[: len(shown)]:
            self._show(entry)
        return {"memories": shown, "shown": len(shown), "total": len(entries)}

    async def related(self, arguments: Arguments) -> Json:
        """Find neighbours."""
        entry = await self.visible(arguments.id)
        limit = arguments.limit or DEFAULT_RELATED
        found = await self._tools.related(entry.id, limit * 2)
        allowed = [one for one in found if self._context.may_see(one.entry)][:limit]
        shown = fitting(
            (related_result(one, self._zone) for one in allowed), self._context.result_tokens
        )
        for one in allowed[: len(shown)]:
            self._show(one.entry)
        return {"related": shown}

    async def _all(self, category: str | None, tag: str | None) -> list[Entry]:
        found = await self._tools.list(category=category, tag=tag)
        return [entry for entry in found if self._context.may_see(entry)]

    async def visible(self, memory_id: str | None) -> Entry:
        """Return a memory that the model may see.

        Raises:
            UserError: `not_found`, also for one that it may not see.
        """
        entry = await self._tools.get(memory_id or "")
        if not self._context.may_see(entry):
            raise UserError(ErrorCode.NOT_FOUND, id=memory_id)
        return entry

    def _show(self, entry: Entry) -> None:
        self.hits.setdefault(entry.id, used_hit(entry))
