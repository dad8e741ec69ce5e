"""The requests to the model that learning needs: reading facts, and judging them.

A failure is quiet: it is a state of learning, and never touches the answer.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import tzinfo

from assistant_app.base.errors import UserError
from assistant_app.conversation.learning.extraction import (
    Extraction,
    extraction_request,
    read_reply,
)
from assistant_app.conversation.learning.policy import WritePlan
from assistant_app.conversation.learning.saving import FinishedTurn, local_day
from assistant_app.conversation.learning.told import Said
from assistant_app.conversation.learning.verdicts import (
    Pair,
    read_verdicts,
    verdict_request,
)
from assistant_app.conversation.streaming import closing_stream
from assistant_app.conversation.types import LearningState
from assistant_app.llm.port import ChatModel, ChatRequest, TextDelta
from assistant_app.memory.types import VerdictKind

EXTRACTION_LIMIT_S = 90.0
VERDICT_LIMIT_S = 45.0
_EARLIER_SHOWN = 2
_LONGEST_REPLY = 20_000
_log = logging.getLogger(__name__)


class Reader:
    """Asks the chat model.

    Args:
        zone: The user's time zone; None for that of the system.
        redact: Removes secrets from what the model is shown.
    """

    def __init__(self, *, zone: tzinfo | None, redact: Callable[[str], str]) -> None:
        self._zone = zone
        self._redact = redact

    async def read(self, model: ChatModel, plan: WritePlan, turn: FinishedTurn) -> Extraction:
        """Have messages read for facts; a failure is a state, never an error.

        Args:
            model: Reads them.
            plan: Which messages.
            turn: Where they were written.
        """
        newest = turn.user.id
        said = [
            Said(
                self._redact(message.text),
                local_day(message.at, self._zone),
                None if message.id == newest else message.id,
            )
            for message in plan.unread
        ]
        earlier = [self._redact(one.text) for one in plan.earlier[-_EARLIER_SHOWN:]]
        today = local_day(turn.user.at, self._zone)
        try:
            async with asyncio.timeout(EXTRACTION_LIMIT_S):
                schema = (await model.capabilities()).json_schema
                request = extraction_request(said, earlier, today=today, schema=schema)
                reply = await _whole_reply(model, request)
        except TimeoutError:
            return Extraction(LearningState.FAILED)
        except UserError as error:
            # The helper request's failure never touches the answer, which stands already.
            _log.info("Facts were not read: %s", error.code.value)
            return Extraction(LearningState.FAILED)
        return read_reply(reply, said, today=today, zone=self._zone, message=newest)

    async def judge(
        self, model: ChatModel, pairs: Sequence[Pair]
    ) -> Mapping[tuple[int, str], VerdictKind]:
        """Have new facts compared with what lies near them; no pairs cost no request.

        Args:
            model: Judges.
            pairs: What is compared.

        Returns:
            What the model said of them; nothing where it could not be asked.
        """
        if not pairs:
            return {}
        try:
            async with asyncio.timeout(VERDICT_LIMIT_S):
                schema = (await model.capabilities()).json_schema
                reply = await _whole_reply(model, verdict_request(pairs, schema=schema))
        except TimeoutError:
            return {}
        except UserError as error:
            _log.info("Facts were not compared: %s", error.code.value)
            return {}
        return read_verdicts(reply, pairs)


async def _whole_reply(model: ChatModel, request: ChatRequest) -> str:
    """Return the text of a reply; thinking is no part of it, and a runaway one is cut."""
    parts: list[str] = []
    async with closing_stream(model.stream(request)) as events:
        async for event in events:
            if isinstance(event, TextDelta):
                parts.append(event.text)
            if sum(map(len, parts)) > _LONGEST_REPLY:
                break
    return "".join(parts)
