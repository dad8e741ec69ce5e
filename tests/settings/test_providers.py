"""The settings and the catalogue of chat models mean the same providers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from assistant_app.llm.catalog import PROVIDERS
from assistant_app.settings.keys import ENVIRONMENT_KEYS
from assistant_app.settings.types import BUILTIN_PROVIDER, PROVIDER_NAMES


def test_every_provider_of_the_catalogue_can_be_named_in_a_setting() -> None:
    assert set(PROVIDERS) == {*PROVIDER_NAMES, BUILTIN_PROVIDER}


def test_both_know_the_same_variable_for_a_key() -> None:
    for name, provider in PROVIDERS.items():
        if provider.key_variable:
            assert provider.key_variable in ENVIRONMENT_KEYS[name]


def test_settings_load_nothing_heavy() -> None:
    code = (
        "import sys, assistant_app.settings.file, assistant_app.settings.secrets;"
        "print(sorted({'keyring', 'asyncio', 'httpx', 'numpy', 'difflib'} & set(sys.modules)))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).resolve().parents[2],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert run.stdout.strip() == "[]"
