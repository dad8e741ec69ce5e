"""The settings at one moment: an immutable snapshot that any thread may read."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Mapping

    from assistant_app.settings.types import Setting

T = TypeVar("T")


class Settings:
    """What is set; everything else has its default.

    Args:
        values: Checked values by key.
    """

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, object] = MappingProxyType({})) -> None:
        self._values = MappingProxyType(dict(values))

    def get(self, setting: Setting[T]) -> T:
        """Return the value that is set, or the default."""
        # Only values that the same declaration has checked come in.
        return cast("T", self._values.get(setting.key, setting.default))

    def is_set(self, setting: Setting[T]) -> bool:
        """Whether somebody has chosen a value, be it the default."""
        return setting.key in self._values

    def having(self, setting: Setting[T], value: T) -> Settings:
        """Return these settings with one value set.

        Raises:
            UserError: `setting_invalid`.
        """
        return Settings({**self._values, setting.key: setting.check(value)})

    def lacking(self, setting: Setting[T]) -> Settings:
        """Return these settings with one value back at its default."""
        return Settings({key: kept for key, kept in self._values.items() if key != setting.key})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Settings) and self._values == other._values

    __hash__ = None  # type: ignore[assignment]  # values may be of any kind

    def __repr__(self) -> str:
        return f"Settings({dict(self._values)!r})"
