"""Lets `python -m assistant_app` do what `keepsake` does."""

from __future__ import annotations

import sys

from assistant_app.cli import entry_point

if __name__ == "__main__":
    sys.exit(entry_point())
