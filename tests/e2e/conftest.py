"""End-to-end tests need a private screen; without its tools they say what is missing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.screen import Screen, missing_tools, screen


@pytest.fixture
def display(tmp_path: Path) -> Iterator[Screen]:
    if not sys.platform.startswith("linux"):
        pytest.skip("Xvfb is for Linux")
    missing = missing_tools()
    if missing:
        pytest.skip(f"a private screen needs {', '.join(missing)} (make setup-tests)")
    with screen(tmp_path) as opened:
        yield opened
