"""What is never remembered: passwords, keys, card and bank numbers, identity numbers.

The rules look for the secret itself, so that "my password manager is Bitwarden" stays allowed and
a card number is refused whatever stands around it. Numbers with a check digit are checked, which
keeps order numbers and phone numbers out of it. Positions are those of the original text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from assistant_app.memory.wordlist import words

MASK = "[…]"


class SecretKind(StrEnum):
    """What a rule has found."""

    PASSWORD = "password"  # noqa: S105 - the name of a kind
    KEY = "key"
    CARD = "card"
    BANK = "bank"
    IDENTITY = "identity"


@dataclass(frozen=True, slots=True)
class Secret:
    """Where a secret stands in a text: `text[start:end]`."""

    kind: SecretKind
    start: int
    end: int


def find_secrets(text: str) -> tuple[Secret, ...]:
    """Return the secrets of a text, in order, overlapping ones joined."""
    plain = _same_length_ascii(text)
    joined: list[Secret] = []
    for secret in sorted(_all(plain), key=lambda found: (found.start, -found.end)):
        if joined and secret.start < joined[-1].end:
            last = joined[-1]
            joined[-1] = Secret(last.kind, last.start, max(last.end, secret.end))
        else:
            joined.append(secret)
    return tuple(joined)


def has_secret(text: str) -> bool:
    """Whether a text holds anything that is never remembered."""
    return next(_all(_same_length_ascii(text)), None) is not None


def redact(text: str) -> str:
    """Return the text with every secret replaced by `[…]`."""
    for secret in reversed(find_secrets(text)):
        text = text[: secret.start] + MASK + text[secret.end :]
    return text


def _all(plain: str) -> Iterator[Secret]:
    for rule in _RULES:
        for match in rule.pattern.finditer(plain):
            start, end = match.span("secret" if "secret" in rule.pattern.groupindex else 0)
            if rule.check(plain[start:end]):
                yield Secret(rule.kind, start, end)


def _same_length_ascii(text: str) -> str:
    """Full-width letters and the digits of every script as ASCII, each in its place."""
    if text.isascii():
        return text
    return "".join(map(_ascii_twin, text))


def _ascii_twin(character: str) -> str:
    if character.isascii():
        return character
    if character.isdecimal():
        return str(unicodedata.decimal(character))
    if "\uff01" <= character <= "\uff5e":
        return chr(ord(character) - 0xFEE0)
    return "-" if unicodedata.category(character) == "Pd" else character


@dataclass(frozen=True, slots=True)
class _Rule:
    kind: SecretKind
    pattern: re.Pattern[str]
    check: Callable[[str], bool]


def _anything(secret: str) -> bool:
    return bool(secret)


def _digits(text: str) -> str:
    return "".join(character for character in text if character.isdigit())


def luhn(number: str) -> bool:
    """Whether the last digit checks the others (ISO/IEC 7812, bank cards)."""
    total = 0
    for position, figure in enumerate(reversed(number)):
        value = int(figure) * (2 if position % 2 else 1)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def _is_card(text: str) -> bool:
    number = _digits(text)
    return 13 <= len(number) <= 19 and len(set(number)) > 1 and luhn(number)


def _is_iban(text: str) -> bool:
    """ISO 13616: the number read as digits leaves 1 when divided by 97."""
    account = re.sub(r"[\s-]", "", text).upper()
    if not 15 <= len(account) <= 34:
        return False
    turned = account[4:] + account[:4]
    return int("".join(str(int(character, 36)) for character in turned)) % 97 == 1


def _is_chinese_id(text: str) -> bool:
    """GB 11643: 17 digits and a check character."""
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    total = sum(int(figure) * weight for figure, weight in zip(text, weights, strict=False))
    return text[17].upper() == "10X98765432"[total % 11]


def _is_cpf(text: str) -> bool:
    """Brazil's tax number: two check digits."""
    number = [int(figure) for figure in _digits(text)]
    for length in (9, 10):
        total = sum(value * (length + 1 - place) for place, value in enumerate(number[:length]))
        if total * 10 % 11 % 10 != number[length]:
            return False
    return len(set(number)) > 1


