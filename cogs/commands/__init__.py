"""The commands of the core: play, tables, privacy, a server's settings; a command line for hosts.

`cogs.app.games` builds the commands of single games.
"""
