"""The real small model, where it can be had."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import real_model


@pytest.fixture(scope="session")
def real_model_file() -> Path:
    """The weights; skips with the reason where they cannot be had."""
    try:
        return real_model.find_or_prepare().weights
    except real_model.Unavailable as reason:
        pytest.skip(str(reason))


@pytest.fixture(scope="session")
def real_model_url() -> Iterator[str]:
    """Base URL of a server with the real model; skips with the reason where it cannot be had."""
    try:
        with real_model.running(real_model.find_or_prepare()) as url:
            yield url
    except real_model.Unavailable as reason:
        pytest.skip(str(reason))
