"""The commands of the core: tables, privacy, settings of a server; command lines for hosts.

`cogs.app.games` builds the commands of single games.
"""
