"""The benchmarks run, on sets as small as can be; their figures are not asserted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assistant_app.embeddings.hashing import HashingEmbedder
from tests.benchmarks import retrieval_quality, vector_search_speed

FACTS = {
    "facts": [
        {"id": 0, "lang": "en", "text": "The user keeps snails."},
        {"id": 1, "lang": "en", "text": "The user plays the oboe."},
    ],
    "questions": [
        {"fact": 0, "lang": "en", "kind": "same", "text": "snails?", "also_correct": []},
        {"fact": 1, "lang": "en", "kind": "same", "text": "oboe?", "also_correct": [0]},
    ],
}
TALK = {
    "sample_id": "t",
    "conversation": {
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"speaker": "Ann", "dia_id": "D1:1", "text": "My oboe broke.", "blip_caption": "oboe"},
            {"speaker": "Bob", "dia_id": "D1:2", "text": "Oh no!"},
        ],
    },
    "qa": [
        {"question": "What broke?", "category": 1, "evidence": ["D1:1"]},
        {"question": "Without evidence?", "category": 1, "evidence": []},
    ],
}


def test_retrieval_quality_prints_its_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(retrieval_quality, "_built_in_embedder", HashingEmbedder)
    facts, locomo, cache = tmp_path / "facts.json", tmp_path / "locomo.json", tmp_path / "cache"
    facts.write_text(json.dumps(FACTS), "utf-8")
    locomo.write_text(json.dumps([TALK, TALK]), "utf-8")
    arguments = ["--facts", str(facts), "--locomo", str(locomo), "--cache", str(cache), "--tune"]
    assert retrieval_quality.main(arguments) == 0
    first = capsys.readouterr().out
    assert "2 facts, 2 questions" in first
    assert "categories 1-4               1.0000     1.0000" in first
    assert retrieval_quality.main(arguments) == 0
    assert capsys.readouterr().out == first


def test_vector_search_speed_prints_its_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert vector_search_speed.main(["--rows", "50", "--repeats", "2"]) == 0
    assert "     50  " in capsys.readouterr().out
