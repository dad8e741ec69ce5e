"""Memories as JSON: tolerant where a program reads, canonical where it signs.

A record with one bad field is a bad record, never a bad file. Fields that this program does not
know are kept in `Entry.extra` and written again. JSON of any size is read and written entry by
entry, because one long call of the C scanner would hold the GIL and stop the window.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import TypeVar

from assistant_app.base.clock import format_utc, parse_utc
from assistant_app.base.text import clean_text
from assistant_app.memory.types import (
    DEFAULT_CATEGORY,
    GLOBAL_SCOPE,
    NO_EXTRA,
    Cause,
    CauseKind,
    Entry,
    Origin,
    OriginKind,
    State,
)

K = TypeVar("K")
BOM = b"\xef\xbb\xbf"
_WHITE = " \t\r\n"
# Containers this deep are walked in Python; a memory of a change set lies at depth 3.
_WALKED_DEPTH = 3
# A line below this size is decoded in one call: far less than a millisecond.
_SMALL_BYTES = 65_536

_canonical = json.JSONEncoder(
    ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
)
_readable = json.JSONEncoder(ensure_ascii=False, allow_nan=False)

_ENTRY_FIELDS = frozenset(Entry.__dataclass_fields__) - {"extra"}
_USUAL_FIELDS = frozenset(
    {
        *("id", "text", "category", "tags", "scope", "origin", "created_at", "updated_at"),
        *("pinned", "local_only", "state", "revision"),
    }
)
_ORIGIN_FIELDS = frozenset(Origin.__dataclass_fields__)
_STATES = {state.value: state for state in State}
_ORIGINS = {kind.value: kind for kind in OriginKind}
_CAUSES = {kind.value: kind for kind in CauseKind}


class BadRecord(ValueError):  # noqa: N818 - a finding about data, handled where it is read
    """One record cannot be read; its neighbours can."""


def _no_constant(name: str) -> object:
    raise BadRecord(name)  # NaN and Infinity are no JSON and could not be written again


_decoder = json.JSONDecoder(parse_constant=_no_constant)


def canonical_json(value: object) -> bytes:
    """Encode with sorted keys, no spaces, UTF-8: equal values give equal bytes.

    Raises:
        UnicodeEncodeError: A text holds a lone surrogate.
    """
    return _canonical.encode(value).encode()


def readable_json(value: object) -> bytes:
    """Encode on one line for people to read, UTF-8, keys in their order."""
    return _readable.encode(value).encode()


def entry_to_dict(entry: Entry) -> dict[str, object]:
    """Return the record of an entry as it is stored; what is unset is left out."""
    record: dict[str, object] = {
        "id": entry.id,
        "text": entry.text,
        "category": entry.category,
        "tags": list(entry.tags),
        "scope": entry.scope,
        "origin": _origin_to_dict(entry),
        "created_at": format_utc(entry.created_at),
        "updated_at": format_utc(entry.updated_at),
        "pinned": entry.pinned,
        "local_only": entry.local_only,
        "state": entry.state.value,
        "revision": entry.revision,
    }
    if entry.confirmations:
        record["confirmations"] = entry.confirmations
    moments = {
        "expires_at": entry.expires_at,
        "confirmed_at": entry.confirmed_at,
        "deleted_at": entry.deleted_at,
    }
    record.update({name: format_utc(at) for name, at in moments.items() if at is not None})
    if entry.supersedes is not None:
        record["supersedes"] = entry.supersedes
    if entry.superseded_by is not None:
        record["superseded_by"] = entry.superseded_by
    for name, value in entry.extra.items():
        record.setdefault(name, value)
    return record


def entry_from_dict(record: object) -> Entry:
    """Read the record of an entry; what is missing takes its default.

    Raises:
        BadRecord: `id`, `text` or `created_at` is missing, or a field has the wrong type.
    """
    if not isinstance(record, dict):
        raise BadRecord("not an object")
    created = _moment(record, "created_at")
    if created is None:
        raise BadRecord("created_at")
    # Most records hold nothing else, and a start reads thousands of them.
    usual = _USUAL_FIELDS.issuperset(record)
    return Entry(
        _identity(record),
        _text(record, "text"),
        created,
        _moment(record, "updated_at") or created,
        _text(record, "category", DEFAULT_CATEGORY),
        _tags(record.get("tags")),
        _text(record, "scope", GLOBAL_SCOPE),
        _origin(record.get("origin")),
        pinned=_flag(record, "pinned"),
        local_only=_flag(record, "local_only"),
        state=_kind(_STATES, record.get("state", "active"), "state"),
        revision=_count(record, "revision", 1),
        expires_at=None if usual else _moment(record, "expires_at"),
        supersedes=None if usual else _optional_text(record, "supersedes"),
        superseded_by=None if usual else _optional_text(record, "superseded_by"),
        confirmations=0 if usual else _count(record, "confirmations", 0),
        confirmed_at=None if usual else _moment(record, "confirmed_at"),
        deleted_at=None if usual else _moment(record, "deleted_at"),
        extra=_extra(record),
    )


def mend_entry(entry: Entry) -> Entry:
    """Return the entry as it can be written: texts without lone surrogates."""
    try:
        canonical_json(entry_to_dict(entry))
    except UnicodeEncodeError:
        return entry_from_dict(_without_surrogates(entry_to_dict(entry)))
    return entry


def cause_to_dict(cause: Cause) -> dict[str, object]:
    """Return a cause as it is stored."""
    record: dict[str, object] = {"kind": cause.kind.value}
    for name in ("conversation", "message", "undoes"):
        value = getattr(cause, name)
        if value is not None:
            record[name] = value
    return record


def cause_from_dict(record: object) -> Cause:
    """Read a stored cause.

    Raises:
        BadRecord: It is none.
    """
    if not isinstance(record, dict):
        raise BadRecord("cause")
    return Cause(
        kind=_kind(_CAUSES, record.get("kind"), "kind"),
        conversation=_optional_text(record, "conversation"),
        message=_optional_text(record, "message"),
        undoes=None if record.get("undoes") is None else _count(record, "undoes", 0),
    )


def loads(data: bytes) -> object:
    """Decode JSON without holding the GIL for long, whatever its size; a BOM is accepted.

    Raises:
        BadRecord: It is no JSON in UTF-8.
    """
    try:
        text = data.removeprefix(BOM).decode()
        if len(data) < _SMALL_BYTES:
            value, end = _decoder.raw_decode(text, _skip_white(text, 0))
        else:
            value, end = _walk(text, _skip_white(text, 0), 0)
        if end != len(text) and _skip_white(text, end) != len(text):
            raise BadRecord("text after the end")
    except (ValueError, RecursionError, IndexError) as error:
        raise BadRecord(str(error)) from error
    # Only an escape can bring a surrogate into text that was valid UTF-8.
    escaped = "\\u" in text and ("\\ud" in text or "\\uD" in text)
    return _without_surrogates(value) if escaped else value


def _walk(text: str, at: int, depth: int) -> tuple[object, int]:
    if depth >= _WALKED_DEPTH or text[at] not in "{[":
        return _decoder.raw_decode(text, at)
    return _walk_object(text, at, depth) if text[at] == "{" else _walk_array(text, at, depth)


def _walk_object(text: str, at: int, depth: int) -> tuple[dict[str, object], int]:
    members: dict[str, object] = {}
    at = _skip_white(text, at + 1)
    while text[at] != "}":
        name, at = _decoder.raw_decode(text, at)
        at = _skip_white(text, at)
        if not isinstance(name, str) or text[at] != ":":
            raise BadRecord("not a member")
        members[name], at = _walk(text, _skip_white(text, at + 1), depth + 1)
        at = _next_item(text, at, "}")
    return members, at + 1


def _walk_array(text: str, at: int, depth: int) -> tuple[list[object], int]:
    items: list[object] = []
    at = _skip_white(text, at + 1)
    while text[at] != "]":
        item, at = _walk(text, at, depth + 1)
        items.append(item)
        at = _next_item(text, at, "]")
    return items, at + 1


def _next_item(text: str, at: int, closing: str) -> int:
    at = _skip_white(text, at)
    if text[at] == closing:
        return at
    if text[at] != ",":
        raise BadRecord("no comma")
    at = _skip_white(text, at + 1)
    if text[at] == closing:
        raise BadRecord("a comma too many")
    return at


def _skip_white(text: str, at: int) -> int:
    while at < len(text) and text[at] in _WHITE:
        at += 1
    return at


def _without_surrogates(value: object) -> object:
    if isinstance(value, str):
        return value if _encodes(value) else clean_text(value)
    if isinstance(value, list | tuple):
        return [_without_surrogates(item) for item in value]
    if isinstance(value, Mapping):
        return {
            _without_surrogates(name): _without_surrogates(item) for name, item in value.items()
        }
    return value


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _origin_to_dict(entry: Entry) -> dict[str, object]:
    origin = entry.origin
    record: dict[str, object] = {"kind": origin.kind.value}
    if origin.conversation is not None:
        record["conversation"] = origin.conversation
    if origin.message is not None:
        record["message"] = origin.message
    if origin.quote is not None:
        record["quote"] = origin.quote
    unknown = entry.extra.get("origin")
    if isinstance(unknown, Mapping):
        for name, value in unknown.items():
            record.setdefault(name, value)
    return record


def _origin(stored: object) -> Origin:
    if stored is None:
        return Origin()
    if not isinstance(stored, dict):
        raise BadRecord("origin")
    return Origin(
        _kind(_ORIGINS, stored.get("kind", "manual"), "origin"),
        _optional_text(stored, "conversation"),
        _optional_text(stored, "message"),
        _optional_text(stored, "quote"),
    )


def _extra(record: dict[str, object]) -> Mapping[str, object]:
    """Return the unknown fields; those of the origin travel in `extra["origin"]`."""
    origin = record.get("origin") or {}
    if not isinstance(origin, dict):
        raise BadRecord("origin")
    if _ENTRY_FIELDS.issuperset(record) and _ORIGIN_FIELDS.issuperset(origin):
        return NO_EXTRA
    extra = {name: value for name, value in record.items() if name not in _ENTRY_FIELDS}
    unknown = {name: value for name, value in origin.items() if name not in _ORIGIN_FIELDS}
    if unknown:
        extra["origin"] = unknown
    return extra


def _identity(record: dict[str, object]) -> str:
    value = record.get("id")
    if not isinstance(value, str) or not value:
        raise BadRecord("id")
    return value


def _text(record: dict[str, object], name: str, default: str | None = None) -> str:
    value = record.get(name, default)
    if isinstance(value, str):
        return value
    raise BadRecord(name)


def _optional_text(record: dict[str, object], name: str) -> str | None:
    value = record.get(name)
    if value is None or isinstance(value, str):
        return value
    raise BadRecord(name)


def _tags(value: object) -> tuple[str, ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        raise BadRecord("tags")
    for tag in value:
        if not isinstance(tag, str):
            raise BadRecord("tags")
    return tuple(value)


def _flag(record: dict[str, object], name: str) -> bool:
    value = record.get(name, False)
    if value is True or value is False:
        return value
    raise BadRecord(name)


def _count(record: dict[str, object], name: str, default: int) -> int:
    value = record.get(name, default)
    if isinstance(value, int) and value is not True and value is not False:
        return value
    raise BadRecord(name)


def _moment(record: dict[str, object], name: str) -> datetime | None:
    value = record.get(name)
    if value is None:
        return None
    if not isinstance(value, str):
        raise BadRecord(name)
    try:
        return parse_utc(value)
    except (ValueError, OverflowError) as error:
        raise BadRecord(name) from error


def _kind(kinds: Mapping[str, K], value: object, name: str) -> K:
    found = kinds.get(value) if isinstance(value, str) else None
    if found is None:
        raise BadRecord(name)
    return found
