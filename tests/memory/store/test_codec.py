from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.memory.store.codec import (
    BadRecord,
    canonical_json,
    entry_from_dict,
    entry_to_dict,
    loads,
    mend_entry,
    readable_json,
)
from assistant_app.memory.types import Entry, Origin, OriginKind, State
from tests.memory.store.makers import START, entry

_FIRST = datetime(1970, 1, 1)  # noqa: DTZ001 - the strategy adds the zone
_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
_moments = st.datetimes(timezones=st.just(UTC), min_value=_FIRST)
_plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | _text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_text, inner, max_size=3),
    max_leaves=8,
)
_entries = st.builds(
    Entry,
    id=st.text("abc123", min_size=1, max_size=8),
    text=_text,
    created_at=_moments,
    updated_at=_moments,
    category=_text,
    tags=st.lists(_text, max_size=3).map(tuple),
    scope=_text,
    origin=st.builds(
        Origin,
        kind=st.sampled_from(OriginKind),
        conversation=st.none() | _text,
        message=st.none() | _text,
        quote=st.none() | _text,
    ),
    pinned=st.booleans(),
    expires_at=st.none() | _moments,
    local_only=st.booleans(),
    state=st.sampled_from(State),
    supersedes=st.none() | _text,
    superseded_by=st.none() | _text,
    revision=st.integers(1, 99),
    confirmations=st.integers(0, 99),
    confirmed_at=st.none() | _moments,
    deleted_at=st.none() | _moments,
    extra=st.dictionaries(st.sampled_from(["mood", "weight"]), _plain, max_size=2),
)


@given(_entries)
def test_an_entry_comes_back_as_it_was(item: Entry) -> None:
    assert entry_from_dict(loads(canonical_json(entry_to_dict(item)))) == item
    assert entry_from_dict(loads(readable_json(entry_to_dict(item)))) == item


@given(_plain)
def test_canonical_json_is_what_the_standard_library_writes(value: object) -> None:
    written = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert canonical_json(value) == written.encode()


@given(_plain, st.sampled_from([None, 1, 2]))
def test_large_documents_read_the_same_in_slices(value: object, indent: int | None) -> None:
    document = {"filler": "x" * 70_000, "list": [value, value], "object": {"inner": [[value]]}}
    data = json.dumps(document, ensure_ascii=False, indent=indent).encode()
    assert loads(data) == document


@pytest.mark.parametrize("damage", [b"", b"]", b"}", b"{,}", b'{"a" 1}', b"[1,]", b"[1 2]", b"\0"])
def test_large_damaged_documents_are_bad_records(damage: bytes) -> None:
    data = b'{"filler": "' + b"x" * 70_000 + b'", "list": ' + damage
    with pytest.raises(BadRecord):
        loads(data)


@pytest.mark.parametrize("data", [b"", b"\0\0\0", b"\xff", b"{", b"NaN", b"[" * 100_000])
def test_what_is_no_json_is_a_bad_record(data: bytes) -> None:
    with pytest.raises(BadRecord):
        loads(data)


def test_a_byte_order_mark_is_passed_over() -> None:
    assert loads(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}


def test_unknown_fields_are_kept_also_those_of_the_origin() -> None:
    record = entry_to_dict(entry("a", "tea"))
    record["mood"] = {"deep": [1, None]}
    record["origin"] = {"kind": "manual", "device": "phone"}
    again = entry_to_dict(entry_from_dict(record))
    assert again == record


def test_what_is_missing_takes_its_default() -> None:
    read = entry_from_dict({"id": "a", "text": "tea", "created_at": "2026-01-31T09:05:00Z"})
    assert read == entry("a", "tea")
    assert read.updated_at == START


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("id", ""),
        ("id", 7),
        ("text", None),
        ("created_at", "yesterday"),
        ("created_at", None),
        ("expires_at", 12),
        ("tags", "tea"),
        ("tags", [1]),
        ("pinned", "yes"),
        ("state", "lost"),
        ("revision", True),
        ("origin", "hand"),
        ("supersedes", 3),
    ],
)
def test_one_bad_field_makes_a_bad_record(field: str, value: object) -> None:
    record = entry_to_dict(entry("a", "tea"))
    record[field] = value
    with pytest.raises(BadRecord):
        entry_from_dict(record)


def test_surrogates_are_mended_once_in_reading_and_in_writing() -> None:
    assert loads(b'{"a": "\\ud83c\\udf75 \\ud83c"}') == {"a": "\U0001f375 \ufffd"}
    assert mend_entry(entry("a", "\ud83c\udf75", tags=("\ud83c",))) == entry(
        "a", "\U0001f375", tags=("\ufffd",)
    )
    whole = entry("a", "tea")
    assert mend_entry(whole) is whole
