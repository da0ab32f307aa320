"""The commands of the core: tables, privacy, settings of a server.

`cogs.app.games` builds the commands of single games.
"""
