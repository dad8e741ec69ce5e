"""The `keepsake` command. Imports no Qt unless a window is asked for."""

from __future__ import annotations

import sys


def entry_point() -> int:
    """Run the command with the words of the command line; the console script calls this."""
    from assistant_app.cli.main import main

    return main(sys.argv[1:])
