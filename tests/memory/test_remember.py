"""What becomes of statements that are to be remembered."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.memory.options import MemoryOptions
from assistant_app.memory.types import Draft, RememberStatus, State
from tests.memory.builders import LEARNED, USER, CountingEmbedder, House, fill_all

SAVED, DUPLICATE, PROPOSED, REFUSED = (
    RememberStatus.SAVED,
    RememberStatus.DUPLICATE,
    RememberStatus.PROPOSED,
    RememberStatus.REFUSED,
)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def test_an_empty_store_takes_its_first_memory(house: House) -> None:
    (outcome,) = house.say("My sister Anna lives in Porto.")
    assert (outcome.status, outcome.reason) == (SAVED, "new")
    assert outcome.entry is not None
    assert outcome.entry.category == "people"
    assert outcome.entry.tags == ("sister", "anna", "porto")
    assert outcome.changes is not None
    assert outcome.changes.seq == 1


def test_all_drafts_of_one_turn_are_one_change_set_and_one_undo(house: House) -> None:
    outcomes = house.learn("I keep bees", "I sing in a choir", "I keep bees!")
    assert [one.status for one in outcomes] == [SAVED, SAVED, DUPLICATE]
    assert {one.changes.seq for one in outcomes if one.changes} == {1}
    assert outcomes[2].entry == outcomes[0].entry
    house.memory.undo()
    assert house.memory.list() == ()


def test_adding_the_same_text_again_confirms_and_never_deletes(house: House) -> None:
    (first,) = house.say("I keep bees")
    (again,) = house.say("  i KEEP bees. ")
    assert (again.status, again.reason) == (DUPLICATE, "same_text")
    (entry,) = house.memory.list()
    assert first.entry is not None
    assert entry.id == first.entry.id
    assert entry.text == "I keep bees"
    assert entry.confirmations == 1
    assert entry.confirmed_at is not None
    assert entry.revision == first.entry.revision
    assert [event.what for event in house.memory.history(entry.id)] == ["created", "confirmed"]


def test_duplicates_are_looked_for_inside_one_scope_only(house: House) -> None:
    house.say("I keep bees")
    (other,) = house.say("I keep bees", scope="work")
    assert other.status is SAVED
    (again,) = house.say("I keep bees", scope="work")
    assert again.status is DUPLICATE
    assert again.entry == house.memory.get(other.entry.id)  # type: ignore[union-attr]


def test_nearly_the_same_words_are_one_memory_when_the_vectors_agree(tmp_path: Path) -> None:
    house = House(tmp_path, options=MemoryOptions(duplicate_cosine=0.9))
    vector = np.ones(8, np.float32)
    house.memory.use_embedder(CountingEmbedder(8, remote=True))
    (first,) = house.memory.remember(
        [Draft("My sister Anna lives in Porto")], cause=USER, vectors=[vector]
    )
    house.memory.fill_in()
    (near,) = house.memory.remember(
        [Draft("Anna, my sister, lives in Porto")], cause=USER, vectors=[vector]
    )
    assert (near.status, near.reason) == (DUPLICATE, "near_identical")
    (far,) = house.memory.remember(
        [Draft("My sister Anna lives near Porto")], cause=USER, vectors=[vector]
    )
    assert far.status is SAVED
    assert first.entry is not None
    assert house.memory.get(first.entry.id).confirmations == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        ("  ", "empty"),
        ("。", "empty"),
        ("\u200b", "empty"),
        ("🎉", "empty"),
        ("my wifi password is hunter2", "secret"),
        ("x" * 5000, "too_long"),
    ],
)
def test_what_is_no_statement_is_refused_and_nothing_is_written(
    house: House, text: str, reason: str
) -> None:
    (outcome,) = house.say(text)
    assert (outcome.status, outcome.reason, outcome.entry) == (REFUSED, reason, None)
    assert outcome.changes is None
    assert house.memory.stats().total == 0


def test_a_secret_in_the_quoted_words_is_taken_out(house: House) -> None:
    quote = "I work at the bank, card 4111 1111 1111 1111"
    outcomes = house.learn(quote)
    assert outcomes[0].reason == "secret"
    from assistant_app.memory.types import Origin, OriginKind

    origin = Origin(OriginKind.AUTOMATIC, "c", "m", quote)
    (kept,) = house.memory.remember([Draft("I work at the bank", origin=origin)], cause=LEARNED)
    assert kept.entry is not None
    assert kept.entry.origin.quote == "I work at the bank, card […]"
    assert b"4111" not in b"".join(
        path.read_bytes() for path in house.folder.root.rglob("*") if path.is_file()
    )


def test_surrogates_and_control_characters_stop_at_the_door(house: House) -> None:
    (outcome,) = house.say("tea \ud83c\udf89 and \ud83c\x00 honey")
    assert outcome.entry is not None
    assert outcome.entry.text == "tea 🎉 and \ufffd honey"


def test_asking_first_puts_what_was_learned_into_the_inbox_but_not_acts_of_the_user(
    house: House,
) -> None:
    (learned,) = house.learn("I keep bees", ask=True)
    assert (learned.status, learned.reason) == (PROPOSED, "ask_first")
    assert house.found("bees") == []
    (typed,) = house.memory.remember([Draft("I sing")], cause=USER, mode_ask=True)
    assert typed.status is SAVED
    (same,) = house.learn("I keep bees", ask=True)
    assert len(house.memory.list(state=State.PROPOSED)) == 1
    assert same.entry is not None
    house.memory.accept(same.entry.id)
    assert house.found("bees") == ["I keep bees"]


def test_typing_what_waits_in_the_inbox_accepts_it(house: House) -> None:
    (learned,) = house.learn("I keep bees", ask=True)
    (typed,) = house.say("I keep bees")
    assert typed.status is SAVED
    assert typed.entry is not None
    assert learned.entry is not None
    assert typed.entry.id == learned.entry.id
    assert house.memory.list(state=State.PROPOSED) == ()


def test_another_value_is_proposed_and_accepting_keeps_the_old_one_as_past(house: House) -> None:
    (old,) = house.say("My sister Anna lives in Porto. She can't eat nuts.", pinned=True)
    (new,) = house.say("My sister Anna lives in Lyon.")
    assert old.entry is not None
    assert new.entry is not None
    assert (new.status, new.reason) == (PROPOSED, "conflict")
    assert new.replaced == house.memory.get(old.entry.id)
    assert new.entry.supersedes == old.entry.id
    assert house.ask("Where does Anna live?").profile == (old.entry,), "nothing has changed yet"
    changes = house.memory.accept(new.entry.id)
    assert len(changes.put) == 2
    now = house.memory.get(new.entry.id)
    past = house.memory.get(old.entry.id)
    assert now.text == "My sister Anna lives in Lyon. She can't eat nuts."
    assert now.pinned
    assert (past.state, past.superseded_by) == (State.SUPERSEDED, now.id)
    house.memory.undo()
    assert house.memory.get(old.entry.id).state is State.ACTIVE
    assert house.memory.get(new.entry.id).state is not State.ACTIVE


def test_the_same_conflict_is_proposed_once(house: House) -> None:
    house.say("I live in Porto")
    (first,) = house.say("I live in Lyon")
    (second,) = house.say("I live in Lyon")
    assert first.status is second.status is PROPOSED
    assert first.entry is not None
    assert second.entry is not None
    assert first.entry.id == second.entry.id


def test_superseding_is_one_change_set_that_undo_takes_back(house: House) -> None:
    (old,) = house.say("I'm Alicia", local_only=True)
    assert old.entry is not None
    outcome = house.memory.supersede(old.entry.id, Draft("Please call me Robin"))
    assert outcome.status is RememberStatus.UPDATED
    assert outcome.entry is not None
    assert outcome.entry.local_only, "what was private stays private"
    assert house.memory.get(old.entry.id).superseded_by == outcome.entry.id
    assert [entry.text for entry in house.ask("hello there").profile] == ["Please call me Robin"]
    assert [event.what for event in house.memory.history(old.entry.id)] == ["created", "superseded"]
    house.memory.undo()
    assert [entry.text for entry in house.memory.list()] == ["I'm Alicia"]


def test_a_failed_save_loses_nothing_and_changes_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.say("I keep bees")

    def full(*_: object) -> object:
        raise UserError(ErrorCode.DISK_FULL)

    monkeypatch.setattr(house.memory._keeper.store, "commit", full)
    before = house.memory.snapshot()
    with pytest.raises(UserError):
        house.say("I sing in a choir")
    assert house.memory.snapshot() is before
    assert house.found("choir") == []


def test_what_was_forgotten_is_not_learned_again_but_the_user_may_bring_it_back(
    house: House,
) -> None:
    house.learn("My sister Anna lives in a small town near Porto")
    house.memory.forget([house.id_of("My sister Anna lives in a small town near Porto")])
    for again in (
        "my sister Anna lives in a small town near Porto!",
        "My sister Anna lives in a small town near Porto now",
    ):
        (outcome,) = house.learn(again)
        assert (outcome.status, outcome.reason) == (REFUSED, "forgotten_before")
    (other,) = house.learn("My sister Anna plays the piano")
    assert other.status is SAVED
    (typed,) = house.say("My sister Anna lives in a small town near Porto")
    assert typed.status is SAVED


def test_what_was_erased_is_not_learned_again_after_a_restart(house: House) -> None:
    house.learn("I keep bees in the garden")
    house.memory.erase([house.id_of("I keep bees in the garden")])
    house.reopen()
    (outcome,) = house.learn("I keep bees in the garden.")
    assert outcome.reason == "forgotten_before"
    assert b"bees" not in b"".join(
        path.read_bytes() for path in house.folder.root.rglob("*") if path.is_file()
    )


def test_a_rejected_proposal_may_come_again_a_refused_one_may_not(house: House) -> None:
    (first,) = house.learn("I keep bees", ask=True)
    assert first.entry is not None
    house.memory.reject(first.entry.id)
    (second,) = house.learn("I keep bees", ask=True)
    assert second.status is PROPOSED
    assert second.entry is not None
    house.memory.never(second.entry.id)
    (third,) = house.learn("I keep bees", ask=True)
    assert third.reason == "forgotten_before"
    house.reopen()
    assert house.learn("I keep bees", ask=True)[0].reason == "forgotten_before"


def test_learning_what_lies_in_the_archive_does_not_bring_it_back(house: House) -> None:
    house.say("I keep bees")
    house.memory.archive([house.id_of("I keep bees")])
    (learned,) = house.learn("I keep bees")
    assert learned.status is DUPLICATE
    assert house.found("bees") == []
    house.say("I keep bees")
    assert house.found("bees") == ["I keep bees"]


def test_a_failing_model_never_loses_a_memory(tmp_path: Path) -> None:
    embedder = CountingEmbedder()
    house = House(tmp_path, embedder)
    embedder.failure = UserError(ErrorCode.EMBEDDING_UNAVAILABLE)
    (outcome,) = house.say("I keep bees in the garden")
    assert outcome.status is SAVED
    assert outcome.entry is not None
    assert house.memory.snapshot().pending == {outcome.entry.id}
    found = house.ask("bees")
    assert not found.by_meaning
    assert [hit.text for hit in found.used] == ["I keep bees in the garden"]
    embedder.failure = None
    fill_all(house.memory)
    assert house.memory.vectors.pending == 0
    assert house.ask("bees").by_meaning


def test_pins_and_ends_are_taken_over_from_a_repeated_act(house: House) -> None:
    house.say("I keep bees")
    end = house.clock.at + timedelta(days=1)
    house.say("I keep bees", pinned=True, expires_at=end, local_only=True, tags=("Hobby",))
    (entry,) = house.memory.list()
    assert entry.pinned
    assert entry.local_only
    assert entry.expires_at == end
    assert entry.tags[-1] == "hobby"


statements = st.sampled_from(
    [
        "I keep bees",
        "i keep bees.",
        "I live in Porto",
        "I live in Lyon",
        "我住在上海",
        "my password is hunter2",
        "",
        "I have two kids",
        "I have three kids",
    ]
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(st.lists(st.tuples(statements, st.booleans()), max_size=8), st.data())
def test_memory_after_a_restart_is_memory_before_it(
    tmp_path: Path, acts: list[tuple[str, bool]], data: st.DataObject
) -> None:
    import tempfile

    with tempfile.TemporaryDirectory(dir=tmp_path) as folder:
        house = House(Path(folder), CountingEmbedder(16))
        for text, typed in acts:
            (house.say if typed else house.learn)(text)
            if house.memory.list() and data.draw(st.booleans()):
                house.memory.forget([house.memory.list()[0].id])
        before = house.memory.snapshot()
        questions = ("bees", "Where do I live?", "上海", "kids")
        answers = [house.found(question) for question in questions]
        house.reopen(CountingEmbedder(16))
        assert house.memory.snapshot().entries == before.entries
        assert [house.found(question) for question in questions] == answers
        active = [entry.text for entry in house.memory.list()]
        assert len({text.casefold().strip(".") for text in active}) == len(active)
        house.memory.close()


def test_candidates_for_a_verdict_are_close_and_of_the_same_scope(tmp_path: Path) -> None:
    house = House(tmp_path, CountingEmbedder(128))
    house.say("My sister Anna lives in Porto", "I keep bees")
    house.say("My sister Anna lives in Porto", scope="work")
    (near, *_) = house.memory.may_be_same("My sister Anna moved to Porto")
    assert near.entry.text == "My sister Anna lives in Porto"
    assert near.entry.scope == "global"
    assert near.score >= house.options.may_be_same_cosine
    assert house.memory.may_be_same("quite another thing") == ()
    assert house.memory.may_be_same("") == ()
    assert House(tmp_path / "words").memory.may_be_same("anything") == ()


def test_a_vector_of_another_length_finds_no_candidates(tmp_path: Path) -> None:
    house = House(tmp_path, CountingEmbedder(16))
    house.say("I keep bees")
    assert house.memory.may_be_same("I keep bees", vector=np.ones(3, np.float32)) == ()


def test_a_merged_proposal_is_labelled_by_all_that_it_says(house: House) -> None:
    house.say("My sister Anna lives in Porto. She plays the piano.")
    (proposed,) = house.say("My sister Anna lives in Lyon")
    assert proposed.entry is not None
    assert {"lyon", "piano"} <= set(proposed.entry.tags)


def test_superseding_with_nothing_or_a_secret_is_refused(house: House) -> None:
    house.say("I keep bees")
    memory_id = house.id_of("I keep bees")
    for text, reason in (("", "empty"), ("my password is hunter2", "secret")):
        outcome = house.memory.supersede(memory_id, Draft(text))
        assert (outcome.status, outcome.reason) == (REFUSED, reason)
    assert house.memory.get(memory_id).state is State.ACTIVE
