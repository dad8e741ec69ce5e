"""Spaces: what names them may be lost, what is in them may not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assistant_app.base.clock import IdFactory
from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.memory.spaces import Spaces
from assistant_app.memory.types import GLOBAL_SCOPE, SPACE_COLOURS, State
from tests.memory.builders import House


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


@pytest.fixture
def spaces(house: House) -> Spaces:
    return opened(house)


def opened(house: House) -> Spaces:
    spaces = Spaces(house.folder, house.memory, clock=house.clock, ids=IdFactory(house.clock))
    assert spaces.open() == ()
    return spaces


def names(spaces: Spaces) -> list[str]:
    return [space.name for space in spaces.all()]


def test_spaces_are_there_after_a_restart_with_name_and_colour(
    house: House, spaces: Spaces
) -> None:
    spaces.create("Work")
    spaces.create("我的旅行", "#AABBCC")
    spaces.rename("work", "Büro")
    spaces.recolour("Büro", "#010203")
    again = opened(house).all()
    assert [(one.name, one.colour) for one in again] == [
        ("Büro", "#010203"),
        ("我的旅行", "#aabbcc"),
    ]
    assert again == spaces.all()


def test_each_gets_a_colour_of_its_own_as_long_as_there_are_some(spaces: Spaces) -> None:
    colours = [spaces.create(f"space {number}").colour for number in range(len(SPACE_COLOURS))]
    assert sorted(colours) == sorted(SPACE_COLOURS)


def test_names_are_unique_whatever_their_case_and_width(spaces: Spaces) -> None:
    spaces.create("Work")
    spaces.create("Trip")
    for act in (
        lambda: spaces.create("ＷＯＲＫ"),
        lambda: spaces.create(" work "),
        lambda: spaces.rename("trip", "WORK"),
    ):
        with pytest.raises(UserError) as raised:
            act()
        assert raised.value.code is ErrorCode.SPACE_EXISTS
    assert spaces.rename("trip", "TRIP").name == "TRIP"


@pytest.mark.parametrize("colour", ["red", "#12345", "#gggggg", "", "#1234567"])
def test_a_colour_that_is_none_is_refused(spaces: Spaces, colour: str) -> None:
    spaces.create("work")
    with pytest.raises(UserError) as raised:
        spaces.recolour("work", colour)
    assert raised.value.code is ErrorCode.SETTING_INVALID


def test_deleting_sends_memories_to_the_trash_and_undo_brings_the_space_back(
    house: House, spaces: Spaces
) -> None:
    work = spaces.create("Work").id
    house.say("The report is due", "The office has a lift", scope=work)
    house.memory.archive([house.id_of("The office has a lift")])
    house.say("I keep bees")
    changes = spaces.delete("Work")
    assert names(spaces) == []
    assert {entry.text for entry in house.memory.list(state=State.DELETED)} == {
        "The report is due",
        "The office has a lift",
    }
    house.memory.undo(changes.seq)
    assert names(spaces) == ["Work"]
    assert [entry.text for entry in house.memory.list(scope=work)] == ["The report is due"]
    assert [entry.text for entry in house.memory.list(state=State.ARCHIVED)] == [
        "The office has a lift"
    ]
    assert names(opened(house)) == ["Work"]


def test_deleting_can_move_everything_also_what_lies_in_the_trash(
    house: House, spaces: Spaces
) -> None:
    work = spaces.create("Work").id
    house.say("The report is due", "The old report", scope=work)
    house.memory.forget([house.id_of("The old report")])
    spaces.delete("Work", move_to=GLOBAL_SCOPE)
    house.memory.restore([house.id_of("The old report")])
    assert {entry.scope for entry in house.memory.list()} == {GLOBAL_SCOPE}
    assert len(house.memory.list()) == 2


def test_a_new_space_of_a_deleted_name_is_the_same_one(house: House, spaces: Spaces) -> None:
    first = spaces.create("Work", "#010203")
    spaces.delete("Work")
    assert spaces.create("work") == first.__class__(first.id, "work", "#010203")


def test_a_space_cannot_move_into_itself(house: House, spaces: Spaces) -> None:
    spaces.create("Work")
    with pytest.raises(UserError):
        spaces.delete("Work", move_to="work")
    assert names(spaces) == ["Work"]


def test_a_lost_file_hides_no_memory(house: House, spaces: Spaces) -> None:
    work = spaces.create("Work").id
    house.say("The report is due", scope=work)
    house.folder.spaces.unlink()
    again = opened(house)
    assert [(one.id, one.name) for one in again.all()] == [(work, work)]
    assert again.rename(work, "Office").id == work
    assert names(opened(house)) == ["Office"]


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"spaces": 3}', b"\xff\xfe"])
def test_a_damaged_file_is_set_aside(house: House, damage: bytes) -> None:
    house.folder.spaces.write_bytes(damage)
    spaces = Spaces(house.folder, house.memory, clock=house.clock, ids=IdFactory(house.clock))
    assert [notice.code for notice in spaces.open()] == ["spaces_quarantined"]
    assert [path.read_bytes() for path in house.folder.quarantine.iterdir()] == [damage]
    assert spaces.all() == ()


def test_a_newer_file_is_left_alone(house: House) -> None:
    house.folder.spaces.write_text('{"schema": 2, "spaces": []}')
    spaces = Spaces(house.folder, house.memory, clock=house.clock, ids=IdFactory(house.clock))
    with pytest.raises(UserError) as raised:
        spaces.open()
    assert raised.value.code is ErrorCode.STORE_NEWER


def test_what_a_newer_program_wrote_is_kept(house: House) -> None:
    odd = {"id": "x"}
    line = {"id": "work", "name": "Work", "colour": "#010203", "icon": "bag"}
    document = {"schema": 1, "spaces": [line, odd, 7], "order": ["work"]}
    house.folder.spaces.write_text(json.dumps(document))
    opened(house).rename("work", "Office")
    written = json.loads(house.folder.spaces.read_text("utf-8"))
    assert written == document | {"spaces": [line | {"name": "Office"}, odd, 7]}


def test_a_failed_write_changes_nothing(house: House, spaces: Spaces) -> None:
    spaces.create("Work")
    house.folder.spaces.unlink()
    house.folder.spaces.mkdir()
    (house.folder.spaces / "in the way").touch()
    with pytest.raises(UserError):
        spaces.create("Trip")
    with pytest.raises(UserError):
        spaces.rename("Work", "Office")
    assert names(spaces) == ["Work"]


def test_nothing_is_known_twice_inside_a_space_only(house: House, spaces: Spaces) -> None:
    work = spaces.create("Work").id
    house.say("I keep bees")
    assert house.say("I keep bees", scope=work)[0].reason == "new"
    assert house.say("i keep bees", scope=work)[0].reason == "same_text"
    assert spaces.counts() == {GLOBAL_SCOPE: 1, work: 1}
