"""What stays of an erased memory: enough not to learn it again, not enough to read it.

A tombstone holds salted hashes of the normalised text and of its word shingles (runs of three
words; a character of a script without spaces counts as a word). One salt serves one act of
erasing. Two texts are nearly the same when the Jaccard index of their shingles is at least 0.7.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from datetime import datetime

from assistant_app.memory.types import Entry, State

_KEY = "tombstone"
_SHINGLE_WORDS = 3
_NEARLY_THE_SAME = 0.7
_HASH_BYTES = 12
# Scripts written without spaces, a character at a time; any other run of letters and digits.
_WORD = re.compile(
    "[\u0e00-\u0eff\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]"
    "|[^\\W_\u0e00-\u0eff\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff]+"
)


def tombstone(entry_id: str, text: str, salt: str, at: datetime) -> Entry:
    """Return what takes the place of an erased entry."""
    words = _words(text)
    hashes: dict[str, object] = {
        "salt": salt,
        "text": _hash(salt, words),
        "shingles": sorted(_shingles(salt, words)),
    }
    return Entry(
        id=entry_id,
        text="",
        created_at=at,
        updated_at=at,
        state=State.DELETED,
        deleted_at=at,
        extra={_KEY: hashes},
    )


def is_tombstone(entry: Entry) -> bool:
    """Whether an entry was erased (one in the trash still has its text)."""
    return _KEY in entry.extra


def matches_any(text: str, tombstones: Iterable[Entry]) -> bool:
    """Whether a text says the same as something erased, or nearly so."""
    words = _words(text)
    if not words:
        return False
    hashed: dict[str, tuple[str, frozenset[str]]] = {}
    for entry in tombstones:
        hashes = entry.extra.get(_KEY)
        if not isinstance(hashes, Mapping) or not isinstance(hashes.get("salt"), str):
            continue
        salt = hashes["salt"]
        if salt not in hashed:
            hashed[salt] = (_hash(salt, words), _shingles(salt, words))
        whole, shingles = hashed[salt]
        if hashes.get("text") == whole or _nearly(shingles, hashes.get("shingles")):
            return True
    return False


def _nearly(shingles: frozenset[str], erased: object) -> bool:
    if not isinstance(erased, list) or not erased:
        return False
    others = frozenset(item for item in erased if isinstance(item, str))
    return len(shingles & others) >= _NEARLY_THE_SAME * len(shingles | others)


def _words(text: str) -> list[str]:
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())


def _shingles(salt: str, words: list[str]) -> frozenset[str]:
    count = max(1, len(words) - _SHINGLE_WORDS + 1)
    return frozenset(_hash(salt, words[at : at + _SHINGLE_WORDS]) for at in range(count))


def _hash(salt: str, words: list[str]) -> str:
    data = " ".join(words).encode(errors="replace")
    return hashlib.blake2b(data, digest_size=_HASH_BYTES, key=salt.encode()[:64]).hexdigest()
