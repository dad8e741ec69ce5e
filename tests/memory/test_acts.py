"""Acts on memories: each is one change set, seen everywhere at once, and can be undone."""

from __future__ import annotations

import threading
from datetime import timedelta
from pathlib import Path

import pytest

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.memory.options import MemoryOptions
from assistant_app.memory.search import search_snapshot
from assistant_app.memory.types import HitKind, State
from tests.memory.builders import CountingEmbedder, House, fill_all, past_round


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path, CountingEmbedder())


def fails(code: ErrorCode):  # type: ignore[no-untyped-def]
    return pytest.raises(UserError, match=code.value)


def test_an_edit_keeps_the_id_and_leaves_no_ghost_of_the_old_words(house: House) -> None:
    house.say("I keep bees")
    memory_id = house.id_of("I keep bees")
    changes = house.memory.revise(memory_id, text="I keep goats")
    assert changes.put[0].id == memory_id
    assert changes.put[0].revision == 2
    assert changes.put[0].tags == ("goats",), "made up tags follow the text"
    assert house.memory.vectors.pending == 1
    fill_all(house.memory)
    assert house.found("goats") == ["I keep goats"]
    assert house.ask("bees").used == () or house.ask("bees").used[0].reasons.keys() == {"meaning"}
    assert search_snapshot(house.memory.snapshot(), "bees") == ()
    house.reopen(CountingEmbedder())
    assert house.memory.vectors.pending == 0
    assert house.found("goats") == ["I keep goats"]


def test_what_the_user_typed_stays_when_the_text_changes(house: House) -> None:
    house.say("I keep bees", category="Farm", tags=("Animals",))
    (entry,) = house.memory.list()
    house.memory.revise(entry.id, text="I keep goats")
    after = house.memory.get(entry.id)
    assert (after.category, after.tags) == ("farm", ("animals",))


def test_an_edit_that_changes_nothing_writes_nothing(house: House) -> None:
    house.say("I keep bees")
    before = house.memory.snapshot()
    changes = house.memory.revise(house.id_of("I keep bees"), text="I keep bees", pinned=False)
    assert changes.seq == 0
    assert house.memory.snapshot() is before


def test_edits_are_checked(house: House) -> None:
    house.say("I keep bees")
    memory_id = house.id_of("I keep bees")
    with fails(ErrorCode.EMPTY_TEXT):
        house.memory.revise(memory_id, text=" 。 ")
    with fails(ErrorCode.TEXT_TOO_LONG):
        house.memory.revise(memory_id, text="x" * 5000)
    with fails(ErrorCode.SECRET_REFUSED):
        house.memory.revise(memory_id, text="my password is hunter2")
    with fails(ErrorCode.NOT_FOUND):
        house.memory.revise("nothing", text="x")


