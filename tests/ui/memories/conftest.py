"""A real memory in a real window."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.memory.builders import House
from tests.ui.memories.house import Home


@pytest.fixture
def house(tmp_path):
    house = House(tmp_path / "data")
    yield house
    house.memory.close()


@pytest.fixture
def open_home(qtbot, look) -> Callable[..., Home]:
    """Return a function that opens the window on a page and waits until it shows the memories."""
    homes = []

    def opened(memory, clock, page="memories", *, width=1280, titles=None) -> Home:
        home = Home(look, memory, clock, titles)
        homes.append(home)
        qtbot.addWidget(home.window)
        home.window.resize(width, 800)
        home.window.show()
        home.operations.refresh()
        qtbot.waitUntil(lambda: home.operations.snapshot is not None)
        home.window.open_page(page)
        qtbot.wait(20)
        return home

    yield opened
    for home in homes:
        home.window.bar.leave()
        home.window.close()
