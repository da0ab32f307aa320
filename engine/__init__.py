"""The rules of the games, pure: no I/O, no clock, no randomness of their own; a package a game."""