def _is_dni(text: str) -> bool:
    """Spain's identity number: eight digits (or a letter and seven) and a check letter."""
    number = text.upper().replace("-", "").replace(" ", "")
    value = number[:-1].translate(str.maketrans("XYZ", "012"))
    return "TRWAGMYFPDXBNJZSQVHLCKE"[int(value) % 23] == number[-1]


def _is_nir(text: str) -> bool:
    """France's social security number: 13 digits and a key of two."""
    number = _digits(text)
    return len(number) == 15 and 97 - int(number[:13]) % 97 == int(number[13:])


def _is_password(secret: str) -> bool:
    return len(secret) > 1 and secret.casefold().strip(".,;!?\"'") not in _NOT_PASSWORDS


_NOT_PASSWORDS = words(
    "a an the in on at to too so not no now here there this that my his her our your their "
    "stored saved kept written hidden managed generated required needed missing wrong right "
    "correct incorrect invalid expired changed reset lost forgotten gone weak strong long "
    "short hard easy difficult safe secure important secret private always never still also "
    "very something anything nothing everything what where how is was are required? optional "
    "nicht zu sehr im in auf falsch richtig vergessen sicher unsicher lang kurz muy no en la "
    "el olvidada pas dans trop oublié"
)

_NAMES = (
    r"(?:pass\s?word|pass\s?code|pass\s?phrase|passwd|\bpwd|\bpin(?:\s?(?:code|number))?"
    r"|security code|recovery (?:code|phrase)|seed phrase|\bcvv|\bcvc|passwort|kennwort"
    r"|contraseña|\bclave|mot de passe|senha|wachtwoord|парол[ья])"
)
_FOR_WHAT = r"(?:\s+(?:for|of|to|on|für|de|del|para|pour)\s+[^.?!,;\n:=]{1,40}?)?"
_IS = r"\s*(?:\bis\b|\bwas\b|\blautet\b|\bist\b|\bes\b|\best\b|\bé\b|[:=])\s*"
_WORD = r"[\"'`“‘«「]?(?P<secret>[^\s\"'`”’»」,，。]+)"


def _rule(
    kind: SecretKind,
    pattern: str,
    check: Callable[[str], bool] = _anything,
    flags: int = re.IGNORECASE,
) -> _Rule:
    return _Rule(kind, re.compile(pattern, flags), check)


