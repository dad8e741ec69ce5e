"""JSON out of a model's reply, however it is wrapped: prose, a fence, thinking, cut off. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from assistant_app.base.text import clean_text

Record = dict[str, object]
_THINKING = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_LATE_THINKING = re.compile(r"^.*?</(?:think|thinking|reasoning)>", re.DOTALL | re.IGNORECASE)
_MOST_VALUES = 50
_MOST_RECORDS = 20


def records(reply: str, lists: Sequence[str], sign: str) -> list[Record] | None:
    """Return the records of the first JSON that looks like an answer; None where there is none.

    Args:
        reply: The model's text.
        lists: Names under which the list of records may stand.
        sign: The field by which a lone record is known.
    """
    text = without_thinking(clean_text(reply))
    for value in _json_values(text):
        if isinstance(value, dict):
            listed = next((value[name] for name in lists if name in value), None)
            if isinstance(listed, list):
                return [item for item in listed if isinstance(item, dict)]
            if sign in value:
                return _loose_records(text, sign)
        elif isinstance(value, list) and all(isinstance(item, dict) for item in value):
            return list(value)
    return _loose_records(text, sign) or None


def record_named(reply: str, name: str) -> Record | None:
    """Return the object that stands under a name; also out of a reply that was cut off after it.

    Args:
        reply: The model's text.
        name: The name of the field.
    """
    text = without_thinking(clean_text(reply))
    for value in _json_values(text):
        if isinstance(value, dict) and name in value:
            inner = value[name]
            return inner if isinstance(inner, dict) else None
    found = re.search(rf'"{re.escape(name)}"\s*:\s*(?=\{{)', text)
    if found is None:
        return None
    try:
        inner, _ = json.JSONDecoder().raw_decode(text, found.end())
    except (ValueError, RecursionError):
        return None
    return inner if isinstance(inner, dict) else None


def without_thinking(text: str) -> str:
    """Return a reply without the model's thinking."""
    return _LATE_THINKING.sub("", _THINKING.sub("", text))


def _loose_records(text: str, sign: str) -> list[Record]:
    """Return every complete record, for replies that were cut off or hold one object a line."""
    found = []
    decoder = json.JSONDecoder()
    place = text.find("{")
    while place >= 0:
        end = place + 1
        try:
            value, end = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, dict) and sign in value:
            found.append(value)
        else:
            end = place + 1
        place = text.find("{", end)
        if len(found) > _MOST_RECORDS:
            break
    return found


def _json_values(text: str) -> Iterator[object]:
    decoder = json.JSONDecoder()
    place = 0
    for _ in range(_MOST_VALUES):
        begins = [at for at in (text.find("{", place), text.find("[", place)) if at >= 0]
        if not begins:
            return
        begin = min(begins)
        try:
            value, place = decoder.raw_decode(text, begin)
        except (ValueError, RecursionError):
            place = begin + 1
        else:
            yield value
