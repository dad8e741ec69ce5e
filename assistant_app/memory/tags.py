"""Makes up three to five tags of a statement: its significant words, lower-case, in their order."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from assistant_app.memory.normal import DENSE
from assistant_app.memory.stopwords import DENSE_BREAK, STOP_WORDS

MOST_TAGS = 5
_LONGEST_TAG = 32
_SHORTEST_LATIN = 3
_DENSE_TAG = range(2, 9)
_SINGLE_DENSE_TAGS = frozenset("猫狗茶药车鱼鸟马酒妻夫")
_RUN = re.compile(f"[{DENSE}]+|[^\\W_{DENSE}](?:[\\w+#'’-]*[^\\W_]|[+#]+)?")
_IS_DENSE = re.compile(f"[{DENSE}]")


def automatic_tags(text: str) -> tuple[str, ...]:
    """Return at most five tags: names first choice, then the longer words.

    A short statement has fewer significant words, and then fewer tags.
    """
    found: dict[str, tuple[int, int]] = {}
    for position, word in enumerate(_significant(unicodedata.normalize("NFKC", text))):
        tag = word.casefold()
        if not any(_same_stem(tag, other) for other in found):
            found[tag] = (0 if word[:1].isupper() else 1, position)
    ranked = sorted(found, key=lambda tag: (found[tag][0], -min(len(tag), 8), found[tag][1]))
    return tuple(sorted(ranked[:MOST_TAGS], key=lambda tag: found[tag][1]))


def clean_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Return typed tags as they are stored: folded, without `#`, white space and repeats."""
    cleaned = (
        " ".join(unicodedata.normalize("NFKC", tag).casefold().lstrip("#").split())[:_LONGEST_TAG]
        for tag in tags
    )
    return tuple(dict.fromkeys(tag for tag in cleaned if tag))


def _significant(text: str) -> Iterable[str]:
    for run in _RUN.findall(text):
        if _IS_DENSE.match(run):
            yield from (piece for piece in DENSE_BREAK.split(run) if _is_dense_tag(piece))
        elif _is_word_tag(run):
            yield re.sub(r"['’]s$", "", run)


def _is_dense_tag(piece: str) -> bool:
    return len(piece) in _DENSE_TAG or piece in _SINGLE_DENSE_TAGS


def _is_word_tag(word: str) -> bool:
    bare = re.sub(r"['’]s$", "", word).casefold()
    if bare.replace("'", "").replace("’", "") in STOP_WORDS or len(word) > _LONGEST_TAG:
        return False
    if not any(unicodedata.category(letter)[0] == "L" for letter in bare):
        return False
    return len(bare) >= _SHORTEST_LATIN or word.isupper() or not bare.isalpha()


def _same_stem(first: str, second: str) -> bool:
    shorter, longer = sorted((first, second), key=len)
    return longer == shorter or longer in {shorter + "s", shorter + "es"}
