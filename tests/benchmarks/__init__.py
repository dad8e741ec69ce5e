"""Benchmarks: they report figures, tests do not assert them. Run with `python -m`."""
