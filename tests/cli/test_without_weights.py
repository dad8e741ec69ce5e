"""Without the built-in model's weights everything works by words, and says so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assistant_app import app
from assistant_app.cli.main import main


def test_memories_are_found_by_words_and_a_notice_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "WEIGHTS", ("models", "not-there.bin"))
    data = ["--data-dir", str(tmp_path), "--json"]
    assert main(["memory", "add", "My sister Anna lives in Porto.", *data]) == 0
    assert [one["code"] for one in json.loads(capsys.readouterr().out)["notices"]] == [
        "embedding_absent"
    ]
    assert main(["memory", "search", "Where does Anna live?", *data]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["results"][0]["text"] == "My sister Anna lives in Porto."
    assert err == ""
