"""Markdown to blocks: text, code and tables, each of which becomes a widget of its own.

Pure, without Qt. HTML in an answer is shown as the words it is made of; pictures become links, so
that nothing is loaded because a model said so.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

LONGEST_MARKDOWN = 200_000
"""Characters; a longer text is shown as it is, since nobody reads it as a formatted one."""
_LONG_LIST = 2_000
"""Characters of a list from which its finished items are closed while it still grows."""
_LIST_SEAM = re.compile(r"</(ul|ol)>\n\Z")
_LIST_START = re.compile(r"<(ul|ol)(?: start=\"\d+\")?>\n")
_RUN_LIMIT = 2_500
"""Characters of HTML that one text widget holds before the next one begins."""


class BlockKind(StrEnum):
    """What a block is shown as."""

    TEXT = "text"
    CODE = "code"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Block:
    """A part of an answer.

    Attributes:
        kind: What it is shown as.
        html: Of a text.
        code: Of a code block, without the fence.
        language: As the fence names it, in lower case.
        rows: Of a table: the head first; cells as HTML.
        aligns: `left`, `center` or `right` of each column.
    """

    kind: BlockKind
    html: str = ""
    code: str = ""
    language: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    aligns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Parsed:
    """Blocks of a text, and where the last of them begins (in characters)."""

    blocks: tuple[Block, ...]
    last_start: int


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False, "breaks": True})
    parser.enable(["table", "strikethrough"])
    parser.add_render_rule("image", _render_image)
    return parser


def _render_image(
    _self: object, tokens: Sequence[Token], index: int, _options: object, _env: object
) -> str:
    token = tokens[index]
    target = html.escape(str(token.attrGet("src") or ""), quote=True)
    return f'<a href="{target}">{html.escape(token.content or target)}</a>'


def parse(text: str) -> Parsed:
    """Cut a text into blocks, one for each block of Markdown at the top level."""
    if len(text) > LONGEST_MARKDOWN:
        return Parsed(tuple(plain_blocks(text)), 0)
    tokens = _parser().parse(text)
    blocks: list[Block] = []
    last_line = 0
    for group in _top_level(tokens):
        blocks.append(_block_of(group))
        if group[0].map:
            last_line = group[0].map[0]
    return Parsed(tuple(blocks), _offset_of_line(text, last_line))


def runs(blocks: Sequence[Block], limit: int = _RUN_LIMIT) -> list[Block]:
    """Join neighbouring texts, so that one can select over several paragraphs.

    Args:
        blocks: One for each block of Markdown.
        limit: Characters of HTML after which a new text begins.
    """
    joined: list[Block] = []
    for block in blocks:
        last = joined[-1] if joined else None
        fits = last is not None and len(last.html) + len(block.html) <= limit
        if last is not None and fits and last.kind == block.kind == BlockKind.TEXT:
            joined[-1] = Block(BlockKind.TEXT, html=_joined(last.html, block.html))
        else:
            joined.append(block)
    return joined


class StreamParser:
    """Parses a growing text; blocks that can change no more are handed out once.

    A block is closed when another one begins after it, so only the last one is parsed again.
    """

    def __init__(self) -> None:
        self.text = ""
        self._stable = 0

    def feed(self, delta: str) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
        """Add text.

        Returns:
            The blocks that were closed by it, and the open ones at the end.
        """
        self.text += delta
        tail = self.text[self._stable :]
        parsed = parse(tail)
        if len(tail) > LONGEST_MARKDOWN:
            return (), parsed.blocks
        if len(parsed.blocks) > 1:
            self._stable += parsed.last_start
            return parsed.blocks[:-1], parsed.blocks[-1:]
        if len(tail) > _LONG_LIST:
            return self._close_items(tail, parsed.blocks)
        return (), parsed.blocks

    def _close_items(
        self, tail: str, whole: tuple[Block, ...]
    ) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
        """Close all items of a long list but the last one."""
        start = _last_item_start(tail)
        if not start:
            return (), whole
        self._stable += start
        return parse(tail[:start]).blocks, parse(tail[start:]).blocks


def _joined(first: str, second: str) -> str:
    """Join two texts; a list that was cut between two items becomes one again."""
    end, start = _LIST_SEAM.search(first), _LIST_START.match(second)
    if end is not None and start is not None and end[1] == start[1]:
        return first[: end.start()] + second[start.end() :]
    return first + second


def _last_item_start(text: str) -> int:
    """Return where the last item of a list begins; 0 where the text is no list of several."""
    tokens = _parser().parse(text)
    if not tokens or tokens[0].type not in ("bullet_list_open", "ordered_list_open"):
        return 0
    lines = [
        token.map[0]
        for token in tokens
        if token.type == "list_item_open" and token.level == 1 and token.map
    ]
    return _offset_of_line(text, lines[-1]) if len(lines) > 1 else 0


def _top_level(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    group: list[Token] = []
    for token in tokens:
        group.append(token)
        if token.level == 0 and token.nesting <= 0:
            yield group
            group = []
    if group:
        yield group


def _block_of(group: list[Token]) -> Block:
    first = group[0]
    if first.type in ("fence", "code_block"):
        language = first.info.split()[0].lower() if first.info.strip() else ""
        return Block(BlockKind.CODE, code=first.content.rstrip("\n"), language=language)
    if first.type == "table_open":
        return _table_of(group)
    parser = _parser()
    return Block(BlockKind.TEXT, html=parser.renderer.render(group, parser.options, {}))


def _table_of(group: list[Token]) -> Block:
    rows: list[tuple[str, ...]] = []
    aligns: list[str] = []
    cells: list[str] = []
    for token in group:
        if token.type == "tr_open":
            cells = []
        elif token.type == "th_open":
            aligns.append(str(token.attrGet("style") or "").partition(":")[2] or "left")
        elif token.type == "inline":
            cells.append(_inline(token))
        elif token.type == "tr_close":
            rows.append(tuple(cells))
    return Block(BlockKind.TABLE, rows=tuple(rows), aligns=tuple(aligns))


def _inline(token: Token) -> str:
    from markdown_it.renderer import RendererHTML

    parser = _parser()
    assert isinstance(parser.renderer, RendererHTML)
    return parser.renderer.renderInline(token.children or [], parser.options, {})


def plain_blocks(text: str) -> list[Block]:
    """Cut a text into pieces that are shown as they are."""
    size = 4_000
    pieces = [text[start : start + size] for start in range(0, len(text), size)]
    return [
        Block(BlockKind.TEXT, html=f"<p>{html.escape(piece)}</p>".replace("\n", "<br>"))
        for piece in pieces
    ]


def _offset_of_line(text: str, line: int) -> int:
    offset = 0
    for _ in range(line):
        offset = text.find("\n", offset) + 1
        if offset == 0:
            return len(text)
    return offset


def as_table_text(block: Block) -> str:
    """Return a table as tab-separated text, for the clipboard and screen readers."""
    return "\n".join("\t".join(strip_tags(cell) for cell in row) for row in block.rows)


def strip_tags(markup: str) -> str:
    """Return the words of a piece of our own HTML."""
    parts: list[str] = []
    inside = False
    for piece in markup.replace("<", "\0<").replace(">", ">\0").split("\0"):
        inside = piece.startswith("<")
        if not inside:
            parts.append(piece)
    return html.unescape("".join(parts))