def test_making_a_text_shorter_is_always_allowed(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.say("plums " * 100)
    (entry,) = house.memory.list()
    house.memory.configure(MemoryOptions(text_limit=50))
    assert house.memory.revise(entry.id, text="plums " * 90).seq
    with fails(ErrorCode.TEXT_TOO_LONG):
        house.memory.revise(entry.id, text="plums " * 95)
    assert house.memory.forget([entry.id]).seq


def test_a_deleted_memory_is_found_nowhere(house: House) -> None:
    house.say("I keep bees", "I sing")
    memory_id = house.id_of("I keep bees")
    house.memory.forget([memory_id])
    for _ in range(2):
        assert "I keep bees" not in house.found("bees")
        assert "I keep bees" not in house.found("What do you know about me?")
        assert search_snapshot(house.memory.snapshot(), "bees") == ()
        assert [entry.text for entry in house.memory.list()] == ["I sing"]
        assert memory_id not in {
            one.entry.id for one in house.memory.related(house.id_of("I sing"))
        }
        house.reopen(CountingEmbedder())
    house.memory.restore([memory_id])
    assert "I keep bees" in house.found("bees")


def test_many_are_changed_in_one_step_and_undone_in_one(house: House) -> None:
    house.say("I keep bees", "I sing", "I sail")
    ids = [entry.id for entry in house.memory.list()]
    for act in (house.memory.forget, house.memory.archive, lambda ids: house.memory.move(ids, "w")):
        before = house.memory.list()
        changes = act(ids)
        assert len(changes.put) == 3
        assert house.memory.list(scope="global") == ()
        house.memory.undo()
        assert [(one.id, one.state, one.scope) for one in house.memory.list()] == [
            (one.id, one.state, one.scope) for one in before
        ]
        assert set(house.found("bees sing sail")) == {"I keep bees", "I sing", "I sail"}


def test_undo_works_after_a_restart_and_can_be_undone(house: House) -> None:
    house.say("I keep bees")
    forgotten = house.memory.forget([house.id_of("I keep bees")])
    house.reopen()
    undone = house.memory.undo()
    assert undone.cause.undoes == forgotten.seq
    assert house.found("bees") == ["I keep bees"]
    house.memory.undo(undone.seq)
    assert house.found("bees") == []
    with fails(ErrorCode.NOTHING_TO_UNDO):
        house.memory.undo(9999)


def test_a_restored_memory_whose_time_was_over_has_no_end_any_more(house: House) -> None:
    house.say("I am on holiday", expires_at=house.clock.at + timedelta(hours=1))
    house.clock.at += timedelta(hours=2)
    house.memory.expire_due()
    house.memory.activate([house.id_of("I am on holiday")])
    assert house.found("holiday") == ["I am on holiday"]


def test_an_erased_memory_leaves_nothing_but_a_stone(house: House) -> None:
    house.say("I keep bees in the attic")
    memory_id = house.id_of("I keep bees in the attic")
    fill_all(house.memory)
    house.memory.note_opened(memory_id)
    changes = house.memory.erase([memory_id])
    assert changes.put[0].text == ""
    assert house.found("attic") == []
    assert house.memory.list(state=None) == ()
    assert house.memory.get(memory_id).text == ""
    with fails(ErrorCode.NOT_FOUND):
        house.memory.restore([memory_id])
    house.memory.close()
    everything = b"".join(p.read_bytes() for p in house.folder.root.rglob("*") if p.is_file())
    assert b"attic" not in everything
    index = b"".join(p.read_bytes() for p in house.folder.vectors.rglob("index.jsonl"))
    assert memory_id.encode() not in index
    with fails(ErrorCode.NOT_FOUND):
        house.memory.revise(memory_id, text="I keep goats")


def test_the_trash_empties_itself_after_thirty_days(house: House) -> None:
    house.say("I keep bees", "I sing")
    house.memory.forget([house.id_of("I keep bees")])
    list(house.memory.housekeeping())
    assert house.memory.list(state=State.DELETED)
    house.clock.at += timedelta(days=31)
    done = [changes for changes in house.memory.housekeeping() if changes is not None]
    assert len(done) == 1
    assert house.memory.list(state=State.DELETED) == ()
    assert [entry.text for entry in house.memory.list()] == ["I sing"]


def test_decisions_need_a_proposal(house: House) -> None:
    house.say("I keep bees")
    for decide in (house.memory.accept, house.memory.reject, house.memory.never):
        with fails(ErrorCode.NOT_FOUND):
            decide(house.id_of("I keep bees"))


def test_accepting_after_the_old_memory_is_gone_just_keeps_the_new_one(house: House) -> None:
    house.say("I live in Porto")
    (proposed,) = house.say("I live in Lyon")
    house.memory.forget([house.id_of("I live in Porto")])
    assert proposed.entry is not None
    house.memory.accept(proposed.entry.id)
    assert [entry.text for entry in house.memory.list()] == ["I live in Lyon"]
    assert house.memory.get(proposed.entry.id).supersedes is None


def test_a_clear_beginning_of_an_id_is_enough(house: House) -> None:
    house.say("I keep bees")
    (entry,) = house.memory.list()
    assert house.memory.get(entry.id[:12]) == entry
    assert house.memory.get(entry.id.upper()) == entry
    house.clock.at += timedelta(days=400)
    house.say("I sing")
    for unclear in (entry.id[:1], "", entry.id + "x", "zzzzzz"):
        with fails(ErrorCode.NOT_FOUND):
            house.memory.get(unclear)


def test_only_answers_and_openings_count_as_use(house: House) -> None:
    house.say("I keep bees", "I sing")
    bees, sing = house.id_of("I keep bees"), house.id_of("I sing")
    for letters in ("b", "be", "bee", "bees"):
        search_snapshot(house.memory.snapshot(), letters)
        house.ask(letters)
    house.memory.rebuild_index()
    house.memory.stats()
    house.memory.related(bees)
    house.memory.history(bees)
    assert house.memory.access(bees).count == 0
    assert house.memory.stats().never_used == 2
    house.memory.note_round(past_round(1, "bees and goats"))
    found = house.ask("bees")
    assert {hit.kind for hit in found.used} == set(HitKind)
    house.memory.note_use("c1", "m1", [hit for hit in found.used if hit.text != "I sing"])
    house.memory.note_opened(bees)
    assert house.memory.access(bees).count == 2
    assert house.memory.access(sing).count == 0
    assert len(house.memory.uses_of(bees)) == 2
    assert house.memory.snapshot().access[bees].count == 2
    stats = house.memory.stats()
    assert [(entry.text, access.count) for entry, access in stats.most_used] == [("I keep bees", 2)]
    assert stats.never_used == 1
    house.reopen()
    assert house.memory.access(bees).count == 2


def test_using_nothing_writes_nothing(house: House) -> None:
    house.memory.note_use("c1", "m1", [])
    assert not house.folder.uses.exists()


def test_related_counts_tags_category_and_meaning(house: House) -> None:
    house.say("I grow roses", category="garden", tags=("plants", "flowers"))
    house.say("I grow tulips", category="garden", tags=("plants", "flowers"))
    house.say("Roses cost a lot", category="money", tags=("flowers",))
    house.say("Something else", category="general", tags=("x",))
    fill_all(house.memory)
    first, second, *_ = house.memory.related(house.id_of("I grow roses"))
    assert first.entry.text == "I grow tulips"
    assert first.reasons["tags"] == 2
    assert first.reasons["category"] == 2
    assert first.score == pytest.approx(4 + first.relevance)
    assert second.reasons["tags"] == 1
    assert len(house.memory.related(house.id_of("I grow roses"), k=1)) == 1


def test_lists_are_filtered_and_newest_first(house: House) -> None:
    house.say("I keep bees", category="farm", tags=("animals",))
    house.say("I keep goats", category="farm", scope="work")
    assert texts_of(house.memory.list()) == ["I keep goats", "I keep bees"]
    assert texts_of(house.memory.list(category="FARM", scope="global")) == ["I keep bees"]
    assert texts_of(house.memory.list(tag="#Animals")) == ["I keep bees"]
    house.memory.forget([house.id_of("I keep bees")])
    assert texts_of(house.memory.list(state=State.DELETED)) == ["I keep bees"]
    assert len(house.memory.list(state=None)) == 2


def texts_of(entries) -> list[str]:  # type: ignore[no-untyped-def]
    return [entry.text for entry in entries]


def test_figures_of_the_store(house: House) -> None:
    house.say("I keep bees", "I sing", category="hobby", tags=("fun",))
    house.learn("I sail", ask=True)
    house.memory.archive([house.id_of("I sing")])
    stats = house.memory.stats()
    assert stats.total == 1
    assert stats.by_state == {"active": 1, "archived": 1, "proposed": 1}
    assert stats.by_category == {"hobby": 1}
    assert stats.top_tags == (("fun", 1),)
    assert stats.bytes > 0
    assert stats.vectors.ready == 1


def test_the_life_of_a_memory_can_be_told(house: House) -> None:
    house.learn("I keep bees", ask=True)
    memory_id = house.id_of("I keep bees")
    house.memory.accept(memory_id)
    house.memory.pin([memory_id])
    house.memory.pin([memory_id], pinned=False)
    house.memory.move([memory_id], "farm")
    house.memory.revise(memory_id, text="I keep goats")
    house.memory.archive([memory_id])
    house.memory.restore([memory_id])
    house.memory.forget([memory_id])
    events = house.memory.history(memory_id)
    assert [event.what for event in events] == [
        "proposed",
        "accepted",
        "pinned",
        "unpinned",
        "moved",
        "edited",
        "archived",
        "restored",
        "deleted",
    ]
    assert events[0].text == "I keep bees"
    assert events[-1].text == "I keep goats"
    assert [event.at for event in events] == sorted(event.at for event in events)


def test_a_snapshot_stays_as_it_was(house: House) -> None:
    house.say("I keep bees")
    before = house.memory.snapshot()
    assert house.memory.snapshot() is before
    house.say("I sing")
    after = house.memory.snapshot()
    assert after.version > before.version
    assert texts_of(before.entries) == ["I keep bees"]
    assert texts_of(after.entries) == ["I keep bees", "I sing"]
    assert after.pending == frozenset()


def test_snapshots_may_be_taken_on_another_thread_while_memories_come_in(house: House) -> None:
    seen: list[int] = []
    faults: list[Exception] = []
    done = threading.Event()

    def look() -> None:
        try:
            while not done.is_set():
                seen.append(len(house.memory.snapshot().entries))
        except RuntimeError as error:
            faults.append(error)

    looker = threading.Thread(target=look)
    looker.start()
    for number in range(150):
        house.say(f"Stamp number {number}")
    done.set()
    looker.join()
    assert not faults
    assert seen == sorted(seen)
    assert len(house.memory.snapshot().entries) == 150


def test_figures_of_vectors_speak_of_memories_only(house: House) -> None:
    house.say("I keep bees")
    house.memory.load_rounds([past_round(1, "bees"), past_round(2, "goats")])
    assert house.memory.stats().vectors.ready == 1
    assert house.memory.stats().vectors.pending == 0
    assert house.memory.vectors.pending == 2
    assert house.memory.snapshot().pending == frozenset()


def test_every_field_can_be_edited(house: House) -> None:
    house.say("I keep bees")
    memory_id = house.id_of("I keep bees")
    end = house.clock.at + timedelta(days=1)
    house.memory.revise(
        memory_id, category="Farm", tags=("A", "b"), pinned=True, local_only=True, expires_at=end
    )
    entry = house.memory.get(memory_id)
    assert (entry.category, entry.tags, entry.pinned, entry.local_only) == (
        "farm",
        ("a", "b"),
        True,
        True,
    )
    assert entry.expires_at == end
    assert house.memory.revise(memory_id, never_expires=True).put[0].expires_at is None


def test_housekeeping_compacts_the_journal_and_loses_nothing(house: House) -> None:
    (first,) = house.say("I keep bees")
    assert first.entry is not None
    for number in range(1001):
        house.memory.pin([first.entry.id], pinned=number % 2 == 0)
    assert house.memory._keeper.store.compaction_due
    list(house.memory.housekeeping())
    assert not house.memory._keeper.store.compaction_due
    house.reopen()
    assert house.found("bees", kinds=frozenset({HitKind.MEMORY})) == []
    assert [entry.text for entry in house.ask("x y").profile] == ["I keep bees"]


def test_the_model_in_use_and_the_options_can_be_asked_for(house: House) -> None:
    assert house.memory.embedder is not None
    assert house.memory.options == house.options
    house.memory.use_embedder(None)
    assert house.memory.embedder is None
    assert house.memory.stats().vectors.space == ""
