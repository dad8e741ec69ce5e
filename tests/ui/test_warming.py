from __future__ import annotations

import sys

from assistant_app.ui.warming import MODULES, WarmUp


def test_all_that_pages_need_is_read_one_after_the_other(qtbot) -> None:
    warm = WarmUp(MODULES)
    warm.start()
    qtbot.waitUntil(lambda: 0 < len(warm.left) < len(MODULES))
    qtbot.waitUntil(lambda: not warm.left)
    assert set(MODULES) <= sys.modules.keys()


def test_nothing_is_read_before_the_store_is_open(window) -> None:
    assert window._warm_up.left == MODULES
