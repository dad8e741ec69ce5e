"""The story of the program, in the real window: tell it once, and it knows next week."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.screen import Screen, kill, wait_for
from tests.servers.model_server import ModelServer

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(400)]

TOLD = "My sister Anna lives in Porto. She can't eat nuts."
ASKED = "Which city should I fly to when I visit my sister?"


class Data:
    """A data folder, seen through the command line (also while the window has it)."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder = folder
        self._environment = environment

    def run(self, *words: str) -> dict[str, Any]:
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "assistant_app",
                *words,
                "--data-dir",
                str(self.folder),
                "--json",
            ],
            cwd=Path(__file__).parents[2],
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
        )
        return json.loads(done.stdout)  # type: ignore[no-any-return]

    def texts(self) -> list[str]:
        return [one["text"] for one in self.run("memory", "list").get("memories", [])]

    def uses(self) -> int:
        return sum(one["access_count"] for one in self.run("memory", "list").get("memories", []))

    def messages(self, role: str) -> list[dict[str, Any]]:
        found = []
        for path in sorted((self.folder / "conversations").glob("*.jsonl")):
            for line in path.read_text("utf-8").splitlines():
                event = json.loads(line)
                if event.get("role") == role:
                    found.append(event)
        return found


@pytest.fixture
def data(display: Screen, tmp_path: Path) -> Data:
    return Data(tmp_path / "Zoë 测试 !", display.environment())


def _open(display: Screen, data: Data) -> subprocess.Popen[bytes]:
    channel = data.folder / "channel.json"
    channel.unlink(missing_ok=True)  # left by a program that was killed
    program = display.start("--data-dir", str(data.folder))
    display.window()
    wait_for(channel.exists, "the store to be open")
    return program


def test_told_in_one_window_known_in_the_next_although_the_first_was_killed(
    display: Screen, data: Data
) -> None:
    with ModelServer(mode="from-memory") as server:
        data.run("config", "set", "providers.compatible.base_url", server.url)
        data.run("config", "set", "chat.model", "compatible:test")
        program = _open(display, data)
        try:
            display.type(TOLD)
            wait_for(lambda: TOLD in data.texts(), "the fact to be remembered")
        finally:
            kill(program)

        program = _open(display, data)
        try:
            display.type(ASKED)
            answer = wait_for(lambda: data.messages("assistant")[1:], "the second answer")
            wait_for(lambda: data.uses() == 1, "the use to be counted")
        finally:
            kill(program)
        sent = [json.dumps(body, ensure_ascii=False) for body in server.chats]
    assert isinstance(answer, list)
    assert "Porto" in answer[0]["text"]
    assert [used["text"] for used in answer[0]["used"]] == [TOLD]
    assert any(TOLD in body and ASKED in body for body in sent)
    shown = data.run("memory", "list")["memories"][0]
    assert shown["access_count"] == 1
    assert shown["origin"]["quote"] == TOLD


def test_without_any_model_the_answer_is_built_from_memory_and_says_so(
    display: Screen, data: Data
) -> None:
    program = _open(display, data)
    try:
        display.type(TOLD)
        wait_for(lambda: TOLD in data.texts(), "the fact to be remembered")
    finally:
        kill(program)
    program = _open(display, data)
    try:
        display.type(ASKED)
        answer = wait_for(lambda: data.messages("assistant")[1:], "the second answer")
    finally:
        kill(program)
    assert isinstance(answer, list)
    assert TOLD in answer[0]["text"]
    assert "No language model" in answer[0]["text"]


def test_a_second_start_raises_the_first_window_and_ends(display: Screen, data: Data) -> None:
    program = _open(display, data)
    try:
        second = display.start("--data-dir", str(data.folder))
        assert second.wait(60) == 0
        assert program.poll() is None
    finally:
        kill(program)


def test_closing_the_window_ends_the_program_and_frees_the_folder(
    display: Screen, data: Data
) -> None:
    program = _open(display, data)
    display.xdotool("key", "alt+F4")
    assert program.wait(60) == 0
    assert not (data.folder / "channel.json").exists()


@pytest.mark.real_model
def test_the_story_with_a_real_language_model(
    display: Screen, data: Data, real_model_url: str
) -> None:
    """The model is as small as a useful one can be, so it may need to be asked again."""
    data.run("config", "set", "providers.compatible.base_url", real_model_url)
    data.run("config", "set", "chat.model", "compatible:small-instruct")
    data.run("config", "set", "memory.tools", "off")  # too much for half a billion parameters

    def known() -> list[str]:
        return [text for text in data.texts() if {"Anna", "Porto"} <= set(_words(text))]

    program = _open(display, data)
    answers: list[dict[str, Any]] = []
    try:
        display.type(TOLD)
        wait_for(known, "the fact to be remembered", 120)
        while len(answers) < 3 and not any("Porto" in answer["text"] for answer in answers):
            display.xdotool("key", "ctrl+n")
            display.type("In which city does my sister Anna live?")
            seen = 1 + len(answers)
            wait_for(lambda seen=seen: len(data.messages("assistant")) > seen, "an answer", 90)
            answers = data.messages("assistant")[1:]
    finally:
        kill(program)
    assert any("Porto" in answer["text"] for answer in answers)
    assert set(known()) & {used["text"] for used in answers[-1]["used"]}


def _words(text: str) -> list[str]:
    return "".join(letter if letter.isalnum() else " " for letter in text).split()
