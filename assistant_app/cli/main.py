"""Runs one command: here when the data folder is free, else in the window that works on it."""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Mapping
from typing import Any

from assistant_app.base.errors import Cancelled, UserError
from assistant_app.base.log import redact
from assistant_app.cli.parser import make_parser
from assistant_app.cli.texts import sentence_for

DONE, USER_ERROR, USAGE, BUG = 0, 1, 2, 3


def main(words: list[str]) -> int:
    """Run the command of these words.

    Returns:
        0 done, 1 user error, 2 usage, 3 bug.
    """
    _repair_streams()
    parser = make_parser()
    try:
        chosen = vars(parser.parse_args([_mend(word) for word in words]))
    except SystemExit as leaving:  # argparse has printed what was wrong, or the help
        return leaving.code if isinstance(leaving.code, int) else USAGE
    as_json = bool(chosen.get("json"))
    try:
        return _dispatch(chosen, as_json=as_json)
    except UserError as error:
        _print_error(error, as_json=as_json)
        return USER_ERROR
    except (KeyboardInterrupt, Cancelled):
        return USER_ERROR
    except BrokenPipeError:
        # The reader (`head`, a pager) has seen enough; nothing is wrong.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except Exception:  # noqa: BLE001 - the outermost boundary: a bug is told, redacted
        print(redact(traceback.format_exc()), file=sys.stderr)
        return BUG


def _dispatch(chosen: dict[str, Any], *, as_json: bool) -> int:
    from assistant_app.base.paths import data_folder

    folder = data_folder(chosen.get("data_dir"))
    if chosen.get("self_test"):
        from assistant_app.selftest import self_test

        return self_test(folder, as_json=as_json)
    if chosen["command"] is None:
        from assistant_app.desktop import run_window

        return run_window(folder, minimized=chosen["minimized"], quick=chosen["quick"])
    from assistant_app.cli.running import run_command

    if chosen["command"] == "key":
        chosen["key"] = _read_key()
    name = " ".join(filter(None, (chosen["command"], chosen.get("action"))))
    result = run_command(
        folder,
        name,
        _plain(chosen),
        write=_ignore if as_json else _stream,
        tell=_tell,
    )
    code = _print_result(name, result, as_json=as_json)
    if name == "memory tidy" and code == DONE and not as_json and _agreed(result):
        words = {"agreed": _statements(result)}
        result = run_command(folder, name, words, write=_stream, tell=_tell)
        code = _print_result(name, result, as_json=False)
    return code


def _print_result(name: str, result: dict[str, Any], *, as_json: bool) -> int:
    failed = "error" in result
    code = USER_ERROR if failed or not result.get("ok", True) else DONE
    if as_json:
        print(json.dumps(result, ensure_ascii=False))
    else:
        for notice in result.get("notices", ()):
            print(notice["message"], file=sys.stderr)
    if failed:
        if result.get("answer") and not as_json:
            print()  # the piece of an answer that stands there has no line end
        print(f"{result['error']['message']} {result['error']['hint']}".rstrip(), file=sys.stderr)
    elif not as_json:
        from assistant_app.cli.render import render

        print(render(name, result))
    return code


def _statements(preview: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return what a preview of tidying up would carry out."""
    return [one for one in preview.get("clusters", ()) if one["statement"]]


def _agreed(preview: Mapping[str, Any]) -> bool:
    """Ask at a terminal whether a preview shall be carried out."""
    if preview["applied"] or not _statements(preview) or not sys.stdin.isatty():
        return False
    sys.stdout.write("\nDo this? [y/N] ")
    sys.stdout.flush()
    return sys.stdin.readline().strip().casefold() in {"y", "yes"}


def _print_error(error: UserError, *, as_json: bool) -> None:
    from assistant_app.cli.objects import error_object

    _print_result("", error_object(error), as_json=as_json)


def _tell(code: str, params: Mapping[str, str]) -> None:
    print(sentence_for(code, params), file=sys.stderr)


def _stream(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _ignore(text: str) -> None:
    del text


def _read_key() -> str:
    if sys.stdin.isatty():
        import getpass

        return getpass.getpass("Key: ")
    return sys.stdin.read()


def _plain(chosen: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: value
        for name, value in chosen.items()
        if name not in {"json", "data_dir", "command", "action"}
    }


def _mend(word: str) -> str:
    """Undecodable bytes of an argument arrive as lone surrogates; they stop at this door."""
    from assistant_app.base.text import clean_text

    return clean_text(word)


def _repair_streams() -> None:
    """Give a windowed program without a console somewhere to write, and write UTF-8."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
