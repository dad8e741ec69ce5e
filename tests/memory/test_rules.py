"""What the user does not want remembered is kept out, whichever way it comes in."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.paths import resource
from assistant_app.memory.options import MemoryOptions
from assistant_app.memory.rules import NeverCheck, NeverRules
from assistant_app.memory.sensitive import holds_others_contact, speaks_of_health
from assistant_app.memory.types import (
    Cause,
    CauseKind,
    Draft,
    Origin,
    OriginKind,
    RememberStatus,
    Round,
    State,
)
from tests.memory.builders import LEARNED, START, USER, House

weights = pytest.mark.skipif(
    not resource("models", "e5-small-q4.bin").is_file(),
    reason="the weights of the built-in model are not here (make setup fetches them)",
)
RULES = NeverRules(words=("Melissa", "离婚"), topics=("gambling",), patterns=(r"PX-\d{3}",))


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path, options=MemoryOptions(never=RULES))


FORBIDDEN = (
    ("Melissa is coming to dinner", "never_word"),
    ("I met Melissa's brother", "never_word"),
    ("MELISSA!", "never_word"),
    ("我去年离婚了", "never_word"),
    ("I stopped gambling in May", "never_topic"),
    ("The project is called px-204", "never_pattern"),
    ("my wifi password is hunter2", "secret"),
)
ALLOWED = ("I met Melisande", "I live in Lissabon", "The project is called PX-20", "我结婚了")


@pytest.mark.parametrize(("text", "reason"), FORBIDDEN)
@pytest.mark.parametrize(
    ("cause", "origin"),
    [
        (USER, OriginKind.MANUAL),
        (LEARNED, OriginKind.AUTOMATIC),
        (Cause(CauseKind.TOOL), OriginKind.TOOL),
        (Cause(CauseKind.IMPORT), OriginKind.IMPORT),
    ],
)
def test_a_rule_refuses_every_way_in(
    house: House, text: str, reason: str, cause: Cause, origin: OriginKind
) -> None:
    draft = Draft(text, origin=Origin(origin))
    for ask in (False, True):
        (outcome,) = house.memory.remember([draft], cause=cause, mode_ask=ask)
        assert (outcome.status, outcome.reason) == (RememberStatus.REFUSED, reason)
    assert house.memory.list(state=None) == ()
    assert house.memory.may_not_keep(text) == reason


@pytest.mark.parametrize("text", ALLOWED)
def test_what_only_looks_like_it_is_kept(house: House, text: str) -> None:
    assert house.say(text)[0].status is RememberStatus.SAVED


def test_an_edit_a_replacement_and_an_accepted_proposal_are_asked_too(house: House) -> None:
    house.say("I met a friend")
    memory = house.id_of("I met a friend")
    with pytest.raises(UserError) as raised:
        house.memory.revise(memory, text="I met Melissa")
    assert raised.value.code is ErrorCode.RULE_REFUSED
    assert house.memory.supersede(memory, Draft("I met Melissa")).reason == "never_word"
    assert house.memory.get(memory).text == "I met a friend"


def test_a_proposal_from_before_the_rule_cannot_be_accepted(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.learn("Melissa plays the cello", ask=True)
    house.learn("I keep bees", ask=True)
    house.memory.configure(MemoryOptions(never=RULES))
    with pytest.raises(UserError) as raised:
        house.memory.accept(house.id_of("Melissa plays the cello"))
    assert raised.value.code is ErrorCode.RULE_REFUSED
    house.memory.accept([proposal.entry.id for proposal in house.memory.inbox()])
    assert [entry.text for entry in house.memory.list()] == ["I keep bees"]
    assert [one.entry.text for one in house.memory.inbox()] == ["Melissa plays the cello"]


def test_quotes_and_tags_hold_nothing_forbidden(house: House) -> None:
    quote = "Melissa told me a lot. I keep bees. The code is PX-204."
    origin = Origin(OriginKind.AUTOMATIC, "c1", "m1", quote)
    (kept,) = house.memory.remember(
        [Draft("I keep bees", origin=origin, tags=("melissa", "bees"))], cause=LEARNED
    )
    assert kept.entry is not None
    assert kept.entry.origin.quote == "[…] I keep bees. […]"
    assert kept.entry.tags == ("bees",)


@pytest.mark.parametrize("category", ["melissa", "sk-planted-5521-key"])
def test_a_category_holds_nothing_forbidden(house: House, category: str) -> None:
    (kept,) = house.say("I keep bees", category=category)
    assert kept.entry is not None
    assert category not in kept.entry.category
    house.memory.revise(kept.entry.id, category=category)
    assert category not in house.memory.get(kept.entry.id).category


def test_past_rounds_are_not_recalled_with_what_a_new_rule_forbids(tmp_path: Path) -> None:
    house = House(tmp_path)
    said = "Melissa moved to Porto. The bees are fine."
    house.memory.note_round(Round("r1", "c1", START, said, "Good to hear about Melissa!"))
    assert "Melissa" in house.found("How are the bees?")[0]
    house.memory.configure(MemoryOptions(never=RULES))
    assert house.found("How are the bees?") == ["[…] The bees are fine.\n[…]"]
    assert house.found("Melissa") == []


HEALTH = (
    "I am allergic to shellfish", "My mother has diabetes", "I take pills for my blood pressure",
    "Ich bin schwanger", "Soy alérgico a las nueces", "我对花生过敏", "我有高血压",
    "猫アレルギーです", "I was diagnosed with ADHD", "Je suis enceinte",
)  # fmt: skip
NOT_HEALTH = (
    "I like green tea", "My sister Anna lives in Porto", "我住在上海", "I play the cello",
    "The treatment of the topic in this book is fine", "Ich lerne Spanisch", "I live in Bath",
)  # fmt: skip


@pytest.mark.parametrize("text", HEALTH)
def test_health_is_kept_out_only_when_the_user_wants_that(tmp_path: Path, text: str) -> None:
    house = House(tmp_path)
    assert house.say(text)[0].status is RememberStatus.SAVED
    house.memory.configure(MemoryOptions(never=NeverRules(health=True)))
    (refused,) = house.say(text + "!!")
    assert refused.reason == "never_health"


@pytest.mark.parametrize("text", NOT_HEALTH)
def test_other_statements_are_not_about_health(text: str) -> None:
    assert not speaks_of_health(text)


OTHERS = (
    "Anna's number is +351 912 345 678", "My sister's email is anna@example.org",
    "My boss Martin lives at 12 Elm Street", "Tom: tom.k@example.com", "妹妹的电话是13912345678",
    "Call my dentist at 030 1234567", "My landlord's WhatsApp is @petrov",
)  # fmt: skip
OWN = (
    "My email is wei@example.org", "My phone number is +49 170 1234567", "I live at 12 Elm Street",
    "You can reach me at wei@example.org", "我的邮箱是wei@example.org", "My sister lives in Porto",
    "I earn 40000 a year", "The order number is 4711", "The meeting is on 2026-05-03 at 10:30",
    "Anna was born on 3 May 1990", "Meine Telefonnummer ist 030 1234567",
)  # fmt: skip


@pytest.mark.parametrize("text", OTHERS)
def test_contact_data_of_others_is_known_as_such(text: str) -> None:
    assert holds_others_contact(text)
    assert NeverCheck(NeverRules(contacts=True)).refusal(text) == "never_contact"
    assert NeverCheck().refusal(text) is None


@pytest.mark.parametrize("text", OWN)
def test_the_users_own_data_and_other_numbers_are_kept(text: str) -> None:
    assert not holds_others_contact(text)


@weights
def test_a_topic_is_known_by_its_meaning_where_vectors_are_made_here(tmp_path: Path) -> None:
    from assistant_app.embeddings.e5.embedder import E5Embedder

    rules = NeverRules(topics=("my money and salary", "religion"))
    house = House(tmp_path, E5Embedder(), MemoryOptions(never=rules))
    texts = ("I earn 4000 euros a month", "我的工资是一万", "I go to church on Sundays")
    assert {outcome.reason for outcome in house.say(*texts)} == {"never_topic"}
    kept = ("My sister Anna lives in Porto", "I like green tea", "我住在上海", "My dog is Rex")
    assert {outcome.status for outcome in house.say(*kept)} == {RememberStatus.SAVED}


@given(
    st.lists(st.text(max_size=12), max_size=3).map(tuple),
    st.lists(st.text(max_size=12), max_size=3).map(tuple),
    st.text(max_size=80),
)
def test_what_redaction_leaves_over_is_allowed(
    words: tuple[str, ...], topics: tuple[str, ...], text: str
) -> None:
    check = NeverCheck(NeverRules(health=True, contacts=True, words=words, topics=topics))
    left = check.redact(text)
    assert left == "[…]" or check.refusal(left) is None
    if check.refusal(text) is None:
        assert left == text
    assert check.redact(left) == left


def test_rules_do_not_touch_what_is_known_already(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.say("Melissa plays the cello")
    house.memory.configure(replace(MemoryOptions(), never=RULES))
    assert house.memory.get(house.id_of("Melissa plays the cello")).state is State.ACTIVE
