"""`--self-test`: does this installation, frozen or not, have everything and does it work together?

It touches no data of the user: memory is tried in a temporary folder. The window is tried only
when a screen platform is there or `offscreen` was chosen.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from assistant_app.base.errors import UserError
from assistant_app.base.paths import DataFolder, resource

_log = logging.getLogger(__name__)
_PATIENCE_S = 60.0
_FACT = "My sister Anna lives in Porto."
_QUESTION = "我要去看望妹妹，她住在哪里？"


def self_test(folder: DataFolder, *, as_json: bool) -> int:
    """Run every check and print what was found.

    Args:
        folder: The user's data folder; only its path is named.
        as_json: Print one JSON object instead of lines.

    Returns:
        0 when everything works, 1 otherwise.
    """
    results = [_run(name, check) for name, check in _CHECKS.items()]
    good = all(ok for _, ok, _ in results)
    if as_json:
        checks = [{"name": name, "ok": ok, "detail": detail} for name, ok, detail in results]
        told = {"ok": good, "data": str(folder.root), "checks": checks}
        sys.stdout.write(json.dumps(told, ensure_ascii=False) + "\n")
    else:
        for name, ok, detail in results:
            sys.stdout.write(f"{'ok ' if ok else 'BAD'}  {name:<10} {detail}\n")
    return 0 if good else 1


def _run(name: str, check: Callable[[], str]) -> tuple[str, bool, str]:
    try:
        return name, True, check()
    except UserError as error:
        return name, False, str(error)
    except Exception as error:  # noqa: BLE001 - a boundary: a broken installation breaks anywhere
        _log.warning("self-test %s failed", name, exc_info=True)
        return name, False, f"{type(error).__name__}: {error}"


def _resources() -> str:
    missing = [
        str(path)
        for path in (
            resource("icons", "keepsake.svg"),
            resource("translations", "keepsake_zh_CN.qm"),
            resource("licenses"),
        )
        if not path.exists()
    ]
    if missing:
        raise FileNotFoundError(", ".join(missing))
    return str(resource())


def _libraries() -> str:
    import httpx
    import keyring
    import numpy as np

    del keyring
    return f"Python {sys.version.split()[0]}, numpy {np.__version__}, httpx {httpx.__version__}"


def _memory() -> str:
    """Remember in English, ask in Chinese, in a folder that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="keepsake-self-test-") as temporary:
        return asyncio.run(_remember_and_recall(DataFolder(Path(temporary))))


async def _remember_and_recall(folder: DataFolder) -> str:
    from assistant_app.app import assemble
    from assistant_app.base.lanes import start_thread
    from assistant_app.memory.types import Cause, CauseKind, Draft, RecallQuery

    services = assemble(folder)
    thread = start_thread(services.core.executor, "memory")
    try:
        core = await services.core.opened()
        await core.lane_memory.remember((Draft(_FACT),), Cause(CauseKind.USER), ask=False)
        await core.vectors.fill_in()
        found = (await core.lane_memory.recall(RecallQuery(_QUESTION), deadline=_PATIENCE_S)).recall
        if not any(hit.text == _FACT for hit in found.used):
            raise LookupError("a fact told in English is not found by a question in Chinese")
        return f"found in another language, relevance {found.used[0].relevance:.2f}"
    finally:
        services.core.close()
        await asyncio.to_thread(thread.join)


def _keyring() -> str:
    from assistant_app.settings.secrets import SecretStore

    probe = SecretStore().probe()
    if not probe.usable:
        return f"keys last for one session only ({probe.reason})"
    return probe.backend


def _window() -> str:
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY")
        or os.environ.get("WAYLAND_DISPLAY")
        or os.environ.get("QT_QPA_PLATFORM")
    ):
        return "not tried: there is no screen"
    from assistant_app.desktop import try_window

    return try_window()


_CHECKS: dict[str, Callable[[], str]] = {
    "resources": _resources,
    "libraries": _libraries,
    "memory": _memory,
    "keyring": _keyring,
    "window": _window,
}
