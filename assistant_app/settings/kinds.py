"""The kinds of values that settings hold: how each is read, typed and written."""

from __future__ import annotations

import contextlib
import json
import math
import re
import urllib.parse
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from assistant_app.base.safe_pattern import SafePattern
from assistant_app.base.text import clean_text
from assistant_app.settings.types import BUILTIN_PROVIDER, PROVIDER_NAMES

E = TypeVar("E", bound=StrEnum)

_YES = frozenset({"true", "on", "yes", "1"})
_NO = frozenset({"false", "off", "no", "0"})
_AUTO = "auto"
_BETWEEN = re.compile(r"[,;，、；\n\r]+")
_LINE_ENDS = re.compile(r"[\n\r]+")
_LOOKS_LIKE_A_KEY = re.compile(r"(?i)(?:sk|pk|rk|gsk|xai)[-_][A-Za-z0-9_\-]{8,}")


@dataclass(frozen=True, slots=True)
class Flag:
    """A switch."""

    allowed: str = "true, false"

    def decode(self, value: object) -> bool:
        """Take a JSON boolean only."""
        if not isinstance(value, bool):
            raise TypeError("not a boolean")
        return value

    def encode(self, value: bool) -> object:
        """Return it as it is."""
        return value

    def parse(self, text: str) -> bool:
        """Read `true`, `on`, `yes`, `1` and their opposites in any case."""
        word = text.strip().lower()
        if word not in _YES | _NO:
            raise ValueError("not a switch")
        return word in _YES


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within limits, both included."""

    low: int
    high: int

    @property
    def allowed(self) -> str:
        """The limits."""
        return f"{self.low}..{self.high}"

    def decode(self, value: object) -> int:
        """Take a JSON whole number within the limits; `8.0` counts as one."""
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError("not a whole number")
        if not self.low <= value <= self.high:
            raise ValueError("out of range")
        return value

    def encode(self, value: int) -> object:
        """Return it as it is."""
        return value

    def parse(self, text: str) -> int:
        """Read digits."""
        return self.decode(int(text))


@dataclass(frozen=True, slots=True)
class Number:
    """A finite number within limits, both included."""

    low: float
    high: float

    @property
    def allowed(self) -> str:
        """The limits."""
        return f"{self.low:g}..{self.high:g}"

    def decode(self, value: object) -> float:
        """Take a finite JSON number within the limits."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise TypeError("not a number")
        if not math.isfinite(value) or not self.low <= value <= self.high:
            raise ValueError("out of range")
        return float(value)

    def encode(self, value: float) -> object:
        """Return it as it is."""
        return value

    def parse(self, text: str) -> float:
        """Read a number; a decimal comma is understood."""
        return self.decode(float(text.replace(",", ".")))


@dataclass(frozen=True, slots=True)
class AutoNumber:
    """A number within limits, or `auto` (None): the program decides."""

    number: Number

    @property
    def allowed(self) -> str:
        """The limits and the word."""
        return f"{_AUTO}, {self.number.allowed}"

    def decode(self, value: object) -> float | None:
        """Take `"auto"` or a number."""
        return None if value == _AUTO else self.number.decode(value)

    def encode(self, value: float | None) -> object:
        """Write None as `"auto"`."""
        return _AUTO if value is None else value

    def parse(self, text: str) -> float | None:
        """Read `auto` or a number."""
        return None if text.strip().lower() == _AUTO else self.number.parse(text)


@dataclass(frozen=True, slots=True)
class Choice(Generic[E]):
    """One of a few words."""

    words: type[E]

    @property
    def allowed(self) -> str:
        """The words."""
        return ", ".join(self.words)

    def decode(self, value: object) -> E:
        """Take one of the words."""
        if not isinstance(value, str):
            raise TypeError("not a word")
        return self.words(value)

    def encode(self, value: E) -> object:
        """Return the word."""
        return str(value)

    def parse(self, text: str) -> E:
        """Read one of the words in any case."""
        typed = text.strip().casefold()
        for word in self.words:
            if word.value.casefold() == typed:
                return word
        raise ValueError("not one of the words")


