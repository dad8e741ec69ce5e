"""Time from starting Python to the first paint: ours against an empty Qt window, in turn.

    python -m tests.benchmarks.start_speed [--runs N]

The floor is a QApplication with an empty QMainWindow. The offscreen platform is used, so that the
figure needs no display. Both are whole processes; quote the ratio, not the milliseconds.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]

_WATCH = """
import sys, time
from pathlib import Path
from PySide6.QtCore import QEvent, QObject

class FirstPaint(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            print(time.time(), flush=True)
            watched.removeEventFilter(self)
            app.quit()
        return False
"""
FLOOR = (
    _WATCH
    + """
from PySide6.QtWidgets import QApplication, QMainWindow
app = QApplication([])
window = QMainWindow()
watch = FirstPaint()
window.installEventFilter(watch)
window.show()
app.exec()
"""
)
OURS = (
    _WATCH
    + """
from assistant_app import desktop
from assistant_app.base.paths import DataFolder
app = desktop.make_application()
opened = desktop.Desktop.open
def open_watched(self, **how):
    self.watch = FirstPaint()
    self.window.installEventFilter(self.watch)
    opened(self, **how)
desktop.Desktop.open = open_watched
desktop.run_window(DataFolder(Path(sys.argv[1])), minimized=False, quick=False)
"""
)


def first_paint_ms(program: str, folder: Path) -> float:
    """Run a program and return the milliseconds until it painted."""
    begun = time.time()
    done = subprocess.run(
        [sys.executable, "-c", program, str(folder)],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"},
    )
    return (float(done.stdout.split()[0]) - begun) * 1000


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=7)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory(prefix="keepsake-start-") as temporary:
        folder = Path(temporary)
        for program in (FLOOR, OURS):
            first_paint_ms(program, folder)  # warms the file cache
        pairs = [(first_paint_ms(OURS, folder), first_paint_ms(FLOOR, folder)) for _ in range(runs)]
    ours, floor = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(mine / bare for mine, bare in pairs)
    print(f"first paint: ours {ours:.0f} ms, empty window {floor:.0f} ms, ratio {ratio:.2f}")


if __name__ == "__main__":
    main()
