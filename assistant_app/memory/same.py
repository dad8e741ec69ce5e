"""Whether two statements say the same, so that one of them may be dropped without loss.

Closeness of meaning alone never decides: "two children" and "three children" lie at a cosine of
0.89 to 0.92, a white dog and a black one too. Beside the cosine the *core* of both statements must
agree: every number, name, negation and content word, in the same order ("tea over coffee" is not
"coffee over tea"). Only small words without a meaning of their own may differ, and "Anna, my
sister," is "my sister Anna". A doubtful pair is two statements; a model may still judge it later.
"""

from __future__ import annotations

import re
import unicodedata

from assistant_app.memory.normal import DENSE, normalise
from assistant_app.memory.wordlist import words

_WORD = re.compile(f"-\\d[^\\s{DENSE}]*|[{DENSE}]|[^\\W_{DENSE}][^\\s{DENSE}]*|[^\\s\\w]")
_CAPITAL = re.compile(r"[^\W\d_][\w’']*")
_QUOTED = re.compile('["“„«「『《]([^"”“»」』》]{1,60})["”“»」』》]')
_APPOSITION = re.compile(r"\b([A-Z]\w+), ((?:my|the user[’']s) [\w ]{2,30}?),")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")

_SMALL_WORDS = words(
    "the a an is are am i my me user users that of in at to very really also do does has have "
    "der die das ein eine einen ist mein meine ich sehr auch el la los las un una es mi yo "
    "muy también le les une est mon ma je très aussi o os um uma é meu minha eu muito il lo "
    "gli mio mia io molto anche"
)
_SMALL_DENSE = frozenset("的了是很也都就呢啊吧地得之这那个只位名我")
_CONTRACTIONS = {
    "im": ("i", "am"), "ive": ("i", "have"), "id": ("i", "would"), "ill": ("i", "will"),
    "dont": ("do", "not"), "doesnt": ("does", "not"), "didnt": ("did", "not"),
    "cant": ("can", "not"), "cannot": ("can", "not"), "couldnt": ("could", "not"),
    "wont": ("will", "not"), "wouldnt": ("would", "not"), "isnt": ("is", "not"),
    "arent": ("are", "not"), "wasnt": ("was", "not"), "werent": ("were", "not"),
    "hasnt": ("has", "not"), "havent": ("have", "not"), "shouldnt": ("should", "not"),
}  # fmt: skip
_NUMBER_WORDS = (
    {
        word: str(value)
        for names in (
            "zero one two three four five six seven eight nine ten eleven twelve",
            "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
            "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce",
            "zéro un deux trois quatre cinq six sept huit neuf dix onze douze",
        )
        for value, word in enumerate(names.split())
        if word != "un"
    }
    | {
        character: str(value)
        for digits in ("零一二三四五六七八九十", "〇壹贰叁肆伍陆柒捌玖拾")
        for value, character in enumerate(digits)
    }
    | {"两": "2", "兩": "2", "俩": "2"}
)
_SYNONYMS = {
    word: group.split()[0]
    for group in (
        "called named name",
        "children kid",
        "mother mom mum",
        "father dad",
        "live reside",
        "movie film",
        "photo photograph",
        "phone telephone",
        "big large",
        "favourite favorite",
        "colour color",
        "bicycle bike",
    )
    for word in group.split()
}


def same_statement(first: str, second: str, cosine: float | None, *, least: float = 0.95) -> bool:
    """Decide whether two statements are one.

    Args:
        first: A statement.
        second: Another one.
        cosine: Their fact-to-fact cosine; None when there is no vector for both.
        least: The cosine from which near-identical words count.

    Returns:
        True when the normal forms are equal, or the cosine suffices and the cores agree.
    """
    if normalise(first) == normalise(second):
        return True
    if cosine is None or not cosine >= least:
        return False
    return same_core(first, second)


def same_core(first: str, second: str) -> bool:
    """Whether numbers, names, quotations, negation and content words agree."""
    return (
        _names(first, second)
        and sorted(_quotations(first)) == sorted(_quotations(second))
        and core(first) == core(second)
    )


def core(text: str) -> tuple[str, ...]:
    """Return the words that carry a statement, in order, numbers as digits.

    Chinese and Japanese give single characters. Negations are content and stay.
    """
    found: list[str] = []
    text = _APPOSITION.sub(r"\2 \1", text)
    for token in _WORD.findall(_THOUSANDS.sub("", normalise(text))):
        for word in _CONTRACTIONS.get(token, (token,)):
            if word in _SMALL_WORDS or word in _SMALL_DENSE:
                continue
            found.append(_canonical(word))
    return tuple(found)


def numbers(text: str) -> tuple[str, ...]:
    """Return every number of a text in order, number words as digits."""
    return tuple(word for word in core(text) if word[0].isdigit() or word[:2].lstrip("-").isdigit())


def _canonical(word: str) -> str:
    if word in _NUMBER_WORDS:
        return _NUMBER_WORDS[word]
    if word.isdigit():
        return str(int("".join(str(unicodedata.digit(figure)) for figure in word)))
    if word.isascii() and len(word) > 3 and word[-1] == "s" and word[-2] not in "sui":
        word = word[:-1]
    return _SYNONYMS.get(word, word)


def _names(first: str, second: str) -> bool:
    """Whether the capitalised words of either text stand in the other, in the same order.

    A sentence opens with a capital whatever the word, so case itself is not compared.
    """
    capitals = {name.casefold() for text in (first, second) for name in _capitalised(text)}
    capitals -= _SMALL_WORDS
    return _in_order(first, capitals) == _in_order(second, capitals)


def _capitalised(text: str) -> list[str]:
    """Capitalised words, except one that opens a sentence and is followed by small ones only."""
    found = []
    for match in _CAPITAL.finditer(text):
        before = text[: match.start()].rstrip()
        opens = not before or before[-1] in ".!?:;。！？"
        if match.group()[0].isupper() and not opens:
            found.append(match.group())
    return found


def _in_order(text: str, names: set[str]) -> list[str]:
    return [
        word for word in (m.group().casefold() for m in _CAPITAL.finditer(text)) if word in names
    ]


def _quotations(text: str) -> list[str]:
    return [normalise(quoted) for quoted in _QUOTED.findall(text)]
