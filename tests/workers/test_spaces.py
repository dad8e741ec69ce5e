"""Spaces as the window uses them: every change reaches it, also one that an undo makes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from assistant_app.base.errors import UserError
from assistant_app.memory.types import Draft, Space
from tests.workers.test_runtime import Program


@pytest.fixture
def house(qtbot: QtBot, tmp_path: Path) -> Iterator[Program]:
    house = Program(qtbot, tmp_path)
    house.start()
    yield house
    house.runtime.shut_down()


def names(house: Program) -> list[str]:
    return [space.name for space in house.runtime.spaces.spaces]


def test_spaces_are_made_renamed_recoloured_and_deleted(qtbot: QtBot, house: Program) -> None:
    spaces = house.runtime.spaces
    owner = QObject()
    work = house.result(lambda done: spaces.create("Work", owner, done))
    assert isinstance(work, Space)
    qtbot.waitUntil(lambda: names(house) == ["Work"])
    house.result(lambda done: spaces.rename(work.id, "Office", owner, done))
    house.result(lambda done: spaces.recolour(work.id, "#010203", owner, done))
    qtbot.waitUntil(lambda: [one.colour for one in spaces.spaces] == ["#010203"])
    gone: list[str] = []
    spaces.deleted.connect(gone.append)
    house.result(lambda done: spaces.delete(work.id, owner, done))
    qtbot.waitUntil(lambda: names(house) == [])
    assert gone == [work.id]


def test_an_undo_brings_a_deleted_space_back(qtbot: QtBot, house: Program) -> None:
    spaces, memories = house.runtime.spaces, house.runtime.memories
    owner = QObject()
    work = house.result(lambda done: spaces.create("Work", owner, done))
    house.result(lambda done: memories.add(Draft("The report is due", scope=work.id), owner, done))
    changes = house.result(lambda done: spaces.delete(work.id, owner, done))
    qtbot.waitUntil(lambda: names(house) == [])
    house.result(lambda done: memories.undo(owner, done, seq=changes.seq))
    qtbot.waitUntil(lambda: names(house) == ["Work"])


def test_a_name_that_is_taken_is_told(house: Program) -> None:
    spaces = house.runtime.spaces
    owner = QObject()
    house.result(lambda done: spaces.create("Work", owner, done))
    error = house.result(lambda done: spaces.create("work", owner, None, done))
    assert isinstance(error, UserError)
    assert error.code.value == "space_exists"
