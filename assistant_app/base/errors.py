"""The error tree: two roots for everything that can go wrong, and one silent type.

    Exception
    ├── UserError      the user's environment or input; carries a stable `code`
    ├── Cancelled      the user stopped it; never shown as an error
    └── anything else  a bug in Keepsake; leads to a copyable, redacted report

The core raises codes and parameters. The sentences belong to the window (Qt translation) and to
the command line, so that one fault reads the same wherever it shows up and can be translated.
"""

from __future__ import annotations

from enum import StrEnum


class ErrorCode(StrEnum):
    """Stable names of everything that may fail for a reason outside the program."""

    MEMORY_SAVE_FAILED = "memory_save_failed"
    DISK_FULL = "disk_full"
    STORE_LOCKED = "store_locked"
    STORE_NEWER = "store_newer"
    STORE_UNREADABLE = "store_unreadable"
    NOT_FOUND = "not_found"
    NOTHING_TO_UNDO = "nothing_to_undo"
    EMPTY_TEXT = "empty_text"
    TEXT_TOO_LONG = "text_too_long"
    SECRET_REFUSED = "secret_refused"  # noqa: S105 - a code, not a secret
    RULE_REFUSED = "rule_refused"
    DATE_INVALID = "date_invalid"
    SPACE_UNKNOWN = "space_unknown"
    SPACE_EXISTS = "space_exists"
    SPACE_NAME_INVALID = "space_name_invalid"
    EMBEDDING_UNAVAILABLE = "embedding_unavailable"
    NOT_AN_EMBEDDING_MODEL = "not_an_embedding_model"
    DIMENSION_MISMATCH = "dimension_mismatch"
    PROVIDER_NOT_SET_UP = "provider_not_set_up"
    PROVIDER_AUTH = "provider_auth"
    PROVIDER_FORBIDDEN = "provider_forbidden"
    MODEL_NOT_FOUND = "model_not_found"
    PROVIDER_UNREACHABLE = "provider_unreachable"
    PROVIDER_TIMEOUT = "provider_timeout"
    PROVIDER_RATE_LIMITED = "provider_rate_limited"
    PROVIDER_ERROR = "provider_error"
    STREAM_BROKEN = "stream_broken"
    BAD_RESPONSE = "bad_response"
    TLS_FAILED = "tls_failed"
    CONTEXT_TOO_LONG = "context_too_long"
    IMPORT_UNREADABLE = "import_unreadable"
    KEYRING_UNAVAILABLE = "keyring_unavailable"
    SETTING_UNKNOWN = "setting_unknown"
    SETTING_INVALID = "setting_invalid"
    KEY_INVALID = "key_invalid"


class UserError(Exception):
    """A fault of the environment or of the input, told in one sentence with the next step.

    Attributes:
        code: What happened; the key of the sentence in the window and on the command line.
        params: Plain values that the sentence names (a path, a model, a host). Never a secret.
    """

    def __init__(self, code: ErrorCode, **params: object) -> None:
        self.code = code
        self.params: dict[str, str] = {name: str(value) for name, value in params.items()}
        super().__init__(code.value, self.params)

    def __str__(self) -> str:
        details = ", ".join(f"{name}={value}" for name, value in sorted(self.params.items()))
        return f"{self.code.value} ({details})" if details else self.code.value


class Cancelled(Exception):  # noqa: N818 - it is not an error
    """The user stopped the work. Callers end quietly."""
