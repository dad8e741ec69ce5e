"""Keepsake: a desktop assistant that remembers, and shows what it remembers."""

from __future__ import annotations

__version__ = "0.1.0"
