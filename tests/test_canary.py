"""PySide6 6.12.0 on Python 3.11 loses a reference to None at each call that returns nothing.

The interpreter aborts after some thousands of them, within seconds of use. The project excludes
that version; this test tells when an installed one has the fault, whatever its number.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

_CALLS = 200
_NOISE = 20


@pytest.mark.skipif(
    sys.version_info >= (3, 12), reason="None is immortal from Python 3.12: it cannot be lost"
)
def test_calls_that_return_nothing_lose_no_reference(qapp: object) -> None:
    from PySide6.QtCore import QObject
    from PySide6.QtGui import QTextDocument
    from PySide6.QtWidgets import QLabel

    document, label, thing = QTextDocument(), QLabel(), QObject()

    def calls() -> None:
        document.setPlainText("a")
        label.setText("a")
        thing.setObjectName("a")
        thing.parent()

    calls()
    before = sys.getrefcount(None)
    for _ in range(_CALLS):
        calls()
    assert abs(sys.getrefcount(None) - before) < _NOISE


def test_the_broken_version_is_excluded() -> None:
    from packaging.requirements import Requirement

    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text("utf-8"))
    requirements = [Requirement(text) for text in project["project"]["dependencies"]]
    (qt,) = (one for one in requirements if one.name == "PySide6-Essentials")
    assert not qt.specifier.contains("6.12.0")
    assert qt.specifier.contains("6.11.3")
