"""`keepsake ask`: one turn in the terminal, with the same turn that the window runs."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.lanes import Lane
from assistant_app.cli.commands import Arguments, Context
from assistant_app.cli.objects import Object, error_object
from assistant_app.conversation.turn import RECALL_LATE
from assistant_app.conversation.types import (
    AnswerDelta,
    AnswerDone,
    Completeness,
    Learned,
    Message,
    PhaseChanged,
    Recalled,
    TurnEvent,
    TurnPhase,
    UserMessageSaved,
)
from assistant_app.services import turn_options
from assistant_app.settings import declarations

_LEARNING_LIMIT_S = 30.0


class _Listener:
    """Collects what a turn tells, and writes the answer as it comes."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self.question: Message | None = None
        self.answer: Message | None = None
        self.error_params: dict[str, str] = {}
        self.learned: Learned | None = None
        self.recall_failure: str | None = None
        self.answered = asyncio.Event()

    def __call__(self, event: TurnEvent) -> None:
        match event:
            case AnswerDelta(text=text):
                self._context.write(text)
            case UserMessageSaved(message=message):
                self.question = message
            case Recalled(failure=failure):
                self.recall_failure = failure
                if failure is not None:
                    self._context.note("recall_late" if failure == RECALL_LATE else "words_only")
            case AnswerDone(message=message, error_params=params):
                self.answer = message
                self.error_params = dict(params)
                self.answered.set()
            case Learned():
                self.learned = event
            case PhaseChanged(phase=TurnPhase.LOADING):
                self._context.note("loading")
            case PhaseChanged(phase=TurnPhase.RETRYING, seconds=seconds):
                self._context.note("retrying", seconds=f"{seconds or 0:.0f}")
            case _:
                pass


async def ask(context: Context, words: Arguments) -> Object:
    """Send one message and wait for the answer, and then for what is learned from it.

    Raises:
        UserError: What broke the answer off; the partial answer is kept in the conversation.
    """
    scope = await context.scope(words.get("space"))
    temporary = bool(words.get("temporary"))
    conversation = words.get("conversation")
    model = words.get("model")
    if model is not None:
        model = declarations.CHAT_MODEL.parse(model)  # before a conversation is begun with it
    core = await context.services.core.opened()
    if conversation is None:
        made = await context.lane(
            lambda core: core.conversations.create(space=scope, temporary=temporary), Lane.SAVE
        )
        conversation = made.summary.id
    else:
        await context.lane(lambda core: core.conversations.open(conversation))
    options = turn_options(
        context.services.settings.current,
        scope=scope,
        temporary=temporary,
        model=model,
        learn=not words.get("no_learn"),
    )
    options = replace(options, ends_session=True)
    listener = _Listener(context)
    turn = asyncio.ensure_future(core.turn.run(conversation, words["text"], options, emit=listener))
    await _finish(turn, listener, words.get("timeout"))
    return _result(conversation, listener)


async def _finish(turn: asyncio.Future[Any], listener: _Listener, limit: float | None) -> None:
    """Wait for the answer (`limit` seconds), then for learning; stop what takes longer."""
    answered = asyncio.ensure_future(listener.answered.wait())
    try:
        await asyncio.wait({turn, answered}, timeout=limit, return_when=asyncio.FIRST_COMPLETED)
        if listener.answered.is_set():
            await asyncio.wait({turn}, timeout=_LEARNING_LIMIT_S)
        if not turn.done():
            turn.cancel()
        await asyncio.wait({turn})
    finally:
        answered.cancel()
        turn.cancel()
    if not turn.cancelled():
        error = turn.exception()
        if error is not None:
            raise error


def _result(conversation: str, listener: _Listener) -> Object:
    answer = listener.answer
    if answer is None:
        raise UserError(ErrorCode.PROVIDER_TIMEOUT, host="The model")
    learned = listener.learned
    result: Object = {
        "answer": answer.text,
        "conversation": conversation,
        "message": answer.id,
        "used": [
            {
                "kind": used.kind.value,
                "id": used.id,
                "text": used.text,
                "relevance": round(used.relevance, 4),
            }
            for used in answer.used
        ],
        "remembered": [
            {"id": item.id, "text": item.text, "status": item.status}
            for item in (learned.items if learned else ())
        ],
        "learning": learned.state.value if learned else None,
        "learning_reason": learned.reason if learned else None,
        "recall_failure": listener.recall_failure,
        "stopped": answer.completeness is not Completeness.COMPLETE,
        "model": answer.model,
    }
    if answer.error:
        result |= error_object(UserError(ErrorCode(answer.error), **listener.error_params))
    return result
