"""The window's half of the composition root: Qt, threads, and the channel to other starts.

Order matters: the lock first (a second start raises the first window), the window painted before
anything heavy is imported, the threads after the first paint.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from assistant_app import __version__
from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.log import set_up_logging
from assistant_app.base.paths import APP_NAME, DataFolder, resource
from assistant_app.services import turn_options
from assistant_app.ui.errors import sentence_of
from assistant_app.ui.i18n import install_translators, memory_answerer
from assistant_app.ui.theme.controller import ThemeController
from assistant_app.ui.window_factory import build_window
from assistant_app.workers.runtime import Runtime

if TYPE_CHECKING:
    from concurrent.futures import Future

    from assistant_app.memory.store.channel import ChannelServer
    from assistant_app.services import Services
    from assistant_app.ui.main_window import MainWindow

_REQUEST_LIMIT_S = 3600.0
_SWITCH_S = 0.0005
_log = logging.getLogger(__name__)


def run_window(folder: DataFolder, *, minimized: bool, quick: bool) -> int:
    """Open the window on a data folder and stay until it is closed.

    Args:
        folder: The data folder.
        minimized: Start as an icon in the task bar.
        quick: Start in a new chat with the cursor in the message field.

    Returns:
        The exit code.
    """
    from assistant_app.app import assemble
    from assistant_app.memory.store.lock import StoreLock

    app = make_application()
    lock = StoreLock(folder)
    try:
        lock.acquire()
        services = assemble(folder, answerer=memory_answerer)
    except UserError as error:
        return _refuse(folder, error)
    try:
        install_translators(app, services.settings.current)
        desktop = Desktop(app, services)
        app.aboutToQuit.connect(desktop.end)
        desktop.open(minimized=minimized, quick=quick)
        return app.exec()
    finally:
        lock.release()


def make_application() -> QApplication:
    """Make the one QApplication, or return the one that is there."""
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    if os.environ.get("QT_IM_MODULE") == "fcitx":
        # WORKAROUND: PySide6's wheels carry no fcitx input context; fcitx also speaks ibus.
        os.environ.setdefault("QT_IM_MODULES", "fcitx;ibus")
    # The window waits for the interpreter after every call into Qt while a worker computes: with
    # the usual 5 ms a list of 50,000 stalled for 30 to 50 ms, with half a millisecond it does not.
    sys.setswitchinterval(_SWITCH_S)
    app = QApplication(sys.argv[:1])
    app.setApplicationName(APP_NAME)
    app.setApplicationVersion(__version__)
    app.setDesktopFileName("keepsake")
    return app


class Desktop(QObject):
    """The running window with everything that stands behind it.

    Signals:
        show_requested(): A second start wants the window to come forward.
    """

    show_requested = Signal()

    def __init__(self, app: QApplication, services: Services) -> None:
        super().__init__()
        self._services = services
        look = ThemeController(app, services.settings.current)
        self._runtime = Runtime(
            services,
            lambda scope, temporary: turn_options(
                self._runtime.preferences.settings, scope=scope, temporary=temporary
            ),
            self,
        )
        self._channel: ChannelServer | None = None
        self.window: MainWindow = build_window(look, self._runtime)
        app.setWindowIcon(look.app_icon())
        self.show_requested.connect(self._raise, Qt.ConnectionType.QueuedConnection)
        self._runtime.opened.connect(self._listen)

    def open(self, *, minimized: bool, quick: bool) -> None:
        """Show the window, and start the threads once it is painted."""
        if minimized:
            self.window.showMinimized()  # nothing is painted
            QTimer.singleShot(0, self._start)
        else:
            _AfterFirstPaint(self.window, self._start)
            self.window.show()
        if quick:
            self._raise()

    def _start(self) -> None:
        try:
            set_up_logging(self._services.folder.logs)
        except UserError as error:
            _log.warning("nothing can be logged: %s", error.code)
        self._runtime.start()

    def _listen(self) -> None:
        """Answer other starts of the program; started when the store is open."""
        from assistant_app.memory.store.channel import ChannelServer

        try:
            self._channel = ChannelServer(self._services.folder, self._answer)
            self._channel.start()
        except UserError as error:
            _log.warning("other programs cannot reach this window: %s", error.code)

    def _answer(self, request: object) -> object:
        """Answer one request; called on a thread of the channel."""
        if not isinstance(request, Mapping):
            raise UserError(ErrorCode.BAD_RESPONSE, host="the command line")
        if request.get("command") == "show":
            self.show_requested.emit()
            return {}
        from assistant_app.cli.running import answer_request

        future: Future[dict[str, Any]] = self._runtime.submit(
            partial(answer_request, self._services, request)
        )
        result = future.result(_REQUEST_LIMIT_S)
        self._runtime.changed_elsewhere.emit()
        return result

    def _raise(self) -> None:
        if self.window.isMinimized():
            self.window.showNormal()
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()

    def end(self) -> None:
        """Stop answering and end the threads, in stages."""
        if self._channel is not None:
            self._channel.close()
        self._runtime.shut_down()


class _AfterFirstPaint(QObject):
    """Calls something once a widget has been painted for the first time."""

    def __init__(self, widget: QWidget, then: Callable[[], None]) -> None:
        super().__init__(widget)
        self._then = then
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Wait for the paint event, and for everything that was queued with it."""
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self._then)
        return False


def try_window() -> str:
    """Paint the window once over a folder that is thrown away; for the self-test.

    Returns:
        What was seen.
    """
    import tempfile
    from pathlib import Path

    from assistant_app.app import assemble

    app = make_application()
    with tempfile.TemporaryDirectory(prefix="keepsake-self-test-") as temporary:
        services = assemble(DataFolder(Path(temporary)))
        desktop = Desktop(app, services)
        desktop.open(minimized=False, quick=False)
        app.processEvents()
        picture = desktop.window.grab()
        desktop.window.close()
        desktop.end()
        if picture.isNull():
            raise RuntimeError("the window was not painted")
        return f"painted, {picture.width()} x {picture.height()}, {resource().name} found"


def _refuse(folder: DataFolder, error: UserError) -> int:
    """Raise the window that has the folder; where that fails, say why this one does not open."""
    if error.code is ErrorCode.STORE_LOCKED:
        from assistant_app.memory.store.channel import call

        try:
            call(folder, {"command": "show"})
        except UserError as silent:
            error = silent
        else:
            return 0
    sentence = sentence_of(error)
    sys.stderr.write(f"{sentence}\n")
    box = QMessageBox(QMessageBox.Icon.Warning, APP_NAME, sentence)
    box.exec()
    return 1
