"""The heart: entries, the JSON store, recall, deduplication, statistics, undo."""
