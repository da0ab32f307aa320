"""The rules of the games, one package for each: no I/O, no clock, no randomness of their own."""
