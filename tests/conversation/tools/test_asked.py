"""What the user's words bear out of what a model wants to do with memory."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.conversation.tools.asked import (
    asks_to_forget,
    borne_out,
    change_borne_out,
    says_the_same,
    wants_change,
)

ADDRESS = "The user's address is 5 Main Street."


@pytest.mark.parametrize(
    ("message", "memory"),
    [
        ("Please delete my address from your memory.", ADDRESS),
        ("Forget my address", ADDRESS),
        ("I moved. Could you remove the old address?", ADDRESS),
        ("忘掉我的地址", "用户的地址是北京路5号"),
        ("请把我的地址删除", "用户的地址是北京路5号"),
        ("Bitte vergiss meine Adresse.", "Die Adresse des Nutzers ist Bonn."),
        ("Lösche meine Adresse", "Die Adresse des Nutzers ist Bonn."),
        ("Olvida mi dirección", "La dirección del usuario es Sol 5."),
        ("Oublie mon adresse, s'il te plaît", "L'adresse de l'utilisateur est Lyon."),
        ("住所を忘れて", "ユーザーの住所は東京です"),
    ],
)
def test_asked_in_so_many_words(message: str, memory: str) -> None:
    assert asks_to_forget(message, memory)


@pytest.mark.parametrize(
    "message",
    [
        "Don't forget my address.",
        "Never delete my address",
        "Why did you delete my address?",
        "What is my address?",
        'She wrote "delete the address" on the board.',
        "> delete my address",
        "```\ndelete my address\n```",
        "Translate: delete my address",
        "I want to forget about the address tonight",
        "Delete the third line of my poem",
        "Vergiss meine Adresse bitte nicht",
        "No olvides mi dirección",
        "N'oublie pas mon adresse",
        "别忘了我的地址",
        "Summarise this. " + "The address was deleted by the clerk. " * 60,
    ],
)
def test_not_asked(message: str) -> None:
    assert not asks_to_forget(message, f"{ADDRESS} dirección 地址")


def test_a_pointing_word_means_what_was_said_before() -> None:
    assert asks_to_forget("Forget that.", "Anna lives in Porto.", "Anna lives in Porto, I believe.")
    assert not asks_to_forget("Forget that.", "Anna lives in Porto.", "It rains in Oslo.")


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("The user prefers tea over coffee.", "I prefer tea to coffee"),
        ("Anna (the user's sister) lives in Porto.", "my sister anna lives in porto!"),
        ("用户喜欢喝茶", "我喜欢喝茶"),
        ("The user was born on 1990-05-04.", "I was born on the 4th of May"),
    ],
)
def test_borne_out_by_the_users_words(statement: str, said: str) -> None:
    assert borne_out(statement, ["Hello", said])


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("The user likes skiing in Chile.", "I prefer tea"),
        ("The user's locker is 214.", "My locker is 215"),
        ("The user owes Bob money.", 'He said "I owe Bob money"'),
        ("The user owes Bob money.", "> I owe Bob money"),
        ("The user owes Bob money.", "Translate: I owe Bob money"),
        ("The user", "I am the user"),
        ("", "anything"),
    ],
)
def test_not_borne_out(statement: str, said: str) -> None:
    assert not borne_out(statement, [said])


def test_a_change_rests_on_what_is_new_in_it() -> None:
    assert change_borne_out(
        "Anna lives in Lisbon.", "Anna lives in Porto.", ["She is in Lisbon now"]
    )
    assert not change_borne_out(
        "Anna lives in Rome.", "Anna lives in Porto.", ["Anna lives in Oslo"]
    )
    assert not change_borne_out("Anna lives.", "Anna lives in Porto.", ["Anna lives"])


def test_a_correction_speaks_for_the_user_although_it_looks_like_a_task() -> None:
    assert wants_change("Please correct it: Anna lives in Lisbon.")
    assert borne_out("Anna lives in Lisbon.", ["Please correct it: Anna lives in Lisbon."])
    assert not wants_change("Anna lives in Lisbon.")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("My locker is number 214.", "The user's locker number is 214", True),
        ("My sister is a nurse, by the way.", "The user's sister is a nurse.", True),
        ("Anna lives in Porto", "Anna likes wine", False),
        ("Anna is a nurse", "Anna is a nurse who lives in Porto and likes tea", False),
        ("", "Anna", False),
    ],
)
def test_one_fact_in_two_wordings(one: str, other: str, same: bool) -> None:
    assert says_the_same(one, other) is same
    assert says_the_same(other, one) is same


@given(st.text(max_size=300), st.text(max_size=100))
def test_nonsense_is_no_fault(message: str, memory: str) -> None:
    asks_to_forget(message, memory, message)
    borne_out(memory, [message])
    says_the_same(message, memory)


def test_a_tools_statement_that_the_user_did_not_make_is_not_borne_out() -> None:
    said = ["My sister Anna lives in Porto. She can't eat nuts."]
    invented = "A person living in Porto can't eat nuts, so a memory about this can't be added."
    assert not borne_out(invented, said)
    assert borne_out("The user's sister Anna lives in Porto.", said)
