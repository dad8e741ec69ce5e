"""The import table of the house: who may import whom, and where Qt may stand.

Read from the syntax trees, so a lazy import inside a function counts like any other. An import
under `TYPE_CHECKING` never runs: there it may name any package of the row's "types" as well.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "assistant_app"
LONGEST_MODULE = 600


@dataclass(frozen=True)
class Row:
    """One row of the table.

    Attributes:
        ours: Packages or modules of ours that may be imported; a package stands for all below it.
        third: Packages of others beside the standard library.
        types: Packages of which type annotations may name values, never at run time.
    """

    ours: tuple[str, ...]
    third: tuple[str, ...] = ()
    types: tuple[str, ...] = ()


SETTINGS_TYPES = "settings.types"
EVERYTHING = tuple(
    "base settings retrieval embeddings memory llm conversation interchange workers ui".split()  # noqa: SIM905
)
CORE = {
    "base": Row((), ("platformdirs", "truststore")),
    "settings": Row(("base",), ("keyring",)),
    "retrieval": Row(("base",), ("numpy",)),
    "embeddings": Row(("base", SETTINGS_TYPES), ("httpx", "numpy", "truststore")),
    "llm": Row(("base", SETTINGS_TYPES), ("httpx", "truststore", "xllamacpp")),
    "memory": Row(("base", SETTINGS_TYPES, "retrieval", "embeddings.port"), ("numpy", "filelock")),
    "conversation": Row(
        ("base", SETTINGS_TYPES, "retrieval", "memory", "embeddings.port", "llm.port"),
        types=("llm",),
    ),
    "interchange": Row(("base", SETTINGS_TYPES, "memory", "conversation.types")),
}
TABLE = {
    **CORE,
    "workers": Row((*CORE, "services"), ("PySide6.QtCore", "shiboken6", "numpy")),
    "ui": Row(
        (
            *("workers", "base", "settings.types", "settings.declarations", "settings.values"),
            *("memory.types", "conversation.types", "retrieval.types", "retrieval.port"),
            *("llm.port", "embeddings.port"),
        ),
        ("PySide6", "shiboken6", "markdown_it", "pygments", "pyqtgraph"),
        types=(*CORE, "services"),
    ),
}
"""Everything at the top (`app`, `desktop`, `cli`, `services`, `selftest`) may import everything."""

COMPOSITION = {"app", "cli", "desktop", "services", "selftest", "__main__", "__init__"}
QT_FREE = (*CORE, "cli")
LIGHT = ("port.py", "types.py", "__init__.py")
HEAVY = {"numpy", "httpx", "keyring", "asyncio", "xllamacpp"}


@dataclass(frozen=True)
class Import:
    """One import of a module.

    Attributes:
        name: The full dotted name, for `from a import b` with the `b`.
        line: Where it stands.
        for_types: Under `if TYPE_CHECKING:`.
        lazy: Inside a function.
    """

    name: str
    line: int
    for_types: bool
    lazy: bool


def imports_of(tree: ast.AST) -> Iterator[Import]:
    yield from _walk(tree, for_types=False, lazy=False)


def _walk(node: ast.AST, *, for_types: bool, lazy: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            for alias in child.names:
                yield Import(alias.name, child.lineno, for_types, lazy)
        elif isinstance(child, ast.ImportFrom):
            assert child.level == 0, f"line {child.lineno}: imports are absolute"
            for alias in child.names:
                yield Import(f"{child.module}.{alias.name}", child.lineno, for_types, lazy)
        elif isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            for part in child.body:
                yield from _walk(ast.Module([part], []), for_types=True, lazy=lazy)
            for part in child.orelse:
                yield from _walk(ast.Module([part], []), for_types=for_types, lazy=lazy)
        else:
            inside = lazy or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            yield from _walk(child, for_types=for_types, lazy=inside)


def faults(package: str, source: str) -> list[str]:
    """Return what a module's imports do against its row of the table."""
    row = TABLE[package]
    found = []
    for one in imports_of(ast.parse(source)):
        top, _, rest = one.name.partition(".")
        if top == "assistant_app":
            allowed = (package, *row.ours, *(row.types if one.for_types else ()))
            # `from assistant_app import __version__` names the package itself.
            if rest != "__version__" and not _below(rest, allowed):
                found.append(f"line {one.line}: {one.name}")
        elif top not in sys.stdlib_module_names and not _below(one.name, row.third):
            found.append(f"line {one.line}: {one.name}")
    return found


