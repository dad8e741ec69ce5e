"""Colours of code, from the roles of the look; Pygments finds the words."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from assistant_app.ui.theme.roles import Theme

if TYPE_CHECKING:
    from pygments.token import _TokenType

LONGEST_HIGHLIGHT = 20_000
_PROSE = frozenset(
    {"text", "txt", "plain", "plaintext", "message", "letter", "email", "mail", "list"}
)
_NAMES = {
    "py": "Python",
    "python": "Python",
    "js": "JavaScript",
    "javascript": "JavaScript",
    "ts": "TypeScript",
    "typescript": "TypeScript",
    "html": "HTML",
    "css": "CSS",
    "json": "JSON",
    "yaml": "YAML",
    "toml": "TOML",
    "sql": "SQL",
    "c": "C",
    "cpp": "C++",
    "java": "Java",
    "go": "Go",
    "rust": "Rust",
    "latex": "LaTeX",
    "tex": "LaTeX",
}
_ALIASES = {"excel": "text", "formula": "text", "spreadsheet": "text"}


def is_prose(language: str) -> bool:
    """Whether a block is a text to copy (a letter, a message), read in the reading font."""
    return language in _PROSE


def language_word(language: str) -> str:
    """Return the kind of a block in words."""
    translate = QCoreApplication.translate
    if language in ("message", "email", "mail", "letter"):
        return translate("Code", "Message")
    if is_prose(language):
        return translate("Code", "Text")
    if language in _ALIASES:
        return translate("Code", "Spreadsheet formula")
    if language in ("sh", "bash", "shell", "console", "zsh", "powershell", "bat"):
        return translate("Code", "Commands")
    if not language:
        return translate("Code", "Code")
    return _NAMES.get(language, language[:1].upper() + language[1:])


def highlighted(code: str, language: str, theme: Theme) -> str:
    """Return code as HTML with colours.

    Args:
        code: The code.
        language: As the fence names it; unknown ones stay without colours.
        theme: Where the colours come from.
    """
    if len(code) > LONGEST_HIGHLIGHT or not language or is_prose(language):
        return html.escape(code)
    from pygments import lex
    from pygments.lexers import get_lexer_by_name
    from pygments.lexers.special import TextLexer
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_by_name(_lexer_name(language), stripnl=False, ensurenl=False)
    except ClassNotFound:
        lexer = TextLexer(stripnl=False, ensurenl=False)
    parts = []
    for kind, value in lex(code, lexer):
        color = _color(kind, theme)
        text = html.escape(value)
        parts.append(f'<span style="color:{color}">{text}</span>' if color else text)
    return "".join(parts)


def _lexer_name(language: str) -> str:
    return "javascript" if language in _ALIASES else language


def _color(kind: _TokenType, theme: Theme) -> str:
    from pygments.token import Comment, Keyword, Literal, Name, Number, String

    if kind in Comment:
        return theme.code_note
    if kind in String:
        return theme.code_text
    if kind in Number or kind in Literal:
        return theme.code_number
    if kind in Keyword or kind in Name.Function or kind in Name.Builtin or kind in Name.Tag:
        return theme.code_word
    return ""
