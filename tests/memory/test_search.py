"""Search as you type over a snapshot."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.embeddings.hashing import HashingEmbedder
from assistant_app.memory.search import SnapshotSearch, fold, search_snapshot
from assistant_app.memory.types import Entry, Snapshot, State
from tests.memory.builders import START, House


def snapshot(*entries: Entry) -> Snapshot:
    return Snapshot(1, tuple(entries), MappingProxyType({}), frozenset())


def entry(number: int, text: str, **fields: object) -> Entry:
    return Entry(f"id{number:04}", text, START, START, **fields)  # type: ignore[arg-type]


HOUSE = snapshot(
    entry(1, "My sister Anna lives in São Paulo", tags=("sister",), category="people"),
    entry(2, "我妹妹喜欢用老式相机", tags=("相机",)),
    entry(3, "アンナはリスボンに住んでいます"),
    entry(4, "Annabel keeps bees", category="home"),
    entry(5, "Savannah is hot", state=State.ARCHIVED),
    entry(6, "A banana a day", state=State.DELETED),
    entry(7, "ฉันชอบชาเย็น"),
)


@pytest.mark.parametrize(
    ("typed", "ids"),
    [
        ("anna", ["id0001", "id0004", "id0005"]),
        ("ANNA lives", ["id0001"]),
        ("lives anna", ["id0001"]),
        ("sao paulo", ["id0001"]),
        ("ão", ["id0001"]),
        ("老式", ["id0002"]),
        ("相机", ["id0002"]),
        ("机", ["id0002"]),
        ("妹", ["id0002"]),
        ("式相", ["id0002"]),
        ("ｱﾝﾅ", ["id0003"]),
        ("ชา", ["id0007"]),
        ("people", ["id0001"]),
        ("#sis", ["id0001"]),
        ("#anna", []),
        ("ee", ["id0004"]),
        ("nothing of that", []),
        ("\x00", []),
    ],
)
def test_what_was_typed_is_found(typed: str, ids: list[str]) -> None:
    assert list(search_snapshot(HOUSE, typed)) == ids


def test_an_empty_box_shows_everything_newest_first() -> None:
    assert search_snapshot(HOUSE, "")[:2] == ("id0007", "id0005")
    assert search_snapshot(HOUSE, "  ") == search_snapshot(HOUSE, "")


def test_hits_by_meaning_follow_hits_by_words_and_come_once() -> None:
    search = SnapshotSearch()
    near = [("id0002", 0.5), ("id0001", 0.9), ("id0006", 0.8), ("gone", 1.0)]
    found = search.search(HOUSE, "anna lives", meaning=near)
    assert found == ("id0001", "id0002")


def test_another_snapshot_is_another_answer() -> None:
    search = SnapshotSearch()
    assert search.search(HOUSE, "bees") == ("id0004",)
    assert search.search(snapshot(entry(9, "bees")), "bees") == ("id0009",)
    assert search.search(snapshot(), "bees") == ()


texts = st.lists(st.text(alphabet="ab cÁ妹机\u0301", max_size=8), max_size=8)


@given(texts, st.text(alphabet="abcá妹机", min_size=1, max_size=3))
def test_it_finds_just_what_a_plain_walk_over_all_texts_finds(said: list[str], typed: str) -> None:
    entries = [entry(number, text) for number, text in enumerate(said) if text]
    found = search_snapshot(snapshot(*entries), typed)
    assert set(found) == {one.id for one in entries if fold(typed) in fold(one.text)} | {
        one.id for one in entries if fold(one.category).startswith(fold(typed))
    }
    assert len(set(found)) == len(found)


def test_a_word_counts_most_in_the_text_then_as_a_tag_then_as_the_category() -> None:
    shelf = snapshot(
        entry(1, "a pot of honey", category="bees"),
        entry(2, "a jar of honey", tags=("bees",)),
        entry(3, "I keep bees"),
        entry(4, "a comb", tags=("bees",), category="bees"),
        entry(5, "I keep bees too", tags=("bees",), category="bees"),
    )
    assert search_snapshot(shelf, "bees") == ("id0005", "id0003", "id0004", "id0002", "id0001")


def test_words_written_without_spaces_are_cut() -> None:
    shelf = snapshot(entry(1, "我妹妹喜欢用老式相机"), entry(2, "我的相机坏了"), entry(3, "机场"))
    assert search_snapshot(shelf, "妹妹相机") == ("id0001",)
    assert search_snapshot(shelf, "妹妹 相机") == ("id0001",)
    assert search_snapshot(shelf, "老式手机相机") == ()


def test_what_is_close_in_meaning_is_found_while_the_user_pauses(tmp_path: Path) -> None:
    house = House(tmp_path, HashingEmbedder(128))
    house.say("My sister Anna lives in Porto", "I keep bees")
    near = house.memory.near("sister Anna")
    assert near[0][0] == house.id_of("My sister Anna lives in Porto")
    assert 0.0 < near[0][1] <= 1.0
    assert house.memory.near("。") == ()
    assert House(tmp_path / "words").memory.near("sister") == ()
