"""Spaces: named parts of memory ("work", "trip"), in `spaces.json`.

A memory names the space that it belongs to by id (`Entry.scope`), and that is what counts: a space
whose memories come back (undo, the trash) is there again, and a lost file costs names and colours
but hides no memory. Therefore a deleted space keeps its line, marked.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from assistant_app.base.clock import Clock, format_utc
from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.base.files import quarantine_file, replace_file
from assistant_app.base.paths import DataFolder
from assistant_app.base.text import clean_text, has_content
from assistant_app.memory.normal import normalise
from assistant_app.memory.store.codec import BadRecord, loads, readable_json
from assistant_app.memory.types import GLOBAL_SCOPE, SPACE_COLOURS, Changes, Notice, Space

if TYPE_CHECKING:
    from assistant_app.memory.memory import Memory

SCHEMA = 1
LONGEST_NAME = 60
_COLOUR = re.compile(r"#[0-9a-f]{6}")
_LONGEST_ID = 40


@dataclass(frozen=True, slots=True)
class _Line:
    """A space as it stands in the file; `extra` are fields of a newer program."""

    space: Space
    deleted_at: str | None
    extra: Mapping[str, object]


class Spaces:
    """The spaces of one data folder; the thread that owns memory owns them too.

    Args:
        folder: Where `spaces.json` lies.
        memory: Whose memories the spaces hold.
        clock: Stamps what is deleted.
        ids: Makes an id where the name gives none.
    """

    def __init__(
        self, folder: DataFolder, memory: Memory, *, clock: Clock, ids: Callable[[], str]
    ) -> None:
        self._folder = folder
        self._memory = memory
        self._clock = clock
        self._ids = ids
        self._lines: dict[str, _Line] = {}
        self._extra: dict[str, object] = {}
        self._unread: list[object] = []

    def open(self) -> tuple[Notice, ...]:
        """Read the file and say what was odd about it.

        Raises:
            UserError: `store_newer` (nothing was touched), `store_unreadable`.
        """
        path = self._folder.spaces
        self._lines, self._extra, self._unread = {}, {}, []
        if not path.exists():
            return ()
        try:
            document = loads(path.read_bytes())
        except OSError as error:
            raise UserError(ErrorCode.STORE_UNREADABLE, reason=error.strerror) from error
        except BadRecord:
            document = None
        if not isinstance(document, dict) or not isinstance(document.get("spaces"), list):
            quarantine_file(path, self._folder.quarantine, self._clock)
            return (Notice("spaces_quarantined", {"file": path.name}),)
        schema = document.get("schema")
        if isinstance(schema, int) and schema > SCHEMA:
            raise UserError(ErrorCode.STORE_NEWER, path=path)
        self._extra = {
            key: value for key, value in document.items() if key not in {"schema", "spaces"}
        }
        for record in document["spaces"]:
            line = _line(record)
            if line is None:
                self._unread.append(record)
            else:
                self._lines[line.space.id] = line
        return ()

    def all(self) -> tuple[Space, ...]:
        """Return the spaces in the order of their making; those that only memories name, last."""
        used = self._memory.scopes_in_use()
        found = {
            key: line.space
            for key, line in self._lines.items()
            if line.deleted_at is None or key in used
        }
        for scope in sorted(used - found.keys()):
            found[scope] = Space(scope, scope, _free_colour(found.values()))
        return tuple(found.values())

    def counts(self) -> Mapping[str, int]:
        """Return how many active memories each scope holds, `global` too."""
        return self._memory.counts_by_scope()

    def resolve(self, name: str | None) -> str:
        """Return the scope that a name or an id means; `global` for None.

        Raises:
            UserError: `space_unknown`.
        """
        if name is None or _folded(name) == GLOBAL_SCOPE:
            return GLOBAL_SCOPE
        return self.get(name).id

    def get(self, name: str) -> Space:
        """Return a space by its id or its name (case and width do not matter).

        Raises:
            UserError: `space_unknown`.
        """
        spaces = self.all()
        wanted = _folded(name)
        for space in spaces:
            if space.id == name:
                return space
        for space in spaces:
            if _folded(space.name) == wanted:
                return space
        raise UserError(ErrorCode.SPACE_UNKNOWN, space=name)

    def create(self, name: str, colour: str | None = None) -> Space:
        """Make a space; a deleted one of the same name becomes a space again.

        Raises:
            UserError: `space_name_invalid`, `space_exists`, `setting_invalid` for a colour that is
                none, or a failed write.
        """
        name = self._free_name(name)
        dead = next(
            (
                line.space
                for line in self._lines.values()
                if line.deleted_at is not None and _folded(line.space.name) == _folded(name)
            ),
            None,
        )
        chosen = _checked(colour) if colour else _free_colour(self.all())
        if dead is not None:
            return self._keep(replace(dead, name=name, colour=chosen if colour else dead.colour))
        return self._keep(Space(self._id(name), name, chosen))

    def rename(self, space_id: str, name: str) -> Space:
        """Give a space another name.

        Raises:
            UserError: `space_unknown`, `space_name_invalid`, `space_exists`, or a failed write.
        """
        space = self.get(space_id)
        return self._keep(replace(space, name=self._free_name(name, but=space.id)))

    def recolour(self, space_id: str, colour: str) -> Space:
        """Give a space another colour, `#rrggbb`.

        Raises:
            UserError: `space_unknown`, `setting_invalid`, or a failed write.
        """
        return self._keep(replace(self.get(space_id), colour=_checked(colour)))

    def delete(self, space_id: str, *, move_to: str | None = None) -> Changes:
        """Delete a space. Its memories move to another scope, or go to the trash.

        What conversations say about their space is the caller's.

        Args:
            space_id: Which one.
            move_to: The scope that takes the memories; None for the trash.

        Returns:
            What happened to the memories, in one change set; undoing it brings the space back.

        Raises:
            UserError: `space_unknown`, or a failed write.
        """
        space = self.get(space_id)
        target = None if move_to is None else self.resolve(move_to)
        if target == space.id:
            raise UserError(ErrorCode.SPACE_UNKNOWN, space=move_to)
        changes = self._memory.leave_scope(space.id, move_to=target)
        extra = self._lines[space.id].extra if space.id in self._lines else {}
        self._lines[space.id] = _Line(space, format_utc(self._clock()), extra)
        self._write()
        return changes

    def _keep(self, space: Space) -> Space:
        before = self._lines.get(space.id)
        self._lines[space.id] = _Line(space, None, before.extra if before is not None else {})
        try:
            self._write()
        except UserError:
            if before is None:
                del self._lines[space.id]
            else:
                self._lines[space.id] = before
            raise
        return space

    def _free_name(self, name: str, *, but: str | None = None) -> str:
        name = " ".join(clean_text(name).split())
        if (
            not has_content(name)
            or len(name) > LONGEST_NAME
            or _folded(name) == GLOBAL_SCOPE
            or any(unicodedata.category(character)[0] == "C" for character in name)
        ):
            raise UserError(ErrorCode.SPACE_NAME_INVALID, limit=LONGEST_NAME)
        taken = {_folded(space.name) for space in self.all() if space.id != but}
        if _folded(name) in taken:
            raise UserError(ErrorCode.SPACE_EXISTS, space=name)
        return name

    def _id(self, name: str) -> str:
        """Return an id that says what it is: files are read by people too."""
        wanted = "-".join(normalise(name).split())[:_LONGEST_ID]
        used = self._memory.scopes_in_use() | self._lines.keys() | {GLOBAL_SCOPE}
        return wanted if wanted and wanted not in used else self._ids()

    def _write(self) -> None:
        document = {
            "schema": SCHEMA,
            "spaces": [*map(_record, self._lines.values()), *self._unread],
            **self._extra,
        }
        replace_file(self._folder.spaces, [readable_json(document) + b"\n"])


def _line(record: object) -> _Line | None:
    if not isinstance(record, dict):
        return None
    match record:
        case {"id": str(key), "name": str(name)} if key and key != GLOBAL_SCOPE and name.strip():
            colour = str(record.get("colour"))
            deleted = record.get("deleted_at")
            known = {"id", "name", "colour", "deleted_at"}
            return _Line(
                Space(key, name, colour if _COLOUR.fullmatch(colour) else SPACE_COLOURS[0]),
                deleted if isinstance(deleted, str) else None,
                {name: value for name, value in record.items() if name not in known},
            )
    return None


def _record(line: _Line) -> dict[str, object]:
    space = line.space
    record: dict[str, object] = {"id": space.id, "name": space.name, "colour": space.colour}
    if line.deleted_at is not None:
        record["deleted_at"] = line.deleted_at
    return {**line.extra, **record}


def _folded(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _checked(colour: str) -> str:
    colour = colour.strip().lower()
    if not _COLOUR.fullmatch(colour):
        raise UserError(ErrorCode.SETTING_INVALID, key="colour", allowed="#rrggbb")
    return colour


def _free_colour(spaces: Iterable[Space]) -> str:
    """Return the colour that the fewest spaces have."""
    taken = [space.colour for space in spaces]
    return min(SPACE_COLOURS, key=taken.count)
