"""The value types of settings, which every package may import: choices and one declaration each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, Protocol, TypeVar

from assistant_app.base.errors import ErrorCode, UserError

T = TypeVar("T")

BUILTIN_PROVIDER = "builtin"
PROVIDER_NAMES = (
    "openai",
    "anthropic",
    "gemini",
    "deepseek",
    "dashscope",
    "moonshot",
    "mistral",
    "groq",
    "openrouter",
    "xai",
    "ollama",
    "lmstudio",
    "llamacpp",
    "compatible",
    "local",
)
"""Providers that a user can name in `provider:model`, beside `builtin`."""


class MemoryMode(StrEnum):
    """What happens with facts that a conversation taught."""

    ON = "on"
    """Saved and shown."""
    ASK = "ask"
    """Put into the inbox."""
    OFF = "off"
    """Nothing is learned; what the user does in so many words still works."""


class Ranking(StrEnum):
    """How memories that answer a question alike are put in order."""

    MEASURED = "measured"
    """What measures best: relevance; among memories that say nearly the same, use and age too."""
    PUBLISHED = "published"
    """40 % relevance, 30 % recency (24 h), 20 % use, 10 % fit."""
    OWN = "own"
    """The user's weights."""


class Language(StrEnum):
    """The language of the window."""

    SYSTEM = "system"
    ENGLISH = "en"
    CHINESE = "zh_CN"


class Theme(StrEnum):
    """The colours of the window."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class SendKey(StrEnum):
    """The key that sends a message; the other one starts a new line."""

    ENTER = "enter"
    CTRL_ENTER = "ctrl_enter"


class Kind(Protocol[T]):
    """How values of one kind are read from JSON, typed by a user, and written."""

    @property
    def allowed(self) -> str:
        """What may stand here, in the notation of the command line, for example `on, off`."""

    def decode(self, value: object) -> T:
        """Check a value that was read from JSON.

        Raises:
            TypeError: It is another type of JSON. The texts of both errors are never shown.
            ValueError: It is not one of the values.
        """

    def encode(self, value: T) -> object:
        """Return the value as JSON can hold it."""

    def parse(self, text: str) -> T:
        """Read what a user typed.

        Raises:
            ValueError: It is not one of the values.
        """


@dataclass(frozen=True, slots=True)
class Setting(Generic[T]):
    """The one declaration of a setting.

    Attributes:
        key: Its name in the file and on the command line.
        default: The value where nothing is set.
        kind: How values are read, checked and written.
        advanced: Whether the window folds it away.
    """

    key: str
    default: T
    kind: Kind[T]
    advanced: bool = False

    def parse(self, text: str) -> T:
        """Read a value that a user typed.

        Raises:
            UserError: `setting_invalid`, with `key` and `allowed`.
        """
        try:
            return self.kind.parse(text)
        except (TypeError, ValueError) as error:
            raise self._invalid() from error

    def check(self, value: T) -> T:
        """Return the value as the file would give it back.

        Raises:
            UserError: `setting_invalid`, with `key` and `allowed`.
        """
        try:
            return self.kind.decode(self.kind.encode(value))
        except (TypeError, ValueError) as error:
            raise self._invalid() from error

    def _invalid(self) -> UserError:
        return UserError(ErrorCode.SETTING_INVALID, key=self.key, allowed=self.kind.allowed)


@dataclass(frozen=True, slots=True)
class SettingFamily(Generic[T]):
    """Settings that differ in one word of their key only, for example one for each provider.

    Attributes:
        prefix, suffix: What stands before and after the word.
        members: The words that may stand between.
        default, kind, advanced: As in `Setting`.
    """

    prefix: str
    suffix: str
    members: tuple[str, ...]
    default: T
    kind: Kind[T]
    advanced: bool = False

    def of(self, member: str) -> Setting[T]:
        """Return the setting of one member.

        Raises:
            UserError: `setting_unknown` where the family has no such member.
        """
        key = f"{self.prefix}{member}{self.suffix}"
        if member not in self.members:
            raise UserError(ErrorCode.SETTING_UNKNOWN, key=key, nearest="")
        return Setting(key, self.default, self.kind, self.advanced)
