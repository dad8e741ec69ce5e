"""Time and ids: the only module that asks the operating system what time it is.

Everything else takes a `Clock`, so that decisions can be tested at any moment. Times are UTC
inside the program and on disk; only the window and the command line turn them into local time.
"""

from __future__ import annotations

import os
import secrets
import threading
from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]

_CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz"


def system_clock() -> datetime:
    """Return the present moment in UTC.

    `KEEPSAKE_NOW` (ISO 8601, UTC when no offset is given) replaces it in tests.
    """
    fixed = os.environ.get("KEEPSAKE_NOW")
    if fixed:
        return parse_utc(fixed)
    return datetime.now(UTC)


def format_utc(moment: datetime) -> str:
    """Write a moment as `2026-01-31T09:05:00.123456Z`; sorts like the time it stands for."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def parse_utc(text: str) -> datetime:
    """Read an ISO 8601 moment; without an offset it is UTC.

    Raises:
        ValueError: The text is no moment, or in UTC it lies outside the years 1 to 9999.
    """
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        return moment.replace(tzinfo=UTC)
    try:
        return moment.astimezone(UTC)
    except OverflowError as error:
        raise ValueError(f"out of range: {text}") from error


class IdFactory:
    """Makes ids that are unique and sort in the order of their making.

    26 characters of Crockford's base 32: 48 bits of milliseconds and 80 of randomness (the ULID
    layout). Within one process an id is always greater than the one before, also when the clock
    is set back: the time part never falls and the random part is counted up instead.
    """

    def __init__(self, clock: Clock = system_clock) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._last = 0

    def __call__(self) -> str:
        """Return the next id."""
        with self._lock:
            milliseconds = int(self._clock().timestamp() * 1000)
            if milliseconds > self._last >> 80:
                self._last = (milliseconds << 80) | secrets.randbits(80)
            else:
                self._last += 1 + secrets.randbits(16)
            return _base32(self._last)


def _base32(number: int) -> str:
    return "".join(_CROCKFORD[(number >> shift) & 31] for shift in range(125, -1, -5))
