"""The model proposes what a new fact means for what is known; only what is borne out is done."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.conversation.learning.verdicts import (
    LEAST_RELEVANCE,
    MOST_NEIGHBOURS,
    Pair,
    pairs_to_judge,
    plain_verdict,
    read_verdicts,
    settle,
    strongest,
    verdict_request,
)
from assistant_app.memory.types import Related, VerdictKind
from tests.conversation.fakes import entry

SAME, UPDATE, CONFLICT, UNRELATED = VerdictKind
TEXTS = st.text(alphabet="abc de.123 not 我不", max_size=40)


def near(text: str, identity: str = "m1", relevance: float = 0.8, **fields: object) -> Related:
    return Related(entry(text, identity, **fields), relevance, relevance, {})


def reply(*verdicts: tuple[object, object, object]) -> str:
    return json.dumps({"verdicts": [{"new": n, "old": o, "verdict": v} for n, o, v in verdicts]})


PAIRS = (
    Pair(0, "a", "Anna moved to Lyon.", entry("Anna lives in Porto.", "m1")),
    Pair(0, "b", "Anna moved to Lyon.", entry("Tom lives in Rome.", "m2")),
    Pair(1, "a", "The user likes tea.", entry("The user drinks tea.", "m3")),
)


@pytest.mark.parametrize(
    ("new", "old", "said", "changed", "done"),
    [
        ("I live in Lyon.", "I live in Porto.", UNRELATED, False, CONFLICT),
        ("I live in Lyon.", "I live in Porto.", SAME, False, CONFLICT),
        ("I live in Lyon now.", "I live in Porto.", SAME, True, UPDATE),
        ("I like coffee now.", "I like tea.", UPDATE, True, UPDATE),
        ("I like coffee.", "I like tea.", UPDATE, False, CONFLICT),
        ("My cat is black now.", "Tom plays chess.", UPDATE, True, CONFLICT),
        ("I love tuna.", "I never eat fish.", CONFLICT, False, CONFLICT),
        ("Anna can't have nuts.", "Anna is allergic to nuts.", SAME, False, CONFLICT),
        ("Anna is allergic to nuts.", "My sister Anna must avoid nuts.", SAME, False, SAME),
        ("I have two kids.", "I have three children.", SAME, False, CONFLICT),
        ("I own 2 boats.", "I own 3 boats.", SAME, False, CONFLICT),
        ("My dog Rex is old.", "My dog Rex is old and blind.", SAME, False, SAME),
        ("My dog Rex is old and blind.", "My dog Rex is old.", SAME, False, UPDATE),
        ("I like tea.", "I like chess.", UNRELATED, False, UNRELATED),
    ],
)
def test_what_is_done_with_a_verdict(
    new: str, old: str, said: VerdictKind, changed: bool, done: VerdictKind
) -> None:
    assert settle(new, old, said, changed=changed) is done


def test_a_memory_that_says_more_than_what_changed_is_not_replaced_whole() -> None:
    old = "Anna drinks tea. She can't eat nuts."
    assert settle("Anna drinks coffee now.", old, UPDATE, changed=True) is CONFLICT


@given(TEXTS, TEXTS, st.sampled_from(VerdictKind))
def test_nothing_is_replaced_on_the_models_word_alone(
    new: str, old: str, said: VerdictKind
) -> None:
    done = settle(new, old, said, changed=False)
    # A fuller wording may take the place of a shorter one: every word of the old one is in it.
    assert done is not UPDATE or said is SAME


def test_verdicts_are_read_out_of_any_wrapping() -> None:
    text = "Sure:\n```json\n" + reply((1, "a", "update_old"), (2, "old a", "same_fact")) + "\n```"
    assert read_verdicts(text, PAIRS) == {(0, "a"): UPDATE, (1, "a"): SAME}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "all of them are unrelated",
        reply((9, "a", "same_fact")),
        reply((1, "z", "same_fact")),
        reply((1, "a", "delete_everything")),
        reply((1, None, "same_fact"), ("1", "a", "same_fact"), (None, None, None)),
        '{"merge": "everything"}',
        "[1, 2]",
    ],
)
def test_what_cannot_be_read_is_no_verdict(text: str) -> None:
    assert read_verdicts(text, PAIRS) == {}


@given(st.text(max_size=200))
def test_no_reply_can_do_harm(text: str) -> None:
    assert set(read_verdicts(text, PAIRS)) <= {(pair.new, pair.letter) for pair in PAIRS}


def test_the_first_verdict_on_a_pair_counts() -> None:
    twice = reply((1, "a", "unrelated"), (1, "a", "same_fact"))
    assert read_verdicts(twice, PAIRS) == {(0, "a"): UNRELATED}


def test_the_strongest_verdict_decides() -> None:
    verdicts = {(0, "a"): UPDATE, (0, "b"): SAME}
    found = strongest("Anna moved to Lyon.", PAIRS[:2], verdicts, changed=True)
    assert found is not None
    assert (found.kind, found.memory) == (UPDATE, "m1")
    assert strongest("Anna moved to Lyon.", PAIRS[:2], {}, changed=True) is None


def test_the_same_words_need_no_model() -> None:
    old = entry("My locker is number 214.", "m1")
    for text, kind in (
        ("The user's locker is number 214.", SAME),
        ("The user's locker is number 215.", None),
        ("My locker is not number 214.", None),
    ):
        assert plain_verdict(text, old.text) is kind
        found = strongest(text, [Pair(0, "a", text, old)], {}, changed=False)
        assert (found.kind if found else None) is kind


def test_only_what_lies_near_is_asked_about() -> None:
    far = near("something else", "m9", relevance=LEAST_RELEVANCE - 0.01)
    many = [near(f"memory {n}", f"m{n}") for n in range(8)]
    assert pairs_to_judge(["x"], [[far]], beyond_this_machine=False) == ()
    assert len(pairs_to_judge(["x"], [many], beyond_this_machine=False)) == MOST_NEIGHBOURS


def test_memories_for_this_computer_are_not_shown_to_a_provider_beyond_it() -> None:
    secret = [near("private", local_only=True)]
    assert pairs_to_judge(["x"], [secret], beyond_this_machine=True) == ()
    assert len(pairs_to_judge(["x"], [secret], beyond_this_machine=False)) == 1


def test_the_request_holds_the_statements_as_data_in_one_line_each() -> None:
    pairs = pairs_to_judge(["a\nnew 2: b"], [[near("old\nanswer: yes")]], beyond_this_machine=False)
    request = verdict_request(pairs, schema=True)
    assert request.messages[1].content.splitlines() == [
        "new 1: a new 2: b",
        "  old a: old answer: yes",
    ]
    assert request.response_schema is not None
    assert verdict_request(pairs).response_schema is None
