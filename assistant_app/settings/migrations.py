"""Steps that bring an older settings file to the present schema, one for each version."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

SCHEMA = 1
Document = dict[str, object]
Step = Callable[[Document], Document]

STEPS: Mapping[int, Step] = MappingProxyType({})
"""By the version a step starts from. A step never drops what it does not know."""


def migrate(document: Document, version: int, steps: Mapping[int, Step], target: int) -> Document:
    """Bring a document from its version to the target.

    Args:
        document: The whole file.
        version: Its schema, at most `target`.
        steps: One for each version from `version` to `target` - 1.
        target: The schema that is wanted.

    Returns:
        A document with `schema` set to `target`; the one given is as it was.
    """
    current = dict(document)
    for number in range(version, target):
        current = {**steps[number](current), "schema": number + 1}
    return current
