"""Heavy libraries wait until the window is painted: together they cost 400 ms of a start."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
HEAVY = ("numpy", "httpx", "keyring", "asyncio", "truststore", "pygments", "ssl")

PROGRAM = """
import json, sys
from pathlib import Path
from PySide6.QtCore import QEvent, QObject
from assistant_app import desktop

class FirstPaint(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            print(json.dumps([name for name in {heavy!r} if name in sys.modules]))
            watched.removeEventFilter(self)
            app.quit()
        return False

app = desktop.make_application()
original = desktop.Desktop.open
def open_watched(self, **how):
    self.filter = FirstPaint()
    self.window.installEventFilter(self.filter)
    original(self, **how)
desktop.Desktop.open = open_watched
from assistant_app.base.paths import DataFolder
sys.exit(desktop.run_window(DataFolder(Path(sys.argv[1])), minimized=False, quick=False))
"""


def test_nothing_heavy_is_imported_before_the_first_paint(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.replace("{heavy!r}", repr(HEAVY)), str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
        env=os.environ | {"PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"},
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[0]) == []