@dataclass(frozen=True, slots=True)
class ModelName:
    """`provider:model`, split at the first colon.

    Attributes:
        builtin: The models of the provider `builtin`.
    """

    builtin: tuple[str, ...]

    @property
    def allowed(self) -> str:
        """The notation and the providers."""
        names = ", ".join((BUILTIN_PROVIDER, *PROVIDER_NAMES))
        return f"provider:model, provider one of {names}"

    def decode(self, value: object) -> str:
        """Take the name of a model of a known provider."""
        if not isinstance(value, str):
            raise TypeError("not a name")
        provider, _, model = clean_text(value).strip().partition(":")
        provider, model = provider.strip().lower(), model.strip()
        if not model or "\n" in model:
            raise ValueError("no model")
        if provider == BUILTIN_PROVIDER:
            if model not in self.builtin:
                raise ValueError("no such model inside the program")
        elif provider not in PROVIDER_NAMES:
            raise ValueError("no such provider")
        return f"{provider}:{model}"

    def encode(self, value: str) -> object:
        """Return it as it is."""
        return value

    def parse(self, text: str) -> str:
        """Read as from the file."""
        return self.decode(text)


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a server, with or without scheme and `/v1`; None where nothing is set."""

    allowed: str = "http(s)://host[:port][/path], without user name and password; empty: not set"

    def decode(self, value: object) -> str | None:
        """Take an address of http or https without a password in it."""
        if value is None:
            return None
        if not isinstance(value, str):
            raise TypeError("not an address")
        address = value.strip()
        if not address:
            return None
        parts = urllib.parse.urlsplit(address if "://" in address else f"http://{address}")
        if parts.scheme.lower() not in {"http", "https"} or not parts.hostname:
            raise ValueError("not an address of http")
        if parts.port == 0:  # asking for one that is out of range raises by itself
            raise ValueError("no such port")
        # A password or a key would stand in a plain file: secrets belong into the keyring.
        if "@" in parts.netloc or _LOOKS_LIKE_A_KEY.fullmatch(address):
            raise ValueError("a secret in an address")
        if any(character.isspace() or not character.isprintable() for character in address):
            raise ValueError("white space in an address")
        return address

    def encode(self, value: str | None) -> object:
        """Return it as it is."""
        return value

    def parse(self, text: str) -> str | None:
        """Read as from the file; empty text takes the address away."""
        return self.decode(text)


@dataclass(frozen=True, slots=True)
class Texts:
    """A list of short texts, each once, in their order.

    Attributes:
        most: Longest list.
        longest: Most characters of one text.
    """

    most: int = 200
    longest: int = 200

    @property
    def allowed(self) -> str:
        """The notation."""
        return f"up to {self.most} short texts, with commas between, or a JSON list"

    def decode(self, value: object) -> tuple[str, ...]:
        """Take a JSON list of texts; empty ones and repeats are left out."""
        if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
            raise TypeError("not a list of texts")
        texts = tuple(dict.fromkeys(filter(None, (clean_text(one).strip() for one in value))))
        if len(texts) > self.most or any(len(one) > self.longest for one in texts):
            raise ValueError("too many or too long")
        return texts

    def encode(self, value: tuple[str, ...]) -> object:
        """Return a list."""
        return list(value)

    def parse(self, text: str) -> tuple[str, ...]:
        """Read a JSON list, or texts with commas or line ends between them."""
        return self.decode(_listed(text, _BETWEEN))


@dataclass(frozen=True, slots=True)
class Patterns:
    """A list of patterns that can be searched in linear time, each checked as it is set."""

    allowed: str = (
        "one pattern a line, or a JSON list; without looking around and back references, "
        "and not one that is found in every text"
    )
    texts: Texts = Texts(50, 500)

    def decode(self, value: object) -> tuple[str, ...]:
        """Take a JSON list of patterns."""
        patterns = self.texts.decode(value)
        for pattern in patterns:
            SafePattern(pattern)
        return patterns

    def encode(self, value: tuple[str, ...]) -> object:
        """Return a list."""
        return list(value)

    def parse(self, text: str) -> tuple[str, ...]:
        """Read a JSON list, or one pattern a line: a comma may be part of one."""
        return self.decode(_listed(text, _LINE_ENDS))


@dataclass(frozen=True, slots=True)
class Opaque:
    """Text that one screen writes for itself, for example where a window stood."""

    allowed: str = "written by the window"
    longest: int = 20_000

    def decode(self, value: object) -> str:
        """Take text of a sensible length."""
        if not isinstance(value, str) or len(value) > self.longest:
            raise ValueError("not text of a sensible length")
        return value

    def encode(self, value: str) -> object:
        """Return it as it is."""
        return value

    def parse(self, text: str) -> str:
        """Take it as it is."""
        return self.decode(text)


def _listed(text: str, between: re.Pattern[str]) -> object:
    if text.lstrip().startswith("["):
        with contextlib.suppress(ValueError):  # a pattern may begin like that
            return json.loads(text)
    return between.split(text)
