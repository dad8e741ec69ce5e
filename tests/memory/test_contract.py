"""Keepsake's memory stands behind the contract of two methods."""

from __future__ import annotations

from pathlib import Path

import pytest

from assistant_app.embeddings.hashing import HashingEmbedder
from assistant_app.memory.contract import LongTermMemory
from tests.memory.builders import House
from tests.memory.contract import LongTermMemoryContract


class TestByWords(LongTermMemoryContract):
    @pytest.fixture
    def memory(self, tmp_path: Path) -> LongTermMemory:
        return House(tmp_path).memory.as_simple()


class TestByWordsAndMeaning(LongTermMemoryContract):
    @pytest.fixture
    def memory(self, tmp_path: Path) -> LongTermMemory:
        return House(tmp_path, HashingEmbedder(128)).memory.as_simple()