_RULES: tuple[_Rule, ...] = (
    _rule(
        SecretKind.KEY,
        r"-----BEGIN [A-Z ]*PRIVATE KEY-----(?:.*?-----END [A-Z ]*PRIVATE KEY-----|.*)",
        flags=re.DOTALL,
    ),
    _rule(
        SecretKind.KEY,
        # A sentence that begins with a key may have been given a capital letter.
        r"\b(?:[Ss]k|[Rr]k|[Pp]k)[-_](?=[\w-]*\d)[\w-]{8,}|\b[Ss]k-[A-Za-z0-9_-]{20,}"
        r"|\b[Gg]h[opsur]_\w{20,}|\b[Gg]ithub_pat_\w{20,}|\b[Gg]lpat-[\w-]{16,}"
        r"|\b[Xx]ox[abeprs]-[\w-]{10,}"
        r"|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[\w-]{30,}|\b[Hh]f_[A-Za-z0-9]{20,}"
        r"|\b[Nn]pm_[A-Za-z0-9]{30,}|\b[Pp]ypi-[\w-]{20,}|\bSG\.[\w-]{16,}\.[\w-]{16,}"
        r"|\b[Gg]sk_\w{20,}|\b[Yy]a29\.[\w-]{20,}|\b[Ee]yJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*",
        flags=0,
    ),
    _rule(
        SecretKind.KEY,
        r"(?:(?:api|access|secret|private|auth|license|licence)[\s_-]?(?:key|token)|\btoken"
        r"|密钥|令牌|秘钥|APIキー|トークン)"
        + _FOR_WHAT
        + r"\s*(?:\bis\b|[:=]|是|为|は)\s*[\"'`]?(?P<secret>(?=[\w./+-]*\d)[\w./+-]{8,}=*)",
    ),
    _rule(SecretKind.KEY, r"\bbearer\s+(?P<secret>[\w.~+/-]{16,}=*)"),
    _rule(SecretKind.KEY, r"\b\w+://[^\s/:@]+:(?P<secret>[^\s/@]{2,})@"),
    _rule(SecretKind.PASSWORD, _NAMES + _FOR_WHAT + _IS + _WORD, _is_password),
    _rule(
        SecretKind.PASSWORD,
        r"(?:密码|密碼|口令|验证码|PIN ?码|パスワード|暗証番号|비밀번호|รหัสผ่าน)"
        r"[^。！？!?\n是为為:=は]{0,12}(?:是|为|為|[:=]|は|는|คือ)\s*[\"“「]?"
        r"(?P<secret>[\x21-\x7e]{3,})",
    ),
    _rule(SecretKind.CARD, r"(?<![\d+.-])(?<!\+\d )[2-6](?:[ -]?\d){12,18}(?![\d])", _is_card),
    _rule(SecretKind.BANK, r"\b[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){11,30}\b", _is_iban, flags=0),
    _rule(SecretKind.BANK, r"\b[a-z]{2}\d{2}(?:[ -]?[a-z0-9]){11,30}\b", _is_iban, flags=0),
    _rule(
        SecretKind.BANK,
        r"(?:account (?:number|no\.?)|routing number|sort code|kontonummer|número de cuenta"
        r"|numéro de compte|(?:银行)?[卡账帐][号號]|口座番号)"
        r"[^\d\n]{0,20}?(?P<secret>\d(?:[ -]?\d){5,18})",
    ),
    _rule(SecretKind.IDENTITY, r"(?<![\d-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])"),
    _rule(SecretKind.IDENTITY, r"(?<!\d)[1-9]\d{16}[\dXx](?!\d)", _is_chinese_id),
    _rule(SecretKind.IDENTITY, r"(?<!\d)\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)", _is_cpf),
    _rule(SecretKind.IDENTITY, r"\b(?:\d{8}|[XYZ]-?\d{7})[ -]?[A-Z]\b", _is_dni, flags=0),
    _rule(
        SecretKind.IDENTITY,
        r"(?<!\d)[12] ?\d{2} ?(?:0[1-9]|1[0-2]) ?\d{2} ?\d{3} ?\d{3} ?\d{2}(?!\d)",
        _is_nir,
    ),
    _rule(
        SecretKind.IDENTITY,
        r"\b[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]\b|\b[A-CEGHJ-PR-TW-Z]{2} ?\d{2} ?\d{2} ?"
        r"\d{2} ?[A-D]\b",
        flags=0,
    ),
    _rule(
        SecretKind.IDENTITY,
        r"(?:social security|\bssn\b|passport|driver'?s licen[cs]e|driving licen[cs]e"
        r"|national id(?:entity)?|identity card|tax id|aadhaar|reisepass|personalausweis"
        r"|pasaporte|passeport)\b[^\d\n.!?]{0,30}?"
        r"(?P<secret>\b[A-Z]{0,3}\d(?:[ -]?[A-Z0-9]){5,14}\b)",
    ),
    _rule(
        SecretKind.IDENTITY,
        r"(?:身份证|身分證|护照|護照|驾照|社保|パスポート|マイナンバー|주민등록)"
        r"[^\d\n。]{0,10}?(?P<secret>[A-Za-z]{0,2}\d(?:[ -]?[0-9A-Za-z]){5,17})",
    ),
)
