"""Tables of alternatives, so that the rules read as lists of words and not as one long line."""

from __future__ import annotations

import re


def one_of(table: str) -> str:
    """Return a regular expression that matches one of a table.

    Args:
        table: Alternatives parted by `;` or line ends, each a regular expression of its own. An
            apostrophe stands for its typographic form too.
    """
    parts = (part.strip() for part in re.split(r"[;\n]", table))
    group = f"(?:{'|'.join(part for part in parts if part)})"
    return re.sub("'(?!’)", "['’]", group)  # tables may stand inside tables
