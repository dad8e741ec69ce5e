"""The course of one answer, the same for every provider: attempts, limits, waiting, breaking off.

A provider brings a `Plan` (what to send, how to change it when the server refuses an option) and
a `Reader` (how to read what comes). Cancelling the task that iterates closes the connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
from contextlib import aclosing
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Protocol

import httpx

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.llm.faults import broken, fault_of_transport
from assistant_app.llm.link import Link, Refusal
from assistant_app.llm.port import ChatEvent, Waiting, WaitReason

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence

    from assistant_app.llm.timeouts import Timeouts

_USAGE_SECONDS = 5.0
_DRAIN_SECONDS = 0.05
_WORTH_RETRYING = frozenset({ErrorCode.PROVIDER_RATE_LIMITED, ErrorCode.PROVIDER_ERROR})
_HOPELESS_STATUS = frozenset({501, 505, 511})


class Reader(Protocol):
    """Reads one answer as its bytes come."""

    opened: bool
    """Whether the server has accepted the request."""
    begun: bool
    """Whether something of the answer itself has come: text, thinking, a piece of a call."""
    complete: bool
    """Whether the answer is known to be whole; usage may still follow."""
    ended: bool
    """Whether nothing can follow."""

    def begin(self, content_type: str) -> None:
        """Take the content type of the answer, which is now known to be no refusal."""

    def feed(self, chunk: bytes) -> Sequence[ChatEvent]:
        """Take bytes and return the events that are now certain."""

    def close(self) -> Sequence[ChatEvent]:
        """Return the last events, `Finished` among them.

        Raises:
            UserError: `stream_broken` when the answer is not whole.
        """


class Plan(Protocol):
    """What is sent for one answer."""

    @property
    def url(self) -> str:
        """Where to."""

    def payload(self) -> Mapping[str, object]:
        """The body of the next attempt."""

    def adapt(self, refusal: Refusal) -> bool:
        """Change the payload so that it may be taken; False when there is nothing to change."""

    def new_reader(self) -> Reader:
        """A reader for the next attempt."""


async def answer(link: Link, plan: Plan) -> AsyncGenerator[ChatEvent, None]:
    """Send a plan and give out the events of the answer.

    Raises:
        UserError: The provider's code; `stream_broken` after the answer had begun.
    """
    attempt = 1
    dropped = False
    told = _Told()
    while True:
        try:
            async with aclosing(_attempt(link, plan, told)) as events:
                async for event in events:
                    yield event
        except _Dropped as drop:
            if dropped:
                raise drop.fault from drop.__cause__
            dropped = True  # one that was kept open may have been closed there a moment ago
            continue
        except Refusal as refusal:
            if plan.adapt(refusal):
                continue
            pause = retry_pause(
                refusal, attempt=attempt, timeouts=link.timeouts, now=datetime.now(UTC)
            )
            if pause is None:
                raise refusal.error from None
        else:
            return
        yield Waiting(WaitReason.RETRY, pause)
        await asyncio.sleep(pause)
        attempt += 1


def retry_pause(
    refusal: Refusal, *, attempt: int, timeouts: Timeouts, now: datetime
) -> float | None:
    """Decide whether and when a refused request is sent again.

    Args:
        refusal: What the server said.
        attempt: How often it has been sent, from 1.
        timeouts: How often and how long.
        now: The present moment, for a `Retry-After` that is a date.

    Returns:
        Seconds to wait, or None when the refusal stands: it is no 429 and no 5xx, the money is
        used up, all attempts are, or the server asks for a longer pause than one waits for.
    """
    busy = refusal.status == 429 or refusal.status >= 500
    if not busy or refusal.status in _HOPELESS_STATUS or attempt >= timeouts.attempts:
        return None
    if refusal.error.code not in _WORTH_RETRYING or "insufficient_quota" in refusal.text:
        return None
    asked = _seconds(refusal.retry_after, now)
    if asked is None:
        return min(timeouts.retry_base * 2.0 ** (attempt - 1), timeouts.retry_after)
    return asked if asked <= timeouts.retry_after else None


def _seconds(header: str, now: datetime) -> float | None:
    try:
        seconds = float(header)
    except ValueError:
        try:
            moment = parsedate_to_datetime(header)
        except ValueError:
            return None
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        seconds = (moment - now).total_seconds()
    return None if math.isnan(seconds) else max(0.0, seconds)


class _Dropped(Exception):  # noqa: N818 - the caller decides whether it is an error
    """The server closed the connection before it answered anything."""

    def __init__(self, fault: UserError) -> None:
        super().__init__(fault)
        self.fault = fault


class _Told:
    """Whether the caller knows already that the model is loading."""

    def __init__(self) -> None:
        self.loading = False


async def _attempt(link: Link, plan: Plan, told: _Told) -> AsyncGenerator[ChatEvent, None]:
    reader = plan.new_reader()
    source = link.chunks(plan.url, plan.payload(), reader.begin)
    try:
        async with aclosing(source), aclosing(_read(link, source, reader, told)) as events:
            async for event in events:
                yield event
            if reader.ended:
                await _drain(source)
    except httpx.HTTPError as error:
        if not reader.complete:
            fault = fault_of_transport(link.where, error)
            if not reader.opened and _was_dropped(error):
                raise _Dropped(fault) from error
            raise (broken(link.where, fault) if reader.opened else fault) from error
        for event in reader.close():  # it was whole; what broke was only its end
            yield event
    except UserError as error:
        raise (broken(link.where, error) if reader.begun else error) from error.__cause__


def _was_dropped(error: httpx.HTTPError) -> bool:
    if isinstance(error, httpx.RemoteProtocolError):
        return "disconnected" in str(error)
    return isinstance(error, httpx.ReadError | httpx.WriteError | httpx.CloseError)


async def _read(
    link: Link, source: AsyncIterator[bytes], reader: Reader, told: _Told
) -> AsyncGenerator[ChatEvent, None]:
    async with aclosing(_timed(link, source, reader, told)) as chunks:
        async for chunk in chunks:
            if chunk is None:
                yield Waiting(WaitReason.LOADING)
                continue
            for event in reader.feed(chunk):
                yield event
            if reader.ended:
                break
    for event in reader.close():
        yield event


async def _next(source: AsyncIterator[bytes]) -> bytes | None:
    try:
        return await anext(source)
    except StopAsyncIteration:
        return None


async def _drain(source: AsyncIterator[bytes]) -> None:
    """Read the end of the body, so that the connection can be used again."""
    with contextlib.suppress(TimeoutError, httpx.HTTPError):
        async with asyncio.timeout(_DRAIN_SECONDS):
            await _next(source)


async def _timed(
    link: Link, source: AsyncIterator[bytes], reader: Reader, told: _Told
) -> AsyncGenerator[bytes | None, None]:
    """Give out the chunks of a source within the limits; None once where it seems to load."""
    timeouts = link.timeouts
    async with aclosing(_until_begun(link, source, reader, told)) as first:
        async for chunk in first:
            yield chunk
    while True:
        limit = min(timeouts.silence, _USAGE_SECONDS) if reader.complete else timeouts.silence
        try:
            async with asyncio.timeout(limit):
                chunk = await _next(source)
        except TimeoutError:
            if reader.complete:
                return
            raise link.where.error(ErrorCode.PROVIDER_TIMEOUT, phase="silence") from None
        if chunk is None:
            return
        yield chunk


async def _until_begun(
    link: Link, source: AsyncIterator[bytes], reader: Reader, told: _Told
) -> AsyncGenerator[bytes | None, None]:
    loop = asyncio.get_running_loop()
    started = loop.time()
    notice, deadline = (
        started + limit for limit in (link.timeouts.loading_notice, link.timeouts.first_token)
    )
    while not (reader.begun or reader.complete):
        # Asked before each piece too: comments that keep a connection alive are no answer.
        if loop.time() >= deadline:
            raise link.where.error(ErrorCode.PROVIDER_TIMEOUT, phase="first_token")
        step = asyncio.create_task(_next(source))
        try:
            while not step.done() and loop.time() < deadline:
                until = deadline if told.loading else min(notice, deadline)
                await asyncio.wait({step}, timeout=max(0.0, until - loop.time()))
                if loop.time() >= notice and not told.loading and not reader.begun:
                    told.loading = True
                    yield None
            if not step.done():
                continue
        finally:
            # Reached by Stop too: the request ends here, however long the server would wait.
            if not step.done():
                step.cancel()
                await asyncio.wait({step})
            if not step.cancelled():
                step.exception()  # looked at, so that asyncio does not complain when we are gone
        chunk = step.result()
        if chunk is None:
            return
        yield chunk
