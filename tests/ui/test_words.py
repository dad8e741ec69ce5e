"""Sentences and languages."""

from __future__ import annotations

import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.notices import NOTICE_CODES, Notice
from assistant_app.settings import declarations
from assistant_app.settings.types import Language
from assistant_app.ui import i18n
from assistant_app.ui.errors import (
    error_sentence,
    notice_sentence,
    refusal_sentence,
    sentence_of,
)
from assistant_app.ui.words import category_word, day_word, quoted
from tests.ui.conftest import NOW, PLAIN

ROOT = Path(__file__).resolve().parents[2]
OTHER = "Something went wrong"


@pytest.mark.parametrize("code", list(ErrorCode))
def test_every_error_has_a_sentence_and_a_next_step(code: ErrorCode) -> None:
    sentence = error_sentence(code.value)
    assert not sentence.startswith(OTHER), code
    assert sentence.endswith(".")
    for word in ("index", "vector", "token", "Error"):
        assert word not in sentence


def test_an_unknown_code_still_says_something() -> None:
    assert error_sentence("from_the_future").startswith(OTHER)


def test_a_sentence_names_the_model_or_the_path() -> None:
    error = UserError(ErrorCode.MODEL_NOT_FOUND, model="linnet")
    assert sentence_of(error).endswith("(linnet)")
    assert "(" not in sentence_of(UserError(ErrorCode.DISK_FULL))


@pytest.mark.parametrize("code", sorted(NOTICE_CODES))
def test_every_notice_has_a_sentence(code: str) -> None:
    assert notice_sentence(Notice(code)) != notice_sentence(Notice("nothing_like_it"))


def test_a_refusal_gives_its_reason() -> None:
    assert refusal_sentence("secret") == "it looks like a secret"
    assert refusal_sentence("anything") == "it is on your list of things not to remember"


def test_days_are_said_as_people_say_them() -> None:
    assert day_word(NOW, NOW) == "Today"
    assert day_word(NOW - timedelta(days=1), NOW, inside=True) == "yesterday"
    assert day_word(NOW - timedelta(days=48), NOW) == "3 May"
    assert day_word(NOW - timedelta(days=400), NOW).endswith("2025")
    assert category_word("garden") == "Garden"
    assert quoted("x") == "“x”"


@pytest.mark.parametrize(
    ("choice", "system", "spoken"),
    [
        (Language.SYSTEM, "zh_CN", Language.CHINESE),
        (Language.SYSTEM, "de_DE", Language.ENGLISH),
        (Language.ENGLISH, "zh_CN", Language.ENGLISH),
        (Language.CHINESE, "en_GB", Language.CHINESE),
    ],
)
def test_the_language_is_the_chosen_one_or_the_systems(choice, system, spoken) -> None:
    assert i18n.language_of(choice, QLocale(system)) == spoken


def test_the_window_speaks_chinese(qapp, monkeypatch, tmp_path) -> None:
    tool = Path(sys.executable).with_name("pyside6-lrelease")
    if not tool.exists():
        pytest.skip("pyside6-lrelease is not installed")
    catalogue = ROOT / "resources" / "translations" / "keepsake_zh_CN.ts"
    made = tmp_path / "keepsake_zh_CN.qm"
    subprocess.run([tool, catalogue, "-qm", made], check=True, capture_output=True)
    monkeypatch.setattr(i18n, "resource", lambda *_: tmp_path)
    installed = []
    monkeypatch.setattr(
        type(qapp), "installTranslator", lambda _self, item: installed.append(item) or True
    )
    before = QLocale()
    try:
        settings = PLAIN.having(declarations.LANGUAGE, Language.CHINESE)
        assert i18n.install_translators(qapp, settings) == Language.CHINESE
        assert installed[0].translate("Composer", "Send") == "发送"
        assert installed[0].translate("Relevance", "Close") == "接近"
        assert installed[0].translate("MessageBar", "Close") == "关闭"
        assert i18n.memory_answerer().own.nothing.endswith("。")
    finally:
        QLocale.setDefault(before)
        for item in installed:
            item.deleteLater()


def test_without_its_translation_the_window_speaks_english(qapp, monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(i18n, "resource", lambda *_: tmp_path)
    before = QLocale()
    try:
        settings = PLAIN.having(declarations.LANGUAGE, Language.CHINESE)
        assert i18n.install_translators(qapp, settings) == Language.ENGLISH
        assert QLocale().language() == QLocale.Language.English
        assert i18n.memory_answerer().own.nothing.endswith(".")
    finally:
        QLocale.setDefault(before)
    assert QCoreApplication.translate("Composer", "Send") == "Send"
