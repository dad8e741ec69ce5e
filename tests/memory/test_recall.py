"""What a question brings."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.tokens import count_tokens
from assistant_app.memory.options import MemoryOptions
from assistant_app.memory.types import Draft, HitKind, RecallQuery, State
from tests.memory.builders import USER, CountingEmbedder, House, fill_all, past_round, texts


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def test_all_matching_memories_arrive_together(house: House) -> None:
    house.say("Anna plays the piano", "Anna lives in Porto", "Anna is a nurse", "I keep bees")
    assert set(house.found("Tell me about Anna")) == {
        "Anna plays the piano",
        "Anna lives in Porto",
        "Anna is a nurse",
    }


@pytest.mark.parametrize("blank", ["", "   ", "。", "\u200b", "🎉", "?!…", "\n\t"])
def test_an_empty_question_brings_nothing_and_asks_no_model(tmp_path: Path, blank: str) -> None:
    embedder = CountingEmbedder()
    house = House(tmp_path, embedder)
    house.say("I keep bees", "My name is Robin")
    embedder.asked.clear()
    found = house.ask(blank)
    assert found.used == found.looked_at == ()
    assert embedder.asked == []
    assert found.total == 2
    assert [entry.text for entry in found.profile] == ["My name is Robin"]


@pytest.mark.parametrize("part", ["老式", "相机", "机", "妹", "式相"])
def test_one_chinese_character_finds(house: House, part: str) -> None:
    house.say("我妹妹喜欢用老式相机", "我住在上海")
    assert house.found(part) == ["我妹妹喜欢用老式相机"]


def test_half_width_kana_and_thai_find(house: House) -> None:
    house.say("アンナはリスボンに住んでいます", "ฉันชอบชาเย็น")
    assert house.found("ｱﾝﾅ") == ["アンナはリスボンに住んでいます"]
    assert house.found("ชา") == ["ฉันชอบชาเย็น"]


def test_recall_in_an_empty_store_answers_at_once(house: House) -> None:
    found = house.ask("Where does my sister live?")
    assert (found.used, found.total) == ((), 0)
    assert house.ask("What do you know about me?").everything


def test_a_question_for_everything_brings_as_many_as_the_budget_takes(house: House) -> None:
    house.say(*(f"Fact number {number} about my stamp collection" for number in range(60)))
    found = house.ask("What do you know about me?", budget_tokens=200)
    assert found.everything
    assert found.total == 60
    assert 10 < len(found.used) < 60
    assert sum(count_tokens(hit.text) for hit in found.used) <= 200
    assert len(house.ask("你知道我什么？", budget_tokens=10_000).used) == 60


def test_limit_budget_and_what_was_looked_at(house: House) -> None:
    house.say(*(f"My boat has sail number {number}" for number in range(20)))
    found = house.ask("sail boat", limit=3)
    assert len(found.used) == 3
    assert found.looked_at
    assert not {hit.id for hit in found.used} & {hit.id for hit in found.looked_at}
    small = house.ask("sail boat", budget_tokens=16)
    assert sum(count_tokens(hit.text) for hit in small.used) <= 16
    assert len(small.used) == 2
    assert [hit.score for hit in found.used] == sorted(
        (hit.score for hit in found.used), reverse=True
    )


def test_the_right_memory_is_cut_rather_than_left_out_for_its_length(house: House) -> None:
    house.say("The recipe of grandmother's plum cake: " + "stir the dough gently, " * 150)
    (hit,) = house.ask("plum cake recipe", budget_tokens=50).used
    assert hit.text.startswith("The recipe of grandmother's plum cake")
    assert hit.text.endswith("…")
    assert count_tokens(hit.text) <= 50


def test_nothing_that_is_over_replaced_proposed_put_away_or_forgotten_comes(house: House) -> None:
    house.say("I keep bees", "I kept wasp bees", "I sold old bees")
    house.say("The bees exhibition is open", expires_at=house.clock.at + timedelta(hours=1))
    house.learn("I proposed bees to Anna", ask=True)
    house.memory.archive([house.id_of("I kept wasp bees")])
    house.memory.forget([house.id_of("I sold old bees")])
    assert set(house.found("bees")) == {"I keep bees", "The bees exhibition is open"}
    house.clock.at += timedelta(hours=2)
    assert house.found("bees") == ["I keep bees"]
    found = house.ask("What do you know about me?")
    assert texts(found.used) == ["I keep bees"]
    assert found.total == 1
    changes = house.memory.expire_due()
    assert changes is not None
    assert house.memory.get(changes.put[0].id).state is State.ARCHIVED
    assert house.memory.expire_due() is None


def test_an_expired_pin_leaves_the_profile(house: House) -> None:
    house.say("I am on holiday", pinned=True, expires_at=house.clock.at + timedelta(hours=1))
    assert house.ask("hello").profile
    house.clock.at += timedelta(hours=2)
    assert house.ask("hello").profile == ()


def test_what_stays_on_this_machine_does_not_go_beyond_it(house: House) -> None:
    house.say("I keep bees")
    house.say("The bees are ill", local_only=True)
    house.say("Bees are my secret hobby", local_only=True, pinned=True)
    assert len(house.found("bees")) == 2
    beyond = house.ask("bees", beyond_this_machine=True)
    assert texts(beyond.used) == ["I keep bees"]
    assert beyond.profile == ()
    assert beyond.total == 1
    assert beyond.withheld == 2
    assert house.ask("bees").withheld == 0
    everything = house.ask("What do you know about me?", beyond_this_machine=True)
    assert texts(everything.used) == ["I keep bees"]


def test_a_space_sees_itself_and_global_but_no_other_space(house: House) -> None:
    house.say("I keep bees")
    house.say("The bees report is due", scope="work")
    house.say("Bees museum in Bled", scope="trip")
    assert house.found("bees") == ["I keep bees"]
    assert set(house.found("bees", scope="work")) == {"I keep bees", "The bees report is due"}
    assert house.ask("bees", scope="work").total == 2
    house.memory.move([house.id_of("Bees museum in Bled")], "work")
    assert "Bees museum in Bled" in house.found("bees", scope="work")


def test_the_profile_is_there_once_and_told_apart(house: House) -> None:
    house.say("I keep bees", pinned=True)
    house.say("Bees sting", "My name is Robin")
    found = house.ask("bees")
    assert [entry.text for entry in found.profile] == ["My name is Robin", "I keep bees"]
    assert texts(found.used) == ["Bees sting"]
    assert texts(found.profile_hits) == ["I keep bees"]


def test_excluded_ids_do_not_come(house: House) -> None:
    house.say("I keep bees", "Bees sting")
    assert house.found("bees", exclude=frozenset({house.id_of("Bees sting")})) == ["I keep bees"]


def test_the_floor_does_not_hide_the_right_memory_in_a_small_store(tmp_path: Path) -> None:
    options = MemoryOptions(floor=0.5)
    house = House(tmp_path, CountingEmbedder(8, remote=True), options)
    question, near, far = np.eye(8, dtype=np.float32)[0], np.zeros(8, np.float32), np.eye(8)[7]
    near[:2] = 0.35, np.sqrt(1 - 0.35**2)
    query = RecallQuery("Wo wohnt sie?")
    house.memory.remember([Draft("Anna lives in Porto")], cause=USER, vectors=[near])
    assert texts(house.memory.recall(query, question).used) == ["Anna lives in Porto"]
    house.memory.remember(
        [Draft(f"The {number}th stamp is blue") for number in range(20)],
        cause=USER,
        vectors=[far.astype(np.float32)] * 20,
    )
    assert house.memory.recall(query, question).used == (), "among many the floor holds"


def test_exact_words_are_not_dropped_for_what_the_vector_says(tmp_path: Path) -> None:
    house = House(tmp_path, CountingEmbedder(8, remote=True))
    house.say("The locker key hangs behind the fridge", *(f"note {n} on rain" for n in range(30)))
    opposite = -np.ones(8, np.float32)
    for one in house.memory.pending(100):
        sign = opposite if "locker" in one.text else -opposite
        house.memory.accept_vectors("counting-1", [one.key], [one.hash], sign[np.newaxis])
    found = house.memory.recall(RecallQuery("locker key fridge"), np.ones(8, np.float32))
    assert found.by_meaning
    assert "The locker key hangs behind the fridge" in texts(found.used)


def test_every_score_is_finite_and_relevance_lies_between_0_and_1(tmp_path: Path) -> None:
    house = House(tmp_path, CountingEmbedder())
    house.say("I keep bees", "我住在上海", "x", "0")
    for question in ("bees", "上海", "x 0", "\ufffd a", "🎉 bees"):
        found = house.ask(question)
        for hit in (*found.used, *found.looked_at):
            assert np.isfinite(hit.score)
            assert 0.0 <= hit.relevance <= 1.0
            assert hit.reasons


def test_past_rounds_come_after_memories_dated_and_not_from_this_conversation(
    house: House,
) -> None:
    house.say("I keep bees")
    house.memory.load_rounds(
        [
            past_round(1, "How do I calm my bees in autumn?", "Use less smoke."),
            past_round(2, "What about honey?", "Wait until spring.", "c8"),
        ]
    )
    found = house.ask("autumn bees", exclude_conversation="c8")
    assert [hit.kind for hit in found.used] == [HitKind.MEMORY, HitKind.ROUND]
    assert found.used[1].id == "r001"
    assert found.used[1].at is not None
    assert "Use less smoke." in found.used[1].text
    assert house.ask("honey in spring").used[0].conversation == "c8"
    assert house.ask("honey in spring", exclude_conversation="c8").used == ()
    only = house.ask("autumn bees", kinds=frozenset({HitKind.ROUND}))
    assert {hit.kind for hit in only.used} == {HitKind.ROUND}


def test_a_round_that_only_repeats_a_recalled_memory_does_not_come(house: House) -> None:
    house.learn("My sister Anna lives in Porto", message="r001")
    house.memory.note_round(past_round(1, "My sister Anna lives in Porto", "Nice!"))
    house.memory.note_round(past_round(2, "Porto is where Anna eats fish", "Tasty."))
    house.memory.note_round(past_round(3, "Porto is where Anna eats fish", "Again.", "c8"))
    found = house.ask("Anna in Porto")
    assert [hit.id for hit in found.used if hit.kind is HitKind.ROUND] == ["r002"]


def test_forgetting_a_memory_hides_the_round_that_told_it_until_it_is_restored(
    house: House,
) -> None:
    told = "My sister Anna lives in Porto, and she sails"
    house.learn("My sister Anna lives in Porto", message="r001")
    house.memory.note_round(past_round(1, told, "Nice!"))
    memory_id = house.id_of("My sister Anna lives in Porto")
    house.memory.forget([memory_id])
    assert house.found("Where does Anna live?") == []
    house.memory.restore([memory_id])
    assert len(house.found("Where does Anna live? sails")) == 2


def test_what_was_forgotten_does_not_come_back_through_any_round_that_repeats_it(
    house: House,
) -> None:
    house.learn("My cat is called Miso.", message="r001")
    memory_id = house.id_of("My cat is called Miso.")
    house.memory.note_round(past_round(1, "My cat is called Miso.", "Nice!"))
    house.memory.forget([memory_id])
    house.memory.note_round(past_round(2, "Forget that my cat is called Miso.", "Done.", "c8"))
    house.memory.note_round(past_round(3, "Hey, my cat is called Miso!", "Nice!", "c7"))
    house.memory.note_round(past_round(4, "What does a cat eat?", "Fish.", "c6"))
    assert [hit.id for hit in house.ask("What is my cat called?").used] == ["r004"]
    house.memory.restore([memory_id])
    assert memory_id in [hit.id for hit in house.ask("What is my cat called?").used]


def test_a_round_with_a_value_that_has_changed_since_comes_for_the_past_only(house: House) -> None:
    house.memory.note_round(
        past_round(1, "I'm Alicia and I live in Leeds, near the park.", "Nice!")
    )
    house.memory.note_round(past_round(2, "Leeds has a lovely park to live near", "It has.", "c8"))
    assert {hit.id for hit in house.ask("Leeds park live").used} == {"r001", "r002"}
    house.learn("I live in Porto")
    ids = [hit.id for hit in house.ask("Leeds park live").used if hit.kind is HitKind.ROUND]
    assert ids == ["r002"]
    before = house.ask("Where did I live before, near which park in Leeds?").used
    assert "r001" in [hit.id for hit in before]


def test_erased_words_do_not_come_back_through_an_old_round(house: House) -> None:
    house.learn("My sister Anna lives in Porto.", message="r001")
    house.memory.erase([house.id_of("My sister Anna lives in Porto.")])
    house.reopen()
    house.memory.load_rounds([past_round(1, "Hi! My sister Anna lives in Porto.", "Nice!")])
    assert house.found("Where does Anna live?") == []


def test_forgetting_a_conversation_takes_its_rounds_out(tmp_path: Path) -> None:
    house = House(tmp_path, CountingEmbedder())
    house.memory.load_rounds([past_round(1, "bees in autumn"), past_round(2, "bees", "", "c8")])
    fill_all(house.memory)
    house.memory.forget_conversation("c9")
    assert [hit.id for hit in house.ask("bees in autumn").used] == ["r002"]


def test_secrets_in_a_round_are_not_recalled(house: House) -> None:
    house.memory.note_round(past_round(1, "my wifi password is hunter2 for the bees", ""))
    (hit,) = house.ask("wifi bees").used
    assert "hunter2" not in hit.text
    assert house.found("hunter2") == []


def test_a_long_round_is_cut(house: House) -> None:
    house.memory.note_round(past_round(1, "plum cake", "stir gently " * 400))
    (hit,) = house.ask("plum cake").used
    assert count_tokens(hit.text) <= house.options.round_tokens


def test_a_remote_model_is_never_asked_by_recall_or_remember(tmp_path: Path) -> None:
    embedder = CountingEmbedder(remote=True)
    embedder.failure = AssertionError("asked on the memory thread")
    house = House(tmp_path, embedder)
    house.say("I keep bees")
    found = house.ask("bees")
    assert not found.by_meaning
    assert texts(found.used) == ["I keep bees"]
    assert house.memory.fill_in() == 0
    assert embedder.asked == []


def test_a_model_that_fails_leaves_the_search_by_words(tmp_path: Path) -> None:
    embedder = CountingEmbedder()
    house = House(tmp_path, embedder)
    house.say("I keep bees")
    embedder.failure = UserError(ErrorCode.EMBEDDING_UNAVAILABLE)
    found = house.ask("bees")
    assert not found.by_meaning
    assert texts(found.used) == ["I keep bees"]


def test_a_huge_paste_is_searched_by_its_beginning_and_its_end(tmp_path: Path) -> None:
    embedder = CountingEmbedder()
    house = House(tmp_path, embedder)
    house.say("I keep bees", "My boat is called Grace")
    embedder.asked.clear()
    paste = "What about my bees? " + "lorem ipsum dolor " * 20_000 + " And the boat?"
    found = house.ask(paste)
    assert set(texts(found.used)) == {"I keep bees", "My boat is called Grace"}
    assert max(map(len, embedder.asked)) < 5_000
    house.memory.note_round(past_round(1, paste, paste))
    fill_all(house.memory)
    assert max(map(len, embedder.asked)) < 6_000
    assert house.ask("lorem ipsum").used[0].kind is HitKind.ROUND
