"""The bridge between the core and the window: threads and signals, QtCore only."""
