"""The test server as a command, and what its modes promise to other tests."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from assistant_app.llm.openai_compatible import OpenAICompatible
from tests.llm.contract import answer_of, text_of, user
from tests.servers.model_server import ModelServer
from tests.servers.scripts import NOTHING_KNOWN

ROOT = Path(__file__).resolve().parents[2]
RECALLED = "<recalled_memories>\n- Anna lives in Porto.\n- No nuts.\n</recalled_memories>\n\nWhere?"


def ask(url: str, text: str, **more: object) -> str:
    model = OpenAICompatible(provider="compatible", model="test-model", base_url=url)
    return text_of(answer_of(model, user(text, **more)))


def test_the_command_serves_and_logs(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    arguments = ["--port", "0", "--mode", "memory-echo", "--log", str(log)]
    with subprocess.Popen(
        [sys.executable, "-m", "tests.servers.model_server", *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            url = process.stdout.readline().strip()
            echoed = json.loads(ask(url, "Grüße 妹妹"))
        finally:
            process.terminate()
    assert echoed["messages"] == [{"role": "user", "content": "Grüße 妹妹"}]
    logged = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    assert logged[-1]["body"] == echoed


def test_from_memory_answers_with_what_was_recalled_and_schemas_with_json() -> None:
    schema = {"type": "object", "properties": {"facts": {"type": "array"}}, "required": ["facts"]}
    with ModelServer("from-memory") as server:
        assert ask(server.url, RECALLED) == "I remember: Anna lives in Porto. No nuts."
        assert ask(server.url, "Where?") == NOTHING_KNOWN
        assert json.loads(ask(server.url, "Extract", response_schema=schema)) == {"facts": []}
        server.mode, server.script.extract_json = "extract", {"facts": [1]}
        assert json.loads(ask(server.url, "Extract", response_schema=schema)) == {"facts": [1]}
        assert ask(server.url, "Hi") == server.script.text
