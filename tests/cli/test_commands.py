"""The command line as a script uses it: words in, one object and an exit code out."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from assistant_app.base.errors import ErrorCode
from assistant_app.base.notices import NOTICE_CODES
from assistant_app.base.paths import DataFolder, resource
from assistant_app.cli.main import main
from assistant_app.cli.texts import hint_for, known_codes, sentence_for
from assistant_app.memory.store.lock import StoreLock
from tests.servers.model_server import ModelServer

weights = pytest.mark.skipif(
    not resource("models", "e5-small-q4.bin").is_file(),
    reason="the weights of the built-in model are not here (make setup fetches them)",
)


class Keepsake:
    """Runs commands on one data folder."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._folder = folder
        self._capsys = capsys
        self.code = 0
        self.errors = ""

    def __call__(self, *words: str) -> dict[str, Any]:
        out = self.text(*words, "--json")
        return json.loads(out)  # type: ignore[no-any-return]

    def text(self, *words: str) -> str:
        self._capsys.readouterr()
        self.code = main([*words, "--data-dir", str(self._folder)])
        out, self.errors = self._capsys.readouterr()
        return out


@pytest.fixture
def keepsake(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Keepsake:
    return Keepsake(tmp_path / "Zoë 测试 !", capsys)


def test_a_memory_is_added_listed_shown_edited_forgotten_and_restored(keepsake: Keepsake) -> None:
    added = keepsake("memory", "add", "My sister Anna lives in Porto.", "--tag", "family")
    assert (keepsake.code, added["status"]) == (0, "saved")
    memory = added["id"]
    assert [one["id"] for one in keepsake("memory", "list")["memories"]] == [memory]
    shown = keepsake("memory", "show", memory)["memory"]
    assert (shown["text"], shown["tags"]) == ("My sister Anna lives in Porto.", ["family"])
    edited = keepsake("memory", "edit", memory, "--text", "My sister Anna lives in Braga.")
    assert (edited["memory"]["id"], edited["memory"]["revision"]) == (memory, 2)
    assert keepsake("memory", "forget", memory)["memory"]["state"] == "deleted"
    assert keepsake("memory", "search", "Where does Anna live?")["results"] == []
    assert keepsake("memory", "restore", memory)["memory"]["state"] == "active"
    history = keepsake("memory", "history", memory)["history"]
    assert [event["what"] for event in history] == ["created", "edited", "deleted", "restored"]


def test_the_same_again_is_a_duplicate_with_the_existing_id(keepsake: Keepsake) -> None:
    first = keepsake("memory", "add", "I am allergic to shellfish.")
    second = keepsake("memory", "add", "i am allergic to shellfish")
    assert (second["status"], second["id"]) == ("duplicate", first["id"])


def test_a_secret_is_refused_with_exit_code_zero(keepsake: Keepsake) -> None:
    refused = keepsake("memory", "add", "My card is 4111 1111 1111 1111")
    assert (keepsake.code, refused["status"], refused["id"]) == (0, "refused", None)
    assert keepsake("memory", "list")["memories"] == []


def test_undo_takes_back_the_newest_change_also_in_another_process(keepsake: Keepsake) -> None:
    keepsake("memory", "add", "The bins go out on Monday.")
    keepsake("memory", "undo")
    assert keepsake("memory", "list")["memories"] == []
    keepsake("memory", "undo", "--seq", "999")
    assert keepsake.code == 1


def test_the_history_of_a_changed_value_tells_what_it_was(keepsake: Keepsake) -> None:
    keepsake("ask", "My name is Alicia.")
    keepsake("ask", "Please call me Robin from now on.")
    (now,) = keepsake("memory", "list")["memories"]
    life = keepsake("memory", "history", now["id"])["history"]
    assert [(one["what"], one["text"]) for one in life] == [
        ("created", "My name is Alicia."),
        ("superseded", "My name is Alicia."),
        ("created", "Please call me Robin from now on."),
    ]


def test_undo_takes_back_all_that_one_message_brought(keepsake: Keepsake) -> None:
    keepsake("memory", "add", "The bins go out on Monday.")
    keepsake("ask", "I live in Rome. Remember that my bike is red.")
    assert len(keepsake("memory", "list")["memories"]) == 3
    keepsake("memory", "undo")
    assert [one["text"] for one in keepsake("memory", "list")["memories"]] == [
        "The bins go out on Monday."
    ]
    keepsake("memory", "undo")
    assert keepsake("memory", "list")["memories"] == []


@weights
def test_a_question_in_another_language_finds_the_fact(keepsake: Keepsake) -> None:
    keepsake("memory", "add", "My sister Anna lives in Porto. She can't eat nuts.")
    keepsake("memory", "add", "The car is due for its inspection in May.")
    found = keepsake("memory", "search", "我要去看望妹妹，她住在哪里？")["results"]
    assert found[0]["text"].startswith("My sister Anna")
    assert found[0]["reasons"]["meaning"] > 0
    counts = [one["access_count"] for one in keepsake("memory", "list")["memories"]]
    assert counts == [0, 0]


@pytest.mark.parametrize("text", ["", "   ", "。", "\u200b", "🎉"])
def test_an_empty_question_finds_nothing(keepsake: Keepsake, text: str) -> None:
    keepsake("memory", "add", "I like tea.")
    assert keepsake("memory", "search", text)["results"] == []
    assert keepsake.code == 0


def test_told_once_known_next_week_without_any_model(keepsake: Keepsake) -> None:
    told = keepsake("ask", "My sister Anna lives in Porto. She can't eat nuts.")
    assert [item["status"] for item in told["remembered"]] == ["saved"]
    asked = keepsake("ask", "What can't my sister Anna eat?")
    assert "nuts" in asked["answer"]
    assert [used["text"] for used in asked["used"] if used["kind"] == "memory"] == [
        "My sister Anna lives in Porto. She can't eat nuts."
    ]
    assert asked["remembered"] == []
    assert asked["model"] == "builtin:memory"


def test_a_temporary_turn_neither_learns_nor_reads(keepsake: Keepsake) -> None:
    keepsake("ask", "My name is Wei.", "--temporary")
    assert keepsake("memory", "list")["memories"] == []
    keepsake("memory", "add", "My sister Anna lives in Porto.")
    asked = keepsake("ask", "Where does Anna live?", "--temporary")
    assert asked["used"] == []


def test_no_learn_and_the_mode_off_learn_nothing_of_themselves(keepsake: Keepsake) -> None:
    keepsake("ask", "My name is Wei.", "--no-learn")
    keepsake("config", "set", "memory.mode", "off")
    keepsake("ask", "I live in Ghent.")
    assert keepsake("memory", "list")["memories"] == []
    keepsake("ask", "Remember that the spare key is with Tom.")
    assert len(keepsake("memory", "list")["memories"]) == 1


def test_ask_first_puts_what_was_learned_into_the_inbox(keepsake: Keepsake) -> None:
    keepsake("config", "set", "memory.mode", "ask")
    told = keepsake("ask", "My sister Anna lives in Porto.")
    assert [item["status"] for item in told["remembered"]] == ["proposed"]
    assert keepsake("memory", "list")["memories"] == []
    waiting = keepsake("memory", "inbox")["memories"]
    assert waiting[0]["quote"]
    keepsake("memory", "inbox", "accept", waiting[0]["id"])
    assert len(keepsake("memory", "list")["memories"]) == 1


def test_a_model_gets_the_memory_and_the_use_is_counted(keepsake: Keepsake) -> None:
    with ModelServer(mode="memory-echo") as server:
        keepsake("config", "set", "providers.compatible.base_url", server.url)
        keepsake("config", "set", "chat.model", "compatible:test")
        added = keepsake("memory", "add", "My sister Anna lives in Porto.")
        asked = keepsake("ask", "Where does my sister Anna live?", "--no-learn")
    assert "My sister Anna lives in Porto." in asked["answer"]
    assert [used["id"] for used in asked["used"]] == [added["id"]]
    assert keepsake("memory", "show", added["id"])["memory"]["access_count"] == 1
    conversation = asked["conversation"]
    kept = (Path(keepsake._folder) / "conversations" / f"{conversation}.jsonl").read_text("utf-8")
    assert "<recalled_memories>" not in kept.split('"role":"assistant"')[0]


@pytest.mark.parametrize(
    ("mode", "code"),
    [
        ("cut-mid-event", "stream_broken"),
        ("cut-clean", "stream_broken"),
        ("401-echo-key", "provider_auth"),
    ],
)
def test_an_error_never_passes_for_an_answer(keepsake: Keepsake, mode: str, code: str) -> None:
    with ModelServer(mode=mode) as server:
        keepsake("config", "set", "providers.compatible.base_url", server.url)
        result = keepsake("ask", "Hello there, how are you?", "--model", "compatible:test")
    assert keepsake.code == 1
    assert result["error"]["code"] == code
    assert keepsake("memory", "list")["memories"] == []


def test_a_planted_key_appears_nowhere(keepsake: Keepsake, monkeypatch: pytest.MonkeyPatch) -> None:
    key = "sk-planted-5521-abcdef"
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with ModelServer(mode="401-echo-key") as server:
        keepsake("config", "set", "providers.openai.base_url", server.url)
        told = json.dumps(keepsake("ask", "Hello there", "--model", "openai:x")) + keepsake.errors
        told += json.dumps(keepsake("doctor")) + json.dumps(keepsake("models"))
    for path in Path(keepsake._folder).rglob("*"):
        if path.is_file():
            told += path.read_bytes().decode("utf-8", "replace")
    assert key not in told


def test_user_errors_have_a_code_a_sentence_and_exit_code_one(keepsake: Keepsake) -> None:
    assert keepsake("memory", "show", "nothing")["error"]["code"] == "not_found"
    assert keepsake.code == 1
    assert "nothing" in keepsake.errors
    assert keepsake("config", "get", "chat.modell")["error"]["hint"] == "Did you mean chat.model?"
    assert keepsake("memory", "add", "x", "--space", "work")["error"]["code"] == "space_unknown"
    for ends in ("soon", "2020-01-01"):
        refused = keepsake("memory", "add", "x y", "--expires", ends)
        assert refused["error"]["code"] == "date_invalid"


@pytest.mark.parametrize("date", ["9999-12-31T23:59:59-10:00", "0001-01-01", "0001-01-01T00:00+09"])
def test_a_date_beyond_the_calendar_is_no_date(keepsake: Keepsake, date: str) -> None:
    assert keepsake("memory", "add", "x y", "--expires", date)["error"]["code"] == "date_invalid"


def test_an_instant_without_offset_is_meant_in_local_time(
    keepsake: Keepsake, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "Asia/Shanghai")
    time.tzset()
    try:
        added = keepsake("memory", "add", "x y", "--expires", "2127-02-03T10:00")["id"]
        shown = keepsake("memory", "show", added)["memory"]
    finally:
        monkeypatch.undo()
        time.tzset()
    assert shown["expires_at"].startswith("2127-02-03T02:00")


@pytest.mark.parametrize("model", ["nocolon", ":", "openai:", "foo:bar", "builtin:other"])
def test_a_model_that_is_none_begins_no_conversation(keepsake: Keepsake, model: str) -> None:
    error = keepsake("ask", "Hello there", "--model", model)["error"]
    assert (error["code"], keepsake.code) == ("setting_invalid", 1)
    assert "provider:model" in error["hint"]
    assert not list(Path(keepsake._folder).glob("conversations/*.jsonl"))


def test_damage_is_told_also_when_the_command_fails(keepsake: Keepsake) -> None:
    told = keepsake("ask", "My sister Anna lives in Porto.")["conversation"]
    folder = Path(keepsake._folder)
    (folder / "memories.json").write_bytes(b"\0" * 100)
    (folder / "conversations" / f"{told}.jsonl").write_bytes(b"\0" * 100)
    shown = keepsake("memory", "show", "nothing")
    assert shown["error"]["code"] == "not_found"
    assert [one["code"] for one in shown["notices"]] == ["snapshot_quarantined"]
    again = keepsake("ask", "And where?", "--conversation", told)
    assert again["error"]["code"] == "not_found"
    assert "conversation_quarantined" in [one["code"] for one in again["notices"]]


def test_doctor_ends_alike_with_and_without_json(keepsake: Keepsake) -> None:
    keepsake("config", "set", "chat.model", "compatible:none")
    assert keepsake("doctor")["ok"] is False
    assert keepsake.code == 1
    keepsake.text("doctor")
    assert keepsake.code == 1


def test_wrong_usage_is_exit_code_two(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["memory", "dance"]) == 2
    assert main(["memory", "search", "x", "--limit", "0"]) == 2
    for nothing in ("", "  \n", "\u200b"):
        assert main(["ask", nothing]) == 2
    for seconds in ("nan", "inf", "0", "-5", "soon"):
        assert main(["ask", "x", "--timeout", seconds]) == 2
    capsys.readouterr()


def test_a_key_is_read_from_standard_input_and_never_shown(
    keepsake: Keepsake, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(" sk-planted-5521-xyz \r\n"))
    shown = keepsake.text("key", "set", "openai")
    assert keepsake.code == 0
    assert "planted" not in shown + keepsake.errors


def test_every_error_code_has_a_sentence_and_fills_it() -> None:
    assert {code.value for code in ErrorCode} | NOTICE_CODES <= known_codes()
    for code in known_codes():
        assert "{" not in sentence_for(code, {}) + hint_for(code, {})


def test_the_command_line_loads_no_qt(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from assistant_app.cli.main import main\n"
        f"main(['memory', 'add', 'I like tea.', '--data-dir', {str(tmp_path)!r}])\n"
        "print([name for name in sys.modules if name.startswith('PySide6')])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert done.stdout.strip().endswith("[]")


@weights
def test_what_was_talked_about_is_found_by_the_next_command(keepsake: Keepsake) -> None:
    told = keepsake("ask", "Last Sunday we went to the beach in Cascais and it rained.")
    found = keepsake("memory", "search", "the beach in Cascais", "--kind", "round")["results"]
    assert [one["conversation"] for one in found] == [told["conversation"]]
    asked = keepsake("ask", "What was the weather like at the beach in Cascais?")
    assert [used["kind"] for used in asked["used"]] == ["round"]


def test_vectors_of_a_server_are_made_by_the_command_line_too(keepsake: Keepsake) -> None:
    with ModelServer("reply") as server:
        keepsake("config", "set", "providers.ollama.base_url", server.url)
        keepsake("config", "set", "embedding.model", "ollama:test-model")
        keepsake("memory", "add", "My sister Anna lives in Porto.")
        assert keepsake("memory", "stats")["vectors"]["pending"] == 0
        found = keepsake("memory", "search", "My sister Anna lives in Porto.")["results"]
        assert "meaning" in found[0]["reasons"]
    assert keepsake("memory", "search", "Where does Anna live?")["results"]
    assert "by words only" in keepsake.errors


def test_commands_at_the_same_time_wait_for_each_other(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "assistant_app", "--data-dir", str(tmp_path), "memory", "add"]
    environ = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    lock = StoreLock(DataFolder(tmp_path))
    lock.acquire()
    with subprocess.Popen([*command, "I like tea."], env=environ) as waiting:
        time.sleep(1)
        lock.release()
        assert waiting.wait(60) == 0


def test_what_has_ended_is_no_longer_listed(
    keepsake: Keepsake, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEEPSAKE_NOW", "2026-12-01T10:00:00Z")
    keepsake("memory", "add", "The sale ends soon.", "--expires", "2026-12-02")
    assert len(keepsake("memory", "list")["memories"]) == 1
    monkeypatch.setenv("KEEPSAKE_NOW", "2026-12-04T10:00:00Z")
    assert keepsake("memory", "list")["memories"] == []
    assert keepsake("memory", "stats")["total"] == 0
