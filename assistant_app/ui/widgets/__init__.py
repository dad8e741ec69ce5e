"""Widgets that every page is built from; they know the look and nothing of the program."""
