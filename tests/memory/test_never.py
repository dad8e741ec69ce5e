"""Secrets are found whatever stands around them; what merely sounds like one is not."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.memory.never import MASK, SecretKind, find_secrets, has_secret, luhn, redact

SECRETS = [
    ("my wifi password is hunter2", "hunter2", SecretKind.PASSWORD),
    ("Password: abc123!", "abc123!", SecretKind.PASSWORD),
    ("The password for the garage wifi is blue-horse-7", "blue-horse-7", SecretKind.PASSWORD),
    ("my PIN is 4711", "4711", SecretKind.PASSWORD),
    ("我的密码是abc12345", "abc12345", SecretKind.PASSWORD),
    ("我家 wifi 的密码是 qwer1234。", "qwer1234", SecretKind.PASSWORD),
    ("Mein Passwort lautet Sommer2024", "Sommer2024", SecretKind.PASSWORD),
    ("mi contraseña es gato99", "gato99", SecretKind.PASSWORD),
    ("mon mot de passe est chat99", "chat99", SecretKind.PASSWORD),
    ("パスワードは abc123です", "abc123", SecretKind.PASSWORD),
    ("use sk-planted-5521 please", "sk-planted-5521", SecretKind.KEY),
    ("my api key is abcd1234efgh", "abcd1234efgh", SecretKind.KEY),
    ("ghp_abcdefghijklmnopqrstuvwxyz0123456789", "abcdefghijkl", SecretKind.KEY),
    ("https://user:secretpw@host/x", "secretpw", SecretKind.KEY),
    ("-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n", "MIIabc", SecretKind.KEY),
    ("card 4111 1111 1111 1111 for the trip", "4111 1111 1111 1111", SecretKind.CARD),
    ("卡号4111-1111-1111-1111", "4111-1111-1111-1111", None),
    ("４１１１１１１１１１１１１１１１", "４１１１", SecretKind.CARD),
    ("IBAN DE89 3704 0044 0532 0130 00", "0532", SecretKind.BANK),
    ("my account number is 12345678", "12345678", SecretKind.BANK),
    ("我的银行卡号是6222021234567890123", "6222021234567890123", SecretKind.BANK),
    ("my SSN is 123-45-6789", "123-45-6789", SecretKind.IDENTITY),
    ("身份证号11010519491231002X", "11010519491231002X", SecretKind.IDENTITY),
    ("passport number is X1234567", "X1234567", SecretKind.IDENTITY),
    ("my CPF: 529.982.247-25", "529.982.247-25", SecretKind.IDENTITY),
    ("DNI 12345678Z", "12345678Z", SecretKind.IDENTITY),
]


@pytest.mark.parametrize(("text", "secret", "kind"), SECRETS)
def test_a_sentence_may_have_been_given_a_capital_letter(
    text: str, secret: str, kind: SecretKind | None
) -> None:
    assert kind is None or has_secret(text[:1].upper() + text[1:])


HARMLESS = [
    "My password manager is Bitwarden",
    "My password is stored in the vault",
    "I forgot my password",
    "My locker number is 214",
    "my phone is +49 170 1234567890",
    "call me at 555-123-4567",
    "My passport expires in March 2027",
    "I need a new passport",
    "Order 4111111111111112",
    "ISBN 9780306406157",
    "I was born on 1990-05-03",
    "We met at 2026-11-29 10:30:00",
    "The pin is on the map",
    "密码学是我的专业",
    "我妹妹喜欢用老式相机",
    "My favourite token is gold",
    "my account manager is Tom",
    "My license plate is B-AB 1234",
    "My sister Anna lives in Porto. She can't eat nuts.",
]


@pytest.mark.parametrize(("text", "secret", "kind"), SECRETS)
def test_a_secret_is_found_and_taken_out(text: str, secret: str, kind: SecretKind | None) -> None:
    found = find_secrets(text)
    assert found
    assert has_secret(text)
    assert kind is None or kind in {one.kind for one in found}
    assert secret not in redact(text)
    assert MASK in redact(text)


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_sounds_like_a_secret_may_be_remembered(text: str) -> None:
    assert find_secrets(text) == ()
    assert redact(text) == text


@given(st.text(max_size=30), st.text(max_size=30))
def test_words_around_a_card_number_do_not_hide_it(before: str, after: str) -> None:
    text = f"{before}\n5500 0000 0000 0004\n{after}"
    assert has_secret(text)
    assert "0000 0000" not in redact(text)


@given(st.text(max_size=200))
def test_redacting_twice_changes_nothing_more_and_spans_lie_inside(text: str) -> None:
    spans = find_secrets(text)
    assert all(0 <= one.start < one.end <= len(text) for one in spans)
    assert all(a.end <= b.start for a, b in pairwise(spans))
    assert bool(spans) == (redact(text) != text)


@given(st.lists(st.integers(0, 9), min_size=12, max_size=18))
def test_every_wrong_digit_breaks_the_check(figures: list[int]) -> None:
    body = "".join(map(str, figures))
    (check,) = [digit for digit in "0123456789" if luhn(body + digit)]
    assert not luhn(body + str((int(check) + 1) % 10))


def test_a_long_text_is_searched_in_passing() -> None:
    assert not has_secret("password of the token, pin it: " * 5000 + "1 " * 5000)
