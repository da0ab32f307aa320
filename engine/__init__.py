"""The rules of the games, one package each, without I/O, a clock or a random source."""
