"""The rules of the games, one package for each game, without I/O, a clock or a random source."""
