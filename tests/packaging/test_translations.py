"""The script of translations adds new texts, finds untranslated ones, and makes the `.qm`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.packaging.scripts import load

SOURCE = """
from PySide6.QtWidgets import QLabel

class Page(QLabel):
    def fill(self):
        self.setText(self.tr("Hello"))
        self.setToolTip(self.tr("World"))
"""
CATALOGUE = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN"><context><name>Page</name>
<message><source>Hello</source><translation>你好</translation></message>
<message><source>Gone</source><translation>走了</translation></message>
</context></TS>
"""


script = load("translations")


@pytest.fixture
def catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(script, "_ROOT", tmp_path)
    monkeypatch.setattr(script, "SOURCES", tmp_path / "assistant_app")
    monkeypatch.setattr(script, "FOLDER", tmp_path)
    page = tmp_path / "assistant_app" / "ui" / "page.py"
    page.parent.mkdir(parents=True)
    page.write_text(SOURCE, "utf-8")
    path = tmp_path / "keepsake_zh_CN.ts"
    path.write_text(CATALOGUE, "utf-8")
    return path


def test_texts_are_collected_checked_and_compiled(
    catalogue: Path, qapp: object, capsys: pytest.CaptureFixture[str]
) -> None:
    from PySide6.QtCore import QTranslator

    assert script.main(["--check"]) == 1
    assert "'World'" in capsys.readouterr().out
    assert catalogue.read_text("utf-8") == CATALOGUE

    assert script.main(["--update"]) == 0
    text = catalogue.read_text("utf-8")
    assert "World" in text
    assert "Gone" not in text
    catalogue.write_text(
        text.replace(
            '<translation type="unfinished"></translation>', "<translation>世界</translation>"
        ),
        "utf-8",
    )
    assert script.main(["--check"]) == 0
    compiled = catalogue.with_suffix(".qm")
    compiled.unlink()
    assert script.release(catalogue)
    assert not script.release(catalogue)
    translator = QTranslator()
    assert translator.load(str(compiled))
    assert translator.translate("Page", "World") == "世界"
