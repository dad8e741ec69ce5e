"""Spaces, the inbox and rules on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.test_commands import Keepsake
from tests.servers.model_server import ModelServer


@pytest.fixture
def keepsake(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Keepsake:
    return Keepsake(tmp_path / "data", capsys)


def texts(result: dict[str, object]) -> set[str]:
    found = result.get("memories") or result.get("results") or []
    assert isinstance(found, list)
    return {one["text"] for one in found}


def test_a_space_is_made_filled_renamed_and_deleted(keepsake: Keepsake) -> None:
    made = keepsake("space", "add", "Work", "--colour", "#336699")["space"]
    assert (made["id"], made["name"], made["colour"]) == ("work", "Work", "#336699")
    keepsake("memory", "add", "I keep bees")
    added = keepsake("memory", "add", "The bees report is due on Friday", "--space", "work")
    assert texts(keepsake("memory", "search", "bees")) == {"I keep bees"}
    assert len(texts(keepsake("memory", "search", "bees", "--space", "WORK"))) == 2
    assert texts(keepsake("memory", "search", "bees", "--only-space", "Work")) == {
        "The bees report is due on Friday"
    }
    keepsake("space", "rename", "work", "Büro")
    assert [one["name"] for one in keepsake("space", "list")["spaces"]] == ["Büro"]
    assert keepsake("memory", "show", added["id"])["memory"]["scope"] == made["id"]
    deleted = keepsake("space", "delete", "Büro")
    assert (deleted["memories"], deleted["moved_to"]) == (1, None)
    assert keepsake("space", "list")["spaces"] == []
    assert texts(keepsake("memory", "list", "--state", "deleted")) == {
        "The bees report is due on Friday"
    }
    keepsake("memory", "undo")
    assert [one["name"] for one in keepsake("space", "list")["spaces"]] == ["Büro"]


def test_memories_and_conversations_of_a_deleted_space_can_move(keepsake: Keepsake) -> None:
    for name in ("work", "trip"):
        keepsake("space", "add", name)
    keepsake("memory", "add", "The hotel is called Aurora", "--space", "trip")
    keepsake("ask", "Where do we sleep?", "--space", "trip")
    keepsake("space", "delete", "trip", "--move-to", "work")
    assert texts(keepsake("memory", "list", "--space", "work")) == {"The hotel is called Aurora"}
    used = keepsake("ask", "What is the hotel called?", "--space", "work")["used"]
    assert any("Aurora" in one["text"] for one in used)


@pytest.mark.parametrize(
    "words",
    [
        ("memory", "add", "I keep bees", "--space", "nowhere"),
        ("memory", "search", "bees", "--space", "nowhere"),
        ("memory", "list", "--space", "nowhere"),
        ("ask", "bees", "--space", "nowhere"),
        ("space", "delete", "nowhere"),
        ("space", "rename", "nowhere", "somewhere"),
        ("space", "delete", "work", "--move-to", "nowhere"),
    ],
)
def test_an_unknown_space_is_told_as_such(keepsake: Keepsake, words: tuple[str, ...]) -> None:
    keepsake("space", "add", "work")
    assert keepsake(*words)["error"]["code"] == "space_unknown"
    assert keepsake.code == 1
    assert keepsake("memory", "list", "--state", "all")["memories"] == []


@pytest.mark.parametrize("name", ["", "  ", "global", "GLOBAL", "a" * 61, "。"])
def test_a_name_that_is_none_is_refused(keepsake: Keepsake, name: str) -> None:
    assert keepsake("space", "add", name)["error"]["code"] == "space_name_invalid"


def test_the_inbox_is_decided_at_once(keepsake: Keepsake) -> None:
    keepsake("config", "set", "memory.mode", "ask")
    keepsake("memory", "add", "My sister Anna lives in Porto.")
    added = keepsake("memory", "add", "My sister Anna lives in Lyon.")
    assert added["status"] == "proposed"
    (one,) = keepsake("memory", "inbox")["memories"]
    assert one["kind"] == "conflict"
    assert one["would_replace"]["text"] == "My sister Anna lives in Porto."
    shown = keepsake.text("memory", "inbox")
    assert "instead of: My sister Anna lives in Porto." in shown
    edited = keepsake("memory", "inbox", "accept", one["id"], "--text", "Anna lives in Lyon now.")
    assert edited["memory"]["text"] == "Anna lives in Lyon now."
    keepsake("memory", "add", "Anna lives in Graz.")
    assert keepsake("memory", "inbox", "accept", "all")["memories"] != []
    assert keepsake("memory", "inbox")["memories"] == []


def test_a_rule_of_the_user_holds_at_once_and_bad_ones_are_refused(keepsake: Keepsake) -> None:
    keepsake("config", "set", "memory.never.words", "Melissa, Acme")
    refused = keepsake("memory", "add", "I met Melissa today")
    assert (keepsake.code, refused["status"], refused["reason"]) == (0, "refused", "never_word")
    assert "you do not want remembered" in keepsake.text("memory", "add", "I met Melissa today")
    bad = keepsake("config", "set", "memory.never.patterns", "(a)\\1")
    assert bad["error"]["code"] == "setting_invalid"
    assert keepsake("config", "get", "memory.never.words")["value"] == ["Melissa", "Acme"]


def test_erasing_says_where_it_may_still_stand(keepsake: Keepsake) -> None:
    added = keepsake("memory", "add", "I keep bees")
    told = keepsake.text("memory", "erase", added["id"])
    assert told.startswith("Erased.")
    assert "backup" not in told
    assert "Chats" in told


def test_search_can_be_narrowed(keepsake: Keepsake) -> None:
    keepsake("memory", "add", "My bees like clover", "--category", "home", "--tag", "garden")
    keepsake("memory", "add", "The bees book is overdue", "--category", "learning")
    assert texts(keepsake("memory", "search", "bees", "--category", "Home")) == {
        "My bees like clover"
    }
    assert texts(keepsake("memory", "search", "bees", "--tag", "#garden")) == {
        "My bees like clover"
    }
    assert texts(keepsake("memory", "search", "bees", "--until", "2001-01-01")) == set()
    assert len(texts(keepsake("memory", "search", "bees", "--since", "2001-01-01"))) == 2
    assert texts(keepsake("memory", "search", "bees", "--origin", "import")) == set()


@pytest.fixture
def faded(keepsake: Keepsake, monkeypatch: pytest.MonkeyPatch) -> Keepsake:
    monkeypatch.setenv("KEEPSAKE_NOW", "2026-01-01T00:00:00Z")
    keepsake("memory", "add", "Anna (sister) likes green tea")
    keepsake("memory", "add", "Anna (sister) likes black tea")
    monkeypatch.setenv("KEEPSAKE_NOW", "2026-09-01T00:00:00Z")
    return keepsake


def test_tidying_up_shows_a_preview_and_does_it_only_when_told(faded: Keepsake) -> None:
    without = faded("memory", "tidy")
    assert (without["reason"], without["applied"]) == ("no_model", False)
    statement = "Anna (sister) likes green and black tea"
    with ModelServer(text=json.dumps({"statement": statement})) as server:
        faded("config", "set", "providers.compatible.base_url", server.url)
        faded("config", "set", "chat.model", "compatible:test")
        preview = faded("memory", "tidy")
        assert [one["statement"] for one in preview["clusters"]] == [statement]
        assert len(faded("memory", "list")["memories"]) == 2
        done = faded("memory", "tidy", "--yes")
    assert (done["applied"], done["archived"]) == (True, 2)
    assert texts(faded("memory", "list")) == {statement}
    assert texts(faded("memory", "list", "--state", "archived")) == {
        "Anna (sister) likes green tea",
        "Anna (sister) likes black tea",
    }
    faded("memory", "undo")
    assert len(faded("memory", "list")["memories"]) == 2


def test_a_model_that_wants_to_merge_everything_changes_nothing(faded: Keepsake) -> None:
    with ModelServer(text='{"merge": "everything"}') as server:
        faded("config", "set", "providers.compatible.base_url", server.url)
        faded("config", "set", "chat.model", "compatible:test")
        told = faded("memory", "tidy", "--yes")
    assert (told["applied"], told["archived"]) == (False, 0)
    assert len(faded("memory", "list")["memories"]) == 2
