"""The files of memory: snapshot, journal, uses, vectors, lock and channel. Knows no ranking."""
