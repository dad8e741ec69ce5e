"""What every long-term memory must do; each implementation and fake subclasses this."""

from __future__ import annotations

import pytest

from assistant_app.memory.contract import LongTermMemory


class LongTermMemoryContract:
    """Subclasses provide the fixture `memory`: an empty one."""

    @pytest.fixture
    def memory(self) -> LongTermMemory:
        raise NotImplementedError

    def test_it_is_a_long_term_memory(self, memory: LongTermMemory) -> None:
        assert isinstance(memory, LongTermMemory)

    def test_an_empty_memory_finds_nothing(self, memory: LongTermMemory) -> None:
        assert memory.search("Where does my sister live?") == []

    def test_what_was_told_is_found_by_its_words(self, memory: LongTermMemory) -> None:
        memory.update("My sister Anna lives in Porto.")
        memory.update("I keep bees in the garden.")
        assert memory.search("Where does my sister Anna live?")[0].startswith("My sister Anna")

    def test_what_was_told_twice_is_known_once(self, memory: LongTermMemory) -> None:
        memory.update("I keep bees in the garden.")
        memory.update("I keep bees in the garden")
        assert len(memory.search("bees garden")) == 1

    @pytest.mark.parametrize("blank", ["", "   ", "。", "\u200b", "🎉", "?!"])
    def test_blank_text_is_neither_learned_nor_answered(
        self, memory: LongTermMemory, blank: str
    ) -> None:
        memory.update(blank)
        memory.update("I keep bees in the garden.")
        assert memory.search(blank) == []

    def test_secrets_are_not_kept(self, memory: LongTermMemory) -> None:
        memory.update("my wifi password is hunter2")
        assert memory.search("wifi password") == []

    def test_chinese_is_found_by_a_single_character(self, memory: LongTermMemory) -> None:
        memory.update("我妹妹喜欢用老式相机")
        for part in ("老式", "相机", "妹", "式相"):
            assert memory.search(part) == ["我妹妹喜欢用老式相机"]
