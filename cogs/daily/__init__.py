"""The daily: its command, and the private pages on which one person plays it."""
