"""The files of conversations: events, replaying them, the list, searching, deleting, rounds."""
