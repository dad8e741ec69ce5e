"""Resources are found in a checkout, in an installed wheel, and in a frozen program."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from assistant_app.base.paths import resource
from tests.packaging.scripts import ROOT

WEIGHTS = ROOT / "resources" / "models" / "e5-small-q4.bin"


def run(*command: str | Path, folder: Path) -> str:
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if importlib.util.find_spec("hatchling") is None:
        pytest.skip("hatchling, which builds the wheel, is not installed")
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "packaging/translations.py", folder=ROOT)
    run(*(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder), folder=ROOT)
    (built,) = folder.glob("*.whl")
    return built


def test_a_checkout_uses_the_folder_beside_the_package() -> None:
    assert resource("icons", "send.svg") == ROOT / "resources" / "icons" / "send.svg"


def test_a_frozen_program_uses_its_bundle(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert resource("icons") == tmp_path / "resources" / "icons"


def test_an_installed_wheel_finds_its_own_resources(wheel: Path, tmp_path: Path) -> None:
    environment = tmp_path / "venv"
    run(sys.executable, "-m", "venv", "--without-pip", environment, folder=tmp_path)
    python = environment / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = (sys.executable, "-m", "pip", "--python", python)
    run(*pip, "install", "--quiet", "--no-deps", "--no-index", wheel, folder=tmp_path)
    code = (
        "from assistant_app.base.paths import resource;"
        "print(resource(), resource('icons', 'send.svg').is_file())"
    )
    root, _, found = run(python, "-I", "-c", code, folder=tmp_path).rpartition(" ")
    assert found == "True"
    assert Path(root).name == "_resources"
    assert Path(root).is_relative_to(environment)


def test_the_wheel_carries_licences_and_translations(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("icons", "licenses", "translations"):
        for path in (ROOT / "resources").glob(f"{folder}/*.*"):
            assert f"assistant_app/_resources/{folder}/{path.name}" in names
    for catalogue in (ROOT / "resources" / "translations").glob("*.ts"):
        assert f"assistant_app/_resources/translations/{catalogue.stem}.qm" in names
    assert not [name for name in names if name.startswith(("tests/", "packaging/"))]


@pytest.mark.weights
@pytest.mark.skipif(not WEIGHTS.exists(), reason="the model weights were not fetched")
def test_the_wheel_carries_the_model(wheel: Path) -> None:
    info = zipfile.ZipFile(wheel).getinfo(f"assistant_app/_resources/models/{WEIGHTS.name}")
    assert info.file_size == WEIGHTS.stat().st_size
