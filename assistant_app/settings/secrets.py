"""Keys of providers: in the keyring of the system, else for this session only, and said so.

Never in settings, logs, tracebacks or exports. Every key that comes in or out is registered with
the log's redaction.
"""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.log import remember_secret
from assistant_app.base.notices import Notice
from assistant_app.settings.keys import clean_key, environment_key
from assistant_app.settings.vault import KeyringFailure, Vault

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Source(StrEnum):
    """Where a key is."""

    KEYRING = "keyring"
    SESSION = "session"
    """In the memory of this process; gone when it ends."""
    ENVIRONMENT = "environment"


@dataclass(frozen=True, slots=True)
class Secret:
    """A key and where it came from. The key does not show in `repr`."""

    value: str = field(repr=False)
    source: Source


@dataclass(frozen=True, slots=True)
class Probe:
    """What the keyring can do now.

    Attributes:
        usable: Whether keys are kept beyond this session.
        backend: The module of the back end, or empty.
        reason: Why it cannot be used: see `KeyringFailure`; empty when it can.
    """

    usable: bool
    backend: str = ""
    reason: str = ""

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What the user should know: `keyring_session_only` with `reason`, or nothing."""
        if self.usable:
            return ()
        return (Notice("keyring_session_only", {"reason": self.reason}),)


class SecretStore:
    """Keeps one key for each provider. Calls wait for the keyring, for a limited time.

    Args:
        vault: The keyring.
        environment: Variables that hold keys where nothing else does.
        is_kept: Whether the keyring may hold a key of a provider; where it does not, the keyring
            is not asked, since some systems then want a password from the user. Any by default.
    """

    def __init__(
        self,
        *,
        vault: Vault | None = None,
        environment: Mapping[str, str] = os.environ,
        is_kept: Callable[[str], bool] = bool,
    ) -> None:
        self._vault = vault or Vault()
        self._is_kept = is_kept
        self._environment = environment
        self._lock = threading.Lock()
        self._session: dict[str, str] = {}
        self._last_known: dict[str, str] = {}

    def probe(self) -> Probe:
        """Find out whether there is a usable keyring."""
        try:
            return Probe(usable=True, backend=self._vault.name())
        except KeyringFailure as failure:
            return Probe(usable=False, reason=failure.reason)

    def get(self, provider: str) -> Secret | None:
        """Return the key of a provider: of this session, of the keyring, of the environment.

        Raises:
            UserError: `key_invalid` where an environment variable holds no key.
        """
        with self._lock:
            if provider in self._session:
                return Secret(self._session[provider], Source.SESSION)
        kept = self._from_keyring(provider) if self._is_kept(provider) else None
        if kept:
            remember_secret(kept)
            return Secret(kept, Source.KEYRING)
        found = environment_key(provider, self._environment)
        if found is None:
            return None
        remember_secret(found)
        return Secret(found, Source.ENVIRONMENT)

    def set(self, provider: str, raw: str) -> Source:
        """Keep a key as it was pasted.

        Returns:
            `keyring`, or `session` where there is no usable keyring: the caller says so.

        Raises:
            UserError: `key_invalid`; what was kept before is still there.
        """
        key = clean_key(raw, provider=provider)
        remember_secret(key)
        try:
            self._vault.set(provider, key)
        except KeyringFailure:
            with self._lock:
                self._session[provider] = key
            return Source.SESSION
        with self._lock:
            self._session.pop(provider, None)
            self._last_known[provider] = key
        return Source.KEYRING

    def delete(self, provider: str) -> None:
        """Forget the key of a provider. Variables of the environment stay.

        Raises:
            UserError: `keyring_unavailable`: forgotten for this session, but perhaps still kept.
        """
        with self._lock:
            self._session.pop(provider, None)
            self._last_known.pop(provider, None)
        try:
            self._vault.delete(provider)
        except KeyringFailure as failure:
            if failure.reason in {"none", "unsafe"}:
                return  # it never was anywhere but in this session
            raise UserError(
                ErrorCode.KEYRING_UNAVAILABLE, provider=provider, reason=failure.reason
            ) from failure

    def _from_keyring(self, provider: str) -> str | None:
        """Ask the keyring each time, since another program may have changed the key there."""
        try:
            kept = self._vault.get(provider, late=lambda key: self._note(provider, key))
        except KeyringFailure:
            # `probe` tells why. What it said last still holds, and the environment may have one.
            with self._lock:
                return self._last_known.get(provider)
        self._note(provider, kept)
        return kept

    def _note(self, provider: str, key: str | None) -> None:
        with self._lock:
            if key:
                self._last_known[provider] = key
            else:
                self._last_known.pop(provider, None)