def _below(name: str, allowed: tuple[str, ...]) -> bool:
    return any(name == one or name.startswith(f"{one}.") for one in allowed)


def modules_of(package: str) -> list[Path]:
    folder = PACKAGE / package
    return sorted(folder.rglob("*.py")) if folder.is_dir() else []


def _name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@pytest.mark.parametrize("package", TABLE)
def test_imports_keep_to_the_table(package: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}, {fault}"
        for path in modules_of(package)
        for fault in faults(package, path.read_text("utf-8"))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("package", "source", "is_fault"),
    [
        ("memory", "from assistant_app.llm.port import ChatModel", True),
        ("memory", "def f():\n    import assistant_app.llm", True),
        ("memory", "from assistant_app.embeddings.port import Embedder", False),
        ("memory", "from assistant_app.embeddings import hashing", True),
        ("base", "from PySide6.QtCore import QObject", True),
        ("workers", "from PySide6.QtCore import QObject", False),
        ("workers", "from PySide6.QtWidgets import QWidget", True),
        ("ui", "from assistant_app.memory.memory import Memory", True),
        (
            "ui",
            "if TYPE_CHECKING:\n    from assistant_app.memory.memory import Memory",
            False,
        ),
        ("conversation", "if TYPE_CHECKING:\n    pass\nelse:\n    import assistant_app.llm", True),
    ],
)
def test_the_table_can_be_broken(package: str, source: str, *, is_fault: bool) -> None:
    assert bool(faults(package, source)) is is_fault


def test_every_package_has_its_row() -> None:
    present = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or path.is_dir()} - {
        "__pycache__",
        "_resources",
    }
    assert present <= set(TABLE) | COMPOSITION


def test_ports_and_types_load_nothing_heavy() -> None:
    found = [
        f"{path.relative_to(ROOT)}, line {one.line}: {one.name}"
        for package in TABLE
        for path in modules_of(package)
        if path.name in LIGHT
        for one in imports_of(ast.parse(path.read_text("utf-8")))
        if not one.for_types and not one.lazy and one.name.partition(".")[0] in HEAVY
    ]
    assert not found, "\n".join(found)


def test_no_module_is_longer_than_the_limit() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines())
        for path in PACKAGE.rglob("*.py")
        if "_resources" not in path.parts
    }
    too_long = {name: length for name, length in lengths.items() if length > LONGEST_MODULE}
    assert not too_long


_IMPORT_ALL = """
import importlib, importlib.abc, sys, warnings

class NoQt(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"PySide6", "shiboken6", *sys.argv[1].split(",")}:
            raise ImportError(f"{name} is not to be had here")

sys.meta_path.insert(0, NoQt())
warnings.simplefilter("error")
failed = []
for name in sys.argv[2:]:
    try:
        importlib.import_module(name)
    except Exception as error:
        failed.append(f"{name}: {error!r}")
print("\\n".join(failed))
"""


def _import_without(missing: str, names: list[str]) -> str:
    run = subprocess.run(
        [sys.executable, "-c", _IMPORT_ALL, missing, *names],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()


def test_the_core_imports_where_qt_is_not_to_be_had() -> None:
    names = [_name(path) for package in QT_FREE for path in modules_of(package)]
    assert _import_without("PySide6", names) == ""


def test_ports_and_types_import_where_nothing_heavy_is_to_be_had() -> None:
    names = [_name(path) for package in CORE for path in modules_of(package) if path.name in LIGHT]
    assert _import_without("numpy,httpx,keyring,xllamacpp", names) == ""
