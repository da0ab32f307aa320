"""The commands that are for every game: of tables, of records, of a server's settings.

The commands of one game are in the package of that game.
"""
