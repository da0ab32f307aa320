"""The settings of a server, and the greeting on it."""
