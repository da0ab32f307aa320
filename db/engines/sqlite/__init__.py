"""SQLite: one file, for one process on one machine."""
