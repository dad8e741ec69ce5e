"""Log set-up: a small rotating file, no text of the user, no keys.

Whatever reaches a handler passes a filter that blots out what looks like a key, and every secret
that was registered while the program ran.
"""

from __future__ import annotations

import logging
import re
from pathlib import Path

from assistant_app.base.files import make_folder

_LOOKS_SECRET = re.compile(
    r"(?i)\b(?:sk|pk|rk|gsk|xai|ghp|glpat|AIza)[-_]?[A-Za-z0-9_\-]{12,}"
    r"|(?<=bearer )\S+|(?<=api[-_]key[=:])\s*\S+|(?<=authorization[=:])\s*\S+"
)
_BLOT = "[removed]"
_MAX_BYTES = 1_000_000
_KEPT_FILES = 3
_MIN_SECRET_LENGTH = 6

_known_secrets: set[str] = set()


def remember_secret(secret: str) -> None:
    """Never let this text appear in a log from now on."""
    if len(secret) >= _MIN_SECRET_LENGTH:
        _known_secrets.add(secret)


def redact(text: str) -> str:
    """Blot out keys in a text that leaves the program's memory."""
    for secret in _known_secrets:
        text = text.replace(secret, _BLOT)
    return _LOOKS_SECRET.sub(_BLOT, text)


class RedactingFormatter(logging.Formatter):
    """Formats a record, tracebacks included, and then redacts the whole of it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the finished, redacted line."""
        return redact(super().format(record))


def set_up_logging(folder: Path, *, level: int = logging.INFO) -> None:
    """Write the program's log to `keepsake.log` in a folder.

    Args:
        folder: Where the log lies; created when missing.
        level: The least severe level that is written.

    Raises:
        UserError: The folder cannot be written.
    """
    from logging.handlers import RotatingFileHandler  # brings sockets along: 50 ms of a start

    make_folder(folder)
    handler = RotatingFileHandler(
        folder / "keepsake.log", maxBytes=_MAX_BYTES, backupCount=_KEPT_FILES, encoding="utf-8"
    )
    handler.setFormatter(
        RedactingFormatter("%(asctime)s %(levelname)s %(name)s [%(threadName)s] %(message)s")
    )
    root = logging.getLogger("assistant_app")
    root.setLevel(level)
    root.addHandler(handler)
    root.propagate = False
