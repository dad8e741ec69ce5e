"""The words of the command line, and nothing of what they do."""

from __future__ import annotations

import argparse
import math
import unicodedata

from assistant_app import __version__


def make_parser() -> argparse.ArgumentParser:
    """Return the parser; the chosen command stands in `command` (and `action`)."""
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument(
        "--data-dir", metavar="DIR", default=argparse.SUPPRESS, help="work on this data folder"
    )
    shared.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help="print one JSON object"
    )
    parser = argparse.ArgumentParser(
        prog="keepsake",
        parents=[shared],
        description="A desktop assistant that remembers. Without a command: open the window.",
    )
    parser.add_argument("--version", action="version", version=f"Keepsake {__version__}")
    parser.add_argument("--minimized", action="store_true", help="start without showing the window")
    parser.add_argument(
        "--quick", action="store_true", help="open a new chat with the cursor in the message field"
    )
    parser.add_argument(
        "--self-test", action="store_true", help="check this installation and say what was found"
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    _add_ask(commands, shared)
    _add_memory(commands, shared)
    _add_space(commands, shared)
    _add_config(commands, shared)
    key = commands.add_parser("key", help="keep a provider's key in the keyring")
    key_set = key.add_subparsers(dest="action", required=True).add_parser(
        "set", parents=[shared], help="read the key from standard input"
    )
    key_set.add_argument("provider")
    commands.add_parser("models", parents=[shared], help="models that can be chosen")
    commands.add_parser("doctor", parents=[shared], help="check the data and the connections")
    return parser


_Commands = argparse._SubParsersAction  # noqa: SLF001 - argparse has no public name for it


def _add_ask(commands: _Commands[argparse.ArgumentParser], shared: argparse.ArgumentParser) -> None:
    ask = commands.add_parser("ask", parents=[shared], help="ask something and print the answer")
    ask.add_argument("text", metavar="TEXT", type=_said)
    ask.add_argument("--conversation", metavar="ID", help="go on in this conversation")
    ask.add_argument("--temporary", action="store_true", help="neither read nor write memory")
    ask.add_argument("--model", metavar="PROVIDER:MODEL")
    ask.add_argument("--space", metavar="NAME")
    ask.add_argument("--timeout", metavar="S", type=_seconds, help="stop after this many seconds")
    ask.add_argument("--no-learn", action="store_true", help="learn nothing from this message")


def _add_memory(
    commands: _Commands[argparse.ArgumentParser], shared: argparse.ArgumentParser
) -> None:
    memory = commands.add_parser("memory", help="what Keepsake remembers")
    actions = memory.add_subparsers(dest="action", required=True, metavar="ACTION")

    def action(name: str, help_text: str) -> argparse.ArgumentParser:
        return actions.add_parser(name, parents=[shared], help=help_text)

    add = action("add", "remember a statement")
    add.add_argument("text", metavar="TEXT")
    add.add_argument("--category", metavar="C")
    add.add_argument("--tag", metavar="T", action="append")
    add.add_argument("--space", metavar="S")
    add.add_argument("--pin", action="store_true", help="always give it to the model")
    add.add_argument("--expires", metavar="DATE", help="until the end of that day, or an instant")
    add.add_argument("--local-only", action="store_true", help="never send it beyond this computer")
    search = action("search", "recall, as a turn does it, with scores and reasons")
    search.add_argument("text", metavar="TEXT")
    search.add_argument("--limit", metavar="N", type=_positive)
    search.add_argument("--space", metavar="S")
    search.add_argument("--kind", choices=("memory", "round"))
    search.add_argument("--category", metavar="C")
    search.add_argument("--tag", metavar="T")
    search.add_argument("--only-space", metavar="S", help="this space without what is global")
    search.add_argument("--origin", choices=_ORIGINS, help="how it came to be")
    search.add_argument("--since", metavar="DATE", help="made on that day or later")
    search.add_argument("--until", metavar="DATE", help="made on that day or before")
    listing = action("list", "list memories")
    listing.add_argument("--category", metavar="C")
    listing.add_argument("--tag", metavar="T")
    listing.add_argument("--state", metavar="S", default="active", choices=_STATES)
    listing.add_argument("--space", metavar="S")
    listing.add_argument("--origin", choices=_ORIGINS, help="how it came to be")
    edit = action("edit", "change a memory")
    edit.add_argument("id", metavar="ID")
    edit.add_argument("--text", metavar="TEXT")
    edit.add_argument("--category", metavar="C")
    edit.add_argument("--tag", metavar="T", action="append")
    edit.add_argument("--pin", action=argparse.BooleanOptionalAction)
    edit.add_argument("--local-only", action=argparse.BooleanOptionalAction)
    edit.add_argument("--expires", metavar="DATE", help="a date, an instant, or `never`")
    for name, help_text in _ON_ONE_ID.items():
        action(name, help_text).add_argument("id", metavar="ID")
    action("stats", "figures about the whole store")
    undo = action("undo", "take back the newest change")
    undo.add_argument("--seq", type=int, metavar="N", help="take back this change set instead")
    action("rebuild-index", "make every vector afresh")
    inbox = action("inbox", "what waits for your word")
    inbox.add_argument("decision", nargs="?", choices=("accept", "reject", "never"))
    inbox.add_argument("id", metavar="ID", nargs="*", help="one or several, or `all`")
    inbox.add_argument("--text", metavar="TEXT", help="accept one with other words")
    tidy = action("tidy", "put old memories on one subject together; shows a preview first")
    tidy.add_argument("--yes", action="store_true", help="carry it out without asking")
    move = action("move", "move a memory to a space, or to `global`")
    move.add_argument("id", metavar="ID")
    move.add_argument("space", metavar="SPACE")


def _add_space(
    commands: _Commands[argparse.ArgumentParser], shared: argparse.ArgumentParser
) -> None:
    space = commands.add_parser("space", help="named parts of memory, such as work or trip")
    actions = space.add_subparsers(dest="action", required=True, metavar="ACTION")
    actions.add_parser("list", parents=[shared], help="print the spaces")
    add = actions.add_parser("add", parents=[shared], help="make a space")
    add.add_argument("name", metavar="NAME")
    add.add_argument("--colour", metavar="#RRGGBB")
    rename = actions.add_parser("rename", parents=[shared], help="give a space another name")
    rename.add_argument("name", metavar="NAME")
    rename.add_argument("new", metavar="NEW")
    recolour = actions.add_parser("recolour", parents=[shared], help="give it another colour")
    recolour.add_argument("name", metavar="NAME")
    recolour.add_argument("colour", metavar="#RRGGBB")
    delete = actions.add_parser(
        "delete", parents=[shared], help="delete a space; its memories go to the trash, or move"
    )
    delete.add_argument("name", metavar="NAME")
    delete.add_argument("--move-to", metavar="NAME", help="a space, or `global`")


def _add_config(
    commands: _Commands[argparse.ArgumentParser], shared: argparse.ArgumentParser
) -> None:
    config = commands.add_parser("config", help="settings")
    actions = config.add_subparsers(dest="action", required=True, metavar="ACTION")
    get = actions.add_parser("get", parents=[shared], help="print one setting")
    get.add_argument("key", metavar="KEY")
    put = actions.add_parser("set", parents=[shared], help="change one setting")
    put.add_argument("key", metavar="KEY")
    put.add_argument("value", metavar="VALUE")
    actions.add_parser("list", parents=[shared], help="print every setting")


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("a number from 1 up")
    return number


def _seconds(text: str) -> float:
    number = float(text)
    if not 0 < number < math.inf:  # NaN is on neither side
        raise argparse.ArgumentTypeError("a number of seconds above 0")
    return number


def _said(text: str) -> str:
    if all(unicodedata.category(character)[0] in "CZ" for character in text):
        raise argparse.ArgumentTypeError("there is nothing in it")
    return text


_ORIGINS = ("manual", "automatic", "tool", "import", "consolidated")
_STATES = ("active", "proposed", "archived", "superseded", "deleted", "all")
_ON_ONE_ID = {
    "show": "print one memory",
    "forget": "put a memory into the trash",
    "restore": "take a memory out of the trash",
    "archive": "put a memory away: kept, not recalled",
    "erase": "remove a memory's text for good",
    "related": "memories that belong near one",
    "history": "the life of one memory",
}
